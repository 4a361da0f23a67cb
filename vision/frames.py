"""What counts as a frame, and a frame made smaller."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ImageError
from vision.reading import Frame

SMALLEST_PX = 64
"""Smallest width and height in which something on a table can be told."""


def check_colour(frame: NDArray[np.generic]) -> None:
    """Refuse anything but (height, width, 3) uint8: raises ImageError."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        raise ImageError("Give a colour picture: height by width by 3 bytes, blue, green and red.")


def check_frame(frame: NDArray[np.generic], smallest: int = SMALLEST_PX) -> None:
    """Refuse anything but (height, width, 3) uint8 of at least `smallest` px a side: raises ImageError."""
    check_colour(frame)
    if min(frame.shape[:2]) < smallest:
        raise ImageError(f"The picture is too small: give one of at least {smallest} px a side.")


def reduced(frame: Frame, scale: float) -> Frame:
    """The frame `scale` times smaller, by area."""
    size = (round(frame.shape[1] / scale), round(frame.shape[0] / scale))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
