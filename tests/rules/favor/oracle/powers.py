"""What tiles, tokens and faces may change on active dice: every rule as a plain test of "before and after".

A change is a list of (was, now) pairs of dice. A rule never builds the result, it only judges one; the
possible changes of a position are found by trying them all. The sentences are in the Tile Reference and Dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from math import comb
from random import Random
from typing import NamedTuple

from .box import ADJUSTING_FACES, FACES, D, among, pips, upside_down

Change = Sequence[tuple[D, D]]

ANY_NUMBER = 99


class Power(NamedTuple):
    """How many dice a power may name at most, and whether it allows a change beside these locked dice."""

    most: int
    allows: Callable[[Change, Sequence[D]], bool]


def gain(was: D, now: D) -> int | None:
    """Pips that a die gained, None where it shows no value before or after."""
    before, after = pips(was), pips(now)
    return None if before is None or after is None else after - before


def adds(*numbers: int, to: int) -> Power:
    """Every named die gains one of these numbers of pips."""
    return Power(to, lambda change, locked: all(gain(was, now) in numbers for was, now in change))


def moves(among: int) -> Power:
    """Pips go from some dice to others: what one loses another gains, the total stays."""

    def allows(change: Change, locked: Sequence[D]) -> bool:
        gains = [gain(was, now) for was, now in change]
        return len(change) >= 2 and None not in gains and sum(number or 0 for number in gains) == 0

    return Power(among, allows)


def adjusts(kinds: Iterable[str], up_to: int) -> Power:
    """Dice of these kinds show any other face."""
    allowed = set(kinds)
    return Power(up_to, lambda change, locked: all(was[0] in allowed for was, _ in change))


def flipped(change: Change, locked: Sequence[D]) -> bool:
    return all(now == upside_down(was) for was, now in change)


def matched(change: Change, locked: Sequence[D]) -> bool:
    """The die comes to show the value of a locked die."""
    value = pips(change[0][1])
    return value is not None and value in [pips(die) for die in locked]


EVERY_KIND = list(FACES)
CUSTOM = [kind for kind in FACES if kind not in ("standard", "immediate")]

CHANGERS: dict[str, Power] = {
    "servant": adds(1, 2, 3, to=1),
    "soothsayer": moves(2),
    "entertainer": Power(ANY_NUMBER, flipped),
    "matchmaker": Power(1, matched),
    "head-servant": adjusts(["immediate"], ANY_NUMBER),
    "master-artisan": adjusts(EVERY_KIND, 1),
    "priest": adds(1, to=ANY_NUMBER),
    "priestess": adds(2, to=ANY_NUMBER),
    "heir": adds(1, 2, to=ANY_NUMBER),
    "astrologer": moves(3),
    "royal-astrologer": adjusts([*CUSTOM, "immediate"], ANY_NUMBER),
}
PIP_TOKEN = adds(1, to=1)
FACE_POWERS: dict[D, Power] = {face: adjusts(EVERY_KIND, number) for face, number in ADJUSTING_FACES.items()}


def may_change(power: Power, change: Change, active: Sequence[D], locked: Sequence[D]) -> bool:
    """Whether this is a change of active dice at all, and one that the power allows.

    At least one die changes, no die is named twice, a die keeps its kind and ends on another face.
    """
    if not 1 <= len(change) <= power.most:
        return False
    for was, now in change:
        if now == was or now[0] != was[0] or now[1] not in FACES[now[0]]:
            return False
    return power.allows(change, locked) and among([was for was, _ in change], active)


def tries(power: Power, active: Sequence[D]) -> int:
    """About how many changes `all_changes` looks at."""
    return sum(comb(len(active), size) * 6**size for size in range(1, min(power.most, len(active)) + 1))


def all_changes(power: Power, active: Sequence[D], locked: Sequence[D]) -> set[tuple[tuple[D, D], ...]]:
    """Every change that the power allows here, found by turning every choice of dice to every face."""
    found: set[tuple[tuple[D, D], ...]] = set()
    for size in range(1, min(power.most, len(active)) + 1):
        for chosen in set(combinations(sorted(active), size)):
            for shown in product(*(FACES[kind] for kind, _ in chosen)):
                change = tuple((die, (die[0], face)) for die, face in zip(chosen, shown, strict=True))
                if may_change(power, change, active, locked):
                    found.add(tuple(sorted(change)))
    return found


def some_change(power: Power, active: Sequence[D], locked: Sequence[D], rng: Random) -> Change | None:
    """A change that the power allows, found by chance, or None where chance finds none soon."""
    for _ in range(15):
        change = any_change(power, active, rng)
        if may_change(power, change, active, locked):
            return change
    return None


def any_change(power: Power, active: Sequence[D], rng: Random) -> Change:
    """A change of the sort that the power makes, allowed or not."""
    chosen = rng.sample(list(active), rng.randint(1, min(power.most, len(active))))
    pips_more = rng.choice((1, 2, 3))
    return rng.choice(
        [
            [(die, (die[0], rng.choice(FACES[die[0]]))) for die in chosen],
            [(die, upside_down(die)) for die in chosen],
            [(die, more) for die in chosen for more in [(die[0], str((pips(die) or 0) + pips_more))]],
        ]
    )
