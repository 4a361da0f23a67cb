"""The next search card: its back first, then its face (rulebook, Watch out …, Course of Play)."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.actions import Revealed, Turned
from rules.pharao.board import OUTSIDE
from rules.pharao.flow import after_push, start_turn, won
from rules.pharao.pieces import CARD_VALUES, Card
from rules.pharao.state import Phase, State, Then
from rules.words import listing


def turn_back(state: State, action: Turned) -> State:
    """The next card's back tells what is done first: the push, then the mummies.

    In the advanced variant the tile is pushed in whatever the back says, and once only.
    """
    state = replace(state, mummies_due=action.symbol.sets_mummies, then=Then.PUSHED)
    if action.symbol.slides or state.setup.advanced:
        return replace(state, phase=Phase.PUSH)
    return after_push(state)


def reveal(state: State, action: Revealed) -> State:
    """A card is turned over: put back where the tile outside shows its animal, a gift where the gap does.

    Raises Violation for a card that is not in the game, and where the memory is sure that the tile outside
    shows otherwise.
    """
    if action.animal not in state.setup.animals:
        animals = listing(state.setup.animals)
        raise Violation(f"no search card shows {action.animal!r}; they show {animals}", sections.COURSE)
    if action.value not in CARD_VALUES:
        raise Violation(f"a search card is worth 2, 3 or 4 points, not {action.value}", sections.COURSE)
    _check_outside(state, action)
    if action.outside:
        return _put_back(state, action.animal)
    never = state.memory.contents.bit(action.animal)
    memory = state.memory
    for place in OUTSIDE:
        memory = memory.rule_out(place, never)
    card = Card(action.animal, action.value)
    state = replace(state, deck=state.deck[1:], put_back=0, memory=memory)
    if state.shows == action.animal:
        return won(state, card)
    return start_turn(replace(state, sought=card))


def outside_shows(state: State, animal: str) -> bool | None:
    """Whether the tile outside shows an animal, or None where the memory cannot say."""
    bit = state.memory.contents.bit(animal)
    spots = [state.memory.at(place).may for place in OUTSIDE]
    if bit in spots:
        return True
    return None if any(may & bit for may in spots) else False


def _check_outside(state: State, action: Revealed) -> None:
    known = outside_shows(state, action.animal)
    if known is None or known == action.outside:
        return
    if known:
        reason = f"the tile outside shows the {action.animal}: put the card back under the pile"
    else:
        reason = f"the tile outside is known not to show the {action.animal}"
    raise Violation(f"{reason}; or enter what the tile outside shows", sections.COURSE)


def _put_back(state: State, animal: str) -> State:
    """The card goes under the pile; once all have gone there, only another tile outside can help."""
    state = replace(
        state,
        deck=(*state.deck[1:], state.deck[0]),
        put_back=state.put_back + 1,
        memory=state.memory.outside_shows(animal),
    )
    if state.put_back < len(state.deck):
        return state
    return replace(state, phase=Phase.PUSH, put_back=0)
