"""The Decree die, locked with its power face: another player's tile for the turn (rulebook, Dice)."""

from __future__ import annotations

from .box import BRINGS, BRINGS_ANY
from .powers import CHANGERS
from .state import Deed, Table, need
from .timing import current

# What still has a use once the Decree die is locked: "A power whose effect takes place at turn start or after
# locking all dice cannot be used" (rulebook, Dice).
USABLE_WHEN_BORROWED = {
    *CHANGERS,
    *BRINGS,
    BRINGS_ANY,
    "grain-merchant",
    "surveyor",
    "royal-mother",
    "herder",
    "ancestral-guidance",
    "burial-mask",
}


def may_be_borrowed(table: Table, owner: int, tile: str) -> bool:
    """A tile of another player that the current one does not have, with a power for the rest of the turn."""
    return (
        owner != table.at
        and tile in table.seats[owner].tiles
        and tile not in table.seats[table.at].tiles
        and tile in USABLE_WHEN_BORROWED
    )


def borrow(table: Table, owner: int, tile: str) -> Deed:
    """The locked Decree face: another player's tile, for this turn."""
    turn, _ = current(table)
    need(turn.may_borrow, "no Decree power face was locked")
    need(0 <= owner < len(table.seats) and may_be_borrowed(table, owner, tile), "not to be borrowed")

    def deed() -> None:
        turn.may_borrow = False
        turn.borrowed = tile

    return deed


def decline_borrowing(table: Table) -> Deed:
    turn, _ = current(table)
    need(turn.may_borrow, "nothing may be borrowed")

    def deed() -> None:
        turn.may_borrow = False

    return deed
