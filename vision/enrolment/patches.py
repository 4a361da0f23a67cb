"""A die's picture made comparable: cut out, brought to one size, and freed of the light's strength."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Picture: TypeAlias = NDArray[np.float32]
Box: TypeAlias = tuple[float, float, float, float]
"""x, y, width and height in px of the frame."""

DIE_PX = 72
"""Larger side of the die in the cut-out: a numeral on a d12 is then about 16 px high."""

CUT_PX = 120
"""Side of the cut-out, with room for a box that is a fifth too small or beside the die."""

MIDDLE = (CUT_PX - 1) / 2

_LEAST_PORTRAIT_PX, _MOST_PORTRAIT_PX = 60, 300
_BLUR = 0.8
_NEIGHBOURHOOD = 7.0
"""Standard deviation in px of the surroundings that a place is compared with: about a numeral's width."""

_FLOOR = 5.0
"""Grey levels added to the local contrast, lest noise on a plain body be blown up to a pattern."""


def cut_out(frame: Frame, box: Box) -> Frame:
    """The die in `box`, (CUT_PX, CUT_PX, 3), its larger side DIE_PX and its middle in the middle."""
    x, y, width, height = box
    side = max(width, height, 1.0) * CUT_PX / DIE_PX
    return _cut(frame, (x + width / 2, y + height / 2), side, CUT_PX)


def contrast(cut: Frame) -> Picture:
    """How each place differs from its surroundings, in units of the contrast there: (CUT_PX, CUT_PX, 3).

    The colours keep their signs and proportions, so that red on black is not white on black; how bright the
    light is, and how it falls off over the die, is gone.
    """
    colours = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), _BLUR)
    difference = colours - cv2.GaussianBlur(colours, (0, 0), _NEIGHBOURHOOD)
    power = np.square(difference).sum(2)
    power = cv2.GaussianBlur(power, (0, 0), _NEIGHBOURHOOD) / 3
    return np.asarray(difference / np.sqrt(power + _FLOOR**2)[..., None], np.float32)


def portrait(frame: Frame, box: Box) -> Frame:
    """The die in `box` with its surroundings, square and as sharp as the frame has it, to be kept.

    The die's larger side is three fifths of the picture's, which is 60 to 300 px. What lies outside of the
    frame is filled up with the frame's edge.
    """
    x, y, width, height = box
    side = max(width, height, 1.0) * CUT_PX / DIE_PX
    pixels = int(np.clip(round(side), _LEAST_PORTRAIT_PX, _MOST_PORTRAIT_PX))
    return _cut(frame, (x + width / 2, y + height / 2), side, pixels)


def scaled(picture: Frame) -> Frame:
    """A portrait at the size of a cut-out."""
    if picture.shape[:2] == (CUT_PX, CUT_PX):
        return picture
    flags = cv2.INTER_AREA if picture.shape[0] > CUT_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (CUT_PX, CUT_PX), interpolation=flags), np.uint8)


def _cut(frame: Frame, middle: tuple[float, float], side: float, pixels: int) -> Frame:
    """The square of `side` px around `middle`, brought to `pixels` px."""
    scale = pixels / side
    x, y = middle
    if scale < 0.5:
        # A warp looks at four pixels only; what lies between would come and go as the die moves.
        left, top = max(0, int(x - side)), max(0, int(y - side))
        part = frame[top : int(y + side) + 2, left : int(x + side) + 2]
        shrink = int(1 / scale)
        size = (max(1, part.shape[1] // shrink), max(1, part.shape[0] // shrink))
        across, down = part.shape[1] / size[0], part.shape[0] / size[1]
        frame = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        x, y, scale = (x - left) / across, (y - top) / down, scale * across
    # Pixel centres lie half a px inside of the edges that boxes are measured from.
    shift = (pixels - 1) / 2
    move = np.array([[scale, 0, shift - scale * (x - 0.5)], [0, scale, shift - scale * (y - 0.5)]])
    cut = cv2.warpAffine(
        frame, move, (pixels, pixels), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, np.uint8)
