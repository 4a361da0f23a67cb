"""White balance: factors for blue, green and red that make grey things grey."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Gains: TypeAlias = tuple[float, float, float]
"""Factors of a frame's blue, green and red, about 1; the green one is 1."""

NEUTRAL: Gains = (1.0, 1.0, 1.0)

_PATCH_LIMIT = 3.0
"""Largest gain, and inverse of the smallest, that a patch known to be grey is believed to need."""

_SCENE_LIMIT = 1.6
"""The same for a frame without one, where a wooden table is as brown as a lamp may be."""

_CLIPPED, _DARK = 250, 20
_LEAST_SHARE = 0.02
_NORM = 6
_WIDTH = 160


def white_balance(frame: Frame, grey: tuple[float, float, float] | None = None) -> Gains:
    """The gains that take the light's colour out of `frame`, (height, width, 3) uint8 blue-green-red.

    `grey` is the colour of a grey thing in it (0 to 255), as `MatView.grey` gives it. Without one it is
    guessed from the frame: strong colours, such as a felt's, and overexposed places have no say, and what is
    bright has more than what is dark. Where nothing is left to go by, the frame is taken to be right.
    Source: Finlayson and Trezzi, Shades of gray and colour constancy (2004).
    """
    if grey is not None:
        return _gains(np.maximum(np.array(grey, float), 1.0), _PATCH_LIMIT)
    pixels = _pixels(frame)
    fair = (pixels.max(axis=1) < _CLIPPED) & (pixels.min(axis=1) >= _DARK)
    level = pixels[:, 1:2]
    fair &= (pixels < _SCENE_LIMIT * level).all(axis=1) & (_SCENE_LIMIT * pixels > level).all(axis=1)
    if fair.sum() < _LEAST_SHARE * len(pixels):
        return NEUTRAL
    light = ((pixels[fair] / 255) ** _NORM).mean(axis=0) ** (1 / _NORM)
    return _gains(light, _SCENE_LIMIT)


def apply(frame: Frame, gains: Gains) -> Frame:
    """The frame with its channels multiplied by `gains`; what gets too bright stays at 255."""
    if gains == NEUTRAL:
        return frame
    steps = np.arange(256)[:, None] * np.array(gains)
    table = np.clip(np.rint(steps), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(frame, table.reshape(1, 256, 3)), np.uint8)


def _pixels(frame: Frame) -> NDArray[np.float32]:
    """The reduced frame's pixels, (n, 3)."""
    height, width = frame.shape[:2]
    factor = max(1, max(width, height) // _WIDTH)
    size = (max(1, width // factor), max(1, height // factor))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, 3), np.float32)


def _gains(light: NDArray[np.floating], limit: float) -> Gains:
    """The inverse of the light's colour, green kept as it is."""
    blue, _, red = np.clip(light[1] / light, 1 / limit, limit)
    return (float(blue), 1.0, float(red))
