"""What people decide on the screen, as data; the table session turns intents into actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Button: TypeAlias = Literal["up", "down", "ok", "back"]
"""The four buttons of the table; with them alone everything can be reached."""


@dataclass(frozen=True)
class LockDice:
    """Set these dice aside: indices into the view's dice, ascending."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class SetFace:
    """The die at this index of the view's dice shows `face`, whatever the camera said."""

    die: int
    face: str


@dataclass(frozen=True)
class ClaimTile:
    """Claim the tile with this id."""

    tile: str


@dataclass(frozen=True)
class Choose:
    """One of the view's commands was chosen; `key` is the command's."""

    key: str


@dataclass(frozen=True)
class Undo:
    """Take the last action back."""


Intent: TypeAlias = LockDice | SetFace | ClaimTile | Choose | Undo
