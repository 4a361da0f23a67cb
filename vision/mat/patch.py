"""The mat's grey patch: what colour the light gives to something that is known to be grey."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.mat.layout import GREY, Box, Layout
from vision.mat.sampling import sampled
from vision.mat.view import Colour, Floats
from vision.reading import Frame

_POINTS, _PARTS = 12, 4
_PATCH_INSET = 0.15
_GAP_MM = 4.0
_LEAST_GREY, _MOST_GREY = 18.0, 240.0
_GREY_SHARE = (0.5 * GREY, 1.75 * GREY)
"""How bright the patch may be beside the paper: printers and cameras take liberties with it."""

_MOST_UNEVEN = 0.12
_MOST_TINT = 0.2


def grey_colour(frame: Frame, to_frame: Floats, layout: Layout) -> Colour | None:
    """The grey patch's colour, see `MatView`, trusted where it is even and has paper on each side."""
    patch = sampled(frame, cv2.perspectiveTransform(_lattice(layout.grey), to_frame))[0]
    paper = sampled(frame, cv2.perspectiveTransform(_around(layout.grey), to_frame))
    grey, sides = patch.mean(axis=0), paper.mean(axis=1)
    level = grey.mean()
    if level < _LEAST_GREY or grey.max() > _MOST_GREY:
        return None
    share = level / np.maximum(sides.mean(1), 1.0)
    if (share < _GREY_SHARE[0]).any() or (share > _GREY_SHARE[1]).any():
        return None
    # Sensor noise is evened out: what counts are parts of the patch that differ.
    parts = patch.reshape(_PARTS, -1, _PARTS, _POINTS // _PARTS, 3).mean(axis=(1, 3)).reshape(-1, 3)
    if (np.abs(parts - grey) > np.maximum(_MOST_UNEVEN * level, 2.5)).any():
        return None
    # Skin is not grey; of paper that is overexposed the colour isn't known.
    if sides.max() < _MOST_GREY:
        tint = (grey / level) / (sides / sides.mean(1, keepdims=True))
        if (np.abs(tint - 1) > _MOST_TINT).any():
            return None
    blue, green, red = (float(each) for each in grey)
    return (blue, green, red)


@cache
def _lattice(box: Box) -> Floats:
    """Points over the inner part of `box`, (1, points², 2) mm, row by row."""
    steps = np.linspace(_PATCH_INSET, 1 - _PATCH_INSET, _POINTS)
    x, y = np.meshgrid(box.x + steps * box.width, box.y + steps * box.height)
    return np.stack([x, y], axis=-1).reshape(1, -1, 2)


@cache
def _around(box: Box) -> Floats:
    """Points on the paper along the box's four sides, (4, n, 2) mm."""
    outer = Box(box.x - _GAP_MM, box.y - _GAP_MM, box.width + 2 * _GAP_MM, box.height + 2 * _GAP_MM)
    corners = np.array(outer.corners)
    steps = np.linspace(0.15, 0.85, _POINTS)[:, None]
    return np.stack(
        [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
