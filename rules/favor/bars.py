"""The ten sides of the five level bars, as printed (rulebook, Level Bars)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.codec import shown
from rules.favor.requirements import All, AllDifferent, Groups, Requirement, Run, Sum


class Place(StrEnum):
    """A place for a stack under a level bar, left to right."""

    YELLOW1 = "yellow1"
    YELLOW2 = "yellow2"
    BLUE = "blue"
    RED = "red"

    @property
    def colour(self) -> str:
        """The colour of the tiles that lie here."""
        return self.value.rstrip("12")


@dataclass(frozen=True)
class LevelBar:
    """One side of a level bar: what each place under it asks for."""

    level: int
    side: str
    yellow1: Requirement
    yellow2: Requirement
    blue: Requirement
    red: Requirement

    @property
    def name(self) -> str:
        """Level and side: "7A"."""
        return f"{self.level}{self.side}"

    def requirement(self, place: Place) -> Requirement:
        """What the place asks of the locked dice."""
        requirement: Requirement = getattr(self, place)
        return requirement


def _kind(size: int, name: str) -> Groups:
    return Groups(f"{name} of a Kind", ((size, None),))


ALL_EVEN = All("All Even", "all dice even", lambda value: value % 2 == 0)
ALL_ODD = All("All Odd", "all dice odd", lambda value: value % 2 == 1)
ALL_UP_TO_2 = All("All ≤ 2", "all dice 2 or less", lambda value: value <= 2)
ALL_FROM_4 = All("All ≥ 4", "all dice 4 or more", lambda value: value >= 4)
ALL_FROM_5 = All("All ≥ 5", "all dice 5 or more", lambda value: value >= 5)
SEVEN = _kind(7, "Seven")
SIX = _kind(6, "Six")
FIVE = _kind(5, "Five")
FOUR = _kind(4, "Four")
THREE = _kind(3, "Three")
RUN_4 = Run("1234 / 2345 / 3456", ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)))
RUN_5 = Run("12345 / 23456", ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)))
RUN_6 = Run("1 2 3 4 5 6", ((1, 2, 3, 4, 5, 6),))


def _groups(name: str, *groups: tuple[int, int | None]) -> Groups:
    return Groups(name, groups)


BARS: dict[str, LevelBar] = {
    bar.name: bar
    for bar in (
        LevelBar(
            7, "A", SEVEN,
            _groups("Three of a Kind & Two Pairs", (3, None), (2, None), (2, None)),
            _groups("Three of a Kind & Four of a Kind", (3, None), (4, None)),
            Sum(40),
        ),
        LevelBar(
            7, "B", SEVEN,
            _groups("Four of a Kind & Three 1's", (4, None), (3, 1)),
            _groups("Pair & Five of a Kind", (2, None), (5, None)),
            Sum(45),
        ),
        LevelBar(
            6, "A", SIX,
            _groups("Three Pairs", (2, None), (2, None), (2, None)),
            _groups("Pair & Four of a Kind", (2, None), (4, None)),
            Sum(30),
        ),
        LevelBar(
            6, "B", SIX,
            RUN_6,
            _groups("Two Threes of a Kind", (3, None), (3, None)),
            Sum(35),
        ),
        LevelBar(
            5, "A", FIVE,
            RUN_5,
            _groups("Pair & Three of a Kind", (2, None), (3, None)),
            Sum(25),
        ),
        LevelBar(
            5, "B", FIVE,
            ALL_UP_TO_2,
            _groups("Three 6's & Pair of 1's", (3, 6), (2, 1)),
            AllDifferent(),
        ),
        LevelBar(
            4, "A", FOUR,
            RUN_4,
            _groups("Two Pairs", (2, None), (2, None)),
            Sum(20),
        ),
        LevelBar(
            4, "B", FOUR,
            ALL_FROM_5,
            _groups("Pair of 6's & Pair of 1's", (2, 6), (2, 1)),
            AllDifferent(),
        ),
        LevelBar(
            3, "A", THREE,
            _groups("Pair", (2, None)),
            ALL_EVEN,
            Sum(10),
        ),
        LevelBar(
            3, "B", THREE,
            ALL_FROM_4,
            ALL_ODD,
            Sum(15),
        ),
    )
}  # fmt: skip

LEVELS = (7, 6, 5, 4, 3)
"""Levels from the top of the grid down."""


def parse_bars(text: str) -> tuple[LevelBar, ...]:
    """The bars written as `7A,6B,5A`, at most one a level, in the order given.

    Raises ValueError that names the bars that exist, or the level that stands there twice.
    """
    bars: list[LevelBar] = []
    for name in (part.strip().upper() for part in text.split(",")):
        if name not in BARS:
            raise ValueError(f"there is no level bar {shown(name)}; the bars are {', '.join(BARS)}")
        if any(bar.level == BARS[name].level for bar in bars):
            raise ValueError(f"level {BARS[name].level} has two sides in {shown(text)}; give one of them")
        bars.append(BARS[name])
    return tuple(bars)
