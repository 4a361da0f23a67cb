"""Cuts of frames to learn finding from: scaled, turned, mirrored, relit, with what the net should say."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network.outputs import BOX_UNIT, STRIDE, TROUBLES
from vision.training.arrays import Array, Box, Frame, Picture, Rng
from vision.training.augment import relight
from vision.training.hands import lay_hand
from vision.training.records import WHOLE, Record
from vision.training.walls import lay_walls

SIDE = 224
"""A cut's side in px."""

CELLS = SIDE // STRIDE
"""Cells of a map's side."""

HEAT, HEAT_WEIGHT, OFFSET_X, OFFSET_Y, LOG_WIDTH, LOG_HEIGHT, BOX_WEIGHT, HAND, HAND_WEIGHT = range(9)
TROUBLE = HAND_WEIGHT + 1
MAPS = TROUBLE + len(TROUBLES)
"""The target maps in their order."""

_SMALLEST, _LARGEST = 9, 170
"""Px of a box's longer side in the cut between which a die is to be found."""


@dataclass(frozen=True)
class _Placing:
    """Where a cut comes from: px of the frame times `linear` (2, 2) plus `shift` are px of the cut."""

    linear: Array
    shift: Array
    scale: float

    @property
    def matrix(self) -> Array:
        """Both in one (2, 3)."""
        return np.column_stack([self.linear, self.shift])

    def cells(self, box: Box) -> tuple[Array, Array]:
        """A box's middle in cells of the maps, and its width and height in px of the cut."""
        at = self.linear @ np.array([box[0] + box[2] / 2, box[1] + box[3] / 2]) + self.shift
        return at / STRIDE - 0.5, np.abs(self.linear) @ np.array(box[2:])


