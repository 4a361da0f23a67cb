"""The Decree die locked with its power face: another player's tile for the rest of the turn (ruling 14)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.codec import shown
from rules.errors import Violation
from rules.favor.actions import Borrowed
from rules.favor.dice import Die, Kind
from rules.favor.referee import DICE, Refuse
from rules.favor.state import State, changed
from rules.favor.tiles import TILES, Timing

DECREE = Die(Kind.DECREE, "decree")
_USABLE = (Timing.WINDOW, Timing.LOCK, Timing.ANY_TIME)


def borrow(state: State, action: Borrowed, refuse: Refuse) -> State:
    """The current player has the use of the tile until the end of the turn."""
    if not 0 <= action.seat < len(state.players) or action.seat == state.current:
        raise Violation("the tile is borrowed of another player", DICE)
    owner, name = state.players[action.seat], state.player.name
    if action.tile not in owner.tiles:
        tile = TILES[action.tile].name if action.tile in TILES else shown(action.tile)
        raise Violation(f"{owner.name} does not have the {tile}", DICE)
    if action.tile in state.player.tiles:
        refuse(f"{name} has the {TILES[action.tile].name} already", DICE)
    if not is_usable(action.tile):
        refuse(f"the {TILES[action.tile].name} acts {TILES[action.tile].timing}: it cannot be borrowed", DICE)
    return changed(state, borrowed=action.tile, borrowing=False)


def borrowables(state: State) -> Iterator[Borrowed]:
    """Every tile that may be borrowed, of each player who has it."""
    for seat, player in enumerate(state.players):
        if seat != state.current:
            for tile in player.tiles:
                if is_usable(tile) and tile not in state.player.tiles:
                    yield Borrowed(tile, seat)


def is_usable(tile: str) -> bool:
    """Whether the tile's power may be used in the middle of a turn (rulebook, Dice: Decree; ruling 27)."""
    return TILES[tile].timing in _USABLE
