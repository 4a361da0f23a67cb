"""The oracle's table: plain mutable things, as they lie before the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from .box import D

REROLL, PIP = "reroll", "pip"


class Refused(Exception):
    """The rulebook does not allow this; the text says why."""


Deed: TypeAlias = Callable[[], None]
"""What a move does. A rule either raises Refused or returns its deed, so that asking changes nothing."""


def need(condition: object, why: str) -> None:
    """Raise Refused where the condition does not hold."""
    if not condition:
        raise Refused(why)


@dataclass
class Seat:
    """One player: tiles in the order claimed, red ones that lie face down, tokens, what is pending."""

    name: str
    tiles: list[str] = field(default_factory=list)
    face_down: set[str] = field(default_factory=set)
    tokens: Counter[str] = field(default_factory=Counter)
    plus_die: int = 0
    fewer_dice: int = 0
    bad_omen_die: int = 0

    def has_unused(self, red: str) -> bool:
        return red in self.tiles and red not in self.face_down


@dataclass
class Turn:
    """One turn. `starting` is what its first roll has, `waiting` what joins the next; one list a lock."""

    seat: int
    omen: bool = False
    court: bool = False
    opens_after_death: bool = False
    starting: list[str] = field(default_factory=list)
    must_leave_out: int = 0
    rolls: int = 0
    active: list[D] = field(default_factory=list)
    fresh: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)
    rerolling: list[str] = field(default_factory=list)
    token_after_reroll: bool = False
    locks: list[list[D]] = field(default_factory=list)
    locked_since_roll: bool = False
    since_roll: list[D] = field(default_factory=list)
    """The dice among which the Herder looks for matching ones."""
    matching_lock: bool = False
    sideways: set[str] = field(default_factory=set)
    growing: set[str] = field(default_factory=set)
    may_borrow: bool = False
    borrowed: str | None = None
    claims: list[str] = field(default_factory=list)
    grant: str | None = None
    grant_left: int = 0
    over: bool = False
    """The claim was made or forgone."""
    again: str | None = None
    """The tile whose further turn follows."""

    @property
    def pyramid(self) -> list[D]:
        return [die for lock in self.locks for die in lock]

    @property
    def in_the_air(self) -> bool:
        return bool(self.rerolling)

    @property
    def all_locked(self) -> bool:
        """Rolled, and no die is active or joins another roll."""
        return bool(self.rolls) and not (self.active or self.waiting or self.rerolling)


@dataclass
class Court:
    """The final roll-off: who holds the Pharaoh, the roll to beat, who is still to come."""

    holder: int | None
    to_beat: tuple[int, int]
    coming: list[int]
    queen: int | None
    death: int | None
    queens_last: bool = False
    best: tuple[int, int, int] | None = None
    """The best roll of the roll-off's own turns: how many, of what, whose."""
    could_have: dict[int, int] = field(default_factory=dict)
    """Of each value, no more dice than the current player could show at the end of the turn."""


@dataclass
class House:
    """The readings of the rulebook that a table may choose; the defaults are those of rules-facts."""

    herder_joins_locks: bool = False
    symbols_wake_when_turned: bool = True
    ankh_counts_own_tokens: bool = True
    best_wins_royal_death: bool = False
    skip_hopeless: bool = True


@dataclass
class Table:
    """Everything. `stage` is sides, tiles, begin, turn, skip or over; `owed` are tokens still to be drawn."""

    seats: list[Seat]
    stage: str = "sides"
    supply: Counter[str] = field(default_factory=lambda: Counter({REROLL: 31, PIP: 31}))
    discards: Counter[str] = field(default_factory=Counter)
    sides: dict[int, str] = field(default_factory=dict)
    places: dict[int, list[str]] = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    owed: list[int] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """Claimed tiles that give more tokens once those owed are drawn."""
    house: House = field(default_factory=House)
    first: int = 0
    at: int = 0
    """Whose turn it is, or whose it would be."""
    turn: Turn | None = None
    court: Court | None = None
