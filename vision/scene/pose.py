"""How a die lies: where its corners and faces are above the floor, and what they cover in the frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import SceneDie
from vision.scene.optics import Points, View
from vision.scene.solids import Face, Solid, solid_of

_TURNS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_TURNS), np.sin(_TURNS)])


@dataclass(frozen=True, eq=False)
class Pose:
    """A die in the tray's space (px): its shape, rotation (3, 3), middle (3,), half its size, edges' radius.

    `top` is the number of the face that shows what was rolled.
    """

    solid: Solid
    top: int
    rotation: Points
    middle: Points
    half: float
    rounding: float

    @classmethod
    def of(cls, die: SceneDie) -> Pose:
        """The pose in which `die` touches the floor with its lowest corner, raised by its lift."""
        solid = solid_of(die.make.family)
        top = 0 if die.make.is_cube else solid.place_of(die.face)
        face = solid.faces[top]
        rotation = _tumbled(die) @ np.array([face.right, face.foot, face.normal])
        half, rounding = die.size / 2, die.make.rounding * die.size
        lowest = (half - rounding) * float((solid.corners @ rotation[2]).min())
        return cls(
            solid, top, rotation, np.array([*die.centre, rounding - lowest + die.lift]), half, rounding
        )

    def place(self, points: Points) -> Points:
        """Points (n, 3) of the solid, in inscribed radii, in the tray's space."""
        return np.asarray(self.middle + self.half * points @ self.rotation.T, dtype=np.float64)

    def corners(self) -> Points:
        """The middles (n, 3) of the spheres that round the corners."""
        inner = (self.half - self.rounding) * self.solid.corners
        return np.asarray(self.middle + inner @ self.rotation.T, dtype=np.float64)

    def faces_eye(self, face: Face, view: View) -> bool:
        """Whether the camera sees a face's outside."""
        normal = self.rotation @ face.normal
        return bool(normal @ (view.eye - self.middle - self.half * normal) > 0)

    def outline(self, view: View) -> NDArray[np.float32]:
        """The silhouette in the frame, (n, 1, 2) px: the hull of the rounded corners."""
        corners = self.corners()
        return hull_of_circles(view.project(corners), self.rounding * view.scale(corners))

    def top_corners(self, view: View) -> Points:
        """The upper face's corners (n, 2) in px, rounding left out, clockwise; a cube's from its top left."""
        face = self.solid.faces[self.top]
        return view.project(self.place(face.square if len(self.solid.faces) == 6 else face.outline))

    def reach(self, direction: Points) -> float:
        """How far (px) the die extends from its middle towards a unit direction (x, y)."""
        return float(((self.corners() - self.middle)[:, :2] @ direction).max()) + self.rounding

    def footprint(self, grow: float = 1.0) -> NDArray[np.float32]:
        """What the die with sharp edges covers of the floor, (n, 1, 2) px, grown about its middle."""
        flat = (self.middle + grow * self.half * self.solid.corners @ self.rotation.T)[:, :2]
        return np.asarray(cv2.convexHull(flat.astype(np.float32)), dtype=np.float32)


def _tumbled(die: SceneDie) -> Points:
    turn = np.deg2rad(die.angle)
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    if die.tumble == (0.0, 0.0):
        return flat
    roll, _ = cv2.Rodrigues(np.deg2rad(np.array([*die.tumble, 0.0])))
    return np.asarray(roll @ flat, dtype=np.float64)


def hull_of_circles(centres: Points, radii: Points) -> NDArray[np.float32]:
    """The hull, (n, 1, 2), of circles given by their centres (m, 2) and radii (m,)."""
    points = centres[:, None, :] + radii[:, None, None] * _CIRCLE[None]
    return np.asarray(cv2.convexHull(points.reshape(-1, 1, 2).astype(np.float32)), dtype=np.float32)
