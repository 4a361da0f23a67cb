"""The rulebook's sample turn, step by step, to its 2-2-2-2-2-4 and the Overseer (rulebook, Sample Turn)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.favor.actions import (
    ARTISAN_STAR,
    PIP_TOKEN,
    REROLL_TOKEN,
    Brought,
    Claimed,
    FavorAction,
    Locked,
    Rerolled,
    Rolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import Kind
from rules.favor.state import Phase, State, Tokens

from .playing import GAME
from .situations import adjusted, allowed, begun, dice, die, refusal, shows, table

TILES = ("guard", "soothsayer", "builder", "artisan")

TURN: tuple[FavorAction, ...] = (
    TokenDrawn(Token.PIP),
    # First roll: the Immediate 2 is locked as required, the Guard's die stays on its tile.
    Rolled(dice("immediate:2 1 4 6 artisan:3")),
    Locked(dice("immediate:2")),
    # Second roll: 1 pip from the Standard 4 to the Standard 1, and the 2 is locked.
    Rolled(dice("1 4 5 artisan:5")),
    adjusted("soothsayer", "4>3 1>2"),
    Locked(dice("2")),
    # Third roll: the +1 token makes a 1 a 2, the Artisan die's star a 6 a 2; both are locked.
    Rolled(dice("1 6 artisan:star")),
    adjusted(PIP_TOKEN, "1>2"),
    adjusted(ARTISAN_STAR, "6>2"),
    Locked(dice("2 2")),
    # Fourth roll: the Guard's 2 comes in and is locked.
    Rolled(dice("artisan:6")),
    Brought("guard", die("2")),
    Locked(dice("2")),
    # Fifth roll: a 3, rerolled with the token, becomes a 4, which must be locked.
    Rolled(dice("artisan:3")),
    Rerolled(REROLL_TOKEN, dice("artisan:3")),
    Rolled(dice("artisan:4")),
    Locked(dice("artisan:4")),
    Claimed("overseer"),
)


def states() -> Iterator[tuple[FavorAction, State, State]]:
    """Each step with the states before and after it."""
    # Three Standard dice, and those of her Builder and Artisan.
    state = begun(table(*TILES, tokens=Tokens(reroll=1), laid=("overseer",)))
    for action in TURN:
        after = GAME.apply(state, action)
        yield action, state, after
        state = after


def test_claras_turn_is_played_as_the_rulebook_tells_it() -> None:
    state = [after for _, _, after in states()][-1]
    assert sorted(one.face for one in state.pyramid) == ["2", "2", "2", "2", "2", "4"]
    assert state.player.tiles == (*TILES, "overseer")
    assert state.player.tokens == Tokens()
    assert (state.phase, state.done) == (Phase.END, True)
    assert GAME.legal(state)[-1].words == "end the turn"


def test_claras_every_step_was_offered() -> None:
    for action, before, _ in states():
        kinds = {option.kind for option in GAME.legal(before)}
        assert type(action) in kinds
        if not isinstance(action, Rolled):
            offered = {_unordered(move) for move in GAME.moves(before)}
            assert _unordered(action) in offered


def test_claras_dice_are_those_that_she_begins_with() -> None:
    rolls = [before.to_roll for action, before, _ in states() if isinstance(action, Rolled)]
    standard, artisan = Kind.STANDARD, Kind.ARTISAN
    assert sorted(rolls[0]) == sorted([standard] * 3 + [Kind.IMMEDIATE, artisan])
    assert [len(roll) for roll in rolls] == [5, 4, 3, 1, 1, 1]


def test_clara_must_lock_the_immediate_2_and_her_last_die() -> None:
    steps = list(states())
    rolled = steps[1][2]
    only = GAME.apply(rolled, Locked(dice("1")))
    assert "every Immediate die must be locked" in refusal(only, Rolled(dice("2 3 artisan:3"))).reason
    last = steps[-3][2]
    assert (last.phase, shows(last, "artisan:4")) == (Phase.LOCK, True)
    assert not allowed(last, Claimed("overseer"))


def test_clara_could_not_have_used_her_soothsayer_or_guard_twice() -> None:
    after_second = next(after for action, _, after in states() if action == adjusted("soothsayer", "4>3 1>2"))
    again = replace(after_second, active=dice("4 1"))
    assert refusal(again, adjusted("soothsayer", "4>3 1>2")).section == "Powers"
    brought = next(after for action, _, after in states() if isinstance(action, Brought))
    assert refusal(brought, Brought("guard", die("2"))).section == "Powers"


def _unordered(action: FavorAction) -> str:
    return repr(sorted(repr(action).replace("(", " ").replace(")", " ").replace(",", " ").split()))
