"""Whether a camera's frames are of use: light, sharpness, flicker and colour, measured over a few seconds."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

_ROWS, _STRIPS = 120, 16
"""The copy in which flicker is sought: bands run along the rows, things that move cover some strips."""

_DARKEST, _BRIGHTEST = 8.0, 245.0
"""Grey levels between which brightness says something about the light."""

_CLIPPED = 250
_EDGE_REACH = 15
"""Width in px of the surroundings in which an edge rises from its dark to its bright side."""

_EDGE_CONTRAST = 50.0
"""Grey levels that an edge must span; fainter ones are noise and texture."""

_EDGE_SHARE = 2e-4
"""Share of the frame that clear edges must cover before they say anything about the focus."""


@dataclass(frozen=True)
class Health:
    """What was measured.

    `brightness` is the mean grey level, `colour` the mean red, green and blue (0 to 255), `clipped` the share
    of overexposed pixels. `edge_px` is how many px the sharpest edges take to rise, None where nothing has a
    clear edge. `flicker` is the amplitude of the light's changes, as a share of it, None where it is too dark
    or too bright to tell.
    """

    size: tuple[int, int]
    frames: int
    brightness: float
    colour: tuple[float, float, float]
    clipped: float
    edge_px: float | None
    flicker: float | None


class HealthMeter:
    """Takes frames of a resting scene one by one, keeping little of each; things that move disturb little."""

    def __init__(self) -> None:
        self._profiles: list[NDArray[np.float32]] = []
        self._last: Frame | None = None

    def feed(self, frame: Frame) -> None:
        """Take the next frame; ValueError for one of another size than those before."""
        if self._last is not None and self._last.shape != frame.shape:
            raise ValueError("The frames change their size: measure those of one size.")
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        profile = cv2.resize(grey.astype(np.float32), (_STRIPS, _ROWS), interpolation=cv2.INTER_AREA)
        self._profiles.append(np.asarray(profile, np.float32))
        self._last = frame

    def health(self) -> Health:
        """The figures so far; ValueError before the first frame."""
        if self._last is None:
            raise ValueError("No frame has been fed yet.")
        grey = np.asarray(cv2.cvtColor(self._last, cv2.COLOR_BGR2GRAY), np.uint8)
        blue, green, red = (float(mean) for mean in self._last.mean(axis=(0, 1)))
        return Health(
            size=(self._last.shape[1], self._last.shape[0]),
            frames=len(self._profiles),
            brightness=float(grey.mean()),
            colour=(red, green, blue),
            clipped=float((grey >= _CLIPPED).mean()),
            edge_px=edge_width(grey),
            flicker=flicker(np.stack(self._profiles)),
        )


def edge_width(grey: NDArray[np.uint8]) -> float | None:
    """How many px the sharpest tenth of the clear edges takes to rise; None where there is no clear edge.

    An edge's contrast divided by its steepest slope. About 2 to 4 px in a sharp picture, whatever it shows.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
    around = np.ones((_EDGE_REACH, _EDGE_REACH), np.uint8)
    contrast = cv2.subtract(cv2.dilate(smooth, around), cv2.erode(smooth, around)).astype(np.float32)
    level = smooth.astype(np.float32)
    slope = np.hypot(np.gradient(level, axis=0), np.gradient(level, axis=1)).astype(np.float32)
    # The steepest place of each edge alone tells its width.
    crest = (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8))) & (contrast >= _EDGE_CONTRAST)
    if float(crest.mean()) < _EDGE_SHARE:
        return None
    widths = contrast[crest] / np.maximum(slope[crest], 1e-3)
    return float(np.quantile(widths, 0.1))


def flicker(profiles: NDArray[np.float32]) -> float | None:
    """How much the light changes from frame to frame and from row to row, as a share of it.

    `profiles` holds a reduced grey copy a frame: frames x rows x strips. A lamp's flicker changes whole rows,
    by a factor; the amplitude of a sine of the same power is given. Neither daylight's drift counts nor what
    moves in less than half of the strips. Bands that stand still, from a lamp in step with the camera, cannot
    be told from the scene.
    """
    frames = len(profiles)
    usual = np.median(profiles, axis=0)
    lit = (usual > _DARKEST) & (usual < _BRIGHTEST)
    rows = lit.sum(axis=1) >= _STRIPS // 4
    if frames < 3 or rows.sum() < _ROWS // 4:
        return None
    factor = np.where(lit, profiles / np.maximum(usual, 1), np.nan)[:, rows]
    of_row = np.nanmedian(factor, axis=2)
    of_frame = of_row.mean(axis=1)
    bands = of_row / of_frame[:, None]
    time = np.arange(frames) - (frames - 1) / 2
    beat = of_frame - of_frame.mean() - time * (time @ of_frame) / (time @ time)
    return float(np.sqrt(2 * (np.mean((bands - bands.mean(axis=0)) ** 2) + np.mean(beat**2))))
