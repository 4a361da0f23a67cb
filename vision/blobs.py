"""Candidate pips: compact ellipses unlike the ring around them, at every size and in both polarities."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Floats = NDArray[np.float64]

# A closing by this width fills every narrower dark spot; each octave halves the picture.
_KERNEL_PX = 9
_SMALLEST_AREA_PX = 7.0
_RING_POINTS = 16
_MOST = 320
_LEAST_CLEAN = 0.6


@dataclass(frozen=True)
class Blobs:
    """Candidate pips as parallel arrays of length n.

    `centre` (n, 2) px; `shape` (n, 2, 2) is the ellipse as a matrix whose unit circle image is the outline
    (symmetric square root, px); `light` (n,) says lighter than the body; `contrast` (n,) grey levels between
    pip and body; `pip`, `body` (n, 3) mean colours; `clean` (n,) is the share of the surrounding ring that
    looks like body; `round` (n,) is 1 for a filled ellipse and less for any other outline.
    """

    centre: Floats
    shape: Floats
    light: NDArray[np.bool_]
    contrast: Floats
    pip: Floats
    body: Floats
    clean: Floats
    round: Floats

    def __len__(self) -> int:
        return len(self.centre)

    @property
    def radius(self) -> Floats:
        """Geometric mean radius of each ellipse, px."""
        radius: Floats = np.sqrt(np.maximum(np.linalg.det(self.shape), 1e-9)).astype(np.float64)
        return radius

    @property
    def long_axis(self) -> Floats:
        """Longer semi-axis of each ellipse, px."""
        axis: Floats = np.linalg.eigvalsh(self.shape).astype(np.float64)
        return axis[:, 1]

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Blobs:
        """The chosen blobs, in the order of `index`."""
        return Blobs(**{name: getattr(self, name)[index] for name in self.__dataclass_fields__})


def find_blobs(frame: Frame) -> Blobs:
    """Find candidate pips of 4 px diameter up to a fifteenth of the frame.

    The half-height outline of a black-hat (dark spots) or top-hat (light spots) needs no threshold that
    depends on the lighting: it sits midway between the pip and the body around it.
    """
    parts: list[Blobs] = []
    level, scale = frame, 1.0
    while min(level.shape[:2]) >= 4 * _KERNEL_PX:
        for light in (False, True):
            parts += _level_blobs(level, scale, light)
        level, scale = np.asarray(cv2.pyrDown(level), np.uint8), scale * 2
    if not parts:
        return _empty()
    merged = Blobs(**{n: np.concatenate([getattr(p, n) for p in parts]) for n in Blobs.__dataclass_fields__})
    return _most_prominent(_without_doubles(_most_prominent(_prominent(merged), 2 * _MOST)), _MOST)


def _empty() -> Blobs:
    none, flags = np.zeros(0), np.zeros(0, bool)
    return Blobs(
        np.zeros((0, 2)), np.zeros((0, 2, 2)), flags, none, np.zeros((0, 3)), np.zeros((0, 3)), none, none
    )


@dataclass(frozen=True)
class _Relief:
    """One octave in one polarity: `height` is how far each pixel stands out of its neighbourhood."""

    level: Frame
    scale: float
    light: bool
    height: NDArray[np.uint8]
    floor: float


def _level_blobs(level: Frame, scale: float, light: bool) -> list[Blobs]:
    kernel = np.ones((_KERNEL_PX, _KERNEL_PX), np.uint8)
    operation = cv2.MORPH_TOPHAT if light else cv2.MORPH_BLACKHAT
    blue, green, red = cv2.split(cv2.morphologyEx(level, operation, kernel))
    height = np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
    # Texture and noise set the floor: pips are rare and stand far above the picture's typical relief.
    floor = max(14.0, 2.5 * float(np.quantile(height[::4, ::4], 0.75)))
    relief = _Relief(level, scale, light, height, floor)
    peak = cv2.dilate(height, kernel)
    found: list[Blobs | None] = []
    # Bold or blurred pips run into each other at half height and need a higher cut, less true to their size.
    for cut, trust, growth in ((0.5, 1.0, 1.0), (0.7, 0.98, 1.1)):
        low = np.maximum(cv2.convertScaleAbs(peak, alpha=cut), np.uint8(min(floor * 0.6, 255)))
        mask = np.asarray(cv2.compare(height, low, cv2.CMP_GE), np.uint8)
        found.append(_outlined(relief, mask, trust, growth))
    # A glint along an edge hangs on to a pip by a thread.
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    found.append(_outlined(relief, np.asarray(opened, np.uint8), 0.96, 1.1))
    return [part for part in found if part is not None]


def _outlined(relief: _Relief, mask: NDArray[np.uint8], trust: float, growth: float) -> Blobs | None:
    """Measure the connected regions of a mask that are about as large as a pip at this octave."""
    count, labels = cv2.connectedComponents(mask, connectivity=4)
    pixels = np.flatnonzero(mask.view(np.bool_))
    owner = labels.reshape(-1)[pixels]
    size = np.bincount(owner, minlength=count)
    good = (size >= _SMALLEST_AREA_PX) & (size <= _KERNEL_PX**2)
    chosen = np.flatnonzero(good)
    if not len(chosen):
        return None
    used = good[owner]
    slot = np.zeros(count, np.intp)
    slot[chosen] = np.arange(len(chosen))
    blobs = _measure(relief, pixels[used], slot[owner[used]], size[chosen].astype(float))
    return blobs and replace(blobs, round=blobs.round * trust, shape=blobs.shape * growth)


def _measure(
    relief: _Relief, pixels: NDArray[np.intp], owner: NDArray[np.intp], area: Floats
) -> Blobs | None:
    n = len(area)
    rows, columns = np.divmod(pixels, relief.level.shape[1])
    x, y = np.bincount(owner, columns, n) / area, np.bincount(owner, rows, n) / area
    dx, dy = columns - x[owner], rows - y[owner]
    # A pixel is a unit square: its own spread, 1/12, belongs to the second moment.
    xx = np.bincount(owner, dx * dx, n) / area + 1 / 12
    yy = np.bincount(owner, dy * dy, n) / area + 1 / 12
    xy = np.bincount(owner, dx * dy, n) / area
    root = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-9))
    roundness = np.minimum(area / (4 * np.pi * root), 1.0)
    contrast = np.zeros(n)
    np.maximum.at(contrast, owner, relief.height.reshape(-1)[pixels].astype(float))
    # Square root of the covariance in closed form; a uniform ellipse has twice that as its semi-axes.
    trace = np.sqrt(xx + yy + 2 * root)
    shape = (
        2
        * np.stack([np.stack([xx + root, xy], -1), np.stack([xy, yy + root], -1)], -2)
        / trace[:, None, None]
    )
    # The axes' ratio k obeys (k + 1/k) = spread / root; 2.6 is a face seen 67 degrees off its normal.
    keep = (roundness > 0.86) & (contrast > relief.floor) & ((xx + yy) / root < 2.6 + 1 / 2.6)
    keep &= 2 * trace <= 1.6 * _KERNEL_PX
    if not keep.any():
        return None
    flat = relief.level.reshape(-1, 3)[pixels]
    colour = np.stack([np.bincount(owner, flat[:, c], n) / area for c in range(3)], -1)[keep]
    centre, shape = np.stack([x, y], -1)[keep], shape[keep]
    body, clean = _surroundings(relief.level, centre, shape, colour)
    flags = np.full(len(centre), relief.light)
    # Halving keeps pixel 0 on pixel 0, so coordinates only scale.
    blobs = Blobs(
        centre * relief.scale,
        shape * relief.scale,
        flags,
        contrast[keep],
        colour,
        body,
        clean,
        roundness[keep],
    )
    return blobs.take(clean > _LEAST_CLEAN)


def _surroundings(level: Frame, centre: Floats, shape: Floats, colour: Floats) -> tuple[Floats, Floats]:
    """Median colour on a ring outside the outline, and the ring's share nearer to that than to the pip."""
    angle = np.linspace(0, 2 * np.pi, _RING_POINTS, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)])
    offset = 1.35 * (shape @ circle) + 1.0 * circle
    x = np.rint(centre[:, 0, None] + offset[:, 0]).astype(int)
    y = np.rint(centre[:, 1, None] + offset[:, 1]).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < level.shape[1]) & (y < level.shape[0])
    ring = level[y.clip(0, level.shape[0] - 1), x.clip(0, level.shape[1] - 1)].astype(float)
    body = np.median(ring, axis=1)
    way = body - colour
    length = np.maximum((way * way).sum(1), 1e-6)
    along = ((ring - colour[:, None]) * way[:, None]).sum(2) / length[:, None]
    return body, ((along > 0.5) & (along < 1.9) & inside).mean(axis=1)


