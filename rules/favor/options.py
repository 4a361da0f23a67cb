"""What may be done next in the words of the tiles, for people to choose from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.favor import setup as set_up
from rules.favor.actions import (
    Adjusted,
    Begins,
    Borrowed,
    Brought,
    Claimed,
    Contested,
    Corrected,
    Declined,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Rolled,
    SideRolled,
    Skipped,
    Taken,
    TileRolled,
    TokenDrawn,
    Used,
)
from rules.favor.claiming import claimable
from rules.favor.dice import count_kinds
from rules.favor.moves import DICE_LIE, choices, moves, power_kinds, tile_rolls
from rules.favor.powers.adjusting import ADJUSTING, may_adjust
from rules.favor.powers.sources import source_name
from rules.favor.referee import by_the_book
from rules.favor.state import Phase, State
from rules.favor.tiles import TILES
from rules.table import Option
from rules.words import number_word

_Option = Option[FavorAction]


def options(state: State) -> Iterator[_Option]:
    """The options of `state`, those that people most likely want first."""
    match state.phase:
        case Phase.ROLL | Phase.REROLL:
            yield Option(Rolled, f"roll {count_kinds(state.to_roll)}")
        case Phase.TILES:
            yield from _tiles(state)
        case Phase.LEAVE:
            dice = "die" if state.leave == 1 else "dice"
            yield Option(LeftOut, f"leave out {number_word(state.leave)} {dice} for a Bad Omen")
        case Phase.SIDES | Phase.FIRST_PLAYER | Phase.DRAW | Phase.BORROW | Phase.TAKE | Phase.SKIP:
            for action in moves(state):
                yield Option(type(action), _words(state, action), action)
    if state.phase in DICE_LIE and state.active:
        yield Option(Locked, "lock dice")
        yield Option(Corrected, "correct a die that was misread")
    if state.phase is Phase.CLAIM:
        for stack in claimable(state):
            yield Option(Claimed, f"claim the {TILES[stack.tile].name}", Claimed(stack.tile))
    if state.phase in (*DICE_LIE, Phase.CLAIM, Phase.END):
        for kind, source in power_kinds(state):
            yield from _power(state, kind, source)
    if state.phase in (Phase.CLAIM, Phase.END):
        forgone = state.phase is Phase.CLAIM
        yield Option(Ended, "end the turn without a claim" if forgone else "end the turn", Ended())


def _tiles(state: State) -> Iterator[_Option]:
    for action in tile_rolls(state):
        after = set_up.roll_tile(state, action, by_the_book)
        tile = TILES[after.stacks[len(state.stacks)].tile]
        yield Option(TileRolled, f"a {action.number} lays out the {tile.name}", action)


def _power(state: State, kind: type[Any], source: str) -> Iterator[_Option]:
    """One option where the dice allow the power: with its action where there is no choice."""
    if kind is Adjusted:
        if may_adjust(state, source):
            yield Option(kind, _power_words(source), None, source)
        return
    found = choices(state, kind, source)
    first = next(found, None)
    if first is not None:
        single = kind is Used or (kind is Brought and next(found, None) is None)
        yield Option(kind, _power_words(source), first if single else None, source)


@cache
def _power_words(source: str) -> str:
    name = source_name(source)
    if source in ADJUSTING:
        return f"{name} {ADJUSTING[source].words}"
    return f"{name}: {TILES[source].power}" if source in TILES else f"{name} rerolls one active die"


def _words(state: State, action: FavorAction) -> str:
    match action:
        case SideRolled(number):
            return f"a {number} gives side {'A' if number % 2 else 'B'}"
        case Begins(seat):
            return f"{state.players[seat].name} begins"
        case TokenDrawn(token):
            return f"a {token.words} was drawn"
        case Borrowed(tile, seat):
            return f"borrow the {TILES[tile].name} of {state.players[seat].name}"
        case Taken(tile):
            return f"take the {TILES[tile].name}"
        case Declined():
            return "take nothing more" if state.phase is Phase.TAKE else "borrow nothing"
        case Skipped():
            return f"skip {state.player.name}, who cannot beat the roll"
        case Contested():
            return f"let {state.player.name} roll all the same"
    raise AssertionError("only these actions are listed by their words here")
