"""After the game: what each turn knew at its beginning, the best way there was, and the way taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.pharao.flow import may_slide_a_line
from rules.pharao.memory import Spot
from rules.pharao.paths import Plan, field_of, shortest
from rules.pharao.state import Phase, State


@dataclass(frozen=True)
class TurnReview:
    """One player's turn: the state at its beginning, and the spaces that the gap came to.

    `won` says that the sought animal was found.
    """

    start: State
    way: tuple[int, ...]
    won: bool


def turns(states: Iterable[State]) -> tuple[TurnReview, ...]:
    """The turns of a game in which covers were slid, from its states in order."""
    found: list[TurnReview] = []
    start: State | None = None
    way: list[int] = []
    before: State | None = None
    for state in states:
        moved = before is not None and state.gap != before.gap and before.phase is Phase.SLIDE
        if moved and start is not None:
            way.append(state.gap)
        if start is not None and way and (state.turns != start.turns or state.phase is Phase.END):
            won = len(state.players[start.current].cards) > len(start.player.cards)
            found.append(TurnReview(start, tuple(way), won))
            start = None
        if start is None and state.phase is Phase.SLIDE and not state.slid:
            start, way = state, []
        before = state
    if start is not None and way:
        found.append(TurnReview(start, tuple(way), won=False))
    return tuple(found)


def best(turn: TurnReview, spots: Sequence[Spot]) -> Plan | None:
    """The fewest slides that what was known at the turn's beginning allowed; None where it led nowhere."""
    state = turn.start
    assert state.sought is not None, "a turn begins with a card to search for"
    field = field_of(
        state, spots, state.memory.contents, line_now=may_slide_a_line(state), animal=state.sought.animal
    )
    plain, passage = shortest(field, passage=False), shortest(field, passage=True)
    plans = [plan for plan in (plain, passage) if plan is not None]
    return min(plans, key=lambda plan: len(plan.steps), default=None)