def _prominent(blobs: Blobs) -> Blobs:
    """Leave out what is far fainter than the picture's clearest spots."""
    clear = np.sort(blobs.contrast[blobs.clean > 0.9])
    if len(clear) > 5:
        blobs = blobs.take(blobs.contrast > 0.3 * clear[-5])
    return blobs


def _most_prominent(blobs: Blobs, most: int) -> Blobs:
    if len(blobs) <= most:
        return blobs
    return blobs.take(np.sort(np.argsort(-blobs.contrast * blobs.clean)[:most]))


def _without_doubles(blobs: Blobs) -> Blobs:
    """Keep the best outline where neighbouring octaves found the same spot."""
    radius = blobs.radius
    order = np.argsort(-(blobs.round + 0.5 * blobs.clean + 0.002 * blobs.contrast))
    x, y = blobs.centre.T
    gap = np.maximum(np.abs(x[:, None] - x), np.abs(y[:, None] - y))
    # A die's dark silhouette around its dark pip is no double of it, hence the limit on the sizes' ratio.
    smaller, larger = np.minimum(radius[:, None], radius), np.maximum(radius[:, None], radius)
    same = (gap < smaller) & (larger < 2.2 * smaller) & (blobs.light[:, None] == blobs.light)
    alive = np.ones(len(blobs), bool)
    for i in order:
        if alive[i]:
            alive &= ~same[i]
            alive[i] = True
    return blobs.take(alive)
