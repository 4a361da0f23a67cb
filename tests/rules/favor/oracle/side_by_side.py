"""The oracle's table and the engine's state as the same plain facts, to be compared one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.favor.state import State

from .binding import dice_to_roll, ours
from .state import Table

Facts = dict[str, Any]

AFTER_THE_TOKENS = ("grant", "again", "holder", "to beat", "queen", "best", "'s +1 Die", "'s Bad Omen")
"""What a claimed tile brings comes after the tokens for claiming it; when it is noted is no matter."""


def bag(things: Iterable[Any]) -> list[Any]:
    """A multiset, printable."""
    return sorted(things)


def laid(left: Mapping[str, int], half_laid: bool) -> dict[str, int]:
    """The stacks; when the Queen, who has no choice, is laid among the last is nobody's matter."""
    return {tile: number for tile, number in left.items() if not (half_laid and tile == "queen")}


def seen_by_the_oracle(table: Table) -> Facts:
    pool = table.supply + table.discards
    facts: Facts = {
        "sides": [table.sides[level] for level in sorted(table.sides)],
        "left": laid(table.left, table.stage == "tiles"),
        "tokens in the box": (pool["reroll"], pool["pip"]),
        "owed": list(table.owed),
        "over": table.stage == "over",
    }
    for seat in table.seats:
        facts[f"{seat.name}'s tiles"] = seat.tiles
        facts[f"{seat.name}'s face down"] = bag(seat.face_down)
        facts[f"{seat.name}'s tokens"] = (seat.tokens["reroll"], seat.tokens["pip"])
        facts[f"{seat.name}'s +1 Die"] = seat.plus_die
        facts[f"{seat.name}'s Bad Omen"] = (seat.bad_omen_die, None if table.court else seat.fewer_dice)
    if table.stage in ("turn", "skip"):
        facts |= {"current": table.at, "first": table.first, "skip": table.stage == "skip"}
    now = table.turn
    if table.stage == "turn" and now is not None:
        facts |= {
            "active": bag(now.active),
            "to roll": dice_to_roll(table) or [],
            "joins": bag(now.waiting),
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
    court = table.court
    if court is not None:
        facts |= {"holder": court.holder, "to beat": court.to_beat, "queen": court.queen, "best": court.best}
    return facts


def seen_by_the_engine(state: State) -> Facts:
    phase = state.phase.value
    supply, used = state.supply, state.discarded
    facts: Facts = {
        "sides": list(state.sides),
        "left": laid({stack.tile: stack.left for stack in state.stacks}, phase == "tiles"),
        "tokens in the box": (supply.reroll + used.reroll, supply.pip + used.pip),
        "owed": list(state.owed),
        "over": phase == "court",
    }
    for player in state.players:
        facts[f"{player.name}'s tiles"] = list(player.tiles)
        facts[f"{player.name}'s face down"] = bag(player.spent)
        facts[f"{player.name}'s tokens"] = (player.tokens.reroll, player.tokens.pip)
        facts[f"{player.name}'s +1 Die"] = player.die_tokens
        facts[f"{player.name}'s Bad Omen"] = (player.more, None if state.pharaoh else player.fewer)
    if phase not in ("sides", "tiles", "first-player", "court"):
        facts |= {"current": state.current, "first": state.first, "skip": phase == "skip"}
        if phase != "skip":
            facts |= turn_seen_by_the_engine(state, phase)
    if state.pharaoh is not None:
        pharaoh, best = state.pharaoh, state.best
        facts |= {
            "holder": pharaoh.seat,
            "to beat": (pharaoh.count, pharaoh.value),
            "queen": state.queen,
            "best": (best.count, best.value, best.seat) if best else None,
        }
    return facts


def turn_seen_by_the_engine(state: State, phase: str) -> Facts:
    to_roll = bag(kind.value for kind in state.to_roll)
    return {
        "active": bag(map(ours, state.active)),
        "to roll": to_roll if phase in ("roll", "reroll") else [],
        "joins": bag(kind.value for kind in state.gained) if state.rolls else [],
        "locks": bag(bag(map(ours, lock)) for lock in state.locked),
        "rolls": state.rolls,
        "awake": bag(kind.value for kind in state.awake),
        "in the air": to_roll if phase == "reroll" else [],
        "growing": bag((die.tile, die.value) for die in state.growing),
        "sideways": bag(set(state.used) - set(state.player.spent)),
        "borrowed": state.borrowed,
        "borrowing": state.borrowing,
        "leave": state.leave,
        "done": state.done,
        "grant": (state.grant.tile, state.grant.left) if state.grant else None,
        "again": state.again,
    }


def differences(table: Table, state: State) -> list[str]:
    """Where the two tables differ, in words."""
    mine, other = seen_by_the_oracle(table), seen_by_the_engine(state)
    later = AFTER_THE_TOKENS if any(table.owed) else ()
    return [
        f"{key}: oracle {mine.get(key)!r}, engine {other.get(key)!r}"
        for key in sorted({*mine, *other})
        if mine.get(key) != other.get(key) and not key.endswith(later)
    ]
