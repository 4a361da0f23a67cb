"""Actions of Pharao in plain words, for the message line and the game log."""

from __future__ import annotations

from rules.pharao.actions import (
    Begins,
    CrackTiles,
    Fell,
    Forgot,
    Laid,
    Looked,
    MummiesSet,
    PharaoAction,
    Placed,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.board import name_of
from rules.pharao.pieces import OTHER, Colour, Symbol
from rules.words import listing, number_word

BACKS = {
    Symbol.SLIDE: "a hand that pushes a tile",
    Symbol.MUMMIES: "mummies",
    Symbol.SLIDE_AND_MUMMIES: "a tile, then mummies",
}
"""The symbols on the backs of the search cards as people see them."""


def in_words(action: PharaoAction) -> str:
    """What was done, without the doer: "brought the gap to B3: sand"."""
    match action:
        case Laid(gap, cracks, _):
            return f"laid out {number_word(len(cracks))} crack tiles, the gap at {name_of(gap)}"
        case Placed(start, to):
            return f"moved the cover on {name_of(start)} to {name_of(to)}"
        case CrackTiles(number):
            return f"took {number_word(number)} crack tiles"
        case Looked(place, shows):
            return f"saw {shows} at {name_of(place)}"
        case Forgot(place):
            return f"let the tile at {name_of(place)} be forgotten"
        case Begins(seat):
            return f"seat {seat + 1} begins"
        case Turned(symbol):
            return f"found {BACKS[symbol]} on the next back"
        case Pushed():
            return _push(action)
        case Fell(colours):
            return f"sank the {_colours(colours)} mummy" if len(colours) == 1 else _fell(colours)
        case Stole(seat):
            return "stole no seal" if seat is None else f"stole a seal from seat {seat + 1}"
        case MummiesSet(left_out):
            return f"set mummies, but not on {_colours(left_out)}" if left_out else "set mummies"
        case Revealed(animal, value, outside):
            back = ", which went under the pile" if outside else ""
            return f"turned over the {animal} for {value}{back}"
        case Slid(to, shows):
            return f"brought the gap to {name_of(to)}: {'another animal' if shows == OTHER else shows}"


def _push(action: Pushed) -> str:
    turned = {0: "", 1: ", turned right", 2: ", turned round", 3: ", turned left", None: ", turned somehow"}
    gap = "" if action.gap is None else f", the gap went along to {name_of(action.gap)}"
    return f"pushed tile row {action.row + 1} from the {action.side.value}{turned[action.turn]}{gap}"


def _fell(colours: tuple[Colour, ...]) -> str:
    return f"sank the {_colours(colours)} mummies" if colours else "sank no mummy"


def _colours(colours: tuple[Colour, ...]) -> str:
    return listing([colour.value for colour in colours])
