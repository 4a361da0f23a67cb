"""What a level bar may ask of the locked dice, each with a reason in words where they fall short.

Rulebook, Claiming Tiles and Level Bars; rules-facts, Favor rulings 1 and 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.favor.dice import Die
from rules.words import listing, number_word

HIGHEST = 6
"""The highest value of any die."""


class Requirement(Protocol):
    """A condition on locked dice; `name` is what the bar prints."""

    @property
    def name(self) -> str:
        """The requirement as the level bar prints it."""
        ...

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether locked dice meet this on a bar of `level`: the values of those that have one, and all
        of them.
        """
        ...

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """Why `dice` do not meet this on a bar of `level`, or None where they do."""
        ...


def shown_values(dice: Sequence[Die]) -> list[int]:
    """The values of the dice that have one; symbol-only faces are left out."""
    return [die.value for die in dice if die.value is not None]


@dataclass(frozen=True)
class Groups:
    """Disjoint groups of equal dice: (size, value) each, value None for any.

    A group of one number may be split as needed: a 4 of a kind is also 2 pairs (Claiming Tiles; ruling 2).
    """

    name: str
    groups: tuple[tuple[int, int | None], ...]

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether some split of the dice gives all groups."""
        counts = [0] * (HIGHEST + 1)
        for value in values:
            counts[value] += 1
        free = []
        for size, wanted in self.groups:
            if wanted is None:
                free.append(size)
            elif counts[wanted] < size:
                return False
            else:
                counts[wanted] -= size
        return _packs(sorted(free, reverse=True), counts)

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """Why no split of the dice gives all groups, or None."""
        if self.is_met(shown_values(dice), len(dice), level):
            return None
        have = Counter(sorted(shown_values(dice), reverse=True)).most_common()
        if len(self.groups) == 1:
            # For one group only the nearest try is of interest.
            have = have[:1]
        return f"needs {_spoken(self.name)}, you have {_counted(have) or 'no dice with a value'}"


@dataclass(frozen=True)
class Run:
    """One of several sets of values that must be among the dice; more dice do no harm (ruling 2)."""

    name: str
    runs: tuple[tuple[int, ...], ...]

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether all values of one of the runs are there."""
        have = set(values)
        return any(have.issuperset(run) for run in self.runs)

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """Which values the nearest run lacks, or None; where one die would do, every value that would."""
        have = set(shown_values(dice))
        missing = {run: [f"a {value}" for value in run if value not in have] for run in self.runs}
        nearest = min(self.runs, key=lambda run: len(missing[run]))
        if not missing[nearest]:
            return None
        if len(missing[nearest]) == 1:
            lacks = " or ".join(dict.fromkeys(lack[0] for lack in missing.values() if len(lack) == 1))
        else:
            lacks = listing(missing[nearest]) + (f" for {_dashed(nearest)}" if len(self.runs) > 1 else "")
        return f"needs {' or '.join(map(_dashed, self.runs))}, you lack {lacks}"


@dataclass(frozen=True)
class Sum:
    """A least sum of all locked dice; a face without a value adds 0."""

    at_least: int

    @property
    def name(self) -> str:
        """The requirement as the level bar prints it."""
        return f"{self.at_least}+"

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether the sum is high enough."""
        return sum(values) >= self.at_least

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """How much the sum is short, or None."""
        total = sum(shown_values(dice))
        if total >= self.at_least:
            return None
        return f"needs a sum of {self.at_least} or more, yours is {total}"


@dataclass(frozen=True)
class All:
    """A condition on every locked die, and at least as many dice as the bar's level (ruling 1).

    A face without a value is not judged but counts towards the number of dice.
    """

    name: str
    words: str
    accepts: Callable[[int], bool]

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether there are enough dice and none is against the condition."""
        return dice >= level and all(map(self.accepts, values))

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """Which dice are against the condition, or that there are too few, or None."""
        against = sorted(value for value in shown_values(dice) if not self.accepts(value))
        return _all_refusal(self.words, _counted(Counter(against).most_common()), dice, level)


@dataclass(frozen=True)
class AllDifferent:
    """No value twice among the locked dice, and at least as many dice as the bar's level (ruling 1)."""

    name: str = "All Different"

    def is_met(self, values: Sequence[int], dice: int, level: int) -> bool:
        """Whether there are enough dice and no value is there twice."""
        return dice >= level and len(set(values)) == len(values)

    def refusal(self, dice: Sequence[Die], level: int) -> str | None:
        """Which values stand there more than once, or that there are too few dice, or None."""
        counts = Counter(shown_values(dice))
        twice = sorted(value for value in counts.elements() if counts[value] > 1)
        return _all_refusal("all dice different", _counted(Counter(twice).most_common()), dice, level)


def _all_refusal(words: str, against: str, dice: Sequence[Die], level: int) -> str | None:
    if against:
        return f"needs {words}, you have {against}"
    if len(dice) < level:
        have = number_word(len(dice)) if dice else "none"
        return f"needs {words} on at least {number_word(level)} locked dice, you have {have}"
    return None


def _packs(sizes: list[int], counts: list[int]) -> bool:
    """Whether groups of these sizes, largest first, fit disjointly into the counts of equal dice."""
    if not sizes:
        return True
    size, rest = sizes[0], sizes[1:]
    for value, number in enumerate(counts):
        if number >= size:
            if not rest:
                return True
            counts[value] -= size
            fits = _packs(rest, counts)
            counts[value] += size
            if fits:
                return True
    return False


def _counted(counts: list[tuple[int, int]]) -> str:
    """Values and how often each is there, in words: "three 5s and one 2"."""
    return listing([f"{number_word(n)} {value}{'s' if n > 1 else ''}" for value, n in counts])


def _spoken(name: str) -> str:
    """A bar's print as part of a sentence: "Pair & Three 1's" is "a pair and three 1s"."""
    words = name.lower().replace("&", "and").replace("'s", "s").split()
    return " ".join("a pair" if word == "pair" else word for word in words)


def _dashed(run: tuple[int, ...]) -> str:
    return "-".join(map(str, run))
