"""What dice lie on: felt, wood, paper, cloth, carpet, stone, prints with dots."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.arrays import Picture, Rng

GROUND_PX = 1024
"""Side of a ground."""

_Shade: TypeAlias = NDArray[np.floating[Any]]


def colour(
    rng: Rng, saturation: tuple[float, float] = (0.0, 1.0), value: tuple[float, float] = (0.1, 1.0)
) -> Picture:
    """A random colour (3,), bgr 0 to 1, whose saturation and value lie in the given ranges."""
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(*saturation), rng.uniform(*value)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def noise(rng: Rng, size: int, cells: tuple[float, ...], stretch: tuple[float, float] = (1, 1)) -> Picture:
    """Smooth noise, about -1 to 1, (size, size).

    Every width in `cells` (px) adds a layer, stretched along x and y.
    """
    total = np.zeros((size, size), np.float32)
    for weight, cell in enumerate(cells):
        wide, tall = max(2, int(size / (cell * stretch[0]))), max(2, int(size / (cell * stretch[1])))
        coarse = rng.normal(0, 1, (tall, wide)).astype(np.float32)
        layer = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
        total += np.asarray(layer, np.float32) / (1 + 0.3 * weight)
    return np.asarray(total / max(1e-6, float(total.std())) / 2, np.float32)


@dataclass(frozen=True)
class _Start:
    """What every ground begins with: a side in px, a colour, and fine and wide noise (size, size)."""

    size: int
    base: Picture
    fine: Picture
    wide: Picture

    def plain(self) -> Picture:
        """The colour all over."""
        return np.broadcast_to(self.base, (self.size, self.size, 3)).copy()


def ground(rng: Rng, size: int = GROUND_PX) -> Picture:
    """A random surface, (size, size, 3), 0.01 to 1."""
    kind = str(rng.choice(list(_GROUNDS), p=[share for share, _ in _GROUNDS.values()]))
    fine, wide = noise(rng, size, (1.5, 3)), noise(rng, size, (60, 200))
    surface = _GROUNDS[kind][1](rng, _Start(size, colour(rng), fine, wide))
    return np.clip(surface, 0.01, 1.0).astype(np.float32)


def _felt(rng: Rng, start: _Start) -> _Shade:
    base = colour(rng, (0.3, 1.0), (0.15, 0.8))
    out = base * (1 + rng.uniform(0.04, 0.14) * start.fine + 0.06 * start.wide)[..., None]
    along, across = noise(rng, start.size, (1.5,), (6, 1)), noise(rng, start.size, (1.5,), (1, 6))
    hairs = (along > 0.9) | (across > 0.95)
    return out + rng.uniform(0, 0.08) * hairs[..., None]


def _wood(rng: Rng, start: _Start) -> _Shade:
    size = start.size
    tone = np.array([0.25, 0.45, 0.7], np.float32) * rng.uniform(0.25, 1.25) + rng.uniform(0, 0.12)
    grain = noise(rng, size, (4, 10, 30), (rng.uniform(10, 30), 1))
    rings = np.sin(noise(rng, size, (120, 40), (8, 1)) * rng.uniform(5, 18))
    shade = 1 + rng.uniform(0.05, 0.25) * grain + rng.uniform(0.03, 0.2) * rings + 0.02 * start.fine
    out = tone * shade[..., None]
    if rng.random() < 0.4:
        step = int(rng.integers(120, 400))
        for y in range(int(rng.integers(step)), size, step):
            out[y : y + int(rng.integers(2, 6))] *= rng.uniform(0.3, 0.8)
    return np.asarray(out)


def _paper(rng: Rng, start: _Start) -> _Shade:
    size = start.size
    out = np.full((size, size, 3), rng.uniform(0.7, 1.0), np.float32) * (1 - 0.1 * colour(rng))
    out = out * (1 + 0.01 * start.fine + 0.02 * start.wide)[..., None]
    if rng.random() < 0.6:
        ink, step = colour(rng), int(rng.integers(20, 70))
        for k in range(int(rng.integers(step)), size, step):
            out[k : k + int(rng.integers(1, 3))] = ink
            if rng.random() < 0.3:
                out[:, k : k + 2] = ink
    return np.asarray(out)


def _stripes(rng: Rng, start: _Start) -> _Shade:
    """Woven stripes, at times crossed by others."""
    size = start.size
    out: _Shade = _bands(rng, size)
    if rng.random() < 0.4:
        out = (out + _bands(rng, size).transpose(1, 0, 2)) / 2
    weave = np.sin(np.arange(size) * rng.uniform(0.7, 2.2))
    return out * (1 + 0.05 * (weave[:, None] * weave[None, :]) + 0.05 * start.fine)[..., None]


def _bands(rng: Rng, size: int) -> Picture:
    out = np.zeros((size, size, 3), np.float32)
    bands = [colour(rng) for _ in range(int(rng.integers(2, 5)))]
    widths = [int(width) for width in rng.integers(12, 130, len(bands))]
    x, k = 0, 0
    while x < size:
        out[:, x : x + widths[k]] = bands[k]
        x, k = x + widths[k], (k + 1) % len(bands)
    return out


def _check(rng: Rng, start: _Start) -> _Shade:
    at = np.floor(np.arange(start.size) / rng.uniform(25, 160))
    grid = (at[:, None] + at[None, :]) % 2
    out = start.base + (colour(rng) - start.base) * grid[..., None].astype(np.float32)
    return np.asarray(out * (1 + 0.04 * start.fine)[..., None])


def _carpet(rng: Rng, start: _Start) -> _Shade:
    loops = noise(rng, start.size, (rng.uniform(3, 9),)) + 0.5 * start.fine
    return start.base * (1 + rng.uniform(0.1, 0.4) * loops + 0.1 * start.wide)[..., None]


def _stone(rng: Rng, start: _Start) -> _Shade:
    veins = np.abs(noise(rng, start.size, (150, 60, 20)))
    return start.base * (0.75 + rng.uniform(0.1, 0.5) * veins + 0.05 * start.fine)[..., None]


def _dots(rng: Rng, start: _Start) -> _Shade:
    """Rows of dots, which are much like pips."""
    out = np.asarray(start.plain() * (1 + 0.03 * start.fine)[..., None], np.float32)
    ink, step, radius = colour(rng), rng.uniform(18, 110), rng.uniform(0.1, 0.4)
    for j, y in enumerate(np.arange(0, start.size, step)):
        for x in np.arange(0, start.size, step):
            shift = step / 2 if j % 2 and radius > 0.2 else 0
            spot = (round(float(x + shift)), round(float(y)))
            cv2.circle(out, spot, max(1, round(radius * step)), ink.tolist(), -1, cv2.LINE_AA)
    return out


def _print(rng: Rng, start: _Start) -> _Shade:
    """Words, rings, boxes and lines, as on a board or a box's lid."""
    out = np.asarray(start.plain() * (1 + 0.02 * start.fine)[..., None], np.float32)
    for _ in range(int(rng.integers(10, 50))):
        ink = colour(rng).tolist()
        at = rng.integers(0, start.size, 2)
        shape = rng.integers(4)
        if shape == 0:
            text = "".join(rng.choice(list("0123456789ABCDEFGHOQ"), rng.integers(1, 9)))
            scale = rng.uniform(0.5, 3)
            cv2.putText(out, text, at.tolist(), int(rng.integers(0, 7)), scale, ink, int(rng.integers(1, 6)))
        elif shape == 1:
            radius = int(rng.integers(4, 60))
            cv2.circle(out, at.tolist(), radius, ink, int(rng.choice([-1, 2, 5])), cv2.LINE_AA)
        elif shape == 2:
            far = (at + rng.integers(10, 160, 2)).tolist()
            cv2.rectangle(out, at.tolist(), far, ink, int(rng.choice([-1, 2, 5])))
        else:
            far = (at + rng.integers(-300, 300, 2)).tolist()
            cv2.line(out, at.tolist(), far, ink, int(rng.integers(1, 10)), cv2.LINE_AA)
    return out


