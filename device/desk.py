"""What the running table shows and asks, whatever is played: the part that games and questions share."""

from __future__ import annotations

from typing import Protocol

from device.lights import Lights
from device.presses import PlayerPress
from ui.intents import Intent
from ui.view import View
from vision.dice_set import DiceSet
from vision.reading import Reading

DARK = Lights()


class Desk(Protocol):
    """One thing at a time that people and camera talk to.

    A class that names it as its base inherits what a desk does that needs no camera and no time.
    """

    @property
    def successor(self) -> Desk | None:
        """The desk that takes over from now on, or None while this one goes on."""
        ...

    @property
    def dice(self) -> DiceSet | None:
        """The dice that may lie in the tray, or None where what lies there means nothing."""
        return None

    @property
    def lights(self) -> Lights:
        """What the players' lamps, the ring and the buzzer shall show; dark where there is nothing to say."""
        return DARK

    @property
    def wakes_ns(self) -> int | None:
        """A moment to come (CLOCK_MONOTONIC) that must not wait for the next frame, or None."""
        return None

    @property
    def minds_camera(self) -> bool:
        """Whether people should hear of the camera's troubles; False where a game needs no camera at all."""
        return True

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`."""
        return

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen."""
        ...

    def on_press(self, press: PlayerPress) -> None:
        """A player pressed the button of their own."""
        return

    def on_tick(self, now_ns: int) -> bool:
        """It is now `now_ns` (CLOCK_MONOTONIC), told 30 times a second; whether that changed the view."""
        return False

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        ...

    def view(self, camera: str) -> View:
        """The whole screen; `camera` is the word on what the camera does."""
        ...


def current(desk: Desk) -> Desk:
    """The desk that is in charge: `desk`, or the last of those that took over from it."""
    while (successor := desk.successor) is not None:
        desk = successor
    return desk
