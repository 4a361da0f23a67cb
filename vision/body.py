"""The colour of a die's body, apart from its marks, its shaded sides and the ground."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

_WORK_PX = 16
_ROUNDS = 6


def body_colour(frame: Frame, box: tuple[float, float, float, float]) -> NDArray[np.float64]:
    """The blue-green-red colour, 0 to 255, of the larger part of a box's middle.

    The middle is split in two by colour; marks are the smaller part of any face.
    """
    x, y, width, height = box
    top, bottom = int(y + 0.2 * height), int(np.ceil(y + 0.75 * height))
    left, right = int(x + 0.22 * width), int(np.ceil(x + 0.78 * width))
    part = frame[max(0, top) : max(top + 1, bottom), max(0, left) : max(left + 1, right)]
    small = cv2.resize(part, (_WORK_PX, _WORK_PX), interpolation=cv2.INTER_NEAREST)
    pixels = small.reshape(-1, 3).astype(np.float64)
    spread = pixels - pixels.mean(0)
    along = spread @ np.linalg.eigh(spread.T @ spread)[1][:, -1]
    above = along > 0
    for _ in range(_ROUNDS):
        if not above.any() or above.all():
            break
        before, above = above, along > (along[above].mean() + along[~above].mean()) / 2
        if (before == above).all():
            break
    larger = above if above.sum() * 2 >= len(above) else ~above
    return np.asarray(np.median(pixels[larger], axis=0), np.float64)
