"""What stands on the faces of six-sided dice, as coverage masks: pips and symbols in many styles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.arrays import Picture, Rng

TILE = 112
"""Side of a face's mask in px."""

SPAN = 2.9
"""Inradii of the face that the mask's side spans."""

UNIT = TILE / SPAN
"""Px of the mask an inradius."""

_MIDDLE = TILE / 2

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class PipStyle:
    """One die's pips: radius and spread as shares of the inradius; a large one on the 1 at times."""

    def __init__(self, rng: Rng) -> None:
        self.spread = rng.uniform(0.42, 0.62)
        self.radius = rng.uniform(0.14, min(0.24, 0.46 * self.spread))
        self.large_one = rng.uniform(1.3, 1.9) if rng.random() < 0.2 else 1.0
        self.narrow_six = rng.uniform(0.8, 1.0)

    def draw(self, value: int) -> Picture:
        """The face `value`, 1 to 6, (TILE, TILE)."""
        tile = np.zeros((TILE, TILE), np.float32)
        for x, y in PIPS[value]:
            radius = self.radius * (self.large_one if value == 1 else 1)
            across = self.spread * (self.narrow_six if value == 6 else 1)
            centre = (_MIDDLE + x * across * UNIT, _MIDDLE + y * self.spread * UNIT)
            disc(tile, centre, radius * UNIT)
        return tile


def disc(tile: Picture, centre: tuple[float, float], radius: float, ink: float = 1.0) -> None:
    """Paint a disc with soft edges, to a sixteenth of a px."""
    middle = (round(centre[0] * 16), round(centre[1] * 16))
    cv2.circle(tile, middle, round(radius * 16), ink, -1, cv2.LINE_AA, 4)


@dataclass(frozen=True)
class _Look:
    """One drawing's size (about 1), its stars' inner radius (share of the outer), and a pip's radius (px)."""

    size: float
    inner: float
    pip: float


def _star(tile: Picture, centre: tuple[float, float], radius: float, inner: float) -> None:
    turn = np.radians(-90 + 36 * np.arange(10))
    reach = radius * np.where(np.arange(10) % 2 == 0, 1.0, inner)
    points = np.stack([centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)], 1)
    cv2.fillPoly(tile, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_AA, 4)


def _square(tile: Picture, x: float, y: float, half: float, filled: bool) -> float:
    """A square around (x, y); returns the ink of what stands inside."""
    corners = (round(x - half), round(y - half)), (round(x + half), round(y + half))
    cv2.rectangle(tile, *corners, 1, -1 if filled else max(1, round(0.09 * UNIT)), cv2.LINE_AA)
    return 0.0 if filled else 1.0


def _plus(tile: Picture, at: tuple[float, float], arm: float, ink: float, width: int) -> None:
    x, y = at
    cv2.line(tile, (round(x - arm), round(y)), (round(x + arm), round(y)), ink, width, cv2.LINE_AA)
    cv2.line(tile, (round(x), round(y - arm)), (round(x), round(y + arm)), ink, width, cv2.LINE_AA)


def _plus_square(tile: Picture, rng: Rng, at: tuple[float, float], half: float, filled: bool) -> None:
    ink = _square(tile, *at, half, filled)
    _plus(tile, at, half * 0.62, ink, max(1, round(rng.uniform(0.07, 0.13) * UNIT)))


def _arrow_up(tile: Picture, x: float, low: float, high: float, barb: float, ink: float, width: int) -> None:
    cv2.line(tile, (round(x), round(low)), (round(x), round(high)), ink, width, cv2.LINE_AA)
    for side in (-1, 1):
        end = (round(x + side * barb), round(high + barb))
        cv2.line(tile, (round(x), round(high)), end, ink, width, cv2.LINE_AA)


def _one_star(tile: Picture, rng: Rng, look: _Look) -> None:
    _star(tile, (_MIDDLE, _MIDDLE), 0.68 * look.size * UNIT, look.inner)


def _star_and_pip(tile: Picture, rng: Rng, look: _Look) -> None:
    off = rng.uniform(0.3, 0.42) * UNIT
    _star(tile, (_MIDDLE + off * 0.8, _MIDDLE + off), 0.42 * look.size * UNIT, look.inner)
    disc(tile, (_MIDDLE - off, _MIDDLE - off), look.pip)


def _double_star(tile: Picture, rng: Rng, look: _Look) -> None:
    off = rng.uniform(0.3, 0.44) * UNIT
    lean = rng.uniform(0.7, 1.1)
    for sign in (-1, 1):
        centre = (_MIDDLE + sign * off * lean, _MIDDLE - sign * off)
        _star(tile, centre, 0.36 * look.size * UNIT, look.inner)


