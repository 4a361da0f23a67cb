"""What the table waits for next, found anew after every action."""

from __future__ import annotations

from dataclasses import replace

from rules.favor.claiming import EFFECTS, claimable, takeable
from rules.favor.dice import Kind
from rules.favor.powers.bringing import may_bring
from rules.favor.powers.using import may_gain_dice
from rules.favor.starting import start_turn
from rules.favor.state import Phase, State, Tokens
from rules.favor.turn import is_empty_handed, take_tokens_for_nothing

_OUTSIDE_TURNS = (Phase.SIDES, Phase.TILES, Phase.FIRST_PLAYER, Phase.SKIP, Phase.COURT)
"""Phases that the actions themselves set."""


def settle(state: State) -> State:
    """The state with the phase that follows from all else; effects whose time has come happen here."""
    if any(state.owed):
        state = _reshuffled(state)
        if state.supply.total:
            return replace(state, phase=Phase.DRAW)
        state = replace(state, owed=(0,) * len(state.players))
    if state.phase in _OUTSIDE_TURNS:
        return state
    if not state.turns:
        state = start_turn(state, state.first)
        return settle(state)
    if state.rerolling is not None:
        return replace(state, phase=Phase.REROLL)
    if state.effects:
        effect, *rest = state.effects
        return settle(EFFECTS[effect](replace(state, effects=tuple(rest))))
    if state.grant is not None:
        if next(takeable(state), None) is not None:
            return replace(state, phase=Phase.TAKE)
        state = replace(state, grant=None)
    if state.borrowing:
        return replace(state, phase=Phase.BORROW)
    return _in_the_turn(state)


def _in_the_turn(state: State) -> State:
    if state.done:
        return replace(state, phase=Phase.END, to_roll=())
    if state.leave:
        return replace(state, phase=Phase.LEAVE)
    must_lock = not state.fresh_locks or any(die.kind is Kind.IMMEDIATE for die in state.active)
    if state.active and must_lock:
        return replace(state, phase=Phase.LOCK, to_roll=())
    if state.active or state.gained:
        dice = (*(die.kind for die in state.active), *state.gained)
        return replace(state, phase=Phase.ROLL, to_roll=dice)
    return _all_locked(state)


def _all_locked(state: State) -> State:
    """Rulings 17 and 30."""
    if state.in_roll_off:
        return replace(state, phase=Phase.END, to_roll=())
    if claimable(state):
        return replace(state, phase=Phase.CLAIM, to_roll=())
    if is_empty_handed(state) and not may_bring(state) and not may_gain_dice(state):
        return settle(take_tokens_for_nothing(state))
    return replace(state, phase=Phase.END, to_roll=())


def _reshuffled(state: State) -> State:
    """The discarded tokens become the supply once that has run out (rulebook, Scarab Tokens)."""
    if state.supply.total or not state.discarded.total:
        return state
    return replace(state, supply=state.discarded, discarded=Tokens())
