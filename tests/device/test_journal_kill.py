from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from device.errors import JournalMissingError
from device.journal import Journal

ROOT = Path(__file__).parents[2]

PLAYER = """
import json, os, sys
from pathlib import Path
from device.journal import Journal

with Journal.open(Path(sys.argv[1])) as journal:
    os.write(1, b"open\\n")
    for number, line in enumerate(sys.stdin):
        name, *arguments = json.loads(line)
        getattr(journal, name)(*arguments)
        os.write(1, b"%d\\n" % number)
"""

Games: TypeAlias = list[tuple[bool, list[dict[str, Any]]]]
"""What a journal should hold: of each game whether it is finished, and its actions."""

Step: TypeAlias = tuple[Any, ...]
"""A method of the journal and its arguments."""


def scripted(games: Games, count: int, chance: random.Random) -> list[tuple[Step, Games]]:
    """Steps that continue from `games`, each with what the journal should hold after it."""
    steps: list[tuple[Step, Games]] = []
    for number in range(count):
        games = [(finished, list(actions)) for finished, actions in games]
        last = len(games)
        what = chance.random()
        step: Step
        if not games or games[-1][0]:
            step = ("begin", "favor", {"seed": number})
            games.append((False, []))
        elif what < 0.02:
            step = ("finish", last)
            games[-1] = (True, games[-1][1])
        elif what < 0.15:
            step = ("undo", last)
            del games[-1][1][-1:]
        else:
            # The long ones make SQLite move its log into the file every so often.
            action = {"n": chance.getrandbits(40), "pad": "x" * chance.choice([10, 100, 60_000])}
            step = ("append", last, len(games[-1][1]), action)
            games[-1][1].append(action)
        steps.append((step, games))
    return steps


def held(path: Path) -> Games:
    try:
        with Journal.open(path, readonly=True) as journal:
            seen = [(game.finished, list(journal.actions(game.id))) for game in journal.games()]
    except JournalMissingError:
        seen = []
    with Journal.open(path) as journal:
        assert [(game.finished, list(journal.actions(game.id))) for game in journal.games()] == seen
    return seen


def kill_while_playing(path: Path, steps: list[tuple[Step, Games]], chance: random.Random) -> int:
    """Run the steps in a process, kill it at some moment, and return how many steps it acknowledged."""
    script = path.parent / "steps"
    script.write_text("".join(json.dumps(step) + "\n" for step, _ in steps))
    with (
        script.open() as source,
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)],
            cwd=ROOT,
            stdin=source,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        lines = []
        if chance.random() < 0.25:
            # About as long as a start takes: the kill may meet the making or the recovery of the journal.
            time.sleep(chance.uniform(0.03, 0.12))
        else:
            lines += [process.stdout.readline() for _ in range(chance.randint(1, 60))]
            time.sleep(chance.uniform(0, 0.015))
        process.kill()
        lines += process.stdout.readlines()
    assert lines == ["open\n", *(f"{number}\n" for number in range(len(lines) - 1))][: len(lines)]
    return max(0, len(lines) - 1)


def check_kills(path: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    games: Games = []
    for _ in range(rounds):
        steps = scripted(games, 200, chance)
        acknowledged = kill_while_playing(path, steps, chance)
        states = [games, *(after for _, after in steps)]
        games = held(path)
        # The one step that was under way may have been made or not; nothing else is open.
        assert games in states[acknowledged : acknowledged + 2]
    assert games


def test_a_journal_killed_at_random_moments_holds_exactly_what_was_acknowledged(tmp_path: Path) -> None:
    check_kills(tmp_path / "j", rounds=20, seed=1)


@pytest.mark.long
def test_a_journal_killed_two_hundred_times_holds_exactly_what_was_acknowledged(tmp_path: Path) -> None:
    check_kills(tmp_path / "j", rounds=200, seed=2)


def test_the_lock_of_a_killed_table_is_gone_with_it(tmp_path: Path) -> None:
    path = tmp_path / "j"
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    process.kill()
    process.communicate()
    with Journal.open(path) as journal:
        assert journal.games() == ()
