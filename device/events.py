"""What threads and devices post to the table's one queue; the main thread drains it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from device.buttons import ButtonPress
from device.presses import PlayerPress
from vision.reading import Reading


@dataclass(frozen=True)
class TrayRead:
    """The dice came to rest and were read."""

    reading: Reading


@dataclass(frozen=True)
class CameraSays:
    """What the camera does, in one or two words for the screen's corner."""

    word: str


@dataclass(frozen=True)
class CameraLost:
    """The camera gives no frames; `reason` says why and what to do. The thread goes on trying."""

    reason: str


@dataclass(frozen=True)
class PictureSkipped:
    """A recording goes on behind a picture that cannot be used, for this reason."""

    reason: str


@dataclass(frozen=True)
class BoardFound:
    """The board with the players' buttons is there and answers."""


@dataclass(frozen=True)
class BoardLost:
    """The board is gone; `reason` says why and what to do. The thread goes on looking for it."""

    reason: str


@dataclass(frozen=True)
class BoardSays:
    """Something that people should know about the board goes on: in one sentence."""

    sentence: str


Event: TypeAlias = (
    TrayRead
    | CameraSays
    | CameraLost
    | PictureSkipped
    | ButtonPress
    | PlayerPress
    | BoardFound
    | BoardLost
    | BoardSays
)
