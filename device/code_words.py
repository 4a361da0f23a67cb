"""Actions of Pharaoh Code in plain words, for the message line and the game log."""

from __future__ import annotations

from rules.codec import shown
from rules.pharaoh_code.actions import (
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Passed,
    Relaid,
    Restocked,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.words import listing


def in_words(action: CodeAction) -> str:
    """What was done, without names: "rolled 2, 5 and 11"."""
    match action:
        case Laid(tiles):
            return f"laid {listing([str(tile.number) for tile in tiles])}"
        case Relaid(tile):
            return f"corrected the tile of space {tile.space + 1} to {tile.number}"
        case Restocked(colour, left):
            return f"counted {left} tiles in the {colour} stack"
        case Rolled(roll):
            return f"rolled {roll}"
        case Corrected(roll):
            return f"corrected the dice to {roll}"
        case Taken(seat, space, after_ms):
            return f"seat {seat + 1} took the tile of space {space + 1} after {after_ms / 1000:.1f} s"
        case Passed():
            return "nobody took a tile"
        case TimeUp():
            return "the sand ran out"
        case Stated(space, equation):
            return f"stated {shown(equation)} for the tile of space {space + 1}"
        case Judged(space, right):
            return f"judged the tile of space {space + 1} {'right' if right else 'wrong'}"
        case Counted(seat, won, lost):
            return f"seat {seat + 1} counted {won} scarabs face up and {lost} face down"
