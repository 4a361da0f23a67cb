"""Actions of Favor of the Pharaoh in plain words, for the message line and the game log."""

from __future__ import annotations

from collections.abc import Sequence

from rules.codec import shown
from rules.favor.actions import (
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    SideRolled,
    TileRolled,
    TokenDrawn,
)
from rules.favor.dice import Die
from rules.favor.tiles import TILES


def in_words(action: FavorAction) -> str:
    """What was done, without the doer: "locked Standard 4, Standard 4"."""
    match action:
        case Rolled(dice):
            return f"rolled {_dice(dice)}"
        case Locked(dice):
            return f"locked {_dice(dice)}"
        case Corrected(was, now):
            return f"corrected {was} to {now}"
        case Claimed(tile):
            return f"claimed the {TILES[tile].name if tile in TILES else shown(tile)}"
        case TokenDrawn(token):
            return f"drew a {token.words}"
        case Ended():
            return "ended the turn"
        case Begins(seat):
            return f"seat {seat + 1} begins"
        case SideRolled(number):
            return f"rolled {number} for a level bar's side"
        case TileRolled(number):
            return f"rolled {number} for a tile"


def _dice(dice: Sequence[Die]) -> str:
    return ", ".join(map(str, dice))
