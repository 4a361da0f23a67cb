"""What lies about beside dice."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.arrays import Picture, Rng
from vision.training.grounds import colour

Spot = tuple[int, int]


def lay_clutter(frame: Picture, rng: Rng, die_px: float) -> None:
    """Coins, pens, buttons and scraps with printed dots, drawn over the ground in place."""
    height, width = frame.shape[:2]
    for _ in range(int(rng.integers(1, 5))):
        at = (int(rng.integers(0, width)), int(rng.integers(0, height)))
        ink = colour(rng)
        lay = _THINGS[rng.integers(len(_THINGS))]
        lay(frame, rng, at, ink, die_px, die_px * rng.uniform(0.25, 1.2))


def _coin(frame: Picture, rng: Rng, at: Spot, ink: Picture, die_px: float, size: float) -> None:
    metal = np.array([0.35, 0.55, 0.7], np.float32) * rng.uniform(0.5, 1.3)
    axes = (max(3, round(size * 0.6)), max(3, round(size * rng.uniform(0.45, 0.6))))
    turn = float(rng.uniform(0, 180))
    cv2.ellipse(frame, at, axes, turn, 0, 360, (metal * 0.5).tolist(), -1, cv2.LINE_AA)
    inner = (max(2, axes[0] - 2), max(2, axes[1] - 2))
    cv2.ellipse(frame, at, inner, turn, 0, 360, metal.tolist(), -1, cv2.LINE_AA)
    foot = (at[0] - round(size / 4), at[1] + round(size / 5))
    cv2.putText(frame, str(rng.integers(1, 51)), foot, 0, size / 45, (metal * 0.6).tolist(), 2)


def _pen(frame: Picture, rng: Rng, at: Spot, ink: Picture, die_px: float, size: float) -> None:
    turn, reach = rng.uniform(0, 6.3), rng.uniform(60, 400)
    far = (round(at[0] + reach * np.cos(turn)), round(at[1] + reach * np.sin(turn)))
    thick = max(3, round(die_px * rng.uniform(0.15, 0.5)))
    cv2.line(frame, at, far, (ink * 0.6).tolist(), thick, cv2.LINE_AA)
    cv2.line(frame, at, far, ink.tolist(), max(1, thick // 2), cv2.LINE_AA)


def _button(frame: Picture, rng: Rng, at: Spot, ink: Picture, die_px: float, size: float) -> None:
    cv2.circle(frame, at, max(3, round(size * 0.5)), ink.tolist(), -1, cv2.LINE_AA)
    for k in range(4):
        off = np.array([np.cos(k * 1.57 + 0.7), np.sin(k * 1.57 + 0.7)]) * size * 0.14
        spot = (round(at[0] + off[0]), round(at[1] + off[1]))
        cv2.circle(frame, spot, max(1, round(size * 0.06)), (ink * 0.2).tolist(), -1, cv2.LINE_AA)


def _scrap(frame: Picture, rng: Rng, at: Spot, ink: Picture, die_px: float, size: float) -> None:
    sides = (size * rng.uniform(1, 3), size * rng.uniform(1, 3))
    box = cv2.boxPoints((at, sides, float(rng.uniform(0, 90))))
    cv2.fillPoly(frame, [np.round(box).astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        spot = (at[0] + int(rng.normal(0, size * 0.3)), at[1] + int(rng.normal(0, size * 0.3)))
        cv2.circle(frame, spot, max(1, round(size * 0.1)), colour(rng).tolist(), -1, cv2.LINE_AA)


def _crumbs(frame: Picture, rng: Rng, at: Spot, ink: Picture, die_px: float, size: float) -> None:
    for _ in range(int(rng.integers(1, 12))):
        spot = (at[0] + int(rng.normal(0, size)), at[1] + int(rng.normal(0, size)))
        cv2.circle(frame, spot, max(1, round(size * rng.uniform(0.05, 0.14))), ink.tolist(), -1, cv2.LINE_AA)


_THINGS: tuple[Callable[[Picture, Rng, Spot, Picture, float, float], None], ...] = (
    _coin, _pen, _button, _scrap, _crumbs,
)  # fmt: skip
