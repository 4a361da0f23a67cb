"""The table at one moment of Pharaoh Code: frozen, comparable, without behaviour of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rules.pharaoh_code.arithmetic import Arithmetic
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.tiles import ROWS, SPACES, USUAL_STACK, Colour, Tile, set_faults, stack_sizes

SAND_SECONDS = 30
"""Rulebook, Components."""

FEWEST, MOST = 2, 5
"""Players (by the box; the rulebook's text names no number)."""


class Phase(StrEnum):
    """What the table waits for: tiles, a roll, a first tile, the sand, equations, scarabs, nothing."""

    LAY = "lay"
    ROLL = "roll"
    THINK = "think"
    SAND = "sand"
    STATE = "state"
    COUNT = "count"
    OVER = "over"


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first action.

    `players` sit clockwise; `roller` is the seat of the first one to roll. `unlimited` lifts the limit of one
    tile a round. `uneven` and `negative` say which intermediate results are allowed, `zero_is_ten` what a 0
    of the ten-sided die counts. `tiles` is the whole set, or empty where nobody has entered it; `stacks` are
    then the sizes of the stacks from the top. Raises ValueError where this is no game.
    """

    players: tuple[str, ...]
    roller: int = 0
    unlimited: bool = False
    seconds: int = SAND_SECONDS
    uneven: bool = False
    negative: bool = True
    zero_is_ten: bool = True
    tiles: tuple[Tile, ...] = ()
    stacks: tuple[int, ...] = (USUAL_STACK,) * len(ROWS)

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.players) <= MOST:
            raise ValueError(f"Pharaoh Code takes {FEWEST} to {MOST} players, not {len(self.players)}")
        if not all(name.strip() for name in self.players):
            raise ValueError("a player's name is empty; give each player a name")
        twice = [name for name, n in Counter(self.players).items() if n > 1]
        if twice:
            raise ValueError(f"two players are called {twice[0]!r}; give each a name of their own")
        if not 0 <= self.roller < len(self.players):
            raise ValueError(f"there is no seat {self.roller} to roll first")
        if not 1 <= self.seconds <= 3600:
            raise ValueError(f"the sand runs for 1 to 3600 seconds, not {self.seconds}")
        if self.tiles and (faults := set_faults(self.tiles)):
            raise ValueError(faults[0])
        if len(self.stacks) != len(ROWS):
            raise ValueError(f"there are {len(ROWS)} stacks, not {len(self.stacks)}")
        for size, (colour, spaces) in zip(self.stacks, ROWS, strict=True):
            if size < spaces:
                raise ValueError(f"{size} {colour} tiles cannot fill {spaces} spaces")

    @property
    def arithmetic(self) -> Arithmetic:
        """Which intermediate results are allowed."""
        return Arithmetic(self.uneven, self.negative)

    @property
    def stack_sizes(self) -> tuple[int, ...]:
        """How many tiles each stack has before the first is laid out."""
        return stack_sizes(self.tiles) if self.tiles else self.stacks


@dataclass(frozen=True)
class Take:
    """A tile taken in this round; `right` is the verdict on its equation, None while it is open."""

    seat: int
    space: int
    tile: Tile
    after_ms: int
    right: bool | None = None
    equation: str | None = None


@dataclass(frozen=True)
class PastRound:
    """A round that was played: its dice, the pyramid as it was rolled for, and what was taken."""

    roller: int
    roll: Roll
    pyramid: tuple[Tile, ...]
    takes: tuple[Take, ...]


@dataclass(frozen=True)
class Player:
    """One player's tiles in the order taken: face up for points, face down as penalties."""

    name: str
    up: tuple[Tile, ...] = ()
    down: tuple[Tile, ...] = ()
    counted: tuple[int, int] | None = None


@dataclass(frozen=True)
class State:
    """Everything that the rules know.

    `board` has the tile of each space, None where it is empty. `stacks` counts what is left of each colour
    from the top; `unseen` are those tiles, where the set is known. `roller` rolls in this round.
    """

    setup: Setup
    phase: Phase
    players: tuple[Player, ...]
    stacks: tuple[int, ...]
    unseen: tuple[Tile, ...]
    board: tuple[Tile | None, ...] = (None,) * len(SPACES)
    roller: int = 0
    roll: Roll | None = None
    takes: tuple[Take, ...] = ()
    rounds: tuple[PastRound, ...] = ()

    @property
    def empty(self) -> tuple[int, ...]:
        """The spaces where no tile lies, from the top."""
        return tuple(space for space, tile in enumerate(self.board) if tile is None)

    def left(self, colour: Colour) -> int:
        """Tiles in the stack of one colour."""
        return self.stacks[list(Colour).index(colour)]

    def take_from(self, space: int) -> Take | None:
        """The tile that was taken from that space in this round, or None."""
        return next((take for take in self.takes if take.space == space), None)

    def takes_of(self, seat: int) -> tuple[Take, ...]:
        """What a player has taken in this round."""
        return tuple(take for take in self.takes if take.seat == seat)
