"""Plain names for body colours."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

NAMES = (
    "white", "grey", "black", "red", "orange", "yellow", "olive", "green", "blue", "purple", "brown", "pink",
)  # fmt: skip
"""Every name that `name_colour` may give."""


def name_colour(colour: NDArray[np.float64]) -> str:
    """Name a blue-green-red colour (3,), 0 to 255, by hue, saturation and lightness."""
    pixel = np.clip(np.rint(colour), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    hue, saturation, value = (float(x) for x in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0])
    hue *= 2
    colourful = saturation * value / 255
    if value < 45 or (value < 80 and colourful < 25):
        return "black"
    if colourful < 35 and saturation < 80:
        return "white" if value > 150 else "grey" if value > 75 else "black"
    if hue < 14 or hue >= 335:
        return "pink" if saturation < 115 and value > 150 else "red"
    if hue < 42:
        if value < 170:
            return "brown"
        return "orange" if saturation > 130 else "white" if saturation < 90 else "brown"
    if hue < 70:
        if value < 150:
            return "olive"
        return "yellow" if saturation > 95 else "white"
    if hue < 85 and value < 130:
        return "olive"
    if hue < 175:
        return "green"
    if hue < 255:
        return "blue"
    return "pink" if value > 200 and saturation < 130 and hue > 285 else "purple"
