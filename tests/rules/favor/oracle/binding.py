"""The oracle in the engine's words: its actions played on the oracle's table, and both tables side by side.

From the engine come the action classes and the fields of its state, none of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from rules.favor import actions as a
from rules.favor.dice import Die, Kind
from rules.favor.state import Setup, State

from . import claims, court, setup, tokens, turn
from .box import D
from .state import Deed, House, Refused, Seat, Table, Turn, need

TURN_TILES: dict[str, Callable[[Table], Deed]] = {
    "herder": turn.herder,
    "ancestral-guidance": turn.guidance,
    "burial-mask": turn.mask,
    "palace-key": lambda table: turn.start_artifact(table, "palace-key"),
    "royal-decree": lambda table: turn.start_artifact(table, "royal-decree"),
    "bad-omen": claims.bad_omen,
    "pharaohs-gift": court.gift,
}


def ours(die: Die) -> D:
    return die.kind.value, die.face


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


def rule(table: Table, action: a.FavorAction) -> Deed:
    """What `action` would do by the rulebook; raises Refused where it is not allowed."""
    match action:
        case a.SideRolled(number):
            return setup.roll_side(table, number)
        case a.TileRolled(number):
            return setup.roll_tile(table, number)
        case a.Begins(seat):
            return setup.begin(table, seat)
        case a.TokenDrawn(token):
            return tokens.draw_token(table, token.value)
        case a.LeftOut(kinds):
            return turn.leave_out(table, [kind.value for kind in kinds])
        case a.Rolled(dice):
            return turn.roll(table, [ours(die) for die in dice])
        case a.Corrected(was, now):
            return turn.correct(table, ours(was), ours(now))
        case a.Adjusted(source, changes):
            return adjust(table, source, [(ours(change.was), ours(change.now)) for change in changes])
        case a.Rerolled(source, dice):
            return reroll(table, source, [ours(die) for die in dice])
        case a.Brought(tile, die):
            return turn.bring(table, tile, ours(die))
        case a.Replaced(tile, dice, by):
            return replace(table, tile, [ours(die) for die in dice], [ours(die) for die in by])
        case a.Used(tile):
            need(tile in TURN_TILES, "this tile is not used so")
            return TURN_TILES[tile](table)
        case a.Locked(dice):
            return turn.lock(table, [ours(die) for die in dice])
        case a.Borrowed(tile, seat):
            return turn.borrow(table, seat, tile)
        case a.Claimed(tile):
            return claims.claim(table, tile)
        case a.Taken(tile):
            return claims.take(table, tile)
        case a.Declined():
            borrowing = table.turn is not None and table.turn.may_borrow
            return turn.decline_borrowing(table) if borrowing else claims.decline_taking(table)
        case a.Divided(shares):
            return claims.treasure(table, [([ours(d) for d in share.dice], share.tile) for share in shares])
        case a.Ended():
            return claims.end(table)
        case a.Skipped():
            return court.skip(table)
        case a.Contested():
            return court.contest(table)
        case _:
            raise Refused("the rulebook knows nothing like it")


def adjust(table: Table, source: str, change: list[tuple[D, D]]) -> Deed:
    if source == a.PIP_TOKEN:
        return turn.change_by_pip(table, change)
    if source in (a.ARTISAN_STAR, a.INTRIGUE_STARS, a.VOYAGE_STAR, a.DECREE_FACE):
        kind, _, face = source.partition(":")
        return turn.change_by_face(table, (kind, face), change)
    return turn.change_by_tile(table, source, change)


def reroll(table: Table, source: str, dice: list[D]) -> Deed:
    if source == a.REROLL_TOKEN:
        return turn.reroll_by_token(table, dice)
    if source == a.VOYAGE_REROLL:
        return turn.reroll_by_face(table, dice)
    need(source == "grain-merchant", "this tile does not reroll")
    return turn.reroll_by_merchant(table, dice)


def replace(table: Table, tile: str, dice: list[D], by: list[D]) -> Deed:
    if tile == "surveyor":
        return turn.survey(table, dice, by)
    need(tile == "royal-mother" and not by, "this tile does not replace dice so")
    return turn.swap(table, dice)


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


def bag(things: Iterable[Any]) -> list[Any]:
    """A multiset, printable."""
    return sorted(things)


def as_the_oracle_sees(table: Table) -> dict[str, Any]:
    """What both tables must agree on, from the oracle's."""
    pool = table.supply + table.discards
    seen: dict[str, Any] = {
        "seats": [seat_facts(table, seat) for seat in table.seats],
        "sides": [table.sides[level] for level in sorted(table.sides)],
        "left": dict(table.left),
        "pool": (pool["reroll"], pool["pip"]),
        "owed": list(table.owed) if any(table.owed) else [],
        "over": table.stage == "over",
    }
    if table.stage in ("turn", "skip"):
        seen |= {"current": table.at, "first": table.first, "skip": table.stage == "skip"}
    if table.stage == "turn" and table.turn is not None:
        seen |= turn_facts(table.turn)
    if table.court is not None:
        seen |= {
            "holder": table.court.holder,
            "to beat": table.court.to_beat,
            "queen": table.court.queen,
            "best": table.court.best,
        }
    return seen


