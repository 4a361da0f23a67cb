"""Random games of the engine, judged at every state by the slow oracle that was written from the rulebook."""

from __future__ import annotations

from itertools import count

import pytest

from rules.favor import actions as a
from tests.rules.favor.oracle.binding import TURN_TILES
from tests.rules.favor.oracle.box import ADJUSTING_FACES, BRINGS, BRINGS_ANY, GROWS, LAST_DIE, TILES
from tests.rules.favor.oracle.powers import CHANGERS
from tests.rules.favor.oracle.walk import Tally, walk

POWERS = {
    *CHANGERS, *map(":".join, ADJUSTING_FACES), a.PIP_TOKEN, a.REROLL_TOKEN, a.VOYAGE_REROLL,
    "grain-merchant", *BRINGS, BRINGS_ANY, *GROWS, *LAST_DIE, "surveyor", "royal-mother", *TURN_TILES,
}  # fmt: skip
KINDS = {
    kind.__name__
    for kind in (
        a.SideRolled, a.TileRolled, a.Begins, a.TokenDrawn, a.LeftOut, a.Rolled, a.Corrected, a.Adjusted,
        a.Rerolled, a.Brought, a.Replaced, a.Used, a.Locked, a.Borrowed, a.Claimed, a.Taken, a.Declined,
        a.Divided, a.Ended, a.Skipped, a.Contested,
    )
}  # fmt: skip


def compare(first_seed: int, states: int, scarce: bool = False) -> Tally:
    """Walk games from this seed on until so many states were compared."""
    tally = Tally()
    for seed in count(first_seed):
        walk(seed, tally, min(400 if scarce else 3000, states - tally.states), scarce=scarce)
        if tally.states >= states:
            return tally
    raise AssertionError


def test_engine_and_oracle_agree_on_some_thousand_states_of_random_games() -> None:
    tally = compare(first_seed=1, states=4000)
    assert tally.states >= 4000 and tally.games_ended >= 3
    assert len(tally.tiles_claimed) >= 15


def test_engine_and_oracle_agree_when_the_tokens_run_out() -> None:
    assert compare(first_seed=1, states=1200, scarce=True).supply_empty >= 20


@pytest.mark.long
def test_engine_and_oracle_agree_on_ten_thousand_states_with_few_tokens() -> None:
    assert compare(first_seed=5000, states=10_000, scarce=True).supply_empty >= 500


@pytest.mark.long
def test_engine_and_oracle_agree_on_two_hundred_thousand_states_with_all_tiles() -> None:
    tally = compare(first_seed=10_000, states=200_000)
    assert tally.states >= 200_000 and tally.games_ended >= 100
    assert set(tally.tiles_claimed) == set(TILES)
    assert {sort.partition(" ")[0] for sort in tally.sorts} == KINDS
    assert set(tally.tiles_used) >= POWERS
