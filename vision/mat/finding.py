"""Finding the mat in one frame, by its fiducials; nothing is remembered from the frame before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import ImageError
from vision.mat.fiducials import Sighting, find_fiducials, sampled
from vision.mat.layout import GREY, LAYOUTS, Box, Layout
from vision.mat.view import Colour, Floats, MatView
from vision.reading import Frame

_SMALLEST_PX = 64
_LEAST_FIDUCIALS = 2
_MOST_OFF = 0.03
"""How far corners may lie off the common homography, in widths of their fiducial (root mean square)."""

_USUAL_FOCAL = 0.85
"""Focal length of a usual table camera in widths of its frame (a field of 61 degrees)."""

_TELLING = 0.04
"""Foreshortening, about the tilt's squared sine, from which on the frame itself tells the focal length."""

_POINTS, _PARTS = 12, 4
_PATCH_INSET = 0.15
_GAP_MM = 4.0
_LEAST_GREY, _MOST_GREY = 18.0, 240.0
_GREY_SHARE = (0.5 * GREY, 1.75 * GREY)
"""How bright the patch may be beside the paper: printers and cameras take liberties with it."""

_MOST_UNEVEN = 0.12
_MOST_TINT = 0.2


def find_mat(frame: Frame) -> MatView | None:
    """The mat in `frame`, (height, width, 3) uint8 blue-green-red, or None where there is none to be seen.

    Two of the four fiducials are enough; with three and four, places are more exact. Raises ImageError for
    anything else than such a frame of at least 64 px a side.
    """
    _check(frame)
    sightings = find_fiducials(frame)
    for count in range(len(sightings), _LEAST_FIDUCIALS - 1, -1):
        for chosen in combinations(sightings, count):
            view = _view(frame, chosen)
            if view is not None:
                return view
    return None


def _check(frame: NDArray[np.generic]) -> None:
    if not isinstance(frame, np.ndarray) or frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
        raise ImageError("Give a colour picture: height by width by 3 bytes, blue, green and red.")
    if min(frame.shape[:2]) < _SMALLEST_PX:
        raise ImageError(f"The picture is too small: give one of at least {_SMALLEST_PX} px a side.")


def _view(frame: Frame, sightings: Sequence[Sighting]) -> MatView | None:
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
    if (off > np.maximum(_MOST_OFF * width, 0.75)).any() or not _in_front(to_frame, layout):
        return None
    return MatView(
        paper=layout.paper,
        to_frame=to_frame,
        upwards=_upwards(to_frame, (frame.shape[1], frame.shape[0])),
        grey=_grey(frame, to_frame, layout),
        fiducials=tuple(sorted(each.index for each in sightings)),
    )


def _in_front(to_frame: Floats, layout: Layout) -> bool:
    """Whether the whole sheet lies before the camera, its printed side up."""
    corners = np.array([(*corner, 1.0) for corner in Box(0, 0, layout.width, layout.height).corners])
    return bool((corners @ to_frame[2] > 0).all() and np.linalg.det(to_frame) > 0)


def _upwards(to_frame: Floats, size: tuple[int, int]) -> Floats:
    """What a mm of height adds to a point's image, see `MatView`.

    The camera's optical axis is taken to meet the frame's middle. Its focal length follows from the
    homography where the camera looks obliquely; from straight above it does not show, and a usual one is
    taken.
    Source: Zhang, A flexible new technique for camera calibration (2000), section 2.3.
    """
    width, height = size
    # Units in which numbers are near 1: half widths of the frame from its middle.
    centred = np.array(
        [[2 / width, 0, -(width - 1) / width], [0, 2 / width, -(height - 1) / width], [0, 0, 1]]
    )
    axes = centred @ to_frame
    first, second = axes[:, 0], axes[:, 1]
    focal = _focal(first, second)
    inner = np.diag([focal, focal, 1.0])
    right, down = first / (focal, focal, 1), second / (focal, focal, 1)
    scale = np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
    # Right, down and into the table make a right-handed system: up is against the third.
    up = -np.cross(right, down) / scale
    return np.asarray(np.linalg.inv(centred) @ inner @ up)


def _focal(first: Floats, second: Floats) -> float:
    """The focal length in half widths: with it, the sheet's axes are at right angles and equally long."""
    usual = (2 * _USUAL_FOCAL) ** -2
    size = first[:2] @ first[:2] + second[:2] @ second[:2]
    # Two conditions, each linear in 1 / focal², together with a weak one that holds it to the usual value.
    factors = 2 * np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]]) / size
    rests = -2 * np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2]) / size
    inverse = (factors @ rests + _TELLING**2 * usual) / (factors @ factors + _TELLING**2)
    return float(np.clip(inverse, usual / 4, usual * 3) ** -0.5)


def _grey(frame: Frame, to_frame: Floats, layout: Layout) -> Colour | None:
    """The grey patch's colour, see `MatView`, trusted where it is even and has paper on each side."""
    patch = sampled(frame, cv2.perspectiveTransform(_lattice(layout.grey), to_frame))[0]
    paper = sampled(frame, cv2.perspectiveTransform(_around(layout.grey), to_frame))
    grey, sides = patch.mean(axis=0), paper.mean(axis=1)
    level = grey.mean()
    if level < _LEAST_GREY or grey.max() > _MOST_GREY:
        return None
    share = level / np.maximum(sides.mean(1), 1.0)
    if (share < _GREY_SHARE[0]).any() or (share > _GREY_SHARE[1]).any():
        return None
    # Sensor noise is evened out: what counts are parts of the patch that differ.
    parts = patch.reshape(_PARTS, -1, _PARTS, _POINTS // _PARTS, 3).mean(axis=(1, 3)).reshape(-1, 3)
    if (np.abs(parts - grey) > np.maximum(_MOST_UNEVEN * level, 2.5)).any():
        return None
    # Skin is not grey; of paper that is overexposed the colour isn't known.
    if sides.max() < _MOST_GREY:
        tint = (grey / level) / (sides / sides.mean(1, keepdims=True))
        if (np.abs(tint - 1) > _MOST_TINT).any():
            return None
    blue, green, red = (float(each) for each in grey)
    return (blue, green, red)


def _lattice(box: Box) -> Floats:
    """Points over the inner part of `box`, (1, points², 2) mm, row by row."""
    steps = np.linspace(_PATCH_INSET, 1 - _PATCH_INSET, _POINTS)
    x, y = np.meshgrid(box.x + steps * box.width, box.y + steps * box.height)
    return np.stack([x, y], axis=-1).reshape(1, -1, 2)


def _around(box: Box) -> Floats:
    """Points on the paper along the box's four sides, (4, n, 2) mm."""
    outer = Box(box.x - _GAP_MM, box.y - _GAP_MM, box.width + 2 * _GAP_MM, box.height + 2 * _GAP_MM)
    corners = np.array(outer.corners)
    steps = np.linspace(0.15, 0.85, _POINTS)[:, None]
    return np.stack(
        [start + steps * (end - start) for start, end in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