def sample(record: Record, rng: Rng) -> tuple[Frame, NDArray[np.float32]]:
    """A random cut of the frame, (SIDE, SIDE, 3), and its target maps (MAPS, CELLS, CELLS).

    Maps: heat, weight of the heat, offset x and y, log width and height, weight of the box and of the
    troubles, hand, weight of the hand, and the troubles.
    """
    frame = record.frame()
    sizes = [max(die.box[2:]) for die in record.dice]
    typical = float(np.median(sizes)) if sizes else 60.0
    if record.hand is None and rng.random() < 0.25:
        lit = np.asarray(frame.astype(np.float32) / 255, np.float32)
        lay_walls(lit, rng, [die.box for die in record.dice] + record.ignore)
        frame = np.asarray(np.clip(lit * 255, 0, 255), np.uint8)
    placing = _placing(record, frame, typical, rng)
    cut = _cut(frame, placing, rng)
    maps = _targets(record, placing)
    if record.hand is None and rng.random() < 0.09:
        kept = [*(die.box for die in record.dice), *record.ignore]
        cut = _smooth(cut, [placing.cells(box) for box in kept], rng)
    if record.hand is None and rng.random() < 0.14:
        cut = _with_hand(cut, maps, rng, max(8.0, typical * placing.scale))
    elif record.hand is not None:
        mask = np.asarray(cv2.imread(str(record.hand), cv2.IMREAD_GRAYSCALE), np.uint8)
        covered = cv2.warpAffine(mask, placing.matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        maps[HAND] = cv2.resize(covered, (CELLS, CELLS), interpolation=cv2.INTER_AREA) / 255
    # A drawn hand keeps its colour: skin of any hue would be no skin.
    return relight(cut, rng, hue=record.source != "rendered" or record.hand is None), maps


def _placing(record: Record, frame: Frame, typical: float, rng: Rng) -> _Placing:
    """A random scale, place, turn and side: mostly such that a die is in sight."""
    height, width = frame.shape[:2]
    scale = float(np.clip(float(np.exp(rng.uniform(np.log(11.5), np.log(100)))) / typical, 0.12, 2.2))
    if record.dice and rng.random() < 0.85:
        x, y, w, h = record.dice[int(rng.integers(len(record.dice)))].box
        middle = np.array([x + w / 2, y + h / 2]) + rng.uniform(-0.45, 0.45, 2) * SIDE / scale
    else:
        middle = rng.uniform([0, 0], [width, height])
    linear = scale * np.eye(2)
    quarter = np.array([[0, -1], [1, 0]], float)
    for _ in range(int(rng.integers(4)) if record.turnable else 0):
        linear = quarter @ linear
    if rng.random() < 0.5:
        linear = np.diag([-1.0, 1.0]) @ linear
    return _Placing(linear, SIDE / 2 - linear @ middle, scale)


def _cut(frame: Frame, placing: _Placing, rng: Rng) -> Frame:
    height, width = frame.shape[:2]
    if placing.scale < 0.6:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.35 / placing.scale), np.uint8)
    mirrored = rng.random() >= 0.3
    border = cv2.BORDER_REFLECT if mirrored else cv2.BORDER_CONSTANT
    cut = cv2.warpAffine(frame, placing.matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=border)
    if mirrored:
        # Mirrored dice beyond the frame's edge would be unlabelled ones.
        whole = np.ones((height, width), np.float32)
        inside = np.asarray(cv2.warpAffine(whole, placing.matrix, (SIDE, SIDE), flags=cv2.INTER_NEAREST))
        some = frame[:: max(1, height // 40), :: max(1, width // 40)]
        cut[inside < 0.5] = np.median(some.reshape(-1, 3), axis=0)
    return np.asarray(cut, np.uint8)


def _targets(record: Record, placing: _Placing) -> NDArray[np.float32]:
    """The maps without a hand: the heat of a die is a small hill around its middle."""
    maps = np.zeros((MAPS, CELLS, CELLS), np.float32)
    maps[HEAT_WEIGHT] = 1.0
    maps[HAND_WEIGHT] = 1.0
    grid_y, grid_x = np.mgrid[:CELLS, :CELLS].astype(np.float32)
    for box in record.ignore:
        at, size = placing.cells(box)
        maps[HEAT_WEIGHT, _near(grid_x, grid_y, at, size / STRIDE / 2)] = 0
    for die in record.dice:
        at, size = placing.cells(die.box)
        cell = np.rint(at).astype(int)
        if die.visible < 0.35 or not _SMALLEST <= max(size) <= _LARGEST:
            near = _near(grid_x, grid_y, at, size / STRIDE / 2 + 1)
            maps[HEAT_WEIGHT, near & (maps[HEAT] < 1)] = 0
            continue
        if not (0 <= cell[0] < CELLS and 0 <= cell[1] < CELLS):
            continue
        sigma = max(0.7, 0.11 * float(min(size)) / STRIDE)
        heat = np.exp(-((grid_x - cell[0]) ** 2 + (grid_y - cell[1]) ** 2) / (2 * sigma**2))
        maps[HEAT] = np.maximum(maps[HEAT], heat)
        maps[HEAT, cell[1], cell[0]] = 1.0
        maps[HEAT_WEIGHT, cell[1], cell[0]] = 1.0
        close = heat > 0.45
        maps[OFFSET_X][close] = (at[0] - grid_x)[close]
        maps[OFFSET_Y][close] = (at[1] - grid_y)[close]
        maps[LOG_WIDTH][close] = np.log(size[0] / BOX_UNIT)
        maps[LOG_HEIGHT][close] = np.log(size[1] / BOX_UNIT)
        maps[BOX_WEIGHT][close] = 1.0
        for index, trouble in enumerate(TROUBLES, TROUBLE):
            hidden = trouble == "hidden" and die.visible < WHOLE
            maps[index][close] = float(trouble in die.trouble or hidden)
    return maps


def _near(grid_x: Picture, grid_y: Picture, at: Array, half: Array) -> NDArray[np.bool_]:
    return np.asarray((np.abs(grid_x - at[0]) < half[0]) & (np.abs(grid_y - at[1]) < half[1]))


def _smooth(cut: Frame, dice: list[tuple[Array, Array]], rng: Rng) -> Frame:
    """The cut on a ground without any grain: smooth skin is not all that is smooth.

    `dice` are the middles (cells) and sides (px) of what is kept as it is.
    """
    less = 4
    ground = np.ones((SIDE // less, SIDE // less), np.float32)
    grid_y, grid_x = np.mgrid[: SIDE // less, : SIDE // less].astype(np.float32)
    for at, size in dice:
        ground[_near(grid_x, grid_y, (at + 0.5) * STRIDE / less, 0.55 * size / less)] = 0
    small = cv2.resize(cut, ground.shape, interpolation=cv2.INTER_AREA).astype(np.float32)
    width = rng.uniform(3, 16)
    shares = cv2.GaussianBlur(ground, (0, 0), width)[..., None]
    wide = cv2.GaussianBlur(small * ground[..., None], (0, 0), width) / np.maximum(shares, 1e-3)
    way = rng.uniform(0, 2 * np.pi)
    slope = (grid_x * np.cos(way) + grid_y * np.sin(way)) * 2 * less / SIDE
    lit = wide * (1 + rng.uniform(0, 0.4) * (slope - slope.mean()))[..., None]
    smooth = cv2.resize(lit.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    mask = cv2.resize(cv2.GaussianBlur(ground, (0, 0), 0.8), (SIDE, SIDE))[..., None]
    return np.clip(cut * (1 - mask) + smooth * mask, 0, 255).astype(np.uint8)


def _with_hand(cut: Frame, maps: NDArray[np.float32], rng: Rng, die_px: float) -> Frame:
    """Lay a hand over the cut; dice under it are neither to be found nor to be missed."""
    picture = np.asarray(cut.astype(np.float32) / 255, np.float32)
    target = rng.uniform(0.1 * SIDE, 0.9 * SIDE, 2)
    mask = lay_hand(picture, rng, (float(target[0]), float(target[1])), die_px)
    maps[HAND] = cv2.resize(mask, (CELLS, CELLS), interpolation=cv2.INTER_AREA) / 255
    under = maps[HAND] > 0.3
    maps[HEAT_WEIGHT][under & (maps[HEAT] > 0)] = 0
    maps[BOX_WEIGHT][under] = 0
    return np.clip(picture * 255, 0, 255).astype(np.uint8)
