"""Sliding covers onto the gap: one, or after a secret passage a whole line (rulebook, Course of Play)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import Slid
from rules.pharao.board import NEIGHBOURS, SPACES, line, name_of
from rules.pharao.flow import may_slide_a_line, settle
from rules.pharao.layout import check_told
from rules.pharao.pieces import COLOURS, HOLE, Colour
from rules.pharao.state import State, Then


def slide(state: State, action: Slid) -> State:
    """The covers between the gap and `action.to` slide by one space, and the ground of `to` comes to light.

    A mummy that comes onto a hole in sight falls; of one that comes onto unseen ground the table must say.
    Raises Violation for a space that the gap cannot reach by one slide.
    """
    check_told(state, action.shows)
    _check_reach(state, action.to)
    card = state.sought
    assert card is not None, "covers are slid while a card is sought"
    path = line(state.gap, action.to)
    moves = dict(zip(path, (state.gap, *path), strict=False))
    moved = moved_mummies(state, moves)
    onto_gap = tuple(colour for colour in moved if moves[state.base(colour)] == state.gap)
    fallen = onto_gap if state.shows == HOLE else ()
    unsure = tuple(colour for colour in moved if colour not in onto_gap)
    contents = state.memory.contents
    memory = state.memory.see(action.to, contents.mask(action.shows, card.animal), state.turns)
    state = with_moved_covers(state, moves)
    return settle(
        replace(
            state,
            gap=action.to,
            memory=memory,
            shows=action.shows,
            standing=tuple(colour for colour in state.standing if colour not in fallen),
            unsure=unsure,
            fallen=fallen,
            then=Then.OUTCOME,
        )
    )


def reachable(state: State) -> tuple[int, ...]:
    """The spaces to which the gap may come by one slide."""
    if may_slide_a_line(state):
        return tuple(to for to in range(SPACES) if line(state.gap, to))
    return NEIGHBOURS[state.gap]


def moved_mummies(state: State, moves: Mapping[int, int]) -> tuple[Colour, ...]:
    """The mummies whose base tiles move, by colour."""
    return tuple(colour for colour in COLOURS if colour in state.standing and state.base(colour) in moves)


def with_moved_covers(state: State, moves: Mapping[int, int]) -> State:
    """Crack tiles and base tiles on the spaces of `moves` lie where it says."""
    black, grey, white, brown = (moves.get(at, at) for at in state.bases)
    cracks = tuple(sorted(moves.get(at, at) for at in state.cracks))
    return replace(state, cracks=cracks, bases=(black, grey, white, brown))


def _check_reach(state: State, to: int) -> None:
    if not 0 <= to < SPACES:
        raise Violation(f"the playing area has no space number {to}", sections.COURSE)
    if to in reachable(state):
        return
    gap, there = name_of(state.gap), name_of(to)
    if to == state.gap:
        raise Violation(f"{gap} is the gap itself; slide a cover onto it", sections.COURSE)
    if not line(state.gap, to):
        raise Violation(f"{there} is neither in the row nor in the column of the gap, {gap}", sections.COURSE)
    if state.slid:
        raise Violation(
            f"{there} is not beside the gap, {gap}; only a secret passage lets a whole line slide",
            sections.COURSE,
        )
    raise Violation(f"a turn begins with exactly one cover beside the gap, {gap}", sections.COURSE)
