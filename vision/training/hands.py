"""A hand that reaches for the dice: rounded limbs in skin, lit from one side, with creases and nails."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.arrays import Array, Frame, Picture, Rng
from vision.training.grounds import noise

_SKIN = np.array([0.5, 0.62, 0.82], np.float32)
"""Blue, green, red of light skin."""

_SPOTS_PX = 256
_REACH = 60.0
"""Px beyond the frame where an arm begins."""


@dataclass(frozen=True)
class _Limb:
    """A rounded stroke from `start` to `end` (px), `thick` px across; `raised` px above the others."""

    start: Array
    end: Array
    thick: float
    raised: float = 0.0


def lay_hand(frame: Picture, rng: Rng, target: tuple[float, float], die_px: float) -> Frame:
    """Lay a hand that reaches for `target` (px) over the frame, in place; returns its mask (h, w)."""
    height, width = frame.shape[:2]
    edge = [
        (rng.uniform(0, width), -_REACH), (rng.uniform(0, width), height + _REACH),
        (-_REACH, rng.uniform(0, height)), (width + _REACH, rng.uniform(0, height)),
    ][rng.integers(4)]  # fmt: skip
    palm = die_px * rng.uniform(1.6, 4.0)
    limbs, tips = _limbs(rng, np.array(edge), np.array(target), palm)
    mask = np.zeros((height, width), np.uint8)
    part, corner = _around(limbs, (height, width), 1.2 * die_px)
    limbs = [_Limb(one.start - corner, one.end - corner, one.thick, one.raised) for one in limbs]
    tips = [(tip - corner, along) for tip, along in tips]
    mask[part] = _lay(frame[part], rng, limbs, tips, palm, die_px)
    return mask


def _around(limbs: list[_Limb], size: tuple[int, int], margin: float) -> tuple[tuple[slice, slice], Array]:
    """Rows and columns of a frame of `size` around limbs and shadow, and the first of both (x, y)."""
    reach = [limb.thick / 2 + margin for limb in limbs]
    ends = [(limb.start, limb.end) for limb in limbs]
    low = np.min([np.minimum(*pair) - r for pair, r in zip(ends, reach, strict=True)], axis=0)
    high = np.max([np.maximum(*pair) + r for pair, r in zip(ends, reach, strict=True)], axis=0)
    # A px is left even of a hand that stays beyond the frame.
    x0, y0 = np.clip(np.floor(low), 0, np.array(size[::-1]) - 1).astype(int)
    x1, y1 = np.clip(np.ceil(high), [x0 + 1, y0 + 1], size[::-1]).astype(int)
    return (slice(y0, y1), slice(x0, x1)), np.array([x0, y0], float)


def _lay(
    frame: Picture, rng: Rng, limbs: list[_Limb], tips: list[tuple[Array, Array]], palm: float, die_px: float
) -> Frame:
    """Draw the limbs and their shadow over the frame, in place; returns the mask."""
    size = frame.shape[:2]
    relief = _relief((size[0], size[1]), limbs)
    mask = (relief > 0).astype(np.uint8) * 255
    skin = _lit(relief, rng, palm) * _skin((size[0], size[1]), rng)
    tone = skin.mean(axis=(0, 1))
    for tip, along in tips:
        _crease_and_nail(skin, rng, tip, along, palm, tone)
    blurred = cv2.GaussianBlur(mask, (0, 0), 0.8 + die_px * rng.uniform(0, 0.06))
    soft = blurred.astype(np.float32)[..., None] / 255
    away = np.column_stack([np.eye(2), die_px * rng.uniform(-0.3, 0.3, 2)])
    moved = cv2.warpAffine(mask, away, size[::-1])
    shadow = cv2.GaussianBlur(moved, (0, 0), die_px * rng.uniform(0.1, 0.4))
    frame *= 1 - rng.uniform(0.1, 0.6) * shadow.astype(np.float32)[..., None] / 255
    frame *= 1 - soft
    frame += soft * skin
    return mask


def _limbs(
    rng: Rng, start: Array, target: Array, palm: float
) -> tuple[list[_Limb], list[tuple[Array, Array]]]:
    """An arm from `start`, a palm that broad, fingers around `target`, a thumb; tips and their ways."""
    along = (target - start) / max(1.0, float(np.linalg.norm(target - start)))
    across = np.array([-along[1], along[0]])
    longest = rng.uniform(0.45, 1.2)
    middle = target - along * palm * longest
    wrist = middle - along * palm * 0.75
    limbs = [_Limb(start, wrist, palm * rng.uniform(0.5, 0.75)), _Limb(wrist, middle, palm * 0.85)]
    tips = []
    spread, bend = rng.uniform(0.02, 0.3), rng.uniform(-0.5, 0.5)
    for k in range(4):
        base = middle + across * palm * (k - 1.5) * 0.24
        way = along + across * (k - 1.5) * spread
        joint = base + way * palm * longest * (1.0 if k in (1, 2) else 0.85) * 0.6
        bent = way + across * bend * rng.uniform(0.3, 1.0)
        tip = joint + bent * palm * longest * 0.5
        thick = palm * rng.uniform(0.2, 0.25)
        limbs += [_Limb(base, joint, thick, 0.1 * palm), _Limb(joint, tip, 0.92 * thick, 0.1 * palm)]
        tips.append((tip, bent / np.linalg.norm(bent)))
    side = rng.choice([-1, 1])
    thumb = middle + across * side * palm * 0.4
    way = along * rng.uniform(0.3, 1.0) + across * side * rng.uniform(0.1, 0.8)
    limbs.append(_Limb(thumb, thumb + way * palm * 0.6, palm * 0.27, 0.1 * palm))
    return limbs, tips


def _relief(size: tuple[int, int], limbs: list[_Limb]) -> Picture:
    """How high the hand stands over the table (px) in every place of a frame of `size`, 0 beside it."""
    relief = np.zeros(size, np.float32)
    for limb in limbs:
        reach = limb.thick / 2
        low = np.floor(np.minimum(limb.start, limb.end) - reach).astype(int)
        high = np.ceil(np.maximum(limb.start, limb.end) + reach).astype(int) + 1
        (x0, y0), (x1, y1) = np.clip(low, 0, size[::-1]), np.clip(high, 0, size[::-1])
        if x0 >= x1 or y0 >= y1:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        way = (limb.end - limb.start).astype(np.float32)
        share = ((xs - limb.start[0]) * way[0] + (ys - limb.start[1]) * way[1]) / max(1e-6, float(way @ way))
        share = np.clip(share, 0, 1)
        away = (xs - limb.start[0] - share * way[0]) ** 2 + (ys - limb.start[1] - share * way[1]) ** 2
        round_part = np.sqrt(np.maximum(reach**2 - away, 0))
        here = np.where(round_part > 0, round_part + limb.raised, 0)
        relief[y0:y1, x0:x1] = np.maximum(relief[y0:y1, x0:x1], here)
    return relief


def _lit(relief: Picture, rng: Rng, palm: float) -> Picture:
    """The light on the relief (h, w, 1), from a lamp above to one side."""
    soft = cv2.GaussianBlur(relief, (0, 0), max(0.6, 0.025 * palm))
    down, right = np.gradient(soft)
    steep = rng.uniform(0.5, 1.0)
    normal = np.stack([-right * steep, -down * steep, np.ones_like(soft)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    way, slant = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.9)
    lamp = np.array([np.cos(way) * slant, np.sin(way) * slant, np.sqrt(1 - slant**2)], np.float32)
    ambient = rng.uniform(0.3, 0.7)
    light = ambient + (1.1 - ambient) * np.clip(normal @ lamp, 0, 1)
    shine = rng.uniform(0, 0.25) * np.clip(normal @ lamp, 0, 1) ** 12
    return np.asarray((light + shine)[..., None], np.float32)


def _skin(size: tuple[int, int], rng: Rng) -> Picture:
    """Skin from pale to dark with redder and paler places, (h, w, 3)."""
    tone = _SKIN * rng.uniform(0.25, 1.15) * (1 + 0.08 * rng.normal(0, 1, 3))
    red = np.array([-0.5, -0.35, 0.2]) * rng.uniform(0, 0.25)
    spots = noise(rng, _SPOTS_PX, (rng.uniform(10, 40),))
    pores = noise(rng, _SPOTS_PX, (1.5, 4)) * rng.uniform(0, 0.06)
    wide = cv2.resize(spots, size[::-1], interpolation=cv2.INTER_CUBIC)
    rows, columns = (np.arange(length) % _SPOTS_PX for length in size)
    fine = pores[np.ix_(rows, columns)]
    return np.asarray(tone * (1 + wide[..., None] * red + fine[..., None]), np.float32)


def _crease_and_nail(skin: Picture, rng: Rng, tip: Array, along: Array, palm: float, tone: Picture) -> None:
    """Dark creases across a finger of that tone, and mostly a paler nail at its tip, drawn in place."""
    across = np.array([-along[1], along[0]])
    at = tuple(np.rint(tip + along * palm * 0.02).astype(int).tolist())
    turn = float(np.degrees(np.arctan2(along[1], along[0])))
    axes = (max(1, round(palm * 0.08)), max(1, round(palm * 0.06)))
    if rng.random() < 0.6:
        ink = tone * rng.uniform(1.0, 1.35) * np.array([1.08, 1.0, 1.0])
        cv2.ellipse(skin, at, axes, turn, 0, 360, ink.tolist(), -1, cv2.LINE_AA)
    for back in (0.28, 0.33, 0.62):
        if rng.random() < 0.6:
            middle = tip - along * palm * back
            half = across * palm * 0.09
            start, end = (np.rint(middle + way * half).astype(int).tolist() for way in (-1, 1))
            ink = tone * rng.uniform(0.55, 0.85)
            cv2.line(skin, start, end, ink.tolist(), max(1, round(palm * 0.015)), cv2.LINE_AA)
