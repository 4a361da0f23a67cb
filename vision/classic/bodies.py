"""The body around pips: whether faces are one colour between their pips, and how far their dice reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classic.blobs import Blobs
from vision.classic.lattice import Face
from vision.classic.sampling import apart, colours_at
from vision.reading import Frame

Floats = NDArray[np.float64]

_GRID = np.stack(np.meshgrid(*[np.linspace(-0.72, 0.72, 7)] * 2), -1).reshape(-1, 2)
_ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], -1)
_SENSITIVITIES = (0.6, 0.35, 0.2, 0.1, 0.05)
_RADII = np.arange(0.3, 3.0, 0.1)
_RAYS = (_CIRCLE[:, None] * _RADII[:, None]).reshape(-1, 2)
# Faces whose rays are followed at once: keeps the arrays within a small computer's cache.
_AT_ONCE = 32


def face_support(frame: Frame, blobs: Blobs, faces: Sequence[Face]) -> Floats:
    """Share of each face's plain area that has the body's colour, (n,), 0 to 1."""
    group = _Group(blobs, faces)
    points = group.points(_GRID)
    plain = group.gap(points) > 1.6
    like = apart(colours_at(frame, points), group.body[:, None]) < 0.5 * group.contrast[:, None] + 8
    support: Floats = (like & plain).sum(1) / np.maximum(plain.sum(1), 1)
    return support


def seam(frame: Frame, blobs: Blobs, faces: Sequence[Face]) -> Floats:
    """Largest change of the body's colour between each face's first two pips, (n,), in the face's contrast.

    Two ones that touch look like a two, but for the gap between the dice.
    """
    group = _Group(blobs, faces)
    first, second = group.pips[:, 0, None], group.pips[:, 1, None]
    points = first + np.linspace(0, 1, 41)[:, None] * (second - first)
    between = group.gap(points) > 1.7
    off = apart(colours_at(frame, points), group.body[:, None])
    change: Floats = np.where(between, off, 0.0).max(1) / group.contrast
    return np.where(between.any(1), change, 1.0)


def ring_share(frame: Frame, blobs: Blobs) -> Floats:
    """Share of a wide ring around each blob that has the colour of its nearest surroundings."""
    ring = np.concatenate([1.8 * _CIRCLE, 2.3 * _CIRCLE])
    points = blobs.centre[:, None] + ring @ blobs.shape
    off = apart(colours_at(frame, points), blobs.body[:, None])
    share: Floats = (off < 0.35 * blobs.contrast[:, None] + 6).mean(1)
    return share


@dataclass(frozen=True)
class Outline:
    """How far the body reaches from a face's centre by direction, in half faces of the face's own plane.

    `roughness` is the typical change of colour inside, as a share of the contrast between pip and body;
    `ragged` the mean change of reach between neighbouring directions, as a share of the mean reach;
    `off_centre` how far the middle of the outline lies from the face's centre, as a share of the mean reach;
    `half` is half a side of the square that reaches as far in the typical direction; `nearest` is the reach
    that a fifth of the directions fall short of.
    """

    roughness: float
    ragged: float
    off_centre: float
    half: float
    nearest: float


def outlines(frame: Frame, blobs: Blobs, faces: Sequence[Face], least: Floats) -> list[Outline | None]:
    """Follow rays from each face's centre, over its own pips, until the colour leaves the body's.

    A marbled body needs a blunt eye, a white die on a white table a keen one: the bluntest outline that
    closes counts. None if none closes, or if it cuts the face short of its `least` (n,) half faces.
    """
    found: list[Outline | None] = []
    for begin in range(0, len(faces), _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE)
        found += _outlines(frame, _Group(blobs, faces[part]), least[part])
    return found


def _outlines(frame: Frame, group: _Group, least: Floats) -> list[Outline | None]:
    n, rays = len(group.body), (len(_ANGLES), len(_RADII))
    points = group.points(_RAYS)
    seen = colours_at(frame, points)
    off = apart(seen, group.body[:, None]).reshape(n, *rays)
    seen = seen.reshape(n, *rays, 3)
    contrast = group.contrast[:, None, None]
    gap = group.gap(points).reshape(n, *rays)
    # The bluntest eye that still sees a border there.
    edge = (off - 6) / contrast
    step = (apart(seen[:, :, 2:], seen[:, :, :-2]) - 6) / (0.6 * contrast)
    edge[..., 1:-1] = np.maximum(edge[..., 1:-1], step)
    edge[gap <= 2.1] = 0.0
    limit = [frame.shape[1] - 1, frame.shape[0] - 1]
    beyond = ((points < 0) | (points > limit)).any(-1).reshape(n, *rays)
    reach = np.full((n, len(_ANGLES)), np.inf)
    closed = np.zeros(n, bool)
    for share in _SENSITIVITIES:
        left = (edge > share) | beyond
        first = left.argmax(-1)
        cut = np.take_along_axis(beyond, first[..., None], -1)[..., 0]
        met = np.take_along_axis(left, first[..., None], -1)[..., 0] & ~cut
        here = np.where(met, _RADII[first], np.inf)
        fits = (met.mean(1) > 0.8) & ((here < least[:, None]).mean(1) < 0.2) & ~closed
        reach[fits] = here[fits]
        closed |= fits
    inside = (gap > 1.6) & (reach[..., None] - 0.25 > _RADII)
    roughness = _median(off.reshape(n, -1), inside.reshape(n, -1)) / group.contrast
    nearest = np.quantile(np.where(closed[:, None], reach, 0.0), 0.2, axis=1)
    reach = np.minimum(reach, _RADII[-1])
    mean = reach.mean(1)
    ragged = np.abs(reach - np.roll(reach, 1, axis=1)).mean(1) / mean
    off_centre = 2 * np.hypot(*(reach @ _CIRCLE).T) / len(_ANGLES) / mean
    half = np.median(reach, axis=1) / 1.2
    columns = zip(closed, roughness, ragged, off_centre, half, nearest, strict=True)
    return [Outline(*map(float, row)) if shut else None for shut, *row in columns]


def _median(values: Floats, chosen: NDArray[np.bool_]) -> Floats:
    """Median of each row's chosen values, 0 where none is."""
    count = chosen.sum(1)
    ordered = np.sort(np.where(chosen, values, np.inf), axis=1)
    each = np.arange(len(values))
    low, high = ordered[each, np.maximum(count - 1, 0) // 2], ordered[each, count // 2 - (count == 0)]
    return np.where(count > 0, (low + high) / 2, 0.0)


class _Group:
    """Faces as parallel arrays; the pips' places (n, k, 2) repeat the first where a face has fewer."""

    def __init__(self, blobs: Blobs, faces: Sequence[Face]) -> None:
        n, most = len(faces), max((face.value for face in faces), default=2)
        members = [face.members + face.members[:1] * (most - face.value) for face in faces]
        self.pips = blobs.centre[np.array(members, np.intp).reshape(n, most)]
        self.centre = np.array([face.centre for face in faces]).reshape(n, 2)
        self.axes = np.array([face.axes for face in faces]).reshape(n, 2, 2)
        self.flat = np.linalg.inv(np.array([face.outline for face in faces]).reshape(n, 2, 2))
        self.body = np.array([face.body for face in faces]).reshape(n, 3)
        self.contrast = np.array([face.contrast for face in faces])

    def points(self, places: Floats) -> Floats:
        """Where `places` (k, 2), in half faces, lie in the picture: (n, k, 2) px."""
        points: Floats = self.centre[:, None] + places @ self.axes.transpose(0, 2, 1)
        return points

    def gap(self, points: Floats) -> Floats:
        """Distance of each point (n, k, 2) from its face's nearest pip, in pip radii, (n, k)."""
        turned = self.flat.transpose(0, 2, 1)
        places, pips = points @ turned, self.pips @ turned
        least = np.full(points.shape[:2], np.inf)
        for k in range(pips.shape[1]):
            away = places - pips[:, k, None]
            away *= away
            np.minimum(least, away[..., 0] + away[..., 1], out=least)
        gap: Floats = np.sqrt(least)
        return gap
