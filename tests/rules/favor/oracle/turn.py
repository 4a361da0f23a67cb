"""A turn from its first roll to the last lock, one function a rule (rulebook, Play, Powers, Dice)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .box import (
    ADJUSTING_FACES,
    BRINGS,
    BRINGS_ANY,
    GROWS,
    LAST_DIE,
    REROLLING_FACE,
    SIDES,
    START_ARTIFACTS,
    START_DICE,
    START_TOKENS,
    TILES,
    D,
    among,
    pips,
)
from .powers import CHANGERS, FACE_POWERS, PIP_TOKEN, Change, may_change
from .state import PIP, REROLL, Deed, Refused, Seat, Table, Turn, need
from .tokens import gain_tokens, spend

POWER_FACES = {*ADJUSTING_FACES, REROLLING_FACE}


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


def start_artifact(table: Table, tile: str) -> Deed:
    """Palace Key and Royal Decree: more dice to start the turn."""
    turn, seat = quiet(table)
    need(tile in START_ARTIFACTS, "this tile does not start turns")
    need(seat.has_unused(tile), "not owned, or used already")
    need(not turn.rolls, "the turn was started")
    need(tile != "royal-decree" or turn.court, "Royal Decree starts a final roll-off turn")

    def deed() -> None:
        seat.face_down.add(tile)
        turn.starting += START_ARTIFACTS[tile]

    return deed


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


def at_hand(turn: Turn, seat: Seat, tile: str) -> None:
    """Refuse a tile that its player does not have, or has used (Powers)."""
    need(tile in seat.tiles or tile == turn.borrowed, "this tile is not at hand")
    need(tile not in turn.sideways, "used this turn already")
    need(tile not in seat.face_down, "used this game already")


def turn_tile(turn: Turn, seat: Seat, tile: str) -> None:
    """A yellow or blue tile turns sideways, a red one face down, a borrowed one goes back as it was."""
    if tile in seat.tiles and TILES[tile].colour == "red":
        seat.face_down.add(tile)
    else:
        turn.sideways.add(tile)


def change_by_tile(table: Table, tile: str, change: Change) -> Deed:
    turn, seat = window(table)
    need(tile in CHANGERS, "this tile changes no dice")
    at_hand(turn, seat, tile)
    need(may_change(CHANGERS[tile], change, turn.active, turn.pyramid), "its words do not allow this")

    def deed() -> None:
        turn_tile(turn, seat, tile)
        change_dice(table, turn, change)

    return deed


def change_by_face(table: Table, source: D, change: Change) -> Deed:
    """A star, double-star or decree face that came up adjusts other dice or itself."""
    turn, _ = window(table)
    need(source in FACE_POWERS and source in turn.active, "no such face lies there")
    need(source[0] in turn.fresh, "its power has acted")
    need(may_change(FACE_POWERS[source], change, turn.active, turn.pyramid), "its words do not allow this")

    def deed() -> None:
        turn.fresh.discard(source[0])
        change_dice(table, turn, change)

    return deed


def change_by_pip(table: Table, change: Change) -> Deed:
    turn, seat = window(table)
    need(seat.tokens[PIP] > 0, "no +1 Pip token")
    need(may_change(PIP_TOKEN, change, turn.active, turn.pyramid), "it adds 1 to one active die")

    def deed() -> None:
        spend(table, seat, PIP)
        change_dice(table, turn, change)

    return deed


def change_dice(table: Table, turn: Turn, change: Change) -> None:
    lift(turn, [was for was, _ in change])
    for _, now in change:
        show(turn, now, wakes=table.house.symbols_wake_when_turned)


def reroll(turn: Turn, dice: Sequence[D]) -> None:
    lift(turn, dice)
    turn.rerolling = [kind for kind, _ in dice]


def reroll_by_token(table: Table, dice: Sequence[D]) -> Deed:
    turn, seat = window(table)
    need(len(dice) == 1 and among(dice, turn.active), "one active die")
    need(seat.tokens[REROLL] > 0, "no Reroll token")

    def deed() -> None:
        spend(table, seat, REROLL)
        reroll(turn, dice)

    return deed


def reroll_by_face(table: Table, dice: Sequence[D]) -> Deed:
    """The Voyage die's reroll face: any active die, itself too."""
    turn, _ = window(table)
    need(REROLLING_FACE in turn.active and "voyage" in turn.fresh, "no reroll face that may act")
    need(len(dice) == 1 and among(dice, turn.active), "one active die")

    def deed() -> None:
        turn.fresh.discard("voyage")
        reroll(turn, dice)

    return deed


