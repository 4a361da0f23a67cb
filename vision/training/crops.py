"""Crops to learn from: patches of a bank, turned, shifted, relit and spoilt, with what the net should say."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network.outputs import CROP_SPAN, KINDS, NONE, REACH_UNIT, SIDES, TROUBLES
from vision.training.arrays import Array, Frame, Rng
from vision.training.augment import cover, glare, relight, smear, veil
from vision.training.bank import BANK_SPAN, Bank
from vision.training.records import WHOLE, Die, Top
from vision.training.tasks import Task

SPOILERS = (("glare", glare, 0.0), ("moving", smear, 0.0), ("hidden", cover, 0.1))
"""What may befall a die's picture, and what its face weighs after that."""

VEILED = 0.2
"""The share of dice whose upper face a wide light makes pale."""

_CUT_OFF = 0.06
"""The share of dice that the picture's edge cuts, beside those that lie at a rendered frame's edge."""

_UNREADABLE = 0.15
"""What the face of a die weighs that moves, leans, or is hidden by a good part."""


@dataclass
class Batch:
    """Pictures (n, side, side, 3) and targets; a weight of 0 masks a head, and so does an index of -1.

    `pose` (n, 3) is as `vision.network.outputs.POSE` has it.
    """

    pictures: NDArray[np.uint8]
    face: NDArray[np.int64]
    face_weight: NDArray[np.float32]
    sides: NDArray[np.int64]
    kind: NDArray[np.int64]
    trouble: NDArray[np.float32]
    trouble_weight: NDArray[np.float32]
    pose: NDArray[np.float32]
    pose_weight: NDArray[np.float32]

    @classmethod
    def of_tops(
        cls,
        pictures: NDArray[np.uint8],
        face: NDArray[np.int64],
        face_weight: NDArray[np.float32],
        pose: NDArray[np.float32],
        pose_weight: NDArray[np.float32],
    ) -> Batch:
        """A batch of upper faces, of which no more is known."""
        none, nothing = np.full(len(face), -1), np.zeros((len(face), len(TROUBLES)), np.float32)
        return cls(pictures, face, face_weight, none, none, nothing, nothing, pose, pose_weight)


@dataclass
class _Aim:
    """Where a crop is cut: turn (degrees), px of the crop a px of the patch, shift (px of the patch)."""

    angle: float
    zoom: float
    shift: Array


@dataclass
class _Target:
    """What the net should say of one crop."""

    face: int
    face_weight: float
    sides: int
    kind: int
    trouble: dict[str, float]
    trouble_weight: float
    pose: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pose_weight: float = 0.0


