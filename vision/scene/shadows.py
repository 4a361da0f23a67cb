"""What dice take from the light around them: cast shadows, and the dark seam where they stand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Light, SceneDie
from vision.scene.optics import Points, View, dim, shadow_shift, soften
from vision.scene.pose import Pose, hull_of_circles

Image = NDArray[np.float32]
Mask = NDArray[np.uint8]

_SHADOW_DEPTH = 0.92
"""Share of the direct light that a shadow takes away."""

_SEAM_DEPTH = 0.4
"""Share of all light that is missing right under a die's edge."""

_HIGH = 0.5
"""From this lift, in die sizes, a die's seam is not on the floor any more."""

_SHIFT = 4


def lay_shadows(frame: Image, dice: tuple[SceneDie, ...], view: View, light: Light) -> None:
    """Darken the floor in a frame (0 to 255, float) by the dice that stand on it."""
    if not dice:
        return
    shadow = np.zeros(frame.shape[:2], np.uint8)
    contact = np.zeros_like(shadow)
    for die in dice:
        _cast(die, view, light, shadow, contact)
    size = float(np.mean([die.size for die in dice]))
    kept = 1 - (_SHADOW_DEPTH * (1 - light.ambient) / 255) * soften(shadow, light.softness * size)
    kept *= 1 - (_SEAM_DEPTH / 255) * soften(contact, 0.09 * size)
    dim(frame, kept)


def lay_seam(frame: Image, die: SceneDie, view: View) -> None:
    """Darken what a lifted die stands on, a die below it, around the die's foot."""
    if die.lift < _HIGH * die.size:
        return
    pose = Pose.of(die)
    feet = pose.corners()
    feet[:, 2] = die.lift
    contact = np.zeros(frame.shape[:2], np.uint8)
    _fill(contact, hull_of_circles(view.project(feet), pose.rounding * view.scale(feet)).reshape(-1, 2), 255)
    dim(frame, 1 - (_SEAM_DEPTH / 255) * soften(contact, 0.09 * die.size))


def _cast(die: SceneDie, view: View, light: Light, shadow: Mask, contact: Mask) -> None:
    """Add the die's cast shadow and the seam under it to two masks of the frame (0 to 255)."""
    pose = Pose.of(die)
    corners = pose.corners()
    shifted = corners.copy()
    shifted[:, :2] += np.array([shadow_shift(light, float(z)) for z in corners[:, 2]])
    steps = 1 + int(np.hypot(*die.velocity) / (0.4 * die.size))
    # The seam of a die in the air stays until it is high: its shadow is close by then.
    masks = [(shadow, shifted)] if die.lift >= _HIGH * die.size else [(shadow, shifted), (contact, corners)]
    for mask, places in masks:
        floor = np.column_stack([places[:, :2], np.zeros(len(places))])
        hull = hull_of_circles(view.project(floor), pose.rounding * view.scale(floor)).reshape(-1, 2)
        if steps == 1:
            _fill(mask, hull, 255)
            continue
        spread = np.zeros_like(mask)
        for step in range(steps):
            moved = (step + 0.5) / steps - 0.5
            once = np.zeros_like(mask)
            _fill(once, hull + moved * np.array(die.velocity), 255 // steps)
            spread = np.asarray(cv2.add(spread, once), dtype=np.uint8)
        np.maximum(mask, spread, out=mask)


def _fill(mask: Mask, hull: Points | NDArray[np.float32], level: int) -> None:
    cv2.fillConvexPoly(mask, np.rint(hull * (1 << _SHIFT)).astype(np.int32), level, cv2.LINE_AA, _SHIFT)
