"""Before the first card: covers, the gap's ground, who begins; and looking where something is in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import Begins, CrackTiles, Forgot, Laid, Looked, Placed
from rules.pharao.board import OUTSIDE, PLACES, SPACES, name_of
from rules.pharao.flow import first_card, settle
from rules.pharao.memory import Memory
from rules.pharao.pieces import (
    COLOURS,
    CRACK_TILES,
    FEWEST_CRACK_TILES,
    HOLE,
    MUMMIES,
    OTHER,
)
from rules.pharao.state import SPREAD, Phase, Player, Setup, State, Then
from rules.words import listing, number_word


def start(setup: Setup) -> State:
    """The table before the first action."""
    return State(
        setup=setup,
        phase=Phase.LAYOUT,
        players=tuple(Player(name) for name in setup.players),
        memory=Memory.blank(setup.animals),
        deck=tuple(back for back, number in enumerate(setup.deck, start=1) for _ in range(number)),
    )


def lay(state: State, action: Laid) -> State:
    """The covers lie; raises Violation for two on one space or too few or many crack tiles."""
    spaces = (action.gap, *action.cracks, *action.bases)
    for at in spaces:
        if not 0 <= at < SPACES:
            raise Violation(f"the playing area has no space number {at}", sections.SETUP)
        if spaces.count(at) > 1:
            raise Violation(f"two things lie on {name_of(at)}; one space holds one cover", sections.SETUP)
    if not FEWEST_CRACK_TILES <= len(action.cracks) <= CRACK_TILES:
        number = number_word(len(action.cracks))
        raise Violation(
            f"{number} crack tiles lie on the board; at least two and at most five must", sections.SETUP
        )
    memory = state.memory
    for at in action.bases:
        memory = memory.rule_out(at, memory.contents.bit(HOLE))
    return settle(
        replace(
            state,
            memory=memory,
            gap=action.gap,
            cracks=tuple(sorted(action.cracks)),
            bases=action.bases,
            standing=COLOURS,
            mummies_left=MUMMIES - len(COLOURS),
            then=Then.BEGIN,
        )
    )


def place(state: State, action: Placed) -> State:
    """Two covers of the layout being made change places; raises Violation where a pyramid is moved."""
    layout = state.layout
    for at in (action.start, action.to):
        if not 0 <= at < SPACES:
            raise Violation(f"the playing area has no space number {at}", sections.SETUP)
    if action.start not in (layout.gap, *layout.cracks, *layout.bases):
        raise Violation(
            f"a pyramid lies on {name_of(action.start)}; place the gap, crack tiles and base tiles",
            sections.SETUP,
        )
    swap = {action.start: action.to, action.to: action.start}
    a, b, c, d = (swap.get(at, at) for at in layout.bases)
    cracks = tuple(swap.get(at, at) for at in layout.cracks)
    return replace(state, layout=Laid(swap.get(layout.gap, layout.gap), cracks, (a, b, c, d)))


def choose_cracks(state: State, action: CrackTiles) -> State:
    """The layout that is being made has so many crack tiles; the last ones go or come back."""
    if not FEWEST_CRACK_TILES <= action.number <= CRACK_TILES:
        raise Violation(
            f"at least two and at most five crack tiles must be used, not {number_word(action.number)}",
            sections.SETUP,
        )
    layout = state.layout
    cracks = list(layout.cracks[: action.number])
    taken = {layout.gap, *layout.bases, *cracks}
    for at in (*SPREAD.cracks, *range(SPACES)):
        if len(cracks) < action.number and at not in taken:
            cracks.append(at)
            taken.add(at)
    return replace(state, layout=replace(layout, cracks=tuple(cracks)))


def begin(state: State, action: Begins) -> State:
    """A seat begins and turns over the first card."""
    if not 0 <= action.seat < len(state.players):
        raise Violation(f"there is no seat {action.seat + 1}", sections.COURSE)
    return first_card(replace(state, current=action.seat))


def in_sight(state: State) -> tuple[int, ...]:
    """Places whose ground people can see: gap, under crack tiles and empty base tiles, tile outside."""
    empty = (state.base(colour) for colour in state.empty_bases)
    return (*sorted({state.gap, *state.cracks, *empty}), *OUTSIDE)


def look(state: State, action: Looked) -> State:
    """A place in sight shows something; raises Violation for one that is not, and for a gap already told."""
    _check_content(state, action.shows, (*state.memory.contents.names,))
    if not 0 <= action.place < PLACES:
        raise Violation(f"there is no place number {action.place}", sections.SETUP)
    if action.place not in in_sight(state):
        raise Violation(f"{name_of(action.place)} is covered; nobody can see its ground", sections.SETUP)
    if action.place == state.gap:
        return _tell_gap(state, action.shows)
    contents = state.memory.contents
    return replace(state, memory=state.memory.see(action.place, contents.bit(action.shows), state.turns))


def forget(state: State, action: Forgot) -> State:
    """The tile at a place is forgotten."""
    if not 0 <= action.place < PLACES:
        raise Violation(f"there is no place number {action.place}", sections.SETUP)
    return replace(state, memory=state.memory.forget(action.place))


def check_told(state: State, shows: str) -> None:
    """Raises Violation for what no ground can show."""
    _check_content(state, shows, (*state.memory.contents.names, OTHER))


def _check_content(state: State, shows: str, known: Sequence[str]) -> None:
    if shows not in known:
        raise Violation(f"no ground shows {shows!r}; it may be {listing(known)}", sections.COURSE)


def _tell_gap(state: State, shows: str) -> State:
    """The gap's ground after set-up or a push, or the name of the animal that nobody had named."""
    if state.shows not in (None, OTHER, shows):
        raise Violation(
            f"the gap at {name_of(state.gap)} shows {state.shows}; undo what came to light to change it",
            sections.COURSE,
        )
    contents = state.memory.contents
    if state.shows == OTHER:
        if not contents.bit(shows) & contents.animals:
            raise Violation(f"the gap shows an animal, which {shows} is not", sections.COURSE)
        if state.sought is not None and shows == state.sought.animal:
            raise Violation(
                f"the gap shows another animal than the {shows}; undo the slide if it is the sought one",
                sections.COURSE,
            )
    state = replace(state, shows=shows, memory=state.memory.see(state.gap, contents.bit(shows), state.turns))
    return settle(state) if state.phase is Phase.GROUND else state
