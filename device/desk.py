"""What the running table shows and asks, whatever is played: the part that games and the lobby share."""

from __future__ import annotations

from typing import Protocol

from ui.intents import Intent
from ui.view import FavorView
from vision.reading import Reading


class Desk(Protocol):
    """One thing at a time that people and camera talk to."""

    @property
    def successor(self) -> Desk | None:
        """The desk that takes over from now on, or None while this one goes on."""
        ...

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`."""
        ...

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen."""
        ...

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        ...

    def view(self, camera: str) -> FavorView:
        """The whole screen; `camera` is the word on what the camera does."""
        ...


def current(desk: Desk) -> Desk:
    """The desk that is in charge: `desk`, or the last of those that took over from it."""
    while (successor := desk.successor) is not None:
        desk = successor
    return desk
