"""Read one die from its crop: face, sides, kind, and what troubles it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network.detector import resized, sigmoid
from vision.network.load import forward
from vision.network.outputs import (
    CROP_SPAN,
    KINDS,
    PIP_FACES,
    PIP_SIDE,
    SIDES,
    TROUBLES,
)
from vision.reading import Frame

Box: TypeAlias = tuple[float, float, float, float]

# Where the first crop is not quite clear, more of them, wider, closer and turned: a reading that hangs on the
# exact crop is not to be trusted.
_MORE = ((1.14, 98.0), (0.94, 188.0))
"""Span and turn (degrees) of the crops after the first."""

_CLEAR = 0.95
_NOTHING = 0.9
_CERTAIN = 0.97
_SEEN = 0.5
_HIDDEN = TROUBLES.index("hidden")


@dataclass(frozen=True)
class Sight:
    """What the net says of one crop, averaged over the crops of a die; all are probabilities.

    `faces` stand in the order of `names`; `sides`, `kinds` and `troubles` in the order of
    `vision.network.outputs`. `each` (crops, faces) is what every single crop gave to the faces.
    `steady` tells how likely what was read is the upper face.
    """

    names: tuple[str, ...]
    faces: NDArray[np.float32]
    sides: NDArray[np.float32]
    kinds: NDArray[np.float32]
    troubles: NDArray[np.float32]
    each: NDArray[np.float32]
    steady: float = 1.0


class Faces:
    """Reads the six-sided dice of one frame, each box only once."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._seen: dict[Box, Sight] = {}

    def see(self, boxes: list[Box]) -> list[Sight]:
        """What is in each of `boxes` (px of the frame). Raises NetworkError where the net cannot be run."""
        new = [box for box in boxes if box not in self._seen]
        self._seen.update(zip(new, _see(self._frame, new), strict=True))
        return [self._seen[box] for box in boxes]

    def are_clear(self, boxes: list[Box]) -> list[bool]:
        """Of each box, whether its picture is hardly a die, or surely a whole one with a certain face.

        Raises NetworkError where the net cannot be run.
        """
        return [
            bool(
                sight.faces[-1] > _NOTHING
                or (sight.faces[:-1].max() > _CERTAIN and sight.troubles[_HIDDEN] < _SEEN)
            )
            for sight in self.see(boxes)
        ]


def _see(frame: Frame, boxes: list[Box]) -> list[Sight]:
    if not boxes:
        return []
    first = forward("pips", crops_of(frame, boxes, PIP_SIDE))
    likeliest = softmax(first[:, : len(PIP_FACES)]).max(axis=1)
    again = np.flatnonzero(likeliest < _CLEAR)
    logits = np.stack([first] * (1 + len(_MORE)))
    for index, cut in enumerate(_MORE if len(again) else (), 1):
        logits[index, again] = forward("pips", crops_of(frame, [boxes[i] for i in again], PIP_SIDE, *cut))
    ends = np.cumsum([len(PIP_FACES), len(SIDES), len(KINDS)])
    faces, sides, kinds, troubles = np.split(logits, ends, axis=2)
    each = softmax(faces)
    mean = softmax(faces.mean(0))
    return [
        Sight(
            PIP_FACES, mean[i], softmax(sides.mean(0))[i], softmax(kinds.mean(0))[i],
            sigmoid(troubles[:, i].mean(0)), each[:, i],
        )
        for i in range(len(boxes))
    ]  # fmt: skip


def crops_of(
    frame: Frame, boxes: list[Box], side: int, span: float = 1.0, turn: float = 0.0
) -> NDArray[np.float32]:
    """Crops as `crop` cuts them, as a net takes them: (n, 3, side, side), -0.5 to 0.5."""
    return blob_of([crop(frame, box, side, span, turn) for box in boxes])


def blob_of(crops: list[Frame]) -> NDArray[np.float32]:
    """Crops (side, side, 3) of one side as a net takes them: (n, 3, side, side), -0.5 to 0.5."""
    return np.asarray(cv2.dnn.blobFromImages(crops, 1 / 255, mean=(127.5, 127.5, 127.5)), np.float32)


def crop(frame: Frame, box: Box, side: int, span: float = 1.0, turn: float = 0.0) -> Frame:
    """The square around a box, `span` times the usual width, turned by `turn` degrees, `side` px a side."""
    return turned_crops(frame, box, side, span, [turn])[0]


def turned_crops(frame: Frame, box: Box, side: int, span: float, turns: list[float]) -> list[Frame]:
    """The square around a box as `crop` cuts it, turned by each of `turns` (degrees)."""
    x, y, width, height = box
    length = CROP_SPAN * span * max(width, height)
    middle = np.array([x + width / 2, y + height / 2])
    scale = side / length
    reach = int(np.ceil(length * 0.72)) + 2
    low = np.floor(middle).astype(int) - reach
    part = _part(frame, low, 2 * reach + 1)
    middle = middle - low
    if scale < 0.75:
        # Halving by area first keeps fine print from turning into grain.
        smaller = scale / 0.75
        size = max(8, round(part.shape[0] * smaller))
        ratio = size / part.shape[0]
        part = resized(part, (size, size))
        middle = (middle + 0.5) * ratio - 0.5
        scale /= ratio
    crops = []
    for turn in turns:
        matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), turn, scale)
        matrix[:, 2] += side / 2 - middle
        cut = cv2.warpAffine(
            part, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        crops.append(np.asarray(cut, np.uint8))
    return crops


def _part(frame: Frame, low: NDArray[np.int_], length: int) -> Frame:
    height, width = frame.shape[:2]
    x0, y0 = np.clip(low, 0, [width - 1, height - 1])
    x1, y1 = np.clip(low + length, [x0 + 1, y0 + 1], [width, height])
    inside = frame[y0:y1, x0:x1]
    top, bottom = max(0, int(y0 - low[1])), max(0, int(low[1] + length - y1))
    left, right = max(0, int(x0 - low[0])), max(0, int(low[0] + length - x1))
    if not (top or bottom or left or right):
        return inside
    return np.asarray(cv2.copyMakeBorder(inside, top, bottom, left, right, cv2.BORDER_REPLICATE), np.uint8)


def softmax(x: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits to probabilities along the last axis."""
    shifted = np.exp(x - x.max(-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(-1, keepdims=True), np.float32)
