"""Powers that bring a Standard die into play: active after a roll, or locked once all is locked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.errors import Violation
from rules.favor.actions import Brought
from rules.favor.dice import Die, Kind, faces_of
from rules.favor.powers.sources import check_ready, is_ready, section_of, source_name, spend
from rules.favor.referee import POWERS, Refuse
from rules.favor.state import State, changed


@dataclass(frozen=True)
class Bringing:
    """One power that brings a die: with which faces now, and whether it is locked at once (ruling 8)."""

    faces: Callable[[State], tuple[Die, ...]]
    locked: bool = False


def _shows(face: str) -> Bringing:
    dice = (Die(Kind.STANDARD, face),)
    return Bringing(lambda _: dice)


def _grown(tile: str) -> Bringing:
    def faces(state: State) -> tuple[Die, ...]:
        return tuple(Die(Kind.STANDARD, str(die.value)) for die in state.growing if die.tile == tile)

    return Bringing(faces)


def _any_face(_: State) -> tuple[Die, ...]:
    return faces_of(Kind.STANDARD)


BRINGING: dict[str, Bringing] = {
    "worker": _shows("1"),
    "guard": _shows("2"),
    "soldier": _shows("3"),
    "overseer": _shows("4"),
    "charioteer": _shows("5"),
    "embalmer": _shows("6"),
    "queen": Bringing(_any_face),
    "estate-overseer": _grown("estate-overseer"),
    "granary-master": _grown("granary-master"),
    "spirit-of-the-dead": Bringing(_any_face, locked=True),
    "priest-of-the-dead": Bringing(_any_face, locked=True),
}
"""Every tile of a `Brought` (rulebook, Tile Reference; rulings 7 and 8)."""


def bring(state: State, action: Brought, refuse: Refuse) -> State:
    """The die becomes active, or is locked at once."""
    power = BRINGING.get(action.tile)
    if power is None:
        raise Violation(f"{source_name(action.tile)} brings no die into play", POWERS)
    if action.die.kind is not Kind.STANDARD:
        raise Violation(f"{source_name(action.tile)} brings a Standard die, not {action.die.article}", POWERS)
    check_ready(state, action.tile, refuse)
    refusal = _refusal(state, action.tile, power)
    if refusal is not None:
        refuse(refusal, POWERS if not state.rolls else section_of(action.tile))
    faces = power.faces(state)
    if action.die not in faces:
        shown = faces[0].face if faces else "no die"
        refuse(
            f"{source_name(action.tile)} brings a {shown}, not a {action.die.face}", section_of(action.tile)
        )
    state = spend(state, action.tile)
    growing = tuple(die for die in state.growing if die.tile != action.tile)
    if power.locked:
        locked = (*state.locked, (action.die,))
        return changed(state, locked=locked, fresh_locks=state.fresh_locks + 1)
    return changed(state, active=(*state.active, action.die), growing=growing)


def bringings(state: State, tile: str) -> Iterator[Brought]:
    """Every `Brought` of this tile that is allowed now."""
    power = BRINGING[tile]
    if _refusal(state, tile, power) is None:
        for die in power.faces(state):
            yield Brought(tile, die)


def may_bring(state: State) -> bool:
    """Whether any tile could still bring a die once all are locked."""
    return any(
        is_ready(state, tile) and next(bringings(state, tile), None) is not None
        for tile in (*state.player.tiles, *([state.borrowed] if state.borrowed else []))
        if tile in BRINGING
    )


def _refusal(state: State, tile: str, power: Bringing) -> str | None:
    if state.done:
        return "no die is brought into play once the claim is made or forgone"
    if not state.rolls:
        return "dice are brought into play after a roll, not to start the turn"
    if power.locked and (state.active or state.gained):
        return f"{source_name(tile)} acts when all rolled dice are locked"
    return None
