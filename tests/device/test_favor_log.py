"""The game log in plain words."""

from __future__ import annotations

from typing import get_args

import pytest

from device.favor_log import told
from device.favor_words import in_words
from rules.favor.actions import (
    Adjusted,
    Begins,
    Borrowed,
    Brought,
    Change,
    Claimed,
    Contested,
    Corrected,
    Declined,
    Divided,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Overruled,
    Replaced,
    Rerolled,
    Rolled,
    Share,
    SideRolled,
    Skipped,
    Taken,
    TileRolled,
    Token,
    TokenDrawn,
    Unlocked,
    Used,
)
from rules.favor.dice import Kind
from rules.favor.state import Setup

from .favor_hands import dice

TWO = dice("2 5")
WORDS: list[tuple[FavorAction, str]] = [
    (SideRolled(3), "rolled 3 for a level bar's side"),
    (TileRolled(3), "rolled 3 for a tile"),
    (Begins(1), "seat 2 begins"),
    (TokenDrawn(Token.REROLL), "drew a Reroll token"),
    (LeftOut((Kind.STANDARD, Kind.SERF)), "left out 1 Standard and 1 Serf dice"),
    (Rolled(TWO), "rolled Standard 2, Standard 5"),
    (Corrected(*TWO), "corrected Standard 2 to Standard 5"),
    (Adjusted("servant", (Change(*TWO),)), "used the Servant: Standard 2 to Standard 5"),
    (Adjusted("pip-token", (Change(*TWO),)), "used a +1 Pip token: Standard 2 to Standard 5"),
    (Rerolled("reroll-token", TWO[:1]), "used a Reroll token to reroll Standard 2"),
    (Brought("guard", TWO[0]), "used the Guard: brought in a Standard 2"),
    (
        Replaced("surveyor", TWO[1:], dice("immediate:2 immediate:3")),
        "used the Surveyor: put Standard 5 away for Immediate 2, Immediate 3",
    ),
    (Replaced("royal-mother", dice("serf:1")), "used the Royal Mother: put Serf 1 away"),
    (Used("herder"), "used the Herder"),
    (Locked(TWO), "locked Standard 2, Standard 5"),
    (Unlocked(TWO), "moved Standard 2, Standard 5 back"),
    (Borrowed("servant", 1), "borrowed the Servant of seat 2"),
    (Claimed("omen"), "claimed the Omen"),
    (Taken("omen"), "took the Omen"),
    (Declined(), "took nothing more"),
    (
        Divided((Share(TWO[:1], "herder"), Share(TWO[1:], None))),
        "used the Treasure: claimed the Herder with Standard 2",
    ),
    (Ended(), "ended the turn"),
    (Skipped(), "is skipped: the roll cannot be beaten"),
    (Contested(), "rolls all the same"),
    (Overruled(Ended()), "by the table's word: ended the turn"),
]


@pytest.mark.parametrize(("action", "words"), WORDS)
def test_an_action_is_told_in_plain_words(action: FavorAction, words: str) -> None:
    assert in_words(action) == words


def test_every_kind_of_action_has_its_words_here() -> None:
    assert {type(action) for action, _ in WORDS} == set(get_args(FavorAction))


def test_the_log_names_who_did_what() -> None:
    actions: list[FavorAction] = [
        Begins(1),
        TokenDrawn(Token.PIP),
        Rolled(dice("2 5 2")),
        Overruled(Ended()),
        Rolled(dice("2 4 6")),
        Locked(dice("2 4 6")),
        Claimed("servant"),
        TokenDrawn(Token.REROLL),
        Ended(),
    ]
    assert told(Setup(("Ann", "Bob")), actions) == [
        "Bob begins",
        "Ann drew a +1 Pip token",
        "Bob rolled Standard 2, Standard 5, Standard 2",
        "Bob, by the table's word: ended the turn",
        "Ann rolled Standard 2, Standard 4, Standard 6",
        "Ann locked Standard 2, Standard 4, Standard 6",
        "Ann claimed the Servant",
        "Ann drew a Reroll token",
        "Ann ended the turn",
    ]


def test_the_log_of_a_set_up_says_what_the_dice_decided() -> None:
    actions: list[FavorAction] = [*(SideRolled(number) for number in (1, 2, 3, 4, 5)), TileRolled(2)]
    lines = told(Setup(("Ann", "Bob"), first_game=False), actions)
    assert lines[0] == "rolled 1 for a level bar's side – the bar is 3A"
    assert lines[4] == "rolled 5 for a level bar's side – the bar is 7A"
    assert lines[5] == "rolled 2 for a tile – the Guard"


def test_the_log_tells_who_has_the_pharaoh_and_who_wins() -> None:
    sevens = dice("6 6 6 6 6 6 6")
    actions: list[FavorAction] = [
        Begins(0),
        TokenDrawn(Token.PIP),
        Overruled(Rolled(sevens)),
        Locked(sevens),
        Claimed("queen"),
        Ended(),
        Skipped(),
    ]
    lines = told(Setup(("Ann", "Bob")), actions)
    assert lines[4] == "Ann claimed the Queen – Ann has the Pharaoh with Seven 6s"
    assert lines[6] == (
        "Bob is skipped: the roll cannot be beaten – the Pharaoh's favour goes to Ann with Seven 6s"
    )


def test_what_does_not_follow_the_rules_is_told_without_names() -> None:
    lines = told(Setup(("Ann", "Bob")), [Begins(0), Ended(), TokenDrawn(Token.PIP)])
    assert lines == ["Ann begins", "ended the turn", "drew a +1 Pip token"]
