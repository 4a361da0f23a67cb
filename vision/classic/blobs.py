"""Candidate pips: compact ellipses unlike the ring around them, at every size and in both polarities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# A closing by this width fills every narrower dark spot; each octave halves the picture.
_KERNEL_PX = 9
_SMALLEST_AREA_PX = 7.0
_RING_POINTS = 16
MOST_BLOBS = 320
"""The most spots that `find_blobs` gives."""
# Regions measured in an octave, the strongest; bounds the work on a table full of specks.
_MOST_REGIONS = 4096
_LEAST_CLEAN = 0.6


class _Cut(NamedTuple):
    """A way to outline spots: at which share of their height, its worth, how much larger the spot is."""

    share: float
    trust: float
    growth: float


# Bold or blurred pips run into each other at half height and need a higher cut, less true to their size. The
# last is opened besides: a glint along an edge hangs on to a pip by a thread.
_CUTS = (_Cut(0.5, 1.0, 1.0), _Cut(0.7, 0.98, 1.1), _Cut(0.7, 0.96, 1.1))


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

    @cached_property
    def radius(self) -> Floats:
        """Geometric mean radius of each ellipse, px."""
        radius: Floats = np.sqrt(np.maximum(np.linalg.det(self.shape), 1e-9)).astype(np.float64)
        return radius

    @cached_property
    def long_axis(self) -> Floats:
        """Longer semi-axis of each ellipse, px."""
        axis: Floats = np.linalg.eigvalsh(self.shape).astype(np.float64)
        return axis[:, 1]

    def joined(self, other: Blobs) -> Blobs:
        """These blobs, then the others."""
        fields = self.__dataclass_fields__
        return Blobs(**{name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in fields})

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Blobs:
        """The chosen blobs, in the order of `index`."""
        return Blobs(**{name: getattr(self, name)[index] for name in self.__dataclass_fields__})


def find_blobs(frame: Frame) -> Blobs:
    """Find candidate pips of 4 px diameter up to a fifteenth of the frame.

    The half-height outline of a black-hat (dark spots) or top-hat (light spots) needs no threshold that
    depends on the lighting: it sits midway between the pip and the body around it.
    """
    octaves = [frame]
    while min(octaves[-1].shape[:2]) >= 8 * _KERNEL_PX:
        octaves.append(np.asarray(cv2.pyrDown(octaves[-1]), np.uint8))
    merged, least = _empty(), 0.0
    # From coarse to fine: what the cheap octaves show already bars the texture of the expensive ones.
    for octave in reversed(range(len(octaves))):
        merged = _measure(_octave(octaves[octave], least), float(2**octave)).joined(merged)
        least = _least_prominent(merged)
    merged = merged.take(merged.contrast > least)
    return _most_prominent(_without_doubles(_most_prominent(merged, 2 * MOST_BLOBS)), MOST_BLOBS)


def _empty() -> Blobs:
    none, flags = np.zeros(0), np.zeros(0, bool)
    return Blobs(
        np.zeros((0, 2)), np.zeros((0, 2, 2)), flags, none, np.zeros((0, 3)), np.zeros((0, 3)), none, none
    )


@dataclass(frozen=True)
class _Octave:
    """A picture with its masks of what may be a pip, stacked so that one pass finds all their regions.

    `height` (2, h, w) is how far each pixel stands out of its neighbourhood, downwards and upwards; `floor`
    (2,) is the least height of a pip. `masks` (2, cuts, h + 1, w) ends each mask with a blank row.
    """

    level: Frame
    height: NDArray[np.uint8]
    floor: Floats
    masks: NDArray[np.uint8]


def _octave(level: Frame, least: float) -> _Octave:
    h, w = level.shape[:2]
    kernel, small = np.ones((_KERNEL_PX, _KERNEL_PX), np.uint8), np.ones((3, 3), np.uint8)
    height, floors = np.empty((2, h, w), np.uint8), np.empty(2)
    masks = np.zeros((2, len(_CUTS), h + 1, w), np.uint8)
    # Handed its results' places, OpenCV splits thirty times as fast.
    planes = cv2.split(level, [np.empty((h, w), np.uint8) for _ in range(3)])
    for light, operation in enumerate((cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)):
        blue, green, red = (cv2.morphologyEx(plane, operation, kernel) for plane in planes)
        relief, mask = height[light], masks[light, :, :h]
        cv2.max(cv2.max(blue, green), red, relief)
        # Texture and noise set the floor: pips are rare and stand far above the picture's typical relief.
        sample = relief[::4, ::4].reshape(-1)
        rank = 3 * len(sample) // 4
        floor = max(14.0, 2.5 * float(np.partition(sample, rank)[rank]))
        floors[light] = max(floor, least)
        peak, levels = cv2.dilate(relief, kernel), np.arange(256)
        for k in (0, 1):
            lowest = np.maximum(np.rint(_CUTS[k].share * levels), 0.6 * floor)
            low = np.where(levels > floors[light], lowest, 255).astype(np.uint8)
            cv2.compare(relief, cv2.LUT(peak, low), cv2.CMP_GE, mask[k])
        cv2.morphologyEx(mask[1], cv2.MORPH_OPEN, small, mask[2])
    return _Octave(level, height, floors, masks)


def _regions(mask: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """The 4-connected regions about as large as a pip: flat index and region of every pixel.

    The mask is nearly empty: joining the runs of its rows takes a quarter of labelling all its pixels.
    """
    width = mask.shape[1]
    pixels = np.flatnonzero(mask.view(np.bool_))
    begin = np.flatnonzero((np.diff(pixels, prepend=-2) != 1) | (pixels % width == 0))
    length = np.diff(begin, append=len(pixels))
    first = pixels[begin]
    last = first + length - 1
    # The runs of the next row that touch a run from below are a range.
    touch = np.searchsorted(last, first + width)
    count = np.searchsorted(first, last + width, side="right") - touch
    upper = np.repeat(np.arange(len(begin)), count)
    lower = np.arange(len(upper)) + np.repeat(touch - np.cumsum(count) + count, count)
    region = np.arange(len(begin))
    while (region[upper] != region[lower]).any():
        least = np.minimum(region[upper], region[lower])
        np.minimum.at(region, upper, least)
        np.minimum.at(region, lower, least)
        region = region[region]
    size = np.bincount(region, length, len(begin))
    fits = (size >= _SMALLEST_AREA_PX) & (size <= _KERNEL_PX**2)
    owner = np.repeat(np.where(fits, np.cumsum(fits) - 1, -1)[region], length)
    used = owner >= 0
    return pixels[used], owner[used].astype(np.intp)


def _measure(octave: _Octave, scale: float) -> Blobs:
    """The regions of the masks that look like pips; a pip may be there several times."""
    height, width = octave.level.shape[:2]
    pixels, owner = _regions(octave.masks.reshape(-1, width))
    stack, place = np.divmod(pixels, (height + 1) * width)
    relief = octave.height.reshape(2, -1)[stack // len(_CUTS), place]
    contrast = np.zeros(owner.max(initial=-1) + 1)
    np.maximum.at(contrast, owner, relief.astype(float))
    if len(contrast) > _MOST_REGIONS:
        slot = np.full(len(contrast), -1)
        strongest = np.argpartition(-contrast, _MOST_REGIONS)[:_MOST_REGIONS]
        slot[strongest] = np.arange(_MOST_REGIONS)
        contrast, owner = contrast[strongest], slot[owner]
        stack, place, owner = stack[owner >= 0], place[owner >= 0], owner[owner >= 0]
    n, area = len(contrast), np.bincount(owner).astype(float)
    light, cut = np.zeros(n, np.intp), np.zeros(n, np.intp)
    light[owner], cut[owner] = np.divmod(stack, len(_CUTS))
    rows, columns = np.divmod(place, width)
    x, y = np.bincount(owner, columns, n) / area, np.bincount(owner, rows, n) / area
    dx, dy = columns - x[owner], rows - y[owner]
    # A pixel is a unit square: its own spread, 1/12, belongs to the second moment.
    xx = np.bincount(owner, dx * dx, n) / area + 1 / 12
    yy = np.bincount(owner, dy * dy, n) / area + 1 / 12
    xy = np.bincount(owner, dx * dy, n) / area
    root = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-9))
    roundness = np.minimum(area / (4 * np.pi * root), 1.0)
    # Square root of the covariance in closed form; a uniform ellipse has twice that as its semi-axes.
    trace = np.sqrt(xx + yy + 2 * root)
    # The axes' ratio k obeys (k + 1/k) = spread / root; 2.6 is a face seen 67 degrees off its normal.
    keep = (roundness > 0.86) & (contrast > octave.floor[light]) & ((xx + yy) / root < 2.6 + 1 / 2.6)
    keep &= 2 * trace <= 1.6 * _KERNEL_PX
    colours = octave.level.reshape(-1, 3)[place]
    colour = np.stack([np.bincount(owner, colours[:, c], n) / area for c in range(3)], -1)[keep]
    xx, yy, xy, root, trace = xx[keep], yy[keep], xy[keep], root[keep], trace[keep]
    shape = np.array([[xx + root, xy], [xy, yy + root]]).transpose(2, 0, 1) * (2 / trace)[:, None, None]
    centre = np.stack([x, y], -1)[keep]
    body, clean = _surroundings(octave.level, centre, shape, colour)
    growth = np.array([cut.growth for cut in _CUTS])[cut[keep]]
    trust = np.array([cut.trust for cut in _CUTS])[cut[keep]]
    # Halving keeps pixel 0 on pixel 0, so coordinates only scale.
    blobs = Blobs(
        centre * scale,
        shape * scale * growth[:, None, None],
        light[keep] == 1,
        contrast[keep],
        colour,
        body,
        clean,
        roundness[keep] * trust,
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


def _least_prominent(blobs: Blobs) -> float:
    """Contrast below which spots are far fainter than the clearest ones; more spots only raise it."""
    clear = np.sort(blobs.contrast[blobs.clean > 0.9])
    return 0.3 * float(clear[-5]) if len(clear) > 5 else 0.0


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
