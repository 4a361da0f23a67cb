"""Pharao as a `Game`: which action fits which phase, and what may be done next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeVar

from rules.errors import Violation
from rules.pharao import cards, layout, mummies, pushing, sections, sliding
from rules.pharao.actions import (
    CODEC,
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
from rules.pharao.board import TILE_ROWS, name_of
from rules.pharao.flow import victims
from rules.pharao.pieces import CRACK_TILES, FEWEST_CRACK_TILES, OTHER, Colour, Symbol
from rules.pharao.state import Phase, Setup, State
from rules.table import Option, refusal
from rules.words import listing

T = TypeVar("T")

#   phase → what the table waits for, in words, and its rulebook section
WAITS: dict[Phase, tuple[str, str]] = {
    Phase.LAYOUT: ("the covers to be laid out", sections.SETUP),
    Phase.GROUND: ("what the gap shows", sections.COURSE),
    Phase.FIRST_PLAYER: ("the first player", sections.COURSE),
    Phase.BACK: ("the symbol on the back of the next search card", sections.STIR),
    Phase.PUSH: ("the tile outside to be pushed in", sections.STIR),
    Phase.FALLS: ("word which mummies fell", sections.SEALS),
    Phase.SEAL: ("word from whom the seal is stolen", sections.SEALS),
    Phase.MUMMIES: ("mummies on the empty base tiles", sections.STIR),
    Phase.REVEAL: ("the next search card", sections.COURSE),
    Phase.SLIDE: ("a cover to be slid onto the gap", sections.COURSE),
    Phase.END: ("nothing more: the last search card is taken", sections.END),
}

_PLAYING = frozenset(Phase) - {Phase.LAYOUT, Phase.END}
_LOOKING = _PLAYING - {Phase.FALLS, Phase.SEAL}
"""Nobody looks about while mummies fall: what the ground shows follows from that."""

_HANDLERS: dict[type[Any], tuple[frozenset[Phase], Callable[[State, Any], State]]] = {
    Laid: (frozenset({Phase.LAYOUT}), layout.lay),
    Placed: (frozenset({Phase.LAYOUT}), layout.place),
    CrackTiles: (frozenset({Phase.LAYOUT}), layout.choose_cracks),
    Looked: (_LOOKING, layout.look),
    Forgot: (_PLAYING, layout.forget),
    Begins: (frozenset({Phase.FIRST_PLAYER}), layout.begin),
    Turned: (frozenset({Phase.BACK}), cards.turn_back),
    Pushed: (frozenset({Phase.PUSH}), pushing.push),
    Fell: (frozenset({Phase.FALLS}), mummies.fall),
    Stole: (frozenset({Phase.SEAL}), mummies.steal),
    MummiesSet: (frozenset({Phase.MUMMIES}), mummies.set_mummies),
    Revealed: (frozenset({Phase.REVEAL}), cards.reveal),
    Slid: (frozenset({Phase.SLIDE}), sliding.slide),
}


class PharaoGame:
    """Pharao with its advanced variant and the solo rule; one player plays alone."""

    name = "pharao"
    setup_type = Setup
    codec = CODEC

    def start(self, setup: Setup) -> State:
        """The table before the first action."""
        return layout.start(setup)

    def apply(self, state: State, action: PharaoAction) -> State:
        """The state after `action`; raises Violation where the rulebook does not allow it."""
        phases, handler = _HANDLERS[type(action)]
        if state.phase not in phases:
            waits, section = _waits(state)
            raise Violation(f"the table waits for {waits}", section)
        if state.memory.forgotten is not None:
            state = replace(state, memory=replace(state.memory, forgotten=None))
        return handler(state, action)

    def explain(self, state: State, action: PharaoAction) -> Violation | None:
        """Why `action` is not allowed now, or None where it is."""
        return refusal(self.apply, state, action)

    def legal(self, state: State) -> tuple[Option[PharaoAction], ...]:
        """What may be done next; empty once the last search card is taken."""
        options = _OPTIONS[state.phase](state)
        if state.phase in _LOOKING and state.phase is not Phase.GROUND:
            options.append(Option(Looked, "say what is seen through a crack or outside"))
        if state.phase in _PLAYING:
            options.append(Option(Forgot, "let a tile be forgotten that is remembered wrongly"))
        return tuple(options)


def _waits(state: State) -> tuple[str, str]:
    """What the table waits for and the section that says so, which may be a variant's."""
    waits, section = WAITS[state.phase]
    if state.phase is Phase.PUSH and state.setup.advanced:
        return waits, sections.ADVANCED
    if state.solo and state.phase in (Phase.BACK, Phase.END):
        return waits, sections.SOLO
    return waits, section


