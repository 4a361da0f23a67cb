"""The table at one moment of Favor of the Pharaoh: frozen, comparable, without behaviour of its own."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rules.favor.actions import Token
from rules.favor.bars import BARS, LEVELS, LevelBar, Place
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.rulings import DEFAULT_RULINGS, Rulings

if TYPE_CHECKING:
    changed = dataclasses.replace
else:

    def changed(of: object, **fields: object) -> object:
        """`dataclasses.replace` without a call of the constructor: whole games are played by the thousand."""
        new = object.__new__(type(of))
        new.__dict__.update(of.__dict__, **fields)
        return new


TOKENS_OF_A_KIND = 31
"""Reroll tokens and +1 Pip tokens in the box, of each (rulebook, Contents)."""


class Phase(StrEnum):
    """What the table waits for.

    SIDES, TILES, FIRST_PLAYER: the set-up's dice and the first player. DRAW: a token that is owed. LEAVE:
    the dice left out for a Bad Omen. ROLL: a roll of all `State.to_roll`; what is still active may be
    used or locked before. REROLL: the dice that a power throws again, and nothing else. LOCK: a die that
    must be locked before the next roll. BORROW: a tile for the Decree die. CLAIM: all dice are locked and
    some tile may be claimed. TAKE: a tile that a claimed one brings. END: all dice are locked; the claim
    is made, or nothing can be claimed, or none is in the roll-off. SKIP: whether a player who cannot win
    is skipped. COURT: nothing; the game is over.
    """

    SIDES = "sides"
    TILES = "tiles"
    FIRST_PLAYER = "first-player"
    DRAW = "draw"
    LEAVE = "leave"
    ROLL = "roll"
    REROLL = "reroll"
    LOCK = "lock"
    BORROW = "borrow"
    CLAIM = "claim"
    TAKE = "take"
    END = "end"
    SKIP = "skip"
    COURT = "court"


@dataclass(frozen=True)
class Setup:
    """What is agreed before the first action: names clockwise, first or later game, and rulings.

    Raises ValueError for other than 2 to 4 players, an empty name or a name given twice.
    """

    players: tuple[str, ...]
    first_game: bool = True
    rulings: Rulings = DEFAULT_RULINGS

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
    """One player's tiles, by id in the order claimed, and tokens.

    `spent` are the red tiles that lie face down. `fewer` dice are left out of the next turn's first roll
    (Bad Omen of others), `more` Standard dice join it (an own Bad Omen); `die_tokens` are the +1 Die
    tokens.
    """

    name: str
    tiles: tuple[str, ...] = ()
    tokens: Tokens = Tokens()
    spent: tuple[str, ...] = ()
    fewer: int = 0
    more: int = 0
    die_tokens: int = 0


@dataclass(frozen=True)
class Stack:
    """A stack under a level bar: `left` copies of `tile` remain; the Herder lies on level 0."""

    level: int
    place: Place
    tile: str
    left: int


@dataclass(frozen=True)
class Announced:
    """A roll as it is announced: "Seven 6s" (rulebook, Final Roll-Off).

    `seat` is None where nobody holds it: the seven 1s that Royal Death sets.
    """

    seat: int | None
    count: int
    value: int


@dataclass(frozen=True)
class Growing:
    """The Standard die on Estate Overseer or Granary Master, with the value it would enter with now."""

    tile: str
    value: int


@dataclass(frozen=True)
class Grant:
    """What a claimed tile still brings: up to `left` tiles of those that `tile` names."""

    tile: str
    left: int


@dataclass(frozen=True)
class State:
    """Everything that the rules know: what lies on the table, and what the table waits for.

    On the table: `sides` and `stacks` grow from level 3 up while a random game is set up. `supply` are
    the tokens face down, `discarded` those that were used. `first` is the seat that began the game,
    `current` the one whose turn it is, `turns` counts turns begun.

    This turn:
    `to_roll`: in ROLL all dice of the next roll, in REROLL those thrown again, else empty.
    `active`: dice that lie unlocked, also in ROLL; `gained`: dice that only join the next roll (before
    the first roll: all that it will have). `locked` keeps one tuple a lock, since the Herder looks at
    single locks (ruling 5); `fresh_locks` counts those made since the last roll. `rolls` counts rolls of
    this turn, rerolls left out.
    `awake`: the custom dice whose power face shows and was not used yet.
    `growing`: dice that grow on tiles. `used`: tiles of the current player, or the borrowed one, that
    were used this turn. `borrowed`: the tile borrowed for the Decree die. `leave`: dice to be left out of
    the first roll.
    `rerolling`: the source of the reroll that REROLL waits for.
    `claimed`: the tile that this turn claimed. `done`: the claim is made or forgone, nothing is rolled
    any more.

    Still to come: `owed` counts the tokens that each seat has to draw; `effects` are claimed tiles whose
    own effect follows the draw, next one first; `grant` what TAKE may take; `borrowing` says that BORROW
    waits. `again`: the tile that gives the current player an extra turn next.

    The roll-off:
    `court`: the seats that still get a turn after the current one, or None before the roll-off.
    `pharaoh`: the roll to beat and who holds it. `queen`: the seat of the Queen's owner. `best`: the best
    roll of the roll-off's turns so far. In COURT `pharaoh.seat` has won; None: nobody has, by the
    rulebook (ruling 12).
    """

    phase: Phase
    players: tuple[Player, ...]
    supply: Tokens
    rulings: Rulings = DEFAULT_RULINGS
    discarded: Tokens = Tokens()
    sides: tuple[str, ...] = ()
    stacks: tuple[Stack, ...] = ()
    owed: tuple[int, ...] = ()
    first: int = 0
    current: int = 0
    turns: int = 0
    to_roll: tuple[Kind, ...] = ()
    active: tuple[Die, ...] = ()
    gained: tuple[Kind, ...] = ()
    locked: tuple[tuple[Die, ...], ...] = ()
    fresh_locks: int = 0
    rolls: int = 0
    awake: tuple[Kind, ...] = ()
    growing: tuple[Growing, ...] = ()
    used: tuple[str, ...] = ()
    borrowed: str | None = None
    leave: int = 0
    rerolling: str | None = None
    claimed: str | None = None
    done: bool = False
    effects: tuple[str, ...] = ()
    grant: Grant | None = None
    borrowing: bool = False
    again: str | None = None
    court: tuple[int, ...] | None = None
    pharaoh: Announced | None = None
    queen: int | None = None
    best: Announced | None = None

    @property
    def bars(self) -> tuple[LevelBar, ...]:
        """The level bars whose side is known, level 3 first."""
        return tuple(
            BARS[f"{level}{side}"] for level, side in zip(reversed(LEVELS), self.sides, strict=False)
        )

    def bar(self, level: int) -> LevelBar:
        """The bar of one level; raises KeyError while its side is unknown."""
        at = level - LEVELS[-1]
        if not 0 <= at < len(self.sides):
            raise KeyError(level)
        return BARS[f"{level}{self.sides[at]}"]

    @property
    def in_roll_off(self) -> bool:
        """Whether the current turn is one of the final roll-off, in which nothing is claimed."""
        return self.court is not None and self.claimed is None

    @property
    def shortage(self) -> tuple[tuple[Kind, int], ...]:
        """Kinds of which more dice are in play or to be rolled than the box has, and how many are lacking.

        They are borrowed from another game, or dice are rolled in turns (rulebook, Play).
        """
        thrown = self.to_roll if self.phase is Phase.ROLL else ()
        lying = (*(() if thrown else self.active), *self.pyramid)
        kinds = Counter([*(thrown or (*self.to_roll, *self.gained)), *(die.kind for die in lying)])
        kinds[Kind.STANDARD] += len(self.growing)
        lacking = ((kind, number - KINDS[kind].count) for kind, number in kinds.items())
        return tuple((kind, number) for kind, number in lacking if number > 0)

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
