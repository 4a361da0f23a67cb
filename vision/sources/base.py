"""What every source of frames is: a name, frames one by one, and a `with` block that closes it."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np

from vision.reading import Frame


class FrameSource(Protocol):
    """Something that gives frames one by one, and is closed at the end of a `with` block.

    `live` tells a camera, which never ends and whose frames must be taken as they come, from a recording.
    """

    @property
    def name(self) -> str:
        """What people call it: a path or a camera's device."""

    @property
    def live(self) -> bool:
        """True for a camera."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What people should know although it works: one sentence for each control that a camera refused."""

    def read(self) -> Frame | None:
        """The next frame, or None at the end of a recording; raises `SourceError` or `ImageError`."""

    def close(self) -> None:
        """Give the device or file back; closing twice is harmless, reading afterwards gives None."""

    def __enter__(self) -> Self:
        """The source itself."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""


class Source:
    """Name and `with` block, the same for all sources."""

    live = False
    notes: tuple[str, ...] = ()

    def __init__(self, name: str) -> None:
        self.name = name

    def close(self) -> None:
        """Give back what the source holds."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def as_frame(picture: Any) -> Frame:
    """What a decoder or driver gave as a frame of three channels."""
    frame = np.asarray(picture, dtype=np.uint8)
    if frame.ndim == 2:
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return frame
