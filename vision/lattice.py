"""Faces of a six-sided die: groups of pips that lie on one of the six patterns under an affine view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.reading import Frame
from vision.sampling import body_share

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Pip positions in units of the pitch; the six's columns may stand closer than its rows.
_CORNERS = ((-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0))
_SIX = ((0.0, -1.0), (0.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0), (1.0, 0.0))

# Half a face's side in pitches, and a pip's radius to pitch, of usual dice (measured on catalogue drawings).
HALF_FACE = 1.9
_DIAGONAL = (2.0, 8.5)
_RUN = (1.5, 6.5)

# Places between the pips of a diagonal that are body on every face, in half diagonals.
_BETWEEN = np.array([(0.5, 0.45), (0.5, -0.45), (-0.5, 0.45), (-0.5, -0.45), (0.52, 0.0), (-0.52, 0.0)])


@dataclass(frozen=True)
class Face:
    """One face, top or side, before it is known which.

    `members` are the indices of its pips; `centre` px; the columns of `axes` (2, 2) are the vectors
    from the centre to the middles of two neighbouring sides, px; `misfit` is the pips' rms distance from
    the pattern in pitches; `outline` (2, 2) maps the unit circle to the mean pip's ellipse.
    """

    value: int
    members: tuple[int, ...]
    centre: Floats
    axes: Floats
    misfit: float
    outline: Floats

    @property
    def corners(self) -> Floats:
        """(4, 2) corners of the face, px, in turn."""
        square = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]])
        corners: Floats = self.centre + square @ self.axes.T
        return corners

    @property
    def roundness(self) -> float:
        """The pips' short to long axis, 1 for a face seen straight on."""
        axis = np.linalg.svd(self.outline, compute_uv=False)
        return float(axis[1] / axis[0])

    @property
    def size(self) -> float:
        """Side of a square of the face's area, px."""
        return 2.0 * float(np.sqrt(abs(np.linalg.det(self.axes))))


def compatible(blobs: Blobs) -> NDArray[np.bool_]:
    """(n, n) flags: two blobs may be pips of one die by polarity, size and colours."""
    radius = blobs.radius
    same = blobs.light[:, None] == blobs.light[None]
    ratio = radius[:, None] / radius[None]
    weaker = np.minimum(blobs.contrast[:, None], blobs.contrast[None])
    body = np.abs(blobs.body[:, None] - blobs.body[None]).max(-1)
    pip = np.abs(blobs.pip[:, None] - blobs.pip[None]).max(-1)
    flags: NDArray[np.bool_] = (
        same & (ratio > 0.6) & (ratio < 1.67) & (body < 0.6 * weaker + 25) & (pip < 0.6 * weaker + 25)
    )
    np.fill_diagonal(flags, False)
    return flags


def find_faces(frame: Frame, blobs: Blobs, alike: NDArray[np.bool_]) -> list[Face]:
    """Every pattern of two to six pips that the blobs allow; one blob may be in many."""
    n = len(blobs)
    if n < 2:
        return []
    first, second = np.nonzero(np.triu(alike))
    away = blobs.centre[second] - blobs.centre[first]
    reach = 2 * max(_DIAGONAL[1], _RUN[1]) * np.maximum(blobs.long_axis[first], blobs.long_axis[second])
    near = (np.hypot(away[:, 0], away[:, 1]) < reach) & _one_outline(blobs, first, second, 0.3)
    first, second, away = first[near], second[near], away[near]
    shape = (blobs.shape[first] + blobs.shape[second]) / 2
    half = np.linalg.solve(shape, away[..., None])[..., 0] / 2
    length = np.hypot(half[:, 0], half[:, 1])
    near = (length > min(_DIAGONAL[0], _RUN[0])) & (length < max(_DIAGONAL[1], _RUN[1]))
    if not near.any():
        return []
    pairs = _Pairs(frame, blobs, alike, first[near], second[near], shape[near], half[near])
    return pairs.faces()


