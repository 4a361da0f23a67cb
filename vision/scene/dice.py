"""One die as a small picture with transparency: a rounded cube in perspective, lit, with sunk marks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.marks import mark_mask
from vision.scene.model import BODY_COLOURS, MARK_COLOURS, Light, SceneDie
from vision.scene.optics import Points, View, brightness, shadow_shift, soften, tint, towards_light

Image = NDArray[np.float32]

ROUNDING = 0.13
"""Radius of a die's edges and corners as a share of its size."""

_GLOSS = 5
"""How often a highlight's cosine is squared: the exponent is its power of two."""

_OVERSAMPLING = 2
_MARGIN = 2

_FACE_AXES: tuple[tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)
"""Outward normal and the directions of a face's columns and rows: top, bottom, right, left, front, back."""

_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)


@dataclass(frozen=True)
class Layer:
    """A picture to lay over a frame: its left and top px, colours times cover, and the cover (0 to 1)."""

    left: int
    top: int
    colour: Image
    cover: Image


def faces_of(die: SceneDie) -> tuple[str, ...]:
    """The six faces in the order of the cube's normals, with the die's face on top.

    Which of the other pairs lies left-right follows from the kind; a face that does not belong to the kind
    replaces its first pair.
    """
    pairs = list(die.look.pairs)
    for place, (first, second) in enumerate(pairs):
        if die.face in (first, second):
            del pairs[place]
            below = second if die.face == first else first
            break
    else:
        below = pairs.pop(0)[1]
    return (die.face, below, *pairs[0], *pairs[1])


def _rotation(die: SceneDie) -> Points:
    turn = np.deg2rad(die.angle)
    flat = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    if die.tumble == (0.0, 0.0):
        return flat
    roll, _ = cv2.Rodrigues(np.deg2rad(np.array([*die.tumble, 0.0])))
    return np.asarray(roll @ flat, dtype=np.float64)


def _middle(die: SceneDie, rotation: Points) -> Points:
    """The cube's middle, high enough that its lowest rounded corner touches the floor."""
    radius = ROUNDING * die.size
    half = die.size / 2 - radius
    return np.array([*die.centre, half * np.abs(rotation[2]).sum() + radius + die.lift])


def outline(die: SceneDie, view: View) -> NDArray[np.float32]:
    """The die's silhouette in the frame, (n, 1, 2) px: the hull of its eight rounded corners."""
    rotation = _rotation(die)
    return _hull_of_spheres(*_corner_spheres(die, view, rotation, _middle(die, rotation)))


def top_corners(die: SceneDie, view: View) -> Points:
    """The upper face's four corners (4, 2) in px, rounding left out, clockwise from its own top left."""
    rotation = _rotation(die)
    return _face_quad(die, view, rotation, _middle(die, rotation), 0)


def _corner_spheres(die: SceneDie, view: View, rotation: Points, middle: Points) -> tuple[Points, Points]:
    radius = ROUNDING * die.size
    corners = middle + (die.size / 2 - radius) * _CORNERS @ rotation.T
    return view.project(corners), radius * view.scale(corners[:, 2])


def _hull_of_spheres(centres: Points, radii: Points) -> NDArray[np.float32]:
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    circle = np.column_stack([np.cos(turns), np.sin(turns)])
    points = centres[:, None, :] + radii[:, None, None] * circle[None]
    return np.asarray(cv2.convexHull(points.reshape(-1, 1, 2).astype(np.float32)), dtype=np.float32)


def _face_quad(die: SceneDie, view: View, rotation: Points, middle: Points, place: int) -> Points:
    normal, column, row = (np.array(axis) for axis in _FACE_AXES[place])
    flat = [normal + a * column + b * row for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return view.project(middle + die.size / 2 * np.array(flat) @ rotation.T)


def die_layer(die: SceneDie, view: View, light: Light) -> Layer:
    """Draw the die as it lies, blurred along its velocity."""
    rotation = _rotation(die)
    middle = _middle(die, rotation)
    hull = _hull_of_spheres(*_corner_spheres(die, view, rotation, middle))
    left, top, width, height = cv2.boundingRect(hull)
    left, top = left - _MARGIN, top - _MARGIN
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    shape = (height * _OVERSAMPLING, width * _OVERSAMPLING)
    origin = np.array([left, top])

    cover = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(cover, _fine(hull.reshape(-1, 2) - origin), 255, cv2.LINE_AA, _SHIFT)
    normals = np.zeros((*shape, 3), np.float32)
    marks = np.zeros(shape, np.float32)
    faces = faces_of(die)
    for place, (axis, _, _) in enumerate(_FACE_AXES):
        normal = rotation @ np.array(axis)
        if normal @ (view.eye - middle - die.size / 2 * normal) <= 0:
            continue
        quad = _face_quad(die, view, rotation, middle, place) - origin
        cv2.fillConvexPoly(normals, _fine(quad), normal.tolist(), shift=_SHIFT)
        drawing = die.look.drawings.get(faces[place], faces[place])
        _lay_mark(marks, drawing, quad * _OVERSAMPLING + (_OVERSAMPLING - 1) / 2)

    colour = _lit(die, light, normals, marks, cover)
    alpha = cover.astype(np.float32) / 255
    small = cv2.resize(
        np.dstack([colour * alpha[..., None], alpha]), (width, height), interpolation=cv2.INTER_AREA
    )
    return _smeared(left, top, np.asarray(small, dtype=np.float32), die.velocity)


_SHIFT = 4


def _fine(points: Points | NDArray[np.float32]) -> NDArray[np.int32]:
    """Points in px of the oversampled picture, in OpenCV's fixed-point numbers."""
    return np.rint((points * _OVERSAMPLING + (_OVERSAMPLING - 1) / 2) * (1 << _SHIFT)).astype(np.int32)


def _lay_mark(marks: Image, drawing: str, quad: Points) -> None:
    """Warp a face's mark onto its place among the marks."""
    edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    mask = mark_mask(drawing, 8 * max(2, round(float(edges.mean()) / 8)))
    side = len(mask)
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(square, quad.astype(np.float32))
    # Only the face's own part of the picture is warped; that is most of the time that a die takes.
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (marks.shape[1], marks.shape[0]))
    width, height = (high - low).tolist()
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
    part = marks[low[1] : high[1], low[0] : high[0]]
    np.maximum(part, cv2.warpPerspective(mask, matrix, (width, height), flags=cv2.INTER_LINEAR), out=part)


