"""Random trays with exact truth: a camera, a light, a throw, a picture, and what a sensor makes of it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.training.arrays import Array, Frame, Picture, Size
from vision.training.compose import Composed, Composer
from vision.training.numerals import fonts
from vision.training.raycast import Camera, Light, outline
from vision.training.throws import Placed, Shot, Thrower
from vision.training.turns import spin

_STEEP = np.radians(15)
"""Tilt up to which a camera looks down rather than across, and its frames have no upper edge."""

_LARGEST: dict[Shot, int] = {"whole": 130, "near": 110, "pile": 72, "close": 125}
"""Px of a die: crops to learn from are not larger."""

_SIDE: dict[Shot, tuple[float, float]] = {"near": (3.6, 4.6), "pile": (4.6, 6.0), "close": (2.4, 2.4)}
"""A small frame's side, in lengths of the die."""

_NEW_GROUND: dict[Shot, float] = {"whole": 0.35, "near": 0.12, "pile": 0.06, "close": 0.05}
_SMALLEST_SIDE = 96
_USUAL_SIDE = 640
_FLAT_SHARE = 0.08

ALONE, UPPER, LOWER = LAYERS = 1, 2, 3
"""A die that is no part of a stack, one that lies on another, and one that carries another."""

_PANEL, _WINDOW = (0.0, 1.6), (1.6, 8.0)
"""Strengths of a panel of soft light, and of a window, which turns a glossy face nearly white."""


class Maker:
    """Makes frames; everything follows from the seed.

    Small frames, which are as parts of a usual one, are far cheaper where dice are to be read or stacks to be
    told; close up several show the same die.
    """

    def __init__(self, seed: int, theme: str, trouble: float = 0.3, shot: Shot = "whole") -> None:
        self.rng = np.random.default_rng(seed)
        self.theme, self.shot = theme, shot
        self.hand_mask: Frame | None = None
        self.layers: Frame | None = None
        self._thrower = Thrower(self.rng, theme, trouble, fonts(), shot)
        self._composer = Composer(self.rng, _NEW_GROUND[shot], quiet=shot == "pile")

    def frame(self) -> tuple[Frame, dict[str, object]]:
        """The next picture (h, w, 3) bgr and its truth; `hand_mask` (h, w) is the last hand's.

        `layers` (h, w) tells what the picture shows: 0 no die, and else one of `LAYERS`.

        The truth holds the frame's `size`, `tilt` (degrees) and `blur` (px), whether there is a `hand`, with
        its `hand_box`, and `dice`: each one's `box` (px), `sides`, `kind`, `face`, the share of it that is
        `visible`, `trouble`, and of its upper face the middle `top`, the radius `reach` (px) and where its
        numeral's head points, `up` (degrees from the picture's right towards its lower side).
        """
        rng = self.rng
        smallest, largest = 24, _LARGEST[self.shot]
        if self.theme == "poly":
            smallest, largest = 40, 170 if self.shot == "whole" else largest
        px = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
        size = self._size(px)
        tilts = [abs(rng.normal(0, 6)), rng.uniform(0, 38), rng.uniform(25, 52)]
        tilt = np.radians(rng.choice(tilts, p=[0.5, 0.38, 0.12]))
        camera = self._camera(size, px, tilt)
        light = self._light(camera)
        placed = self._thrower.throw(camera, size, px)
        composed = self._composer.compose(camera, light, placed, size, px)
        picture, blur = self._exposed(composed.picture)
        truth: dict[str, object] = {
            "dice": _truth(composed, camera, placed, size),
            "hand": composed.hand is not None,
            "blur": round(blur, 2),
            "tilt": round(float(np.degrees(tilt)), 1),
            "size": list(size),
        }
        self.layers = _layers(composed, placed)
        if composed.hand is not None:
            ys, xs = np.nonzero(composed.hand)
            truth["hand_box"] = [int(xs.min()), int(ys.min()), int(np.ptp(xs)), int(np.ptp(ys))]
            self.hand_mask = composed.hand
        return picture, truth

    def _size(self, px: float) -> Size:
        rng = self.rng
        if self.shot in _SIDE:
            side = max(_SMALLEST_SIDE, round(rng.uniform(*_SIDE[self.shot]) * px))
            return side, side
        size = (640, 480) if rng.random() < 0.6 else (560, 560)
        return size[::-1] if rng.random() < 0.15 else size

    def _camera(self, size: Size, px: float, tilt: float) -> Camera:
        """A camera that sees a length of 1 at the origin as `px` px, `tilt` radians off the vertical."""
        rng = self.rng
        width, height = size
        focal = (_USUAL_SIDE if self.shot in _SIDE else max(size)) * rng.uniform(0.8, 2.2)
        turn = np.radians(rng.uniform(-180, 180) if tilt < _STEEP else rng.normal(0, 10))
        down = np.diag([1.0, -1.0, -1.0])
        lean, roll = spin(np.array([1.0, 0, 0]), tilt), spin(np.array([0, 0, 1.0]), turn)
        rotation = lean @ down @ roll if tilt < _STEEP else roll @ lean @ down
        place = -rotation.T @ np.array([0, 0, focal / px])
        return Camera(rotation, place, focal, (width / 2 + rng.normal(0, 30), height / 2 + rng.normal(0, 30)))

    def _light(self, camera: Camera) -> Light:
        """A lamp in a room; at times one so soft that a die's sides are as bright as its upper face."""
        rng = self.rng
        flat_light = rng.random() < _FLAT_SHARE
        azimuth, elevation = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(22, 85))
        flat = np.cos(elevation)
        direction = np.array([np.cos(azimuth) * flat, np.sin(azimuth) * flat, np.sin(elevation)])
        hard = 0.0 if flat_light else rng.beta(1.3, 1.6)
        warm = 1 + rng.normal(0, 0.08) * np.array([-1.0, 0.0, 1.0])
        total = rng.uniform(0.75, 1.25)
        panel = self._panel(camera)
        shine = _WINDOW if rng.random() < 0.25 else _PANEL
        return Light(
            direction=direction,
            key=0.95 * total * hard * warm,
            ambient=total * (1 - 0.8 * hard) * (1 + rng.normal(0, 0.04, 3)),
            panel=panel,
            panel_cos=float(np.cos(np.radians(rng.uniform(5, 30)))),
            panel_soft=float(rng.uniform(0.005, 0.06)),
            panel_strength=0.0 if flat_light else float(rng.uniform(*shine)),
        )

    def _panel(self, camera: Camera) -> Array:
        """The direction of the soft panel: anywhere above, or where level faces mirror it into the lens."""
        rng = self.rng
        panel = np.array([0, 0, 1.0]) + 0.9 * rng.normal(0, 0.35, 3)
        if rng.random() < 0.45:
            toward = camera.place / np.linalg.norm(camera.place)
            panel = 2 * toward[2] * np.array([0, 0, 1.0]) - toward + rng.normal(0, 0.2, 3)
        return np.asarray(panel / np.linalg.norm(panel), np.float64)

    def _exposed(self, picture: Picture) -> tuple[Frame, float]:
        """What a sensor makes of it: exposure, tint, fall-off, gamma, blur and noise; and the blur (px)."""
        rng = self.rng
        level = float(np.percentile(picture, 97))
        picture = picture * (rng.uniform(0.55, 1.12) / max(0.25, level)) ** rng.uniform(0.5, 1.0)
        picture *= np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
        if rng.random() < 0.3:
            fall = 1 + rng.uniform(-0.35, 0.35) * np.linspace(-1, 1, picture.shape[1])[None, :, None]
            picture *= fall.astype(np.float32)
        picture = np.clip(picture, 0, 1) ** rng.uniform(0.7, 1.2)
        blur = float(rng.exponential(0.55))
        if blur > 0.3:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), min(blur, 2.2)), np.float32)
        grainy = picture + rng.normal(0, rng.exponential(0.012), picture.shape)
        return np.clip(np.rint(grainy * 255), 0, 255).astype(np.uint8), blur


