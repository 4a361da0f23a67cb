"""How the camera stands to the mat: what height above the sheet does to a point's image."""

from __future__ import annotations

import numpy as np

from vision.mat.view import Floats

_USUAL_FOCAL = 0.85
"""Focal length of a usual table camera in widths of its frame (a field of 61 degrees)."""

_TELLING = 0.04
"""Foreshortening, about the tilt's squared sine, from which on the frame itself tells the focal length."""


def upwards(to_frame: Floats, size: tuple[int, int]) -> Floats:
    """What a mm of height adds to a point's image, see `MatView`; `size` is the frame's, px.

    The camera's optical axis is taken to meet the frame's middle. Its focal length follows from the
    homography where the camera looks obliquely; from straight above it does not show, and a usual one is
    taken.
    Source: Zhang, A flexible new technique for camera calibration (2000), section 2.3.
    """
    width, height = size
    centre = np.array([(width - 1) / 2, (height - 1) / 2])
    first, second = to_frame[:, 0].copy(), to_frame[:, 1].copy()
    first[:2] -= centre * first[2]
    second[:2] -= centre * second[2]
    focal = _focal(first, second, usual=_USUAL_FOCAL * width)
    first[:2] /= focal
    second[:2] /= focal
    # Right, down and into the table make a right-handed system: up is against the third.
    up = _cross(second, first) / np.sqrt(np.sqrt((first @ first) * (second @ second)))
    return np.array([*(focal * up[:2] + centre * up[2]), up[2]])


def _focal(first: Floats, second: Floats, *, usual: float) -> float:
    """The focal length in px: with it, the sheet's two axes are at right angles and equally long.

    That gives two conditions, each linear in 1 / focal²; a weak third one holds it to the usual value.
    """
    size = (first[:2] @ first[:2] + second[:2] @ second[:2]) / 2
    # In units of the usual focal length.
    factors = np.array([first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]]) / size
    rests = -np.array([first[2] * second[2], first[2] ** 2 - second[2] ** 2]) * usual**2 / size
    inverse = float((factors @ rests + _TELLING**2) / (factors @ factors + _TELLING**2))
    return usual / float(np.sqrt(min(max(inverse, 0.25), 3.0)))


def _cross(a: Floats, b: Floats) -> Floats:
    """The cross product; NumPy's own takes far longer for two single vectors."""
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
