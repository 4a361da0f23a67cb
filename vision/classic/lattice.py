"""Faces of a six-sided die: groups of pips that lie on one of the six patterns under an affine view."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.classic.blobs import Blobs
from vision.classic.sampling import apart, body_share
from vision.reading import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Pip positions in units of the pitch, in the frame of two of them; the six's columns may stand closer than
# its rows.
_FOUR = ((-1.0, -1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, 1.0))
_PATTERNS = {
    4: np.array(_FOUR),
    5: np.array((*_FOUR, (0.0, 0.0))),
    6: np.array([(0.0, -1.0), (0.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0), (1.0, 0.0)]),
}

# Half a face's side in pitches, and a pip's radius to pitch, of usual dice (measured on catalogue drawings).
HALF_FACE = 1.9
_DIAGONAL = (2.0, 8.5)
_RUN = (1.5, 6.5)

# Both bound the work on a table full of dots. A pip is tried with as many as its die's faces in view and a
# die touching it have.
_NEIGHBOURS = 24
MOST_FACES = 384
"""The most faces that `find_faces` gives."""

# Places between the pips of a diagonal that are body on every face, in half diagonals.
_BETWEEN = np.array([(0.5, 0.45), (0.5, -0.45), (-0.5, 0.45), (-0.5, -0.45), (0.52, 0.0), (-0.52, 0.0)])


@dataclass(frozen=True)
class Face:
    """One face, top or side, before it is known which.

    `members` are the indices of its pips; `centre` px; the columns of `axes` (2, 2) are the vectors
    from the centre to the middles of two neighbouring sides, px; `misfit` is the pips' rms distance from
    the pattern in pitches; `outline` (2, 2) maps the unit circle to the mean pip's ellipse. The typical pip
    has a `body` (3,) colour around it, stands out of it by `contrast`, 1 at least, in its most telling
    channel, and is `round` as `Blobs` has it; `even` is the faintest pip's contrast as a share of the
    strongest's.
    """

    value: int
    members: tuple[int, ...]
    centre: Floats
    axes: Floats
    misfit: float
    outline: Floats
    body: Floats
    contrast: float
    round: float
    even: float

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
    limit = 0.6 * np.minimum(blobs.contrast[:, None], blobs.contrast[None]) + 25
    body = apart(blobs.body[:, None], blobs.body[None])
    pip = apart(blobs.pip[:, None], blobs.pip[None])
    flags: NDArray[np.bool_] = same & (ratio > 0.6) & (ratio < 1.67) & (body < limit) & (pip < limit)
    np.fill_diagonal(flags, False)
    return flags


def find_faces(frame: Frame, blobs: Blobs, alike: NDArray[np.bool_]) -> list[Face]:
    """Patterns of two to six pips that the blobs allow, the most promising first; a blob may be in many."""
    if len(blobs) < 2:
        return []
    candidates = _Pairs(frame, blobs, alike).candidates()
    # Before the surroundings are looked at, more pips in a truer pattern promise more, and clearer ones.
    promise = np.concatenate([part.value - 4 * part.misfit for part in candidates])
    contrast = np.concatenate([part.looks.contrast for part in candidates])
    owner = np.concatenate([np.full(len(part.misfit), i) for i, part in enumerate(candidates)])
    row = np.concatenate([np.arange(len(part.misfit)) for part in candidates])
    found: dict[tuple[int, ...], Face] = {}
    for k in np.lexsort((-contrast, -promise)):
        part, i = candidates[owner[k]], row[k]
        key = tuple(sorted(part.members[i].tolist()))
        if key not in found:
            found[key] = part.face(i, key)
            if len(found) == MOST_FACES:
                break
    return list(found.values())


@dataclass(frozen=True)
class _Candidates:
    """Faces of one value as parallel arrays."""

    value: int
    members: Ints
    centre: Floats
    axes: Floats
    misfit: Floats
    outline: Floats
    looks: _Looks

    def face(self, i: int, members: tuple[int, ...]) -> Face:
        return Face(
            self.value,
            members,
            self.centre[i],
            self.axes[i],
            float(self.misfit[i]),
            self.outline[i],
            self.looks.body[i],
            float(self.looks.contrast[i]),
            float(self.looks.round[i]),
            float(self.looks.even[i]),
        )


@dataclass(frozen=True)
class _Looks:
    """`Face.body`, `contrast`, `round` and `even` of many faces."""

    body: Floats
    contrast: Floats
    round: Floats
    even: Floats

    @classmethod
    def of(cls, blobs: Blobs, members: Ints) -> _Looks:
        body, pip = np.median(blobs.body[members], axis=1), np.median(blobs.pip[members], axis=1)
        relief = blobs.contrast[members]
        return cls(
            body,
            np.maximum(apart(pip, body), 1.0),
            np.median(blobs.round[members], axis=1),
            relief.min(1) / relief.max(1),
        )


class _Pairs:
    """All pairs of similar pips at once, each seen in the plane where its pips are circles of radius 1."""

    def __init__(self, frame: Frame, blobs: Blobs, alike: NDArray[np.bool_]) -> None:
        self.blobs = blobs
        near, known = _neighbours(blobs, alike)
        paired = np.zeros_like(alike)
        paired[np.arange(len(blobs))[:, None], near] = known
        first, second = np.nonzero(np.triu(paired | paired.T))
        away = blobs.centre[second] - blobs.centre[first]
        # Two light dice on a dark table make no two of half the table's size.
        close = np.hypot(away[:, 0], away[:, 1]) < 0.5 * max(frame.shape[:2])
        close &= _one_outline(blobs, first, second, 0.3)
        first, second, away = first[close], second[close], away[close]
        shape = (blobs.shape[first] + blobs.shape[second]) / 2
        half = np.einsum("pab,pb->pa", np.linalg.inv(shape), away) / 2
        length = np.hypot(half[:, 0], half[:, 1])
        along = half / np.maximum(length, 1e-9)[:, None]
        across = np.stack([-along[:, 1], along[:, 0]], -1)
        # Columns: the picture's vectors for the pair's own axes, where it lies at -1 and +1 on the first.
        axes = shape @ np.stack([along, across], -1) * length[:, None, None]
        middle = (blobs.centre[first] + blobs.centre[second]) / 2
        run = (length > _RUN[0]) & (length < _RUN[1])
        diagonal = (length > _DIAGONAL[0]) & (length < _DIAGONAL[1])
        between = middle[diagonal, None] + np.einsum("pab,kb->pka", axes[diagonal], _BETWEEN)
        body = (blobs.body[first] + blobs.body[second])[diagonal] / 2
        contrast = np.minimum(blobs.contrast[first], blobs.contrast[second])[diagonal]
        diagonal[diagonal] = body_share(frame, between, body, contrast) > 0.7
        keep = run | diagonal
        self.run, self.diagonal = run[keep], diagonal[keep]
        self.first, self.second = first[keep], second[keep]
        self.middle, self.axes = middle[keep], axes[keep]
        self.near = near[self.first]
        self.allowed = known[self.first] & alike[self.second[:, None], self.near]
        plane = np.linalg.inv(self.axes)
        self.at = np.einsum("pab,pnb->pna", plane, blobs.centre[self.near] - self.middle[:, None])

    def _nearest(self, rows: Ints, place: Floats, reach: float) -> Ints:
        """For each of the pairs `rows` the allowed blob nearest to `place` (…, 2), or -1 beyond `reach`."""
        away = self.at[rows] - np.reshape(place, (-1, 1, 2))
        gap = np.where(self.allowed[rows], np.hypot(away[..., 0], away[..., 1]), np.inf)
        best = gap.argmin(1)
        each = np.arange(len(best))
        return np.where(gap[each, best] < reach, self.near[rows][each, best], -1)

    def candidates(self) -> list[_Candidates]:
        """Faces by value; the same pips may be there several times, seen from several pairs."""
        each = np.arange(len(self.first))
        middle = self._nearest(each, np.zeros(2), 0.2)
        left = self._nearest(each, np.array([0.0, 1.0]), 0.42)
        right = self._nearest(each, np.array([0.0, -1.0]), 0.42)
        pair = np.stack([self.first, self.second], -1)
        square = np.column_stack([pair, right, left])
        triple = np.column_stack([pair, middle])
        centred = middle >= 0
        four = self.diagonal & (left >= 0) & (right >= 0)
        return [
            self._lines(np.flatnonzero(self.diagonal), pair),
            self._lines(np.flatnonzero(self.diagonal & centred), triple),
            self._fitted(square[four]),
            self._fitted(np.column_stack([square, middle])[four & centred]),
            self._fitted(self._sixes(np.flatnonzero(self.run & centred), triple)),
        ]

    def _lines(self, rows: Ints, pips: Ints) -> _Candidates:
        """Twos and threes along the pairs `rows`."""
        members, axes = pips[rows], self.axes[rows]
        middle = self.blobs.centre[members[:, -1]] - self.middle[rows]
        off = np.einsum("pab,pb->pa", np.linalg.inv(axes), middle)
        misfit = 0.8 * np.hypot(off[:, 0], off[:, 1]) if members.shape[1] == 3 else np.zeros(len(rows))
        sides = np.stack([axes[..., 0] + axes[..., 1], axes[..., 0] - axes[..., 1]], -1) / 2
        return self._made(members, self.middle[rows], sides * HALF_FACE, misfit)

    def _sixes(self, rows: Ints, triple: Ints) -> Ints:
        """Two runs of three side by side, (m, 6)."""
        at = self.at[rows]
        across = np.abs(at[..., 1])
        beside = self.allowed[rows] & (np.abs(at[..., 0]) < 0.4) & (across > 0.75) & (across < 2.7)
        which, slot = np.nonzero(beside)
        place, other = at[which, slot], self.near[rows][which, slot]
        ends = [self._nearest(rows[which], place + np.array([sign, 0.0]), 0.25) for sign in (-1.0, 1.0)]
        members = np.column_stack([triple[rows[which]], *ends, other])
        return members[(members >= 0).all(1)]

    def _fitted(self, members: Ints) -> _Candidates:
        """Fours, fives or sixes: the pattern laid through the pips by least squares."""
        value = members.shape[1]
        ordered = np.sort(members, axis=1)
        members = members[(ordered[:, 1:] != ordered[:, :-1]).all(1)]
        members = members[_one_outline(self.blobs, members[:, :1], members[:, 1:], 0.5).all(1)]
        points = self.blobs.centre[members]
        design = np.column_stack([_PATTERNS[value], np.ones(value)])
        fit = np.linalg.pinv(design) @ points
        residual = points - design @ fit
        axes, centre = fit[:, :2].transpose(0, 2, 1), fit[:, 2]
        if value == 6:
            # The pattern's origin is the first run's middle; the columns are one unit apart.
            centre = centre + fit[:, 0] / 2
            axes = axes * [0.5, 1.0]
        pitch = np.sqrt(np.abs(np.linalg.det(axes)))
        real = pitch > 1e-6
        members, centre, axes, pitch = members[real], centre[real], axes[real], pitch[real]
        # Three pips always fit: only the others can disagree.
        misfit = np.sqrt((residual[real] ** 2).sum((1, 2)) / (value - 3)) / pitch
        mean = self.blobs.shape[members].mean(1)
        seen = np.linalg.svd(np.linalg.inv(axes) @ mean, compute_uv=False)
        squash = seen[:, 0] / seen[:, 1]
        blur = 1.0 + 0.5 / np.linalg.svd(mean, compute_uv=False)[:, 1]
        keep = (misfit < 0.32 * blur) & (squash < (2.2 if value == 6 else 1.45) * blur)
        if value == 6:
            # The columns' spacing says nothing about the face's width: the pips' outline does.
            axes = _square_axes(axes[..., 1], mean)
        else:
            misfit = misfit + 0.25 * (squash - 1) / blur
        return self._made(members[keep], centre[keep], axes[keep] * HALF_FACE, misfit[keep])

    def _made(self, members: Ints, centre: Floats, axes: Floats, misfit: Floats) -> _Candidates:
        outline = self.blobs.shape[members].mean(1)
        looks = _Looks.of(self.blobs, members)
        return _Candidates(members.shape[1], members, centre, axes, misfit, outline, looks)


def _neighbours(blobs: Blobs, alike: NDArray[np.bool_]) -> tuple[Ints, NDArray[np.bool_]]:
    """For each blob the nearest that may be pips of the same face (n, k), and whether each is one at all."""
    every = np.arange(len(blobs))
    x, y = blobs.centre.T
    gap = np.hypot(x[:, None] - x, y[:, None] - y)
    reach = 2 * max(_DIAGONAL[1], _RUN[1]) * np.maximum(blobs.long_axis[:, None], blobs.long_axis)
    may = alike & (gap < reach) & _one_outline(blobs, every[:, None], every, 0.5)
    gap[~may] = np.inf
    most = min(_NEIGHBOURS, len(blobs) - 1)
    near = np.argpartition(gap, most - 1, axis=1)[:, :most]
    return near, np.take_along_axis(may, near, axis=1)


def _square_axes(vector: Floats, outline: Floats) -> Floats:
    """A square's two axes in the picture, the first being `vector` (…, 2), where `outline` shows circles."""
    flat = np.linalg.solve(outline, vector[..., None])[..., 0]
    turned = np.stack([-flat[..., 1], flat[..., 0]], -1)
    return np.stack([vector, (outline @ turned[..., None])[..., 0]], -1)


def _one_outline(blobs: Blobs, first: Ints, second: Ints, share: float) -> NDArray[np.bool_]:
    """Whether two ellipses are alike, as pips of one plane are, within what a pixel's error allows."""
    off = np.abs(blobs.shape[first] - blobs.shape[second])
    spread = np.maximum(np.maximum(off[..., 0, 0], off[..., 0, 1]), off[..., 1, 1])
    radius = np.sqrt(blobs.radius[first] * blobs.radius[second])
    flags: NDArray[np.bool_] = spread < share * radius + 0.8
    return flags


def single_faces(blobs: Blobs, indices: Ints) -> list[Face]:
    """The faces of one pip each, their sizes a guess from the pip's own."""
    outline = blobs.shape[indices]
    members = indices[:, None]
    centre, axes = blobs.centre[indices], outline * 2.6 * HALF_FACE
    looks = _Looks.of(blobs, members)
    ones = _Candidates(1, members, centre, axes, np.zeros(len(indices)), outline, looks)
    return [ones.face(i, (int(index),)) for i, index in enumerate(indices)]
