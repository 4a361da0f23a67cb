"""Things in a tray that are no dice: coins, pens, buttons, dots printed on the cloth."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.model import Clutter, ClutterKind, Light
from vision.scene.optics import shadow_shift, towards_light

Image = NDArray[np.float32]

_SIDE = 256
"""Width and height in px at which a thing is drawn, before it is reduced to its size."""

_THICKNESS: dict[ClutterKind, float] = {"coin": 0.07, "pen": 0.05, "button": 0.1, "dots": 0.0}
"""How far a thing stands above the floor, in its own size."""


def lay_clutter(floor: Image, things: tuple[Clutter, ...], light: Light, origin: tuple[int, int]) -> None:
    """Draw things onto a floor under even light; `origin` is where the floor's place (0, 0) lies in it."""
    for thing in things:
        drop = shadow_shift(light, _THICKNESS[thing.kind] * thing.size)
        middle = np.array(thing.centre) + np.array(origin)
        reach = 0.75 * thing.size + np.abs(drop) + 3
        low = np.maximum(np.floor(middle - reach), 0).astype(int)
        high = np.minimum(np.ceil(middle + reach), (floor.shape[1], floor.shape[0])).astype(int)
        if (high > low).all():
            part = floor[low[1] : high[1], low[0] : high[0]]
            _lay(part, thing, light, (float(middle[0] - low[0]), float(middle[1] - low[1])), drop)


def _lay(
    part: Image, thing: Clutter, light: Light, middle: tuple[float, float], drop: tuple[float, float]
) -> None:
    """Draw a thing and its shadow into its surroundings."""
    colour, cover = _DRAWINGS[thing.kind](thing, light)
    if _THICKNESS[thing.kind] > 0:
        shade = _placed(cover, thing, part.shape, (middle[0] + drop[0], middle[1] + drop[1]))
        blurred = cv2.GaussianBlur(shade, (0, 0), max(0.8, 0.02 * thing.size))
        part *= 1 - np.float32(0.6 * (1 - light.ambient)) * blurred[..., None]
    seen = _placed(cover, thing, part.shape, middle)[..., None]
    part += seen * (_placed(colour, thing, part.shape, middle) - part)


def _placed(tile: Image, thing: Clutter, shape: tuple[int, ...], middle: tuple[float, float]) -> Image:
    turn, scale = np.deg2rad(thing.angle), thing.size / _SIDE
    across = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.column_stack([across, np.array(middle) - across @ np.array([_SIDE / 2, _SIDE / 2])])
    # A warp takes single px of the tile: what is reduced a lot is smoothed before.
    smooth = cv2.GaussianBlur(tile, (0, 0), 0.4 / scale) if scale < 0.6 else tile
    return np.asarray(cv2.warpAffine(smooth, matrix, (shape[1], shape[0])), dtype=np.float32)


def _blank() -> NDArray[np.uint8]:
    return np.zeros((_SIDE, _SIDE), np.uint8)


def _disc(radius: float, x: float = 0.5, y: float = 0.5) -> NDArray[np.uint8]:
    canvas = _blank()
    centre = (round(x * _SIDE), round(y * _SIDE))
    cv2.circle(canvas, centre, round(radius * _SIDE), 255, cv2.FILLED, cv2.LINE_AA)
    return canvas


def _share(mask: NDArray[np.uint8]) -> Image:
    return np.asarray(mask.astype(np.float32) / 255, dtype=np.float32)


def _relief(height: Image, thing: Clutter, light: Light, depth: float) -> Image:
    """The tone of a surface that rises by `height`, lit from the lamp's side."""
    x, y, _ = towards_light(light)
    turn = -np.deg2rad(thing.angle)
    x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    soft = cv2.GaussianBlur(height, (0, 0), 2.0)
    slope = x * cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3) + y * cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    level = np.clip(1 - depth * slope, 0.25, 1.9)
    return np.asarray(level[..., None] * np.array(thing.tone, np.float32), dtype=np.float32)


