"""What people and dice do in Favor of the Pharaoh, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.favor.dice import Die
from rules.table import ActionCodec


class Token(StrEnum):
    """The two kinds of Scarab tokens (rulebook, Scarab Tokens)."""

    REROLL = "reroll"
    PIP = "pip"

    @property
    def words(self) -> str:
        """The token's name for the table."""
        return "Reroll token" if self is Token.REROLL else "+1 Pip token"


@dataclass(frozen=True)
class SideRolled:
    """A die decided a level bar's side, level 3 first: odd = A, even = B (rulebook, Later Games)."""

    number: int


@dataclass(frozen=True)
class TileRolled:
    """A die chose the tile for the next free place by its corner number (rulebook, Later Games)."""

    number: int


@dataclass(frozen=True)
class Begins:
    """The player who was drawn to begin, by seat (rulebook, Player Setup)."""

    seat: int


@dataclass(frozen=True)
class TokenDrawn:
    """The player who is owed tokens drew one of this kind (rulebook, Scarab Tokens)."""

    token: Token


@dataclass(frozen=True)
class Rolled:
    """The dice that were to be rolled show these faces (rulebook, Play)."""

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Corrected:
    """One active die was misread: it shows `now`, not `was`. People's word beats the camera's."""

    was: Die
    now: Die


@dataclass(frozen=True)
class Locked:
    """These active dice were set aside in the pyramid (rulebook, Play)."""

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Claimed:
    """The current player takes the top tile of this tile's stack (rulebook, Claiming Tiles)."""

    tile: str


@dataclass(frozen=True)
class Ended:
    """The current player removes the dice from the pyramid and passes them on (rulebook, Claiming Tiles)."""


FavorAction: TypeAlias = (
    SideRolled | TileRolled | Begins | TokenDrawn | Rolled | Corrected | Locked | Claimed | Ended
)

CODEC: ActionCodec[FavorAction] = ActionCodec(
    (SideRolled, TileRolled, Begins, TokenDrawn, Rolled, Corrected, Locked, Claimed, Ended)
)
