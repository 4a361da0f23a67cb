"""The eight kinds of dice: faces, what lies opposite, values (rulebook, Dice; rules-facts, Dice)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache

from rules.codec import shown
from rules.words import listing


class Kind(StrEnum):
    """A kind of die in the box, by the rulebook's name."""

    STANDARD = "standard"
    IMMEDIATE = "immediate"
    SERF = "serf"
    NOBLE = "noble"
    ARTISAN = "artisan"
    INTRIGUE = "intrigue"
    VOYAGE = "voyage"
    DECREE = "decree"


@dataclass(frozen=True)
class DieKind:
    """What the box has of one kind: how many, its colours, and its three pairs of opposite faces."""

    count: int
    body: str
    mark: str
    pairs: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]

    @property
    def faces(self) -> tuple[str, ...]:
        """The six faces; a face that stands on the die twice is listed twice."""
        return tuple(face for pair in self.pairs for face in pair)


_PIPS = (("1", "6"), ("2", "5"), ("3", "4"))

#   kind                   in the box  body      pips     opposite faces
KINDS: dict[Kind, DieKind] = {
    Kind.STANDARD: DieKind(12, "red", "white", _PIPS),
    Kind.IMMEDIATE: DieKind(8, "white", "black", _PIPS),
    Kind.SERF: DieKind(1, "orange", "white", (("1", "2"), ("2", "1"), ("3", "4"))),
    Kind.NOBLE: DieKind(1, "olive", "white", (("5", "6"), ("6", "5"), ("3", "4"))),
    Kind.ARTISAN: DieKind(1, "blue", "white", (("star", "6"), ("2", "5"), ("3", "4"))),
    Kind.INTRIGUE: DieKind(1, "green", "white", (("1", "double-star"), ("2", "5"), ("3", "4"))),
    Kind.VOYAGE: DieKind(
        1, "black", "white", (("star", "gain"), ("reroll", "blocked"), ("reroll", "blocked"))
    ),
    Kind.DECREE: DieKind(1, "purple", "white", (("decree", "6"), ("2", "5"), ("3", "4"))),
}


@dataclass(frozen=True, order=True)
class Die:
    """One die as it lies; raises ValueError for a face that this kind does not have."""

    kind: Kind
    face: str

    def __post_init__(self) -> None:
        if self.face not in KINDS[self.kind].faces:
            known = ", ".join(dict.fromkeys(KINDS[self.kind].faces))
            raise ValueError(
                f"{self.kind.title()} dice have no face {shown(self.face)}; their faces are {known}"
            )

    @cached_property
    def value(self) -> int | None:
        """What the face counts, or None for a face without a value."""
        return value(self.kind, self.face)

    @property
    def opposite(self) -> Die:
        """The same die turned upside down."""
        return _opposite(self)

    def __str__(self) -> str:
        return f"{self.kind.title()} {self.face}"

    @property
    def article(self) -> str:
        """The die with its article: "an Artisan 5"."""
        return f"{'an' if self.kind.title()[0] in 'AEIOU' else 'a'} {self}"


@cache
def _opposite(die: Die) -> Die:
    for a, b in KINDS[die.kind].pairs:
        if die.face in (a, b):
            return Die(die.kind, b if die.face == a else a)
    raise AssertionError("a die's face always stands in one of its pairs")


def value(kind: Kind, face: str) -> int | None:
    """The value of a face: its pips, 1 for the Artisan star, None for the other symbols."""
    if face.isdecimal():
        return int(face)
    return 1 if (kind, face) == (Kind.ARTISAN, "star") else None


CUSTOM = frozenset(Kind) - {Kind.STANDARD, Kind.IMMEDIATE}
"""The six unique dice (rulebook, Contents)."""


@cache
def faces_of(kind: Kind) -> tuple[Die, ...]:
    """Every face of a kind once, as dice, sorted."""
    return tuple(sorted(Die(kind, face) for face in set(KINDS[kind].faces)))


@cache
def with_value(kind: Kind, wanted: int) -> Die | None:
    """The die of this kind that shows a face of this value, or None where it has none."""
    return next((die for die in faces_of(kind) if die.value == wanted), None)


def parse_die(text: str) -> Die:
    """The die written as `4` (Standard) or `kind:face`, such as `artisan:star`, in small or capital letters.

    Raises ValueError that names the kinds or faces that exist.
    """
    kind, colon, face = (part.strip() for part in text.lower().partition(":"))
    if not colon:
        kind, face = Kind.STANDARD, kind
    if kind not in [*Kind]:
        raise ValueError(f"there is no die kind {shown(kind)}; the kinds are {', '.join(Kind)}")
    return Die(Kind(kind), face)


@lru_cache(maxsize=1024)
def count_kinds(kinds: tuple[Kind, ...]) -> str:
    """The kinds in words: "3 Standard and 1 Immediate dice"."""
    parts = [f"{kinds.count(kind)} {kind.title()}" for kind in Kind if kind in kinds]
    if not parts:
        return "no dice"
    return f"{listing(parts)} {'die' if len(kinds) == 1 else 'dice'}"
