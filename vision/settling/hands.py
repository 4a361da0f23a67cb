"""Hands: what reaches into the tray from beyond the frame's edge."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settling.pictures import Mask

_AREA = 0.04
_CONTACT = 0.08
"""Something reaches in when it covers this share of the frame and meets the frame's edge on this share of its
height: more than a die does."""

_RIM_PX = 6
_DEPTH = 0.25
"""A dark arm may not show before a tray's dark wall, this wide: what meets the wall must reach in by this
share of the height, which a row of dice along it does not."""

_AROUND_PX = 7
"""How far around a hand its blur goes."""


def hand_in(cover: Mask) -> Mask | None:
    """Of all that covers the tray, the part that is too large for dice and goes on beyond the frame's edge.

    None where nothing does.
    """
    height, width = cover.shape
    count, found, stats, _ = cv2.connectedComponentsWithStats(cover.astype(np.uint8))
    labels = np.asarray(found, np.int32)
    large = [part for part in range(1, count) if stats[part, cv2.CC_STAT_AREA] >= _AREA * height * width]
    if not large:
        return None
    at_edge, at_rim = _contact(labels, 0, count), _contact(labels, min(_RIM_PX, height // 4), count)
    least = _CONTACT * height
    reaching = [
        part
        for part in large
        if at_edge[part] >= least
        or (at_rim[part] >= least and _depth(stats[part].tolist(), (height, width)) >= _DEPTH * height)
    ]
    return np.isin(labels, reaching) if reaching else None


def around(hand: Mask) -> Mask:
    """A hand with the places that it blurs."""
    kernel = np.ones((2 * _AROUND_PX + 1, 2 * _AROUND_PX + 1), np.uint8)
    return np.asarray(cv2.dilate(hand.astype(np.uint8), kernel).astype(bool))


def _contact(labels: NDArray[np.int32], inside: int, count: int) -> NDArray[np.intp]:
    """How many px of each part lie on the frame's edge, or so many px inside of it."""
    end = -1 - inside
    line = (labels[inside], labels[end], labels[1:-1, inside], labels[1:-1, end])
    return np.bincount(np.concatenate(line), minlength=count)


def _depth(stats: Sequence[int], shape: tuple[int, int]) -> int:
    """How far a part reaches in from the edge that it lies at, px; its least over several edges."""
    left, top, width, height = stats[:4]
    reaches = (
        (left <= _RIM_PX, left + width),
        (left + width >= shape[1] - _RIM_PX, shape[1] - left),
        (top <= _RIM_PX, top + height),
        (top + height >= shape[0] - _RIM_PX, shape[0] - top),
    )
    return min((reach for meets, reach in reaches if meets), default=0)
