"""The three dice (rulebook, Components)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import permutations
from typing import TypeAlias

from rules.codec import shown

Die: TypeAlias = str
"""`d8`, `d10` or `d12`."""

SIDES: dict[Die, int] = {"d8": 8, "d10": 10, "d12": 12}


@dataclass(frozen=True)
class Roll:
    """What the three dice show.

    A 0 of the ten-sided die counts as it is set: as 10, or, where 0 is allowed, as nothing (shared ruling).
    Raises ValueError for a number that a die does not have.
    """

    d8: int
    d10: int
    d12: int

    def __post_init__(self) -> None:
        for field in fields(self):
            value, sides = getattr(self, field.name), SIDES[field.name]
            lowest = 0 if field.name == "d10" else 1
            if not lowest <= value <= sides:
                raise ValueError(f"the {field.name} shows {lowest} to {sides}, not {shown(value)}")

    @property
    def values(self) -> tuple[int, int, int]:
        """The three numbers."""
        return self.d8, self.d10, self.d12

    def __str__(self) -> str:
        return f"{self.d8}, {self.d10} and {self.d12}"


def as_roll(numbers: Sequence[int]) -> Roll:
    """Three numbers, in any order, as what the three dice show; raises ValueError where they cannot be."""
    if len(numbers) != 3:
        raise ValueError(f"three dice are rolled, not {len(numbers)}")
    for order in permutations(numbers):
        if all(1 <= number <= sides for number, sides in zip(order, SIDES.values(), strict=True)):
            return Roll(*order)
    listed = ", ".join(map(shown, numbers))
    raise ValueError(
        f"dice with 8, 10 and 12 sides cannot show {listed}; a 0 of the ten-sided one counts as 10"
    )
