"""SIGKILL at random moments of a scripted game: each restart goes on at the last committed action."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.journal import Journal
from rules.favor.actions import CODEC
from rules.favor.game import FavorGame
from rules.favor.state import Phase, Setup
from rules.table import replay
from tests.device.tables import resumed_game

from . import scripted_game
from .scripted_game import SCRIPT

SETUP = Setup(("Ann", "Bob"))


def kill_and_check(journal: Path, delay_s: float) -> int:
    """Run the script, kill it `delay_s` after its start, check what it left; gives the actions committed."""
    process = subprocess.Popen(
        [sys.executable, scripted_game.__file__, str(journal)],
        cwd=Path(__file__).resolve().parents[2],
        env={"PYTHONPATH": ".", "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    resumed_at = int(process.stdout.readline() or 0)
    time.sleep(delay_s)
    process.kill()
    told, complaint = process.communicate()
    assert complaint == ""
    acknowledged = max([resumed_at, *(int(line) for line in told.splitlines() if line.strip())])
    with Journal.open(journal) as opened:
        (game,) = opened.games()
        committed = tuple(CODEC.decode(entry) for entry in opened.actions(game.id))
        table = resumed_game(opened)
    assert committed == SCRIPT[: len(committed)], "an action was lost, doubled or changed"
    assert len(committed) >= acknowledged, "an action that was told as committed is lost"
    assert table.state == replay(FavorGame(), SETUP, committed)
    return len(committed)


def kill_often(folder: Path, kills: int, seed: int) -> list[int]:
    """Kill `kills` times, with a new journal whenever the script was played to its end."""
    rng = random.Random(seed)
    lengths = []
    journal = folder / "0.sqlite"
    for number in range(kills):
        # The whole script takes some tens of ms; most kills must fall inside it.
        lengths.append(kill_and_check(journal, rng.choice([0.0, rng.uniform(0, 0.01), rng.uniform(0, 0.12)])))
        if lengths[-1] == len(SCRIPT):
            journal = folder / f"{number + 1}.sqlite"
    return lengths


def test_a_game_killed_at_random_moments_loses_and_doubles_nothing(tmp_path: Path) -> None:
    lengths = kill_often(tmp_path, kills=15, seed=1)
    assert len(set(lengths)) > 1, "no kill fell inside the game"


@pytest.mark.long
def test_a_game_killed_at_200_random_moments_loses_and_doubles_nothing(tmp_path: Path) -> None:
    lengths = kill_often(tmp_path, kills=200, seed=2)
    inside = [length for length in lengths if length < len(SCRIPT)]
    print(f"{len(lengths)} kills, {len(inside)} inside the game, at {len(set(inside))} different lengths")
    assert len(set(inside)) >= len(SCRIPT) // 2


def test_the_script_played_without_a_kill_is_a_whole_game(tmp_path: Path) -> None:
    scripted_game.main(str(tmp_path / "journal.sqlite"))
    with Journal.open(tmp_path / "journal.sqlite", readonly=True) as opened:
        (game,) = opened.games()
        committed = tuple(CODEC.decode(entry) for entry in opened.actions(game.id))
        assert committed == SCRIPT
        assert replay(FavorGame(), SETUP, committed).phase is Phase.COURT
