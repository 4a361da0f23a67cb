"""The empty tray: its floor's material and its walls, lit, as one picture that is drawn once and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Camera, Light, Surface
from vision.scene.optics import View, brightness, shadow_shift, tint

Image = NDArray[np.float32]
Shape = tuple[int, int]

_WALL_HEIGHT = 2.2
"""Height of the tray's wall in wall widths."""

_WALL_COLOUR = np.array((46, 66, 92), np.float32)


@lru_cache(maxsize=4)
def empty_tray(
    surface: Surface, light: Light, camera: Camera, size: tuple[int, int], walls: float, texture: int
) -> Image:
    """The lit tray without dice, (height, width, 3) float, 0 to 255; shared, hence read-only."""
    width, height = size
    rng = np.random.default_rng([texture, 17])
    floor = _MATERIALS[surface](rng, (height, width))
    floor *= _lamp_falloff(light, (height, width))[..., None]
    if walls > 0:
        floor = _with_walls(floor, rng, light, View.of(camera, size), walls * height)
    floor *= tint(light).astype(np.float32)
    floor.setflags(write=False)
    return floor


def _mottle(rng: np.random.Generator, shape: Shape, sigma: tuple[float, float]) -> Image:
    """Smooth noise of unit spread whose spots are about `sigma` px (x, y) large."""
    step_x, step_y = (max(1.0, s / 1.5) for s in sigma)
    coarse = (int(shape[0] / step_y) + 3, int(shape[1] / step_x) + 3)
    grains = rng.standard_normal(coarse, dtype=np.float32)
    blur_x, blur_y = max(0.3, sigma[0] / step_x), max(0.3, sigma[1] / step_y)
    smooth = cv2.GaussianBlur(grains, (0, 0), sigmaX=blur_x, sigmaY=blur_y)
    spots = cv2.resize(smooth, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray((spots - spots.mean()) / max(float(spots.std()), 1e-6), dtype=np.float32)


def _coloured(level: Image, colour: tuple[int, int, int]) -> Image:
    """A colour whose brightness varies by `level`, a share."""
    return np.asarray((1 + level)[..., None] * np.array(colour, np.float32), dtype=np.float32)


def _felt(rng: np.random.Generator, shape: Shape) -> Image:
    fibres = 0.05 * _mottle(rng, shape, (0.6, 0.6)) + 0.035 * _mottle(rng, shape, (1.6, 1.6))
    return _coloured(
        fibres + 0.025 * _mottle(rng, shape, (7, 7)) + 0.03 * _mottle(rng, shape, (60, 60)), (52, 104, 34)
    )


def _wood(rng: np.random.Generator, shape: Shape) -> Image:
    rows = np.arange(shape[0], dtype=np.float32)[:, None]
    bend = 26 * _mottle(rng, shape, (190, 60))
    rings = np.sin((rows + bend) * (2 * np.pi / 34)) + 0.5 * np.sin((rows + 1.3 * bend) * (2 * np.pi / 11))
    pores = np.minimum(_mottle(rng, shape, (14, 0.6)), 0)
    level = (
        0.055 * rings
        + 0.05 * pores
        + 0.04 * _mottle(rng, shape, (120, 5))
        + 0.012 * _mottle(rng, shape, (0.6, 0.6))
    )
    return _coloured(np.asarray(level, dtype=np.float32), (84, 132, 178))


def _paper(rng: np.random.Generator, shape: Shape) -> Image:
    return _coloured(
        0.008 * _mottle(rng, shape, (0.6, 0.6))
        + 0.008 * _mottle(rng, shape, (3, 3))
        + 0.015 * _mottle(rng, shape, (80, 80)),
        (204, 212, 216),
    )


def _cloth(rng: np.random.Generator, shape: Shape) -> Image:
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    weave = np.sin(columns * (2 * np.pi / 4.3)) * np.sin(rows * (2 * np.pi / 4.3))
    level = 0.09 * weave + 0.07 * _mottle(rng, shape, (0.7, 0.7)) + 0.05 * _mottle(rng, shape, (40, 40))
    return _coloured(np.asarray(level, dtype=np.float32), (62, 52, 50))


_MATERIALS: dict[Surface, Callable[[np.random.Generator, Shape], Image]] = {
    "felt": _felt,
    "wood": _wood,
    "paper": _paper,
    "cloth": _cloth,
}


def _lamp_falloff(light: Light, shape: Shape) -> Image:
    """A little more light on the lamp's side."""
    rows = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :]
    azimuth = np.deg2rad(light.azimuth)
    return np.asarray(1 + 0.07 * (np.cos(azimuth) * columns + np.sin(azimuth) * rows), dtype=np.float32)


def _with_walls(floor: Image, rng: np.random.Generator, light: Light, view: View, wall: float) -> Image:
    """Put a wooden wall of `wall` px around the floor, its inner sides seen in perspective."""
    height, width = floor.shape[:2]
    rise = _WALL_HEIGHT * wall
    low = np.array([(wall, wall), (width - wall, wall), (width - wall, height - wall), (wall, height - wall)])
    high = view.project(np.column_stack([low, np.full(4, rise)]))
    grain = _coloured(0.06 * _mottle(rng, (height, width), (30, 1.2)), (1, 1, 1)) * _WALL_COLOUR

    inside = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(low).astype(np.int32), 255)
    picture = np.where(inside[..., None] > 0, _shaded_by_walls(floor, low, light, rise), 1.08 * grain)
    inner_normals = ((0, 1, 0), (-1, 0, 0), (0, -1, 0), (1, 0, 0))
    for side, normal in enumerate(inner_normals):
        following = (side + 1) % 4
        quad = np.rint([low[side], low[following], high[following], high[side]]).astype(np.int32)
        face = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(face, quad, 255)
        level = float(brightness(light, np.array(normal, np.float32)))
        picture = np.where((face > 0)[..., None], min(level, 1.1) * 0.85 * grain, picture)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.5), dtype=np.float32)


def _shaded_by_walls(floor: Image, low: NDArray[np.float64], light: Light, rise: float) -> Image:
    """The floor with the wall's shadow and the dim seam along the wall.

    A floor point is lit when its ray to the light leaves through the opening between the walls' tops.
    """
    lit = np.zeros(floor.shape[:2], np.uint8)
    cv2.fillConvexPoly(lit, np.rint(low + shadow_shift(light, rise)).astype(np.int32), 255)
    open_sky = np.zeros_like(lit)
    cv2.fillConvexPoly(open_sky, np.rint(low).astype(np.int32), 255)
    sharp = cv2.GaussianBlur(lit, (0, 0), max(0.5, 1.5 * light.softness * rise)).astype(np.float32) / 255
    seam = cv2.GaussianBlur(open_sky, (0, 0), max(0.5, 0.35 * rise)).astype(np.float32) / 255
    level = light.ambient * (0.5 + 0.5 * seam) + (1 - light.ambient) * sharp
    return np.asarray(floor * level[..., None], dtype=np.float32)
