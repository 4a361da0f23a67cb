"""Put a picture together: the ground, a tray's rim, clutter, shadows, dice from far to near, and a hand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Array, Frame, Picture, Rng, Size
from vision.training.clutter import lay_clutter
from vision.training.grounds import GROUND_PX, colour, ground
from vision.training.hands import lay_hand
from vision.training.raycast import Camera, Layer, Light, draw, outline
from vision.training.throws import Placed

_GROUND = -1
_HAND = -2


@dataclass(frozen=True)
class Composed:
    """A picture (h, w, 3) in linear light, and what each px shows.

    `ids` (h, w) holds a die's index, or less than 0; `areas` the px that each die would cover with nothing
    in front of it; `hand` the hand's mask (h, w), 0 to 255.
    """

    picture: Picture
    ids: NDArray[np.int16]
    areas: tuple[int, ...]
    hand: Frame | None

    def visible(self, index: int) -> float:
        """The share of a die that is seen; 0 where it was not drawn."""
        return int((self.ids == index).sum()) / self.areas[index] if self.areas[index] else 0.0


class Composer:
    """Composes frames; grounds are dear, so only a share `new_ground` of the frames gets a new one.

    On `quiet` ones there is hardly ever anything else than dice.
    """

    def __init__(self, rng: Rng, new_ground: float = 0.35, *, quiet: bool = False) -> None:
        self.rng, self.new_ground, self.quiet = rng, new_ground, quiet
        self._grounds: list[Picture] = []

    def compose(self, camera: Camera, light: Light, placed: list[Placed], size: Size, px: float) -> Composed:
        """Draw the dice, of about `px` px, on a random ground in a frame of `size`."""
        rng = self.rng
        picture = self._ground(camera, size, px)
        if rng.random() < 0.3:
            _lay_rim(picture, rng, camera)
        if rng.random() < (0.06 if self.quiet else 0.25):
            lay_clutter(picture, rng, px)
        _lay_shadows(picture, rng, camera, light, placed, px)
        if float(light.key.mean() * light.direction[2]):
            picture *= (light.ambient + light.key * light.direction[2]).astype(np.float32)
        ids = np.full(size[::-1], _GROUND, np.int16)
        areas = _lay_dice(picture, ids, camera, light, placed, px)
        hand = None
        if rng.random() < (0.01 if self.quiet else 0.06):
            hand = self._lay_hand(picture, camera, placed, px)
            ids[hand > 127] = _HAND
        return Composed(picture, ids, areas, hand if hand is not None and (hand > 127).any() else None)

    def _ground(self, camera: Camera, size: Size, px: float) -> Picture:
        rng = self.rng
        if len(self._grounds) < 3 or rng.random() < self.new_ground:
            self._grounds = [*self._grounds[-4:], ground(rng)]
        texture = self._grounds[int(rng.integers(len(self._grounds)))]
        reach = 0.5 * max(size) / px * rng.uniform(1.6, 3.0)
        step = 2 * reach / GROUND_PX
        to_world = np.array([[step, 0, -reach], [0, -step, reach], [0, 0, 1]])
        angle = rng.uniform(0, 2 * np.pi)
        spun = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        matrix = camera.plane() @ spun @ to_world
        seen = cv2.warpPerspective(texture, matrix, size, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(seen * rng.uniform(0.8, 1.1), np.float32)

    def _lay_hand(self, picture: Picture, camera: Camera, placed: list[Placed], px: float) -> Frame:
        rng = self.rng
        height, width = picture.shape[:2]
        target = rng.uniform([0, 0], [width, height])
        if placed and rng.random() < 0.6:
            target = outline(placed[0].model.body, placed[0].pose, camera).mean(0) + rng.normal(0, px, 2)
        return lay_hand(picture, rng, (float(target[0]), float(target[1])), px)


def _lay_rim(picture: Picture, rng: Rng, camera: Camera) -> None:
    """A tray's rim around the view, and the table beyond it."""
    height, width = picture.shape[:2]
    inverse = np.linalg.inv(camera.plane())
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], float) @ inverse.T
    corners = corners[:, :2] / corners[:, 2:]
    turn = rng.normal(0, 0.15)
    spun = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    inner = (corners - corners.mean(0)) @ spun.T * rng.uniform(0.75, 1.05) + corners.mean(0)
    outer = (inner - inner.mean(0)) * rng.uniform(1.05, 1.2) + inner.mean(0)
    high = rng.uniform(0.5, 1.6)
    foot, far_top, top = (_at_height(camera, *edge) for edge in ((inner, 0), (outer, high), (inner, high)))
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.rint(foot).astype(np.int32)], 255)
    beyond, rim = colour(rng), colour(rng, (0, 0.8), (0.1, 0.7))
    picture[mask == 0] = beyond
    for low, upper, shades in ((foot, top, True), (top, far_top, False)):
        for k in range(4):
            n = (k + 1) % 4
            side = np.rint(np.array([low[k], low[n], upper[n], upper[k]])).astype(np.int32)
            tone = rim * rng.uniform(0.4, 0.9) if shades else rim
            cv2.fillPoly(picture, [side], tone.tolist(), cv2.LINE_AA)


