"""The oracle in the engine's words: its actions played on the oracle's table, and both tables side by side.

From the engine come the action classes and the fields of its state, none of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from rules.favor import actions as a
from rules.favor.dice import Die, Kind
from rules.favor.state import Setup

from . import acting, claims, court, loans, setup, tokens, turn
from .box import D
from .state import Deed, House, Refused, Table, need

TURN_TILES: dict[str, Callable[[Table], Deed]] = {
    "herder": acting.herder,
    "ancestral-guidance": acting.guidance,
    "burial-mask": acting.mask,
    "palace-key": lambda table: acting.start_artifact(table, "palace-key"),
    "royal-decree": lambda table: acting.start_artifact(table, "royal-decree"),
    "bad-omen": claims.bad_omen,
    "pharaohs-gift": court.gift,
}


@cache
def ours(die: Die) -> D:
    return die.kind.value, die.face


def dice(some: Iterable[Die]) -> list[D]:
    return [ours(die) for die in some]


@cache
def theirs(die: D) -> Die:
    return Die(Kind(die[0]), die[1])


def lay(engine_setup: Setup) -> Table:
    """The oracle's table for what people agreed on."""
    rulings = engine_setup.rulings
    house = House(
        rulings.herder_joins_locks,
        rulings.symbols_wake_when_turned,
        rulings.ankh_counts_own_tokens,
        rulings.best_wins_royal_death,
        rulings.skip_hopeless,
    )
    return setup.lay_table(engine_setup.players, engine_setup.first_game, house)


RULES: dict[type, Callable[[Table, Any], Deed]] = {
    a.SideRolled: lambda table, it: setup.roll_side(table, it.number),
    a.TileRolled: lambda table, it: setup.roll_tile(table, it.number),
    a.Begins: lambda table, it: setup.begin(table, it.seat),
    a.TokenDrawn: lambda table, it: tokens.draw_token(table, it.token.value),
    a.LeftOut: lambda table, it: turn.leave_out(table, [kind.value for kind in it.kinds]),
    a.Rolled: lambda table, it: turn.roll(table, dice(it.dice)),
    a.Corrected: lambda table, it: turn.correct(table, ours(it.was), ours(it.now)),
    a.Adjusted: lambda table, it: adjust(table, it.source, [(ours(c.was), ours(c.now)) for c in it.changes]),
    a.Rerolled: lambda table, it: reroll(table, it.source, dice(it.dice)),
    a.Brought: lambda table, it: acting.bring(table, it.tile, ours(it.die)),
    a.Replaced: lambda table, it: replace(table, it.tile, dice(it.dice), dice(it.by)),
    a.Used: lambda table, it: use(table, it.tile),
    a.Locked: lambda table, it: turn.lock(table, dice(it.dice)),
    a.Borrowed: lambda table, it: loans.borrow(table, it.seat, it.tile),
    a.Claimed: lambda table, it: claims.claim(table, it.tile),
    a.Taken: lambda table, it: claims.take(table, it.tile),
    a.Declined: lambda table, it: decline(table),
    a.Divided: lambda table, it: claims.treasure(table, [(dice(one.dice), one.tile) for one in it.shares]),
    a.Ended: lambda table, it: claims.end(table),
    a.Skipped: lambda table, it: court.skip(table),
    a.Contested: lambda table, it: court.contest(table),
}


def rule(table: Table, action: a.FavorAction) -> Deed:
    """What `action` would do by the rulebook; raises Refused where it is not allowed."""
    need(type(action) in RULES, "the rulebook knows nothing like it")
    return RULES[type(action)](table, action)


def use(table: Table, tile: str) -> Deed:
    need(tile in TURN_TILES, "this tile is not used so")
    return TURN_TILES[tile](table)


def decline(table: Table) -> Deed:
    borrowing = table.turn is not None and table.turn.may_borrow
    return loans.decline_borrowing(table) if borrowing else claims.decline_taking(table)


def adjust(table: Table, source: str, change: list[tuple[D, D]]) -> Deed:
    if source == a.PIP_TOKEN:
        return acting.change_by_pip(table, change)
    if source in (a.ARTISAN_STAR, a.INTRIGUE_STARS, a.VOYAGE_STAR, a.DECREE_FACE):
        kind, _, face = source.partition(":")
        return acting.change_by_face(table, (kind, face), change)
    return acting.change_by_tile(table, source, change)


def reroll(table: Table, source: str, dice: list[D]) -> Deed:
    if source == a.REROLL_TOKEN:
        return acting.reroll_by_token(table, dice)
    if source == a.VOYAGE_REROLL:
        return acting.reroll_by_face(table, dice)
    need(source == "grain-merchant", "this tile does not reroll")
    return acting.reroll_by_merchant(table, dice)


def replace(table: Table, tile: str, dice: list[D], by: list[D]) -> Deed:
    if tile == "surveyor":
        return acting.survey(table, dice, by)
    need(tile == "royal-mother" and not by, "this tile does not replace dice so")
    return acting.swap(table, dice)


def refusal(table: Table, action: a.FavorAction) -> str | None:
    """Why the rulebook refuses `action` now, or None where it allows it."""
    try:
        rule(table, action)
    except Refused as refused:
        return str(refused)
    return None


def play(table: Table, action: a.FavorAction) -> None:
    """Do `action` on the oracle's table; raises Refused."""
    rule(table, action)()
    claims.settle(table)


def dice_to_roll(table: Table) -> list[str] | None:
    """The kinds of dice that may be rolled now, or None."""
    try:
        return turn.to_roll(turn.may_roll(table))
    except Refused:
        return None
