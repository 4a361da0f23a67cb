from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules.pharao.pieces import SEALS_OF_A_COLOUR
from rules.pharao.scoring import score
from rules.pharao.state import Phase

from .ledger import Ledger
from .world import GAME, World, random_setup


def play_beside_a_ledger(seeds: range, *, seals_given: bool = False) -> set[Phase]:
    """Random games that a scorekeeper follows; with `seals_given` the supply is nearly empty at first."""
    reached = set()
    for seed in seeds:
        rng = random.Random(seed)
        setup = random_setup(rng)
        world, ledger = World(rng, setup), Ledger(setup)
        state = GAME.start(setup)
        if seals_given:
            given = [[0] * 4 for _ in setup.players]
            for colour in range(4):
                for _ in range(SEALS_OF_A_COLOUR - rng.randint(0, 1)):
                    given[rng.randrange(len(given))][colour] += 1
            four = [(a, b, c, d) for a, b, c, d in given]
            players = tuple(replace(p, seals=s) for p, s in zip(state.players, four, strict=True))
            state = replace(state, players=players)
            for seat, held in enumerate(given):
                ledger.seals[seat].update(dict(zip(("black", "grey", "white", "brown"), held, strict=True)))
        for _ in range(500):
            if state.phase is Phase.END:
                break
            ledger.watches(world)
            action = world.next_action(state)
            state = GAME.apply(state, action)
            ledger.hears(action, world)
            ledger.check(
                state.phase,
                state.current,
                [player.seals for player in state.players],
                [score(player, solo=state.solo).cards for player in state.players],
            )
            reached.add(state.phase)
    return reached


def test_whose_turn_it_is_what_comes_next_and_all_points_are_those_of_the_scorekeeper() -> None:
    reached = play_beside_a_ledger(range(25))
    assert reached >= set(Phase) - {Phase.SEAL, Phase.LAYOUT, Phase.END}


def test_thefts_are_those_of_the_scorekeeper() -> None:
    assert Phase.SEAL in play_beside_a_ledger(range(500, 512), seals_given=True)


@pytest.mark.long
def test_hundreds_of_games_are_those_of_the_scorekeeper() -> None:
    play_beside_a_ledger(range(1000, 1150))
    play_beside_a_ledger(range(2000, 2150), seals_given=True)
