"""Numerals as they stand on dice: drawn strokes and three of OpenCV's vector fonts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import Marker, NumeralStyle

Canvas = NDArray[np.uint8]
Line = NDArray[np.float64]

_TURNED = ("6", "9")
"""The numerals that turn into one another when upside down, and hence carry a marker."""

_WIDEST = 0.74
"""How wide a two-digit numeral may be, as a share of the face's square."""


@dataclass(frozen=True)
class _Font:
    """A vector font of OpenCV: its strokes' width in its own units, and a factor of the digits' width."""

    face: int
    stroke: float
    width: float


_FONTS: dict[NumeralStyle, _Font] = {
    "serif": _Font(cv2.FONT_HERSHEY_TRIPLEX, 1.6, 1.0),
    "narrow": _Font(cv2.FONT_HERSHEY_SIMPLEX, 3.4, 0.78),
}

_ADVANCE: dict[NumeralStyle, float] = {"sans": 0.7, "angular": 0.68}
"""From one digit's left edge to the next one's in the project's own styles, in heights."""

_STROKE: dict[NumeralStyle, float] = {"sans": 0.15, "angular": 0.17}


def draw_numeral(canvas: Canvas, numeral: str, style: NumeralStyle, marker: Marker, height: float) -> None:
    """Draw a numeral upright into the middle of a square canvas, 255 where it is.

    `height` is the digits' height as a share of the canvas. 6 and 9 get a bar under their foot or a dot at
    its right, unless the marker is "none".
    """
    side = len(canvas)
    glyphs = _from_font(numeral, _FONTS[style]) if style in _FONTS else _from_strokes(numeral, style)
    rows, columns = np.nonzero(glyphs)
    glyphs = glyphs[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = min(height * side / len(glyphs), _WIDEST * side / glyphs.shape[1])
    high, wide = (max(2, round(scale * length)) for length in glyphs.shape)
    left, top = (side - wide) // 2, (side - high) // 2
    canvas[top : top + high, left : left + wide] = cv2.resize(
        glyphs, (wide, high), interpolation=cv2.INTER_AREA
    )
    if numeral in _TURNED:
        thick = max(2, round(0.1 * high))
        if marker == "bar":
            foot = top + high + round(1.6 * thick)
            cv2.line(canvas, (left, foot), (left + wide, foot), 255, thick)
        elif marker == "dot":
            cv2.circle(canvas, (left + wide + round(1.5 * thick), top + high - thick), thick, 255, cv2.FILLED)


def _from_font(numeral: str, font: _Font) -> Canvas:
    scale = 6.0
    thick = round(font.stroke * scale)
    (wide, high), below = cv2.getTextSize(numeral, font.face, scale, thick)
    canvas = np.zeros((high + below + 4 * thick, wide + 4 * thick), np.uint8)
    cv2.putText(canvas, numeral, (2 * thick, high + 2 * thick), font.face, scale, 255, thick, cv2.LINE_AA)
    size = (round(canvas.shape[1] * font.width), len(canvas))
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)


def _from_strokes(numeral: str, style: NumeralStyle) -> Canvas:
    unit, margin = 240, 40
    canvas = np.zeros(
        (unit + 2 * margin, round(_ADVANCE[style] * unit) * len(numeral) + 2 * margin), np.uint8
    )
    thick = round(_STROKE[style] * unit)
    shapes = _ROUND if style == "sans" else _ANGULAR
    for place, digit in enumerate(numeral):
        start = np.array([margin + place * _ADVANCE[style] * unit, margin])
        for line in shapes[digit]:
            points = np.rint((start + unit * line) * 16).astype(np.int32)
            cv2.polylines(canvas, [points], False, 255, thick, cv2.LINE_AA, 4)
    return canvas


def _path(*points: tuple[float, float]) -> Line:
    return np.array(points, dtype=np.float64)


def _arc(x: float, y: float, across: float, up: float, start: float, end: float) -> Line:
    """Part of an ellipse by its middle, half axes and angles (degrees clockwise from the right)."""
    turns = np.deg2rad(np.linspace(start, end, 25))
    return np.column_stack([x + across * np.cos(turns), y + up * np.sin(turns)])


def _joined(parts: Iterable[Line]) -> Line:
    return np.vstack(list(parts))


