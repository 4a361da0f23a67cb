"""Rotations, as matrices (3, 3) that turn column vectors."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Array


def spin(axis: Array, angle: float) -> Array:
    """The rotation by `angle` (radians) around a unit axis."""
    return np.asarray(cv2.Rodrigues(np.asarray(axis, float) * angle)[0], np.float64)


def upright(normal: Array) -> Array:
    """The shortest rotation that turns a unit normal to +z."""
    goal = np.array([0, 0, 1.0])
    axis = np.cross(normal, goal)
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return np.eye(3) if normal[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return spin(axis / length, float(np.arctan2(length, normal @ goal)))
