"""Mummies that fall, seals and stealing, and mummies set anew (rulebook, Mummies and Pharaoh Seals)."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import Fell, MummiesSet, Stole
from rules.pharao.flow import give_seal, replaced, settle, to_reveal, victims, with_seals
from rules.pharao.pieces import COLOURS, HOLE, Colour
from rules.pharao.state import State
from rules.words import listing


def fall(state: State, action: Fell) -> State:
    """Some of the mummies that were moved fell: seals follow, and the memory learns the holes."""
    _check_among(action.colours, state.unsure, "was moved onto unseen ground")
    memory, hole = state.memory, state.memory.contents.bit(HOLE)
    for colour in state.unsure:
        at = state.base(colour)
        fell = colour in action.colours
        memory = memory.see(at, hole, state.turns) if fell else memory.rule_out(at, hole)
    fallen = tuple(colour for colour in COLOURS if colour in action.colours)
    return settle(
        replace(
            state,
            memory=memory,
            standing=tuple(colour for colour in state.standing if colour not in fallen),
            unsure=(),
            fallen=(*state.fallen, *fallen),
        )
    )


def steal(state: State, action: Stole) -> State:
    """The seal that the supply lacks comes from another player, or is left."""
    colour = state.fallen[0]
    if action.seat is not None:
        if not 0 <= action.seat < len(state.players):
            raise Violation(f"there is no seat {action.seat + 1}", sections.SEALS)
        victim = state.players[action.seat]
        if action.seat == state.current:
            raise Violation("a seal is stolen from an opponent, not from oneself", sections.SEALS)
        if not victim.of(colour):
            raise Violation(f"{victim.name} has no {colour.value} seal", sections.SEALS)
        if action.seat not in victims(state, colour):
            raise Violation(
                f"{victim.name}'s {colour.value} seals all belong to complete sets", sections.SEALS
            )
        state = replace(state, players=replaced(state.players, action.seat, with_seals(victim, colour, -1)))
        state = give_seal(state, colour)
    return settle(replace(state, fallen=state.fallen[1:]))


def set_mummies(state: State, action: MummiesSet) -> State:
    """Empty base tiles are filled, but for those over holes; raises Violation where too few or many are."""
    _check_among(action.left_out, state.empty_bases, "is empty")
    filled = tuple(colour for colour in state.empty_bases if colour not in action.left_out)
    if len(filled) > state.mummies_left:
        raise Violation(
            f"only {state.mummies_left} mummies are left; leave the other base tiles out", sections.STIR
        )
    memory, hole = state.memory, state.memory.contents.bit(HOLE)
    for colour in filled:
        memory = memory.rule_out(state.base(colour), hole)
    # With mummies to spare, a base tile is left out for no other reason than a hole.
    if len(filled) < state.mummies_left:
        for colour in action.left_out:
            memory = memory.see(state.base(colour), hole, state.turns)
    return to_reveal(
        replace(
            state,
            memory=memory,
            standing=tuple(c for c in COLOURS if c in state.standing or c in filled),
            mummies_left=state.mummies_left - len(filled),
        )
    )


def _check_among(colours: tuple[Colour, ...], among: tuple[Colour, ...], what: str) -> None:
    for colour in colours:
        if colour not in among:
            none = f"only {listing([c.value for c in among])}" if among else "none"
            raise Violation(f"the {colour.value} base tile is not one that {what}: {none}", sections.SEALS)
        if colours.count(colour) > 1:
            raise Violation(f"{colour.value} is named twice", sections.SEALS)