class Sampler:
    """Draws augmented crops from the rendered bank and, in a `share` of cases, from one of photographs."""

    def __init__(self, task: Task, drawn: Bank, photos: dict[str, Bank], share: float, rng: Rng) -> None:
        self.task, self.drawn, self.photos, self.share, self.rng = task, drawn, photos, share, rng

    def batch(self, count: int) -> Batch:
        """`count` crops."""
        pictures, targets = zip(*(self._one() for _ in range(count)), strict=True)
        return Batch(
            np.stack(pictures),
            np.array([target.face for target in targets]),
            np.array([target.face_weight for target in targets], np.float32),
            np.array([target.sides for target in targets]),
            np.array([target.kind for target in targets]),
            np.array([[target.trouble[name] for name in TROUBLES] for target in targets], np.float32),
            np.array([[target.trouble_weight] * len(TROUBLES) for target in targets], np.float32),
            np.array([target.pose for target in targets], np.float32),
            np.array([target.pose_weight for target in targets], np.float32),
        )

    def _one(self) -> tuple[Frame, _Target]:
        rng = self.rng
        bank = self.drawn
        if self.photos and rng.random() < self.share:
            bank = self.photos[list(self.photos)[int(rng.integers(len(self.photos)))]]
        i = bank.draw(rng)
        die, whole = bank.dice[i], bank.patches[i]
        aim = self._aim(whole, bank.turnable[i])
        if die is not None and rng.random() < 0.03:
            self._miss(aim, whole)
            die = None
        elif die is not None and rng.random() < _CUT_OFF:
            whole, die = self._cut_off(whole, die, aim)
        matrix = self._matrix(whole, aim)
        cut = cv2.warpAffine(whole, matrix, (self.task.side, self.task.side), borderMode=cv2.BORDER_REPLICATE)
        picture = np.asarray(cut, np.uint8)
        target = self._target(die)
        if die is not None and die.top:
            self._lay(target, die.top, matrix)
        if die is not None:
            picture = self._spoil(picture, target, die)
            if rng.random() < VEILED:
                picture = veil(picture, rng)
        picture = coarser(picture, rng)
        return relight(picture, rng, hue=die is None or die.kind not in KINDS), target

    def _aim(self, whole: Frame, turnable: bool) -> _Aim:
        """At the die's middle, about as closely as at run time."""
        rng = self.rng
        full = whole.shape[0]
        zoom = self.task.side / full * BANK_SPAN / CROP_SPAN * float(np.exp(rng.normal(0, 0.1)))
        angle = rng.uniform(-180, 180) if turnable else rng.uniform(-20, 20)
        return _Aim(angle, zoom, rng.normal(0, 0.045, 2) * full / BANK_SPAN)

    def _miss(self, aim: _Aim, whole: Frame) -> None:
        """Beside the die, into its middle, or far too much of the table: nothing that can be read."""
        rng = self.rng
        how = rng.integers(3)
        if how == 0:
            way = rng.uniform(0, 2 * np.pi)
            length = whole.shape[0] / BANK_SPAN
            aim.shift = np.array([np.cos(way), np.sin(way)]) * length * rng.uniform(0.5, 0.62)
        elif how == 1:
            aim.zoom *= rng.uniform(2.6, 3.6)
        else:
            aim.zoom *= rng.uniform(0.28, 0.42)

    def _cut_off(self, whole: Frame, die: Die, aim: _Aim) -> tuple[Frame, Die]:
        """Let the picture's edge cut a part of the die off; the aim is at what is left of it."""
        share = self.rng.uniform(0.05, 0.6)
        picture, shift = cut_off(whole, share, int(self.rng.integers(4)))
        aim.shift = aim.shift + shift
        return picture, replace(die, visible=min(die.visible, 1 - share))

    def _target(self, die: Die | None) -> _Target:
        faces = self.task.faces
        if die is None:
            return _Target(faces.index(NONE), 1.0, -1, -1, dict.fromkeys(TROUBLES, 0.0), 0.0)
        kind = KINDS.index(die.kind) if die.kind in KINDS else -1
        trouble = {name: float(name in die.trouble) for name in TROUBLES}
        return _Target(faces.index(die.face), 1.0, SIDES.index(die.sides), kind, trouble, float(die.told))

    def _spoil(self, picture: Frame, target: _Target, die: Die) -> Frame:
        """Let a trouble befall the picture at times; the face weighs little where it cannot be read."""
        for name, befall, weight in SPOILERS:
            if self.rng.random() < 0.03:
                picture = befall(picture, self.rng)
                target.face_weight, target.trouble[name] = weight, 1.0
                break
        if die.visible < WHOLE:
            target.trouble["hidden"] = 1.0
        if die.visible < 0.75 or {"moving", "cocked"} & set(die.trouble):
            target.face_weight = min(target.face_weight, _UNREADABLE)
        return picture

    def _lay(self, target: _Target, top: Top, matrix: Array) -> None:
        """Say where the upper face is in the crop that `matrix` (2, 3) cuts."""
        target.pose, target.pose_weight = pose_in(matrix, self.task.side, top.middle, top.reach), 1.0

    def _matrix(self, whole: Frame, aim: _Aim) -> Array:
        """Px of the patch to px of the crop, (2, 3)."""
        side, full = self.task.side, whole.shape[0]
        x, y = full / 2 + aim.shift[0], full / 2 + aim.shift[1]
        matrix = cv2.getRotationMatrix2D((x, y), aim.angle, aim.zoom)
        matrix[0] *= np.exp(self.rng.normal(0, 0.05))
        matrix[:, 2] += side / 2 - matrix @ np.array([x, y, 1])
        return np.asarray(matrix, np.float64)


def cut_off(whole: Frame, share: float, side: int) -> tuple[Frame, Array]:
    """The patch as if the picture ended at a `share` of its die, on a `side` (0 left, then round to the top).

    Also how far the middle of what is left lies from the die's own, in px.
    """
    length = whole.shape[0] / BANK_SPAN
    edge = round(whole.shape[0] / 2 + (share - 0.5) * length)
    turned = np.rot90(whole, side).copy()
    turned[:, :edge] = turned[:, edge : edge + 1]
    inward = np.array([(1, 0), (0, 1), (-1, 0), (0, -1)][side], float)
    return np.ascontiguousarray(np.rot90(turned, -side)), inward * share * length / 2


def pose_in(
    matrix: Array, side: int, middle: tuple[float, float], reach: float
) -> tuple[float, float, float]:
    """Where an upper face is, as `POSE` has it, in a crop of `side` px that `matrix` (2, 3) cuts."""
    linear = matrix[:, :2]
    x, y = (linear @ np.array(middle) + matrix[:, 2]) / side - 0.5
    size = reach * math.sqrt(abs(float(np.linalg.det(linear)))) / side
    return float(x), float(y), math.log(size / REACH_UNIT)


def coarser(picture: Frame, rng: Rng) -> Frame:
    """As if the die were smaller in the frame, at times."""
    if rng.random() > 0.25:
        return picture
    side = picture.shape[0]
    small = int(side * rng.uniform(0.42, 0.8))
    less = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(less, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
