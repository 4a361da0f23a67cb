"""Positions of Pharao that tests begin with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import Violation
from rules.pharao.actions import Begins, Laid, Looked, PharaoAction, Revealed
from rules.pharao.board import Recess, space
from rules.pharao.game import PharaoGame
from rules.pharao.state import Setup, State

GAME = PharaoGame()
LEFT = (Recess.LEFT, Recess.LEFT, Recess.LEFT)
#   . . . . . . . .
#   . c . . . . c .      c crack, B G W N base tiles black, grey, white, brown
#   . B . . . . . .
#   . . . . . G . .      - gap
#   . c . - . . . .
#   . . W . N . c .
LAID = Laid(
    gap=space(4, 3),
    cracks=(space(1, 1), space(1, 6), space(4, 1), space(5, 6)),
    bases=(space(2, 1), space(3, 5), space(5, 2), space(5, 4)),
)


def setup(players: int = 3, **more: object) -> Setup:
    """So many players, recesses on the left everywhere."""
    return replace(Setup(("Ann", "Bob", "Cem", "Dia")[:players], LEFT), **more)  # type: ignore[arg-type]


def do(state: State, *actions: PharaoAction) -> State:
    """The state after these actions."""
    for action in actions:
        state = GAME.apply(state, action)
    return state


def laid(players: int = 3, shows: str = "sand", **more: object) -> State:
    """The covers lie and the gap's ground is told."""
    return do(GAME.start(setup(players, **more)), LAID, Looked(LAID.gap, shows))


def searching(players: int = 3, animal: str = "cat", shows: str = "sand", **more: object) -> State:
    """Ann searches for an animal on a card of 3 points."""
    state = laid(players, shows, **more)
    if players > 1:
        state = do(state, Begins(0))
    return do(state, Revealed(animal, 3, outside=False))


def refusal(state: State, action: PharaoAction) -> str:
    """The words and section with which an action is refused; the state stays as it was."""
    with pytest.raises(Violation) as raised:
        GAME.apply(state, action)
    again = GAME.explain(state, action)
    assert again is not None
    assert str(again) == str(raised.value)
    return str(raised.value)
