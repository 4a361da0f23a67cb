"""Dice that enter, leave or are thrown again within a turn (rulebook, Play, Scarab Tokens, Tile
Reference).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.favor.actions import (
    REROLL_TOKEN,
    Brought,
    Locked,
    Replaced,
    Rerolled,
    Rolled,
    Token,
    TokenDrawn,
    Used,
)
from rules.favor.dice import Kind
from rules.favor.powers.bringing import BRINGING
from rules.favor.state import Growing, Phase, Tokens

from .playing import GAME
from .situations import (
    adjusted,
    after,
    allowed,
    begun,
    dice,
    die,
    drawn,
    locked,
    lying,
    option_of,
    refusal,
    shows,
    table,
)

FIXED = {"worker": "1", "guard": "2", "soldier": "3", "overseer": "4", "charioteer": "5", "embalmer": "6"}
ONE_REROLL = Tokens(reroll=1)


@pytest.mark.parametrize(("tile", "face"), FIXED.items())
def test_tiles_that_bring_a_die_bring_it_after_a_roll_with_their_value(tile: str, face: str) -> None:
    state = after(lying("1 4", tile), Brought(tile, die(face)))
    assert shows(state, f"1 4 {face}")
    assert state.used == (tile,)
    other = "6" if face != "6" else "5"
    violation = refusal(lying("1 4", tile), Brought(tile, die(other)))
    assert violation.reason.endswith(f"brings a {face}, not a {other}")


@pytest.mark.parametrize("tile", BRINGING)
def test_powers_tiles_that_bring_dice_in_after_a_roll_add_none_to_the_start_of_the_turn(tile: str) -> None:
    state = drawn(begun(table(tile)))
    assert state.rolls == 0
    violation = refusal(state, Brought(tile, die(FIXED.get(tile, "1"))))
    assert violation.reason == "dice are brought into play after a roll, not to start the turn"
    assert violation.section == "Powers"


@pytest.mark.parametrize("tile", FIXED)
def test_powers_a_tile_brings_one_die_a_turn(tile: str) -> None:
    state = after(lying("1 4", tile), Brought(tile, die(FIXED[tile])))
    assert "was used already this turn" in refusal(state, Brought(tile, die(FIXED[tile]))).reason


def test_a_die_brought_in_may_be_adjusted_locked_or_rerolled_normally() -> None:
    state = after(lying("1 4", "guard", "servant", tokens=ONE_REROLL), Brought("guard", die("2")))
    assert allowed(state, adjusted("servant", "2>5"))
    assert allowed(state, Locked(dice("2")))
    assert allowed(state, Rerolled(REROLL_TOKEN, dice("2")))
    state = after(state, Locked(dice("4")))
    assert state.to_roll == (Kind.STANDARD, Kind.STANDARD)


def test_play_a_die_is_brought_in_when_all_dice_are_locked_too() -> None:
    """Play: until all active dice are locked and you don't wish to bring any more dice into play."""
    state = locked("5 5 5", "guard")
    assert state.phase is Phase.CLAIM
    state = after(state, Brought("guard", die("2")))
    assert shows(state, "2")
    assert allowed(state, Locked(dice("2")))
    assert allowed(state, Rolled(dice("6")))
    assert after(state, Locked(dice("2"))).pyramid == dice("5 5 5 2")


def test_queen_brings_a_die_of_any_value() -> None:
    state = lying("1", "queen")
    assert all(allowed(state, Brought("queen", die(str(face)))) for face in range(1, 7))
    assert refusal(state, Brought("queen", die("immediate:3"))).reason == (
        "the Queen brings a Standard die, not an Immediate 3"
    )


@pytest.mark.parametrize("tile", ["estate-overseer", "granary-master"])
def test_the_growing_die_enters_with_1_after_the_first_roll_and_grows_by_1_each_roll(tile: str) -> None:
    state = lying("1 4 6", tile)
    assert state.growing == (Growing(tile, 1),)
    assert allowed(state, Brought(tile, die("1")))
    assert not allowed(state, Brought(tile, die("2")))
    state = after(state, Locked(dice("6")), Rolled(dice("3 3")))
    assert not allowed(state, Brought(tile, die("1")))
    state = after(state, Brought(tile, die("2")))
    assert shows(state, "3 3 2")
    assert state.growing == ()
    assert not allowed(state, Brought(tile, die("2")))


def test_the_growing_die_does_not_grow_by_a_reroll_and_stops_at_6() -> None:
    state = lying("1 1 1 1 1 1 1 1", "granary-master", tokens=ONE_REROLL)
    state = after(state, Rerolled(REROLL_TOKEN, dice("1")), Rolled(dice("2")))
    assert state.growing[0].value == 1
    for left in range(7, 0, -1):
        state = after(state, Locked(state.active[:1]), Rolled(dice(" ".join(["1"] * left))))
    assert state.growing == (Growing("granary-master", 6),)
    assert after(state, Brought("granary-master", die("6"))).growing == ()


