"""Why a tile of the current player cannot be used now, in words for the table."""

from __future__ import annotations

from device.favor_powers import powers
from device.favor_steps import GAME
from rules.errors import Violation
from rules.favor.actions import Adjusted, Brought, FavorAction, Replaced, Rerolled, Used
from rules.favor.dice import Die, Kind
from rules.favor.powers.adjusting import ADJUSTING
from rules.favor.powers.bringing import BRINGING
from rules.favor.powers.replacing import REPLACING, REROLLING
from rules.favor.powers.sources import is_ready, section_of
from rules.favor.powers.using import USING
from rules.favor.state import Phase, State
from rules.favor.tiles import TILES, Timing

_DICE_LIE = (Phase.LOCK, Phase.ROLL)


def why_not(state: State, tile: str) -> str:
    """The reason with its rulebook section, or that the tile can be used."""
    known, section = TILES[tile], section_of(tile)
    if any(option.source == tile for option in powers(state)):
        return f'{known.name} can be used now: choose "Use a power"'
    example = _example(state, tile)
    if example is None:
        if known.timing is Timing.START:
            return f"{known.name} gives what it gives by itself, to start each turn ({section})"
        if known.timing is Timing.CLAIMED:
            return f"{known.name} acted when it was claimed ({section})"
        return f"{known.name} acts {known.timing.value} ({section})"
    refused: Violation | None = None
    if not is_ready(state, tile) or state.phase not in _DICE_LIE or isinstance(example, Used | Brought):
        refused = GAME.explain(state, example)
    if refused is None:
        return f"{known.name}: no active die allows it now ({section})"
    return str(refused) if known.name in refused.reason else f"{known.name}: {refused}"


def _example(state: State, tile: str) -> FavorAction | None:
    """Some use of the tile, to hear what the rules say to it; None where it is never used by its owner."""
    dice = state.active[:1]
    if tile in USING:
        return Used(tile)
    if tile in BRINGING:
        option = next(iter(BRINGING[tile].faces(state)), Die(Kind.STANDARD, "1"))
        return Brought(tile, option)
    if tile in ADJUSTING:
        return Adjusted(tile, ())
    if tile in REROLLING:
        return Rerolled(tile, dice)
    return Replaced(tile, dice) if tile in REPLACING else None
