"""The empty tray: its floor and walls, lit, as one picture that is drawn once and kept."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.clutter import lay_clutter
from vision.scene.model import Camera, Light, Scene
from vision.scene.optics import Points, View, brightness, dim, shadow_shift, soften, tint
from vision.scene.surfaces import coloured, floor_picture, mottle

Image = NDArray[np.float32]

_WALL_HEIGHT = 2.2
"""Height of the tray's wall in wall widths."""

_WALL_COLOUR = (50, 71, 99)

_INNER = 0.79
"""How bright a wall's inner side is, lit from its front, against its upper edge."""

_TABLE_COLOUR = (58, 62, 66)
"""What an oblique camera sees beyond the tray."""

_FARTHEST = 400
"""How much (px) an oblique camera sees of the floor beyond the frame's size on each side, at most."""


def empty_tray(scene: Scene) -> Image:
    """The lit tray of a scene without its dice, (height, width, 3) float, 0 to 255; shared, read-only."""
    bare = Scene(
        surface=scene.surface,
        light=scene.light,
        size=scene.size,
        walls=scene.walls,
        texture=scene.texture,
        dye=scene.dye,
        clutter=scene.clutter,
        camera=Camera(scene.camera.height, scene.camera.nadir, tilt=scene.camera.tilt),
    )
    return _drawn(bare)


@lru_cache(maxsize=4)
def _drawn(scene: Scene) -> Image:
    width, height = scene.size
    view, wall = View.of_scene(scene), scene.walls * height
    rng = np.random.default_rng([scene.texture, 17])
    beyond = 0 if view.is_level else _seen_beyond(view, scene.size)
    shape = (height + 2 * beyond, width + 2 * beyond)
    floor = floor_picture(scene.surface, scene.dye, rng, shape)
    lay_clutter(floor, scene.clutter, scene.light, (beyond, beyond))
    light = _lamp_falloff(scene.light, shape)
    if wall > 0:
        light *= _light_between_walls(shape, _floor_corners(scene.size, wall) + beyond, scene.light, wall)
    dim(floor, light)
    if beyond:
        shifted = view.floor_to_frame() @ np.array([[1, 0, -beyond], [0, 1, -beyond], [0, 0, 1]])
        floor = np.asarray(cv2.warpPerspective(floor, shifted, (width, height)), dtype=np.float32)
    if wall > 0:
        _lay_walls(floor, rng, scene, view, wall)
    floor *= tint(scene.light).astype(np.float32)
    floor.setflags(write=False)
    return floor


def _seen_beyond(view: View, size: tuple[int, int]) -> int:
    """How far (px) the floor that the frame shows reaches beyond the frame's own size."""
    width, height = size
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], dtype=np.float64)
    floor = cv2.perspectiveTransform(corners, np.linalg.inv(view.floor_to_frame()))[0]
    over = np.maximum(-floor, floor - np.array(size)).max()
    return int(np.clip(np.ceil(over), 1, _FARTHEST))


def _floor_corners(size: tuple[int, int], inset: float) -> Points:
    width, height = size
    return np.array(
        [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)]
    )


def _lamp_falloff(light: Light, shape: tuple[int, int]) -> Image:
    """A little more light on the lamp's side, (height, width)."""
    rows = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :]
    azimuth = np.deg2rad(light.azimuth)
    across, down = 0.07 * float(np.cos(azimuth)), 0.07 * float(np.sin(azimuth))
    return np.asarray(1 + across * columns + down * rows, dtype=np.float32)


def _light_between_walls(shape: tuple[int, int], low: Points, light: Light, wall: float) -> Image:
    """The walls' shadow on the floor and the dim seam along the walls, (height, width).

    A floor point is lit when its ray to the light leaves through the opening between the walls' tops.
    """
    rise = _WALL_HEIGHT * wall
    lit, open_sky = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(lit, np.rint(low + shadow_shift(light, rise)).astype(np.int32), 255)
    cv2.fillConvexPoly(open_sky, np.rint(low).astype(np.int32), 255)
    sharp = soften(lit, max(0.5, 1.5 * light.softness * rise))
    seam = soften(open_sky, max(0.5, 0.35 * rise))
    level = 0.5 * light.ambient + (0.5 * light.ambient / 255) * seam + ((1 - light.ambient) / 255) * sharp
    return np.asarray(level, dtype=np.float32)


def _lay_walls(picture: Image, rng: np.random.Generator, scene: Scene, view: View, wall: float) -> None:
    """Draw a wooden wall of `wall` px around the floor, its inner sides seen in perspective."""
    flat = _floor_corners(scene.size, wall)
    low = view.project(np.column_stack([flat, np.zeros(4)]))
    high = view.project(np.column_stack([flat, np.full(4, _WALL_HEIGHT * wall)]))
    height, width = picture.shape[:2]
    grain = coloured(0.06 * mottle(rng, (height, width), (30, 1.2)), _WALL_COLOUR)

    outside = np.full((height, width), 255, np.uint8)
    _fill(outside, low, 0)
    sides = []
    for side, normal in enumerate(((0, 1, 0), (-1, 0, 0), (0, -1, 0), (1, 0, 0))):
        following = (side + 1) % 4
        quad = np.array([low[side], low[following], high[following], high[side]])
        to_eye = view.eye - np.array([*flat[side], _WALL_HEIGHT * wall])
        if np.array(normal) @ to_eye > 0:
            sides.append((quad, min(1.1, float(brightness(scene.light, np.array(normal, np.float32))))))
        else:
            _fill(outside, quad, 255)
    cv2.copyTo(grain, outside, picture)
    for quad, level in sides:
        x, y, wide, high_px = cv2.boundingRect(quad.astype(np.float32))
        part = np.s_[max(y, 0) : max(y + high_px, 0), max(x, 0) : max(x + wide, 0)]
        face = np.zeros((height, width), np.uint8)
        _fill(face, quad, 255)
        picture[part] = np.where(
            face[part][..., None] > 0, np.float32(_INNER * level) * grain[part], picture[part]
        )
    if not view.is_level:
        rim = view.project(np.column_stack([_floor_corners(scene.size, 0), np.full(4, _WALL_HEIGHT * wall)]))
        table = np.full((height, width), 255, np.uint8)
        _fill(table, rim, 0)
        cv2.copyTo(coloured(0.03 * mottle(rng, (height, width), (4, 4)), _TABLE_COLOUR), table, picture)


def _fill(mask: NDArray[np.uint8], corners: Points, level: int) -> None:
    cv2.fillConvexPoly(mask, np.rint(corners * 16).astype(np.int32), level, cv2.LINE_AA, 4)
