"""Pushing the tile outside into a tile row (rulebook, Watch out …, and Tips & Tricks for Sliding)."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import Pushed
from rules.pharao.board import (
    SPACES,
    TILE_ROWS,
    Recess,
    Side,
    column_of,
    line,
    name_of,
    pushed,
    row_of,
    tile_row_of,
)
from rules.pharao.flow import settle
from rules.pharao.pieces import COLOURS, Colour
from rules.pharao.sliding import with_moved_covers
from rules.pharao.state import State, Then


def push(state: State, action: Pushed) -> State:
    """The tiles of a row move on by one tile and the far one falls out; covers stay, but for a carried gap.

    Of every mummy on that row the table must say whether it fell. Raises Violation for a side without
    recesses and for a gap that a push cannot carry where it is said to be.
    """
    if not 0 <= action.row < TILE_ROWS:
        raise Violation(f"there is no tile row {action.row + 1}; the board has three", sections.STIR)
    recess = state.setup.sides[action.row]
    if not recess.allows(action.side):
        raise Violation(
            f"tile row {action.row + 1} has its recesses on the {recess.value}; push from there",
            sections.TIPS,
        )
    if action.turn is not None and not 0 <= action.turn < 4:
        raise Violation(f"a tile has four ways to lie; {action.turn} quarter-turns are none", sections.STIR)
    state = _carry_gap(state, action)
    in_row = tile_row_of(state.gap) == action.row
    return settle(
        replace(
            state,
            memory=state.memory.push(action.row, action.side, action.turn),
            numbers=pushed(state.numbers, action.row, action.side),
            shows=None if in_row else state.shows,
            unsure=mummies_on(state, action.row),
            then=Then.PUSHED,
        )
    )


def sides(state: State, row: int) -> tuple[Side, ...]:
    """The sides from which a tile row may be pushed."""
    return tuple(side for side in Side if Recess(state.setup.sides[row]).allows(side))


def carried_gaps(state: State, row: int, side: Side) -> tuple[int, ...]:
    """Where a push may carry the gap: covers behind it are taken along, so it comes nearer to `side`."""
    if tile_row_of(state.gap) != row:
        return ()
    columns = column_of(state.gap)
    if side is Side.LEFT:
        return tuple(state.gap - step for step in range(1, columns + 1))
    return tuple(state.gap + step for step in range(1, 8 - columns))


def mummies_on(state: State, row: int) -> tuple[Colour, ...]:
    """The mummies that stand on a tile row."""
    return tuple(
        colour for colour in COLOURS if colour in state.standing and tile_row_of(state.base(colour)) == row
    )


def _carry_gap(state: State, action: Pushed) -> State:
    to = action.gap
    if to is None or to == state.gap:
        return state
    if to not in carried_gaps(state, action.row, action.side):
        where = name_of(to) if 0 <= to < SPACES else f"space {to}"
        reason = (
            f"a push of tile row {action.row + 1} from the {action.side.value} carries the gap "
            f"only towards the {action.side.value} along its own row {row_of(state.gap) + 1}, not to {where}"
        )
        raise Violation(reason, sections.TIPS)
    path = line(state.gap, to)
    moves = dict(zip(path, (state.gap, *path), strict=False))
    return replace(with_moved_covers(state, moves), gap=to)
