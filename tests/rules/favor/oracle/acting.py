"""Tiles, tokens and faces that act in a turn, one function a rule (Tile Reference, Powers, Dice)."""

from __future__ import annotations

from collections.abc import Sequence

from .box import BRINGS, BRINGS_ANY, GROWS, LAST_DIE, REROLLING_FACE, START_ARTIFACTS, TILES, D, among, pips
from .powers import CHANGERS, FACE_POWERS, PIP_TOKEN, Change, may_change
from .state import PIP, REROLL, Deed, Seat, Table, Turn, need
from .timing import quiet, window
from .tokens import gain_tokens, spend
from .turn import lift, set_aside, show


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
