"""Find dice, and a hand, in a frame."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network.load import forward
from vision.network.outputs import BOX_UNIT, STRIDE, TROUBLES
from vision.reading import Frame

_GRAIN = 16
_FAINTEST = 0.12
"""Scores below are nothing; from here to certainty there is a die that may or may not be one."""
LIKELY = 0.3
"""Scores from here on are more likely a die than not."""
_IN_COMMON = 0.45
_APART = 0.5
_MARK = 0.6
# Of 81 second peaks on one die none is likely, of like size and off the first one's box by so much.
_LIKELY_APART = 0.28
_COVERED = 0.87
_ALIKE = 0.63


@dataclass(frozen=True)
class Find:
    """A die that may be there: its box x, y, width, height (px of the frame) and the net's score (0 to 1).

    `troubles` are the probabilities of `vision.network.outputs.TROUBLES` by what is around the die.
    """

    box: tuple[float, float, float, float]
    score: float
    troubles: tuple[float, ...] = (0.0,) * len(TROUBLES)

    @property
    def middle(self) -> tuple[float, float]:
        """The box's middle (px)."""
        x, y, width, height = self.box
        return (x + width / 2, y + height / 2)

    @property
    def length(self) -> float:
        """The box's longer side (px)."""
        return max(self.box[2:])


@dataclass(frozen=True)
class Look:
    """What one look at a frame found.

    `shrink` is the frame's size over the size that was looked at. `hand` holds how likely every cell of the
    maps shows a hand, (rows, columns), 0 to 1.
    """

    finds: tuple[Find, ...]
    hand: NDArray[np.float32]
    shrink: float


def look(frame: Frame, longest: int) -> Look:
    """Look at the frame reduced to `longest` px on its longer side.

    Raises NetworkError where the net cannot be run.
    """
    height, width = frame.shape[:2]
    scale = min(1.0, longest / max(height, width)) if max(height, width) > longest / 2 else 2.0
    size = (_grained(width * scale), _grained(height * scale))
    small = resized(frame, size)
    blob = cv2.dnn.blobFromImage(small, 1 / 255, mean=(127.5, 127.5, 127.5))
    maps = forward("detector", np.asarray(blob, np.float32))[0]
    ratio = np.array([width / size[0], height / size[1]])
    return Look(_finds(maps, ratio, (width, height)), sigmoid(maps[5]), 1 / scale)


def resized(frame: Frame, size: tuple[int, int]) -> Frame:
    """The frame in another size (width, height).

    Smaller by exact halves, the last of them from what is drawn out to twice the size: far quicker than by
    areas of any size, and not to be told from it.
    """
    while frame.shape[1] >= 2 * size[0] and frame.shape[0] >= 2 * size[1]:
        frame = _halved(frame)
    if size[0] >= frame.shape[1] and size[1] >= frame.shape[0]:
        return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    double = cv2.resize(frame, (2 * size[0], 2 * size[1]), interpolation=cv2.INTER_LINEAR)
    return _halved(np.asarray(double, np.uint8))


def _halved(frame: Frame) -> Frame:
    half = (frame.shape[1] // 2, frame.shape[0] // 2)
    whole = frame[: 2 * half[1], : 2 * half[0]]
    return np.asarray(cv2.resize(whole, half, interpolation=cv2.INTER_AREA), np.uint8)


def _grained(length: float) -> int:
    return max(_GRAIN * 2, round(length / _GRAIN) * _GRAIN)


def sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits to probabilities, each by itself."""
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def _finds(maps: NDArray[np.float32], ratio: NDArray[np.float64], size: tuple[int, int]) -> tuple[Find, ...]:
    heat = sigmoid(maps[0])
    rows, columns = np.nonzero((heat >= _FAINTEST) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))))
    order = np.argsort(-heat[rows, columns])
    rows, columns = rows[order], columns[order]
    at = maps[:, rows, columns].T
    middles = (np.stack([columns, rows], 1) + 0.5 + at[:, 1:3]) * STRIDE * ratio
    sides = np.exp(np.clip(at[:, 3:5], -3, 4)) * BOX_UNIT * ratio
    low, high = np.clip(middles - sides / 2, 0, size), np.clip(middles + sides / 2, 0, size)
    boxes = np.concatenate([low, high - low], 1).tolist()
    kept: list[Find] = []
    for box, score, troubles in zip(
        boxes, heat[rows, columns].tolist(), sigmoid(at[:, 6:]).tolist(), strict=True
    ):
        find = Find(tuple(box), score, tuple(troubles))
        if min(find.box[2:]) >= 3 and not any(same_die(find, other) for other in kept):
            kept.append(find)
    return tuple(kept)


def same_die(one: Find, other: Find) -> bool:
    """Whether two finds are one die, or one of them is a mark on the other.

    Boxes of touching dice, loose at a first look, may have much in common; their middles lie apart, the less
    so the surer it is that each is a die by itself.
    """
    shared = common(one.box, other.box)
    if shared < _IN_COMMON:
        return False
    shorter, longer = sorted((one.length, other.length))
    likely = min(one.score, other.score) >= LIKELY
    apart = _LIKELY_APART if likely and shared < _COVERED and shorter > _ALIKE * longer else _APART
    return shorter < _MARK * longer or math.dist(one.middle, other.middle) < apart * shorter


def common(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> float:
    """The share of the smaller box's area that two boxes have in common."""
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / min(one[2] * one[3], other[2] * other[3])