def _coin(thing: Clutter, light: Light) -> tuple[Image, Image]:
    """A rim, a numeral or a head's outline, and a ring of letters."""
    rng = np.random.default_rng([thing.seed, 41])
    cover = _disc(0.49)
    height = _share(cover) - 0.5 * _share(_disc(0.45))
    raised = _blank()
    if rng.random() < 0.5:
        text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_TRIPLEX, 3.4, 8)
        place = ((_SIDE - wide) // 2, (_SIDE + high) // 2)
        cv2.putText(raised, text, place, cv2.FONT_HERSHEY_TRIPLEX, 3.4, 255, 8, cv2.LINE_AA)
    else:
        cv2.ellipse(raised, (128, 116), (42, 54), 15, 0, 360, 255, cv2.FILLED, cv2.LINE_AA)
        cv2.ellipse(raised, (122, 190), (60, 34), 0, 180, 360, 255, cv2.FILLED, cv2.LINE_AA)
    for turn in np.arange(0, 2 * np.pi, 2 * np.pi / 26):
        place = (round(128 + 100 * np.cos(turn)), round(128 + 100 * np.sin(turn)))
        cv2.circle(raised, place, 5, 160, cv2.FILLED)
    return _relief(height + 0.6 * _share(raised), thing, light, 0.55), _share(cover)


def _button(thing: Clutter, light: Light) -> tuple[Image, Image]:
    """A disc with a rim and two or four holes, much as a die's pips."""
    holes = _blank()
    number = 2 if thing.seed % 2 else 4
    for turn in np.arange(number) * 2 * np.pi / number:
        place = (round(128 + 34 * np.cos(turn)), round(128 + 34 * np.sin(turn)))
        cv2.circle(holes, place, 16, 255, cv2.FILLED, cv2.LINE_AA)
    cover = _disc(0.49)
    height = _share(cover) - 0.6 * _share(_disc(0.38)) - _share(holes)
    return _relief(height, thing, light, 0.5) * (1 - 0.85 * _share(holes))[..., None], _share(cover)


def _pen(thing: Clutter, light: Light) -> tuple[Image, Image]:
    """A barrel with a dark tip, a clip and a bright line where it mirrors the lamp."""
    cover, tip, clip = _blank(), _blank(), _blank()
    cv2.line(cover, (22, 128), (236, 128), 255, 13, cv2.LINE_AA)
    nib = np.array([(24, 122), (24, 134), (3, 129), (3, 127)])
    cv2.fillPoly(cover, [nib], 255, cv2.LINE_AA)
    cv2.fillPoly(tip, [nib], 255, cv2.LINE_AA)
    cv2.line(clip, (180, 131), (236, 131), 255, 3, cv2.LINE_AA)
    across = np.abs(np.arange(_SIDE, dtype=np.float32) - 128)[:, None] / 7
    barrel = np.sqrt(np.clip(1 - across**2, 0, 1)) * np.ones((1, _SIDE), np.float32)
    colour = (0.35 + 0.75 * barrel)[..., None] * np.array(thing.tone, np.float32)
    colour = colour * (1 - 0.75 * _share(tip))[..., None] + 150 * _share(clip)[..., None]
    return np.asarray(colour, dtype=np.float32), _share(cover)


def _dots(thing: Clutter, light: Light) -> tuple[Image, Image]:
    """A regular pattern of printed dots, of a pip's size and more."""
    rng = np.random.default_rng([thing.seed, 43])
    number, skewed = int(rng.integers(4, 9)), rng.random() < 0.5
    step = _SIDE / number
    cover = _blank()
    for row in range(number):
        for column in range(number):
            x = (column + 0.5 + (0.5 if skewed and row % 2 else 0)) * step
            place = (round(x % _SIDE), round((row + 0.5) * step))
            cv2.circle(cover, place, round(rng.uniform(0.17, 0.2) * step), 255, cv2.FILLED, cv2.LINE_AA)
    colour = np.broadcast_to(np.array(thing.tone, np.float32), (_SIDE, _SIDE, 3))
    return np.ascontiguousarray(colour), 0.9 * _share(cover)


_DRAWINGS: dict[ClutterKind, Callable[[Clutter, Light], tuple[Image, Image]]] = {
    "coin": _coin,
    "pen": _pen,
    "button": _button,
    "dots": _dots,
}
