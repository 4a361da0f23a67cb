"""What may be done next in the words of the tiles, for people to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

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
    Divided,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Rerolled,
    Rolled,
    SideRolled,
    Skipped,
    Taken,
    TileRolled,
    TokenDrawn,
    Used,
)
from rules.favor.claiming import claimable, may_divide
from rules.favor.dice import count_kinds
from rules.favor.moves import KIND_OF, choices, moves, power_kinds, tile_rolls
from rules.favor.powers.adjusting import ADJUSTING, may_adjust
from rules.favor.powers.sources import source_name
from rules.favor.referee import by_the_book
from rules.favor.state import Phase, State
from rules.favor.tiles import TILES
from rules.table import Option
from rules.words import number_word

_Option = Option[FavorAction]

_LOCK: _Option = Option(Locked, "lock dice")
_CORRECT: _Option = Option(Corrected, "correct a die that was misread")


def options(state: State) -> list[_Option]:
    """The options of `state`, those that people most likely want first."""
    return [option for part in _PARTS[state.phase] for option in part(state)]


def _roll(state: State) -> Iterator[_Option]:
    yield Option(Rolled, f"roll {count_kinds(state.to_roll)}")


def _leave(state: State) -> Iterator[_Option]:
    dice = "die" if state.leave == 1 else "dice"
    yield Option(LeftOut, f"leave out {number_word(state.leave)} {dice} for a Bad Omen")


def _each(state: State) -> Iterator[_Option]:
    for action in moves(state):
        yield Option(type(action), _words(state, action), action)


def _with_active(state: State) -> Iterator[_Option]:
    if state.active:
        yield _LOCK
        yield _CORRECT


def _claims(state: State) -> Iterator[_Option]:
    for stack in claimable(state):
        yield Option(Claimed, f"claim the {TILES[stack.tile].name}", Claimed(stack.tile))


def _powers(state: State) -> Iterator[_Option]:
    for kind, source in power_kinds(state):
        if kind is Adjusted:
            if may_adjust(state, source):
                yield _power(source)
            continue
        if kind is Rerolled:
            # Any die that lies there may be thrown again.
            yield _power(source)
            continue
        if kind is Divided:
            # Looking for the first of all divisions may take long where there is none.
            if may_divide(state):
                yield _power(source)
            continue
        found = choices(state, kind, source)
        first = next(found, None)
        if first is not None:
            # Where there is but one way to use it, that is the action.
            single = kind is Used or (kind is Brought and next(found, None) is None)
            yield _power(source, first if single else None)


def _end(state: State) -> Iterator[_Option]:
    forgone = state.phase is Phase.CLAIM
    yield Option(Ended, "end the turn without a claim" if forgone else "end the turn", Ended())


def _tiles(state: State) -> Iterator[_Option]:
    for action in tile_rolls(state):
        after = set_up.roll_tile(state, action, by_the_book)
        tile = TILES[after.stacks[len(state.stacks)].tile]
        yield Option(TileRolled, f"a {action.number} lays out the {tile.name}", action)


@cache
def _power(source: str, action: FavorAction | None = None) -> _Option:
    if source in TILES:
        words = f"{TILES[source].name}: {TILES[source].power}"
    else:
        does = ADJUSTING[source].words if source in ADJUSTING else "rerolls one active die"
        words = f"{source_name(source)} {does}"
    return Option(KIND_OF[source], words, action, source)


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


_PARTS: dict[Phase, tuple[Callable[[State], Iterator[_Option]], ...]] = {
    Phase.SIDES: (_each,),
    Phase.TILES: (_tiles,),
    Phase.FIRST_PLAYER: (_each,),
    Phase.DRAW: (_each,),
    Phase.LEAVE: (_leave,),
    Phase.ROLL: (_roll, _with_active, _powers),
    Phase.REROLL: (_roll,),
    Phase.LOCK: (_with_active, _powers),
    Phase.BORROW: (_each,),
    Phase.CLAIM: (_claims, _powers, _end),
    Phase.TAKE: (_each,),
    Phase.END: (_powers, _end),
    Phase.SKIP: (_each,),
    Phase.COURT: (),
}
