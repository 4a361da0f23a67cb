"""Scarab tokens: owed, drawn, spent, reshuffled (rulebook, Scarab Tokens)."""

from __future__ import annotations

from collections import Counter

from .state import Deed, Refused, Seat, Table, need


def gain_tokens(table: Table, seat: int, number: int) -> None:
    """Tokens to draw, while any lie in the supply or among the discards."""
    table.owed[seat] += number
    lapse(table)


def lapse(table: Table) -> None:
    """Nobody can draw what is not there."""
    if not table.supply.total() + table.discards.total():
        table.owed = [0] * len(table.owed)


def when_claimed(table: Table, seat: int, tile: str) -> None:
    """The tokens of a tile's own effect, once those for claiming it are in hand (rules-facts, ruling 9)."""
    if any(table.owed):
        table.later.append(tile)
    elif tile == "ankh":
        gain_tokens(table, seat, table.seats[seat].tokens.total())
    elif tile == "indentured-worker":
        gain_tokens(table, seat, 1)


def drawer(table: Table) -> int | None:
    """Who draws now: in turn order from the player whose turn it is."""
    order = [(table.at + step) % len(table.seats) for step in range(len(table.seats))]
    return next((seat for seat in order if table.owed and table.owed[seat]), None)


def draw_token(table: Table, kind: str) -> Deed:
    seat = drawer(table)
    if seat is None:
        raise Refused("nobody is owed a token")
    need(not in_the_air(table), "the reroll comes first")
    pile = table.supply if table.supply.total() else table.discards
    need(pile[kind] > 0, "no such token is left to draw")

    def deed() -> None:
        if not table.supply.total():
            # If Scarab tokens ever run out, reshuffle the discarded tokens.
            table.supply, table.discards = table.discards, Counter()
        table.supply[kind] -= 1
        table.seats[seat].tokens[kind] += 1
        table.owed[seat] -= 1
        lapse(table)
        while table.later and not any(table.owed):
            when_claimed(table, seat, table.later.pop(0))

    return deed


def in_the_air(table: Table) -> bool:
    return table.turn is not None and table.turn.in_the_air


def spend(table: Table, seat: Seat, kind: str) -> None:
    seat.tokens[kind] -= 1
    table.discards[kind] += 1
