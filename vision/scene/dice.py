"""One die as a small picture with transparency: a rounded solid in perspective, lit, with sunk marks."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.finish import second_share
from vision.scene.looks import BODY_COLOURS, MARK_COLOURS
from vision.scene.marks import mark_mask
from vision.scene.model import Glare, Light, SceneDie
from vision.scene.optics import Points, View, brightness, soften, tint, towards_light
from vision.scene.pose import Pose

Image = NDArray[np.float32]

_GLOSS = 5
"""How often a highlight's cosine is squared: the exponent is its power of two."""

_MARGIN = 2

_SMALL = 40.0
"""Dice below this size (px) are drawn twice as large and reduced; the marks of others are fine enough."""

_OPACITY = 0.8
"""Share of a translucent body's own colour; the rest is the table behind it."""

_SEEN_THROUGH = 0.3
"""How strongly the marks of a translucent die's far faces show."""


@dataclass(frozen=True)
class Layer:
    """A picture to lay over a frame: its left and top px, colours times cover, and the cover (0 to 1)."""

    left: int
    top: int
    colour: Image
    cover: Image


def faces_of(die: SceneDie) -> tuple[str, ...]:
    """A cube's six faces in the order of its normals, with the die's face on top.

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


def _drawings(die: SceneDie, pose: Pose) -> list[str]:
    """What is drawn on each of the solid's faces."""
    if die.make.is_cube:
        return [die.look.drawings.get(face, face) for face in faces_of(die)]
    return [face.name for face in pose.solid.faces]


def die_layer(die: SceneDie, view: View, light: Light) -> Layer:
    """Draw the die as it lies, blurred along its velocity."""
    pose = Pose.of(die)
    hull = pose.outline(view)
    left, top, width, height = cv2.boundingRect(hull)
    left, top = left - _MARGIN, top - _MARGIN
    width, height = width + 2 * _MARGIN, height + 2 * _MARGIN
    sheet = _Sheet(np.array([left, top]), 2 if die.size < _SMALL else 1)
    shape = (height * sheet.scale, width * sheet.scale)

    cover = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(cover, _fixed(sheet.at(hull.reshape(-1, 2))), 255, cv2.LINE_AA, _SHIFT)
    normals = np.zeros((*shape, 3), np.float32)
    marks, deep = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for face, drawing in zip(pose.solid.faces, _drawings(die, pose), strict=True):
        seen = pose.faces_eye(face, view)
        if seen:
            outline = sheet.at(view.project(pose.place(face.outline)))
            cv2.fillConvexPoly(normals, _fixed(outline), (pose.rotation @ face.normal).tolist(), shift=_SHIFT)
        elif die.make.finish != "translucent":
            continue
        square = sheet.at(view.project(pose.place(face.square)))
        edges = np.linalg.norm(square - np.roll(square, 1, axis=0), axis=1)
        side = 8 * max(2, round(float(edges.mean()) / 8))
        _warp_in(marks if seen else deep, mark_mask(drawing, side, die.make.marks), square)

    middle = sheet.at(view.project(pose.middle[None]))[0]
    albedo, opacity = _material(die, marks, deep, (float(middle[0]), float(middle[1])), sheet.scale)
    colour = _lit(die, light, albedo, normals, marks, cover, sheet.scale)
    if die.glare is not None:
        _add_glare(colour, die.glare, pose, view, sheet)
    alpha = cover.astype(np.float32) * (opacity / 255)
    picture: Image = np.dstack([colour * alpha[..., None], alpha]).astype(np.float32, copy=False)
    if sheet.scale > 1:
        reduced = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        picture = np.asarray(reduced, dtype=np.float32)
    return _smeared(left, top, picture, die.velocity)


_SHIFT = 4


@dataclass(frozen=True, eq=False)
class _Sheet:
    """What a die is drawn on: where its corner lies in the frame, and its px for each of the frame's."""

    origin: NDArray[np.int_]
    scale: int

    def at(self, points: Points | NDArray[np.float32]) -> Points:
        """Places of the frame (n, 2) on the sheet."""
        return np.asarray((points - self.origin) * self.scale + (self.scale - 1) / 2, dtype=np.float64)


def _fixed(points: Points) -> NDArray[np.int32]:
    """Points in OpenCV's fixed-point numbers."""
    return np.rint(points * (1 << _SHIFT)).astype(np.int32)