_ROUND: dict[str, tuple[Line, ...]] = {
    "0": (_arc(0.27, 0.5, 0.25, 0.46, 0, 360),),
    "1": (_path((0.12, 0.2), (0.3, 0.05), (0.3, 0.96)),),
    "2": (_joined([_arc(0.27, 0.28, 0.23, 0.24, 190, 385), _path((0.04, 0.95), (0.52, 0.95))]),),
    "3": (_joined([_arc(0.25, 0.26, 0.22, 0.22, 205, 450), _arc(0.25, 0.71, 0.25, 0.24, 270, 515)]),),
    "4": (_path((0.4, 0.97), (0.4, 0.05), (0.02, 0.69), (0.54, 0.69)),),
    "5": (_joined([_path((0.48, 0.05), (0.1, 0.05), (0.07, 0.44)),
                   _arc(0.25, 0.66, 0.25, 0.29, 232, 510)]),),
    "6": (_arc(0.27, 0.68, 0.24, 0.28, 0, 360),
          _joined([_path((0.42, 0.04)), _arc(0.4, 0.66, 0.37, 0.5, 240, 180)])),
    "7": (_path((0.02, 0.05), (0.5, 0.05), (0.18, 0.97)),),
    "8": (_arc(0.27, 0.26, 0.2, 0.21, 0, 360), _arc(0.27, 0.71, 0.24, 0.24, 0, 360)),
    "9": (_arc(0.27, 0.32, 0.24, 0.28, 0, 360),
          _joined([_path((0.12, 0.96)), _arc(0.14, 0.34, 0.37, 0.5, 60, 0)])),
}  # fmt: skip
"""Digits as lines in a box of height 1, y down."""

_ANGULAR: dict[str, tuple[Line, ...]] = {
    "0": (_path((0.14, 0.05), (0.4, 0.05), (0.5, 0.18), (0.5, 0.82), (0.4, 0.95), (0.14, 0.95), (0.04, 0.82),
                (0.04, 0.18), (0.14, 0.05)),),
    "1": (_path((0.1, 0.22), (0.29, 0.05), (0.29, 0.95)), _path((0.1, 0.95), (0.48, 0.95))),
    "2": (_path((0.04, 0.2), (0.14, 0.05), (0.4, 0.05), (0.5, 0.18), (0.5, 0.36), (0.04, 0.95),
                (0.52, 0.95)),),
    "3": (_path((0.04, 0.05), (0.5, 0.05), (0.24, 0.4), (0.42, 0.4), (0.52, 0.55), (0.52, 0.8), (0.4, 0.95),
                (0.13, 0.95), (0.02, 0.82)),),
    "4": (_path((0.24, 0.05), (0.03, 0.66), (0.54, 0.66)), _path((0.38, 0.4), (0.38, 0.97))),
    "5": (_path((0.5, 0.05), (0.08, 0.05), (0.06, 0.42), (0.4, 0.42), (0.52, 0.55), (0.52, 0.8), (0.4, 0.95),
                (0.13, 0.95), (0.03, 0.84)),),
    "6": (_path((0.44, 0.05), (0.24, 0.05), (0.05, 0.4), (0.05, 0.82), (0.15, 0.95), (0.4, 0.95), (0.5, 0.82),
                (0.5, 0.58), (0.4, 0.46), (0.05, 0.46)),),
    "7": (_path((0.03, 0.05), (0.5, 0.05), (0.5, 0.14), (0.2, 0.96)),),
    "8": (_path((0.16, 0.05), (0.38, 0.05), (0.48, 0.16), (0.48, 0.35), (0.38, 0.46), (0.5, 0.58),
                (0.5, 0.83), (0.39, 0.95), (0.15, 0.95), (0.04, 0.83), (0.04, 0.58), (0.16, 0.46),
                (0.38, 0.46)),
          _path((0.16, 0.46), (0.06, 0.35), (0.06, 0.16), (0.16, 0.05))),
    "9": (_path((0.1, 0.95), (0.3, 0.95), (0.49, 0.6), (0.49, 0.18), (0.39, 0.05), (0.14, 0.05), (0.04, 0.18),
                (0.04, 0.42), (0.14, 0.54), (0.49, 0.54)),),
}  # fmt: skip