def _layers(composed: Composed, placed: list[Placed]) -> Frame:
    """Which of the dice that the picture shows lie on another, or under one."""
    layers = np.zeros(composed.ids.shape, np.uint8)
    for i, die in enumerate(placed):
        layer = UPPER if die.is_upper else LOWER if "stacked" in die.trouble else ALONE
        layers[composed.ids == i] = layer
    return layers


def _truth(composed: Composed, camera: Camera, placed: list[Placed], size: Size) -> list[dict[str, object]]:
    """What is true of every die of which anything is seen."""
    dice: list[dict[str, object]] = []
    for i, die in enumerate(placed):
        points = outline(die.model.body, die.pose, camera)
        low, high = np.clip(points.min(0), 0, size), np.clip(points.max(0), 0, size)
        seen = composed.visible(i)
        if (high - low).min() <= 1 or seen < 0.03:
            continue
        face = die.model.body.faces[die.top]
        up = -face.up if die.model.upside_down else face.up
        ends = np.array(
            [face.middle, face.middle + face.inradius * up, face.middle + face.inradius * face.right]
        )
        top, head, side = camera.project(die.pose.world(ends))
        turn = float(np.degrees(np.arctan2(head[1] - top[1], head[0] - top[0])))
        reach = float(np.hypot(*(head - top)) + np.hypot(*(side - top))) / 2
        dice.append(
            {
                "box": [*low.round(1).tolist(), *(high - low).round(1).tolist()],
                "top": top.round(1).tolist(),
                "reach": round(reach, 1),
                "up": round(turn, 1),
                "sides": die.model.sides,
                "kind": die.model.kind,
                "face": die.model.faces[die.top],
                "visible": round(seen, 3),
                "trouble": sorted(die.trouble),
            }
        )
    return dice
