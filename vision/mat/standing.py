"""Where dice stand and how large they are, from the boxes in which they are seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.mat.view import Floats, MatView

_TURNS = np.linspace(0, 2 * np.pi, 16, endpoint=False)

_REACH = 2 / np.pi
"""How far a box around a die of edge 1 reaches from its middle, on average over all ways to be turned."""

_FIRST_GUESS_MM = 16.0
_LEAST_MM, _MOST_MM = 2.0, 100.0
_ROUNDS = 2


def standing(boxes: Sequence[tuple[float, float, float, float]], view: MatView) -> tuple[Floats, Floats]:
    """The places (n, 2) on which dice stand and their edges (n,), both in mm.

    `boxes` are x, y, width and height in px around each whole visible die. A die is taken for a round post
    about as high as wide, whose box is laid over the one that was seen. Since cubes are turned in any way, an
    edge is up to a fifth off, and a place a tenth of the edge, seen up to 35 degrees obliquely.
    """
    seen = np.array(boxes, np.float64).reshape(-1, 4)
    middle = np.asarray(seen[:, :2] + seen[:, 2:] / 2, np.float64)
    extent = np.maximum(seen[:, 2:], 1.0)
    backwards = np.asarray(np.linalg.inv(view.to_frame), np.float64)
    edge = np.full(len(seen), _FIRST_GUESS_MM)
    place = _through(backwards, middle)
    for _ in range(_ROUNDS):
        low, high = _post(place, edge, view)
        edge *= np.sqrt((extent / (high - low)).prod(axis=1))
        edge = np.clip(edge, _LEAST_MM, _MOST_MM)
        low, high = _post(place, edge, view)
        shift = middle - (low + high) / 2
        place = _through(backwards, np.asarray(_through(view.to_frame, place) + shift, np.float64))
    return place, edge


def _post(place: Floats, edge: Floats, view: MatView) -> tuple[Floats, Floats]:
    """Upper left and lower right corners (n, 2) px of the boxes around posts on these places."""
    rim = place[:, None] + _REACH * edge[:, None, None] * np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
    foot = np.concatenate([rim, np.ones((*rim.shape[:2], 1))], axis=2) @ view.to_frame.T
    top = foot + edge[:, None, None] * view.upwards
    outline = np.concatenate([foot, top], axis=1)
    points = outline[..., :2] / outline[..., 2:]
    return points.min(axis=1), points.max(axis=1)


def _through(homography: Floats, points: Floats) -> Floats:
    """Points (n, 2) on the other side of a homography."""
    seen = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ homography.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)