def seat_facts(table: Table, seat: Seat) -> dict[str, Any]:
    return {
        "tiles": seat.tiles,
        "face down": bag(seat.face_down),
        "tokens": (seat.tokens["reroll"], seat.tokens["pip"]),
        "more": seat.bad_omen_die,
        "die tokens": seat.plus_die,
        "fewer": None if table.court else seat.fewer_dice,
    }


def turn_facts(now: Turn) -> dict[str, Any]:
    return {
        "active": bag(now.active),
        "joins": bag(now.waiting if now.rolls else now.starting),
        "locks": bag(bag(lock) for lock in now.locks),
        "rolls": now.rolls,
        "awake": bag(now.fresh),
        "in the air": bag(now.rerolling),
        "growing": bag((tile, min(6, max(1, now.rolls))) for tile in now.growing),
        "sideways": bag(now.sideways),
        "borrowed": now.borrowed,
        "borrowing": now.may_borrow,
        "leave": now.must_leave_out,
        "done": now.over,
        "grant": (now.grant, now.grant_left) if now.grant else None,
        "again": now.again,
    }


def as_the_engine_sees(state: State) -> dict[str, Any]:
    """What both tables must agree on, from the engine's."""
    phase = state.phase.value
    seen: dict[str, Any] = {
        "seats": [
            {
                "tiles": list(player.tiles),
                "face down": bag(player.spent),
                "tokens": (player.tokens.reroll, player.tokens.pip),
                "more": player.more,
                "die tokens": player.die_tokens,
                "fewer": None if state.court is not None else player.fewer,
            }
            for player in state.players
        ],
        "sides": list(state.sides),
        "left": {stack.tile: stack.left for stack in state.stacks},
        "pool": (
            state.supply.reroll + state.discarded.reroll,
            state.supply.pip + state.discarded.pip,
        ),
        "owed": list(state.owed) if any(state.owed) else [],
        "over": phase == "court",
    }
    setting_up = phase in ("sides", "tiles", "first-player")
    if not setting_up and phase != "court":
        seen |= {"current": state.current, "first": state.first, "skip": phase == "skip"}
    if not setting_up and phase not in ("court", "skip"):
        in_the_air = bag(kind.value for kind in state.to_roll) if phase == "reroll" else []
        reds = set(state.player.spent)
        seen |= {
            "active": bag(map(ours, state.active)),
            "joins": bag(kind.value for kind in state.gained),
            "locks": bag(bag(map(ours, lock)) for lock in state.locked),
            "rolls": state.rolls,
            "awake": bag(kind.value for kind in state.awake),
            "in the air": in_the_air,
            "growing": bag((die.tile, die.value) for die in state.growing),
            "sideways": bag(tile for tile in state.used if tile not in reds),
            "borrowed": state.borrowed,
            "borrowing": state.borrowing,
            "leave": state.leave,
            "done": state.done,
            "grant": (state.grant.tile, state.grant.left) if state.grant else None,
            "again": state.again,
        }
    if state.court is not None:
        pharaoh, best = state.pharaoh, state.best
        seen |= {
            "holder": pharaoh.seat if pharaoh else None,
            "to beat": (pharaoh.count, pharaoh.value) if pharaoh else None,
            "queen": state.queen,
            "best": (best.count, best.value, best.seat) if best else None,
        }
    return seen


def differences(table: Table, state: State) -> list[str]:
    """Where the two tables differ, in words."""
    mine, other = as_the_oracle_sees(table), as_the_engine_sees(state)
    return [
        f"{key}: oracle {mine.get(key)!r}, engine {other.get(key)!r}"
        for key in sorted({*mine, *other})
        if mine.get(key) != other.get(key)
    ]
