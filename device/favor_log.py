"""The log of a whole game of Favor of the Pharaoh: who did what, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from device.favor_words import announced, in_words
from rules.errors import Violation
from rules.favor.actions import Begins, FavorAction, Overruled, SideRolled, TileRolled
from rules.favor.game import FavorGame
from rules.favor.state import Phase, Setup, State
from rules.favor.tiles import TILES

_GAME = FavorGame()


def told(setup: Setup, actions: Sequence[FavorAction]) -> list[str]:
    """A line for each action; from one on that does not follow the rules, as they are now, without names."""
    lines: list[str] = []
    state = _GAME.start(setup)
    for place, action in enumerate(actions):
        try:
            after = _GAME.apply(state, action)
        except Violation:
            return lines + [in_words(left) for left in actions[place:]]
        news = _news(state, after)
        lines.append(_line(state, action) + (f" – {news}" if news else ""))
        state = after
    return lines


def _line(state: State, action: FavorAction) -> str:
    words = in_words(action)
    match action:
        case Begins(seat):
            return f"{state.players[seat].name} begins"
        case SideRolled() | TileRolled():
            return words
    drawer = state.drawer if state.phase is Phase.DRAW else None
    name = state.players[state.current if drawer is None else drawer].name
    return f"{name}, {words}" if isinstance(action, Overruled) else f"{name} {words}"


def _news(before: State, after: State) -> str | None:
    """What the action decided beside what it says itself."""
    if len(after.sides) > len(before.sides):
        return f"the bar is {len(after.sides) + 2}{after.sides[-1]}"
    if len(after.stacks) == len(before.stacks) + 1 and before.phase is Phase.TILES:
        return f"the {TILES[after.stacks[-1].tile].name}"
    if after.phase is Phase.COURT:
        return _end(after)
    held = after.pharaoh
    if held is None or held == before.pharaoh:
        return None
    if held.seat is None:
        return f"the Pharaoh holds court: {announced(held)} are to be beaten"
    return f"{after.players[held.seat].name} has the Pharaoh with {announced(held)}"


def _end(state: State) -> str:
    held = state.pharaoh
    assert held is not None, "a game ends with a roll to beat"
    if held.seat is None:
        return f"nobody beat {announced(held)}"
    return f"the Pharaoh's favour goes to {state.players[held.seat].name} with {announced(held)}"
