"""Whether two aligned pictures have the same colours, as far as another light lets them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.enrolment.patches import Picture
from vision.enrolment.windows import HERE, Affine, Window
from vision.reading import Frame

_DARK = 45.0
_BLUR = 1.0
_FREE_SHIFT = 0.05
_SHIFT_COST = 1.0
_FREE_SPREAD = 0.05
_SPREAD_COST = 0.8


@dataclass(frozen=True)
class Tone:
    """A cut-out's colour without its brightness: red against green, and blue against both."""

    picture: Picture

    @classmethod
    def of(cls, cut: Frame) -> Tone:
        """The colours of a cut-out."""
        soft = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), _BLUR)
        blue, green, red = cv2.split(soft)
        total = blue + green + red + _DARK
        return cls(
            np.asarray(cv2.merge([(red - green) / total, (blue - (green + red) / 2) / total]), np.float32)
        )

    def fault(self, other: Tone, at: Affine, window: Window) -> float:
        """What to take off the likeness where this picture, sampled at `at`, has other colours."""
        difference = window.sample(self.picture, at) - window.sample(other.picture, HERE)
        weights = window.weights
        shift = weights @ difference
        spread = float(np.sqrt(weights @ np.square(difference - shift).sum(1)))
        size = float(np.hypot(*shift))
        return _SHIFT_COST * max(0.0, size - _FREE_SHIFT) + _SPREAD_COST * max(0.0, spread - _FREE_SPREAD)
