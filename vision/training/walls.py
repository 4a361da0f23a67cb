"""A tray's wooden or plastic walls along a frame's sides, beyond the dice: neither dice nor hands."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Array, Box, Picture, Rng
from vision.training.grounds import colour, noise

_MARGIN = 0.15
"""Distance of a wall from the nearest die, in lengths of that die."""

_FADED = 4.0
"""Reaches of a wall's shadow after which it is no longer seen."""

_ROOM = 0.03
"""The least breadth of a wall, in shares of the frame's shorter side."""


def lay_walls(frame: Picture, rng: Rng, keep: list[Box]) -> None:
    """Lay one to four walls over the frame, in place, where none of the boxes in `keep` (px) is."""
    height, width = frame.shape[:2]
    turn = np.radians(rng.uniform(-14, 14))
    normals = [np.array([np.cos(turn + k * np.pi / 2), np.sin(turn + k * np.pi / 2)]) for k in range(4)]
    tone = _tone(rng)
    beyond = colour(rng, (0.0, 0.5), (0.05, 0.9)) if rng.random() < 0.7 else None
    corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], float)
    for normal in [normals[k] for k in rng.permutation(4)[: int(rng.integers(1, 5))]]:
        inner = _free_from(normal, keep)
        outer = float((corners @ normal).max())
        # A wall leaves most of the tray in view, however empty it is.
        inner = max(inner, outer - 0.3 * min(width, height))
        room = outer - inner
        if room < _ROOM * min(width, height):
            continue
        start = inner + rng.uniform(0, 0.8) * room
        _wall(frame, rng, normal, start, tone, beyond)


def _free_from(normal: Array, keep: list[Box]) -> float:
    """How far along the normal the farthest box reaches."""
    reach = -1e9
    for x, y, w, h in keep:
        points = np.array([[x, y], [x + w, y], [x, y + h], [x + w, y + h]])
        reach = max(reach, float((points @ normal).max()) + _MARGIN * max(w, h))
    return reach


def _tone(rng: Rng) -> Picture:
    """Mostly wood, from pale to dark; else grey or any colour."""
    roll = rng.random()
    if roll < 0.65:
        hsv = np.array([[[rng.uniform(8, 42), rng.uniform(0.15, 0.75), rng.uniform(0.25, 1.0)]]], np.float32)
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)
    return colour(rng, (0.0, 0.12), (0.05, 1.0)) if roll < 0.85 else colour(rng)


def _wall(
    frame: Picture, rng: Rng, normal: Array, start: float, tone: Picture, beyond: Picture | None
) -> None:
    """One wall: its side towards the tray, its top with a grain, its shadow, and what lies beyond."""
    height, width = frame.shape[:2]
    short = min(height, width)
    side, top = rng.uniform(0.0, 0.07) * short, rng.uniform(0.03, 0.12) * short
    grain = noise(rng, 256, (2, 9), (12, 1))
    grainy, round_edge = rng.uniform(0, 0.22), rng.uniform(0, 0.35)
    lit_side = rng.uniform(0.35, 1.1)
    dark, reach = rng.uniform(0.1, 0.6) * (rng.random() < 0.6), rng.uniform(0.01, 0.08) * short
    part = _reached((height, width), normal, start - _FADED * reach)
    ys, xs = np.mgrid[part].astype(np.float32)
    depth = xs * float(normal[0]) + ys * float(normal[1]) - start
    along = ys * float(normal[0]) - xs * float(normal[1])
    across = np.abs(depth / max(1.0, short) * 700).astype(np.int32) % 256
    length = np.abs(along / max(1.0, short) * 250).astype(np.int32) % 256
    texture = 1 + grainy * grain[across, length]
    # Round edges catch the light.
    bright = 1 + round_edge * np.exp(-(((depth - side) / max(2.0, 0.2 * top)) ** 2))
    light = np.where(depth < side, lit_side, bright) * texture
    shown = frame[part]
    shown *= (1 - dark * np.exp(-np.maximum(-depth, 0) / reach) * (depth < 0))[..., None]
    body = np.clip(light[..., None] * tone, 0, 1)
    is_wall = depth >= 0 if beyond is None else (depth >= 0) & (depth < side + top)
    shown[is_wall] = body[is_wall]
    if beyond is not None:
        out = depth >= side + top
        shown[out] = np.clip(beyond * (1 + 0.1 * grain[length, across])[..., None], 0, 1)[out]


def _reached(size: tuple[int, int], normal: Array, start: float) -> tuple[slice, slice]:
    """Rows and columns of a frame of `size` around all that lies beyond `start` along the normal."""
    height, width = size
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    depths = [float(np.dot(normal, corner)) - start for corner in corners]
    points = [corner for corner, depth in zip(corners, depths, strict=True) if depth >= 0]
    for k, (x, y) in enumerate(corners):
        (u, v), (near, far) = corners[k - 3], (depths[k], depths[k - 3])
        if (near < 0) != (far < 0):
            share = near / (near - far)
            points.append((x + share * (u - x), y + share * (v - y)))
    if not points:
        return slice(0, 0), slice(0, 0)
    (x0, y0), (x1, y1) = np.floor(np.min(points, axis=0)), np.ceil(np.max(points, axis=0))
    return slice(max(0, int(y0)), min(height, int(y1) + 1)), slice(max(0, int(x0)), min(width, int(x1) + 1))
