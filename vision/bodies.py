"""The body around pips: whether a face is one colour between its pips, and how far the die reaches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.lattice import Face
from vision.reading import Frame
from vision.sampling import colours_at

Floats = NDArray[np.float64]

_GRID = np.stack(np.meshgrid(*[np.linspace(-0.72, 0.72, 7)] * 2), -1).reshape(-1, 2)
_ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_SENSITIVITIES = (0.6, 0.35, 0.2, 0.1, 0.05)
_RADII = np.arange(0.3, 3.0, 0.1)
_RAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], -1)[:, None] * _RADII[:, None]


def face_support(frame: Frame, blobs: Blobs, face: Face) -> float:
    """Share of the face's plain area that has the body's colour, 0 to 1."""
    points = face.centre + _GRID @ face.axes.T
    plain = _gap(points, blobs, face) > 1.6
    if not plain.any():
        return 0.0
    body, contrast = _colours(blobs, face)
    off = np.abs(colours_at(frame, points[plain]) - body).max(1)
    return float((off < 0.5 * contrast + 8).mean())


def seam(frame: Frame, blobs: Blobs, face: Face) -> float:
    """Largest change of the body's colour between two pips, as a share of the contrast of pip and body.

    Two ones that touch look like a two, but for the gap between the dice.
    """
    first, second = blobs.centre[list(face.members[:2])]
    points = first + np.linspace(0, 1, 41)[:, None] * (second - first)
    body, contrast = _colours(blobs, face)
    between = _gap(points, blobs, face) > 1.7
    off = np.abs(colours_at(frame, points[between]) - body).max(1)
    return float(off.max() / contrast) if len(off) else 1.0


def ring_share(frame: Frame, blobs: Blobs) -> Floats:
    """Share of a wide ring around each blob that has the colour of its nearest surroundings."""
    circle = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], -1)
    ring = np.concatenate([1.8 * circle, 2.3 * circle])
    points = blobs.centre[:, None] + np.einsum("nab,kb->nka", blobs.shape, ring)
    off = np.abs(colours_at(frame, points) - blobs.body[:, None]).max(-1)
    share: Floats = (off < 0.35 * blobs.contrast[:, None] + 6).mean(1)
    return share


@dataclass(frozen=True)
class Outline:
    """How far the body reaches from a face's centre by direction, in half faces of the face's own plane.

    `reach` (k,) is inf where no border was met before three half faces or the frame's edge. `roughness` is
    the typical change of colour inside, as a share of the contrast between pip and body.
    """

    reach: Floats
    roughness: float

    @property
    def closed(self) -> float:
        """Share of directions with a border."""
        return float(np.isfinite(self.reach).mean())

    @property
    def ragged(self) -> float:
        """Mean change of reach between neighbouring directions, as a share of the mean reach."""
        reach = np.minimum(self.reach, _RADII[-1])
        return float(np.abs(reach - np.roll(reach, 1)).mean() / reach.mean())

    @property
    def off_centre(self) -> float:
        """How far the middle of the outline lies from the face's centre, as a share of the mean reach."""
        reach = np.minimum(self.reach, _RADII[-1])
        middle = (np.stack([np.cos(_ANGLES), np.sin(_ANGLES)]) * reach).mean(1)
        return float(2 * np.hypot(*middle) / reach.mean())

    @property
    def half(self) -> float:
        """Half a side of the square that reaches as far in the typical direction."""
        return float(np.median(np.minimum(self.reach, _RADII[-1]))) / 1.2


def outline(frame: Frame, blobs: Blobs, face: Face, least: float) -> Outline | None:
    """Follow rays from the face's centre, over its own pips, until the colour leaves the body's.

    A marbled body needs a blunt eye, a white die on a white table a keen one: the bluntest outline that
    closes counts. None if none closes, or if it cuts the face short of `least` half faces.
    """
    points = face.centre + _RAYS @ face.axes.T
    seen = colours_at(frame, points)
    body, contrast = _colours(blobs, face)
    off = np.abs(seen - body).max(-1)
    step = np.zeros_like(off)
    step[:, 1:-1] = np.abs(seen[:, 2:] - seen[:, :-2]).max(-1)
    gap = _gap(points, blobs, face)
    clear = gap > 2.1
    beyond = ((points < 0) | (points > [frame.shape[1] - 1, frame.shape[0] - 1])).any(-1)
    for share in _SENSITIVITIES:
        left = ((off > share * contrast + 6) | (step > 0.6 * share * contrast + 6)) & clear | beyond
        first = left.argmax(1)
        met = left.any(1) & ~beyond[np.arange(len(first)), first]
        reach = np.where(met, _RADII[first], np.inf)
        if np.isfinite(reach).mean() > 0.8 and (reach < least).mean() < 0.2:
            inside = (gap > 1.6) & (reach[:, None] - 0.25 > _RADII)
            roughness = float(np.median(off[inside]) / contrast) if inside.any() else 0.0
            return Outline(reach, roughness)
    return None


def _colours(blobs: Blobs, face: Face) -> tuple[Floats, float]:
    members = list(face.members)
    body = np.median(blobs.body[members], axis=0)
    pip = np.median(blobs.pip[members], axis=0)
    return body, max(float(np.abs(pip - body).max()), 1.0)


def _gap(points: Floats, blobs: Blobs, face: Face) -> Floats:
    """Distance of each point from the face's nearest pip, in pip radii."""
    flat = np.linalg.inv(face.outline)
    away = (points[..., None, :] - blobs.centre[list(face.members)]) @ flat.T
    gap: Floats = np.sqrt((away * away).sum(-1)).min(-1)
    return gap
