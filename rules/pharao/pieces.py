"""What is in the box of Pharao, as data (rulebook, Contents)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SAND, HOLE, PASSAGE = "sand", "hole", "passage"
PLAIN = (SAND, HOLE, PASSAGE)
"""What a space of a sliding tile may show beside an animal."""
OTHER = "other"
"""An animal that is not the sought one, and that nobody has named."""

ANIMALS = (
    "cat", "dog", "crocodile", "snake", "scarab", "ibis",
    "falcon", "hippo", "baboon", "camel", "scorpion", "lion",
)  # fmt: skip
"""The animals unless the table names them otherwise; the rulebook does not name them."""

PYRAMIDS = 41
CRACK_TILES = 5
FEWEST_CRACK_TILES = 2
SEARCH_CARDS = 20
MUMMIES = 20
SEALS_OF_A_COLOUR = 5
CARD_VALUES = (2, 3, 4)


class Colour(StrEnum):
    """The colours of base tiles and Pharaoh seals."""

    BLACK = "black"
    GREY = "grey"
    WHITE = "white"
    BROWN = "brown"


COLOURS = tuple(Colour)


class Symbol(StrEnum):
    """The back of a search card (rulebook, Watch out: the animals do not always stand still!)."""

    SLIDE = "slide"
    MUMMIES = "mummies"
    SLIDE_AND_MUMMIES = "slide-and-mummies"

    @property
    def slides(self) -> bool:
        """Whether the tile outside is pushed in."""
        return self is not Symbol.MUMMIES

    @property
    def sets_mummies(self) -> bool:
        """Whether empty base tiles are filled with mummies."""
        return self is not Symbol.SLIDE


@dataclass(frozen=True)
class Card:
    """A search card: the animal and its value, 2 to 4."""

    animal: str
    value: int
