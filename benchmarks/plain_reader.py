"""The reader that most tutorials build: round blobs, put together by distance, counted. A yardstick only."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading import Frame

_REACH = 2.6
"""Blobs whose middles are nearer than this many blob diameters belong to one die."""


def read_plainly(frame: Frame) -> list[int]:
    """The values of all dice that blobs and clusters give: dark pips and light ones, whichever are more."""
    grey = cv2.cvtColor(cv2.medianBlur(frame, 3), cv2.COLOR_BGR2GRAY)
    found = [_blobs(np.asarray(picture, np.uint8)) for picture in (grey, 255 - grey)]
    return sorted(_clusters(max(found, key=len)))


def _blobs(grey: cv2.typing.MatLike) -> list[tuple[float, float, float]]:
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia, settings.minInertiaRatio = True, 0.5
    settings.filterByCircularity, settings.minCircularity = True, 0.7
    settings.filterByArea, settings.minArea, settings.maxArea = True, 8, 1500
    points = cv2.SimpleBlobDetector.create(settings).detect(grey)
    return [(point.pt[0], point.pt[1], point.size) for point in points]


def _clusters(blobs: list[tuple[float, float, float]]) -> list[int]:
    """Sizes of the groups that are linked by near neighbours."""
    group = list(range(len(blobs)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for i, (x, y, size) in enumerate(blobs):
        for j in range(i):
            other_x, other_y, other_size = blobs[j]
            if np.hypot(x - other_x, y - other_y) < _REACH * (size + other_size) / 2:
                group[root(i)] = root(j)
    roots = [root(i) for i in range(len(blobs))]
    return [min(6, roots.count(one)) for one in set(roots)]
