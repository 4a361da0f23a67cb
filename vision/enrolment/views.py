"""How well two pictures show the same face of the same die, however it was turned, moved and tilted.

A rough alignment (`turning`) is refined to an affine one by inverse compositional descent (Baker and
Matthews, "Lucas-Kanade 20 years on", IJCV 2004), first on blurred pictures, which forgive a poorer start.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolment.patches import DIE_PX, MIDDLE, Picture, contrast
from vision.enrolment.turning import query_rings, view_rings
from vision.enrolment.windows import HERE, Affine, Window
from vision.reading import Frame

_SHARP_STEPS = 4
_SOFT = 1.6
_DAMPING = 0.02
_ENOUGH = 0.01
_LEAST_STRETCH, _MOST_STRETCH = 0.55, 1.7
_MOST_SHIFT = 0.27 * DIE_PX


class View:
    """One picture of an enrolled face, prepared for comparing through a window."""

    def __init__(self, cut: Frame, window: Window) -> None:
        picture = contrast(cut)
        self.rings = view_rings(picture)
        self._window = window
        self._picture = picture
        self._soft, self._sharp = (_Target.of(level, window) for level in (_soft(picture), picture))

    def roughly(self, query: Query, start: Affine, steps: int) -> tuple[float, Affine]:
        """The best likeness (-1 to 1) of the blurred pictures within so many steps, and its alignment."""
        return self._soft.refined(query.soft, start, steps)

    def refined(self, query: Query, start: Affine) -> tuple[float, Affine]:
        """The same for the sharp pictures; they need a better start."""
        return self._sharp.refined(query.sharp, start, _SHARP_STEPS)

    def likeness_to(self, other: View, at: Affine, others_at: Affine) -> float:
        """How like the two views look where a picture shows this one at `at`, or else the other."""
        square = np.vstack([others_at, [0, 0, 1]])
        between = HERE @ np.vstack([np.linalg.solve(square, np.vstack([at, [0, 0, 1]]))])
        return float(self._window.seen(other._picture, between) @ self._sharp.seen)


@dataclass(frozen=True)
class Query:
    """A cut-out to be compared with views: its contrast sharp and blurred, and its rings."""

    sharp: Picture
    soft: Picture
    rings: NDArray[np.complex64]

    @classmethod
    def of(cls, cut: Frame) -> Query:
        """Prepare a cut-out."""
        picture = contrast(cut)
        return cls(picture, _soft(picture), query_rings(picture))


@dataclass(frozen=True)
class _Target:
    """A view's window at one sharpness, and how what it sees changes as it is moved, turned and stretched."""

    window: Window
    seen: NDArray[np.float32]
    descent: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Picture, window: Window) -> _Target:
        flat = window.weighted(window.sample(picture, HERE))
        length = float(np.linalg.norm(flat)) + 1e-6
        seen = flat / length
        changes = []
        for dx, dy in ((1, 0), (0, 1)):
            slope = np.asarray(cv2.Sobel(picture, cv2.CV_32F, dx, dy, scale=1 / 8), np.float32)
            slope = window.sample(slope, HERE)
            changes += [window.weighted(slope * share[:, None]) / length for share in window.places]
        jacobian = np.stack(changes, 1)
        # What is seen keeps the length 1, so that it does not change along itself.
        jacobian -= seen[:, None] * (seen @ jacobian)
        hessian = jacobian.T @ jacobian
        damped = hessian + np.diag(np.diag(hessian)) * _DAMPING + np.eye(6) * 1e-9
        return cls(window, seen, np.asarray(np.linalg.solve(damped, jacobian.T), np.float32))

    def refined(self, picture: Picture, start: Affine, steps: int) -> tuple[float, Affine]:
        best, best_at, at = -1.0, start, start
        for _ in range(steps):
            seen = self.window.seen(picture, at)
            likeness = float(seen @ self.seen)
            if likeness > best:
                best, best_at = likeness, at
            after = _composed(at, self.descent @ (seen - self.seen))
            if after is None or np.abs(after - at).max() < _ENOUGH:
                break
            at = after
        return best, best_at


def _soft(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _SOFT), np.float32)


def _composed(at: Affine, step: NDArray[np.float32]) -> Affine | None:
    """`at` after a step back, or None where no die could lie so."""
    change = np.array([[1 + step[0], step[1], step[2]], [step[3], 1 + step[4], step[5]], [0, 0, 1]])
    if abs(np.linalg.det(change)) < 0.1:
        return None
    after = np.asarray(at @ np.linalg.inv(change), np.float64)
    a, b, c, d = after[0, 0], after[0, 1], after[1, 0], after[1, 1]
    # Sum and difference are the singular values: how far the face is stretched and squeezed.
    half_sum, half_gap = np.hypot(a + d, c - b) / 2, np.hypot(a - d, c + b) / 2
    if half_sum + half_gap > _MOST_STRETCH or half_sum - half_gap < _LEAST_STRETCH:
        return None
    if np.hypot(after[0, 2] - MIDDLE, after[1, 2] - MIDDLE) > _MOST_SHIFT:
        return None
    return after
