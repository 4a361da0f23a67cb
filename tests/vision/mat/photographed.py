"""Photographs of the mat as tests need them: drawn from the sheet's own list, seen by a pinhole camera."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.drawing import Filled, drawing
from vision.mat.layout import LAYOUTS, Paper
from vision.reading import Frame

Floats = NDArray[np.float64]
SIZE = (640, 480)
PRINT_PX = 6
SKIN = (120, 150, 205)
TABLE_MM = 250
"""The table that is drawn around the sheet on each side."""


@dataclass(frozen=True)
class Shot:
    """One camera and its light.

    The sheet is turned by `turn` degrees, the camera is `tilt` degrees off the vertical and so far away that
    the sheet fills `fill` of the frame. `light` is a factor of linear light, `fall` how much darker the
    frame's right side is, `blur` and `noise` are standard deviations in px and grey levels.
    """

    paper: Paper = "a4"
    tilt: float = 0.0
    turn: float = 0.0
    fill: float = 0.92
    light: float = 1.0
    fall: float = 0.0
    blur: float = 0.6
    noise: float = 1.5
    focal: float = 0.85
    shift: tuple[float, float] = (0.0, 0.0)
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    table: tuple[int, int, int] = (40, 70, 95)
    size: tuple[int, int] = SIZE
    seed: int = 0


def projection(shot: Shot) -> Floats:
    """The camera's matrix (3, 4): from mm on the sheet and mm above it to px."""
    layout = LAYOUTS[shot.paper]
    width, height = shot.size
    focal = shot.focal * width
    turn, tilt = np.deg2rad(shot.turn), np.deg2rad(shot.tilt)
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = tilted @ turned
    inner = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    # Up is against the third axis, which points into the table.
    spin = np.column_stack([rotation[:, 0], rotation[:, 1], -rotation[:, 2]])
    middle = np.array([layout.width / 2, layout.height / 2, 0])
    corners = np.array([[x, y, 0] for x in (0, layout.width) for y in (0, layout.height)])
    aim = (np.array(shot.size) - 1) / 2 + np.array(shot.shift) * shot.size
    offset = np.array([0.0, 0.0, 1000.0])
    for _ in range(60):
        camera = inner @ np.column_stack([spin, offset - spin @ middle])
        seen = project(camera, corners)
        filled = (np.ptp(seen, axis=0) / shot.size).max() / shot.fill
        centre = (seen.max(0) + seen.min(0)) / 2
        offset[:2] += (aim - centre) * offset[2] / focal
        offset *= filled**0.5
    return np.asarray(camera)


def project(camera: Floats, points: Floats) -> Floats:
    """Points (n, 3) in mm to (n, 2) px."""
    seen = np.column_stack([points, np.ones(len(points))]) @ camera.T
    return np.asarray(seen[:, :2] / seen[:, 2:])


def to_frame(shot: Shot) -> Floats:
    """The homography from mm on the sheet to px."""
    return projection(shot)[:, [0, 1, 3]]


def bend(shot: Shot, points: Floats, bending: float) -> Floats:
    """Where a lens with this first radial coefficient puts points (n, 2) px that a pinhole puts there."""
    middle, focal = (np.array(shot.size) - 1) / 2, shot.focal * shot.size[0]
    away = (points - middle) / focal
    return np.asarray(middle + focal * away * (1 + bending * (away**2).sum(axis=1, keepdims=True)))


def bent(shot: Shot, frame: Frame, bending: float) -> Frame:
    """The frame through such a lens."""
    width, height = shot.size
    focal = shot.focal * width
    inner = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
    straight = cv2.undistortPoints(grid.reshape(-1, 1, 2), inner, np.array([bending, 0, 0, 0]), P=inner)
    at = straight.reshape(height, width, 2)
    return np.asarray(cv2.remap(frame, at[..., 0], at[..., 1], cv2.INTER_LINEAR), np.uint8)


@cache
def sheet(paper: Paper) -> Frame:
    """The printed sheet at `PRINT_PX` px a mm; its letters, which no finder looks at, are left out."""
    layout = LAYOUTS[paper]
    picture = np.full((round(layout.height * PRINT_PX), round(layout.width * PRINT_PX), 3), 250, np.uint8)
    for item in drawing(layout):
        if isinstance(item, Filled):
            left, top = round(item.box.x * PRINT_PX), round(item.box.y * PRINT_PX)
            right = round((item.box.x + item.box.width) * PRINT_PX)
            bottom = round((item.box.y + item.box.height) * PRINT_PX)
            # No printer's black is black, and its white is the paper's.
            picture[top:bottom, left:right] = round(22 + item.shade * 228)
    return picture


def covered(paper: Paper, *fiducials: int) -> Frame:
    """The sheet with a hand's worth of skin on some of its fiducials."""
    scene = sheet(paper).copy()
    for index in fiducials:
        x, y = LAYOUTS[paper].fiducials[index].box.middle
        cv2.circle(scene, (round(x * PRINT_PX), round(y * PRINT_PX)), 13 * PRINT_PX, SKIN, -1)
    return scene


def photograph(shot: Shot, scene: Frame | None = None) -> Frame:
    """The frame of `shot`; `scene` is the sheet with things on it, if not the bare one."""
    random = np.random.default_rng(shot.seed)
    paper = sheet(shot.paper) if scene is None else scene
    width, height = shot.size
    shrink = np.diag([1 / PRINT_PX, 1 / PRINT_PX, 1.0])
    # From the print's px to a frame twice as large, whose pairs of pixels are then averaged.
    shrink[:2, 2] = (0.5 / PRINT_PX, 0.5 / PRINT_PX)
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    reflected = (paper.astype(np.float32) / 255) ** 2.2
    table = tuple((each / 255) ** 2.2 for each in shot.table)
    large = cv2.warpPerspective(
        reflected, twice @ to_frame(shot) @ shrink, (2 * width, 2 * height), borderValue=table
    )
    linear = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    linear = cv2.GaussianBlur(linear, (0, 0), shot.blur)
    fall = 1 - shot.fall * np.linspace(0, 1, width, dtype=np.float32)[None, :, None]
    linear = linear * shot.light * fall * np.array(shot.tint, np.float32)
    encoded = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    return np.asarray(np.clip(encoded + random.normal(0, shot.noise, encoded.shape), 0, 255), np.uint8)
