"""The marks on a die's face: pips, simple symbols and numerals, each drawn as a mask of one square."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import MarkStyle
from vision.scene.numerals import draw_numeral

Mask = NDArray[np.float32]

_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75

_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((_MIDDLE, _MIDDLE),),
    "2": ((_NEAR, _NEAR), (_FAR, _FAR)),
    "3": ((_NEAR, _NEAR), (_MIDDLE, _MIDDLE), (_FAR, _FAR)),
    "4": ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    "5": ((_NEAR, _NEAR), (_FAR, _NEAR), (_MIDDLE, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
    "6": ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MIDDLE), (_FAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
}
"""Pip centres as shares of the face's width and height."""

_SIDE = 400
"""Width and height in px at which a mark is drawn, before it is reduced to what a die needs."""

_PLAIN = MarkStyle()


@lru_cache(maxsize=512)
def mark_mask(drawing: str, side: int, style: MarkStyle = _PLAIN) -> Mask:
    """The mark of one face, `side` px square, 0 where the body shows and 1 where the mark is.

    `drawing` is a face's name or "star-and-pip". Shared by all callers, hence read-only.
    """
    small = cv2.resize(_drawn(drawing, style), (side, side), interpolation=cv2.INTER_AREA)
    mask: Mask = np.asarray(small, dtype=np.float32) / np.float32(255)
    mask.setflags(write=False)
    return mask


@lru_cache(maxsize=64)
def _drawn(drawing: str, style: MarkStyle) -> NDArray[np.uint8]:
    canvas = np.zeros((_SIDE, _SIDE), np.uint8)
    if style.numerals is not None:
        draw_numeral(canvas, drawing, style.numerals, style.marker, style.height)
    elif drawing in _PIPS:
        for x, y in _PIPS[drawing]:
            _disc(canvas, x, y, style.pip)
    else:
        _SYMBOLS[drawing](canvas)
    return canvas


def pip_places(face: str) -> tuple[tuple[float, float], ...]:
    """Where a cube's pips lie, as shares of the face's width and height; none for a symbol."""
    return _PIPS.get(face, ())


def _points(points: list[tuple[float, float]] | NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(np.rint(np.asarray(points) * _SIDE), dtype=np.int32)


def _disc(canvas: NDArray[np.uint8], x: float, y: float, radius: float, level: int = 255) -> None:
    cv2.circle(canvas, (round(x * _SIDE), round(y * _SIDE)), round(radius * _SIDE), level, cv2.FILLED)


def _bar(
    canvas: NDArray[np.uint8], start: tuple[float, float], end: tuple[float, float], width: float, level: int
) -> None:
    (x0, y0), (x1, y1) = _points([start, end]).tolist()
    cv2.line(canvas, (x0, y0), (x1, y1), level, round(width * _SIDE))


def _star_at(canvas: NDArray[np.uint8], x: float, y: float, radius: float) -> None:
    turns = -np.pi / 2 + np.arange(10) * np.pi / 5
    reach = np.where(np.arange(10) % 2 == 0, radius, radius * 0.42)
    outline = np.column_stack([x + reach * np.cos(turns), y + reach * np.sin(turns)])
    cv2.fillPoly(canvas, [_points(outline)], 255)


def _plus_tile(canvas: NDArray[np.uint8], x: float, y: float, half: float) -> None:
    """A filled square tile with a plus cut out."""
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    cv2.fillPoly(canvas, [_points(corners)], 255)
    arm = half * 0.62
    _bar(canvas, (x - arm, y), (x + arm, y), half * 0.34, 0)
    _bar(canvas, (x, y - arm), (x, y + arm), half * 0.34, 0)


def _star(canvas: NDArray[np.uint8]) -> None:
    _star_at(canvas, 0.5, 0.52, 0.34)


def _star_and_pip(canvas: NDArray[np.uint8]) -> None:
    _star_at(canvas, 0.32, 0.33, 0.21)
    _disc(canvas, 0.72, 0.72, 0.11)


def _double_star(canvas: NDArray[np.uint8]) -> None:
    _star_at(canvas, 0.31, 0.69, 0.2)
    _star_at(canvas, 0.69, 0.32, 0.2)


def _reroll(canvas: NDArray[np.uint8]) -> None:
    """Two arrows that chase each other round."""
    centre, radius = round(0.5 * _SIDE), round(0.25 * _SIDE)
    for start in (10, 190):
        cv2.ellipse(
            canvas, (centre, centre), (radius, radius), 0, start, start + 120, 255, round(0.085 * _SIDE)
        )
        tip = np.deg2rad(start + 162)
        base = np.deg2rad(start + 115)
        head = [
            (0.5 + 0.36 * np.cos(base), 0.5 + 0.36 * np.sin(base)),
            (0.5 + 0.25 * np.cos(tip), 0.5 + 0.25 * np.sin(tip)),
            (0.5 + 0.14 * np.cos(base), 0.5 + 0.14 * np.sin(base)),
        ]
        cv2.fillPoly(canvas, [_points(head)], 255)


def _blocked(canvas: NDArray[np.uint8]) -> None:
    """A ring with a bar across."""
    centre = round(0.5 * _SIDE)
    cv2.circle(canvas, (centre, centre), round(0.27 * _SIDE), 255, round(0.08 * _SIDE))
    _bar(canvas, (0.32, 0.32), (0.68, 0.68), 0.08, 255)


def _gain(canvas: NDArray[np.uint8]) -> None:
    """Two dice to be gained: two tiles with a plus."""
    _plus_tile(canvas, 0.32, 0.67, 0.17)
    _plus_tile(canvas, 0.68, 0.33, 0.17)


def _decree(canvas: NDArray[np.uint8]) -> None:
    _star_at(canvas, 0.31, 0.68, 0.21)
    _plus_tile(canvas, 0.68, 0.32, 0.17)


_SYMBOLS: dict[str, Callable[[NDArray[np.uint8]], None]] = {
    "star": _star,
    "star-and-pip": _star_and_pip,
    "double-star": _double_star,
    "reroll": _reroll,
    "blocked": _blocked,
    "gain": _gain,
    "decree": _decree,
}
