"""A turn of Pharao at a real window, by the keys that stand for the four buttons and by the mouse."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from device.errors import JournalError
from device.journal import Journal
from device.pharao_table import PharaoTable
from device.session import TableSession
from rules.pharao.actions import CODEC, Begins, Looked, PharaoAction, Revealed, Slid
from rules.pharao.board import column_of, row_of, space
from rules.pharao.game import PharaoGame
from rules.pharao.pieces import ANIMALS
from rules.pharao.state import SPREAD
from tests.xserver import Hands, skip_without_programs, x_server
from ui.intents import Choose
from ui.screens import Screens

SIZE = (800, 480)
PATIENCE_S = 60.0
GAP = SPREAD.gap
UP = space(row_of(GAP) - 1, column_of(GAP))
TOP = space(row_of(GAP) - 2, column_of(GAP))


def committed(journal: Path) -> list[PharaoAction] | None:
    """The actions in the journal, None before there is a game."""
    try:
        with Journal.open(journal, readonly=True) as opened:
            games = opened.games()
            return [CODEC.decode(entry) for entry in opened.actions(games[-1].id)] if games else None
    except JournalError:
        return None


def nobody_leaves() -> PharaoTable:
    raise AssertionError("the journey is one game")


class Mirror:
    """The table as its journal says, on a screen of the same size: it knows where the window's keys are."""

    def __init__(self, journal: Path) -> None:
        with Journal.open(journal, readonly=True) as opened:
            session = TableSession.resume(PharaoGame(), opened, opened.games()[-1])
            self.table = PharaoTable(session, nobody_leaves)

    def touch(self, hands: Hands, key: str, *, decides: bool = False) -> None:
        screens = Screens(SIZE)
        screens.show(self.table.view(""))
        rect = next(w.rect for w in screens.found if w.press == Choose(key))
        hands.click(rect.x + rect.w / 2, rect.y + rect.h / 2)
        if not decides:
            self.table.on_intent(Choose(key))


class Program:
    """`pharaoh --sim` at a display, with the hands at its window."""

    def __init__(self, folder: Path, display: str) -> None:
        self.journal = folder / "journal.sqlite"
        config = folder / "pharaoh.toml"
        config.write_text('[game]\nname = "pharao"\nplayers = ["Ann", "Bob"]\n[screen]\nsize = "800x480"\n')
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "WAYLAND"))}
        words = ["--config", str(config), "--sim", "--journal", str(self.journal)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "device", *words],
            cwd=Path(__file__).resolve().parents[2],
            env={**environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"},
            stderr=subprocess.DEVNULL,
        )
        self.hands = Hands(display)

    def until(self, number: int) -> list[PharaoAction]:
        """Wait for so many actions in the journal."""
        end = time.monotonic() + PATIENCE_S
        while (found := committed(self.journal)) is None or len(found) < number:
            assert self.process.poll() is None, "the program ended"
            assert time.monotonic() < end, f"only {found} after {PATIENCE_S:.0f} s"
            time.sleep(0.05)
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hands.key(key)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=20)


def test_a_turn_by_four_keys_and_the_mouse_survives_a_kill(tmp_path: Path) -> None:
    skip_without_programs()
    with x_server() as display:
        program = Program(tmp_path, display)
        try:
            # The players as configured, what is agreed, and the covers as they are offered.
            program.press("Return", "Return")
            program.until(0)
            program.press("Return")
            program.until(1)
            # Sand in the gap, Ann begins, the first animal for two points, which the tile outside lacks.
            program.press("Return", "Return", "Return", "Return", "Return")
            program.until(4)
            program.press("Up", "Return")
            found = program.until(5)
            assert found == [
                SPREAD,
                Looked(GAP, "sand"),
                Begins(0),
                Revealed(ANIMALS[0], 2, outside=False),
                Slid(UP, "sand"),
            ]
        finally:
            program.kill()
        again = Program(tmp_path, display)
        try:
            again.until(5)
            mirror = Mirror(again.journal)
            mirror.touch(again.hands, f"go:{TOP}")
            mirror.touch(again.hands, "shows:hole", decides=True)
            assert again.until(6)[-1] == Slid(TOP, "hole")
        finally:
            again.kill()
