"""Whole games by chance, of two to four people, with every tile of the box, and what holds all along."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from rules.codec import from_json, to_json
from rules.favor.actions import CODEC, FavorAction
from rules.favor.dice import KINDS, Die
from rules.favor.state import Phase, Setup, State
from rules.favor.tiles import TILES
from rules.table import replay

from .playing import GAME, check, random_game, random_setup


class Seen:
    """What came up in a number of games."""

    def __init__(self) -> None:
        self.games = 0
        self.tiles: set[str] = set()
        self.used: set[str] = set()
        self.faces: set[Die] = set()
        self.phases: set[Phase] = set()
        self.actions: Counter[str] = Counter()
        self.players: set[int] = set()


def play_and_check(seeds: Iterable[int]) -> Seen:
    """Play a game a seed to its end, check every state and the replay from JSON."""
    seen = Seen()
    for seed in seeds:
        rng = random.Random(seed)
        setup = random_setup(rng)
        actions: list[FavorAction] = []
        state: State = GAME.start(setup)
        for action, state in random_game(rng, setup):
            check(state, setup)
            seen.phases.add(state.phase)
            if action is not None:
                actions.append(action)
                seen.actions[type(action).__name__] += 1
                seen.used.update(filter(None, (getattr(action, name, None) for name in ("source", "tile"))))
                seen.faces.update(state.active)
        assert state.phase is Phase.COURT, f"the game of seed {seed} does not end"
        text = json.dumps([to_json(setup), [CODEC.encode(action) for action in actions]])
        setup_data, action_data = json.loads(text)
        again = replay(GAME, from_json(Setup, setup_data), [CODEC.decode(data) for data in action_data])
        assert again == state
        seen.games += 1
        seen.players.add(len(setup.players))
        seen.tiles |= {tile for player in state.players for tile in player.tiles}
    return seen


def test_whole_games_end_keep_the_table_whole_and_replay_from_json() -> None:
    seen = play_and_check(range(60))
    assert seen.players == {2, 3, 4}
    assert seen.phases == set(Phase)
    # Nobody owns the Queen where Royal Death began the roll-off; that tile itself is rare.
    assert len(seen.tiles) >= len(TILES) - 2
    assert seen.faces >= {Die(kind, face) for kind in KINDS for face in KINDS[kind].faces}


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_twenty_thousand_whole_games_with_every_tile_end_and_replay_from_json(block: int) -> None:
    seen = play_and_check(range(10_000 + 1000 * block, 11_000 + 1000 * block))
    assert seen.games == 1000
    assert seen.tiles == set(TILES)
    assert seen.phases == set(Phase)
    assert set(seen.actions) >= {kind.__name__ for kind in GAME.codec.kinds} - {"Unlocked", "Overruled"}


def test_every_listed_action_is_accepted_and_explained_as_allowed() -> None:
    rng = random.Random(7)
    for _, state in random_game(rng, random_setup(rng), actions=250):
        for option in GAME.legal(state):
            if option.action is not None:
                assert GAME.explain(state, option.action) is None, option.words
