"""Every turn of a die tried at once: on rings around its middle, a turn is a shift.

Pictures are sampled on rings, and all shifts of a ring are compared by one Fourier transform (Reddy and
Chatterji, "An FFT-based technique for translation, rotation, and scale-invariant image registration", 1996).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolment.patches import DIE_PX, MIDDLE, Picture
from vision.enrolment.windows import Affine

TURNS = 40

_RINGS = 9
_REACH = 0.3 * DIE_PX
_SPREAD = 0.15 * DIE_PX
_SHIFT = 0.22 * DIE_PX
"""How far the top face's middle may lie from the box's: a quarter of the die, seen from 45 degrees."""

_SHIFT_STEP = 0.055 * DIE_PX
_SCALES = (0.87, 1.0, 1.15)
"""A box is often too large by the die's shadow."""


def _shifts() -> NDArray[np.float32]:
    steps = np.arange(-_SHIFT, _SHIFT + 0.01, _SHIFT_STEP)
    grid = np.array([(x, y) for y in steps for x in steps], np.float32)
    return np.asarray(grid[np.hypot(grid[:, 0], grid[:, 1]) <= _SHIFT * 1.05])


def _inverse_transform() -> NDArray[np.float32]:
    """Real and imaginary part of a ring's spectrum to its values: (2, turns, frequencies).

    As one product of matrices this is faster than as many small transforms.
    """
    frequency = np.arange(TURNS // 2 + 1)
    phase = 2 * np.pi / TURNS * np.outer(np.arange(TURNS), frequency)
    count = np.where((frequency == 0) | (frequency == TURNS // 2), 1.0, 2.0) / TURNS
    return np.stack([np.cos(phase) * count, -np.sin(phase) * count]).astype(np.float32)


_SHIFTS = _shifts()
_NO_SHIFT = np.zeros((1, 2), np.float32)
_RADII = (np.arange(_RINGS, dtype=np.float32) + 0.5) / _RINGS * _REACH
_ANGLES = np.arange(TURNS, dtype=np.float32) * np.float32(2 * np.pi / TURNS)
_X = (_RADII[:, None] * np.cos(_ANGLES)).astype(np.float32)
_Y = (_RADII[:, None] * np.sin(_ANGLES)).astype(np.float32)
_AREAS = _RADII * np.exp(-((_RADII / _SPREAD) ** 2) / 2)
_WEIGHTS = (np.sqrt(_AREAS) / np.linalg.norm(np.sqrt(_AREAS))).astype(np.float32)
_TO_TURNS = _inverse_transform()


def view_rings(picture: Picture) -> NDArray[np.complex64]:
    """An enrolled picture's rings, conjugated: (frequencies, rings)."""
    return np.conj(_spectra(picture, _NO_SHIFT, (1.0,))[:, 0])


def query_rings(picture: Picture) -> NDArray[np.complex64]:
    """The rings of a picture at every place and scale where a face may lie: (frequencies, places, rings)."""
    return _spectra(picture, _SHIFTS, _SCALES)


def compare(
    query: NDArray[np.complex64], views: NDArray[np.complex64]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Likeness (-1 to 1) of each view at each turn, and the place where it is best: both (turns, views).

    `query` is of `query_rings`; `views` are stacked `view_rings`, (frequencies, rings, views).
    """
    spectra = query @ views
    frequencies, places, number = spectra.shape
    flat = spectra.reshape(frequencies, places * number)
    likeness = (_TO_TURNS[0] @ flat.real + _TO_TURNS[1] @ flat.imag).reshape(TURNS, places, number)
    best = likeness.argmax(1)
    return np.take_along_axis(likeness, best[:, None], 1)[:, 0], best


def alignment(place: int, turn: int) -> Affine:
    """The affine map that a place and turn of `compare` stand for."""
    scale = _SCALES[place // len(_SHIFTS)]
    x, y = _SHIFTS[place % len(_SHIFTS)]
    c, s = scale * np.cos(turn * 2 * np.pi / TURNS), scale * np.sin(turn * 2 * np.pi / TURNS)
    return np.array([[c, -s, MIDDLE + x], [s, c, MIDDLE + y]])


def _spectra(
    picture: Picture, shifts: NDArray[np.float32], scales: tuple[float, ...]
) -> NDArray[np.complex64]:
    grey = np.ascontiguousarray(picture.sum(2))
    middle = np.float32(MIDDLE)
    map_x = np.concatenate([_X * np.float32(scale) + shifts[:, :1, None] for scale in scales]) + middle
    map_y = np.concatenate([_Y * np.float32(scale) + shifts[:, 1:, None] for scale in scales]) + middle
    number = len(map_x)
    flat = (number, _RINGS * TURNS)
    rings = cv2.remap(grey, map_x.reshape(flat), map_y.reshape(flat), cv2.INTER_LINEAR)
    rings = rings.reshape(number, _RINGS, TURNS)
    mean = np.tensordot(rings.mean(2), _WEIGHTS**2, 1)
    rings = (rings - mean[:, None, None]) * _WEIGHTS[:, None]
    rings /= np.sqrt(np.square(rings).sum((1, 2), keepdims=True)) + 1e-6
    return np.ascontiguousarray(np.fft.rfft(rings, axis=2).astype(np.complex64).transpose(2, 0, 1))