def _lit(die: SceneDie, light: Light, normals: Image, marks: Image, cover: NDArray[np.uint8]) -> Image:
    """Colours of the oversampled picture: rounded edges, sunk marks, light and highlights."""
    edge = ROUNDING * die.size * _OVERSAMPLING
    rounded = soften(normals, 0.45 * edge)
    rim = soften(cover, 0.6 * edge)
    depth = cv2.GaussianBlur(marks, (0, 0), max(0.6, 0.014 * die.size * _OVERSAMPLING))
    for axis, (dx, dy) in enumerate(((1, 0), (0, 1))):
        outwards = -cv2.Sobel(rim, cv2.CV_32F, dx, dy, ksize=3, scale=0.125 / 255)
        sunk = cv2.Sobel(depth, cv2.CV_32F, dx, dy, ksize=3, scale=0.125)
        rounded[..., axis] += 1.1 * edge * outwards + 0.9 * sunk
    rounded /= np.sqrt(np.einsum("ijk,ijk->ij", rounded, rounded) + 1e-12)[..., None]

    share = marks[..., None]
    body = np.array(BODY_COLOURS[die.body], np.float32)
    mark = np.array(MARK_COLOURS[die.mark], np.float32)
    albedo = body + share * (mark - body)
    half_way = towards_light(light) + np.array([0.0, 0.0, 1.0])
    half_way /= np.linalg.norm(half_way)
    gleam = np.maximum(rounded @ half_way.astype(np.float32), 0.0)
    for _ in range(_GLOSS):
        gleam *= gleam
    level = brightness(light, rounded)
    # The floor takes light away from what is close to it and faces sideways.
    level *= 0.72 + 0.28 * np.clip(rounded[..., 2] * 1.4, 0, 1)
    colour = albedo * level[..., None] + (70 * (1 - 0.6 * share)) * gleam[..., None]
    return np.asarray(colour * tint(light).astype(np.float32), dtype=np.float32)


def _smeared(left: int, top: int, picture: Image, velocity: tuple[float, float]) -> Layer:
    """The layer, spread along the way that the die takes during the exposure."""
    reach_x, reach_y = (int(np.ceil(abs(v) / 2)) for v in velocity)
    if reach_x or reach_y:
        kernel = np.zeros((2 * reach_y + 1, 2 * reach_x + 1), np.uint8)
        start = (round(reach_x - velocity[0] / 2), round(reach_y - velocity[1] / 2))
        end = (round(reach_x + velocity[0] / 2), round(reach_y + velocity[1] / 2))
        cv2.line(kernel, start, end, 255, 1, cv2.LINE_AA)
        padded = cv2.copyMakeBorder(picture, reach_y, reach_y, reach_x, reach_x, cv2.BORDER_CONSTANT)
        picture = np.asarray(cv2.filter2D(padded, -1, kernel / float(kernel.sum())), dtype=np.float32)
        left, top = left - reach_x, top - reach_y
    return Layer(left, top, picture[..., :3], picture[..., 3])


def cast_shadow(die: SceneDie, light: Light, shadow: NDArray[np.uint8], contact: NDArray[np.uint8]) -> None:
    """Add the die's cast shadow and the dark seam under it to two masks of the frame (0 to 255)."""
    rotation = _rotation(die)
    radius = ROUNDING * die.size
    corners = _middle(die, rotation) + (die.size / 2 - radius) * _CORNERS @ rotation.T
    shifts = np.array([shadow_shift(light, z) for z in corners[:, 2]])
    radii = np.full(len(corners), radius)
    steps = 1 + int(np.hypot(*die.velocity) / (0.4 * die.size))
    for mask, places in ((shadow, corners[:, :2] + shifts), (contact, corners[:, :2])):
        hull = _hull_of_spheres(places, radii).reshape(-1, 2)
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


def _fill(mask: NDArray[np.uint8], hull: Points | NDArray[np.float32], level: int) -> None:
    cv2.fillConvexPoly(mask, np.rint(hull * (1 << _SHIFT)).astype(np.int32), level, cv2.LINE_AA, _SHIFT)
