"""A game's middle without its beginning: players who own tiles and tokens as if they had claimed them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rules.favor.state import Player, State, Tokens

from .box import TILES
from .claims import ACT_WHEN_CLAIMED
from .state import PIP, REROLL, Seat, Table

NEVER_DEALT = ("queen", "royal-death")
"""Who claims these opens the final roll-off."""


def deal(table: Table, seat: Seat, rng: Random, scarce: bool) -> None:
    """Up to a dozen tiles, tokens (now and then a heap of them), some discarded ones, pending Bad Omens.

    Where tokens are `scarce`, players hold most of them.
    """
    for _ in range(rng.randint(0, 12)):
        there = [
            tile
            for tile, left in table.left.items()
            if left and tile not in seat.tiles and tile not in NEVER_DEALT
        ]
        if there:
            deal_tile(table, seat, rng.choice(sorted(there)), rng)
    most = 15 if rng.random() < 0.2 else 3
    if scarce:
        most = 25
    for kind in (REROLL, PIP):
        for pile in (seat.tokens, table.discards):
            number = min(table.supply[kind], rng.randint(0, most))
            pile[kind] += number
            table.supply[kind] -= number
    if rng.random() < 0.15:
        seat.fewer_dice = rng.choice((2, 4))
    if rng.random() < 0.1:
        seat.bad_omen_die = 1


def deal_tile(table: Table, seat: Seat, tile: str, rng: Random) -> None:
    table.left[tile] -= 1
    seat.tiles.append(tile)
    if tile in ACT_WHEN_CLAIMED or (TILES[tile].colour == "red" and rng.random() < 0.3):
        seat.face_down.add(tile)


def as_dealt(table: Table, state: State) -> State:
    """The engine's state with what lies on the oracle's table."""
    players = tuple(
        Player(
            seat.name,
            tuple(seat.tiles),
            Tokens(seat.tokens[REROLL], seat.tokens[PIP]),
            spent=tuple(sorted(seat.face_down)),
            fewer=seat.fewer_dice,
            more=seat.bad_omen_die,
        )
        for seat in table.seats
    )
    return replace(
        state,
        players=players,
        stacks=tuple(replace(stack, left=table.left[stack.tile]) for stack in state.stacks),
        supply=Tokens(table.supply[REROLL], table.supply[PIP]),
        discarded=Tokens(table.discards[REROLL], table.discards[PIP]),
    )
