"""Pharaoh Code as a `Game`: which action fits which phase, and what may be done next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.errors import Violation
from rules.pharaoh_code import laying
from rules.pharaoh_code import round as play
from rules.pharaoh_code.actions import (
    CODEC,
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Passed,
    Relaid,
    Restocked,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.scores import scores
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase, Player, Setup, State
from rules.table import Option, refusal

#   phase → what the table waits for, in words, and its rulebook section
WAITS: dict[Phase, tuple[str, str]] = {
    Phase.LAY: ("tiles on the empty spaces", play.NEXT),
    Phase.ROLL: ("a roll", play.ROLLING),
    Phase.THINK: ("the first tile to be taken", play.TAKING),
    Phase.SAND: ("the sand to run out", play.SAND),
    Phase.STATE: ("equations for the tiles that were taken", play.STATING),
    Phase.COUNT: ("the scarabs to be counted", laying.END),
    Phase.OVER: ("nothing more: the game is over", laying.END),
}

_HANDLERS: dict[type[Any], tuple[frozenset[Phase], Callable[[State, Any], State]]] = {
    Laid: (frozenset({Phase.LAY}), laying.lay),
    Relaid: (frozenset({Phase.LAY, Phase.ROLL, Phase.THINK, Phase.SAND, Phase.STATE}), laying.relay),
    Restocked: (frozenset({Phase.LAY, Phase.ROLL, Phase.COUNT}), laying.restock),
    Rolled: (frozenset({Phase.ROLL}), play.roll),
    Corrected: (frozenset({Phase.THINK, Phase.SAND, Phase.STATE}), play.correct),
    Taken: (frozenset({Phase.THINK, Phase.SAND}), play.take),
    Passed: (frozenset({Phase.THINK}), play.pass_on),
    TimeUp: (frozenset({Phase.SAND}), play.end_sand),
    Stated: (frozenset({Phase.STATE}), play.state_equation),
    Judged: (frozenset({Phase.STATE}), play.judge),
    Counted: (frozenset({Phase.COUNT}), play.count),
}


class CodeGame:
    """Pharaoh Code from the first tile laid to the winner."""

    name = "pharaoh-code"
    setup_type = Setup
    codec = CODEC

    def start(self, setup: Setup) -> State:
        """The table before the first tile is laid out."""
        return State(
            setup,
            Phase.LAY,
            tuple(Player(name) for name in setup.players),
            setup.stack_sizes,
            setup.tiles,
            roller=setup.roller,
        )

    def apply(self, state: State, action: CodeAction) -> State:
        """The state after `action`; raises Violation where the rulebook does not allow it."""
        phases, handler = _HANDLERS[type(action)]
        if state.phase not in phases:
            waits, section = WAITS[state.phase]
            raise Violation(f"the table waits for {waits}", section)
        return handler(state, action)

    def explain(self, state: State, action: CodeAction) -> Violation | None:
        """Why `action` is not allowed now, or None where it is."""
        return refusal(self.apply, state, action)

    def legal(self, state: State) -> tuple[Option[CodeAction], ...]:
        """What may be done next; empty once the game is over."""
        return tuple(_OPTIONS[state.phase](state))


def _lay(state: State) -> list[Option[CodeAction]]:
    return [Option(Laid, f"lay tiles on {len(state.empty)} spaces")]


def _roll(state: State) -> list[Option[CodeAction]]:
    return [Option(Rolled, f"{state.players[state.roller].name} rolls all three dice")]


def _take(state: State) -> list[Option[CodeAction]]:
    return [
        Option(Taken, f"{player.name} takes {tile.number}", Taken(seat, space))
        for seat, player in enumerate(state.players)
        if state.setup.unlimited or not state.takes_of(seat)
        for space, tile in enumerate(state.board)
        if tile is not None
    ]


def _think(state: State) -> list[Option[CodeAction]]:
    return [
        *_take(state),
        Option(Passed, "nobody takes a tile", Passed()),
        Option(Corrected, "correct a die that was misread"),
    ]


def _sand(state: State) -> list[Option[CodeAction]]:
    return [*_take(state), Option(TimeUp, "the sand has run out", TimeUp())]


def _state(state: State) -> list[Option[CodeAction]]:
    assert state.roll is not None, "no phase after the roll is without it"
    made = solve(state.roll.values, state.setup.arithmetic)
    options: list[Option[CodeAction]] = []
    for take in state.takes:
        if take.right is not None:
            continue
        name, number = state.players[take.seat].name, take.tile.number
        options.append(Option(Stated, f"{name} states an equation for {number}"))
        if number in made:
            options.append(Option(Judged, f"{number} is right", Judged(take.space, right=True)))
        options.append(Option(Judged, f"{number} is wrong or has none", Judged(take.space, right=False)))
    return options


def _count(state: State) -> list[Option[CodeAction]]:
    stacks: list[Option[CodeAction]] = [
        Option(Restocked, f"{colour} tiles are left after all") for colour in laying.shortage(state)
    ]
    return stacks + [
        Option(Counted, f"{state.players[score.seat].name} counts scarabs")
        for score in scores(state)
        if score.points is None
    ]


def _over(state: State) -> list[Option[CodeAction]]:
    return []


_OPTIONS: dict[Phase, Callable[[State], list[Option[CodeAction]]]] = {
    Phase.LAY: _lay,
    Phase.ROLL: _roll,
    Phase.THINK: _think,
    Phase.SAND: _sand,
    Phase.STATE: _state,
    Phase.COUNT: _count,
    Phase.OVER: _over,
}