def _layout(state: State) -> list[Option[PharaoAction]]:
    numbers: list[Option[PharaoAction]] = [
        Option(CrackTiles, f"use {number} crack tiles", CrackTiles(number))
        for number in range(FEWEST_CRACK_TILES, CRACK_TILES + 1)
    ]
    return [
        Option(Laid, "the covers lie as shown", state.layout),
        Option(Laid, "lay out the covers"),
        Option(Placed, "move a cover of the layout"),
        *numbers,
    ]


def _ground(state: State) -> list[Option[PharaoAction]]:
    names = state.memory.contents.names if state.shows is None else state.setup.animals
    return [Option(Looked, f"the gap shows {shows}", Looked(state.gap, shows)) for shows in names]


def _first_player(state: State) -> list[Option[PharaoAction]]:
    return [
        Option(Begins, f"{player.name} begins", Begins(seat)) for seat, player in enumerate(state.players)
    ]


def _back(state: State) -> list[Option[PharaoAction]]:
    return [Option(Turned, f"the back shows {symbol.value}", Turned(symbol)) for symbol in Symbol]


def _push(state: State) -> list[Option[PharaoAction]]:
    return [
        Option(Pushed, f"push tile row {row + 1} from the {side.value}", Pushed(row, side, turn))
        for row in range(TILE_ROWS)
        for side in pushing.sides(state, row)
        for turn in (0, 1, 2, 3, None)
    ]


def _falls(state: State) -> list[Option[PharaoAction]]:
    return [Option(Fell, f"fell: {_colours(some)}", Fell(some)) for some in _subsets(state.unsure)]


def _seal(state: State) -> list[Option[PharaoAction]]:
    colour = state.fallen[0]
    thefts: list[Option[PharaoAction]] = [
        Option(Stole, f"steal {state.players[seat].name}'s {colour.value} seal", Stole(seat))
        for seat in victims(state, colour)
    ]
    return [*thefts, Option(Stole, "steal no seal", Stole(None))]


def _mummies(state: State) -> list[Option[PharaoAction]]:
    least = max(0, len(state.empty_bases) - state.mummies_left)
    return [
        Option(MummiesSet, f"left out: {_colours(some)}", MummiesSet(some))
        for some in _subsets(state.empty_bases)
        if len(some) >= least
    ]


def _reveal(state: State) -> list[Option[PharaoAction]]:
    return [Option(Revealed, "turn over the next search card")]


def _slide(state: State) -> list[Option[PharaoAction]]:
    options: list[Option[PharaoAction]] = [
        Option(Slid, f"bring the gap to {name_of(to)}") for to in sliding.reachable(state)
    ]
    if state.shows == OTHER:
        options.append(Option(Looked, "name the animal in the gap"))
    return options


def _end(state: State) -> list[Option[PharaoAction]]:
    return []


def _subsets(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def _colours(colours: tuple[Colour, ...]) -> str:
    return listing([colour.value for colour in colours]) or "none"


_OPTIONS: dict[Phase, Callable[[State], list[Option[PharaoAction]]]] = {
    Phase.LAYOUT: _layout,
    Phase.GROUND: _ground,
    Phase.FIRST_PLAYER: _first_player,
    Phase.BACK: _back,
    Phase.PUSH: _push,
    Phase.FALLS: _falls,
    Phase.SEAL: _seal,
    Phase.MUMMIES: _mummies,
    Phase.REVEAL: _reveal,
    Phase.SLIDE: _slide,
    Phase.END: _end,
}
