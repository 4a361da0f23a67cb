"""Values of a frame at places between its pixels."""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]


def sampled(picture: NDArray[np.uint8], points: NDArray[Any]) -> Floats:
    """The picture's values at points (n, m, 2) px, between pixels linearly, as (n, m) or (n, m, channels)."""
    at = points.astype(np.float32)
    return np.asarray(
        cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )
