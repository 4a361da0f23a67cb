"""A hand over the tray: a rounded, skin-coloured shape with its shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Hand, Light
from vision.scene.optics import brightness, shadow_shift, tint

Image = NDArray[np.float32]

_ABOVE_TABLE = 0.45
"""Height of the hand over the floor in palm breadths; its shadow falls that far aside."""

_FINGERS = ((-0.36, 0.14), (-0.12, 0.0), (0.12, 0.03), (0.35, 0.24))
"""Each finger's place across the palm, and how much shorter than the longest it is, in palm breadths."""


def lay_hand(frame: Image, hand: Hand, light: Light) -> None:
    """Draw the hand and its shadow into a frame (0 to 255, float)."""
    shape = silhouette(hand, frame.shape[:2], (0.0, 0.0))
    if not shape.any():
        return
    drop = shadow_shift(light, _ABOVE_TABLE * hand.breadth)
    shade = cv2.GaussianBlur(silhouette(hand, frame.shape[:2], drop), (0, 0), 0.09 * hand.breadth)
    frame *= 1 - (0.55 * (1 - light.ambient) / 255) * shade.astype(np.float32)[..., None]

    # Padding keeps the arm round at the frame's edge instead of closing it there.
    inside = cv2.distanceTransform(
        cv2.copyMakeBorder(shape, 1, 1, 1, 1, cv2.BORDER_REPLICATE), cv2.DIST_L2, 5
    )
    radius = 0.16 * hand.breadth
    dome = radius * np.sqrt(np.clip(1 - (1 - np.minimum(inside[1:-1, 1:-1] / radius, 1)) ** 2, 0, 1))
    dome = cv2.GaussianBlur(dome.astype(np.float32), (0, 0), 0.05 * hand.breadth)
    slopes = [cv2.Sobel(dome, cv2.CV_32F, dx, dy, ksize=3, scale=0.125) for dx, dy in ((1, 0), (0, 1))]
    normals = np.dstack([-slopes[0], -slopes[1], np.ones_like(dome)])
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    skin = (
        brightness(light, normals)[..., None]
        * np.array(hand.tone, np.float32)
        * tint(light).astype(np.float32)
    )
    cover = cv2.GaussianBlur(shape, (0, 0), 0.8).astype(np.float32)[..., None] / 255
    frame += cover * (skin - frame)


def silhouette(hand: Hand, shape: tuple[int, ...], shift: tuple[float, float]) -> NDArray[np.uint8]:
    """What the hand covers of a frame of this shape, moved by `shift` px: 255 inside."""
    turn = np.deg2rad(hand.angle)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-ahead[1], ahead[0]])
    tip = np.array(hand.tip) + np.array(shift)
    breadth = hand.breadth
    canvas = np.zeros(shape[:2], np.uint8)

    def limb(start: tuple[float, float], end: tuple[float, float], thickness: float) -> None:
        """A rounded bar between two places given in breadths: behind the tip, and across."""
        ends = [
            np.rint(tip - ahead * (back * breadth) + across * (aside * breadth)).astype(int).tolist()
            for back, aside in (start, end)
        ]
        cv2.line(canvas, ends[0], ends[1], 255, max(1, round(thickness * breadth)), cv2.LINE_AA)

    for aside, shorter in _FINGERS:
        limb((0.12 + shorter, aside * 1.15), (1.05, aside), 0.21)
    limb((0.85, -0.68), (1.45, -0.28), 0.24)
    for aside in (-0.24, 0.0, 0.24):
        limb((1.1, aside), (1.6, aside * 0.8), 0.5)
    limb((1.7, 0.0), (12.0, 0.0), 0.66)
    return canvas
