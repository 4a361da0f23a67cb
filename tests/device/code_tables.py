"""A table of Pharaoh Code with a hand-moved clock, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from device.clock import HandClock
from device.code_claims import GRACE_NS
from device.code_table import CodeTable
from device.desk import Desk
from device.journal import Journal
from device.presses import PlayerPress
from device.session import TableSession
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Phase, Setup, State
from tests.rules.pharaoh_code.playing import TILES
from ui.code_view import CodeView
from ui.intents import Choose, Undo
from vision.reading import DieReading, Reading

MS = 1_000_000
FRAME_MS = 32.0
NAMES = ("Ann", "Bob", "Cem")
TYPED = Setup(NAMES)
KNOWN = Setup(NAMES, tiles=TILES)
NUMBERS = (77, 33, 45, 22, 18, 20, 3, 4, 5, 6)
"""What lies on the pyramid in most tests, from the top."""


def tray(
    *numbers: int, shift: float = 0.0, reason: str | None = None, sides: tuple[int, ...] = (8, 10, 12)
) -> Reading:
    """A reading of the game's dice in a row."""
    dice = tuple(
        DieReading(f"d{side}", side, str(number), number, 0.99, (100.0 * n + shift, 50.0, 40.0, 40.0), "blue")
        for n, (side, number) in enumerate(zip(sides, numbers, strict=False))
    )
    return Reading("unsure" if reason else "ok", reason, dice, 5.0)


EMPTY = Reading("ok", None, (), 1.0)


def no_next() -> Desk:
    raise AssertionError("nobody asked for another game")


@dataclass
class Bench:
    """The table and its clock."""

    table: CodeTable
    clock: HandClock

    @property
    def state(self) -> State:
        return self.table.state

    def is_in(self, phase: Phase) -> bool:
        return self.table.state.phase is phase

    @property
    def view(self) -> CodeView:
        return self.table.view("still")

    def choose(self, *keys: str) -> None:
        for key in keys:
            self.table.on_intent(Choose(key))

    def undo(self) -> None:
        self.table.on_intent(Undo())

    def wait(self, ms: float) -> None:
        """Let time go by in frames, as the running table does; a long while in longer ones, to save time."""
        left = ms
        while left > 0:
            step = min(left, FRAME_MS if left <= 1_000 else 250.0)
            self.clock.advance(step)
            self.table.on_tick(self.clock.now_ns())
            left -= step

    def press(self, seat: int, ago_ms: float = 0.0, uncertainty_ms: float = 0.1) -> None:
        """A button that says it was pressed so long ago."""
        at = self.clock.now_ns() - round(ago_ms * MS)
        self.table.on_press(PlayerPress(seat, at, round(uncertainty_ms * MS)))

    def take(self, seat: int, space: int) -> None:
        """A press, and the tile once the floor is given."""
        self.press(seat)
        self.wait(GRACE_NS / MS + FRAME_MS)
        self.choose(f"space:{space}")

    def type(self, text: str) -> None:
        """Keys of the open pad by their labels, then Done."""
        for label in (*text.split(), "Done"):
            pad = self.view.pad
            assert pad is not None, "no pad is open"
            key = next(key.key for key in pad.keys if key.label == label)
            assert key is not None, f"{label} cannot be pressed"
            self.choose(key)

    def lay(self, *numbers: int) -> None:
        """Numbers for the empty spaces, one after the other, digit by digit."""
        for number in numbers:
            self.type(" ".join(str(number)))


def bench(
    journal: Journal, setup: Setup = TYPED, new_game: Callable[[], Desk] = no_next, seed: int = 1
) -> Bench:
    """A new game before its first tile."""
    clock = HandClock(start_ms=5_000)
    session = TableSession.begin(CodeGame(), journal, setup)
    return Bench(CodeTable(session, journal, clock, new_game, random.Random(seed)), clock)


def resumed(journal: Journal, new_game: Callable[[], Desk] = no_next) -> Bench:
    """The game in play, taken up on a machine whose clock began anew."""
    clock = HandClock(start_ms=1)
    summary = journal.game_in_play()
    assert summary is not None
    session = TableSession.resume(CodeGame(), journal, summary)
    return Bench(CodeTable(session, journal, clock, new_game, random.Random(2)), clock)
