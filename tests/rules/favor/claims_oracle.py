"""A second opinion on the level bars: the rulebook's words and brute force, nothing of the engine.

Every requirement stands here in the rulebook's own sentence (Level Bars) next to a predicate that tries every
choice of dice. It is slow, and meant to be checked by eye against the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

Values = Sequence[int | None]
Predicate = Callable[[Values, int], bool]

ANY = None


def value_of(kind: str, face: str) -> int | None:
    """What a face counts, None for nothing (rulebook, Dice; rules-facts, Dice, "Values")."""
    if face in {"1", "2", "3", "4", "5", "6"}:
        return int(face)
    return {
        ("artisan", "star"): 1,
        ("intrigue", "double-star"): None,
        ("voyage", "star"): None,
        ("voyage", "gain"): None,
        ("voyage", "reroll"): None,
        ("voyage", "blocked"): None,
        ("decree", "decree"): None,
    }[kind, face]


def without(values: Values, taken: Values) -> list[int | None]:
    rest = list(values)
    for value in taken:
        rest.remove(value)
    return rest


def can_be_split(values: Values, groups: Sequence[tuple[int, int | None]]) -> bool:
    """Whether disjoint groups of (how many, of which value or ANY) can be taken; tries every choice."""
    if not groups:
        return True
    (size, wanted), *others = groups
    for chosen in set(combinations(values, size)):
        shown = set(chosen)
        if len(shown) != 1 or shown == {None}:
            continue
        if wanted is not ANY and shown != {wanted}:
            continue
        if can_be_split(without(values, chosen), others):
            return True
    return False


def sets(*groups: int | tuple[int, int]) -> Predicate:
    pairs = [group if isinstance(group, tuple) else (group, ANY) for group in groups]
    return lambda values, level: can_be_split(values, pairs)


def show(*runs: Iterable[int]) -> Predicate:
    wanted = [set(run) for run in runs]
    return lambda values, level: any(
        set(chosen) == run for run in wanted for chosen in combinations(values, len(run))
    )


def total_of(least: int) -> Predicate:
    return lambda values, level: sum(value or 0 for value in values) >= least


def every_die(allowed: set[int]) -> Predicate:
    return lambda values, level: (
        len(values) >= level and all(value in allowed for value in values if value is not None)
    )


def all_different(values: Values, level: int) -> bool:
    if len(values) < level:
        return False
    return not any(one == other for one, other in combinations(values, 2) if one is not None)


@dataclass(frozen=True)
class Row:
    """One requirement as the rulebook prints it, and what it means."""

    title: str
    sentence: str
    holds: Predicate


LEVEL_BARS: dict[str, dict[str, Row]] = {
    "7A": {
        "yellow1": Row("Seven of a Kind", "Seven dice must be equal.", sets(7)),
        "yellow2": Row(
            "Three of a Kind & Two Pairs",
            "Dice must include one set of three equal dice and two sets of two equal dice.",
            sets(3, 2, 2),
        ),
        "blue": Row(
            "Three of a Kind & Four of a Kind",
            "Dice must include one set of three equal dice and one set of four equal dice.",
            sets(3, 4),
        ),
        "red": Row("40+", "The sum of your dice must be 40+.", total_of(40)),
    },
    "7B": {
        "yellow1": Row("Seven of a Kind", "Seven dice must be equal.", sets(7)),
        "yellow2": Row(
            "Four of a Kind & Three 1's",
            "Dice must include one set of four equal dice and one set of three 1's.",
            sets(4, (3, 1)),
        ),
        "blue": Row(
            "Pair & Five of a Kind",
            "Dice must include one set of two equal dice and one set of five equal dice.",
            sets(2, 5),
        ),
        "red": Row("45+", "The sum of your dice must be 45+.", total_of(45)),
    },
    "6A": {
        "yellow1": Row("Six of a Kind", "Six dice must be equal.", sets(6)),
        "yellow2": Row("Three Pairs", "Dice must include three sets of two equal dice.", sets(2, 2, 2)),
        "blue": Row(
            "Pair & Four of a Kind",
            "Dice must include one set of two equal dice and one set of four equal dice.",
            sets(2, 4),
        ),
        "red": Row("30+", "The sum of your dice must be 30+.", total_of(30)),
    },
    "6B": {
        "yellow1": Row("Six of a Kind", "Six dice must be equal.", sets(6)),
        "yellow2": Row("1 2 3 4 5 6", "Your dice must show 1,2,3,4,5,6.", show({1, 2, 3, 4, 5, 6})),
        "blue": Row("Two Threes of a kinds", "Two sets of three equal dice.", sets(3, 3)),
        "red": Row("35+", "The sum of your dice must be 35+.", total_of(35)),
    },
    "5A": {
        "yellow1": Row("Five of a Kind", "Five dice must be equal.", sets(5)),
        "yellow2": Row(
            "12345/23456",
            "Dice must show either 1,2,3,4,5 or 2,3,4,5,6.",
            show({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}),
        ),
        "blue": Row(
            "Pair & Three of a Kind",
            "Dice must include one set of two equal dice and one set of three equal dice.",
            sets(2, 3),
        ),
        "red": Row("25+", "The sum of your dice must be 25+.", total_of(25)),
    },
    "5B": {
        "yellow1": Row("Five of a Kind", "Five dice must be equal.", sets(5)),
        "yellow2": Row("All Dice ≤ 2", "All dice must be 1's or 2's.", every_die({1, 2})),
        "blue": Row(
            "Three 6's & Pair of 1's",
            "Dice must include three 6's and two 1's.",
            sets((3, 6), (2, 1)),
        ),
        "red": Row("All Different", "All dice must have different values.", all_different),
    },
    "4A": {
        "yellow1": Row("Four of a Kind", "Four dice must be equal.", sets(4)),
        "yellow2": Row(
            "1234/2345/3456",
            "Dice must show either 1,2,3,4 or 2,3,4,5 or 3,4,5,6.",
            show({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}),
        ),
        "blue": Row("Two Pairs", "Two sets of two equal dice.", sets(2, 2)),
        "red": Row("20+", "The sum of your dice must be 20+.", total_of(20)),
    },
    "4B": {
        "yellow1": Row("Four of a Kind", "Four dice must be equal.", sets(4)),
        "yellow2": Row("All Dice ≥ 5", "All dice must be 5's or 6's.", every_die({5, 6})),
        "blue": Row(
            "Pair of 6's & Pair of 1's",
            "Dice must include two 1's and two 6's.",
            sets((2, 1), (2, 6)),
        ),
        "red": Row("All Different", "All dice must be different.", all_different),
    },
    "3A": {
        "yellow1": Row("Three of a Kind", "Three dice must be equal.", sets(3)),
        "yellow2": Row("Pair", "Two dice must be equal.", sets(2)),
        "blue": Row("All Even", "All dice must be 2's, 4's, or 6's.", every_die({2, 4, 6})),
        "red": Row("10+", "The sum of your dice must be 10+.", total_of(10)),
    },
    "3B": {
        "yellow1": Row("Three of a Kind", "Three dice must be equal.", sets(3)),
        "yellow2": Row("All Dice ≥ 4", "All dice must be 4's, 5's, or 6's.", every_die({4, 5, 6})),
        "blue": Row("All Odd", "All dice must be 1's, 3's, or 5's.", every_die({1, 3, 5})),
        "red": Row("15+", "The sum of your dice must be 15+.", total_of(15)),
    },
}


def may_claim(bar: str, place: str, values: Values) -> bool:
    """Whether locked dice of these values (None for a symbol) meet what `bar` asks at `place`."""
    return LEVEL_BARS[bar][place].holds(values, int(bar[0]))
