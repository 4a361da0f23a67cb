"""The playing area: spaces, the tiles beneath them, rows, pushes and turns of a tile.

Spaces count from 0 at the top left, row by row. A *place* is a space or one of the four quarters of the
tile outside, which follow the spaces. A *slot* is where a tile lies: 0 to 11 on the board, row by row, 12
outside. Quarters of a tile count from its top left, row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T")

ROWS, COLUMNS = 6, 8
SPACES = ROWS * COLUMNS
TILE_ROWS, TILES_IN_A_ROW = 3, 4
SLOTS = TILE_ROWS * TILES_IN_A_ROW + 1
OUTSIDE_SLOT = SLOTS - 1
OUTSIDE = tuple(range(SPACES, SPACES + 4))
"""The places of the tile outside."""
PLACES = SPACES + 4

_QUARTER_WORDS = ("top left", "top right", "bottom left", "bottom right")


class Side(StrEnum):
    """The side of the board from which a tile is pushed in."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The opposite side."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Recess(StrEnum):
    """Where a tile row has recesses: a tile goes in from there only (rulebook, Tips & Tricks for Sliding)."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"

    def allows(self, side: Side) -> bool:
        """Whether a tile may be pushed in from `side`."""
        return self is Recess.BOTH or self.value == side.value


def space(row: int, column: int) -> int:
    """The space of a row and a column."""
    return row * COLUMNS + column


def row_of(space: int) -> int:
    """The row of a space, 0 at the top."""
    return space // COLUMNS


def column_of(space: int) -> int:
    """The column of a space, 0 at the left."""
    return space % COLUMNS


def tile_row_of(space: int) -> int:
    """The row of tiles that a space lies on, 0 at the top."""
    return row_of(space) // 2


def name_of(place: int) -> str:
    """A place as people call it: "B3" for the third row's second space, or a quarter of the tile outside."""
    if place >= SPACES:
        return f"the outside tile's {_QUARTER_WORDS[place - SPACES]}"
    return f"{'ABCDEFGH'[column_of(place)]}{row_of(place) + 1}"


def slot_of(place: int) -> tuple[int, int]:
    """Slot and quarter of a place."""
    if place >= SPACES:
        return OUTSIDE_SLOT, place - SPACES
    row, column = row_of(place), column_of(place)
    return row // 2 * TILES_IN_A_ROW + column // 2, row % 2 * 2 + column % 2


def place_of(slot: int, quarter: int) -> int:
    """The place of a slot's quarter."""
    if slot == OUTSIDE_SLOT:
        return SPACES + quarter
    row, column = divmod(slot, TILES_IN_A_ROW)
    return space(row * 2 + quarter // 2, column * 2 + quarter % 2)


def _neighbours(of: int) -> tuple[int, ...]:
    row, column = row_of(of), column_of(of)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(space(r, c) for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS)


NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(_neighbours(of) for of in range(SPACES))
"""The spaces beside each space, top to bottom and left to right."""


def line(start: int, end: int) -> tuple[int, ...]:
    """The spaces from beside `start` up to `end` where both lie in one row or column; empty elsewhere."""
    if start == end:
        return ()
    if row_of(start) == row_of(end):
        step = 1 if end > start else -1
    elif column_of(start) == column_of(end):
        step = COLUMNS if end > start else -COLUMNS
    else:
        return ()
    return tuple(range(start + step, end + step, step))


def turned(quarters: Sequence[T], times: int) -> tuple[T, T, T, T]:
    """The quarters after `times` quarter-turns clockwise."""
    a, b, c, d = quarters
    for _ in range(times % 4):
        a, b, c, d = c, a, d, b
    return a, b, c, d


def pushed(slots: Sequence[T], row: int, side: Side) -> tuple[T, ...]:
    """What lies in the slots after the tile outside went into a tile row: the far one fell out."""
    first = row * TILES_IN_A_ROW
    tiles = list(slots[first : first + TILES_IN_A_ROW])
    outside = slots[OUTSIDE_SLOT]
    if side is Side.LEFT:
        tiles, out = [outside, *tiles[:-1]], tiles[-1]
    else:
        tiles, out = [*tiles[1:], outside], tiles[0]
    return (*slots[:first], *tiles, *slots[first + TILES_IN_A_ROW : OUTSIDE_SLOT], out)
