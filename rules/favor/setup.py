"""Setting the table up: the first game, or sides and tiles as the table's dice decide.

Rulebook, First Game Setup, Later Games and Player Setup.
"""

from __future__ import annotations

from rules.codec import shown
from rules.errors import Violation
from rules.favor.actions import Begins, SideRolled, TileRolled
from rules.favor.bars import LEVELS, Place
from rules.favor.referee import LATER_GAMES, PLAYER_SETUP, Refuse
from rules.favor.state import TOKENS_OF_A_KIND, Phase, Player, Setup, Stack, State, Tokens, changed
from rules.favor.tiles import FIRST_GAME, HERDER, QUEEN, TILES, stack_size, tile_by_number


def start(setup: Setup) -> State:
    """The table as the box is opened: all tokens in the supply, the Herders laid out."""
    state = State(
        phase=Phase.SIDES,
        players=tuple(Player(name) for name in setup.players),
        rulings=setup.rulings,
        supply=Tokens(TOKENS_OF_A_KIND, TOKENS_OF_A_KIND),
        owed=(0,) * len(setup.players),
    )
    state = _with_stack(state, 0, Place.YELLOW1, HERDER.id)
    if not setup.first_game:
        return state
    for level in reversed(LEVELS):
        for place, tile in zip(Place, FIRST_GAME[level], strict=True):
            state = _with_stack(state, level, place, tile)
    return changed(state, phase=Phase.FIRST_PLAYER, sides=("A",) * len(LEVELS))


def next_place(state: State) -> tuple[int, Place] | None:
    """The level and place whose tile is to be rolled next, level 3 first, or None when all are filled."""
    filled = {(stack.level, stack.place) for stack in state.stacks}
    for level in reversed(LEVELS):
        for place in Place:
            if (level, place) not in filled and (level, place) != (QUEEN.level, Place.YELLOW1):
                return level, place
    return None


def roll_side(state: State, action: SideRolled, refuse: Refuse) -> State:
    """The next bar, level 3 first, gets its side: odd = A, even = B."""
    _check_number(action.number)
    sides = (*state.sides, "A" if action.number % 2 else "B")
    return changed(state, sides=sides, phase=Phase.TILES if len(sides) == len(LEVELS) else Phase.SIDES)


def roll_tile(state: State, action: TileRolled, refuse: Refuse) -> State:
    """The next place gets the tile with this corner number; raises Violation to roll again."""
    _check_number(action.number)
    where = next_place(state)
    assert where is not None, "the phase ends with the last place"
    level, place = where
    tile = tile_by_number(level, place.colour, action.number)
    if tile is None:
        raise Violation(
            f"no {place.colour} level {level} tile bears a {action.number}: roll again", LATER_GAMES
        )
    if state.stack(tile.id) is not None:
        raise Violation(f"the {tile.name} is already laid out: roll again", LATER_GAMES)
    state = _with_stack(state, level, place, tile.id)
    if next_place(state) is not None:
        return state
    return changed(_with_stack(state, QUEEN.level, Place.YELLOW1, QUEEN.id), phase=Phase.FIRST_PLAYER)


def begin(state: State, action: Begins, refuse: Refuse) -> State:
    """The first player is known; clockwise from there the others are owed 1, 2 and 3 tokens."""
    seats = len(state.players)
    if not 0 <= action.seat < seats:
        raise Violation(
            f"there is no seat {shown(action.seat)}; the seats are 0 to {seats - 1}", PLAYER_SETUP
        )
    owed = tuple((seat - action.seat) % seats for seat in range(seats))
    return changed(state, phase=Phase.DRAW, first=action.seat, current=action.seat, owed=owed)


def _with_stack(state: State, level: int, place: Place, tile: str) -> State:
    assert tile in TILES
    stack = Stack(level, place, tile, stack_size(level, len(state.players)))
    return changed(state, stacks=(*state.stacks, stack))


def _check_number(number: int) -> None:
    if not 1 <= number <= 6:
        raise Violation(f"a die shows 1 to 6, not {shown(number)}", LATER_GAMES)