def _reroll(tile: Picture, rng: Rng, look: _Look) -> None:
    """Two arrows that chase each other around a circle, either way."""
    radius = rng.uniform(0.44, 0.56) * look.size * UNIT
    width = max(2, round(rng.uniform(0.11, 0.27) * UNIT))
    gap = rng.uniform(24, 60)
    middle, axes = (round(_MIDDLE), round(_MIDDLE)), (round(radius), round(radius))
    for start in (0, 180):
        end = start + 180 - rng.uniform(-4, 16)
        cv2.ellipse(tile, middle, axes, 0, start + gap, end, 1, width, cv2.LINE_AA)
        tip = np.radians(start + gap)
        out, along = np.array([np.cos(tip), np.sin(tip)]), np.array([np.sin(tip), -np.cos(tip)])
        at = np.array([_MIDDLE + radius * np.cos(tip), _MIDDLE + radius * np.sin(tip)])
        head = rng.uniform(0.2, 0.38) * UNIT
        point = at + along * head * rng.uniform(1.1, 1.6)
        points = np.array([at + out * head, at - out * head, point])
        cv2.fillPoly(tile, [np.round(points * 16).astype(np.int32)], 1, cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        tile[:] = tile[:, ::-1].copy()


def _blocked(tile: Picture, rng: Rng, look: _Look) -> None:
    radius, width = 0.55 * look.size * UNIT, max(2, round(rng.uniform(0.12, 0.22) * UNIT))
    cv2.circle(tile, (round(_MIDDLE), round(_MIDDLE)), round(radius), 1, width, cv2.LINE_AA)
    low, high = round(_MIDDLE - radius * 0.72), round(_MIDDLE + radius * 0.72)
    cv2.line(tile, (low, low), (high, high), 1, width, cv2.LINE_AA)


def _gain(tile: Picture, rng: Rng, look: _Look) -> None:
    """Two squares on a diagonal, each with a plus, with a plus and an arrow, or with a pip."""
    half = rng.uniform(0.24, 0.34) * look.size * UNIT
    off = rng.uniform(0.3, 0.42) * UNIT
    filled, style = bool(rng.random() < 0.8), rng.integers(3)
    lean = rng.uniform(0.6, 1.0)
    for sign in (-1, 1):
        x, y = _MIDDLE + sign * off, _MIDDLE - sign * off * lean
        if style == 0:
            _plus_square(tile, rng, (x, y), half, filled)
            continue
        ink = _square(tile, x, y, half, filled)
        if style == 1:
            disc(tile, (x, y), half * 0.35, ink)
        else:
            thin, arm = max(1, round(0.07 * UNIT)), half * 0.34
            _plus(tile, (x - half * 0.42, y), arm, ink, thin)
            _arrow_up(tile, x + half * 0.42, y + half * 0.6, y - half * 0.6, arm * 0.8, ink, thin)


def _decree(tile: Picture, rng: Rng, look: _Look) -> None:
    """A star and a square with a plus, on a diagonal of the face."""
    off = rng.uniform(0.3, 0.44) * UNIT
    side = rng.choice([-1, 1])
    radius, inner = rng.uniform(0.32, 0.42) * look.size * UNIT, rng.uniform(0.36, 0.52)
    _star(tile, (_MIDDLE - side * off, _MIDDLE - off), radius, inner)
    half = rng.uniform(0.22, 0.32) * look.size * UNIT
    _plus_square(tile, rng, (_MIDDLE + side * off, _MIDDLE + off), half, bool(rng.random() < 0.85))


_PAINTERS: dict[str, Callable[[Picture, Rng, _Look], None]] = {
    "star": _one_star,
    "star-and-pip": _star_and_pip,
    "double-star": _double_star,
    "reroll": _reroll,
    "blocked": _blocked,
    "gain": _gain,
    "decree": _decree,
}

SYMBOLS = tuple(_PAINTERS)


def symbol(name: str, rng: Rng, pips: PipStyle) -> Picture:
    """One of `SYMBOLS`, drawn in a random style at about the size of a face, (TILE, TILE)."""
    tile = np.zeros((TILE, TILE), np.float32)
    look = _Look(size=rng.uniform(0.8, 1.12), inner=rng.uniform(0.36, 0.52), pip=pips.radius * UNIT)
    _PAINTERS[name](tile, rng, look)
    return tile
