"""Actions of Favor of the Pharaoh in plain words, for the message line and the game log."""

from __future__ import annotations

from collections.abc import Sequence

from rules.codec import shown
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
    Overruled,
    Replaced,
    Rerolled,
    Rolled,
    SideRolled,
    Skipped,
    Taken,
    TileRolled,
    TokenDrawn,
    Unlocked,
    Used,
)
from rules.favor.dice import Die, count_kinds
from rules.favor.state import Announced
from rules.favor.tiles import TILES
from rules.words import listing, number_word

_SOURCES = {
    "pip-token": "a +1 Pip token",
    "reroll-token": "a Reroll token",
    "artisan:star": "the Artisan die's star",
    "intrigue:double-star": "the Intrigue die's stars",
    "voyage:star": "the Voyage die's star",
    "voyage:reroll": "the Voyage die's reroll",
    "decree:decree": "the Decree die",
}


def in_words(action: FavorAction) -> str:
    """What was done, without the doer: "locked Standard 4, Standard 4"."""
    match action:
        case Rolled(dice):
            return f"rolled {_dice(dice)}"
        case Locked(dice):
            return f"locked {_dice(dice)}"
        case Unlocked(dice):
            return f"moved {_dice(dice)} back"
        case Corrected(was, now):
            return f"corrected {was} to {now}"
        case Adjusted(source, changes):
            turned = listing([f"{change.was} to {change.now}" for change in changes])
            return f"used {_source(source)}: {turned}"
        case Rerolled(source, dice):
            return f"used {_source(source)} to reroll {_dice(dice)}"
        case Brought(tile, die):
            return f"used {_source(tile)}: brought in a {die}"
        case Replaced(tile, dice, by):
            return f"used {_source(tile)}: put {_dice(dice)} away" + (f" for {_dice(by)}" if by else "")
        case Used(tile):
            return f"used {_source(tile)}"
        case Borrowed(tile, seat):
            return f"borrowed {_source(tile)} of seat {seat + 1}"
        case LeftOut(kinds):
            return f"left out {count_kinds(kinds)}"
        case Overruled(inner):
            return f"by the table's word: {in_words(inner)}"
    return _of_the_turn(action)


def _of_the_turn(action: FavorAction) -> str:
    match action:
        case Claimed(tile):
            return f"claimed {_source(tile)}"
        case Taken(tile):
            return f"took {_source(tile)}"
        case Divided(shares):
            claims = [f"{_source(share.tile)} with {_dice(share.dice)}" for share in shares if share.tile]
            return f"used the Treasure: claimed {listing(claims)}"
        case Declined():
            return "took nothing more"
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
        case Skipped():
            return "is skipped: the roll cannot be beaten"
        case Contested():
            return "rolls all the same"
    raise AssertionError("every action has its words")


def announced(roll: Announced) -> str:
    """A roll as it is announced: "Seven 6s"."""
    return f"{number_word(roll.count).title()} {roll.value}{'' if roll.count == 1 else 's'}"


def _source(source: str) -> str:
    return _SOURCES.get(source) or f"the {TILES[source].name if source in TILES else shown(source)}"


def _dice(dice: Sequence[Die]) -> str:
    return ", ".join(map(str, dice))
