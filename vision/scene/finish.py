"""What a die's body is made of: one colour, two mixed in swirls or specks."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import Finish
from vision.scene.model import SceneDie

Image = NDArray[np.float32]

_TILE = 192
"""Width and height in px of a pattern that is laid over a whole die."""

_COVERS = 2.4
"""How many die sizes a pattern is wide: a lying d8 is 1.7 sizes across."""


def second_share(die: SceneDie, shape: tuple[int, int], middle: tuple[float, float], scale: float) -> Image:
    """How much of each px (height, width) is of the die's second colour, 0 to 1.

    `middle` is the die's middle in this picture, `scale` how many of its px make one of the frame's.
    """
    size = _COVERS * die.size * scale
    turn = np.deg2rad(die.angle)
    across = size / _TILE * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    start = np.array(middle) - across @ np.array([_TILE / 2, _TILE / 2])
    matrix = np.column_stack([across, start])
    tile = _pattern(die.make.finish, die.make.grain)
    return np.asarray(
        cv2.warpAffine(
            tile, matrix, (shape[1], shape[0]), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        dtype=np.float32,
    )


@lru_cache(maxsize=32)
def _pattern(finish: Finish, grain: int) -> Image:
    rng = np.random.default_rng([grain, 31])
    pattern = _swirls(rng) if finish == "marbled" else _specks(rng)
    pattern.setflags(write=False)
    return pattern


def _clouds(rng: np.random.Generator, sigma: float) -> Image:
    clouds = cv2.GaussianBlur(rng.standard_normal((_TILE, _TILE), dtype=np.float32), (0, 0), sigma)
    return np.asarray(clouds / clouds.std(), dtype=np.float32)


def _swirls(rng: np.random.Generator) -> Image:
    """Veins: stripes bent by clouds, as two colours that were stirred before the cast."""
    rows, columns = np.mgrid[0:_TILE, 0:_TILE].astype(np.float32)
    bent = _clouds(rng, 16) * 2.2 + _clouds(rng, 6) * 0.7 + (rows + 0.4 * columns) / rng.uniform(11, 18)
    veins = 0.5 + 0.5 * np.sin(bent)
    return np.asarray(rng.uniform(0.45, 0.75) * veins**1.6, dtype=np.float32)


def _specks(rng: np.random.Generator) -> Image:
    """Grains of the second colour, far smaller than a pip."""
    fine, coarse = _clouds(rng, 1.1), _clouds(rng, 2.0)
    return np.asarray(np.clip(3 * (np.maximum(fine, coarse) - 1.7), 0, 0.9), dtype=np.float32)
