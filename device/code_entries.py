"""Which pad is open for what the table waits to be told."""

from __future__ import annotations

from dataclasses import replace

from device.code_pad import Pad, PadKind
from rules.pharaoh_code.actions import Laying
from rules.pharaoh_code.scores import scores
from rules.pharaoh_code.state import Phase, State, Take
from rules.pharaoh_code.tiles import SPACES, Colour


def open_take(state: State) -> Take | None:
    """The taken tile whose equation is to be stated next, or None where none is."""
    if state.phase is not Phase.STATE:
        return None
    return next(take for take in state.takes if take.right is None)


def waiting_pad(state: State) -> Pad | None:
    """The pad that opens by itself: numbers of tiles, an equation, scarabs; None where a touch opens one."""
    take = open_take(state)
    if take is not None:
        name = state.players[take.seat].name
        return Pad("equation", str(take.space), f"{name}: {take.tile.number} = ?", waits=True)
    if state.phase is Phase.LAY and not state.setup.tiles:
        return replace(number_pad(state, state.empty[0]), waits=True)
    if state.phase is Phase.COUNT:
        seat = next(score.seat for score in scores(state) if score.points is None)
        return scarabs_pad("won" if state.players[seat].up else "lost", seat)
    return None


def number_pad(state: State, space: int) -> Pad:
    """A pad for the number of the tile on a space, or of the one that was taken from it."""
    tile, taken = state.board[space], state.take_from(space)
    there = tile or (taken.tile if taken else None)
    what = "which number lies there?" if there is None else f"not {there.number}, but which number?"
    return Pad("number", str(space), f"{SPACES[space].title()}: {what}")


def scarabs_pad(kind: PadKind, seat: int) -> Pad:
    """A pad for a player's scarabs: `won` on the tiles face up, `lost` on those face down."""
    return Pad(kind, str(seat), f"Scarabs on the tiles face {'up' if kind == 'won' else 'down'}?", waits=True)


def stack_pad(colour: Colour) -> Pad:
    """A pad for how many tiles a stack really holds."""
    return Pad("stack", str(list(Colour).index(colour)), f"How many {colour} tiles are in the stack?")


def twin_pad(state: State, laying: Laying) -> Pad | None:
    """A pad to tell two tiles apart that look the same from the front; None where there are none."""
    colour = SPACES[laying.space]
    left = {
        tile.scarabs
        for tile in state.unseen
        if tile.scarabs is not None and (tile.number, tile.colour) == (laying.number, colour)
    }
    if len(left) < 2 or laying.scarabs is not None:
        return None
    hint = f"How many scarabs has this {laying.number}?"
    return Pad("scarabs", str(laying.space), hint, (str(laying.number),), tuple(sorted(left)))
