"""Which dice lie on the table, as far as people say so."""

from __future__ import annotations

from dataclasses import dataclass

from vision.errors import DiceSetError

_SIDES = {"d6": 6, "d8": 8, "d10": 10, "d12": 12}


@dataclass(frozen=True)
class DiceSet:
    """The dice that a reader may meet: numbers of sides, the eight Favor kinds or not, and what a 0 counts.

    With `favor`, six-sided dice are told apart by kind and may show symbols. `zero` is the value of the face
    0 of a d10: 10, or 0.
    """

    sides: frozenset[int] = frozenset({6})
    favor: bool = False
    zero: int = 10

    @property
    def numerals(self) -> bool:
        """Whether any die with numerals may lie there."""
        return bool(self.sides - {6})

    @property
    def curve(self) -> str:
        """Which of the fitted confidences belongs to these dice."""
        return "numerals" if self.numerals else "favor" if self.favor else "d6"

    @property
    def least(self) -> float:
        """The confidence from which a die's reading stands.

        Of six-sided dice with 0.9 to 0.92, one in ten was wrong; numerals' confidences are lower by nature.
        """
        return 0.9 if self.numerals else 0.92


D6 = DiceSet()
"""Six-sided dice with pips, and no other."""

FAVOR = DiceSet(favor=True)
"""The eight dice of Favor of the Pharaoh."""


def parse_dice(text: str) -> DiceSet:
    """The set that "d6", "favor" or a list such as "d8,d10,d12" names.

    Raises DiceSetError for any other word, and for "favor" beside others.
    """
    names = [name.strip().lower() for name in text.split(",")]
    if names == ["favor"]:
        return FAVOR
    if "favor" in names:
        raise DiceSetError("The Favor dice are read by themselves: say favor alone or some of d6,d8,d10,d12.")
    for name in names:
        if name not in _SIDES:
            raise DiceSetError(f'There are no dice called "{name}": say favor, or some of d6,d8,d10,d12.')
    return DiceSet(frozenset(_SIDES[name] for name in names))
