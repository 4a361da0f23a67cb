"""Every action that the rules allow in a state, lazily and each once (see `actions`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.errors import Violation
from rules.favor import setup as set_up
from rules.favor.actions import (
    Adjusted,
    Begins,
    Brought,
    Claimed,
    Contested,
    Declined,
    Divided,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Replaced,
    Rerolled,
    SideRolled,
    Skipped,
    TileRolled,
    Token,
    TokenDrawn,
    Used,
)
from rules.favor.claiming import TREASURE, claimable, divisions, takeable
from rules.favor.dice import Kind
from rules.favor.powers.adjusting import ADJUSTING, adjustments
from rules.favor.powers.borrowing import borrowables
from rules.favor.powers.bringing import BRINGING, bringings
from rules.favor.powers.replacing import REPLACING, REROLLING, replacements, rerolls, subsets
from rules.favor.powers.sources import ready_sources
from rules.favor.powers.using import USING, use_refusal
from rules.favor.referee import by_the_book
from rules.favor.state import Phase, State

DICE_LIE = (Phase.LOCK, Phase.ROLL)
WINDOW = (Phase.LOCK, Phase.ROLL, Phase.CLAIM, Phase.END)


def moves(state: State) -> Iterator[FavorAction]:
    """All of them; see `rules.favor.actions` for the kinds that are left out."""
    match state.phase:
        case Phase.SIDES:
            yield from map(SideRolled, range(1, 7))
        case Phase.TILES:
            yield from tile_rolls(state)
        case Phase.FIRST_PLAYER:
            yield from map(Begins, range(len(state.players)))
        case Phase.DRAW:
            yield from (TokenDrawn(token) for token in Token if state.supply.of(token))
        case Phase.LEAVE:
            yield from choices(state, LeftOut, None)
        case Phase.BORROW:
            yield from borrowables(state)
            yield Declined()
        case Phase.TAKE:
            yield from takeable(state)
            yield Declined()
        case Phase.SKIP:
            yield Skipped()
            yield Contested()
        case Phase.LOCK | Phase.ROLL | Phase.CLAIM | Phase.END:
            yield from _in_the_window(state)


def power_kinds(state: State) -> list[tuple[type[Any], str]]:
    """The kind of action and the source of every power that is ready, whether or not the dice allow it."""
    dice_lie = bool(state.active) and state.phase in DICE_LIE
    found = []
    for source in ready_sources(state):
        kind = KIND_OF.get(source)
        if kind is None or (kind in _FOR_DICE and not dice_lie):
            continue
        if kind is not Divided or state.phase is Phase.END:
            found.append((kind, source))
    return found


def choices(state: State, kind: type[Any], source: str | None) -> Iterator[FavorAction]:
    """The allowed actions of one kind and source, lazily."""
    if kind is Locked:
        yield from map(Locked, subsets(state.active))
    elif kind is Adjusted and source is not None:
        yield from adjustments(state, source)
    elif kind is Rerolled and source is not None:
        yield from rerolls(state, source)
    elif kind is Replaced and source is not None:
        yield from replacements(state, source)
    elif kind is Brought and source is not None:
        yield from bringings(state, source)
    elif kind is Used and source is not None:
        if use_refusal(state, source) is None:
            yield Used(source)
    elif kind is Divided:
        yield from divisions(state)
    elif kind is LeftOut:
        yield from _leavings(state)


def tile_rolls(state: State) -> Iterator[TileRolled]:
    """The numbers that name a tile for the next place."""
    for number in range(1, 7):
        try:
            set_up.roll_tile(state, TileRolled(number), by_the_book)
        except Violation:
            continue
        yield TileRolled(number)


def _in_the_window(state: State) -> Iterator[FavorAction]:
    if state.phase in DICE_LIE:
        yield from choices(state, Locked, None)
    for kind, source in power_kinds(state):
        yield from choices(state, kind, source)
    if state.phase is Phase.CLAIM:
        yield from (Claimed(stack.tile) for stack in claimable(state))
    if state.phase in (Phase.CLAIM, Phase.END):
        yield Ended()


def _leavings(state: State) -> Iterator[LeftOut]:
    counts = sorted(Counter(state.gained).items())
    for take in product(*(range(min(number, state.leave) + 1) for _, number in counts)):
        if sum(take) == state.leave:
            kinds: list[Kind] = []
            for number, (kind, _) in zip(take, counts, strict=True):
                kinds += [kind] * number
            yield LeftOut(tuple(kinds))


_FOR_DICE = frozenset({Adjusted, Rerolled, Replaced})
KIND_OF: dict[str, type[Any]] = {
    **dict.fromkeys(ADJUSTING, Adjusted),
    **dict.fromkeys(REROLLING, Rerolled),
    **dict.fromkeys(REPLACING, Replaced),
    **dict.fromkeys(BRINGING, Brought),
    **dict.fromkeys(USING, Used),
    TREASURE: Divided,
}
"""The kind of action that each tile, token or face is used by."""