def _at_height(camera: Camera, corners: Array, height: float) -> Array:
    return camera.project(np.column_stack([corners, np.full(len(corners), height)]))


def _lay_shadows(
    picture: Picture, rng: Rng, camera: Camera, light: Light, placed: list[Placed], px: float
) -> None:
    """The lamp's shadows, and the dark seam around whatever stands on the table."""
    shadow = np.zeros(picture.shape[:2], np.uint8)
    seam = np.zeros_like(shadow)
    for die in placed:
        world = die.pose.world(die.model.body.corners)
        cast = world[:, :2] - world[:, 2:] * light.direction[:2] / light.direction[2]
        under = np.vstack([cast, world[world[:, 2] < 0.2][:, :2]])
        for points, mask in ((under, shadow), (world[:, :2], seam)):
            flat = _at_height(camera, points, 0.0)
            cv2.fillConvexPoly(mask, cv2.convexHull(np.rint(flat).astype(np.int32)), 255, cv2.LINE_AA)
    lamp = float(light.key.mean() * light.direction[2])
    share = lamp / max(1e-6, lamp + float(light.ambient.mean()))
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.6, px * float(rng.uniform(0.01, 0.22))))
    near = cv2.GaussianBlur(seam, (0, 0), px * 0.09)
    picture *= (1 - 0.95 * share * soft.astype(np.float32)[..., None] / 255) * (
        1 - float(rng.uniform(0.1, 0.5)) * near.astype(np.float32)[..., None] / 255
    )


def _lay_dice(
    picture: Picture, ids: NDArray[np.int16], camera: Camera, light: Light, placed: list[Placed], px: float
) -> tuple[int, ...]:
    """Draw the dice into picture and ids; returns the px that each one covers."""
    bare = picture.copy()
    areas = [0] * len(placed)
    far_first = sorted(
        range(len(placed)), key=lambda i: -float(np.linalg.norm(placed[i].pose.place - camera.place))
    )
    # What lies on another die is in front of it from wherever one looks down.
    far_first.sort(key=lambda i: placed[i].is_upper)
    for i in far_first:
        die = placed[i]
        material = die.model.material
        layer = draw(die.model.body, die.model.atlas, die.pose, camera, light, material, 2 if px < 90 else 1)
        if layer is None:
            continue
        if material.clear:
            layer.colour *= 1 - material.clear
        if die.velocity != (0.0, 0.0):
            _smear(layer, np.array(die.velocity) * px)
        areas[i] = int((layer.cover > 0.5).sum())
        _lay(picture, ids, layer, i, material.clear, bare)
    return tuple(areas)


def _smear(layer: Layer, reach: Array) -> None:
    """Blur a layer along `reach` (px)."""
    pad = int(np.ceil(np.abs(reach).max())) + 1
    kernel = np.zeros((2 * pad + 1, 2 * pad + 1), np.float32)
    start, end = (np.rint(np.array([pad, pad]) + way * reach / 2).astype(int).tolist() for way in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA)
    kernel /= kernel.sum()
    wide = np.pad(layer.colour, ((pad, pad), (pad, pad), (0, 0)))
    layer.colour = np.asarray(cv2.filter2D(wide, -1, kernel), np.float32)
    layer.cover = np.asarray(cv2.filter2D(np.pad(layer.cover, pad), -1, kernel), np.float32)
    layer.left -= pad
    layer.top -= pad


def _lay(
    picture: Picture, ids: NDArray[np.int16], layer: Layer, index: int, clear: float, bare: Picture
) -> None:
    """Lay a layer over the picture; the bare ground shines through a die that is `clear`."""
    height, width = picture.shape[:2]
    rows, columns = layer.cover.shape
    top, left = max(layer.top, 0), max(layer.left, 0)
    bottom, right = min(layer.top + rows, height), min(layer.left + columns, width)
    if top >= bottom or left >= right:
        return
    part = (slice(top - layer.top, bottom - layer.top), slice(left - layer.left, right - layer.left))
    cover = layer.cover[part][..., None]
    below = picture[top:bottom, left:right]
    shown = layer.colour[part]
    if clear:
        through = np.asarray(cv2.GaussianBlur(bare[top:bottom, left:right], (0, 0), 3), np.float32)
        shown = shown + clear * cover * through * shown.max(initial=0.5)
    below *= 1 - cover
    below += shown
    ids[top:bottom, left:right][cover[..., 0] > 0.5] = index
