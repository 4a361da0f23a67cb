"""What the keys of the Pharao screen mean: steps of a draft, or actions of the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from device.pharao_draft import Draft, beside
from rules.pharao.actions import (
    Begins,
    CrackTiles,
    Fell,
    Forgot,
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
from rules.pharao.board import Side, place_of
from rules.pharao.cards import outside_shows
from rules.pharao.pieces import COLOURS, CRACK_TILES, FEWEST_CRACK_TILES, Colour, Symbol
from rules.pharao.pushing import carried_gaps
from rules.pharao.sliding import reachable
from rules.pharao.state import Phase

if TYPE_CHECKING:
    from device.pharao_table import PharaoTable

MENUS: dict[str, Callable[[Draft], Draft]] = {
    "menu": lambda draft: Draft(menu="menu", way=draft.way),
    "looks": lambda draft: Draft(menu="look", way=draft.way),
    "forgets": lambda draft: Draft(menu="forget", way=draft.way),
    "stay": lambda draft: Draft(way=draft.way),
    "name": lambda draft: Draft(naming=True, way=draft.way),
    "way": lambda draft: Draft(way=draft.way + 1),
}
"""Keys that open and close menus."""


def _go(table: PharaoTable, value: str) -> None:
    to = int(value)
    if to in reachable(table.state):
        table.draft = Draft(to=to, way=table.draft.way)


def _line(table: PharaoTable, value: str) -> None:
    table.draft = Draft(line=value, way=table.draft.way)


def _look_at(table: PharaoTable, value: str) -> None:
    table.draft = Draft(looking=int(value), way=table.draft.way)


def _card(table: PharaoTable, value: str) -> None:
    table.draft = replace(table.draft, animal=value)


def _row(table: PharaoTable, value: str) -> None:
    row, _, side = value.partition(":")
    table.draft = Draft(row=int(row), side=Side(side))


def _turn(table: PharaoTable, value: str) -> None:
    turn = None if value == "unknown" else ((table.draft.turn or 0) + 1) % 4
    table.draft = replace(table.draft, turn=turn)


def _carry(table: PharaoTable, value: str) -> None:
    """The next place where the push may have carried the gap, after the last one none again."""
    draft = table.draft
    if draft.row is None or draft.side is None:
        return
    places: list[int | None] = [None, *carried_gaps(table.state, draft.row, draft.side)]
    following = places[(places.index(draft.carried) + 1) % len(places)]
    table.draft = replace(draft, carried=following)


def _mark(table: PharaoTable, value: str) -> None:
    table.draft = replace(table.draft, marked=table.draft.marked ^ {Colour(value)})


def _pick(table: PharaoTable, value: str) -> None:
    table.draft = Draft(picked=int(value))


def _drop(table: PharaoTable, value: str) -> None:
    table.draft = replace(table.draft, picked=None)


def _reviewed(table: PharaoTable, value: str) -> None:
    at = {"first": 0, "next": (table.draft.review or 0) + 1, "before": (table.draft.review or 0) - 1}
    found = at.get(value)
    number = len(table.turns)
    table.draft = replace(table.draft, review=None if found is None or not number else found % number)


def _put(table: PharaoTable, value: str) -> PharaoAction | None:
    picked = table.draft.picked
    return None if picked is None else Placed(picked, int(value))


def _shift(table: PharaoTable, value: str) -> PharaoAction | None:
    picked = table.draft.picked
    to = None if picked is None else beside(picked, value)
    if picked is None or to is None:
        return None
    table.draft = replace(table.draft, shifting=True)
    return Placed(picked, to)


def _cracks(table: PharaoTable, value: str) -> PharaoAction:
    """One crack tile fewer, or all of them again after the fewest."""
    number = len(table.state.layout.cracks)
    return CrackTiles(number - 1 if number > FEWEST_CRACK_TILES else CRACK_TILES)


def _value(table: PharaoTable, value: str) -> PharaoAction | None:
    """The card's points; where nobody knows what the tile outside shows, one more question follows."""
    animal = table.draft.animal
    if animal is None:
        return None
    outside = outside_shows(table.state, animal)
    if outside is None:
        table.draft = replace(table.draft, value=int(value))
        return None
    return Revealed(animal, int(value), outside)


def _outside(table: PharaoTable, value: str) -> PharaoAction | None:
    animal, points = table.draft.animal, table.draft.value
    return None if animal is None or points is None else Revealed(animal, points, value == "yes")


def _shows(table: PharaoTable, value: str) -> PharaoAction | None:
    draft = table.draft
    if draft.looking is not None:
        return Looked(draft.looking, value)
    if draft.naming or table.state.phase is Phase.GROUND:
        return Looked(table.state.gap, value)
    return None if draft.to is None else Slid(draft.to, value)


def _push(table: PharaoTable, value: str) -> PharaoAction | None:
    draft = table.draft
    if draft.row is None or draft.side is None:
        return None
    return Pushed(draft.row, draft.side, draft.turn, draft.carried)


def _marked(table: PharaoTable) -> tuple[Colour, ...]:
    return tuple(colour for colour in COLOURS if colour in table.draft.marked)


DRAFTING: dict[str, Callable[[PharaoTable, str], None]] = {
    "go": _go,
    "to": _go,
    "line": _line,
    "look": _look_at,
    "card": _card,
    "row": _row,
    "turn": _turn,
    "carry": _carry,
    "mark": _mark,
    "pick": _pick,
    "drop": _drop,
    "review": _reviewed,
}
"""Keys that begin or change something without deciding it; each is given what follows the colon."""

ACTIONS: dict[str, Callable[[PharaoTable, str], PharaoAction | None]] = {
    "lay": lambda table, value: table.state.layout,
    "put": _put,
    "shift": _shift,
    "cracks": _cracks,
    "begin": lambda table, value: Begins(int(value)),
    "back": lambda table, value: Turned(Symbol(value)),
    "value": _value,
    "outside": _outside,
    "shows": _shows,
    "push": _push,
    "fell": lambda table, value: Fell(_marked(table)),
    "filled": lambda table, value: MummiesSet(_marked(table)),
    "steal": lambda table, value: Stole(None if value == "none" else int(value)),
    "forget": lambda table, value: Forgot(place_of(int(value), 0)),
}
"""Keys that decide: the action to commit, or None where something is still to be asked."""
