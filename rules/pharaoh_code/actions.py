"""What people and dice do in Pharaoh Code, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.tiles import Colour
from rules.table import ActionCodec


@dataclass(frozen=True)
class Laying:
    """A tile with this number on a space, counted from the top and the left.

    `scarabs` is only needed where two tiles of the set have that colour and number but not the same scarabs.
    """

    space: int
    number: int
    scarabs: int | None = None


@dataclass(frozen=True)
class Laid:
    """Tiles were laid on empty spaces (rulebook, Setup and Game Play 7)."""

    tiles: tuple[Laying, ...]


@dataclass(frozen=True)
class Relaid:
    """The tile on that space shows another number than the table was told. People's word counts."""

    tile: Laying


@dataclass(frozen=True)
class Restocked:
    """A stack really holds so many tiles, whatever was reckoned: how the 48 are split is not printed."""

    colour: Colour
    left: int


@dataclass(frozen=True)
class Rolled:
    """The Roller rolled all three dice (rulebook, Game Play 1)."""

    roll: Roll


@dataclass(frozen=True)
class Corrected:
    """The dice were misread: they show this. People's word beats the camera's."""

    roll: Roll


@dataclass(frozen=True)
class Taken:
    """A player announced the number on this space and took its tile (rulebook, Game Play 2).

    `after_ms` is how long after the roll was known; it counts for the statistics alone.
    """

    seat: int
    space: int
    after_ms: int = 0


@dataclass(frozen=True)
class Passed:
    """Nobody found a tile to take: the dice go on."""


@dataclass(frozen=True)
class TimeUp:
    """The sand has run out (rulebook, Game Play 4)."""


@dataclass(frozen=True)
class Stated:
    """The equation for the tile that was taken from this space (rulebook, Game Play 5)."""

    space: int
    equation: str


@dataclass(frozen=True)
class Judged:
    """The equation for the tile from this space was said aloud, or none was: the table's verdict."""

    space: int
    right: bool


@dataclass(frozen=True)
class Counted:
    """A player counted the scarabs on the reverse of their tiles: face up, and face down.

    Only asked for where the table does not know the tiles (rulebook, End of the Game).
    """

    seat: int
    won: int
    lost: int


CodeAction: TypeAlias = (
    Laid | Relaid | Restocked | Rolled | Corrected | Taken | Passed | TimeUp | Stated | Judged | Counted
)

CODEC: ActionCodec[CodeAction] = ActionCodec(
    (Laid, Relaid, Restocked, Rolled, Corrected, Taken, Passed, TimeUp, Stated, Judged, Counted)
)
