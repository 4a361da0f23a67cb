"""A scene to a frame, and what a reader should say about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame
from vision.scene.dice import Layer, die_layer
from vision.scene.hand import lay_hand
from vision.scene.model import Camera, Scene, SceneDie
from vision.scene.optics import View, dim
from vision.scene.pose import Pose
from vision.scene.shadows import lay_seam, lay_shadows
from vision.scene.tray import empty_tray

Image = NDArray[np.float32]

_NOISE_LENGTH = 1 << 21
"""How much noise is kept ready, as numbers: more than twice what a frame of 640 x 480 px takes."""


@dataclass(frozen=True)
class DieTruth:
    """What a perfect reader reads: the die's kind ("d6" for colours that no Favor die has), face and value.

    `box` is x, y, width, height in px around the die, cut at the frame's edge; `top` are the upper face's
    corners in px, clockwise. A neighbour in front of the die is not taken into account.
    """

    kind: str
    body: str
    face: str
    value: int | None
    box: tuple[float, float, float, float]
    top: tuple[tuple[float, float], ...]


def render(scene: Scene, *, seed: int = 0) -> Frame:
    """Draw a scene as the camera sees it.

    The same scene and seed give the same frame; another seed gives other sensor noise and nothing else.
    """
    return expose(lit_scene(scene), scene.camera, seed)


def lit_scene(scene: Scene) -> Image:
    """The scene before the sensor, (height, width, 3) float, 0 to 255: the same however often it is taken."""
    view, light = View.of_scene(scene), scene.light
    frame = empty_tray(scene).copy()
    lay_shadows(frame, scene.dice, view, light)
    # What is nearer to the camera covers what is behind it.
    for die in sorted(scene.dice, key=lambda each: -float(np.linalg.norm(Pose.of(each).middle - view.eye))):
        lay_seam(frame, die, view)
        _lay(frame, die_layer(die, view, light))
    if scene.hand is not None:
        lay_hand(frame, scene.hand, light)
    dim(frame, _vignette(scene.size, scene.camera.vignette))
    if scene.camera.defocus > 0:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), scene.camera.defocus), dtype=np.float32)
    return frame


def expose(picture: Image, camera: Camera, seed: int) -> Frame:
    """Take a lit scene with the sensor's noise, as 8-bit blue-green-red."""
    if camera.noise > 0:
        noise, sign = _noise(picture.shape, seed)
        picture = np.asarray(cv2.scaleAdd(noise, sign * camera.noise, picture), dtype=np.float32)
    return np.asarray(cv2.convertScaleAbs(np.maximum(picture, 0)), dtype=np.uint8)


def _noise(shape: tuple[int, ...], seed: int) -> tuple[Image, int]:
    """Independent noise of unit spread and its sign: a piece of what is kept ready, at a place of its own."""
    rng = np.random.default_rng([seed, 99])
    length = int(np.prod(shape))
    if 2 * length > _NOISE_LENGTH:
        return rng.standard_normal(shape, dtype=np.float32), 1
    start = int(rng.integers(_NOISE_LENGTH - length))
    return _kept_noise()[start : start + length].reshape(shape), 1 if rng.random() < 0.5 else -1


@lru_cache(maxsize=1)
def _kept_noise() -> Image:
    return np.random.default_rng(98).standard_normal(_NOISE_LENGTH, dtype=np.float32)


def render_truth(scene: Scene) -> tuple[DieTruth, ...]:
    """What lies in the scene, a die each in the scene's order; dice wholly outside the frame are left out."""
    found = []
    view = View.of_scene(scene)
    for die in scene.dice:
        box = _box(die, view, scene.size)
        if box is not None:
            top = tuple((float(x), float(y)) for x, y in Pose.of(die).top_corners(view))
            found.append(DieTruth(die.kind, die.body, die.face, die.value, box, top))
    return tuple(found)


def _box(die: SceneDie, view: View, size: tuple[int, int]) -> tuple[float, float, float, float] | None:
    points = Pose.of(die).outline(view).reshape(-1, 2)
    low = np.clip(points.min(axis=0), 0, size)
    high = np.clip(points.max(axis=0), 0, size)
    if (high <= low).any():
        return None
    (x, y), (width, height) = low, high - low
    return (float(x), float(y), float(width), float(height))


def _lay(frame: Image, layer: Layer) -> None:
    """Lay a layer over the frame where it reaches into it."""
    height, width = frame.shape[:2]
    rows, columns = layer.cover.shape
    top, left = max(layer.top, 0), max(layer.left, 0)
    bottom, right = min(layer.top + rows, height), min(layer.left + columns, width)
    if top >= bottom or left >= right:
        return
    part = (slice(top - layer.top, bottom - layer.top), slice(left - layer.left, right - layer.left))
    below = frame[top:bottom, left:right]
    below *= 1 - layer.cover[part][..., None]
    below += layer.colour[part]


@lru_cache(maxsize=4)
def _vignette(size: tuple[int, int], depth: float) -> Image:
    """Brightness factors (height, width) that fall off with the square of the distance to the middle."""
    rows = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    return np.asarray(1 - depth * (rows**2 + columns**2) / 2, dtype=np.float32)
