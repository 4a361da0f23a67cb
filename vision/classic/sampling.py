"""Colours at points of a frame, and how far colours lie apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Floats = NDArray[np.float64]


def colours_at(frame: Frame, points: Floats) -> Floats:
    """Colours (…, 3) of the pixels nearest to `points` (…, 2), clamped to the frame."""
    height, width = frame.shape[:2]
    # Adding a half and cutting off rounds, and costs a third of rounding.
    x = (points[..., 0].clip(0, width - 1) + 0.5).astype(np.intp)
    y = (points[..., 1].clip(0, height - 1) + 0.5).astype(np.intp)
    colours: Floats = frame.reshape(-1, 3).take(y * width + x, axis=0).astype(np.float64)
    return colours


def apart(colours: Floats, others: Floats) -> Floats:
    """Largest difference of a channel between colours (…, 3) of any two shapes that broadcast."""
    off = np.abs(colours - others)
    # Much faster than a maximum over an axis of three.
    largest: Floats = np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])
    return largest


def body_share(frame: Frame, points: Floats, body: Floats, contrast: Floats) -> Floats:
    """Share of each row of `points` (n, k, 2) nearer to its `body` colour (n, 3) than to a pip's."""
    off = apart(colours_at(frame, points), body[:, None])
    share: Floats = (off < 0.5 * contrast[:, None] + 8).mean(-1)
    return share
