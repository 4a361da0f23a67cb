"""The running table: one queue of events, one thread that owns session and screen."""

from __future__ import annotations

import queue
from collections.abc import Callable, Hashable

from device.board import Board
from device.buttons import ButtonPress
from device.camera import CameraThread
from device.clock import Clock, MonotonicClock
from device.desk import Desk, current
from device.events import (
    BoardFound,
    BoardLost,
    BoardSays,
    CameraLost,
    CameraSays,
    Event,
    PictureSkipped,
    TrayRead,
)
from device.expected import ExpectedDice
from device.favor_commands import TRAY_IS_EMPTY
from device.presses import PlayerPress
from ui.intents import Choose, Intent
from ui.screens import Screens
from ui.view import View
from ui.window import Exposed, PlayerKeyed, Quit, Touched, Window, WindowEvent

FRAME_S = 1 / 30
"""How long the loop waits for an event before it looks at the window again, in s."""

KEY_NS = 20_000_000
"""Half of what may pass between a key's press and the look at it: a turn of the loop, in ns."""

NO_CAMERA = "no camera"
RESTARTED = "restarted"


class TableApp:
    """Drains events, lets the desk decide, draws what it shows; nothing in here blocks.

    `expected` is told which dice the desk in charge wants the camera to read. `press_for` presses the button
    of a player whose key went down; without it the key itself is the button, and a less exact one.
    A picture is drawn only where the one before would be wrong: an idle table leaves the processor alone.
    """

    def __init__(
        self,
        desk: Desk,
        screen: Screens,
        window: Window,
        events: queue.SimpleQueue[Event],
        *,
        camera: CameraThread | None = None,
        board: Board | None = None,
        press_for: Callable[[int], None] | None = None,
        expected: ExpectedDice | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.desk = desk
        self._screen = screen
        self._window = window
        self._events = events
        self._camera = camera
        self._board = board
        self._press_for = press_for
        self._board_lost = False
        self._expected = expected or ExpectedDice()
        self._clock = clock or MonotonicClock()
        self._word = NO_CAMERA if camera is None else "starting"
        self._running = True
        self._drawn: tuple[View | None, Hashable] | None = None
        self._show()

    @property
    def view(self) -> View:
        """The view model of this moment."""
        return self.desk.view(self._word)

    def run(self) -> None:
        """Go on until the window is closed."""
        while self.step(FRAME_S):
            pass

    def stop(self) -> None:
        """Let `run` return after the turn of the loop that it is in."""
        self._running = False

    def step(self, wait_s: float) -> bool:
        """One turn of the loop, waiting at most `wait_s` for an event; False once the table is to stop."""
        for event in self._window.events():
            self._take_press(event)
        wait_s = self._until_woken(wait_s)
        try:
            self.take(self._events.get(timeout=wait_s) if wait_s else self._events.get_nowait())
            while True:
                self.take(self._events.get_nowait())
        except queue.Empty:
            pass
        self._mind_the_camera()
        if self.desk.on_tick(self._clock.now_ns()):
            self._show()
        self._mind_the_board()
        self._draw()
        return self._running

    def _until_woken(self, wait_s: float) -> float:
        """How long to wait for an event, lest a moment that the desk waits for be shown a frame late."""
        wakes_ns = self.desk.wakes_ns
        if wakes_ns is None:
            return wait_s
        return min(wait_s, max(0, wakes_ns - self._clock.now_ns()) / 1e9)

    def touch(self, x: float, y: float) -> None:
        """A touch at a point of the screen, in px."""
        self._decide(self._screen.touch(x, y))
        self._show()

    def take(self, event: Event) -> None:
        """Let the table answer one event."""
        match event:
            case TrayRead(reading):
                self.desk.on_reading(reading)
            case CameraSays(word):
                if self._word == NO_CAMERA:
                    self._tell_of_camera("The camera is back.")
                self._word = word
            case CameraLost(reason):
                self._word = NO_CAMERA
                self._tell_of_camera(f"{reason} Until then enter the dice on the screen.")
            case PictureSkipped(reason):
                self._tell_of_camera(reason)
            case ButtonPress(button):
                self._decide(self._screen.press(button))
            case PlayerPress():
                self.desk.on_press(event)
            case BoardFound():
                if self._board_lost:
                    self.desk.ask("The button board is back.")
                self._board_lost = False
            case BoardLost(reason):
                self._board_lost = True
                self.desk.ask(f"{reason} Until then the screen and the keys serve.")
            case BoardSays(sentence):
                self.desk.ask(sentence)
        self._show()

    def _tell_of_camera(self, sentence: str) -> None:
        if self.desk.minds_camera:
            self.desk.ask(sentence)

    def _take_press(self, event: WindowEvent) -> None:
        if isinstance(event, Quit):
            self.stop()
        elif isinstance(event, Exposed):
            self._drawn = None
        elif isinstance(event, Touched):
            self.touch(event.x, event.y)
        elif isinstance(event, PlayerKeyed):
            self._take_key_of(event.player)
        else:
            self._decide(self._screen.press(event.button))
            # The next press of the same batch must find the screen as this one left it.
            self._show()

    def _take_key_of(self, player: int) -> None:
        if self._press_for is not None:
            self._press_for(player)
        else:
            self.take(PlayerPress(player, self._clock.now_ns() - KEY_NS, KEY_NS))

    def _decide(self, intent: Intent | None) -> None:
        if intent is not None:
            self.desk.on_intent(intent)
        if intent == Choose(TRAY_IS_EMPTY) and self._camera is not None:
            self._camera.forget_empty_tray()

    def _mind_the_camera(self) -> None:
        if self._camera is None:
            return
        self._camera.check()
        if not self._camera.died:
            return
        # One that dies again and again is told once, not over whatever the table has to say.
        if self._word != RESTARTED:
            self._word = RESTARTED
            self._tell_of_camera(
                "the camera's program stopped and was started again; check the dice on the screen"
            )
            self._show()
        self._camera.start()

    def _mind_the_board(self) -> None:
        if self._board is not None:
            self._board.check()
            self._board.show(self.desk.lights)

    def _draw(self) -> None:
        showing = (self._screen.view, self._screen.state)
        if showing != self._drawn:
            self._window.present(self._screen.draw)
            self._drawn = showing

    def _show(self) -> None:
        # Nothing may be shown that is not committed: the view is made from the session alone.
        self.desk = current(self.desk)
        self._expected.follow(self.desk.dice)
        self._screen.show(self.view)
