"""A person at a real window: roll, lock, correct a die, undo, claim. The camera plays a recorded throw."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.demo import record
from device.desk import Desk
from device.errors import JournalError
from device.favor_table import FavorTable
from device.journal import Journal
from device.session import TableSession
from rules.favor.actions import CODEC, Begins, Claimed, Ended, FavorAction, Locked, Rolled, Token, TokenDrawn
from rules.favor.dice import Die, Kind
from rules.favor.game import FavorGame
from tests.xserver import Hands, skip_without_programs, x_server
from ui.layout import widgets
from ui.screen import FavorScreen
from ui.view import FavorView
from vision.scene import scatter, throw

SIZE = (800, 480)
PATIENCE_S = 40.0
FACES = ("4", "2", "6")


def not_now() -> Desk:
    raise AssertionError("the journey is one game")


@dataclass
class Journey:
    """The running program, its journal, the hands, and a screen that mirrors what the person sees."""

    program: subprocess.Popen[str]
    journal: Path
    hands: Hands
    mirror: FavorScreen

    @property
    def begun(self) -> bool:
        """Whether the program has entered its game in the journal."""
        try:
            with Journal.open(self.journal, readonly=True) as opened:
                return bool(opened.games())
        except JournalError:
            return False

    def committed(self) -> list[FavorAction]:
        """The actions in the journal now."""
        try:
            with Journal.open(self.journal, readonly=True) as opened:
                games = opened.games()
                return [CODEC.decode(entry) for entry in opened.actions(games[-1].id)] if games else []
        except JournalError:
            return []

    def until(self, done: Callable[[list[FavorAction]], bool], what: str) -> None:
        """Wait for the journal; the mirror then shows the view of its state."""
        end = time.monotonic() + PATIENCE_S
        while not done(self.committed()):
            assert self.program.poll() is None, "the program ended"
            assert time.monotonic() < end, f"waited {PATIENCE_S:.0f} s for {what}: {self.committed()}"
            time.sleep(0.05)
        self.refresh()

    def refresh(self) -> None:
        with Journal.open(self.journal, readonly=True) as opened:
            session = TableSession.resume(FavorGame(), opened, opened.games()[-1])
            view = FavorTable(session, not_now).view("still")
        assert isinstance(view, FavorView), "this journey begins no choice in steps"
        self.mirror.show(view)

    def touch(self, key: str) -> None:
        """Click the middle of a widget in the window, and follow it in the mirror."""
        assert self.mirror.view is not None
        found = {w.key: w.rect for w in widgets(self.mirror.view, self.mirror.state, SIZE)}
        rect = found[key]
        x, y = rect.x + rect.w / 2, rect.y + rect.h / 2
        self.hands.click(x, y)
        self.mirror.touch(x, y)

    def index(self, face: str) -> int:
        assert self.mirror.view is not None
        return next(n for n, die in enumerate(self.mirror.view.dice) if die.face == face)


@pytest.fixture
def journey(tmp_path: Path) -> Iterator[Journey]:
    skip_without_programs()
    scene = scatter([("red", "white", face) for face in FACES], seed=12)
    record(tmp_path / "throw", throw(scene, seed=5))
    config = tmp_path / "pharaoh.toml"
    config.write_text(
        '[game]\nname = "favor"\nplayers = ["Ann", "Bob"]\nsetup = "first"\n[screen]\nsize = "800x480"\n'
    )
    journal = tmp_path / "journal.sqlite"
    with x_server() as display:
        environ = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "WAYLAND"))}
        program = subprocess.Popen(
            [sys.executable, "-m", "device", "--config", str(config), "--sim",
             "--camera", str(tmp_path / "throw"), "--journal", str(journal)],
            cwd=Path(__file__).resolve().parents[2],
            env={**environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy"},
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        try:
            journey = Journey(program, journal, Hands(display), FavorScreen(SIZE))
            journey.until(lambda _: journey.begun, "the game in the journal")
            yield journey
            program.terminate()
            _, complaint = program.communicate(timeout=20)
            assert "Traceback" not in complaint
            assert program.returncode == 0
        finally:
            program.kill()
            program.wait(timeout=10)


def test_roll_lock_correct_undo_and_claim_in_a_real_window(journey: Journey) -> None:
    four, two, six = (Die(Kind.STANDARD, face) for face in FACES)
    journey.touch("command:begin:0")
    journey.until(lambda actions: actions == [Begins(0)], "the first player")
    journey.hands.key("Return")
    journey.until(lambda actions: len(actions) == 2, "Bob's token by the ok key")

    journey.until(lambda actions: len(actions) == 3, "the camera's reading of the throw")
    rolled = journey.committed()[2]
    assert isinstance(rolled, Rolled)
    assert sorted(rolled.dice) == sorted((four, two, six))

    journey.touch(f"pencil:{journey.index('6')}")
    journey.touch("face:5")
    journey.until(lambda actions: len(actions) == 4, "the correction after two presses")
    journey.hands.key("Escape")
    journey.until(lambda actions: actions[2:] == [rolled], "the undo by the back key")
    for face in FACES:
        journey.touch(f"die:{journey.index(face)}")
    journey.touch("lock")
    journey.until(lambda actions: len(actions) == 4, "the lock")
    journey.touch("tile:worker")
    journey.touch("tile:servant")
    journey.touch("claim")
    journey.until(lambda actions: len(actions) == 5, "the claim")
    journey.touch("command:token:reroll")
    journey.until(lambda actions: len(actions) == 6, "the token")
    journey.touch("command:end")
    journey.until(lambda actions: len(actions) == 7, "the end of the turn")
    assert journey.committed()[3:] == [
        Locked(rolled.dice),
        Claimed("servant"),
        TokenDrawn(Token.REROLL),
        Ended(),
    ]
