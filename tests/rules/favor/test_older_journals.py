"""Games that were begun when the engine knew no powers yet: they go on, or it is said why not."""

from __future__ import annotations

from typing import Any

import pytest

from rules.codec import from_json
from rules.errors import Violation
from rules.favor.actions import CODEC
from rules.favor.rulings import Rulings
from rules.favor.state import Phase, Setup, State
from rules.table import replay

from .playing import GAME

SETUP = {"players": ["Ann", "Bob"], "first_game": True}
"""A set-up as it was written then, without rulings."""


def die(face: str, kind: str = "standard") -> dict[str, str]:
    return {"kind": kind, "face": face}


def turn(*faces: str, claim: str | None = None, tokens: int = 0, kinds: str = "") -> list[dict[str, Any]]:
    """One turn as a journal holds it: a roll, all locked at once, a claim, its tokens, the end."""
    dice = [*(die(face) for face in faces), *(die("3", kind) for kind in kinds.split())]
    claims = [{"do": "claimed", "tile": claim}] if claim else []
    drawn = [{"do": "tokendrawn", "token": "reroll"}] * tokens
    return [{"do": "rolled", "dice": dice}, {"do": "locked", "dice": dice}, *claims, *drawn, {"do": "ended"}]


BEGUN: list[dict[str, Any]] = [{"do": "begins", "seat": 0}, {"do": "tokendrawn", "token": "pip"}]


def resumed(*entries: dict[str, Any]) -> State:
    return replay(GAME, from_json(Setup, SETUP), [CODEC.decode(entry) for entry in (*BEGUN, *entries)])


def test_a_game_without_powers_goes_on_as_it_stood() -> None:
    state = resumed(
        *turn("5", "5", "5", claim="farmer"),
        *turn("2", "4", "6", claim="servant", tokens=1),
        *turn("4", "4", "2", "2", claim="omen", tokens=2)[:-1],
    )
    assert (state.current, state.phase) == (0, Phase.END)
    assert state.player.tiles == ("farmer", "omen")
    assert state.rulings == Rulings()


def test_a_misread_die_that_was_corrected_and_locks_one_by_one_are_replayed() -> None:
    state = resumed(
        {"do": "rolled", "dice": [die("2"), die("5"), die("2")]},
        {"do": "corrected", "was": die("5"), "now": die("4")},
        {"do": "locked", "dice": [die("2"), die("2")]},
        {"do": "rolled", "dice": [die("6")]},
        {"do": "locked", "dice": [die("6")]},
    )
    assert state.phase is Phase.CLAIM


def test_a_game_that_left_out_what_the_rules_now_ask_for_is_refused_with_the_reason() -> None:
    """The Builder's token was not drawn then."""
    with pytest.raises(Violation, match="the table waits for a token to be drawn") as caught:
        resumed(
            *turn("5", "5", "5", claim="farmer"),
            *turn("1", "2", "4", claim="herder"),
            *turn("1", "2", "3", "4", claim="builder"),
            *turn("1", "1", "3", claim="farmer"),
            *turn("1", "1", "3", "3", kinds="immediate", claim="servant"),
        )
    assert caught.value.section == "Scarab Tokens"
