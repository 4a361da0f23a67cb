"""Whole games at random, against what the list of their actions says without the rules' help."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.codec import from_json, to_json
from rules.pharaoh_code.actions import CODEC, CodeAction, Corrected, Rolled, Taken, TimeUp
from rules.pharaoh_code.scores import scores, winners
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.tiles import SPACES, Tile
from rules.table import replay

from .playing import GAME, TILES, random_game

NAMES = ("Ann", "Bob", "Cem", "Dora", "Emil")


def setup_of(seed: int) -> Setup:
    rng = random.Random(seed)
    return Setup(
        NAMES[: rng.randint(2, 5)],
        roller=rng.randint(0, 1),
        unlimited=rng.random() < 0.4,
        uneven=rng.random() < 0.3,
        negative=rng.random() < 0.7,
        tiles=TILES if rng.random() < 0.6 else (),
    )


def everything(state: State) -> Counter[Tile]:
    """Every tile that the table knows of, wherever it is."""
    held = [tile for player in state.players for tile in (*player.up, *player.down)]
    return Counter(
        [*state.unseen, *held, *(t for t in state.board if t), *(take.tile for take in state.takes)]
    )


def check_game(seed: int) -> State:
    setup = setup_of(seed)
    actions: list[CodeAction] = []
    states = []
    for action, state in random_game(random.Random(seed), setup):
        actions.append(action)
        states.append(state)
        if setup.tiles:
            assert everything(state) == Counter(TILES)
        assert sum(everything(state).values()) + (0 if setup.tiles else sum(state.stacks)) == 48
        assert all(tile is None or tile.colour is SPACES[n] for n, tile in enumerate(state.board))
        assert bool(GAME.legal(state)) is (state.phase is not Phase.OVER)
        if not setup.unlimited:
            assert max(Counter(take.seat for take in state.takes).values(), default=0) <= 1
    end = states[-1]
    told = [CODEC.decode(CODEC.encode(action)) for action in actions]
    again = from_json(Setup, to_json(setup))
    assert replay(GAME, again, told) == end
    # A restart anywhere finds the state that was left.
    middle = len(actions) // 2
    assert replay(GAME, setup, actions[:middle]) == states[middle - 1]
    check_end(end)
    return end


def check_end(end: State) -> None:
    """Who won and why it ended, counted by hand."""
    short = [tile is None for tile in end.board]
    assert any(
        sum(gone for gone, colour in zip(short, SPACES, strict=True) if colour is row) > end.left(row)
        for row in set(SPACES)
    )
    for past in end.rounds:
        made = solve(past.roll.values, end.setup.arithmetic)
        assert all(take.tile.number in made for take in past.takes if take.right)
    ranks = [((score.points or 0), score.tiles) for score in scores(end)]
    assert all((ranks[seat] == max(ranks)) is (seat in winners(end)) for seat in range(len(ranks)))
    taken = sum(len(past.takes) for past in end.rounds)
    assert taken == sum(score.tiles for score in scores(end))


def test_random_games_of_two_to_five_players_keep_every_tile_and_end_by_the_rulebook() -> None:
    ends = [check_game(seed) for seed in range(40)]
    assert {len(end.players) for end in ends} == {2, 3, 4, 5}
    assert {end.setup.unlimited for end in ends} == {False, True}
    assert {bool(end.setup.tiles) for end in ends} == {False, True}
    assert any(player.down for end in ends for player in end.players)


def test_ties_happen_and_are_shared() -> None:
    assert any(len(winners(check_game(seed))) > 1 for seed in range(60, 110))


@pytest.mark.long
def test_1000_random_games_keep_every_tile_and_end_by_the_rulebook() -> None:
    for seed in range(1_000, 2_000):
        check_game(seed)


def test_a_round_that_is_interrupted_and_replayed_goes_on_to_the_same_end() -> None:
    actions = [action for action, _ in random_game(random.Random(8), setup_of(8))]
    end = replay(GAME, setup_of(8), actions)
    inside = [
        n for n, action in enumerate(actions) if isinstance(action, Taken | TimeUp | Corrected | Rolled)
    ]
    for cut in inside[::7]:
        state = replay(GAME, setup_of(8), actions[: cut + 1])
        for action in actions[cut + 1 :]:
            state = GAME.apply(state, action)
        assert state == end