@pytest.mark.parametrize("tile", ["spirit-of-the-dead", "priest-of-the-dead"])
def test_the_dead_lock_a_die_of_any_face_once_all_rolled_dice_are_locked(tile: str) -> None:
    state = lying("5 5", tile)
    early = refusal(state, Brought(tile, die("5")))
    assert early.reason.endswith("acts when all rolled dice are locked")
    half = after(state, Locked(dice("5")))
    assert not allowed(half, Brought(tile, die("5")))
    state = after(state, Locked(dice("5 5")))
    assert all(allowed(state, Brought(tile, die(str(face)))) for face in range(1, 7))
    state = after(state, Brought(tile, die("5")))
    assert (state.active, state.pyramid) == ((), dice("5 5 5"))


def test_the_dead_wait_for_dice_that_are_still_to_be_rolled() -> None:
    state = after(locked("5 5", "herder", "priest-of-the-dead"), Used("herder"))
    assert not allowed(state, Brought("priest-of-the-dead", die("5")))
    state = after(state, Rolled(dice("2")), Locked(dice("2")))
    assert allowed(state, Brought("priest-of-the-dead", die("5")))


def test_spirit_of_the_dead_is_used_once_a_game_and_priest_of_the_dead_once_a_turn() -> None:
    state = after(
        locked("5 5", "spirit-of-the-dead", "priest-of-the-dead"),
        Brought("spirit-of-the-dead", die("5")),
        Brought("priest-of-the-dead", die("5")),
    )
    assert state.player.spent == ("spirit-of-the-dead",)
    assert state.used == ("priest-of-the-dead",)
    assert "face down" in refusal(state, Brought("spirit-of-the-dead", die("1"))).reason


@pytest.mark.parametrize(
    ("was", "by"), [("6", "1 5"), ("6", "3 3"), ("2", "1 1"), ("noble:5", "2 3"), ("immediate:4", "1 3")]
)
def test_surveyor_replaces_1_active_die_with_2_immediate_dice_of_the_same_sum(was: str, by: str) -> None:
    pair = dice(" ".join(f"immediate:{face}" for face in by.split()))
    state = after(lying(f"{was} 1", "surveyor"), Replaced("surveyor", dice(was), pair))
    assert sorted(state.active) == sorted((*dice("1"), *pair))
    assert state.phase is Phase.LOCK


@pytest.mark.parametrize(
    ("was", "by", "reason"),
    [
        ("6", "immediate:1 immediate:4", "the two Immediate dice must sum to 6, not 5"),
        ("6", "1 5", "the Surveyor brings two Immediate dice"),
        ("6", "immediate:6", "the Surveyor brings two Immediate dice"),
        ("6 1", "immediate:1 immediate:6", "the Surveyor replaces one active die, not two"),
        (
            "voyage:star",
            "immediate:1 immediate:1",
            "a Voyage star has no pips that two dice could sum to",
        ),
    ],
)
def test_surveyor_brings_nothing_else(was: str, by: str, reason: str) -> None:
    violation = refusal(lying("6 1 voyage:star", "surveyor"), Replaced("surveyor", dice(was), dice(by)))
    assert (violation.reason, violation.section) == (reason, "Level 6 Tiles")


def test_surveyor_finds_nothing_in_1s_and_symbols() -> None:
    assert option_of(lying("1 voyage:blocked artisan:star", "surveyor"), "surveyor") is None


def test_surveyors_dice_may_be_adjusted_but_must_be_locked_before_the_next_roll() -> None:
    state = lying("6 1 1", "surveyor", "servant")
    state = after(state, Locked(dice("1")))
    assert state.phase is Phase.ROLL
    state = after(state, Replaced("surveyor", dice("6"), dice("immediate:3 immediate:3")))
    assert state.phase is Phase.LOCK
    assert refusal(state, Rolled(dice("1"))).reason == (
        "every Immediate die must be locked; two Immediate dice left"
    )
    assert allowed(state, adjusted("servant", "immediate:3>immediate:5"))
    state = after(state, Locked(dice("immediate:3 immediate:3")))
    assert state.to_roll == (Kind.STANDARD,)


