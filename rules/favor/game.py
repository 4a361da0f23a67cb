"""Favor of the Pharaoh as a `Game`: which action fits which phase, and what may be done next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.errors import Violation
from rules.favor import setup as set_up
from rules.favor import turn
from rules.favor.actions import (
    CODEC,
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    SideRolled,
    TileRolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import count_kinds
from rules.favor.state import Phase, Setup, State
from rules.favor.tiles import TILES
from rules.table import Option

#   phase → what the table waits for, in words, and its rulebook section
WAITS: dict[Phase, tuple[str, str]] = {
    Phase.SIDES: ("the die for the next level bar's side", set_up.LATER_GAMES),
    Phase.TILES: ("the die for the next place's tile", set_up.LATER_GAMES),
    Phase.FIRST_PLAYER: ("the first player", set_up.PLAYER_SETUP),
    Phase.ROLL: ("a roll", turn.PLAY),
    Phase.LOCK: ("at least one die to be locked", turn.PLAY),
    Phase.CLAIM: ("a claim or the end of the turn", turn.CLAIMING),
    Phase.DRAW: ("a token to be drawn", turn.SCARABS),
    Phase.END: ("the end of the turn", turn.CLAIMING),
    Phase.COURT: ("nothing more: the Pharaoh holds court", "Final Roll-Off"),
    Phase.LEAVE: ("the dice that a Bad Omen takes", "Level 5 Tiles"),
    Phase.REROLL: ("the dice that are rolled again", turn.PLAY),
    Phase.BORROW: ("a tile to be borrowed", "Dice"),
    Phase.TAKE: ("a tile to be taken", turn.CLAIMING),
    Phase.SKIP: ("a turn to be skipped", "Final Roll-Off"),
}

_HANDLERS: dict[type[Any], tuple[frozenset[Phase], Callable[[State, Any], State]]] = {
    SideRolled: (frozenset({Phase.SIDES}), set_up.roll_side),
    TileRolled: (frozenset({Phase.TILES}), set_up.roll_tile),
    Begins: (frozenset({Phase.FIRST_PLAYER}), set_up.begin),
    Rolled: (frozenset({Phase.ROLL}), turn.roll),
    Corrected: (frozenset({Phase.LOCK}), turn.correct),
    Locked: (frozenset({Phase.LOCK}), turn.lock),
    Claimed: (frozenset({Phase.CLAIM}), turn.claim),
    TokenDrawn: (frozenset({Phase.DRAW}), turn.draw),
    Ended: (frozenset({Phase.CLAIM, Phase.END}), turn.end),
}


class FavorGame:
    """Favor of the Pharaoh up to the Queen: set-up and turns, dice of the tiles, no other tile power.

    With the Queen's claim the Pharaoh holds court and the state names the roll to beat.
    """

    name = "favor"
    setup_type = Setup
    codec = CODEC

    def start(self, setup: Setup) -> State:
        """The table before the first action."""
        return set_up.start(setup)

    def apply(self, state: State, action: FavorAction) -> State:
        """The state after `action`; raises Violation where the rulebook does not allow it."""
        phases, handler = _HANDLERS.get(type(action), (frozenset(), turn.end))
        if state.phase not in phases:
            waits, section = WAITS[state.phase]
            raise Violation(f"the table waits for {waits}", section)
        return handler(state, action)

    def explain(self, state: State, action: FavorAction) -> Violation | None:
        """Why `action` is not allowed now, or None where it is."""
        try:
            self.apply(state, action)
        except Violation as violation:
            return violation
        return None

    def legal(self, state: State) -> tuple[Option[FavorAction], ...]:
        """What may be done next; empty once the Pharaoh holds court."""
        return tuple(_OPTIONS[state.phase](state))


def _sides(state: State) -> list[Option[FavorAction]]:
    return [
        Option(SideRolled, f"a {number} gives side {'A' if number % 2 else 'B'}", SideRolled(number))
        for number in range(1, 7)
    ]


def _tiles(state: State) -> list[Option[FavorAction]]:
    options: list[Option[FavorAction]] = []
    for number in range(1, 7):
        try:
            after = set_up.roll_tile(state, TileRolled(number))
        except Violation:
            continue
        tile = TILES[after.stacks[len(state.stacks)].tile]
        options.append(Option(TileRolled, f"a {number} lays out the {tile.name}", TileRolled(number)))
    return options


def _first_player(state: State) -> list[Option[FavorAction]]:
    return [
        Option(Begins, f"{player.name} begins", Begins(seat)) for seat, player in enumerate(state.players)
    ]


def _roll(state: State) -> list[Option[FavorAction]]:
    return [Option(Rolled, f"roll {count_kinds(state.to_roll)}")]


def _lock(state: State) -> list[Option[FavorAction]]:
    locks: list[Option[FavorAction]] = [
        Option(Locked, f"lock {', '.join(map(str, dice))}", Locked(dice)) for dice in turn.lock_choices(state)
    ]
    return [*locks, Option(Corrected, "correct a die that was misread")]


def _claim(state: State) -> list[Option[FavorAction]]:
    claims: list[Option[FavorAction]] = [
        Option(Claimed, f"claim the {TILES[stack.tile].name}", Claimed(stack.tile))
        for stack in turn.claimable(state)
    ]
    return [*claims, Option(Ended, "end the turn without a claim", Ended())]


def _draw(state: State) -> list[Option[FavorAction]]:
    return [
        Option(TokenDrawn, f"a {token.words} was drawn", TokenDrawn(token))
        for token in Token
        if state.supply.of(token)
    ]


def _end(state: State) -> list[Option[FavorAction]]:
    return [Option(Ended, "end the turn", Ended())]


def _court(state: State) -> list[Option[FavorAction]]:
    return []


_OPTIONS: dict[Phase, Callable[[State], list[Option[FavorAction]]]] = {
    Phase.SIDES: _sides,
    Phase.TILES: _tiles,
    Phase.FIRST_PLAYER: _first_player,
    Phase.ROLL: _roll,
    Phase.LOCK: _lock,
    Phase.CLAIM: _claim,
    Phase.DRAW: _draw,
    Phase.END: _end,
    Phase.COURT: _court,
}
