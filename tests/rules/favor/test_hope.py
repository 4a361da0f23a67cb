"""Who may be skipped in the roll-off: only who provably cannot beat the roll (ruling 11)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules.favor.hope import cannot_beat, most_dice
from rules.favor.rulings import Rulings
from rules.favor.state import Announced, Phase, State
from rules.favor.tiles import TILES

from .playing import GAME, random_action
from .situations import table


def against(
    count: int, value: int, *tiles: str, others: tuple[str, ...] = (), spent: tuple[str, ...] = ()
) -> bool:
    state = replace(
        table(*tiles, others=others, spent=spent), pharaoh=Announced(1, count, value), court=(), queen=1
    )
    return cannot_beat(state, 0)


def test_three_standard_dice_beat_three_5s_but_not_three_6s() -> None:
    assert not against(3, 5)
    assert against(3, 6)
    assert not against(2, 6)


@pytest.mark.parametrize(
    ("tile", "more"),
    [
        ("farmer", 1), ("guard", 1), ("palace-servants", 2), ("general", 2), ("palace-key", 2),
        ("royal-decree", 3), ("ancestral-guidance", 1), ("spirit-of-the-dead", 1), ("priest-of-the-dead",
        1), ("herder", 1), ("queen", 1), ("estate-overseer", 1), ("granary-master", 2), ("surveyor", 1),
        ("ship-captain", 2), ("servant", 0), ("pharaohs-gift", 0), ("royal-mother", 0), ("burial-mask",
        0), ("artisan", 1),
    ],
)  # fmt: skip
def test_each_tile_counts_for_the_dice_that_it_may_add(tile: str, more: int) -> None:
    assert against(3 + more, 6, tile)
    assert not against(3 + more, 5, tile)


@pytest.mark.parametrize(
    ("tile", "values"),
    [("serf", {1, 2, 3, 4}), ("noble-adoption", {3, 4, 5, 6}), ("conspirator", {1, 2, 3, 4, 5}),
     ("grand-vizier", {2, 3, 4, 5, 6}), ("artisan", {1, 2, 3, 4, 5, 6})],
)  # fmt: skip
def test_custom_dice_count_only_for_values_that_they_have(tile: str, values: set[int]) -> None:
    state = table(tile)
    assert {value for value in range(1, 7) if most_dice(state, 0, value) == 4} == values


def test_a_red_tile_that_lies_face_down_counts_no_more() -> None:
    assert against(4, 6, "palace-key", spent=("palace-key",))
    assert not against(4, 6, "palace-key")


def test_a_tile_that_the_decree_die_may_borrow_counts() -> None:
    assert against(4, 6, "grand-vizier")
    assert not against(4, 6, "grand-vizier", others=("guard",))
    assert against(4, 6, "grand-vizier", others=("farmer", "palace-key"))


def test_the_royal_mother_makes_a_serf_a_standard_die() -> None:
    assert against(4, 4, "serf")
    assert not against(4, 4, "serf", "royal-mother")


def test_the_surveyor_gains_two_of_a_die_that_cannot_show_the_value() -> None:
    state = table("serf", "surveyor")
    assert most_dice(state, 0, 6) == 5
    assert most_dice(state, 0, 4) == 5


def play_out(seed: int) -> int:
    """One turn of the roll-off by chance, with any tiles; the dice of the best value beyond the bound:
    never any.
    """
    rng = random.Random(seed)
    tiles = rng.sample(sorted(set(TILES) - {"royal-death"}), rng.randint(0, 9))
    others = rng.sample(sorted(TILES), 5)
    state: State = replace(
        table(*tiles, others=others, rulings=Rulings(skip_hopeless=False)),
        court=(),
        queen=1,
        pharaoh=Announced(1, 20, 6),
        phase=Phase.ROLL,
    )
    bounds = [most_dice(state, 0, value) for value in range(1, 7)]
    from rules.favor.flow import settle
    from rules.favor.starting import start_turn

    state = settle(start_turn(state, 0))
    spent = 0
    while state.phase is not Phase.COURT and spent < 300:
        action = random_action(rng, state)
        assert action is not None
        before, state, spent = state, GAME.apply(state, action), spent + 1
        shown = [die.value for die in before.pyramid]
        assert all(shown.count(value) <= bounds[value - 1] for value in range(1, 7)), (seed, tiles)
    return spent


def test_no_turn_by_chance_ends_with_more_dice_than_the_proof_allows() -> None:
    assert sum(play_out(seed) for seed in range(150)) > 1500
