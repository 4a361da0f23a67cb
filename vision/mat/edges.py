"""Laying squares along their edges in a frame, to a fraction of a px."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.mat.layout import CELLS
from vision.mat.sampling import Floats, sampled

Squares: TypeAlias = Floats
"""Corners of squares, (n, 4, 2) px, each clockwise."""

_SIDE_STEPS = np.linspace(0.1, 0.9, 13, dtype=np.float32)
"""Where along a side, as a share of it, its edge is measured; near a corner blur mixes two edges."""

_ACROSS = np.linspace(-1, 1, 13, dtype=np.float32)

_MOST_ROUNDS = 2
_STILL_PX = 0.2

_NEXT, _BEFORE = [1, 2, 3, 0], [3, 0, 1, 2]


def laid_along_edges(grey: NDArray[np.uint8], squares: Squares, *, reach: float) -> Squares:
    """The squares with each side along its edge from dark to bright in the frame, if it has one.

    `reach` is how far off the edges may be, in px.
    """
    if not len(squares):
        return squares
    squares = _refined(grey, squares, reach)
    for _ in range(_MOST_ROUNDS):
        before, squares = squares, _refined(grey, squares, 0.0)
        if np.abs(squares - before).max() < _STILL_PX:
            break
    return squares


def _refined(grey: NDArray[np.uint8], squares: Squares, reach: float) -> Squares:
    """One round of it, looking as far as `reach` and at least half a cell."""
    along = squares[:, _NEXT] - squares
    length = np.maximum(np.sqrt((along * along).sum(2, keepdims=True)), 1e-3)
    # Clockwise in a frame whose y goes down: outwards is to the left of the way along.
    outwards = np.stack([along[..., 1], -along[..., 0]], axis=2) / length
    cell = length.min(axis=1, keepdims=True) / CELLS
    far = np.clip(reach, 0.5 * cell, 1.2 * cell)
    base = squares[:, :, None] + along[:, :, None] * _SIDE_STEPS[:, None]
    points = base[:, :, :, None] + (outwards * far)[:, :, None, None] * _ACROSS[:, None]
    count = len(squares)
    values = sampled(grey, points.reshape(count, -1, 2)).reshape(count, 4, len(_SIDE_STEPS), len(_ACROSS))
    offsets = _edge(values) * far
    slope, middle = _line(offsets)
    start = squares + outwards * (middle - 0.5 * slope)
    way = along + outwards * slope
    return _crossings(start, way)


def _edge(values: Floats) -> Floats:
    """Where on each profile from dark to bright the edge lies, -1 to 1: the middle of what grows brighter.

    What grows darker outwards, as from a white cell into the border, says nothing about the edge.
    """
    # Lenses blur light, and cameras store about its root: there, a blurred edge lies too far in the dark.
    light = values * values
    growth = np.diff(light, axis=3)
    # Noise is lessened along the edge, and counts for less when squared.
    growth[:, :, 1:-1] = growth[:, :, :-2] + 2 * growth[:, :, 1:-1] + growth[:, :, 2:]
    growth[:, :, [0, -1]] *= 4
    weights = np.maximum(growth, 0) ** 2
    between = (_ACROSS[1:] + _ACROSS[:-1]) / 2
    return np.asarray((weights @ between) / np.maximum(weights.sum(3), 1e-6), np.float32)


def _line(offsets: Floats) -> tuple[Floats, Floats]:
    """Slope over the whole side, and offset at its middle, of the line through each side's edge places.

    Places that lie off it, where something touches the square, are left out the second time.
    """
    steps = _SIDE_STEPS - 0.5
    # The steps are even, so that the middle is the mean, and the slope does not depend on it.
    middle = offsets.mean(2, keepdims=True)
    slope = (offsets * steps).sum(2, keepdims=True) / (steps * steps).sum()
    off = np.abs(offsets - middle - slope * steps)
    weights = (off <= np.maximum(2 * off.mean(2, keepdims=True), 0.1)).astype(np.float32)
    total = weights.sum(2, keepdims=True)
    mean_step = (weights * steps).sum(2, keepdims=True) / total
    mean = (weights * offsets).sum(2, keepdims=True) / total
    spread = (weights * (steps - mean_step) ** 2).sum(2, keepdims=True)
    slope = (weights * (steps - mean_step) * (offsets - mean)).sum(2, keepdims=True) / np.maximum(
        spread, 1e-6
    )
    return slope, mean - slope * mean_step


def _crossings(start: Floats, way: Floats) -> Squares:
    """The corners where each side's line meets the one before."""
    before, before_way = start[:, _BEFORE], way[:, _BEFORE]
    gap = start - before
    det = before_way[..., 0] * way[..., 1] - before_way[..., 1] * way[..., 0]
    det = np.where(np.abs(det) < 1e-6, 1e-6, det)
    share = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / det
    return np.asarray(before + before_way * share[..., None], np.float32)
