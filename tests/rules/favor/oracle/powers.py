"""What tiles, tokens and faces may change on active dice: every rule as a plain test of "before and after".

A change is a list of (was, now) pairs of dice. A rule never builds the result, it only judges one; the
possible changes of a position are found by trying them all. The sentences are in the Tile Reference and Dice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product

from .box import ADJUSTING_FACES, FACES, D, pips, upside_down

Change = Sequence[tuple[D, D]]
Judge = Callable[[Change, Sequence[D]], bool]


def _gain(was: D, now: D) -> int | None:
    """Pips that a die gained, None where it shows no value before or after."""
    before, after = pips(was), pips(now)
    return None if before is None or after is None else after - before


def adds(*numbers: int, most: int | None = None) -> Judge:
    """Every named die gains one of these numbers of pips."""

    def judge(change: Change, locked: Sequence[D]) -> bool:
        if most is not None and len(change) > most:
            return False
        return all(_gain(was, now) in numbers for was, now in change)

    return judge


def moves(among: int) -> Judge:
    """Pips go from named dice to others: the total of the values stays."""

    def judge(change: Change, locked: Sequence[D]) -> bool:
        gains = [_gain(was, now) for was, now in change]
        if not 2 <= len(change) <= among or None in gains:
            return False
        return sum(gain for gain in gains if gain is not None) == 0

    return judge


def adjusts(kinds: Iterable[str], most: int | None = None) -> Judge:
    """Dice of these kinds show any other face."""
    allowed = set(kinds)

    def judge(change: Change, locked: Sequence[D]) -> bool:
        return (most is None or len(change) <= most) and all(was[0] in allowed for was, _ in change)

    return judge


def flips(change: Change, locked: Sequence[D]) -> bool:
    return all(now == upside_down(was) for was, now in change)


def matches(change: Change, locked: Sequence[D]) -> bool:
    """One die comes to show the value of a locked die."""
    if len(change) != 1:
        return False
    value = pips(change[0][1])
    return value is not None and value in [pips(die) for die in locked]


EVERY_KIND = list(FACES)
CUSTOM = [kind for kind in FACES if kind not in ("standard", "immediate")]

CHANGERS: dict[str, Judge] = {
    "servant": adds(1, 2, 3, most=1),
    "soothsayer": moves(2),
    "entertainer": flips,
    "matchmaker": matches,
    "head-servant": adjusts(["immediate"]),
    "master-artisan": adjusts(EVERY_KIND, most=1),
    "priest": adds(1),
    "priestess": adds(2),
    "heir": adds(1, 2),
    "astrologer": moves(3),
    "royal-astrologer": adjusts([*CUSTOM, "immediate"]),
}
PIP_TOKEN: Judge = adds(1, most=1)
FACE_POWERS: dict[D, Judge] = {
    face: adjusts(EVERY_KIND, most=number) for face, number in ADJUSTING_FACES.items()
}


def may_change(judge: Judge, change: Change, active: Sequence[D], locked: Sequence[D]) -> bool:
    """Whether this is a change of active dice at all, and one that the power allows.

    At least one die changes, no die is named twice, a die keeps its kind and ends on another face.
    """
    if not change or Counter(was for was, _ in change) - Counter(active):
        return False
    if any(now[0] != was[0] or now[1] not in FACES[now[0]] or now == was for was, now in change):
        return False
    return judge(change, locked)


def all_changes(
    judge: Judge,
    active: Sequence[D],
    locked: Sequence[D],
    rng: random.Random,
    limit: int = 40,
) -> list[tuple[tuple[D, D], ...]]:
    """The changes that the power allows here, as multisets of pairs; a sample where they are many."""
    found: set[tuple[tuple[D, D], ...]] = set()
    for change in _candidates(active, rng):
        if may_change(judge, change, active, locked):
            found.add(tuple(sorted(change)))
    result = sorted(found)
    return result if len(result) <= limit else rng.sample(result, limit)


def _candidates(active: Sequence[D], rng: random.Random) -> Iterator[Change]:
    """Every way to turn one, two or three dice; of more dice a random handful."""
    for size in range(1, min(3, len(active)) + 1):
        for chosen in sorted(set(combinations(sorted(active), size))):
            faces = [[(die[0], face) for face in FACES[die[0]]] for die in chosen]
            for shown in product(*faces):
                yield list(zip(chosen, shown, strict=True))
    for _ in range(200 if len(active) > 3 else 0):
        chosen = tuple(rng.sample(list(active), rng.randint(4, len(active))))
        yield [(die, (die[0], rng.choice(FACES[die[0]]))) for die in chosen]
    for size in range(4, len(active) + 1):
        chosen = tuple(rng.sample(list(active), size))
        yield [(die, upside_down(die)) for die in chosen]
        for step in (1, 2):
            yield [(die, (die[0], str((pips(die) or 9) + step))) for die in chosen]
