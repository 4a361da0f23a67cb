"""Every move that the rulebook allows on the oracle's table, found by trying all there could be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import NamedTuple

from rules.favor import actions as a
from rules.favor.actions import Change as DieChange
from rules.favor.actions import FavorAction, Share, Token
from rules.favor.dice import Die, Kind

from .binding import TURN_TILES, dice_to_roll, refusal, theirs
from .box import BRINGS, BRINGS_ANY, FACES, GROWS, LAST_DIE, SIDES, TILES, D
from .claims import claimable
from .powers import (
    CHANGERS,
    FACE_POWERS,
    PIP_TOKEN,
    Change,
    Power,
    all_changes,
    any_change,
    some_change,
    tries,
)
from .state import Table

FULL = 1200
"""A power is tried in full where this many tries are enough; else only some of its changes are tried."""

CHANGING: dict[str, Power] = {
    **CHANGERS,
    a.PIP_TOKEN: PIP_TOKEN,
    **{":".join(face): power for face, power in FACE_POWERS.items()},
}
BRINGING = {*BRINGS, BRINGS_ANY, *GROWS, *LAST_DIE}
REROLLING = (a.REROLL_TOKEN, a.VOYAGE_REROLL, "grain-merchant")


def parts(dice: Sequence[D]) -> list[tuple[D, ...]]:
    """Every choice of one or more of these dice, equal ones taken for one another."""
    ordered = sorted(dice)
    return sorted({chosen for size in range(1, len(ordered) + 1) for chosen in combinations(ordered, size)})


def dice(some: Iterable[D]) -> tuple[Die, ...]:
    return tuple(map(theirs, sorted(some)))


def adjusted(source: str, change: Change) -> a.Adjusted:
    return a.Adjusted(source, tuple(DieChange(theirs(was), theirs(now)) for was, now in sorted(change)))


def division(one: a.Share, other: a.Share) -> a.Divided:
    """The shares in the order of `FavorGame.moves`: by tile, one without a tile last."""
    by_tile = sorted((one, other), key=lambda share: (share.tile is None, share.tile or "", share.dice))
    return a.Divided(tuple(by_tile))


def candidates(table: Table) -> Iterator[FavorAction]:
    """Every action that could be allowed now, apart from rolls, changes of dice and the Treasure.

    What can never be allowed at this moment of the game (a claim while dice are in the air, a tile that
    nobody has) is not tried here, for time's sake: `near_misses` tries it.
    """
    turn = table.turn
    if table.stage in ("sides", "tiles", "begin"):
        for number in range(8):
            yield from (a.SideRolled(number), a.TileRolled(number), a.Begins(number))
    elif table.stage == "skip":
        yield from (a.Skipped(), a.Contested())
    elif any(table.owed):
        yield from (a.TokenDrawn(token) for token in Token)
    elif turn is not None:
        yield from (a.Ended(), a.Declined())
        at_hand = [*table.seats[turn.seat].tiles, *([turn.borrowed] if turn.borrowed else [])]
        yield from (a.Used(tile) for tile in at_hand if tile in TURN_TILES)
        if turn.all_locked:
            yield from (a.Claimed(tile) for tile in table.left)
        if turn.grant:
            yield from (a.Taken(tile) for tile in table.left)
        if turn.may_borrow:
            for seat in range(len(table.seats)):
                yield from (a.Borrowed(tile, seat) for tile in table.seats[seat].tiles)
        if turn.must_leave_out:
            for kinds in sorted(set(combinations(sorted(turn.starting), turn.must_leave_out))):
                yield a.LeftOut(tuple(sorted(map(Kind, kinds))))
        for tile in at_hand if turn.rolls else ():
            if tile not in BRINGING:
                continue
            yield from (a.Brought(tile, theirs(("standard", face))) for face in FACES["standard"])
        if turn.active:
            yield from of_active(turn.active, at_hand)


def of_active(active: Sequence[D], at_hand: Sequence[str]) -> Iterator[FavorAction]:
    """Locks, rerolls, and dice that are replaced."""
    for chosen in parts(active):
        named = dice(chosen)
        yield a.Locked(named)
        if len(named) == 1 or "grain-merchant" in at_hand:
            yield from (a.Rerolled(source, named) for source in REROLLING)
        if "royal-mother" in at_hand:
            yield a.Replaced("royal-mother", named)
    for die in sorted(set(active)) if "surveyor" in at_hand else ():
        for by in combinations_with_replacement(FACES["immediate"], 2):
            yield a.Replaced("surveyor", dice([die]), dice(("immediate", face) for face in by))


def divided(table: Table) -> Iterator[FavorAction]:
    """Every division of the locked dice for a Treasure, with every pair of tiles that its groups claim."""
    turn = table.turn
    assert turn is not None
    for one in parts(turn.pyramid):
        rest = list(turn.pyramid)
        for die in one:
            rest.remove(die)
        if not rest:
            continue
        first = [*claimable(table, one), None]
        second = [*claimable(table, rest), None]
        for tile in first:
            for other in second:
                yield division(Share(dice(one), tile), Share(dice(rest), other))


def may_have_turned(table: Table, source: str) -> bool:
    """Whether it is at hand at all, so that trying its changes is worth while."""
    turn = table.turn
    if turn is None or not turn.active:
        return False
    if source in CHANGERS:
        return source in table.seats[turn.seat].tiles or source == turn.borrowed
    if source == a.PIP_TOKEN:
        return table.seats[turn.seat].tokens["pip"] > 0
    return source.partition(":")[0] in turn.fresh


class Legal(NamedTuple):
    """What is allowed, rolls and corrections apart; each list in the same order in every run.

    `some` are a few changes of the powers in `left_out`, which allow too many to try them all.
    """

    moves: list[FavorAction]
    left_out: set[str]
    some: list[FavorAction]


def legal(table: Table, rng: Random) -> Legal:
    """All allowed moves."""
    found = Legal([*candidates(table)], set(), [])
    turn = table.turn
    for source, power in CHANGING.items():
        if turn is None or not may_have_turned(table, source):
            continue
        if tries(power, turn.active) <= FULL:
            changes: Iterable[Change] = sorted(all_changes(power, turn.active, turn.pyramid))
        else:
            found.left_out.add(source)
            some = [some_change(power, turn.active, turn.pyramid, rng) for _ in range(4)]
            changes = [change for change in some if change is not None]
        (found.some if source in found.left_out else found.moves).extend(
            adjusted(source, change) for change in changes
        )
    if turn is not None and turn.claims and table.seats[turn.seat].has_unused("treasure"):
        found.moves.extend(divided(table))
    return Legal(
        [action for action in dict.fromkeys(found.moves) if refusal(table, action) is None],
        found.left_out,
        [action for action in dict.fromkeys(found.some) if refusal(table, action) is None],
    )


def thrown(kinds: Sequence[str], rng: Random) -> a.Rolled:
    """These dice as chance lets them fall."""
    return a.Rolled(tuple(theirs((kind, rng.choice(SIDES[kind]))) for kind in kinds))


def near_misses(table: Table, rng: Random, number: int) -> list[FavorAction]:
    """Actions of the sort that people try, many of them not allowed."""
    turn = table.turn
    pool = [*(turn.active if turn else []), *(turn.pyramid if turn else []), ("standard", "3")]
    return [near_miss(table, pool, rng) for _ in range(number)]


def near_miss(table: Table, pool: Sequence[D], rng: Random) -> FavorAction:
    some = rng.sample(pool, rng.randint(1, min(4, len(pool))))
    named = tuple(map(theirs, some))
    tile = rng.choice([*TILES])
    seat = rng.randrange(len(table.seats))
    source = rng.choice([*CHANGING])
    ways: list[Callable[[], FavorAction]] = [
        lambda: adjusted_somehow(source, any_change(CHANGING[source], some, rng)),
        lambda: adjusted_somehow(source, any_change(CHANGING[source], some, rng)),
        lambda: a.Locked(named),
        lambda: a.Rerolled(rng.choice(REROLLING), named),
        lambda: a.Replaced("royal-mother", named),
        lambda: a.Replaced("surveyor", named[:1], (Die(Kind.IMMEDIATE, "1"), Die(Kind.IMMEDIATE, "2"))),
        lambda: thrown([kind for kind, _ in some], rng),
        lambda: thrown(dice_to_roll(table) or ["standard"], rng),
        lambda: a.Borrowed(tile, seat),
        lambda: a.Unlocked(named),
        lambda: a.Brought(tile, Die(Kind.STANDARD, rng.choice("123456"))),
        lambda: a.Claimed(tile),
        lambda: a.Taken(tile),
        lambda: a.Used(tile),
        lambda: a.Divided((Share(named[:1], tile), Share(named[1:], None))),
        lambda: a.LeftOut(tuple(die.kind for die in named)),
        lambda: a.TokenDrawn(rng.choice([*Token])),
        a.Ended,
        a.Declined,
        a.Skipped,
        a.Contested,
        lambda: a.SideRolled(seat),
        lambda: a.TileRolled(seat),
        lambda: a.Begins(seat),
    ]
    return rng.choice(ways)()


def adjusted_somehow(source: str, change: Change) -> FavorAction:
    """An adjustment, or a lock of nothing where a die would need a face that it does not have."""
    if any(now[1] not in FACES[now[0]] for _, now in change):
        return a.Locked(())
    return adjusted(source, change)
