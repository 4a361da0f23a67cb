"""A turn's rolls and locks, one function a rule (rulebook, Play)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .box import ADJUSTING_FACES, GROWS, REROLLING_FACE, SIDES, START_DICE, START_TOKENS, D, among, pips
from .loans import may_be_borrowed
from .state import Deed, Table, Turn, need
from .timing import current, window
from .tokens import gain_tokens

POWER_FACES = {*ADJUSTING_FACES, REROLLING_FACE}


def begin_turn(table: Table, turn: Turn) -> None:
    """What this player rolls at the start, and the tokens that come before the first roll."""
    seat = table.seats[turn.seat]
    table.turn, table.at, table.stage = turn, turn.seat, "turn"
    turn.starting = ["standard"] * (2 if turn.omen else 3)
    for tile in seat.tiles:
        turn.starting += START_DICE.get(tile, [])
    turn.starting += ["standard"] * seat.bad_omen_die
    seat.bad_omen_die = 0
    if turn.court:
        turn.starting += ["standard"] * seat.plus_die
        seat.plus_die = 0
        turn.starting += ["immediate"] * (2 if turn.opens_after_death else 0)
    else:
        turn.must_leave_out = min(seat.fewer_dice, len(turn.starting) - 1)
    seat.fewer_dice = 0
    turn.growing = {tile for tile in seat.tiles if tile in GROWS}
    gain_tokens(table, turn.seat, sum(START_TOKENS.get(tile, 0) for tile in seat.tiles))


def leave_out(table: Table, kinds: Sequence[str]) -> Deed:
    """Bad Omen: the player chooses which dice are not rolled."""
    turn, _ = current(table)
    need(turn.must_leave_out and not turn.rolls, "no dice are to be left out")
    need(len(kinds) == turn.must_leave_out, "exactly as many as the Bad Omen takes")
    need(not Counter(kinds) - Counter(turn.starting), "not among the dice of this turn")

    def deed() -> None:
        for kind in kinds:
            turn.starting.remove(kind)
        turn.must_leave_out = 0

    return deed


def to_roll(turn: Turn) -> list[str]:
    """The kinds that the next roll shows."""
    if turn.in_the_air:
        return sorted(turn.rerolling)
    if not turn.rolls:
        return sorted(turn.starting)
    return sorted([kind for kind, _ in turn.active] + turn.waiting)


def may_roll(table: Table) -> Turn:
    """The first roll, the roll of what stayed active or joins, or the reroll that a power began."""
    turn, _ = current(table)
    need(not turn.over, "the dice are done")
    need(not turn.may_borrow, "a tile for the Decree die is to be taken or declined")
    need(to_roll(turn), "there is nothing to roll")
    if not turn.in_the_air:
        need(not turn.must_leave_out, "the Bad Omen's dice are to be left out first")
        need(not turn.active or turn.locked_since_roll, "at least one die is locked before the next roll")
        need(all(kind != "immediate" for kind, _ in turn.active), "Immediate dice must be locked")
    return turn


def roll(table: Table, dice: Sequence[D]) -> Deed:
    turn = may_roll(table)
    need(sorted(kind for kind, _ in dice) == to_roll(turn), "these are not the dice to be rolled")
    need(all(face in SIDES[kind] for kind, face in dice), "no such face")

    def deed() -> None:
        if not turn.in_the_air:
            turn.rolls += 1
            turn.active, turn.waiting, turn.fresh = [], [], set()
            turn.locked_since_roll = turn.matching_lock = False
            turn.since_roll = []
        turn.rerolling = []
        for die in dice:
            show(turn, die)
        if turn.token_after_reroll:
            turn.token_after_reroll = False
            gain_tokens(table, turn.seat, 1)

    return deed


def show(turn: Turn, die: D, wakes: bool = True) -> None:
    """An active die comes to show this face; a power on it may act."""
    turn.active.append(die)
    if die in POWER_FACES and wakes:
        turn.fresh.add(die[0])


def lift(turn: Turn, dice: Sequence[D]) -> None:
    """These dice leave the active ones, and a power that did not act is gone."""
    for die in dice:
        turn.active.remove(die)
        if die in POWER_FACES:
            turn.fresh.discard(die[0])


def lock(table: Table, dice: Sequence[D]) -> Deed:
    """Set aside active dice together."""
    turn, _ = window(table)
    need(dice and among(dice, turn.active), "one or more active dice")

    def deed() -> None:
        lift(turn, dice)
        set_aside(table, turn, dice)
        if ("voyage", "gain") in dice:
            turn.waiting += ["standard", "standard"]
        if ("decree", "decree") in dice:
            turn.may_borrow = any(
                may_be_borrowed(table, owner, tile)
                for owner, other in enumerate(table.seats)
                for tile in other.tiles
            )

    return deed


def set_aside(table: Table, turn: Turn, dice: Sequence[D]) -> None:
    """One lock; the Herder looks whether it has matching dice, or at all that were locked on this roll."""
    turn.locks.append(list(dice))
    turn.locked_since_roll = True
    turn.since_roll = (turn.since_roll if table.house.herder_joins_locks else []) + list(dice)
    values = Counter(pips(die) for die in turn.since_roll if pips(die) is not None)
    if any(number >= 2 for number in values.values()):
        turn.matching_lock = True


def correct(table: Table, was: D, now: D) -> Deed:
    """An active die was misread: it shows this face, and so it came to show it."""
    turn, _ = current(table)
    need(not turn.in_the_air and not turn.may_borrow, "a power is half done")
    need(was in turn.active, "not active")
    need(now[0] == was[0] and now[1] in SIDES[now[0]] and now != was, "another face of the same die")

    def deed() -> None:
        lift(turn, [was])
        show(turn, now)

    return deed
