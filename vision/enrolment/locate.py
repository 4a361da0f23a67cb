"""Where the one die lies that is being enrolled: against the empty tray, or else a plain surface."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolment.patches import Box
from vision.reading import Frame

Mask = NDArray[np.uint8]

_WORK_PX = 240
"""Larger side in px at which is looked: a die of a 30th of the frame still covers 8 px."""

_ZOOMS = (1.0, 0.75, 0.55, 0.4)
"""Shares of the frame's sides that are looked at, around the middle: a tray may have things around it."""

_RIM = 1 / 24
_LEAST_SHARE, _MOST_SHARE = 0.001, 0.4
_SECOND = 0.35
"""A second thing of more than this share of the first one's area is another die."""

_LIGHTNESS_WEIGHT = 0.35
"""A shadow is darker than the surface and of nearly its colour."""

_LEAST_SPREAD = 1.5
_CHANGED = 25.0
"""Change of a place against the empty tray (sum over the channels, grey levels) that a die makes."""


class Locator:
    """Finds the one die in a frame; call it with frames (height, width, 3) of one camera.

    `empty` is a frame of the same size of the tray without dice. Without it, the die must lie on something
    plain around the frame's middle. The answer is a list of boxes: none where no die is seen, two or more
    where it is not alone.
    """

    def __init__(self, empty: Frame | None = None) -> None:
        self._empty = None if empty is None else _small(empty)

    def __call__(self, frame: Frame) -> list[Box]:
        """The boxes of what may be dice, largest first, in px of the frame."""
        if self._empty is not None:
            small = _small(frame)
            if small.shape == self._empty.shape:
                return _boxes(_changed(small, self._empty), frame.shape[0] / small.shape[0], (0, 0), frame)
        for zoom in _ZOOMS:
            height, width = (max(1, round(side * zoom)) for side in frame.shape[:2])
            top, left = (frame.shape[0] - height) // 2, (frame.shape[1] - width) // 2
            part = frame[top : top + height, left : left + width]
            small = _small(part)
            found = _boxes(_salient(small), height / small.shape[0], (left, top), part)
            if found:
                return found
        return []


def _small(frame: Frame) -> Frame:
    scale = _WORK_PX / max(frame.shape[:2])
    if scale >= 1:
        return frame
    size = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def _changed(small: Frame, empty: Frame) -> Mask:
    change = cv2.absdiff(small, empty).astype(np.float32).sum(2)
    change = cv2.GaussianBlur(change, (0, 0), 1.0)
    # A lamp that was dimmed a little changes the whole tray.
    level = float(np.median(change))
    mask = np.asarray(change > max(_CHANGED, 3 * level), np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _salient(small: Frame) -> Mask:
    """What differs from the surface, whose colour at the rim may fall off evenly."""
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    height, width = lab.shape[:2]
    rim = np.ones((height, width), bool)
    inset = max(2, round(max(height, width) * _RIM))
    rim[inset:-inset, inset:-inset] = False
    y, x = np.mgrid[0:height, 0:width]
    plane = np.column_stack([x.ravel() / width, y.ravel() / height, np.ones(height * width)])
    away = np.zeros((height, width))
    for channel, weight in enumerate((_LIGHTNESS_WEIGHT, 1.0, 1.0)):
        values = lab[..., channel]
        fit = np.linalg.lstsq(plane[rim.ravel()], values[rim], rcond=None)[0]
        rest = values - (plane @ fit).reshape(height, width)
        spread = max(_LEAST_SPREAD, 1.4826 * float(np.median(np.abs(rest[rim]))))
        away += weight * np.square(rest / spread)
    edges = cv2.morphologyEx(lab[..., 0], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    steep = edges / max(1.0, float(np.median(edges[rim])))
    salience = np.minimum(np.sqrt(away) / 6, 1.5) + np.minimum(steep / 12, 1.0)
    salience = cv2.GaussianBlur(salience.astype(np.float32), (0, 0), 2.0)
    if float(salience.max()) < 0.5:
        return np.zeros((height, width), np.uint8)
    grey = np.clip(salience / salience.max() * 255, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(grey, 0, 1, cv2.THRESH_OTSU)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)


def _boxes(mask: Mask, scale: float, corner: tuple[int, int], part: Frame) -> list[Box]:
    """Boxes of the mask's parts in px of the frame; none where the largest cannot be a whole die."""
    number, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    parts = sorted((stats[label] for label in range(1, number)), key=lambda one: -int(one[cv2.CC_STAT_AREA]))
    height, width = mask.shape
    boxes: list[Box] = []
    for x, y, w, h, area in parts:
        if boxes and area < _SECOND * parts[0][cv2.CC_STAT_AREA]:
            break
        whole = x > 0 and y > 0 and x + w < width and y + h < height
        share = area / (height * width)
        if not (whole and _LEAST_SHARE <= share <= _MOST_SHARE and max(w, h) <= 2.2 * min(w, h)):
            return []
        boxes.append((corner[0] + x * scale, corner[1] + y * scale, w * scale, h * scale))
    return boxes
