"""When something may be done at all (rulebook, Play and Powers)."""

from __future__ import annotations

from .state import Refused, Seat, Table, Turn, need


def current(table: Table) -> tuple[Turn, Seat]:
    """The running turn and its player; nothing else is done while tokens are to be drawn."""
    turn = table.turn
    if turn is None or table.stage != "turn":
        raise Refused("no turn is going on")
    need(not any(table.owed), "tokens are to be drawn first")
    return turn, table.seats[turn.seat]


def quiet(table: Table) -> tuple[Turn, Seat]:
    """The running turn with no power half done (Powers: a power may not "interrupt" another power)."""
    turn, seat = current(table)
    need(not turn.in_the_air, "dice are being rerolled")
    need(not turn.must_leave_out, "the Bad Omen's dice are to be left out first")
    need(not turn.may_borrow, "a tile for the Decree die is to be taken or declined")
    need(turn.grant is None, "a tile that the claimed one brings is to be taken or declined")
    need("royal-death" not in turn.claims, "Royal Death is played immediately")
    return turn, seat


def window(table: Table) -> tuple[Turn, Seat]:
    """The running turn between its first roll and its claim."""
    turn, seat = quiet(table)
    need(turn.rolls, "nothing was rolled yet")
    need(not turn.over, "the dice are done")
    return turn, seat
