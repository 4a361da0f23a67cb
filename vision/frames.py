"""What counts as a frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.errors import ImageError

SMALLEST_PX = 64
"""Smallest width and height in which something on a table can be told."""


def check_frame(frame: NDArray[np.generic]) -> None:
    """Refuse anything but (height, width, 3) uint8 of at least `SMALLEST_PX` px a side: raises ImageError."""
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        raise ImageError("Give a colour picture: height by width by 3 bytes, blue, green and red.")
    if min(frame.shape[:2]) < SMALLEST_PX:
        raise ImageError(f"The picture is too small: give one of at least {SMALLEST_PX} px a side.")