def _plain(rng: Rng, start: _Start) -> _Shade:
    return start.base * (1 + rng.uniform(0, 0.03) * start.fine + 0.05 * start.wide)[..., None]


def _leather(rng: Rng, start: _Start) -> _Shade:
    rough = rng.uniform(0.05, 0.2) * noise(rng, start.size, (8, 16))
    return start.base * (1 + rough + 0.05 * start.fine)[..., None]


def _blotch(rng: Rng, start: _Start) -> _Shade:
    share = np.clip(0.5 + noise(rng, start.size, (80, 30)), 0, 1)[..., None]
    return start.base * share + colour(rng) * (1 - share) + 0.02 * start.fine[..., None]


_GROUNDS: dict[str, tuple[float, Callable[[Rng, _Start], _Shade]]] = {
    "felt": (0.16, _felt),
    "wood": (0.15, _wood),
    "paper": (0.1, _paper),
    "stripes": (0.1, _stripes),
    "check": (0.06, _check),
    "carpet": (0.08, _carpet),
    "stone": (0.06, _stone),
    "dots": (0.06, _dots),
    "print": (0.06, _print),
    "plain": (0.07, _plain),
    "leather": (0.05, _leather),
    "blotch": (0.05, _blotch),
}
"""The kinds of ground: how often each one comes, and what paints it."""