def test_royal_mother_replaces_immediate_and_serf_dice_with_tokens_and_standard_dice_to_roll() -> None:
    state = lying("1 immediate:2 immediate:3 serf:1", "royal-mother")
    put_away = Replaced("royal-mother", dice("immediate:2 serf:1"))
    state = after(state, put_away)
    assert (state.phase, state.owed) == (Phase.DRAW, (2, 0))
    state = after(state, TokenDrawn(Token.PIP), TokenDrawn(Token.REROLL))
    assert shows(state, "1 immediate:3")
    state = after(state, Locked(dice("immediate:3")))
    assert state.to_roll == (Kind.STANDARD,) * 3
    assert not allowed(state, put_away)


def test_royal_mother_replaces_no_other_dice() -> None:
    state = lying("1 immediate:2 artisan:5", "royal-mother")
    assert refusal(state, Replaced("royal-mother", dice("1"))).reason == (
        "the Royal Mother replaces Immediate and Serf dice, not a Standard 1"
    )
    assert not allowed(state, Replaced("royal-mother", dice("artisan:5")))
    assert not allowed(state, Replaced("royal-mother", ()))
    assert not allowed(state, Replaced("royal-mother", dice("immediate:2"), dice("1")))


def test_royal_mother_may_take_all_active_dice_and_the_turn_goes_on_with_a_roll() -> None:
    state = drawn(
        after(
            lying("immediate:1 immediate:1", "royal-mother"),
            Replaced("royal-mother", dice("immediate:1 immediate:1")),
        )
    )
    assert (state.phase, state.to_roll) == (Phase.ROLL, (Kind.STANDARD, Kind.STANDARD))


def test_scarab_tokens_a_reroll_token_rerolls_one_active_die_and_is_discarded() -> None:
    state = after(lying("1 2 immediate:1", tokens=ONE_REROLL), Rerolled(REROLL_TOKEN, dice("immediate:1")))
    assert (state.phase, state.to_roll) == (Phase.REROLL, (Kind.IMMEDIATE,))
    assert refusal(state, Locked(dice("1"))).reason == "the table waits for the dice that are rolled again"
    assert not allowed(state, Rolled(dice("4")))
    state = after(state, Rolled(dice("immediate:6")))
    assert shows(state, "1 2 immediate:6")
    assert (state.phase, state.discarded, state.rolls) == (Phase.LOCK, ONE_REROLL, 1)
    assert not allowed(state, Rerolled(REROLL_TOKEN, dice("1")))


def test_scarab_tokens_a_reroll_token_is_for_one_die() -> None:
    state = lying("1 2", tokens=Tokens(reroll=2), locked="5")
    assert refusal(state, Rerolled(REROLL_TOKEN, dice("1 2"))).reason == (
        "a Reroll token rerolls one active die, not two"
    )
    assert refusal(state, Rerolled(REROLL_TOKEN, ())).reason == "at least one die is to be rerolled"
    assert refusal(state, Rerolled(REROLL_TOKEN, dice("5"))).reason == "the active dice have no Standard 5"


def test_scarab_tokens_when_they_run_out_the_discarded_ones_are_reshuffled() -> None:
    state = lying("1 2", "grain-merchant", tokens=ONE_REROLL)
    state = replace(state, supply=Tokens(), discarded=Tokens(reroll=3, pip=1))
    state = after(state, Rerolled("grain-merchant", dice("1")), Rolled(dice("3")))
    assert (state.phase, state.supply, state.discarded) == (Phase.DRAW, Tokens(3, 1), Tokens())


def test_grain_merchant_rerolls_1_or_more_active_dice_and_then_gains_1_token() -> None:
    state = after(lying("1 2 2 3", "grain-merchant"), Rerolled("grain-merchant", dice("2 2 1")))
    assert state.to_roll == (Kind.STANDARD,) * 3
    assert state.active == dice("3")
    state = after(state, Rolled(dice("6 6 6")))
    assert (state.phase, state.owed) == (Phase.DRAW, (1, 0))
    state = after(state, TokenDrawn(Token.PIP))
    assert shows(state, "3 6 6 6")
    assert not allowed(state, Rerolled("grain-merchant", dice("6")))


def test_other_tiles_neither_bring_nor_replace_nor_reroll() -> None:
    state = lying("1 2", "servant")
    assert refusal(state, Brought("servant", die("1"))).reason == "the Servant brings no die into play"
    assert refusal(state, Replaced("servant", dice("1"))).reason == "the Servant replaces no dice"
    assert refusal(state, Rerolled("servant", dice("1"))).reason == "the Servant rerolls no dice"


def test_what_is_offered_for_each_of_these_is_allowed() -> None:
    state = lying(
        "1 4 immediate:3 serf:2 6", "surveyor", "royal-mother", "grain-merchant", *FIXED, tokens=ONE_REROLL
    )
    found = [move for move in GAME.moves(state) if isinstance(move, Brought | Replaced | Rerolled)]
    assert len({type(move) for move in found}) == 3
    assert all(allowed(state, move) for move in found)
