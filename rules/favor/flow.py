"""What the table waits for next, found anew after every action."""

from __future__ import annotations

from rules.favor.claiming import EFFECTS, claimable, takeable
from rules.favor.dice import Kind
from rules.favor.powers.bringing import may_bring
from rules.favor.powers.using import may_gain_dice
from rules.favor.starting import start_turn
from rules.favor.state import Phase, State, Tokens, changed
from rules.favor.turn import is_empty_handed, take_tokens_for_nothing

_OUTSIDE_TURNS = (Phase.SIDES, Phase.TILES, Phase.FIRST_PLAYER, Phase.SKIP, Phase.COURT)
"""Phases that the actions themselves set."""


def settle(state: State) -> State:
    """The state with the phase that follows from all else; effects whose time has come happen here."""
    if state.to_roll and state.rerolling is None:
        state = changed(state, to_roll=())
    if any(state.owed):
        state = _reshuffled(state)
        if state.supply.total:
            return changed(state, phase=Phase.DRAW)
        state = changed(state, owed=(0,) * len(state.players))
    if state.phase in _OUTSIDE_TURNS:
        return state
    if not state.turns:
        state = start_turn(state, state.first)
        return settle(state)
    if state.rerolling is not None:
        return changed(state, phase=Phase.REROLL)
    if state.effects:
        effect, *rest = state.effects
        return settle(EFFECTS[effect](changed(state, effects=tuple(rest))))
    if state.grant is not None:
        if next(takeable(state), None) is not None:
            return changed(state, phase=Phase.TAKE)
        state = changed(state, grant=None)
    if state.borrowing:
        return changed(state, phase=Phase.BORROW)
    return _in_the_turn(state)


def _in_the_turn(state: State) -> State:
    if state.done:
        return changed(state, phase=Phase.END)
    if state.leave:
        return changed(state, phase=Phase.LEAVE)
    must_lock = not state.fresh_locks or any(die.kind is Kind.IMMEDIATE for die in state.active)
    if state.active and must_lock:
        return changed(state, phase=Phase.LOCK)
    if state.active or state.gained:
        dice = (*(die.kind for die in state.active), *state.gained)
        return changed(state, phase=Phase.ROLL, to_roll=dice)
    return _all_locked(state)


def _all_locked(state: State) -> State:
    """Rulings 17 and 30."""
    if state.in_roll_off:
        return changed(state, phase=Phase.END)
    if claimable(state):
        return changed(state, phase=Phase.CLAIM)
    if is_empty_handed(state) and not may_bring(state) and not may_gain_dice(state):
        return settle(take_tokens_for_nothing(state))
    return changed(state, phase=Phase.END)


def _reshuffled(state: State) -> State:
    """The discarded tokens become the supply once that has run out (rulebook, Scarab Tokens)."""
    if state.supply.total or not state.discarded.total:
        return state
    return changed(state, supply=state.discarded, discarded=Tokens())
