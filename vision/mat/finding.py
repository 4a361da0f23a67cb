"""Finding the mat in one frame, by its fiducials; nothing is remembered from the frame before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np

from vision.frames import check_frame
from vision.mat.fiducials import Sighting, find_fiducials
from vision.mat.layout import LAYOUTS, Box, Layout
from vision.mat.patch import grey_colour
from vision.mat.pose import upwards
from vision.mat.view import Floats, MatView
from vision.reading import Frame

_LIMITS = ((3, 0.03), (2, 0.06))
"""How many fiducials at least, and how far they may lie off what they have in common, in their widths (root
mean square). First those are looked for that agree well, so that one that is not in its place is left out; a
wide lens, which bends the whole sheet, needs more room."""


def find_mat(frame: Frame) -> MatView | None:
    """The mat in `frame`, (height, width, 3) uint8 blue-green-red, or None where there is none to be seen.

    Two of the four fiducials are enough; with three and four, places are more exact. Raises ImageError for
    anything else than such a frame of at least 64 px a side.
    """
    check_frame(frame)
    sightings = find_fiducials(frame)
    for least, most_off in _LIMITS:
        for count in range(len(sightings), least - 1, -1):
            for chosen in combinations(sightings, count):
                view = _view(frame, chosen, most_off)
                if view is not None:
                    return view
    return None


def _view(frame: Frame, sightings: Sequence[Sighting], most_off: float) -> MatView | None:
    """The view that these fiducials have in common, or None where they don't."""
    if len({sighting.paper for sighting in sightings}) > 1:
        return None
    layout = LAYOUTS[sightings[0].paper]
    places = np.array([layout.fiducials[each.index].box.corners for each in sightings], float)
    corners = np.array([each.corners for each in sightings], float)
    homography, _ = cv2.findHomography(places.reshape(-1, 2), corners.reshape(-1, 2), 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    to_frame = np.asarray(homography, np.float64)
    seen = cv2.perspectiveTransform(places.reshape(1, -1, 2), to_frame).reshape(corners.shape)
    off = np.sqrt(((seen - corners) ** 2).sum(2).mean(1))
    width = np.sqrt(((corners[:, 1] - corners[:, 0]) ** 2).sum(1))
    if (off > np.maximum(most_off * width, 0.75)).any() or not _in_front(to_frame, layout):
        return None
    return MatView(
        paper=layout.paper,
        to_frame=to_frame,
        upwards=upwards(to_frame, (frame.shape[1], frame.shape[0])),
        grey=grey_colour(frame, to_frame, layout),
        fiducials=tuple(sorted(each.index for each in sightings)),
    )


def _in_front(to_frame: Floats, layout: Layout) -> bool:
    """Whether the whole sheet lies before the camera, its printed side up."""
    corners = np.array([(*corner, 1.0) for corner in Box(0, 0, layout.width, layout.height).corners])
    return bool((corners @ to_frame[2] > 0).all() and np.linalg.det(to_frame) > 0)
