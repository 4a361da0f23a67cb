"""The camera's projection and the light's direction, shared by everything that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Camera, Light, Scene

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class View:
    """Projects points above the floor into the frame.

    A pinhole camera at `eye` (x, y, height in px; x and y are those of the floor) whose rows, columns and
    line of sight are the rows of `axes` (3, 3). A floor point in the line of sight of `aim` keeps its px;
    with a level sensor all floor points do, so that places on the table are px of the frame.
    """

    eye: Points
    axes: Points
    aim: Points
    distance: float

    @classmethod
    def of(cls, camera: Camera, size: tuple[int, int]) -> View:
        """The view of `camera` in a frame of `size` px."""
        width, height = size
        distance = camera.height * width
        nadir = np.array([camera.nadir[0] * width, camera.nadir[1] * height])
        level = np.array([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)])
        if camera.tilt == 0:
            return cls(np.array([*nadir, distance]), level, nadir, distance)
        aim = np.array([width / 2, height / 2])
        aside = nadir - aim
        reach = float(np.linalg.norm(aside))
        aside = aside / reach if reach > 0 else np.array([0.0, 1.0])
        tilt = np.deg2rad(camera.tilt)
        eye = np.array([*(aim + distance * np.sin(tilt) * aside), distance * np.cos(tilt)])
        turn, _ = cv2.Rodrigues(tilt * np.array([aside[1], -aside[0], 0.0]))
        return cls(eye, np.asarray(level @ turn, dtype=np.float64), aim, distance)

    @classmethod
    def of_scene(cls, scene: Scene) -> View:
        """The view of a scene's own camera."""
        return cls.of(scene.camera, scene.size)

    @property
    def is_level(self) -> bool:
        """Whether the floor is seen without foreshortening."""
        return bool(self.axes[2, 2] == -1.0)

    def scale(self, points: Points) -> Points:
        """How much larger than at the aim something at each of these points (n, 3) appears (n,)."""
        return np.asarray(
            self.distance / np.maximum((points - self.eye) @ self.axes[2], 1.0), dtype=np.float64
        )

    def project(self, points: Points) -> Points:
        """Points (n, 3) in px above the floor to (n, 2) px of the frame."""
        return np.asarray(self.aim + (points - self.eye) @ self.axes[:2].T * self.scale(points)[:, None])

    def floor_to_frame(self) -> Points:
        """The homography (3, 3) from places on the floor to px of the frame."""
        across, down, ahead = self.axes
        rows = [
            self.distance * across + self.aim[0] * ahead,
            self.distance * down + self.aim[1] * ahead,
            ahead,
        ]
        return np.array([[row[0], row[1], -row @ self.eye] for row in rows])


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


def dim(picture: NDArray[np.float32], level: NDArray[np.float32]) -> None:
    """Multiply a picture (height, width, 3) in place by a brightness for each px (height, width)."""
    cv2.multiply(picture, cv2.merge([level, level, level]), dst=picture)
