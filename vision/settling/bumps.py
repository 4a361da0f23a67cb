"""A camera or tray that was bumped: the whole picture has moved."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settling.pictures import Look, Picture, change

Motion = NDArray[np.float32]
"""Where places of one picture are in another: a turn and a shift, (2, 3), reduced px."""

_LEAST_PX = 0.25
_MOST_SHARE = 0.2
"""A bump moves the picture's corners by at least this many px, and at most this share of the width."""

_EXPLAINED = 0.5
"""Share of the changed places that a bump leaves changed at most."""

_EDGE_TOLERANCE = 0.35
"""Share of the brightness step to a neighbouring place by which moved edges may differ."""

_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 30, 1e-3)
_BLUR_PX = 5
_GRAIN_PX = 15


def bump_between(before: Look, now: Look, threshold: float) -> Motion | None:
    """How the whole picture moved, or None where it did not or something else explains the change.

    Phase correlation finds the shift, ECC maximisation (Evangelidis and Psarakis, 2008) the turn as well.
    """
    if before.grey.shape != now.grey.shape:
        return None
    height, width = now.grey.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(_grain(before.grey), _grain(now.grey), window)
    motion = np.array([[1, 0, x], [0, 1, y]], np.float32)
    everywhere = np.ones((height, width), np.uint8)
    try:
        _, found = cv2.findTransformECC(
            before.grey, now.grey, motion, cv2.MOTION_EUCLIDEAN, _STEPS, everywhere, _BLUR_PX
        )
    except cv2.error:
        # It says so where it does not converge.
        return None
    motion = np.asarray(found, np.float32)
    corners = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float32)
    moved = float(np.hypot(*(corners @ motion.T - corners[:, :2]).T).max())
    if not _LEAST_PX <= moved <= _MOST_SHARE * width:
        return None
    changed = changed_edges(now.grey, before.grey, threshold)
    left = changed_edges(now.grey, moved_by(before, motion, now).grey, threshold)
    return motion if left.sum() <= _EXPLAINED * changed.sum() else None


def moved_by(look: Look, motion: Motion, now: Look) -> Look:
    """A picture as it looks after the bump; what it does not show is taken from `now`."""
    height, width = look.grey.shape
    flags = cv2.INTER_LINEAR
    known = cv2.warpAffine(np.ones((height, width), np.float32), motion, (width, height), flags=flags) > 0.99
    colour = cv2.warpAffine(look.colour, motion, (width, height), flags=flags)
    grey = cv2.warpAffine(look.grey, motion, (width, height), flags=flags)
    return Look(
        np.where(known, grey, now.grey).astype(np.float32),
        np.where(known[..., None], colour, now.colour).astype(np.float32),
        look.scale,
    )


def changed_edges(picture: Picture, other: Picture, threshold: float) -> NDArray[np.bool_]:
    """Where two pictures differ by more than an edge that lies half a px aside."""
    smooth = cv2.blur(other, (3, 3))
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    step = cv2.dilate(cv2.magnitude(across, down), np.ones((3, 3), np.uint8))
    return np.asarray(change(picture, other) > threshold + _EDGE_TOLERANCE * 2 * step)


def place_after(motion: Motion, scale: float, place: tuple[float, float]) -> tuple[float, float]:
    """Where a place of the frame (px) is after the bump; `scale` is the frame's px to a reduced one."""
    x, y = motion[:, :2] @ np.array(place) + motion[:, 2] * scale
    return float(x), float(y)


def _grain(picture: Picture) -> Picture:
    return np.asarray(picture - cv2.blur(picture, (_GRAIN_PX, _GRAIN_PX)), np.float32)
