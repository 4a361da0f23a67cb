"""The table at one moment of Pharao: frozen, comparable, without behaviour of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rules.pharao.actions import Laid
from rules.pharao.board import SLOTS, SPACES, Recess, space
from rules.pharao.memory import Memory
from rules.pharao.pieces import (
    ANIMALS,
    COLOURS,
    OTHER,
    PLAIN,
    SEALS_OF_A_COLOUR,
    SEARCH_CARDS,
    Card,
    Colour,
)

SPREAD = Laid(
    gap=space(3, 3),
    cracks=(space(1, 1), space(1, 6), space(2, 4), space(4, 1), space(4, 6)),
    bases=(space(0, 3), space(2, 1), space(3, 6), space(5, 4)),
)
"""An even spread of covers to offer; base tiles still move where a hole lies below (rulebook, Setup)."""


class MemoryLevel(StrEnum):
    """How much of the memory the table shows during the game; afterwards it shows all."""

    OFF = "off"
    SEEN = "seen"
    FULL = "full"


class Phase(StrEnum):
    """What the table waits for."""

    LAYOUT = "layout"
    GROUND = "ground"
    FIRST_PLAYER = "first-player"
    BACK = "back"
    PUSH = "push"
    FALLS = "falls"
    SEAL = "seal"
    MUMMIES = "mummies"
    REVEAL = "reveal"
    SLIDE = "slide"
    END = "end"


class Then(StrEnum):
    """What goes on once falls and seals are settled and the gap's ground is known."""

    BEGIN = "begin"
    OUTCOME = "outcome"
    PUSHED = "pushed"
    REVEAL = "reveal"


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first action.

    One player plays the solo rule. `sides` says for each tile row, top to bottom, where its recesses are.
    `animals` are those of the search cards. `deck` are the numbers of cards with 1, 2 and 3 on the back.
    `memory` and `paths` are the aids that the table allows, `tiles` the sliding tiles that earlier games
    taught, each by its quarters, turned any way. `passage_at_start` and `push_before_first` turn the rulings
    3 and 4 round.

    Raises ValueError, in one sentence, for what does not fit the box.
    """

    players: tuple[str, ...]
    sides: tuple[Recess, Recess, Recess]
    advanced: bool = False
    memory: MemoryLevel = MemoryLevel.FULL
    paths: bool = True
    animals: tuple[str, ...] = ANIMALS
    deck: tuple[int, int, int] = (7, 7, 6)
    tiles: tuple[tuple[str, str, str, str], ...] = ()
    passage_at_start: bool = False
    push_before_first: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.players) <= 4:
            raise ValueError(f"Pharao takes 1 to 4 players, not {len(self.players)}")
        if not all(name.strip() for name in self.players):
            raise ValueError("a player's name is empty; give each player a name")
        if twice := _twice(self.players):
            raise ValueError(f"two players are called {twice!r}; give each a name of their own")
        if not self.animals or not all(name.strip() for name in self.animals):
            raise ValueError("an animal's name is empty; name each animal of the search cards")
        if twice := _twice((*PLAIN, OTHER, *self.animals)):
            raise ValueError(f"{twice!r} is named twice; give each animal a name of its own")
        if min(self.deck) < 0 or sum(self.deck) != SEARCH_CARDS:
            raise ValueError(
                f"the three piles have {sum(self.deck)} search cards; they must have {SEARCH_CARDS}"
            )
        if len(self.tiles) > SLOTS:
            raise ValueError(f"{len(self.tiles)} sliding tiles are known; there are only {SLOTS}")
        known = {*PLAIN, *self.animals}
        for tile in self.tiles:
            for shows in tile:
                if shows not in known:
                    raise ValueError(f"a sliding tile shows {shows!r}, which is not among the animals")

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return len(self.players) == 1


def _twice(names: tuple[str, ...]) -> str | None:
    return next((name for name, n in Counter(names).items() if n > 1), None)


@dataclass(frozen=True)
class Player:
    """One player's search cards in the order taken, and Pharaoh seals: black, grey, white, brown."""

    name: str
    cards: tuple[Card, ...] = ()
    seals: tuple[int, int, int, int] = (0, 0, 0, 0)

    def of(self, colour: Colour) -> int:
        """How many seals of a colour."""
        return self.seals[COLOURS.index(colour)]

    @property
    def sets(self) -> int:
        """Complete sets of the four colours."""
        return min(self.seals)

    def loose(self, colour: Colour) -> int:
        """Seals of a colour that belong to no complete set (rulebook, Mummies and Pharaoh Seals)."""
        return self.of(colour) - self.sets


@dataclass(frozen=True)
class State:
    """Everything that the rules know.

    `layout` is what people are laying out before it lies. Covers: `gap`, `cracks`, and `bases` with
    `standing` mummies by colour; pyramids lie everywhere else. `numbers` are the tiles' numbers by slot, as
    they lay at the beginning. `shows` is the ground of the gap, None where nobody has said it yet. `slid`
    says that a cover was slid in this turn. `deck` are the numbers on the backs of the cards face down, next
    one first; `put_back` counts those just put under it. `unsure` are mummies of whom nobody has said
    whether they fell, `fallen` those that have not been rewarded yet.
    """

    setup: Setup
    phase: Phase
    players: tuple[Player, ...]
    memory: Memory
    layout: Laid = SPREAD
    numbers: tuple[int, ...] = tuple(range(SLOTS))
    gap: int = 0
    cracks: tuple[int, ...] = ()
    bases: tuple[int, int, int, int] | tuple[()] = ()
    standing: tuple[Colour, ...] = ()
    mummies_left: int = 0
    shows: str | None = None
    deck: tuple[int, ...] = ()
    put_back: int = 0
    sought: Card | None = None
    aside: tuple[Card, ...] = ()
    current: int = 0
    turns: int = 0
    slid: bool = False
    mummies_due: bool = False
    unsure: tuple[Colour, ...] = ()
    fallen: tuple[Colour, ...] = ()
    then: Then = Then.BEGIN

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.current]

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return self.setup.solo

    @property
    def empty_bases(self) -> tuple[Colour, ...]:
        """Base tiles without a mummy."""
        return tuple(colour for colour in COLOURS if self.bases and colour not in self.standing)

    @property
    def pyramids(self) -> tuple[int, ...]:
        """The spaces under pyramids."""
        others = {self.gap, *self.cracks, *self.bases}
        return tuple(space for space in range(SPACES) if space not in others)

    def base(self, colour: Colour) -> int:
        """The space of a base tile."""
        return self.bases[COLOURS.index(colour)]

    def supply(self, colour: Colour) -> int:
        """Pharaoh seals of a colour left beside the board."""
        return SEALS_OF_A_COLOUR - sum(player.of(colour) for player in self.players)