def _warp_in(picture: Image, tile: Image, square: Points) -> None:
    """Lay a square tile onto its place in a picture, where it is more than what is there."""
    side = len(tile)
    corners = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners, square.astype(np.float32))
    # Only the face's own part of the picture is warped; that is most of the time that a die takes.
    low = np.maximum(np.floor(square.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(square.max(axis=0)).astype(int) + 1, (picture.shape[1], picture.shape[0]))
    width, height = (high - low).tolist()
    if min(width, height) <= 0:
        return
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ matrix
    part = picture[low[1] : high[1], low[0] : high[0]]
    np.maximum(part, cv2.warpPerspective(tile, matrix, (width, height), flags=cv2.INTER_LINEAR), out=part)


def _material(
    die: SceneDie, marks: Image, deep: Image, middle: tuple[float, float], scale: int
) -> tuple[Image, Image]:
    """Each px's own colour (height, width, 3), and how little shines through it (height, width)."""
    body = np.array(BODY_COLOURS[die.body], np.float32)
    mark = np.array(MARK_COLOURS[die.mark], np.float32)
    opacity = np.ones_like(marks)
    albedo: Image = np.broadcast_to(body, (*marks.shape, 3))
    if die.make.finish == "translucent":
        opacity = _OPACITY + (1 - _OPACITY) * marks
        blurred = _SEEN_THROUGH * cv2.GaussianBlur(deep, (0, 0), 0.03 * die.size * scale)
        albedo = albedo + blurred[..., None] * (mark - body)
    elif die.make.finish != "plain":
        share = second_share(die, (marks.shape[0], marks.shape[1]), middle, scale)
        second = np.array(BODY_COLOURS[die.make.second], np.float32)
        albedo = albedo + share[..., None] * (second - body)
    return albedo + marks[..., None] * (mark - albedo), opacity


def _lit(
    die: SceneDie,
    light: Light,
    albedo: Image,
    normals: Image,
    marks: Image,
    cover: NDArray[np.uint8],
    scale: int,
) -> Image:
    """Colours of the oversampled picture: rounded edges, sunk marks, light and highlights."""
    edge = die.make.rounding * die.size * scale
    rounded = soften(normals, 0.45 * edge)
    rim = soften(cover, 0.6 * edge)
    depth = cv2.GaussianBlur(marks, (0, 0), max(0.6, 0.014 * die.size * scale))
    for axis, (dx, dy) in enumerate(((1, 0), (0, 1))):
        outwards = -cv2.Sobel(rim, cv2.CV_32F, dx, dy, ksize=3, scale=0.125 / 255)
        sunk = cv2.Sobel(depth, cv2.CV_32F, dx, dy, ksize=3, scale=0.125)
        rounded[..., axis] += 1.1 * edge * outwards + 0.9 * sunk
    rounded /= np.sqrt(np.einsum("ijk,ijk->ij", rounded, rounded) + 1e-12)[..., None]

    half_way = towards_light(light) + np.array([0.0, 0.0, 1.0])
    half_way /= np.linalg.norm(half_way)
    gleam = np.maximum(rounded @ half_way.astype(np.float32), 0.0)
    for _ in range(_GLOSS):
        gleam *= gleam
    level = brightness(light, rounded)
    # The floor takes light away from what is close to it and faces sideways.
    level *= 0.72 + 0.28 * np.clip(rounded[..., 2] * 1.4, 0, 1)
    if die.make.finish == "translucent":
        # Light that entered elsewhere leaves at the sides and softens the shading.
        level = 0.45 * level + 0.6
    colour = albedo * level[..., None] + (70 * (1 - 0.6 * marks) * gleam)[..., None]
    return np.asarray(colour * tint(light).astype(np.float32), dtype=np.float32)


_GLARE_TILE = 64
_GLARE_LEVEL = 275.0
"""What the lamp's mirror image adds up to: more than the sensor can tell from white."""


def glare_mask(glare: Glare, side: int) -> Image:
    """How much of each px of a mark's square, `side` px wide, the glare hides (0 to 1)."""
    tile = np.zeros((side, side), np.uint8)
    half = side / 2
    place = (half + half * glare.place[0], half + half * glare.place[1])
    axes = (2 * half * glare.reach[0], 2 * half * glare.reach[1])
    cv2.ellipse(tile, (place, axes, glare.turn), 255, cv2.FILLED)
    soft = cv2.GaussianBlur(tile, (0, 0), 0.035 * side)
    return np.asarray(soft * np.float32(glare.strength / 255), dtype=np.float32)


def _add_glare(colour: Image, glare: Glare, pose: Pose, view: View, sheet: _Sheet) -> None:
    face = pose.solid.faces[pose.top]
    mask = np.zeros(colour.shape[:2], np.float32)
    _warp_in(mask, glare_mask(glare, _GLARE_TILE), sheet.at(view.project(pose.place(face.square))))
    flat = np.zeros(colour.shape[:2], np.uint8)
    shrunk = face.middle + (1 - pose.rounding / pose.half) * (face.outline - face.middle)
    cv2.fillConvexPoly(flat, _fixed(sheet.at(view.project(pose.place(shrunk)))), 255, cv2.LINE_AA, _SHIFT)
    mask *= cv2.GaussianBlur(flat, (0, 0), 1.2).astype(np.float32) / 255
    colour += mask[..., None] * (_GLARE_LEVEL - colour)


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
