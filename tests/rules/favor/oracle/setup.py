"""The table is laid (rulebook, First Game Setup, Later Games, Player Setup; rules-facts, Setup)."""

from __future__ import annotations

from collections.abc import Sequence

from .box import FIRST_GAME, PLACES, TILES, copies
from .state import Deed, House, Seat, Table, Turn, need
from .tokens import gain_tokens
from .turn import begin_turn


def lay_table(names: Sequence[str], first_game: bool, house: House) -> Table:
    table = Table([Seat(name) for name in names], house=house, owed=[0] * len(names))
    table.left["herder"] = copies(0, len(names))
    if first_game:
        for level, tiles in FIRST_GAME.items():
            table.sides[level] = "A"
            table.places[level] = []
            for tile in tiles:
                place(table, level, tile)
        table.stage = "begin"
    return table


def place(table: Table, level: int, tile: str) -> None:
    table.places[level].append(tile)
    table.left[tile] = copies(level, len(table.seats))


def roll_side(table: Table, number: int) -> Deed:
    need(table.stage == "sides", "the sides are decided")
    need(1 <= number <= 6, "no die shows this")

    def deed() -> None:
        level = 3 + len(table.sides)
        table.sides[level] = "A" if number % 2 else "B"
        table.places[level] = []
        if level == 7:
            table.stage = "tiles"

    return deed


def roll_tile(table: Table, number: int) -> Deed:
    """A number that names no tile, or a tile already placed, is rolled again: such a roll is refused."""
    need(table.stage == "tiles", "the tiles are placed")
    level = next(level for level in range(3, 8) if len(table.places[level]) < 4)
    placed = table.places[level] or (["queen"] if level == 7 else [])
    colour = PLACES[len(placed)].rstrip("12")
    named = [
        tile
        for tile, entry in TILES.items()
        if (entry.level, entry.colour) == (level, colour) and number in entry.corner and tile not in placed
    ]
    need(named and named != ["queen"], "no tile has this number: it is rolled again")

    def deed() -> None:
        if level == 7 and not table.places[7]:
            place(table, 7, "queen")
        place(table, level, named[0])
        if level == 7 and len(table.places[7]) == 4:
            table.stage = "begin"

    return deed


def begin(table: Table, seat: int) -> Deed:
    need(table.stage == "begin", "the first player is known")
    need(0 <= seat < len(table.seats), "no such seat")

    def deed() -> None:
        table.first = seat
        begin_turn(table, Turn(seat))
        for step in range(1, len(table.seats)):
            gain_tokens(table, (seat + step) % len(table.seats), step)

    return deed
