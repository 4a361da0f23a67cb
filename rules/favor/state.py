"""The table at one moment of Favor of the Pharaoh: frozen, comparable, without behaviour of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from rules.favor.actions import Token
from rules.favor.bars import BARS, LEVELS, LevelBar, Place
from rules.favor.dice import Die, Kind

TOKENS_OF_A_KIND = 31
"""Reroll tokens and +1 Pip tokens in the box, of each (rulebook, Contents)."""


class Phase(StrEnum):
    """What the table waits for."""

    SIDES = "sides"
    TILES = "tiles"
    FIRST_PLAYER = "first-player"
    ROLL = "roll"
    LOCK = "lock"
    CLAIM = "claim"
    DRAW = "draw"
    END = "end"
    COURT = "court"


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first action: names clockwise, and the first game's tiles or rolled ones.

    Raises ValueError for other than 2 to 4 players, an empty name or a name given twice.
    """

    players: tuple[str, ...]
    first_game: bool = True

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 4:
            raise ValueError(f"Favor of the Pharaoh takes 2 to 4 players, not {len(self.players)}")
        if not all(name.strip() for name in self.players):
            raise ValueError("a player's name is empty; give each player a name")
        twice = [name for name, n in Counter(self.players).items() if n > 1]
        if twice:
            raise ValueError(f"two players are called {twice[0]!r}; give each a name of their own")


@dataclass(frozen=True)
class Tokens:
    """Scarab tokens in one place."""

    reroll: int = 0
    pip: int = 0

    @property
    def total(self) -> int:
        """Tokens of both kinds."""
        return self.reroll + self.pip

    def plus(self, token: Token, number: int = 1) -> Tokens:
        """With `number` more of a kind (negative: fewer)."""
        if token is Token.REROLL:
            return Tokens(self.reroll + number, self.pip)
        return Tokens(self.reroll, self.pip + number)

    def of(self, token: Token) -> int:
        """How many of one kind."""
        return self.reroll if token is Token.REROLL else self.pip


@dataclass(frozen=True)
class Player:
    """One player's tiles, by id in the order claimed, and tokens."""

    name: str
    tiles: tuple[str, ...] = ()
    tokens: Tokens = Tokens()


@dataclass(frozen=True)
class Stack:
    """A stack under a level bar: `left` copies of `tile` remain; the Herder lies on level 0."""

    level: int
    place: Place
    tile: str
    left: int


@dataclass(frozen=True)
class Announced:
    """The roll that holds the Pharaoh: "Seven 6s" (rulebook, Final Roll-Off)."""

    seat: int
    count: int
    value: int


@dataclass(frozen=True)
class State:
    """Everything that the rules know.

    `sides` and `stacks` grow from level 3 up while a random game is set up. `locked` keeps one tuple a lock,
    since the Herder looks at single locks (ruling 5). `owed` counts the tokens that each seat has still to
    draw; `claimed` is the tile that this turn took.
    """

    phase: Phase
    players: tuple[Player, ...]
    supply: Tokens
    sides: tuple[str, ...] = ()
    stacks: tuple[Stack, ...] = ()
    owed: tuple[int, ...] = ()
    current: int = 0
    turns: int = 0
    to_roll: tuple[Kind, ...] = ()
    active: tuple[Die, ...] = ()
    locked: tuple[tuple[Die, ...], ...] = ()
    claimed: str | None = None
    pharaoh: Announced | None = None

    @property
    def bars(self) -> tuple[LevelBar, ...]:
        """The level bars whose side is known, level 3 first."""
        return tuple(
            BARS[f"{level}{side}"] for level, side in zip(reversed(LEVELS), self.sides, strict=False)
        )

    def bar(self, level: int) -> LevelBar:
        """The bar of one level; raises KeyError while its side is unknown."""
        return {bar.level: bar for bar in self.bars}[level]

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.current]

    @property
    def pyramid(self) -> tuple[Die, ...]:
        """All locked dice of this turn."""
        return tuple(die for lock in self.locked for die in lock)

    @property
    def drawer(self) -> int | None:
        """The seat that draws the next token, in turn order, or None where none is owed."""
        seats = len(self.players)
        for step in range(len(self.owed)):
            seat = (self.current + step) % seats
            if self.owed[seat]:
                return seat
        return None

    def stack(self, tile: str) -> Stack | None:
        """The stack of a tile, empty ones too, or None where the tile is not in this game."""
        return next((stack for stack in self.stacks if stack.tile == tile), None)
