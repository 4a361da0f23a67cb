"""SIGKILL in rounds of Pharaoh Code: each restart goes on at the last action, with the sand that was left."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from device.clock import HandClock
from device.code_table import CodeTable
from device.journal import Journal
from device.session import TableSession
from device.timer_memory import MARK_EVERY_MS
from rules.pharaoh_code.actions import CODEC, CodeAction, Taken
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Phase
from rules.table import replay
from tests.device.code_tables import no_next

from . import scripted_round
from .scripted_round import SCRIPT, SECONDS, SETUP


def timeless(action: CodeAction) -> CodeAction:
    return replace(action, after_ms=0) if isinstance(action, Taken) else action


def started(journal: Path) -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[2]
    return subprocess.Popen(
        [sys.executable, scripted_round.__file__, str(journal)],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kill_and_check(journal: Path, delay_s: float, *, in_sand: bool = False) -> tuple[int, float | None]:
    """Run the script, kill it `delay_s` after its start, or after the sand began to run; check what it left.

    Gives the actions committed, and what was left of the sand where it was killed while it ran, in ms.
    """
    process = started(journal)
    assert process.stdout is not None
    resumed_at = int(process.stdout.readline() or 0)
    lines: list[str] = []
    while in_sand and not (lines and lines[-1].startswith("left ")):
        lines.append(process.stdout.readline().strip())
        assert process.poll() is None or lines[-1], "the script ended before the sand ran"
    time.sleep(delay_s)
    process.kill()
    told, complaint = process.communicate()
    assert complaint == ""
    lines += told.splitlines()
    acknowledged = max([resumed_at, *(int(line) for line in lines if line.isdecimal())])
    with Journal.open(journal) as opened:
        (game,) = opened.games()
        committed = tuple(CODEC.decode(entry) for entry in opened.actions(game.id))
        session = TableSession.resume(CodeGame(), opened, game)
        table = CodeTable(session, opened, HandClock(), no_next)
        assert tuple(map(timeless, committed)) == SCRIPT[: len(committed)], "lost, doubled or changed"
        assert len(committed) >= acknowledged, "an action that was told as committed is lost"
        assert table.state == replay(CodeGame(), SETUP, committed)
        if table.state.phase is not Phase.SAND:
            assert table.race.sand.timer.standing == "idle"
            return len(committed), None
        left = table.race.sand.timer.left_ms
        assert table.race.stands
        assert 0 <= left <= SECONDS * 1000
        last = lines[-1] if lines else ""
        if last.startswith("left "):
            # What the players had left, but for the last mark; a busy machine may tell one late.
            assert float(last.split()[1]) - 100 <= left <= float(last.split()[1]) + MARK_EVERY_MS + 250
    return len(committed), left


def test_rounds_killed_at_random_moments_lose_nothing_and_keep_their_sand(tmp_path: Path) -> None:
    rng = random.Random(3)
    journal = tmp_path / "0.sqlite"
    lengths = []
    for number in range(6):
        lengths.append(
            kill_and_check(journal, rng.choice([0.05, rng.uniform(0, 0.5), rng.uniform(0, 1.2)]))[0]
        )
        if lengths[-1] == len(SCRIPT):
            journal = tmp_path / f"{number + 1}.sqlite"
    assert len(set(lengths)) > 1, "no kill fell inside the rounds"


def test_a_round_killed_again_and_again_while_the_sand_runs_uses_up_its_sand_once(tmp_path: Path) -> None:
    before = SECONDS * 1000.0
    for _ in range(3):
        _, left = kill_and_check(tmp_path / "journal.sqlite", 0.3, in_sand=True)
        assert left is not None
        # Each start lets it run for 0.3 s; at most what ran since the last mark is given back.
        assert left <= before
        before = left


@pytest.mark.long
def test_rounds_killed_at_100_random_moments_lose_nothing_and_keep_their_sand(tmp_path: Path) -> None:
    rng = random.Random(4)
    journal = tmp_path / "0.sqlite"
    sands = []
    for number in range(100):
        length, left = kill_and_check(journal, rng.uniform(0, 1.5))
        sands += [] if left is None else [left]
        if length == len(SCRIPT):
            journal = tmp_path / f"{number + 1}.sqlite"
    print(f"{len(sands)} of 100 kills while the sand ran")
    assert len(sands) > 20


def test_the_script_played_without_a_kill_is_two_whole_rounds(tmp_path: Path) -> None:
    scripted_round.main(str(tmp_path / "journal.sqlite"))
    with Journal.open(tmp_path / "journal.sqlite", readonly=True) as opened:
        (game,) = opened.games()
        actions = tuple(CODEC.decode(entry) for entry in opened.actions(game.id))
    assert tuple(map(timeless, actions)) == SCRIPT
