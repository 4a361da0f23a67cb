"""Dice with numerals as flat-shaded solids in perspective: enough of a die to be turned, tilted and lit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Points = NDArray[np.float64]

_GOLDEN = (1 + 5**0.5) / 2
_TEXTURE = 128
_CAMERA_DISTANCE = 9.0


@dataclass(frozen=True)
class Solid:
    """A die as a thing: shape, colours (BGR) and what stands on its faces, in the order of their normals."""

    sides: int
    faces: tuple[str, ...]
    body: tuple[int, int, int]
    mark: tuple[int, int, int]
    font: int = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True)
class Shot:
    """How it lies and is seen: degrees, px, and the light as a factor a channel (BGR)."""

    angle: float = 0.0
    tilt: float = 0.0
    azimuth: float = 0.0
    size: float = 110.0
    centre: tuple[float, float] = (160.0, 120.0)
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 2.0
    seed: int = 0


def solid(sides: int, body: tuple[int, int, int], mark: tuple[int, int, int], **changes: int) -> Solid:
    """A die with the numerals 1 to `sides`, 6 and 9 underlined as dice with both have them."""
    return replace(Solid(sides, tuple(str(n) for n in range(1, sides + 1)), body, mark), **changes)  # type: ignore[arg-type]


def draw(die: Solid, face: str, shot: Shot, background: Frame | None = None) -> Frame:
    """The die with `face` on top, in the middle of a 320x240 table."""
    corners, normals = _shape(die.sides)
    top = die.faces.index(face)
    upright = _turn_up(normals[top]) @ np.eye(3)
    turn, tilt, azimuth = np.deg2rad([shot.angle, shot.tilt, shot.azimuth])
    axis = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    lean, _ = cv2.Rodrigues(axis * tilt)
    rotation = lean @ _about_z(turn) @ upright
    frame = (np.full((240, 320, 3), (70, 110, 60), np.uint8) if background is None else background).astype(
        np.float32
    )
    lamp = np.array([0.3, -0.4, 0.87])
    placed = [polygon @ rotation.T for polygon in corners]
    for index in np.argsort([polygon[:, 2].mean() for polygon in placed]):
        normal = rotation @ normals[index]
        middle = placed[index].mean(0)
        if normal @ (np.array([0, 0, _CAMERA_DISTANCE]) - middle) <= 0:
            continue
        shade = 0.5 + 0.5 * max(0.0, float(normal @ lamp))
        outline = np.rint(_project(placed[index], shot) * 16).astype(np.int32)
        cv2.fillPoly(frame, [outline], [c * shade for c in die.body], cv2.LINE_AA, 4)
        _print(frame, die, die.faces[index], placed[index], normal, shade, shot)
    frame *= np.array(shot.light, np.float32)
    seen = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.7), np.float64)
    seen += np.random.default_rng(shot.seed).normal(0, shot.noise, frame.shape)
    return np.clip(np.rint(seen), 0, 255).astype(np.uint8)


def box(shot: Shot) -> tuple[float, float, float, float]:
    """About where the die is: x, y, width, height in px."""
    return (shot.centre[0] - shot.size / 2, shot.centre[1] - shot.size / 2, shot.size, shot.size)


def _print(
    frame: NDArray[np.float32],
    die: Solid,
    name: str,
    polygon: Points,
    normal: Points,
    shade: float,
    shot: Shot,
) -> None:
    middle = polygon.mean(0)
    up = polygon[0] - middle
    reach = min(
        float(np.linalg.norm((polygon[i] + polygon[(i + 1) % len(polygon)]) / 2 - middle))
        for i in range(len(polygon))
    )
    up = up / np.linalg.norm(up) * reach * 0.9
    right = np.cross(up, normal)
    square = np.array([middle + up - right, middle + up + right, middle - up + right, middle - up - right])
    source = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * (_TEXTURE - 1)
    warp = cv2.getPerspectiveTransform(source, _project(square, shot).astype(np.float32))
    cover = cv2.warpPerspective(_texture(name, die.font), warp, (frame.shape[1], frame.shape[0]))[..., None]
    frame[:] = frame * (1 - cover) + cover * np.array(die.mark, np.float32) * shade


def _texture(name: str, font: int) -> NDArray[np.float32]:
    cover = np.zeros((_TEXTURE, _TEXTURE), np.float32)
    if name == "star":
        turns = np.arange(10) * np.pi / 5
        star = [[64 + r * np.sin(a), 64 - r * np.cos(a)] for a, r in zip(turns, [44, 18] * 5, strict=True)]
        cv2.fillPoly(cover, [np.array(star, np.int32)], 1.0, cv2.LINE_AA)
        return cover
    scale = 2.6 if len(name) == 1 else 1.9
    (width, height), _ = cv2.getTextSize(name, font, scale, 9)
    cv2.putText(cover, name, (64 - width // 2, 62 + height // 2), font, scale, 1.0, 9, cv2.LINE_AA)
    if name in ("6", "9"):
        cv2.line(cover, (44, 112), (84, 112), 1.0, 9, cv2.LINE_AA)
    return cover


def _project(points: Points, shot: Shot) -> Points:
    scale = shot.size / 2 * _CAMERA_DISTANCE / (_CAMERA_DISTANCE - points[:, 2:])
    return np.asarray(np.array(shot.centre) + points[:, :2] * [1, -1] * scale, dtype=np.float64)


def _about_z(turn: float) -> Points:
    return np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])


def _turn_up(normal: Points) -> Points:
    axis = np.cross(normal, [0, 0, 1])
    length = float(np.linalg.norm(axis))
    if length < 1e-9:
        return np.eye(3) if normal[2] > 0 else np.diag([1.0, -1.0, -1.0])
    rotation, _ = cv2.Rodrigues(axis / length * np.arccos(np.clip(normal[2], -1, 1)))
    return np.asarray(rotation, dtype=np.float64)


def _shape(sides: int) -> tuple[list[Points], list[Points]]:
    """Face polygons in order around their middle, on a die of radius about 1, and the outward normals."""
    if sides == 6:
        normals = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0], [0, 0, -1]], float)
        corners = np.array(list(product((-0.7, 0.7), repeat=3)))
    elif sides == 8:
        normals = np.array(list(product((-1, 1), repeat=3))) / 3**0.5
        corners = np.vstack([np.eye(3), -np.eye(3)])
    elif sides == 12:
        signs = np.array(list(product((-1, 1), repeat=2)), float)
        zero = np.zeros(len(signs))
        flat = np.column_stack([zero, signs[:, 0], signs[:, 1] * _GOLDEN])
        normals = np.vstack([np.roll(flat, k, 1) for k in range(3)]) / (1 + _GOLDEN**2) ** 0.5
        flat = np.column_stack([zero, signs[:, 0] / _GOLDEN, signs[:, 1] * _GOLDEN])[:, ::-1]
        corners = np.vstack([*(np.roll(flat, k, 1) for k in range(3)), list(product((-1, 1), repeat=3))])
        corners = corners / 3**0.5
    else:
        corners = _trapezohedron()
        normals = _kite_normals()
    reach = [float((corners @ normal).max()) for normal in normals]
    polygons = []
    for normal, far in zip(normals, reach, strict=True):
        polygon = corners[corners @ normal > far - 0.02]
        middle = polygon.mean(0)
        right = polygon[0] - middle
        down = np.cross(normal, right)
        around = np.arctan2((polygon - middle) @ down, (polygon - middle) @ right)
        polygons.append(polygon[np.argsort(around)])
    return polygons, list(normals)


def _trapezohedron() -> Points:
    """A d10's twelve corners: two poles and a zigzag belt whose height makes the kites flat."""
    turns = np.arange(10) * np.pi / 5
    height = 0.105
    belt = np.column_stack([np.cos(turns), np.sin(turns), height * (-1.0) ** np.arange(10)])
    pole = height * (1 + np.cos(np.pi / 5)) / (1 - np.cos(np.pi / 5))
    return np.vstack([belt, [[0, 0, pole], [0, 0, -pole]]])


def _kite_normals() -> Points:
    corners = _trapezohedron()
    normals = []
    for index in range(10):
        pole = corners[10] if index % 2 == 1 else corners[11]
        before, middle, after = corners[(index - 1) % 10], corners[index], corners[(index + 1) % 10]
        normal = np.cross(before - pole, after - pole)
        normal /= np.linalg.norm(normal)
        normals.append(normal if normal @ middle > 0 else -normal)
    return np.array(normals)
