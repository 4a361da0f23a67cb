from __future__ import annotations

import json
import random

import pytest

from rules.codec import from_json, to_json
from rules.favor.actions import CODEC, FavorAction
from rules.favor.state import Setup, State
from rules.table import replay

from .playing import GAME, check, random_game, random_setup


def play_and_check(seeds: range) -> int:
    """Play a game a seed, check every state and the replay from JSON; the number of turns begun."""
    turns = 0
    for seed in seeds:
        rng = random.Random(seed)
        setup = random_setup(rng)
        actions: list[FavorAction] = []
        state: State = GAME.start(setup)
        for action, state in random_game(rng, setup):
            check(state, setup)
            if action is not None:
                actions.append(action)
        text = json.dumps([to_json(setup), [CODEC.encode(action) for action in actions]])
        setup_data, action_data = json.loads(text)
        again = replay(GAME, from_json(Setup, setup_data), [CODEC.decode(data) for data in action_data])
        assert again == state
        turns += state.turns
    return turns


def test_two_thousand_random_turns_keep_the_table_whole_and_replay_from_json() -> None:
    assert play_and_check(range(60)) >= 2000


@pytest.mark.long
def test_fifty_thousand_random_turns_keep_the_table_whole_and_replay_from_json() -> None:
    assert play_and_check(range(1000, 2100)) >= 50_000


def test_every_listed_action_is_accepted_and_explained_as_allowed() -> None:
    rng = random.Random(7)
    setup = random_setup(rng)
    for _, state in random_game(rng, setup, actions=150):
        for option in GAME.legal(state):
            if option.action is not None:
                assert GAME.explain(state, option.action) is None, option.words


def test_random_games_reach_all_phases_and_the_court() -> None:
    phases = set()
    for seed in range(40):
        rng = random.Random(seed)
        phases |= {state.phase for _, state in random_game(rng, random_setup(rng), actions=3000)}
        if len(phases) == 9:
            return
    raise AssertionError(f"only {sorted(phases)} were reached")
