"""Whether a player provably cannot beat the Pharaoh's roll, from dice, tokens and tiles (ruling 11).

An upper bound: every die that could come into the pyramid is counted as if it showed what is needed,
where it has such a face. Only who falls short even then is skipped.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.favor.dice import Kind, faces_of
from rules.favor.powers.borrowing import is_usable
from rules.favor.powers.bringing import BRINGING
from rules.favor.starting import start_dice
from rules.favor.state import State

VOYAGE_GAIN = 2
_S, _I = Kind.STANDARD, Kind.IMMEDIATE

_ADDS: dict[str, tuple[Kind, ...]] = {
    "herder": (_S,),
    "ancestral-guidance": (_S,),
    "palace-key": (_S, _S),
    "royal-decree": (_I, _I, _I),
    **dict.fromkeys(BRINGING, (_S,)),
}
"""Dice that a tile may add to a turn of the roll-off, beside those that it gives to start every turn."""


def cannot_beat(state: State, seat: int, opens: tuple[Kind, ...] = ()) -> bool:
    """Whether `seat`, about to begin a turn of the roll-off with `opens` more dice, cannot beat the roll."""
    assert state.pharaoh is not None, "the roll-off has a roll to beat"
    count, value = state.pharaoh.count, state.pharaoh.value
    for wanted in range(1, 7):
        most = most_dice(state, seat, wanted, opens)
        if most > count or (most == count and wanted > value):
            return False
    return True


def most_dice(state: State, seat: int, wanted: int, opens: tuple[Kind, ...] = ()) -> int:
    """The most dice of the value `wanted` that the seat could lock in one turn of the roll-off, or more."""
    player = state.players[seat]
    own = [tile for tile in player.tiles if tile not in player.spent]
    dice = [*start_dice(state, seat), *opens, *(_S,) * (player.more + player.die_tokens)]
    for tile in own:
        dice += _ADDS.get(tile, ())
    if Kind.VOYAGE in dice:
        dice += (_S,) * VOYAGE_GAIN
    borrowed = _borrowable(state, seat) if Kind.DECREE in dice else ()
    if any(tile in _ADDS for tile in borrowed):
        dice.append(_S)
    tiles = {*own, *borrowed}
    able = sum(_can_show(kind, wanted, "royal-mother" in tiles) for kind in dice)
    if "surveyor" in tiles:
        # One die makes place for two; of a die that never shows the value both are gained.
        useless = any(kind is not Kind.VOYAGE and not _can_show(kind, wanted, False) for kind in dice)
        able += 2 if useless else 1
    return able


def _can_show(kind: Kind, wanted: int, serf_goes: bool) -> bool:
    """Whether the die has such a face, or makes place for a Standard die (the Royal Mother takes a Serf)."""
    return any(die.value == wanted for die in faces_of(kind)) or (serf_goes and kind is Kind.SERF)


def _borrowable(state: State, seat: int) -> Iterable[str]:
    mine = state.players[seat].tiles
    return {
        tile
        for other, player in enumerate(state.players)
        if other != seat
        for tile in player.tiles
        if tile not in mine and is_usable(tile)
    }
