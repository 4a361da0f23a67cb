"""Tile sets, and whole games played at random, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules.pharaoh_code.actions import (
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Laying,
    Passed,
    Relaid,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.tiles import SPACES, Colour, Tile
from rules.table import replay

NUMBERS: dict[Colour, tuple[int, ...]] = {
    Colour.BLACK: (40, 42, 44, 45, 48, 50, 54, 55, 60, 66, 77, 80),
    Colour.RED: (26, 27, 28, 29, 30, 32, 33, 34, 35, 36, 38, 39),
    Colour.BLUE: tuple(range(14, 26)),
    Colour.YELLOW: tuple(range(2, 14)),
}
TILES = tuple(
    Tile(number, colour, scarabs)
    for scarabs, colour in zip((4, 3, 2, 1), Colour, strict=True)
    for number in NUMBERS[colour]
)
"""A set of 48 tiles with one number each."""

GAME = CodeGame()


def played(setup: Setup, *actions: CodeAction) -> State:
    """The state after these actions."""
    return replay(GAME, setup, actions)


def laid(state: State, rng: random.Random) -> Laid:
    """Tiles for all empty spaces: drawn from the set, or any numbers where no set is known."""
    unseen = list(state.unseen)
    rng.shuffle(unseen)
    found = []
    for space in state.empty:
        if state.setup.tiles:
            tile = next(tile for tile in unseen if tile.colour is SPACES[space])
            unseen.remove(tile)
            found.append(Laying(space, tile.number, tile.scarabs))
        else:
            found.append(Laying(space, rng.randint(1, 60)))
    return Laid(tuple(found))


def rolled(rng: random.Random) -> Roll:
    return Roll(rng.randint(1, 8), rng.randint(1, 10), rng.randint(1, 12))


def random_action(state: State, rng: random.Random) -> CodeAction:
    """What people might do next: right and wrong equations, corrections, rounds that nobody can win."""
    match state.phase:
        case Phase.LAY:
            whole = laid(state, rng)
            return Laid(whole.tiles[:1]) if rng.random() < 0.3 else whole
        case Phase.ROLL:
            return Rolled(rolled(rng))
        case Phase.THINK | Phase.SAND:
            return _in_the_round(state, rng)
        case Phase.STATE:
            return _verdict(state, rng)
        case Phase.COUNT:
            return _counted(state, rng)
    raise AssertionError("the game is over")


def _in_the_round(state: State, rng: random.Random) -> CodeAction:
    if rng.random() < 0.05:
        return Corrected(rolled(rng))
    if rng.random() < 0.05:
        space = rng.choice(range(len(SPACES)))
        left = [tile for tile in state.unseen if tile.colour is SPACES[space]]
        if not state.setup.tiles:
            return Relaid(Laying(space, rng.randint(1, 60)))
        if left:
            return Relaid(Laying(space, left[0].number))
    if rng.random() < 0.3:
        return TimeUp() if state.phase is Phase.SAND else Passed()
    takes = [option.action for option in GAME.legal(state) if isinstance(option.action, Taken)]
    if not takes:
        return TimeUp()
    take = rng.choice(takes)
    return Taken(take.seat, take.space, rng.randint(0, 40_000))


def _verdict(state: State, rng: random.Random) -> CodeAction:
    take = rng.choice([take for take in state.takes if take.right is None])
    assert state.roll is not None
    equations = solve(state.roll.values, state.setup.arithmetic).get(take.tile.number, ())
    if equations and rng.random() < 0.7:
        said = rng.random() < 0.3
        return Judged(take.space, right=True) if said else Stated(take.space, rng.choice(equations))
    if rng.random() < 0.5:
        return Stated(take.space, f"{state.roll.d8} + {state.roll.d12}")
    return Judged(take.space, right=False)


def _counted(state: State, rng: random.Random) -> CodeAction:
    seat = rng.choice([seat for seat, player in enumerate(state.players) if _uncounted(state, seat)])
    player = state.players[seat]
    most = rng.randint(1, 4)
    return Counted(seat, len(player.up) * most, len(player.down) * most)


def _uncounted(state: State, seat: int) -> bool:
    player = state.players[seat]
    return player.counted is None and any(tile.scarabs is None for tile in (*player.up, *player.down))


def random_game(rng: random.Random, setup: Setup) -> Iterator[tuple[CodeAction, State]]:
    """A whole game, action by action with the state behind each."""
    state = GAME.start(setup)
    while state.phase is not Phase.OVER:
        action = random_action(state, rng)
        state = GAME.apply(state, action)
        yield action, state
