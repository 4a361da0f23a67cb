"""Whole games by chance, and what must hold in every state of one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from rules.favor.actions import Corrected, FavorAction, Rolled, Token
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.game import FavorGame
from rules.favor.state import TOKENS_OF_A_KIND, Phase, Setup, State
from rules.favor.tiles import TILES, stack_size

GAME = FavorGame()
NAMES = ("Ann", "Bob", "Cem", "Dia")


def random_setup(rng: random.Random) -> Setup:
    """2 to 4 players, the first game or a rolled one."""
    return Setup(NAMES[: rng.randint(2, 4)], first_game=rng.random() < 0.5)


def roll_of(rng: random.Random, kinds: tuple[Kind, ...]) -> Rolled:
    """These dice as chance lets them fall."""
    return Rolled(tuple(Die(kind, rng.choice(KINDS[kind].faces)) for kind in kinds))


def random_action(rng: random.Random, state: State) -> FavorAction | None:
    """One of the legal options, claims preferred so that games get on; None at the end."""
    options = [option for option in GAME.legal(state) if option.kind is not Corrected]
    if not options:
        return None
    if state.phase is Phase.CLAIM and rng.random() < 0.9:
        options = options[:-1]
    if state.phase is Phase.LOCK and rng.random() < 0.1:
        die = rng.choice(state.active)
        return Corrected(die, Die(die.kind, rng.choice(KINDS[die.kind].faces)))
    return rng.choice(options).action or roll_of(rng, state.to_roll)


def random_game(
    rng: random.Random, setup: Setup, actions: int = 400
) -> Iterator[tuple[FavorAction | None, State]]:
    """The states of one game with the action that led to each, up to a number of actions."""
    state = GAME.start(setup)
    yield None, state
    for _ in range(actions):
        action = random_action(rng, state)
        if action is None:
            return
        state = GAME.apply(state, action)
        yield action, state


def check(state: State, setup: Setup) -> None:
    """Fail where tokens, tiles or dice were made or lost, or a state cannot be on a table."""
    for token in Token:
        held = sum(player.tokens.of(token) for player in state.players)
        assert state.supply.of(token) + held == TOKENS_OF_A_KIND
        assert state.supply.of(token) >= 0
    owned = Counter(tile for player in state.players for tile in player.tiles)
    for stack in state.stacks:
        assert stack.left >= 0
        assert stack.left + owned[stack.tile] == stack_size(TILES[stack.tile].level, len(setup.players))
    assert set(owned) <= {stack.tile for stack in state.stacks}
    for player in state.players:
        assert len(set(player.tiles)) == len(player.tiles)
    in_play = Counter([*state.to_roll, *(die.kind for die in (*state.active, *state.pyramid))])
    assert all(number <= KINDS[kind].count for kind, number in in_play.items())
    if state.turns and state.phase is not Phase.COURT:
        tiles = [tile for tile in state.player.tiles if tile != state.claimed]
        start = Counter([Kind.STANDARD] * 3 + [kind for tile in tiles for kind in TILES[tile].start_dice])
        assert in_play == start
    assert (state.phase is Phase.ROLL) == bool(state.to_roll)
    assert (state.phase is Phase.LOCK) == bool(state.active)
    assert (state.phase is Phase.DRAW) == any(state.owed)
    assert (state.phase is Phase.COURT) == (not GAME.legal(state))
