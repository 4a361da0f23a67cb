"""The camera's projection and the light's direction, shared by everything that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Camera, Light, Scene

Points = NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """Projects points above the floor into the frame.

    The camera looks straight down on `nadir` (px) from `height` (px). A point at height z moves away from
    the nadir by height / (height - z); floor points keep their px, so places on the table are px of the
    frame.
    """

    nadir: tuple[float, float]
    height: float

    @classmethod
    def of(cls, camera: Camera, size: tuple[int, int]) -> View:
        """The view of `camera` in a frame of `size` px."""
        width, height = size
        return cls((camera.nadir[0] * width, camera.nadir[1] * height), camera.height * width)

    @classmethod
    def of_scene(cls, scene: Scene) -> View:
        """The view of a scene's own camera."""
        return cls.of(scene.camera, scene.size)

    @property
    def eye(self) -> Points:
        """The camera's place: x, y, height in px."""
        return np.array([*self.nadir, self.height])

    def scale(self, z: float | Points) -> Points:
        """How much larger than on the floor something at height `z` (px) appears."""
        return np.asarray(self.height / np.maximum(self.height - z, 1.0), dtype=np.float64)

    def project(self, points: Points) -> Points:
        """Points (n, 3) in px above the floor to (n, 2) px of the frame."""
        nadir = np.asarray(self.nadir)
        return np.asarray(nadir + (points[:, :2] - nadir) * self.scale(points[:, 2])[:, None])


def towards_light(light: Light) -> Points:
    """The unit vector from the table to the light: x, y, up."""
    azimuth, elevation = np.deg2rad(light.azimuth), np.deg2rad(light.elevation)
    flat = np.cos(elevation)
    return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation)])


def shadow_shift(light: Light, z: float) -> tuple[float, float]:
    """How far (px) the shadow of a point at height `z` lies from the point."""
    x, y, up = towards_light(light)
    return (-x / up * z, -y / up * z)


def tint(light: Light) -> Points:
    """The light's colour as factors of blue, green and red, its strength included."""
    return light.strength * np.array(
        [1 - 0.28 * light.warmth, 1 - 0.04 * light.warmth, 1 + 0.1 * light.warmth]
    )


def brightness(light: Light, normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """How bright surfaces with these unit normals (…, 3) are, 1 for the floor itself."""
    direction = towards_light(light).astype(np.float32)
    direct = np.maximum(normals @ direction, 0.0) / direction[2]
    from_above = 0.6 + 0.4 * normals[..., 2]
    return np.asarray(light.ambient * from_above + (1 - light.ambient) * direct, dtype=np.float32)


def soften(picture: NDArray[np.generic], sigma: float) -> NDArray[np.float32]:
    """Blur about as a Gaussian of `sigma` px does, by two box filters, whose cost doesn't grow with it."""
    width = 2 * round((np.sqrt(6 * sigma * sigma + 1) - 1) / 2) + 1
    once = cv2.blur(picture.astype(np.float32, copy=False), (width, width))
    return np.asarray(cv2.blur(once, (width, width)), dtype=np.float32)
