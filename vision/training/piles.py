"""Crops of dice that lie on others, under them, or alone, to learn telling stacks from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network.detector import common
from vision.network.outputs import STACK_SIDE, STACK_SPAN
from vision.training.arrays import Array, Box, Frame, Rng
from vision.training.augment import relight, veil
from vision.training.bank import patch
from vision.training.crops import coarser
from vision.training.records import Die, Record
from vision.training.trays import LOWER, UPPER

CELLS = STACK_SIDE // 4
"""Cells of a map's side."""

MAPS = 3
"""What each map shows: dice that lie under others, dice that lie on others, dice of any kind."""

_STACKS = 0.5
"""The share of dice that are part of a stack, beside photographs."""

_SMALLEST = 22
"""Px of a die's box from which on there is something to be told."""

_INSIDE = 0.9
"""How much of a crop's reach to each side lies in the frame: drawn out, its edge looks like another die."""

_PHOTO_SPAN, _PHOTO_SIDE = 3.2, 192
"""Lengths of a photographed die's box that is kept of its surroundings, and the px that this gets."""


@dataclass
class Sheet:
    """Crops (n, side, side, 3), and what the net should say of them.

    `maps` (n, MAPS, CELLS, CELLS) are shares of a cell, `known` (n) is 0 where they are not known; `stacked`
    (n) is 1 for a part of a stack, and `weight` (n) 0 where nobody could tell.
    """

    pictures: NDArray[np.uint8]
    maps: NDArray[np.float32]
    known: NDArray[np.float32]
    stacked: NDArray[np.float32]
    weight: NDArray[np.float32]


@dataclass(frozen=True)
class _Pile:
    """A frame, decoded, with its layers where they are known, and a die of it with the `boxes` it may get."""

    frame: Frame
    layers: Frame | None
    boxes: list[Box]
    stacked: bool
    told: bool


class Piles:
    """Draws crops of rendered frames and, in a `share` of cases, of photographs, where nothing is stacked."""

    def __init__(self, drawn: list[Record], photos: list[Record], share: float, rng: Rng) -> None:
        self.share, self.rng = share, rng
        self._stacks: list[_Pile] = []
        self._alone: list[_Pile] = []
        self._photos: dict[str, list[_Pile]] = {}
        for record in drawn:
            for pile in _drawn(record):
                (self._stacks if pile.stacked else self._alone).append(pile)
        for record in photos:
            self._photos.setdefault(record.source, []).extend(_photographed(record))

    @property
    def counts(self) -> dict[str, int]:
        """How many dice there are to draw from."""
        return {"stacks": len(self._stacks), "alone": len(self._alone)} | {
            source: len(piles) for source, piles in self._photos.items()
        }

    def batch(self, count: int) -> Sheet:
        """`count` crops."""
        pictures, maps, known, stacked, weight = zip(*(self._one() for _ in range(count)), strict=True)
        return Sheet(
            np.stack(pictures), np.stack(maps), np.array(known, np.float32),
            np.array(stacked, np.float32), np.array(weight, np.float32),
        )  # fmt: skip

    def _one(self) -> tuple[Frame, NDArray[np.float32], float, float, float]:
        pile = self._pick()
        matrix = self._matrix(pile.boxes[int(self.rng.integers(len(pile.boxes)))])
        frame = pile.frame
        scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        if scale < 0.6:
            frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.35 / scale), np.uint8)
        side = (STACK_SIDE, STACK_SIDE)
        cut = cv2.warpAffine(frame, matrix, side, borderMode=cv2.BORDER_REPLICATE)
        picture = self._spoilt(np.asarray(cut, np.uint8))
        known = pile.layers is not None
        maps = np.zeros((MAPS, CELLS, CELLS), np.float32)
        if pile.layers is not None:
            maps = _maps(pile.layers, matrix)
        return picture, maps, float(known), float(pile.stacked), float(pile.told)

    def _pick(self) -> _Pile:
        rng = self.rng
        piles = self._stacks if self._stacks and rng.random() < _STACKS else self._alone or self._stacks
        if self._photos and rng.random() < self.share:
            piles = self._photos[list(self._photos)[int(rng.integers(len(self._photos)))]]
        return piles[int(rng.integers(len(piles)))]

    def _spoilt(self, picture: Frame) -> Frame:
        """In other light, and less sharp: what a stack is shows all the same."""
        rng = self.rng
        if rng.random() < 0.12:
            picture = veil(picture, rng)
        if rng.random() < 0.15:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.6, 1.6)), np.uint8)
        return relight(coarser(picture, rng), rng, hue=True)

    def _matrix(self, box: Box) -> Array:
        """Px of the frame to px of the crop (2, 3): turned and mirrored anyhow, about as at run time."""
        rng = self.rng
        x, y, w, h = box
        middle = np.array([x + w / 2, y + h / 2]) + rng.normal(0, 0.05, 2) * max(w, h)
        scale = STACK_SIDE / (STACK_SPAN * max(w, h)) * float(np.exp(rng.normal(0, 0.1)))
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        linear = scale * turn @ np.diag([rng.choice([-1.0, 1.0]), 1.0]) * np.exp(rng.normal(0, 0.04, 2))
        return np.column_stack([linear, STACK_SIDE / 2 - linear @ middle])