class _Pairs:
    """All pairs of similar pips at once, each seen in the plane where its pips are circles of radius 1."""

    def __init__(
        self,
        frame: Frame,
        blobs: Blobs,
        alike: NDArray[np.bool_],
        first: Ints,
        second: Ints,
        shape: Floats,
        half: Floats,
    ) -> None:
        length = np.hypot(half[:, 0], half[:, 1])
        along = half / length[:, None]
        across = np.stack([-along[:, 1], along[:, 0]], -1)
        # Columns: the picture's vectors for the pair's own axes, where it lies at -1 and +1 on the first.
        axes = shape @ np.stack([along, across], -1) * length[:, None, None]
        middle = (blobs.centre[first] + blobs.centre[second]) / 2
        body = (blobs.body[first] + blobs.body[second]) / 2
        contrast = np.minimum(blobs.contrast[first], blobs.contrast[second])
        between = middle[:, None] + np.einsum("pab,kb->pka", axes, _BETWEEN)
        plain = body_share(frame, between, body, contrast)
        self.run = (length > _RUN[0]) & (length < _RUN[1])
        self.diagonal = (length > _DIAGONAL[0]) & (length < _DIAGONAL[1]) & (plain > 0.7)
        keep = self.run | self.diagonal
        self.run, self.diagonal = self.run[keep], self.diagonal[keep]
        self.blobs, self.first, self.second = blobs, first[keep], second[keep]
        self.middle, self.axes = middle[keep], axes[keep]
        plane = np.linalg.inv(self.axes)
        self.at = np.einsum("pab,pnb->pna", plane, blobs.centre[None] - self.middle[:, None])
        self.allowed = alike[self.first] & alike[self.second]

    def _nearest(self, x: float | Floats, y: float | Floats, reach: float) -> Ints:
        """For each pair the allowed blob nearest to (x, y), or -1 if none within `reach`."""
        gap = np.hypot(self.at[..., 0] - np.reshape(x, (-1, 1)), self.at[..., 1] - np.reshape(y, (-1, 1)))
        gap = np.where(self.allowed, gap, np.inf)
        best = gap.argmin(1)
        return np.where(gap[np.arange(len(best)), best] < reach, best, -1)

    def faces(self) -> list[Face]:
        middle = self._nearest(0.0, 0.0, 0.2)
        left, right = self._nearest(0.0, 1.0, 0.42), self._nearest(0.0, -1.0, 0.42)
        found: dict[tuple[int, ...], Face] = {}
        for k in map(int, np.flatnonzero(self.diagonal)):
            corners = [int(self.first[k]), int(self.second[k])]
            if left[k] >= 0 and right[k] >= 0:
                four = [*corners, int(right[k]), int(left[k])]
                self._add(found, k, 4, four, _CORNERS)
                if middle[k] >= 0:
                    self._add(found, k, 5, [*four, int(middle[k])], (*_CORNERS, (0.0, 0.0)))
            self._add_line(found, k, corners)
            if middle[k] >= 0:
                self._add_line(found, k, [*corners, int(middle[k])])
        for k in map(int, np.flatnonzero(self.run & (middle >= 0))):
            self._add_six(found, k, int(middle[k]))
        return list(found.values())

    def _add_six(self, found: dict[tuple[int, ...], Face], k: int, middle: int) -> None:
        at, allowed = self.at[k], self.allowed[k]
        across = np.abs(at[:, 1])
        beside = allowed & (np.abs(at[:, 0]) < 0.4) & (across > 0.75) & (across < 2.7)
        for other in np.flatnonzero(beside):
            ends = []
            for sign in (-1.0, 1.0):
                gap = np.hypot(at[:, 0] - at[other, 0] - sign, at[:, 1] - at[other, 1])
                gap = np.where(allowed, gap, np.inf)
                best = int(gap.argmin())
                if gap[best] < 0.25:
                    ends.append(best)
            if len(ends) == 2:
                members = [int(self.first[k]), int(self.second[k]), middle, *ends, int(other)]
                self._add(found, k, 6, members, _SIX)

    def _add(
        self,
        found: dict[tuple[int, ...], Face],
        k: int,
        value: int,
        members: list[int],
        pattern: tuple[tuple[float, float], ...],
    ) -> None:
        if len(set(members)) < value:
            return
        points = self.blobs.centre[members]
        lattice = np.array(pattern)
        design = np.column_stack([lattice, np.ones(value)])
        fit, *_ = np.linalg.lstsq(design, points, rcond=None)
        residual = points - design @ fit
        axes = fit[:2].T
        centre = fit[2]
        if value == 6:
            # The pattern's origin is the first run's middle; the columns are one unit apart.
            centre = fit[2] + fit[0] / 2
            axes = np.column_stack([axes[:, 0] / 2, axes[:, 1]])
        pitch = np.sqrt(abs(np.linalg.det(axes)))
        if pitch < 1e-6:
            return
        # Three pips always fit: only the others can disagree.
        misfit = float(np.sqrt((residual**2).sum() / (value - 3)) / pitch)
        outline = self.blobs.shape[members]
        mean = outline.mean(0)
        seen = np.linalg.svd(np.linalg.solve(axes, mean), compute_uv=False)
        blur = 1.0 + 0.5 / float(np.linalg.svd(mean, compute_uv=False)[1])
        limit = (2.2 if value == 6 else 1.45) * blur
        if misfit > 0.32 * blur or seen[0] / seen[1] > limit:
            return
        if not _one_outline(self.blobs, np.array(members[:1]), np.array(members[1:]), 0.5).all():
            return
        if value < 6:
            misfit += 0.25 * (float(seen[0] / seen[1]) - 1) / blur
        if value == 6:
            # The columns' spacing says nothing about the face's width: the pips' outline does.
            axes = _square_axes(axes[:, 1], mean)
        self._keep(found, value, members, centre, axes * HALF_FACE, misfit, mean)

    def _add_line(self, found: dict[tuple[int, ...], Face], k: int, members: list[int]) -> None:
        misfit = 0.0
        if len(members) == 3:
            misfit = float(np.hypot(*self.at[k, members[2]])) * 0.8
            if misfit > 0.16:
                return
        axes = self.axes[k]
        sides = np.column_stack([axes[:, 0] + axes[:, 1], axes[:, 0] - axes[:, 1]]) / 2
        outline = self.blobs.shape[members].mean(0)
        self._keep(found, len(members), members, self.middle[k], sides * HALF_FACE, misfit, outline)

    @staticmethod
    def _keep(
        found: dict[tuple[int, ...], Face],
        value: int,
        members: list[int],
        centre: Floats,
        axes: Floats,
        misfit: float,
        outline: Floats,
    ) -> None:
        key = tuple(sorted(members))
        if key not in found or misfit < found[key].misfit:
            found[key] = Face(value, key, centre, axes, misfit, outline)


def _square_axes(vector: Floats, outline: Floats) -> Floats:
    """A square's two axes in the picture, the first being `vector`, where `outline` shows circles."""
    flat = np.linalg.solve(outline, vector)
    return np.column_stack([vector, outline @ np.array([-flat[1], flat[0]])])


def _one_outline(blobs: Blobs, first: Ints, second: Ints, share: float) -> NDArray[np.bool_]:
    """Whether two ellipses are alike, as pips of one plane are, within what a pixel's error allows."""
    spread = np.abs(blobs.shape[first] - blobs.shape[second]).max((-1, -2))
    radius = np.sqrt(blobs.radius[first] * blobs.radius[second])
    flags: NDArray[np.bool_] = spread < share * radius + 0.8
    return flags


def single_face(blobs: Blobs, index: int) -> Face:
    """The face of one pip, its size a guess from the pip's own."""
    outline = blobs.shape[index]
    return Face(1, (index,), blobs.centre[index], outline * 2.6 * HALF_FACE, 0.0, outline)
