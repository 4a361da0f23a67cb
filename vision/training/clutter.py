"""What lies about beside dice, and the hand that reaches for them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.arrays import Array, Frame, Picture, Rng
from vision.training.grounds import colour, noise

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


def lay_hand(frame: Picture, rng: Rng, target: tuple[float, float], die_px: float) -> Frame:
    """Lay a hand that reaches for `target` (px) over the frame, in place; returns its mask (h, w)."""
    height, width = frame.shape[:2]
    side = rng.integers(4)
    edge = [
        (rng.uniform(0, width), -60.0), (rng.uniform(0, width), height + 60.0),
        (-60.0, rng.uniform(0, height)), (width + 60.0, rng.uniform(0, height)),
    ][side]  # fmt: skip
    palm = die_px * rng.uniform(1.6, 4.0)
    mask = _hand_mask((height, width), rng, np.array(edge), np.array(target), palm)
    near = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    round_off = np.clip(near / (palm * 0.16), 0, 1) ** 0.5
    tone = np.array([0.5, 0.62, 0.82], np.float32) * rng.uniform(0.25, 1.1) * (1 + 0.08 * rng.normal(0, 1, 3))
    shade = (0.45 + 0.55 * round_off)[..., None] * tone * (1 + 0.05 * noise(rng, 256, (8, 30)).mean())
    blurred = cv2.GaussianBlur(mask, (0, 0), 1.0 + die_px * rng.uniform(0, 0.06))
    soft = blurred.astype(np.float32)[..., None] / 255
    moved = np.roll(mask, (round(die_px * 0.2), round(die_px * 0.15)), (0, 1))
    shadow = cv2.GaussianBlur(moved, (0, 0), die_px * 0.25)
    frame *= 1 - 0.5 * shadow.astype(np.float32)[..., None] / 255
    frame *= 1 - soft
    frame += soft * shade.astype(np.float32)
    return mask


def _hand_mask(size: tuple[int, int], rng: Rng, start: Array, tip: Array, palm: float) -> Frame:
    """An arm from `start`, a palm of that breadth, four fingers around `tip`, and a thumb."""
    mask = np.zeros(size, np.uint8)
    along = (tip - start) / max(1.0, float(np.linalg.norm(tip - start)))
    across = np.array([-along[1], along[0]])
    wrist, middle = tip - along * palm * 2.2, tip - along * palm * 1.45
    _limb(mask, start, wrist, palm * 0.62)
    _limb(mask, wrist, middle, palm * 0.85)
    spread = rng.uniform(0.14, 0.3)
    for k in range(4):
        base = middle + across * palm * (k - 1.5) * 0.24
        lean = along + across * (k - 1.5) * spread
        reach = palm * rng.uniform(0.7, 1.3)
        _limb(mask, base, base + lean * reach, palm * rng.uniform(0.2, 0.25))
    side = rng.choice([-1, 1])
    thumb = middle + across * side * palm * 0.45
    _limb(mask, thumb, thumb + (along * 0.7 + across * side * 0.7) * palm * 0.7, palm * 0.26)
    return mask


def _limb(mask: Frame, start: Array, end: Array, thick: float) -> None:
    a, b = (tuple(round(float(v)) for v in point) for point in (start, end))
    cv2.line(mask, a, b, 255, max(2, round(thick)), cv2.LINE_AA)
