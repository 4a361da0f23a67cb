"""Favor of the Pharaoh as a `Game`: which action fits which phase, and the table's last word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.errors import Violation
from rules.favor import claiming, court, starting, turn
from rules.favor import setup as set_up
from rules.favor.actions import (
    CODEC,
    Adjusted,
    Begins,
    Borrowed,
    Brought,
    Claimed,
    Contested,
    Corrected,
    Declined,
    Divided,
    Ended,
    FavorAction,
    LeftOut,
    Locked,
    Overruled,
    Replaced,
    Rerolled,
    Rolled,
    SideRolled,
    Skipped,
    Taken,
    TileRolled,
    TokenDrawn,
    Unlocked,
    Used,
)
from rules.favor.flow import settle
from rules.favor.moves import choices, moves
from rules.favor.options import options
from rules.favor.powers.adjusting import adjust
from rules.favor.powers.borrowing import borrow
from rules.favor.powers.bringing import bring
from rules.favor.powers.replacing import replace_dice, reroll
from rules.favor.powers.using import use
from rules.favor.referee import (
    CLAIMING,
    DICE,
    LATER_GAMES,
    PLAY,
    PLAYER_SETUP,
    ROLL_OFF,
    SCARABS,
    Refuse,
    by_the_book,
    overruled,
)
from rules.favor.state import Phase, Setup, State
from rules.table import Option, refusal
from rules.words import number_word

#   phase → what the table waits for, in words, and its rulebook section
WAITS: dict[Phase, tuple[str, str]] = {
    Phase.SIDES: ("the die for the next level bar's side", LATER_GAMES),
    Phase.TILES: ("the die for the next place's tile", LATER_GAMES),
    Phase.FIRST_PLAYER: ("the first player", PLAYER_SETUP),
    Phase.DRAW: ("a token to be drawn", SCARABS),
    Phase.LEAVE: ("the dice that are left out for a Bad Omen", starting.BAD),
    Phase.ROLL: ("a roll", PLAY),
    Phase.REROLL: ("the dice that are rolled again", PLAY),
    Phase.LOCK: ("at least one die to be locked", PLAY),
    Phase.BORROW: ("a tile to be borrowed for the Decree die", DICE),
    Phase.CLAIM: ("a claim or the end of the turn", CLAIMING),
    Phase.TAKE: ("a tile that the claimed one brings", CLAIMING),
    Phase.END: ("the end of the turn", CLAIMING),
    Phase.SKIP: ("the turn of a player who cannot win to be skipped", ROLL_OFF),
    Phase.COURT: ("nothing more: the game is over", ROLL_OFF),
}

_DICE_LIE = frozenset({Phase.LOCK, Phase.ROLL})
_WINDOW = frozenset({Phase.LOCK, Phase.ROLL, Phase.CLAIM, Phase.END})

_Handler = Callable[[State, Any, Refuse], State]
#   action → the phases in which it may be done, and what it does
_HANDLERS: dict[type[Any], tuple[frozenset[Phase], _Handler]] = {
    SideRolled: (frozenset({Phase.SIDES}), set_up.roll_side),
    TileRolled: (frozenset({Phase.TILES}), set_up.roll_tile),
    Begins: (frozenset({Phase.FIRST_PLAYER}), set_up.begin),
    TokenDrawn: (frozenset({Phase.DRAW}), turn.draw),
    LeftOut: (frozenset({Phase.LEAVE}), starting.leave_out),
    Rolled: (frozenset({Phase.ROLL, Phase.REROLL}), turn.roll),
    Corrected: (_DICE_LIE, turn.correct),
    Adjusted: (_DICE_LIE, adjust),
    Rerolled: (_DICE_LIE, reroll),
    Replaced: (_DICE_LIE, replace_dice),
    Brought: (_WINDOW, bring),
    Used: (_WINDOW, use),
    Locked: (_DICE_LIE, turn.lock),
    Unlocked: (_WINDOW, turn.unlock),
    Borrowed: (frozenset({Phase.BORROW}), borrow),
    Declined: (frozenset({Phase.BORROW, Phase.TAKE}), claiming.decline),
    Claimed: (frozenset({Phase.CLAIM, Phase.END}), claiming.claim),
    Taken: (frozenset({Phase.TAKE}), claiming.take),
    Divided: (frozenset({Phase.END}), claiming.divide),
    Ended: (frozenset({Phase.CLAIM, Phase.END}), turn.end),
    Skipped: (frozenset({Phase.SKIP}), court.skip),
    Contested: (frozenset({Phase.SKIP}), court.contest),
}

#   action → further phases in which the table may let it count
_OVERRULED_IN: dict[type[Any], frozenset[Phase]] = {
    Rolled: frozenset({Phase.LOCK, Phase.CLAIM}),
    Claimed: _DICE_LIE,
    Ended: _DICE_LIE | {Phase.LEAVE},
    Skipped: frozenset({Phase.ROLL}),
}


class FavorGame:
    """Favor of the Pharaoh, whole: set-up, turns with all powers, the final roll-off.

    What `legal`, `moves` and `explain` promise stands in `rules.favor.actions`.
    """

    name = "favor"
    setup_type = Setup
    codec = CODEC

    def start(self, setup: Setup) -> State:
        """The table before the first action."""
        return set_up.start(setup)

    def apply(self, state: State, action: FavorAction) -> State:
        """The state after `action`; raises Violation where the rulebook does not allow it."""
        if isinstance(action, Overruled):
            return self._overrule(state, action.action)
        phases, handler = _HANDLERS[type(action)]
        if state.phase not in phases:
            raise _out_of_turn(state)
        return settle(handler(state, action, by_the_book))

    def explain(self, state: State, action: FavorAction) -> Violation | None:
        """Why `action` is not allowed now, or None where it is."""
        return refusal(self.apply, state, action)

    def legal(self, state: State) -> tuple[Option[FavorAction], ...]:
        """What may be done next, in words; empty once the game is over."""
        return tuple(options(state))

    def moves(self, state: State) -> Iterator[FavorAction]:
        """Every action that is allowed, lazily, but for those that chance, eyes or an overrule must tell."""
        return moves(state)

    def choices(self, state: State, option: Option[FavorAction]) -> Iterator[FavorAction]:
        """The actions among `moves` that an option without action stands for; none where chance decides."""
        return choices(state, option.kind, option.source)

    def _overrule(self, state: State, action: FavorAction) -> State:
        refused = self.explain(state, action)
        if refused is None:
            raise Violation("the rules allow this: there is nothing to overrule", PLAY)
        phases, handler = _HANDLERS[type(action)]
        if state.phase not in phases | _OVERRULED_IN.get(type(action), frozenset()):
            raise refused
        return settle(handler(state, action, overruled))


def _out_of_turn(state: State) -> Violation:
    waits, section = WAITS[state.phase]
    left = turn.immediates_left(state)
    if state.phase is Phase.LOCK and state.fresh_locks and left:
        dice = "die" if left == 1 else "dice"
        return Violation(
            f"every Immediate die must be locked; {number_word(left)} Immediate {dice} left", PLAY
        )
    return Violation(f"the table waits for {waits}", section)
