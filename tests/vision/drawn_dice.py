"""Dice drawn for the tests: flat faces and whole cubes on a table, seen through a pinhole camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Colour = tuple[int, int, int]

WHITE, BLACK, IVORY = (235, 235, 235), (25, 25, 25), (200, 225, 235)
RED, BLUE, GREEN = (40, 35, 190), (170, 60, 30), (70, 140, 40)
FELT, OAK, PAPER = (60, 90, 40), (110, 160, 195), (190, 190, 185)

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Pip places by value, in quarters of the face's side from its centre."""


@dataclass(frozen=True)
class DrawnDie:
    """A cube on the table: `x`, `y` its centre and `side` in table units, `turn` in degrees.

    `front` and `right` are the values of two side faces.
    """

    value: int
    x: float
    y: float
    side: float = 60.0
    turn: float = 0.0
    body: Colour = WHITE
    pip: Colour = BLACK
    front: int = 0
    right: int = 0

    def faces(self) -> list[tuple[int, NDArray[np.float64], float]]:
        """Value, (4, 3) corners and brightness of the top and the four sides."""
        angle, half = np.radians(self.turn), self.side / 2
        u = half * np.array([np.cos(angle), np.sin(angle), 0.0])
        v = half * np.array([-np.sin(angle), np.cos(angle), 0.0])
        top = np.array([self.x, self.y, self.side])
        down = np.array([0.0, 0.0, -self.side])
        sides = []
        for value, out, along, light in (
            (self.front, v, u, 0.72),
            (self.right, u, -v, 0.8),
            (0, -v, -u, 0.85),
            (0, -u, v, 0.76),
        ):
            edge = [top + out - along, top + out + along]
            sides.append((value, np.array([*edge, edge[1] + down, edge[0] + down]), light))
        return [(self.value, np.array([top - u - v, top + u - v, top + u + v, top - u + v]), 1.0), *sides]


@dataclass(frozen=True)
class Camera:
    """A camera above the middle of a picture of `width` by `height` px, `tilt` degrees off the vertical.

    A table unit is one px in the middle. `distance` in px sets how strong the perspective is.
    """

    width: int = 640
    height: int = 480
    tilt: float = 0.0
    distance: float = 2500.0

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Picture places (n, 2) of table places (n, 3), both with y downwards."""
        angle = np.radians(self.tilt)
        x, y, z = points[:, 0], points[:, 1], points[:, 2]
        across = y * np.cos(angle) - z * np.sin(angle)
        depth = self.distance - y * np.sin(angle) - z * np.cos(angle)
        scale = self.distance / depth
        return np.column_stack([x * scale + self.width / 2, across * scale + self.height / 2])

    def faces_it(self, corners: NDArray[np.float64]) -> bool:
        """Whether the corners run clockwise in the picture, so the face's outside is seen."""
        flat = self.project(corners)
        a, b = flat[1] - flat[0], flat[2] - flat[1]
        return bool(a[0] * b[1] - a[1] * b[0] > 0)


def draw(
    dice: Sequence[DrawnDie],
    camera: Camera | None = None,
    table: Colour = FELT,
    noise: float = 3.0,
    blur: float = 0.8,
    seed: int = 1,
) -> Frame:
    """Draw the dice on a plain table with sensor noise; nearer dice hide farther ones."""
    camera = camera or Camera()
    picture = np.full((camera.height, camera.width, 3), table, np.float32)
    for die in sorted(dice, key=lambda die: die.y):
        for value, corners, light in die.faces():
            if camera.faces_it(corners):
                _paint(picture, camera.project(corners), _texture(die, value, light))
    picture = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float32)
    picture += np.random.default_rng(seed).normal(0, noise, picture.shape).astype(np.float32)
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def _texture(die: DrawnDie, value: int, light: float) -> NDArray[np.float32]:
    size = 240
    face = np.full((size, size, 3), die.body, np.float32)
    # A rounded edge turns from the light.
    cv2.rectangle(face, (0, 0), (size - 1, size - 1), [0.7 * part for part in die.body], 12)
    for u, v in PIPS.get(value, ()):
        place = (round(size / 2 + u * size / 4), round(size / 2 + v * size / 4))
        cv2.circle(face, place, round(size * 0.09), die.pip, -1, cv2.LINE_AA)
    return np.asarray(face * light, np.float32)


def _paint(picture: NDArray[np.float32], corners: NDArray[np.float64], face: NDArray[np.float32]) -> None:
    size = face.shape[0]
    source = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    warp = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    where = (picture.shape[1], picture.shape[0])
    seen = cv2.warpPerspective(face, warp, where, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones((size, size), np.float32), warp, where)[..., None]
    picture[:] = picture * (1 - mask) + seen * mask
