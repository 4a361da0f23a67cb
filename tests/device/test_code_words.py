from __future__ import annotations

import random
from pathlib import Path

import pytest

from device.cli import main
from device.code_words import in_words
from device.journal import Journal
from rules.codec import to_json
from rules.pharaoh_code.actions import (
    CODEC,
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Laying,
    Passed,
    Relaid,
    Restocked,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.scores import winners
from rules.pharaoh_code.state import Setup
from rules.pharaoh_code.tiles import Colour
from tests.rules.pharaoh_code.playing import TILES, random_game

WORDS: list[tuple[CodeAction, str]] = [
    (Laid((Laying(0, 77), Laying(1, 33))), "laid 77 and 33"),
    (Relaid(Laying(1, 34)), "corrected the tile of space 2 to 34"),
    (Restocked(Colour.RED, 5), "counted 5 tiles in the red stack"),
    (Rolled(Roll(2, 5, 11)), "rolled 2, 5 and 11"),
    (Corrected(Roll(3, 5, 11)), "corrected the dice to 3, 5 and 11"),
    (Taken(1, 4, 3_240), "seat 2 took the tile of space 5 after 3.2 s"),
    (Passed(), "nobody took a tile"),
    (TimeUp(), "the sand ran out"),
    (Stated(1, "(5 - 2) × 11"), "stated '(5 - 2) × 11' for the tile of space 2"),
    (Judged(1, right=False), "judged the tile of space 2 wrong"),
    (Counted(0, 12, 3), "seat 1 counted 12 scarabs face up and 3 face down"),
]


@pytest.mark.parametrize(("action", "words"), WORDS)
def test_an_action_is_told_in_plain_words(action: CodeAction, words: str) -> None:
    assert in_words(action) == words


def test_a_game_is_told_from_the_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(tmp_path / "j.sqlite") as journal:
        game = journal.begin("pharaoh-code", {})
        for place, (action, _) in enumerate(WORDS):
            journal.append(game, place, CODEC.encode(action))
    assert main(["journal", "show", "--journal", str(tmp_path / "j.sqlite")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1)[1] for line in told[1 : 1 + len(WORDS)]] == [words for _, words in WORDS]
    assert told[2 + len(WORDS)] == "The game does not follow the rules: setup lacks the key 'players'"


def test_points_speed_and_what_was_missed_are_told_behind_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = Setup(("Ann", "Bob"), tiles=TILES)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        journal._db.execute("PRAGMA synchronous = OFF")
        game = journal.begin("pharaoh-code", to_json(setup))
        played = list(random_game(random.Random(4), setup))
        for place, (action, _) in enumerate(played):
            journal.append(game, place, CODEC.encode(action))
    state = played[-1][1]
    assert main(["journal", "show", "--journal", str(tmp_path / "j.sqlite")]) == 0
    told = capsys.readouterr().out.splitlines()
    behind = told[told.index("") + 1 :]
    names = [state.players[seat].name for seat in winners(state)]
    assert behind[0] == f"won by {' and '.join(names)}"
    assert behind[1].startswith(f"{names[0]}: ")
    assert "on average" in behind[1]
    assert behind[4] == "Nobody saw, round by round:"
    assert len(behind) == 5 + len(state.rounds)
