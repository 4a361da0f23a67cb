"""Draw one die by ray casting: bevelled solid, drilled or printed marks, marble, gloss and glare."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Array, Picture
from vision.training.marks import TILE, UNIT
from vision.training.solids import Solid

_COLUMNS = 4096
"""Samples a row when marks are looked up: OpenCV takes no single row of any length."""

_LONGEST = 900
"""Dice that span more px than this are not drawn."""


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: `rotation` world to camera, `place` in the world, `focal` and `centre` in px."""

    rotation: Array
    place: Array
    focal: float
    centre: tuple[float, float]

    def project(self, points: Array) -> Array:
        """World points (n, 3) to px (n, 2)."""
        seen = (points - self.place) @ self.rotation.T
        return np.asarray(self.focal * seen[:, :2] / seen[:, 2:] + self.centre, np.float64)

    def rays(self, x: Array, y: Array) -> Picture:
        """Unit directions in the world (n, 3) through pixels."""
        across, down = (x - self.centre[0]) / self.focal, (y - self.centre[1]) / self.focal
        aim = np.stack([across, down, np.ones_like(x)], -1)
        aim /= np.linalg.norm(aim, axis=-1, keepdims=True)
        return np.asarray(aim @ self.rotation, np.float32)

    def plane(self) -> Array:
        """The homography (3, 3) from the table's plane (x, y) to px."""
        matrix = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        shift = -self.rotation @ self.place
        columns = [self.rotation[:, 0], self.rotation[:, 1], shift]
        return np.asarray(matrix @ np.column_stack(columns), np.float64)


@dataclass(frozen=True)
class Light:
    """A lamp, the light of the room, and a soft panel that glossy faces mirror.

    `direction` is a unit vector towards the lamp and `panel` one towards the panel's middle; `key` and
    `ambient` are the strengths of lamp and room in bgr; the panel reaches as far as the angle whose cosine is
    `panel_cos` and fades over `panel_soft`.
    """

    direction: Array
    key: Array
    ambient: Array
    panel: Array
    panel_cos: float
    panel_soft: float
    panel_strength: float


@dataclass(frozen=True)
class Material:
    """Two marble colours and the marks' colour (bgr, 0 to 1), and the surface's character.

    `marble`, `speckle`, `gloss`, `drilled`, `clear` and `rim` are strengths from 0; `shine` is the exponent
    of the lamp's reflection; `roundness` how far an edge's shading reaches into the faces.
    """

    body: Array | Picture
    second: Array | Picture
    mark: Array | Picture
    marble: float
    marble_scale: float
    speckle: float
    gloss: float
    shine: float
    roundness: float
    drilled: float
    clear: float
    seed: int
    rim: float = 0.0


@dataclass(frozen=True)
class Pose:
    """Where a solid is: `rotation` body to world, `place` of its middle, `scale` from the body's units."""

    rotation: Array
    place: Array
    scale: float

    def world(self, points: Array) -> Array:
        """Points (n, 3) of the body in the world."""
        return np.asarray(self.scale * points @ self.rotation.T + self.place, np.float64)


@dataclass
class Layer:
    """A drawn die: premultiplied colour (h, w, 3), cover (h, w), and its upper left corner's px."""

    colour: Picture
    cover: Picture
    left: int
    top: int


def outline(solid: Solid, pose: Pose, camera: Camera) -> Array:
    """The projected corners (n, 2) of the body, as if its edges were sharp, in px."""
    return camera.project(pose.world(solid.corners))


