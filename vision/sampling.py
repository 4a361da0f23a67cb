"""Colours at points of a frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Floats = NDArray[np.float64]


def colours_at(frame: Frame, points: Floats) -> Floats:
    """Colours (…, 3) of the pixels nearest to `points` (…, 2), clamped to the frame."""
    x = np.rint(points[..., 0]).astype(np.intp).clip(0, frame.shape[1] - 1)
    y = np.rint(points[..., 1]).astype(np.intp).clip(0, frame.shape[0] - 1)
    colours: Floats = frame[y, x].astype(np.float64)
    return colours


def body_share(frame: Frame, points: Floats, body: Floats, contrast: Floats) -> Floats:
    """Share of each row of `points` (n, k, 2) nearer to its `body` colour (n, 3) than to a pip's."""
    off = np.abs(colours_at(frame, points) - body[:, None]).max(-1)
    share: Floats = (off < 0.5 * contrast[:, None] + 8).mean(-1)
    return share
