"""Which part of a die's picture is compared, and how it is found in another picture."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolment.patches import DIE_PX, MIDDLE, Picture

Affine: TypeAlias = NDArray[np.float64]
"""(2, 3): from px around an enrolled face's middle to px of a cut-out."""

HERE: Affine = np.array([[1.0, 0.0, MIDDLE], [0.0, 1.0, MIDDLE]])
"""The alignment of a picture with itself."""


class Window:
    """The places of a die's picture that are compared, and how much each counts.

    `radius` and `spread` are shares of the die's size: where the window ends, and the standard deviation of
    the weights, which fall off from the middle. `places` are homogeneous columns (3, n) in px around the
    middle; `weights` (n,) sum to 1.
    """

    def __init__(self, radius: float, spread: float) -> None:
        reach = int(np.ceil(radius * DIE_PX))
        y, x = (axis.ravel() for axis in np.mgrid[-reach : reach + 1, -reach : reach + 1])
        inside = np.hypot(x, y) <= radius * DIE_PX
        x, y = x[inside], y[inside]
        weights = np.exp(-(x**2 + y**2) / (2 * (spread * DIE_PX) ** 2))
        self.places = np.stack([x, y, np.ones_like(x)]).astype(np.float32)
        self.weights = (weights / weights.sum()).astype(np.float32)
        self._roots = np.sqrt(self.weights)[:, None]

    def sample(self, picture: Picture, at: Affine) -> NDArray[np.float32]:
        """The picture's values where `at` puts the window's places: (n, channels)."""
        maps = at.astype(np.float32) @ self.places
        return np.asarray(cv2.remap(picture, maps[:1], maps[1:], cv2.INTER_LINEAR)[0], np.float32)

    def weighted(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """The values (n, channels) without their mean, weighted and flat."""
        return np.asarray(((values - self.weights @ values) * self._roots).ravel(), np.float32)

    def seen(self, picture: Picture, at: Affine) -> NDArray[np.float32]:
        """What the window sees, as a flat array of length 1: likeness is a scalar product."""
        flat = self.weighted(self.sample(picture, at))
        return np.asarray(flat / (np.sqrt(flat @ flat) + 1e-6), np.float32)