def draw(
    solid: Solid, atlas: Picture, pose: Pose, camera: Camera, light: Light, material: Material, over: int = 1
) -> Layer | None:
    """Cast rays at the die; `over` is the oversampling. None where it is out of the frame's reach."""
    points = outline(solid, pose, camera)
    low, high = np.floor(points.min(0)).astype(int) - 2, np.ceil(points.max(0)).astype(int) + 3
    wide, tall = int(high[0] - low[0]), int(high[1] - low[1])
    if not (4 <= wide <= _LONGEST and 4 <= tall <= _LONGEST):
        return None
    xs = low[0] + (np.arange(wide * over) + 0.5) / over - 0.5
    ys = low[1] + (np.arange(tall * over) + 0.5) / over - 0.5
    gx, gy = np.meshgrid(xs, ys)
    ray = camera.rays(gx.ravel(), gy.ravel())
    turn = pose.rotation.astype(np.float32)
    start = ((camera.place - pose.place) @ pose.rotation / pose.scale).astype(np.float32)
    aim = ray @ turn
    enter, hit = _entry(solid, start, aim)
    if not hit.any():
        return None
    colour = np.zeros((len(ray), 3), np.float32)
    spot = start + enter[hit, None] * aim[hit]
    colour[hit] = _shade(solid, atlas, spot, ray[hit], turn, light, material)
    cover = hit.astype(np.float32).reshape(tall * over, wide * over)
    shaded = colour.reshape(tall * over, wide * over, 3)
    if over > 1:
        cover = np.asarray(cv2.resize(cover, (wide, tall), interpolation=cv2.INTER_AREA), np.float32)
        shaded = np.asarray(cv2.resize(shaded, (wide, tall), interpolation=cv2.INTER_AREA), np.float32)
    return Layer(shaded, cover, int(low[0]), int(low[1]))


def _entry(solid: Solid, start: Picture, aim: Picture) -> tuple[Picture, NDArray[np.bool_]]:
    """How far along each ray the body begins, and whether the ray meets it: all in the body's own frame."""
    planes = solid.planes.astype(np.float32)
    gap = planes[:, 3] - planes[:, :3] @ start
    # A ray comes in through planes that it starts outside of, and goes out through the others.
    facing = gap < 0
    inward, outward = aim @ planes[facing, :3].T, aim @ planes[~facing, :3].T
    with np.errstate(divide="ignore", invalid="ignore"):
        enter = np.where(inward < 0, gap[facing] / inward, np.inf).max(1, initial=-np.inf)
        leave = np.where(outward > 0, gap[~facing] / outward, np.inf).min(1)
    return enter, (enter < leave) & (enter > 0)


def atlas_of(tiles: list[Picture]) -> Picture:
    """All faces' masks, one below the other, (faces * TILE, TILE, 3): cover, slope along x, slope along y."""
    parts = []
    for tile in tiles:
        hollow = cv2.GaussianBlur(tile, (0, 0), 2.2)
        slope_x = cv2.Sobel(hollow, cv2.CV_32F, 1, 0, ksize=3)
        slope_y = cv2.Sobel(hollow, cv2.CV_32F, 0, 1, ksize=3)
        parts.append(np.dstack([tile, slope_x, slope_y]))
    return np.ascontiguousarray(np.vstack(parts), np.float32)


@dataclass(frozen=True)
class _Marks:
    """What the atlas holds at points of the surface: cover (n, 1), slopes (n, 1), and their axes (n, 3)."""

    ink: Picture
    slope_x: Picture
    slope_y: Picture
    right: Picture
    up: Picture


