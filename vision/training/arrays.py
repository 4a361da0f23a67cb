"""The arrays that scenes, pictures and nets are made of, by name."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
"""Points, directions and matrices."""

Picture: TypeAlias = NDArray[np.float32]
"""Colours bgr, (h, w, 3), or shares, (h, w); 0 to 1."""

Frame: TypeAlias = NDArray[np.uint8]
"""Colours bgr, (h, w, 3), or a mask, (h, w); 0 to 255."""

Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width and height in px."""

Size: TypeAlias = tuple[int, int]
"""Width and height in px."""

Rng: TypeAlias = np.random.Generator
