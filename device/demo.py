"""The demo turn: recorded throws go camera → reading → rules → journal → screen, people press keys.

The throws are rendered by the project's own scene renderer and written as frames first, so that they reach
the reader as any recording would.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from device.app import TableApp
from device.clock import Clock, MonotonicClock
from device.config import ReadingConfig
from device.desk import Desk
from device.errors import DemoError
from device.events import Event
from device.favor_opening import new_table
from device.journal import Journal
from device.opening import open_camera
from device.stage import Stage
from rules.favor.claiming import claimable
from rules.favor.state import Phase, Setup
from rules.favor.tiles import TILES
from ui.screens import Screens
from ui.view import FavorView
from ui.window import Window
from vision.reading import Frame
from vision.scene import FAVOR_LOOKS, Scene, scatter, throw

PATIENCE_S = 30.0
"""How long the demo waits for the camera before it says that something is wrong."""


ANSWER_S = 1.0
"""How long the demo lets a question stand before somebody answers it."""


class _WindowClosed(Exception):
    """Somebody closed the demo's window."""


@dataclass(frozen=True)
class Pace:
    """How fast the demo goes, in s: between frames, and how long each step stays on the screen."""

    frame_s: float
    step_s: float


WATCHED = Pace(frame_s=1 / 25, step_s=1.6)
UNWATCHED = Pace(frame_s=0.0, step_s=0.0)


class Demo:
    """Plays Ann's first turn of a first game with Bob; `say` gets a line for every step.

    With `pictures` each step's screen is saved there as a PNG file. `frames` is a folder for the recorded
    throws. Raises DemoError when the chain does not do what the story expects.
    """

    def __init__(
        self,
        window: Window,
        journal: Journal,
        frames: Path,
        *,
        say: Callable[[str], None],
        pictures: Path | None = None,
        pace: Pace = UNWATCHED,
        clock: Clock | None = None,
    ) -> None:
        self._clock = clock or MonotonicClock()
        self._window = window
        self._frames = frames
        self._say = say
        self._pictures = pictures
        self._pace = pace
        self._steps = 0
        self._throws = 0
        self._stage = Stage(pace.frame_s)
        self._screen = Screens(window.size)
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.table = new_table(journal, Setup(("Ann", "Bob")), _no_other_game)
        # The stage shows nothing until its first cue.
        self._camera = open_camera(lambda: self._stage, ReadingConfig(), events.put, silent_s=None)
        self.app = TableApp(
            self.table,
            self._screen,
            window,
            events,
            camera=self._camera,
        )

    def play(self) -> None:
        """The whole turn, or as much of it as somebody watches; then the camera is given back."""
        try:
            self._turn()
        except _WindowClosed:
            self._say("The window was closed.")
        finally:
            self._camera.stop()

    @property
    def _view(self) -> FavorView:
        view = self.app.view
        assert isinstance(view, FavorView)
        return view

    def _turn(self) -> None:
        self._shows("A first game: who begins is drawn at the table")
        self._press("command:begin:0", "Ann begins; Bob, who comes second, draws a token")
        self._press("command:token:pip", "Bob drew a +1 Pip token")
        rolled = self._throw(scatter([_die("2"), _die("5"), _die("2")], seed=20))
        self._shows("Ann rolls; the camera reads " + self._dice())
        index = self._index("5")
        self._press(f"pencil:{index}", "Somebody thinks the 5 is a 4: first press, the die's pencil")
        self._press("face:4", "second press, the face: the die is corrected")
        self._press("undo", "but it was a 5: one press takes it back")
        for die in (n for n, die in enumerate(self._view.dice) if die.face == "2"):
            self._press(f"die:{die}", "Ann marks a 2 for locking")
        self._press("lock", "Ann locks both 2s; the third die is to be rolled again")
        left = replace(rolled, dice=tuple(die for die in rolled.dice if die.face == "5"))
        self._clear_away(rolled, left)
        self._throw(scatter([_die("2")], seed=35))
        self._shows("Ann rolls the last die; the camera reads " + self._dice())
        self._press("die:0", "Ann marks it")
        self._press("lock", "and locks it: 2-2-2")
        names = ", ".join(TILES[stack.tile].name for stack in claimable(self.table.state))
        self._shows(f"The screen lights what Ann may claim: {names}")
        self._press("tile:omen", "Why not the Omen? " + self._reason("omen"))
        self._press("tile:servant", "The Servant may be claimed")
        self._press("claim", "Ann claims it; a blue tile brings a token")
        self._press("command:token:reroll", "Ann drew a Reroll token")
        self._press("command:end", "Ann's turn ends; Bob is to roll")
        self._say(f"The journal holds {self.table.session.length} actions.")

    def _throw(self, scene: Scene) -> Scene:
        """Record a throw, play it to the camera, and wait until it is committed.

        Where the camera asks, the people answer, as at any table.
        """
        self._throws += 1
        folder = self._frames / f"throw{self._throws}"
        record(folder, throw(scene, seed=self._throws))
        self._stage.play(folder)
        self._wait(lambda: self._locking or self.table.tone == "ask", "a reading of the roll")
        if not self._locking:
            # The dice may only have come to rest for a moment.
            self._run(ANSWER_S, until=lambda: self._locking)
        if not self._locking:
            self._put_right([die.face for die in scene.dice])
        return scene

    @property
    def _locking(self) -> bool:
        return self.table.state.phase is Phase.LOCK

    def _put_right(self, truth: list[str]) -> None:
        """Give every die of the offered roll the face that it shows, and take the roll."""
        self._shows(f"The camera asks: {(self.app.view.message or '').rstrip('.')}")
        wrong = []
        for index, die in enumerate(self._view.dice):
            if die.face in truth:
                truth.remove(die.face)
            else:
                wrong.append(index)
        for index, face in zip(wrong, truth, strict=True):
            self._press(f"die:{index}", "Ann touches a die that was misread")
            self._press(f"face:{face}", f"it shows a {face}")
        self._press("command:accept", "Ann takes the roll as it is now")

    def _clear_away(self, before: Scene, after: Scene) -> None:
        """A hand takes the locked dice out of the tray; what stays there is no new roll."""
        folder = self._frames / f"taken{self._throws}"
        record(folder, throw(after, before=before, seed=90 + self._throws, rolling=0, with_hand=True))
        self._stage.play(folder)

    def _index(self, face: str) -> int:
        return next(n for n, die in enumerate(self._view.dice) if die.face == face)

    def _dice(self) -> str:
        return ", ".join(str(die) for die in self.table.state.active)

    def _reason(self, tile: str) -> str:
        return next((view.reason or "it may" for view in self._view.tiles if view.id == tile), "")

    def _press(self, key: str, says: str) -> None:
        """Touch the middle of a widget, as a person would."""
        found = {w.key: w for w in self._screen.found}
        if key not in found:
            raise DemoError(f"the screen has no {key!r} now; it has {', '.join(found)}")
        rect = found[key].rect
        self.app.touch(rect.x + rect.w / 2, rect.y + rect.h / 2)
        self._shows(says)

    def _shows(self, says: str) -> None:
        self._steps += 1
        self.app.step(0)
        if self._pictures is not None:
            self._window.save(self._pictures / f"{self._steps:02}.png")
        self._say(f"{self._steps:2}  {says}.")
        self._run(self._pace.step_s)

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        self._run(PATIENCE_S, until=done)
        if not done():
            raise DemoError(f"waited {PATIENCE_S:.0f} s for {what}; the table says: {self.app.view.message}")

    def _run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        """Let the table run for a while, or until something is so."""
        end_ms = self._clock.now_ms() + 1000 * seconds
        while self._clock.now_ms() < end_ms and not until():
            if not self.app.step(0.02):
                raise _WindowClosed


def record(folder: Path, frames: Iterable[Frame]) -> None:
    """Write frames as numbered pictures into a new `folder`, as a recording that a source can play."""
    folder.mkdir(parents=True)
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number:03}.jpg"), frame, [cv2.IMWRITE_JPEG_QUALITY, 95])


def _no_other_game() -> Desk:
    raise DemoError("the demo plays one turn of one game; run `pharaoh` to play")


def _die(face: str, kind: str = "standard") -> tuple[str, str, str]:
    return FAVOR_LOOKS[kind].body, FAVOR_LOOKS[kind].mark, face