def _marks_at(solid: Solid, atlas: Picture, spot: Picture, which: NDArray[np.intp]) -> _Marks:
    middles = np.array([f.middle for f in solid.faces], np.float32)[which]
    rights = np.array([f.right for f in solid.faces], np.float32)[which]
    ups = np.array([f.up for f in solid.faces], np.float32)[which]
    unit = np.array([UNIT / f.inradius for f in solid.faces], np.float32)[which]
    away = spot - middles
    u = TILE / 2 - 0.5 + (away * rights).sum(1) * unit
    v = TILE / 2 - 0.5 - (away * ups).sum(1) * unit
    u, v = np.clip(u, 0, TILE - 1), np.clip(v, 0, TILE - 1)
    count = len(u)
    rows = -(-count // _COLUMNS)
    x, y = np.zeros(rows * _COLUMNS, np.float32), np.zeros(rows * _COLUMNS, np.float32)
    x[:count], y[:count] = u, v + which * TILE
    seen = cv2.remap(atlas, x.reshape(rows, -1), y.reshape(rows, -1), cv2.INTER_LINEAR)
    flat = np.asarray(seen, np.float32).reshape(-1, 3)[:count]
    return _Marks(flat[:, :1], flat[:, 1:2], flat[:, 2:3], rights, ups)


def _shade(
    solid: Solid, atlas: Picture, spot: Picture, ray: Picture, turn: Picture, light: Light, material: Material
) -> Picture:
    """Colours (n, 3) of points on the body (body's frame) that rays (world's frame) meet."""
    normals = solid.planes[:, :3].astype(np.float32)
    depth = spot @ normals.T - solid.planes[:, 3].astype(np.float32)
    # Planes nearly as close as the nearest one share in the normal, which rounds the edges.
    normal = np.exp(np.maximum(depth, -0.3) / material.roundness) @ normals
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    marks = _marks_at(solid, atlas, spot, depth[:, : len(solid.faces)].argmax(1))
    if material.drilled:
        normal = normal + material.drilled * (marks.right * marks.slope_x - marks.up * marks.slope_y)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    albedo = _marble(spot, material) * (1 - marks.ink) + material.mark.astype(np.float32) * marks.ink
    if material.rim:
        albedo *= 1 - material.rim * np.clip(np.abs(marks.slope_x) + np.abs(marks.slope_y), 0, 1)
    return _lit(albedo, normal @ turn.T, ray, light, material)


def _lit(albedo: Picture, normal: Picture, ray: Picture, light: Light, material: Material) -> Picture:
    """Colours (n, 3) under the light: diffuse, and what lamp and panel mirror, all in the world's frame."""
    direction = light.direction.astype(np.float32)
    facing = np.maximum(normal @ direction, 0)[:, None]
    sky = (0.62 + 0.38 * normal[:, 2:3]) * light.ambient.astype(np.float32)
    colour = albedo * (sky + facing * light.key.astype(np.float32))
    mirrored = ray - 2 * (ray * normal).sum(1, keepdims=True) * normal
    lamp = np.maximum(mirrored @ direction, 0) ** material.shine
    fresnel = 0.35 + 0.65 * (1 - np.abs((ray * normal).sum(1))) ** 3
    near = (mirrored @ light.panel.astype(np.float32) - light.panel_cos) / light.panel_soft
    panel = 1 / (1 + np.exp(-np.clip(near, -30, 30)))
    extra = material.gloss * (lamp * 0.9 * float(light.key.mean()) + panel * light.panel_strength * fresnel)
    return np.asarray(colour + extra[:, None], np.float32)


def _marble(spot: Picture, material: Material) -> Picture:
    """The body's own colours at its points: a wave in space that is bent twice, and grains."""
    body, second = material.body.astype(np.float32), material.second.astype(np.float32)
    if material.marble <= 0 and material.speckle <= 0:
        return np.broadcast_to(body, spot.shape)
    rng = np.random.default_rng(material.seed)
    p = spot * material.marble_scale
    for _ in range(2):
        mix = rng.normal(0, 1, (3, 3)).astype(np.float32)
        p = p + 0.55 * np.sin(p @ mix + rng.uniform(0, 6.3, 3).astype(np.float32))
    wave = np.sin(p @ rng.normal(0, 1.2, 3).astype(np.float32) + rng.uniform(0, 6.3))
    share = material.marble * (0.5 + 0.5 * wave)[:, None]
    out = body * (1 - share) + second * share
    if material.speckle > 0:
        grains = rng.random((24, 24, 24)) < 0.16
        index = ((spot + 2) * material.marble_scale * 6).astype(int) % 24
        grain = grains[index[:, 0], index[:, 1], index[:, 2]].astype(np.float32)[:, None] * material.speckle
        out = out * (1 - grain) + second * grain
    return np.asarray(out, np.float32)
