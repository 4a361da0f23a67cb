"""The table's last word: what the rules refuse may count all the same, and stays in the journal as such."""

from __future__ import annotations

import json

import pytest

from rules.errors import CodecError, Violation
from rules.favor.actions import (
    CODEC,
    Begins,
    Brought,
    Claimed,
    Contested,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Overruled,
    Rolled,
    Skipped,
    Taken,
    Unlocked,
    Used,
)
from rules.favor.dice import Kind
from rules.favor.state import Phase, State, Tokens

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
    refusal,
    shows,
    table,
)


def test_a_die_too_many_in_the_tray_is_named_and_may_count() -> None:
    state = begun(table())
    rolled = Rolled(dice("1 2 3 4"))
    assert refusal(state, rolled).reason == "to be rolled are 3 Standard dice, not 4 Standard dice"
    state = after(state, Overruled(rolled))
    assert (state.phase, state.active) == (Phase.LOCK, dice("1 2 3 4"))


def test_an_immediate_die_that_was_rerolled_is_named_and_may_count() -> None:
    state = after(lying("1 2 immediate:3"), Locked(dice("1")))
    rolled = Rolled(dice("5 immediate:6"))
    assert refusal(state, rolled).reason == "every Immediate die must be locked; one Immediate die left"
    state = after(state, Overruled(rolled))
    assert shows(state, "5 immediate:6")
    assert state.pyramid == dice("1")


def test_a_roll_without_a_lock_before_is_named_and_may_count() -> None:
    state = lying("1 2 3")
    assert refusal(state, Rolled(dice("4 5 6"))).reason == "the table waits for at least one die to be locked"
    assert shows(after(state, Overruled(Rolled(dice("4 5 6")))), "4 5 6")
    state = after(state, Overruled(Locked(())))
    assert (state.phase, state.to_roll) == (Phase.ROLL, (Kind.STANDARD,) * 3)


def test_a_locked_die_moved_back_is_named_and_may_count() -> None:
    state = after(lying("1 2 6"), Locked(dice("1 2")))
    back = Unlocked(dice("1"))
    assert refusal(state, back).reason == "locked dice may not be brought back into play"
    assert refusal(state, back).section == "Play"
    state = after(state, Overruled(back))
    assert (state.pyramid, shows(state, "6 1")) == (dice("2"), True)
    state = after(state, Overruled(Unlocked(dice("2"))))
    assert (state.pyramid, state.phase) == ((), Phase.LOCK)


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (lying("1 5", "servant"), adjusted("servant", "1>6")),
        (lying("1 5", tokens=Tokens(pip=1)), adjusted("pip-token", "1>5")),
        (lying("1 5", "guard"), Brought("guard", die("5"))),
        (begun(table("guard")), Brought("guard", die("2"))),
        (lying("1 5", "herder"), Used("herder")),
        (lying("1 5", "palace-key", spent=("palace-key",)), Used("palace-key")),
        (locked("1 2 4"), Claimed("worker")),
        (lying("1 2 4"), Claimed("worker")),
        (lying("1 2 4"), Ended()),
        (after(locked("5 5 5"), Claimed("farmer")), Claimed("worker")),
    ],
)
def test_what_the_rules_refuse_may_count(state: State, action: FavorAction) -> None:
    assert not allowed(state, action)
    assert after(state, Overruled(action)) != state


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (lying("1 5"), adjusted("servant", "1>3")),
        (lying("1 5"), adjusted("pip-token", "1>2")),
        (lying("1 5", "servant"), adjusted("servant", "6>1")),
        (lying("1 5"), Locked(dice("6"))),
        (lying("1 5", "servant"), adjusted("servant", "1>immediate:1")),
        (locked("5 5 5", "farmer"), Claimed("farmer")),
        (locked("5 5 5"), Claimed("guard")),
        (lying("1 5"), Unlocked(dice("5"))),
        (lying("1 5"), Unlocked(())),
        (lying("1 5"), Begins(1)),
        (lying("1 5"), Taken("farmer")),
        (lying("1 5"), Contested()),
        (lying("1 5"), LeftOut((Kind.STANDARD,))),
        (begun(table("beggar")), Rolled(dice("1 2 3"))),
    ],
)
def test_what_cannot_be_done_at_all_is_still_refused(state: State, action: FavorAction) -> None:
    plain, anyway = refusal(state, action), refusal(state, Overruled(action))
    assert anyway.reason == plain.reason


def test_what_the_rules_allow_needs_no_overruling() -> None:
    state = lying("1 5")
    assert refusal(state, Overruled(Locked(dice("1")))).reason == (
        "the rules allow this: there is nothing to overrule"
    )


def test_a_player_may_be_skipped_by_the_tables_word() -> None:
    state = after(locked("4 4 4 4 4 4 4", others=("general", "farmer", "artisan")), Claimed("queen"), Ended())
    assert (state.phase, state.current) == (Phase.ROLL, 1)
    assert refusal(state, Skipped()).section == "Play"
    state = after(state, Overruled(Skipped()))
    assert state.phase is Phase.COURT


def test_an_unfinished_turn_may_be_ended() -> None:
    state = after(lying("1 5 6"), Overruled(Ended()))
    assert (state.current, state.active, state.to_roll) == (1, (), (Kind.STANDARD,) * 3)


def test_tiles_and_tokens_stay_whole_when_a_claim_is_overruled() -> None:
    state = drawn(after(lying("1 2 4"), Overruled(Claimed("servant"))))
    stack = state.stack("servant")
    assert stack is not None and stack.left == 1
    assert (state.player.tiles, state.player.tokens.total, state.active) == (("servant",), 1, ())


def test_an_overruled_action_has_a_json_form_of_its_own() -> None:
    action = Overruled(adjusted("servant", "1>6"))
    data = json.loads(json.dumps(CODEC.encode(action)))
    assert data["do"] == "overruled"
    assert data["action"]["do"] == "adjusted"
    assert CODEC.decode(data) == action


@pytest.mark.parametrize(
    "data",
    [
        {"do": "overruled"},
        {"do": "overruled", "action": 3},
        {"do": "overruled", "action": {"do": "overruled", "action": {"do": "ended"}}},
        {"do": "overruled", "action": {"do": "ended"}, "more": 1},
        {"do": "overruled", "action": {"do": "sneezed"}},
    ],
)
def test_a_broken_overrule_is_refused_in_one_line(data: object) -> None:
    with pytest.raises(CodecError) as caught:
        CODEC.decode(data)
    assert "\n" not in str(caught.value)


def test_a_refused_overrule_leaves_the_state_as_it_was() -> None:
    state = lying("1 5")
    with pytest.raises(Violation):
        GAME.apply(state, Overruled(Locked(dice("6"))))
    assert state == lying("1 5")
