"""What a tray's floor is made of, each material as a picture of its own colours under even light."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import Colour
from vision.scene.model import Surface

Image = NDArray[np.float32]
Shape = tuple[int, int]


def floor_picture(surface: Surface, dye: Colour | None, rng: np.random.Generator, shape: Shape) -> Image:
    """A floor of this material, (height, width, 3) float, in its usual colour or dyed."""
    return _MATERIALS[surface](rng, shape, dye)


def mottle(rng: np.random.Generator, shape: Shape, sigma: tuple[float, float]) -> Image:
    """Smooth noise of unit spread whose spots are about `sigma` px (x, y) large."""
    step_x, step_y = (max(1.0, s / 1.5) for s in sigma)
    coarse = (int(shape[0] / step_y) + 3, int(shape[1] / step_x) + 3)
    grains = rng.standard_normal(coarse, dtype=np.float32)
    blur_x, blur_y = max(0.3, sigma[0] / step_x), max(0.3, sigma[1] / step_y)
    smooth = cv2.GaussianBlur(grains, (0, 0), sigmaX=blur_x, sigmaY=blur_y)
    # Normed while it is small.
    mean, spread = cv2.meanStdDev(smooth)
    smooth = (smooth - np.float32(mean[0, 0])) / np.float32(max(spread[0, 0], 1e-6))
    return np.asarray(cv2.resize(smooth, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)


def coloured(level: Image, colour: Colour) -> Image:
    """A colour whose brightness varies by `level`, a share."""
    return np.asarray(cv2.merge([(1 + level) * np.float32(part) for part in colour]), dtype=np.float32)


def _felt(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    fibres = 0.05 * mottle(rng, shape, (0.6, 0.6)) + 0.035 * mottle(rng, shape, (1.6, 1.6))
    clouds = 0.025 * mottle(rng, shape, (7, 7)) + 0.03 * mottle(rng, shape, (60, 60))
    return coloured(fibres + clouds, dye or (52, 104, 34))


def _wood(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    rows = np.arange(shape[0], dtype=np.float32)[:, None]
    bend = 26 * mottle(rng, shape, (190, 60))
    rings = _wave((rows + bend) * np.float32(2 * np.pi / 34))
    rings += 0.5 * _wave((rows + 1.3 * bend) * np.float32(2 * np.pi / 11))
    pores = np.minimum(mottle(rng, shape, (14, 0.6)), 0)
    level = 0.055 * rings + 0.05 * pores + 0.04 * mottle(rng, shape, (120, 5))
    level += 0.012 * mottle(rng, shape, (0.6, 0.6))
    return coloured(np.asarray(level, dtype=np.float32), dye or (84, 132, 178))


def _wave(turns: Image) -> Image:
    return np.asarray(np.sin(turns, dtype=np.float32), dtype=np.float32)


def _paper(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    level = 0.008 * mottle(rng, shape, (0.6, 0.6)) + 0.008 * mottle(rng, shape, (3, 3))
    return coloured(level + 0.015 * mottle(rng, shape, (80, 80)), dye or (204, 212, 216))


def _weave(rng: np.random.Generator, shape: Shape) -> Image:
    across = np.sin(np.arange(shape[1], dtype=np.float32) * np.float32(2 * np.pi / 4.3))
    down = np.sin(np.arange(shape[0], dtype=np.float32) * np.float32(2 * np.pi / 4.3))
    level = 0.09 * down[:, None] * across + 0.07 * mottle(rng, shape, (0.7, 0.7))
    return np.asarray(level + 0.05 * mottle(rng, shape, (40, 40)), dtype=np.float32)


def _cloth(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    return coloured(_weave(rng, shape), dye or (62, 52, 50))


def _stripes(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    """A woven cloth with stripes of a second colour."""
    turn, period = rng.uniform(0, np.pi), rng.uniform(50, 130)
    columns = np.arange(shape[1], dtype=np.float32) * np.float32(np.cos(turn) / period)
    rows = np.arange(shape[0], dtype=np.float32) * np.float32(np.sin(turn) / period)
    inside = (rows[:, None] + columns) % 1.0 < np.float32(rng.uniform(0.25, 0.5))
    level = 0.6 * _weave(rng, shape)
    cloth, stripe = coloured(level, dye or (150, 176, 190)), coloured(level, _other(rng))
    return np.asarray(cv2.copyTo(stripe, inside.astype(np.uint8), cloth), dtype=np.float32)


def _other(rng: np.random.Generator) -> Colour:
    blue, green, red = (int(part) for part in rng.integers(30, 190, 3))
    return blue, green, red


def _carpet(rng: np.random.Generator, shape: Shape, dye: Colour | None) -> Image:
    """Loops of yarn, some darker than others."""
    loops = np.tanh(1.4 * mottle(rng, shape, (2.1, 2.1)))
    level = 0.17 * loops + 0.07 * mottle(rng, shape, (0.7, 0.7)) + 0.05 * mottle(rng, shape, (30, 30))
    return coloured(np.asarray(level, dtype=np.float32), dye or (108, 118, 124))


_MATERIALS: dict[Surface, Callable[[np.random.Generator, Shape, Colour | None], Image]] = {
    "felt": _felt,
    "wood": _wood,
    "paper": _paper,
    "cloth": _cloth,
    "stripes": _stripes,
    "carpet": _carpet,
}
