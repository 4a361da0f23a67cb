"""People at a real window play a round of Pharaoh Code; the plug is pulled while the sand runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from device.code_tiles import save_tiles, tiles_path
from device.errors import JournalError
from device.journal import Journal
from rules.codec import from_json
from rules.pharaoh_code.actions import CODEC, CodeAction, Laid, Rolled, Stated, Taken, TimeUp
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase, Setup
from tests.device.code_tables import Bench, bench
from tests.rules.pharaoh_code.playing import TILES
from tests.xserver import Hands, skip_without_programs, x_server
from ui.screens import Screens

SIZE = (800, 480)
PATIENCE_S = 40.0
ROLL = Roll(2, 5, 11)
CONFIG = """
[game]
name = "pharaoh-code"
players = ["Ann", "Bob"]
[code]
unlimited = false
seconds = 6
[screen]
size = "800x480"
"""


@dataclass
class Round:
    """The running program, its journal, and a table that mirrors what the people see."""

    folder: Path
    display: str
    program: subprocess.Popen[str] = field(init=False)
    hands: Hands = field(init=False)
    mirror: Bench = field(init=False)
    screens: Screens = field(init=False)
    _mirrors: int = 0

    @property
    def journal(self) -> Path:
        return self.folder / "journal.sqlite"

    def start(self) -> None:
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "WAYLAND"))}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "device", "--config", str(self.folder / "pharaoh.toml"), "--sim",
             "--journal", str(self.journal)],
            cwd=Path(__file__).resolve().parents[2],
            env={**environ, "DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"},
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        self.hands = Hands(self.display)

    def committed(self) -> list[CodeAction] | None:
        """The actions in the journal now; None before a game is begun."""
        try:
            with Journal.open(self.journal, readonly=True) as opened:
                games = opened.games()
                return [CODEC.decode(entry) for entry in opened.actions(games[-1].id)] if games else None
        except JournalError:
            return None

    def until(self, done: Callable[[list[CodeAction]], bool], what: str) -> list[CodeAction]:
        """Wait for the journal; the mirror then stands where the program stands."""
        end = time.monotonic() + PATIENCE_S
        while (actions := self.committed()) is None or not done(actions):
            assert self.program.poll() is None, "the program ended"
            assert time.monotonic() < end, f"waited {PATIENCE_S:.0f} s for {what}: {actions}"
            time.sleep(0.05)
        self.refresh(actions)
        return actions

    def refresh(self, actions: list[CodeAction]) -> None:
        with Journal.open(self.journal, readonly=True) as opened:
            setup = from_json(Setup, opened.games()[-1].setup)
        self._mirrors += 1
        # A journal of its own, kept open to the end of the test.
        self.mirror = bench(Journal.open(self.folder / f"mirror-{self._mirrors}.sqlite"), setup)
        for action in actions:
            self.mirror.table.attempt(action)
            if isinstance(action, Taken) and self.mirror.table.race.sand.timer.standing == "idle":
                self.mirror.table.race.sand.turn(6_000, 0)
        self.screens = Screens(SIZE)
        self.screens.show(self.mirror.view)

    def touch(self, choice: str) -> None:
        """Click what chooses this in the window, and follow it in the mirror."""
        found = [w for w in self.screens.found if getattr(w.press, "key", None) == choice]
        assert found, f"{choice} is not on the screen: {[w.key for w in self.screens.found]}"
        x, y = found[0].rect.centre
        self.hands.click(x, y)
        intent = self.screens.touch(x, y)
        assert intent is not None
        self.mirror.table.on_intent(intent)
        self.screens.show(self.mirror.view)

    def pull_the_plug(self) -> None:
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(timeout=10)

    def sand_note(self) -> dict[str, int]:
        with Journal.open(self.journal, readonly=True) as opened:
            return opened.noted(opened.games()[-1].id, "timer") or {}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Round]:
    skip_without_programs()
    (tmp_path / "pharaoh.toml").write_text(CONFIG)
    save_tiles(tiles_path(tmp_path / "journal.sqlite"), TILES)
    with x_server() as display:
        made = Round(tmp_path, display)
        made.start()
        try:
            yield made
            made.program.terminate()
            _, complaint = made.program.communicate(timeout=20)
            assert "Traceback" not in complaint
            assert made.program.returncode == 0
        finally:
            made.program.kill()
            made.program.wait(timeout=10)


def test_a_round_with_a_pulled_plug_while_the_sand_runs(table: Round) -> None:
    time.sleep(1)
    # Ann rolls first: the answer that has the focus.
    table.hands.key("Return")
    table.until(lambda actions: actions == [], "the game in the journal")
    table.hands.key("Return")
    table.until(lambda actions: len(actions) == 1, "the tiles dealt by the ok key")

    for die, number in zip(("d8", "d10", "d12"), ROLL.values, strict=True):
        table.touch(f"die:{die}")
        table.touch(f"pad:{number}")
    table.touch("accept")
    laid, rolled = table.until(lambda actions: len(actions) == 2, "the roll entered by hand")
    assert isinstance(laid, Laid)
    assert rolled == Rolled(ROLL)

    made = solve(ROLL.values)
    board = table.mirror.state.board
    space, number = next((n, tile.number) for n, tile in enumerate(board) if tile and tile.number in made)
    # Bob presses the key that is his button, and has the floor after a moment.
    table.hands.key("2")
    table.mirror.press(1)
    table.mirror.wait(200)
    table.screens.show(table.mirror.view)
    time.sleep(0.5)
    table.touch(f"space:{space}")
    taken = table.until(lambda actions: len(actions) == 3, "Bob's tile")[2]
    assert isinstance(taken, Taken)
    assert (taken.seat, taken.space) == (1, space)

    time.sleep(2)
    table.pull_the_plug()
    left = table.sand_note()["left_ms"]
    assert 0 < left < 6_000
    time.sleep(1)
    table.start()
    time.sleep(1)
    assert table.sand_note()["left_ms"] == left, "the sand ran before anybody was there"
    assert table.committed() == [laid, rolled, taken]
    table.hands.key("Return")
    table.until(lambda actions: actions[3:] == [TimeUp()], "the rest of the sand")

    equation = made[number][0]
    words = equation.replace("(", "( ").replace(")", " )").split()
    dice = {str(value): name for name, value in zip(("d8", "d10", "d12"), ROLL.values, strict=True)}
    for word in words:
        table.touch(f"pad:{dice.get(word, word)}")
    table.touch("pad:done")
    table.until(lambda actions: actions[4:] == [Stated(space, equation)], "the equation")
    assert [tile.number for tile in table.mirror.state.players[1].up] == [number]
    assert table.mirror.state.phase is Phase.LAY
    table.hands.key("Escape")
    table.until(lambda actions: len(actions) == 4, "the undo by the back key")