def _maps(layers: Frame, matrix: Array) -> NDArray[np.float32]:
    """What a crop that `matrix` (2, 3) cuts shows: dice under others, dice on others, any dice."""
    side = (STACK_SIDE, STACK_SIDE)
    cut = cv2.warpAffine(layers, matrix, side, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    shown = (cut == LOWER, cut == UPPER, cut > 0)
    cells = [cv2.resize(k.astype(np.float32), (CELLS, CELLS), interpolation=cv2.INTER_AREA) for k in shown]
    return np.asarray(cells, np.float32)


def _drawn(record: Record) -> Iterator[_Pile]:
    frame, layers = record.frame(), None
    if record.layers is not None:
        layers = np.asarray(cv2.imread(str(record.layers), cv2.IMREAD_GRAYSCALE), np.uint8)
    for die in record.dice:
        seen = max(die.box[2:]) >= _SMALLEST and die.visible >= 0.2 and "moving" not in die.trouble
        if seen and _is_inside(die.box, frame):
            yield _Pile(frame, layers, _boxes(die, record.dice), "stacked" in die.trouble, die.told)


def _is_inside(box: Box, frame: Frame) -> bool:
    x, y, width, height = box
    reach = _INSIDE * STACK_SPAN / 2 * max(width, height)
    middle = np.array([x + width / 2, y + height / 2])
    return bool((middle >= reach).all() and (middle + reach <= frame.shape[1::-1]).all())


def _photographed(record: Record) -> Iterator[_Pile]:
    frame = record.frame()
    side = _PHOTO_SIDE / _PHOTO_SPAN
    edge = (_PHOTO_SIDE - side) / 2
    for die in record.dice:
        x, y, w, h = die.box
        cut = patch(frame, (x + w / 2, y + h / 2), _PHOTO_SPAN * max(w, h), _PHOTO_SIDE)
        yield _Pile(cut, None, [(edge, edge, side, side)], stacked=False, told=True)


def _boxes(die: Die, dice: list[Die]) -> list[Box]:
    """The boxes that a detector may give a die: its own, and for a stack's the one around both."""
    boxes = [die.box]
    if "stacked" in die.trouble:
        for other in dice:
            if other is not die and "stacked" in other.trouble and common(die.box, other.box) > 0.1:
                low = np.minimum(die.box[:2], other.box[:2])
                high = np.maximum(np.add(die.box[:2], die.box[2:]), np.add(other.box[:2], other.box[2:]))
                boxes.append((float(low[0]), float(low[1]), *(high - low).tolist()))
    return boxes
