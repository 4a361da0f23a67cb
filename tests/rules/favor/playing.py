"""Whole games by chance, and what must hold in every state of one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from rules.favor.actions import (
    Adjusted,
    Brought,
    Claimed,
    Corrected,
    Declined,
    Divided,
    FavorAction,
    LeftOut,
    Locked,
    Replaced,
    Rerolled,
    Rolled,
    Token,
    Used,
)
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.game import FavorGame
from rules.favor.rulings import Rulings
from rules.favor.state import TOKENS_OF_A_KIND, Phase, Setup, State
from rules.favor.tiles import TILES, stack_size
from rules.table import Option

GAME = FavorGame()
NAMES = ("Ann", "Bob", "Cem", "Dia")
POWERS = (Adjusted, Brought, Rerolled, Replaced, Used, Divided)
WILD = 0.15
"""How often a power is used whether or not it helps."""
LONGEST = 6000
"""Actions after which a game counts as endless."""


def random_setup(rng: random.Random) -> Setup:
    """2 to 4 players, the first game or (mostly) a rolled one, now and then other rulings."""
    rulings = Rulings()
    if rng.random() < 0.2:
        rulings = Rulings(*(rng.random() < 0.5 for _ in range(5)))
    return Setup(NAMES[: rng.randint(2, 4)], first_game=rng.random() < 0.2, rulings=rulings)


def roll_of(rng: random.Random, kinds: tuple[Kind, ...]) -> Rolled:
    """These dice as chance lets them fall."""
    return Rolled(tuple(_THROWN[kind][int(rng.random() * 6)] for kind in kinds))


def random_action(rng: random.Random, state: State) -> FavorAction | None:
    """An allowed action of a player who collects dice of one value and uses powers freely; None at the
    end.
    """
    options = GAME.legal(state)
    if not options:
        return None
    if state.phase is Phase.LOCK or state.phase is Phase.ROLL:
        return _with_dice(rng, state, options)
    if state.phase is Phase.REROLL:
        return roll_of(rng, state.to_roll)
    powers = [option for option in options if option.kind in POWERS]
    if powers and rng.random() < 0.7:
        return _chosen(rng, state, rng.choice(powers))
    claims = [option for option in options if option.kind is Claimed]
    if claims and rng.random() < 0.97:
        # Mostly the best tile, which is what gets a game on.
        best = max(claims, key=lambda option: TILES[_tile(option)].level)
        return (best if rng.random() < 0.8 else rng.choice(claims)).action
    wanted = [option for option in options if option.kind is not Declined or rng.random() < 0.1]
    return _chosen(rng, state, rng.choice(wanted or options))


def random_game(
    rng: random.Random, setup: Setup, actions: int = LONGEST
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
        assert state.supply.of(token) + state.discarded.of(token) + held == TOKENS_OF_A_KIND
        assert min(state.supply.of(token), state.discarded.of(token)) >= 0
        assert all(player.tokens.of(token) >= 0 for player in state.players)
    owned = Counter(tile for player in state.players for tile in player.tiles)
    for stack in state.stacks:
        assert stack.left >= 0
        assert stack.left + owned[stack.tile] == stack_size(TILES[stack.tile].level, len(setup.players))
    assert set(owned) <= {stack.tile for stack in state.stacks}
    for player in state.players:
        assert len(set(player.tiles)) == len(player.tiles)
        assert set(player.spent) <= {tile for tile in player.tiles if TILES[tile].colour == "red"}
        assert len(set(player.spent)) == len(player.spent)
    assert len(set(state.used)) == len(state.used)
    assert set(state.used) <= {*state.player.tiles, state.borrowed}
    custom = Counter(die.kind for die in (*state.active, *state.pyramid))
    assert all(number <= 1 for kind, number in custom.items() if KINDS[kind].count == 1)
    assert (state.phase in (Phase.ROLL, Phase.REROLL)) == bool(state.to_roll)
    assert (state.phase is Phase.DRAW) == any(state.owed)
    if state.phase is Phase.COURT:
        assert GAME.legal(state) == ()
    if state.phase is Phase.LOCK:
        assert state.active
    if state.phase in (Phase.CLAIM, Phase.END):
        assert not state.active and (state.done or not state.gained)
    assert state.fresh_locks <= len(state.locked)


def _with_dice(rng: random.Random, state: State, options: tuple[Option[FavorAction], ...]) -> FavorAction:
    powers = [option for option in options if option.kind in POWERS]
    if powers and rng.random() < 0.5:
        action = _chosen(rng, state, rng.choice(powers))
        if rng.random() < WILD or _helps(action, _wanted((*state.pyramid, *state.active))):
            return action
    if state.active and rng.random() < 0.02:
        die = rng.choice(state.active)
        return Corrected(die, Die(die.kind, rng.choice(KINDS[die.kind].faces)))
    if state.phase is Phase.ROLL and (not state.active or rng.random() < 0.9):
        return roll_of(rng, state.to_roll)
    return Locked(_collected(rng, state))


def _collected(rng: random.Random, state: State) -> tuple[Die, ...]:
    """Dice of the value that is most common, and Immediate ones; now and then any dice."""
    active = state.active
    if rng.random() < 0.03:
        return tuple(die for die in active if rng.random() < 0.5) or active[:1]
    wanted = _wanted((*state.pyramid, *active))
    picked = [die for die in active if die.kind is Kind.IMMEDIATE or die.value == wanted]
    return tuple(picked) or (min(active, key=lambda die: KINDS[die.kind].count),)


def _wanted(dice: tuple[Die, ...]) -> int:
    """The value that most of the dice show, the highest of several."""
    counts = [0] * 7
    for die in dice:
        counts[die.value or 0] += 1
    return max(range(1, 7), key=lambda value: (counts[value], value))


def _chosen(rng: random.Random, state: State, option: Option[FavorAction]) -> FavorAction:
    if option.action is not None:
        return option.action
    if option.kind in (Rolled, LeftOut):
        found = list(GAME.choices(state, option))
        return rng.choice(found) if found else roll_of(rng, state.to_roll)
    some = list(islice(GAME.choices(state, option), int(rng.random() ** 2 * 40) + 1))
    if option.kind is Adjusted and rng.random() > WILD:
        wanted = _wanted((*state.pyramid, *state.active))
        return max(some, key=lambda action: _gain(action, wanted))
    return some[-1]


def _helps(action: FavorAction, wanted: int) -> bool:
    if isinstance(action, Adjusted):
        return _gain(action, wanted) > 0
    return not isinstance(action, Rerolled) or all(die.value != wanted for die in action.dice)


def _gain(action: FavorAction, wanted: int) -> int:
    assert isinstance(action, Adjusted)
    return sum((change.now.value == wanted) - (change.was.value == wanted) for change in action.changes)


def _tile(option: Option[FavorAction]) -> str:
    assert isinstance(option.action, Claimed)
    return option.action.tile


_THROWN = {kind: tuple(Die(kind, face) for face in KINDS[kind].faces) for kind in Kind}
