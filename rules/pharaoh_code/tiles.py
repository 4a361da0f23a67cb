"""Treasure tiles and the spaces of the pyramid (rulebook, Components and Setup)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product

from rules.codec import shown
from rules.pharaoh_code.dice import SIDES
from rules.pharaoh_code.solver import solve
from rules.words import listing


class Colour(StrEnum):
    """The colours from the pyramid's top to its base, hardest first."""

    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


ROWS: tuple[tuple[Colour, int], ...] = (
    (Colour.BLACK, 1),
    (Colour.RED, 2),
    (Colour.BLUE, 3),
    (Colour.YELLOW, 4),
)
"""Colour and spaces of each row, from the top (shared facts)."""

SPACES: tuple[Colour, ...] = tuple(colour for colour, spaces in ROWS for _ in range(spaces))
"""The colour of each space, row by row from the top, left to right."""

TILES_IN_THE_BOX = 48
"""Rulebook, Components."""

USUAL_STACK = 12
"""Tiles of each colour (shared facts, unverified: a tile set may say otherwise)."""

HIGHEST = 8 * 10 * 12
"""The highest number that the dice make."""

MOST_SCARABS = 99
"""Far more than any tile shows: what is above is a slip."""


@dataclass(frozen=True)
class Tile:
    """One treasure tile; `scarabs`, on its reverse, is None where nobody has told the table."""

    number: int
    colour: Colour
    scarabs: int | None = None

    def __str__(self) -> str:
        return f"{self.colour} {self.number}"


def stack_sizes(tiles: Sequence[Tile]) -> tuple[int, ...]:
    """How many tiles each colour has, from the top."""
    count = Counter(tile.colour for tile in tiles)
    return tuple(count[colour] for colour in Colour)


def tile_fault(tile: Tile) -> str | None:
    """What makes this no tile of the game, or None."""
    if not 1 <= tile.number <= HIGHEST:
        return f"the dice make 1 to {HIGHEST}, not {shown(tile.number)}"
    if tile.scarabs is None or not 1 <= tile.scarabs <= MOST_SCARABS:
        return f"a tile shows 1 to {MOST_SCARABS} scarabs, not {shown(tile.scarabs)}"
    return None


def set_faults(tiles: Sequence[Tile]) -> tuple[str, ...]:
    """What makes these no set to play with: wrong tiles, too many or too few (rulebook, Components)."""
    faults = [f"{tile}: {fault}" for tile in tiles if (fault := tile_fault(tile)) is not None]
    if len(tiles) != TILES_IN_THE_BOX:
        wrong = [f"{n} {colour}" for n, colour in zip(stack_sizes(tiles), Colour, strict=True)]
        faults.append(f"there are {len(tiles)} tiles ({listing(wrong)}); the box has {TILES_IN_THE_BOX}")
    for size, (colour, spaces) in zip(stack_sizes(tiles), ROWS, strict=True):
        if size < spaces:
            faults.append(f"{size} {colour} tiles cannot fill {spaces} spaces")
    return tuple(faults)


def set_doubts(tiles: Sequence[Tile]) -> tuple[str, ...]:
    """What may be a slip of whoever entered the set, though an edition may really be so."""
    doubts = []
    sizes = stack_sizes(tiles)
    if len(tiles) == TILES_IN_THE_BOX and any(size != USUAL_STACK for size in sizes):
        listed = listing([f"{n} {colour}" for n, colour in zip(sizes, Colour, strict=True)])
        doubts.append(f"are there really {listed} tiles? most sets have {USUAL_STACK} of each colour")
    doubts += [
        f"is the {tile} really there? no roll makes {tile.number}"
        for tile in tiles
        if 1 <= tile.number <= HIGHEST and tile.number not in makeable()
    ]
    twice = [number for number, n in Counter(tile.number for tile in tiles).items() if n > 1]
    if twice:
        listed = listing(list(map(str, sorted(twice))))
        doubts.append(f"{'does' if len(twice) == 1 else 'do'} {listed} really stand on more than one tile?")
    return tuple(doubts)


@cache
def makeable() -> frozenset[int]:
    """Every number that some roll makes."""
    rolls = product(*(range(1, sides + 1) for sides in SIDES.values()))
    return frozenset(number for roll in rolls for number in solve(roll))