def reroll_by_merchant(table: Table, dice: Sequence[D]) -> Deed:
    """Grain Merchant: reroll one or more active dice to gain a token."""
    turn, seat = window(table)
    need(dice and among(dice, turn.active), "one or more active dice")
    at_hand(turn, seat, "grain-merchant")

    def deed() -> None:
        turn_tile(turn, seat, "grain-merchant")
        reroll(turn, dice)
        turn.token_after_reroll = True

    return deed


def bring(table: Table, tile: str, die: D) -> Deed:
    """A Standard die enters play: active, or locked at once where all rolled dice are."""
    turn, seat = window(table)
    need(die[0] == "standard" and die[1] in "123456", "a Standard die")
    at_hand(turn, seat, tile)
    if tile in BRINGS:
        need(die[1] == BRINGS[tile], "its die enters with its own value")
    elif tile in GROWS:
        need(tile in turn.growing, "no die lies on this tile")
        need(die[1] == str(min(6, turn.rolls)), "its die has grown to another value")
    elif tile in LAST_DIE:
        need(turn.all_locked, "all rolled dice must be locked")
        need(tile != turn.borrowed, "a power after locking all dice cannot be borrowed")
    else:
        need(tile == BRINGS_ANY, "this tile brings no die")

    def deed() -> None:
        turn_tile(turn, seat, tile)
        turn.growing.discard(tile)
        if tile in LAST_DIE:
            set_aside(table, turn, [die])
        else:
            turn.active.append(die)

    return deed


def survey(table: Table, dice: Sequence[D], by: Sequence[D]) -> Deed:
    """Surveyor: two Immediate dice for one active die, with its number of pips together."""
    turn, seat = window(table)
    need(len(dice) == 1 and among(dice, turn.active), "one active die")
    need([kind for kind, _ in by] == ["immediate"] * 2, "two Immediate dice take its place")
    total = pips(dice[0])
    need(total is not None and sum(pips(die) or 0 for die in by) == total, "the pips must sum to the die's")
    at_hand(turn, seat, "surveyor")

    def deed() -> None:
        turn_tile(turn, seat, "surveyor")
        lift(turn, dice)
        turn.active += by

    return deed


def swap(table: Table, dice: Sequence[D]) -> Deed:
    """Royal Mother: Immediate dice and the Serf die for tokens and Standard dice of the next roll."""
    turn, seat = window(table)
    need(dice and among(dice, turn.active), "one or more active dice")
    need(all(kind in ("immediate", "serf") for kind, _ in dice), "Immediate dice and/or a Serf die")
    at_hand(turn, seat, "royal-mother")

    def deed() -> None:
        turn_tile(turn, seat, "royal-mother")
        lift(turn, dice)
        turn.waiting += ["standard"] * len(dice)
        gain_tokens(table, turn.seat, len(dice))

    return deed


def herder(table: Table) -> Deed:
    turn, seat = window(table)
    at_hand(turn, seat, "herder")
    need(turn.matching_lock, "two or more matching dice must have been locked on this roll")

    def deed() -> None:
        turn_tile(turn, seat, "herder")
        turn.waiting.append("standard")

    return deed


def guidance(table: Table) -> Deed:
    """Ancestral Guidance: two tokens and a Standard die for the rest of the turn."""
    turn, seat = quiet(table)
    need(not turn.over, "the dice are done")
    at_hand(turn, seat, "ancestral-guidance")

    def deed() -> None:
        turn_tile(turn, seat, "ancestral-guidance")
        gain_tokens(table, turn.seat, 2)
        (turn.waiting if turn.rolls else turn.starting).append("standard")

    return deed


def mask(table: Table) -> Deed:
    """Burial Mask: five tokens."""
    turn, seat = quiet(table)
    at_hand(turn, seat, "burial-mask")

    def deed() -> None:
        turn_tile(turn, seat, "burial-mask")
        gain_tokens(table, turn.seat, 5)

    return deed


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


def could_add_a_die(table: Table) -> bool:
    """All dice are locked; whether a power could still bring one into play or have one rolled."""
    turn, seat = table.turn, table.seats[table.at]
    assert turn is not None
    for tile in {*seat.tiles, turn.borrowed} - {None}:
        assert tile is not None
        if tile in turn.sideways or tile in seat.face_down:
            continue
        if tile in BRINGS or tile == BRINGS_ANY or tile in turn.growing or tile == "ancestral-guidance":
            return True
        if tile in LAST_DIE and tile != turn.borrowed:
            return True
        if tile == "herder" and turn.matching_lock:
            return True
    return False


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
