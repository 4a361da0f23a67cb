"""Crops of upper faces to learn from: upright, as the net of poses would set them, askew, or beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.network.faces import crop
from vision.network.outputs import ASKEW, CROP_SPAN, NONE, TOP_SPAN
from vision.network.polyhedra import centred, faces_in, whole_dice
from vision.training.arrays import Array, Frame, Rng
from vision.training.augment import relight, veil
from vision.training.bank import Bank, add_detected
from vision.training.crops import SPOILERS, VEILED, Batch, coarser, pose_in
from vision.training.records import Record
from vision.training.tasks import TASKS, Task

_PATCH_SPAN = 5.6
"""Lengths of the face's reach that a kept patch spans."""

_PATCH_PX = 136

_UPRIGHT = 19.0
"""Degrees off the vertical up to which a numeral stands upright: more than half the step of the tries."""

_LEAST_ASKEW = 32.0
_TRIES = 36
_LIKELY = 0.3
_ASKEW_SHARE = 0.3
_BESIDE_SHARE = 0.05


@dataclass
class TopBank:
    """Patches (side, side, 3) of one source around upper faces, which each stand upright in them.

    Of each: the face (None is no die), whether it has an upper side, and whether it can be read.
    """

    patches: list[Frame] = field(default_factory=list)
    faces: list[str | None] = field(default_factory=list)
    upright: list[bool] = field(default_factory=list)
    clear: list[bool] = field(default_factory=list)

    def add(self, picture: Frame, face: str | None, upright: bool, clear: bool) -> None:
        """Keep one more patch."""
        self.patches.append(picture)
        self.faces.append(face)
        self.upright.append(upright)
        self.clear.append(clear)


def top_patch(frame: Frame, middle: tuple[float, float], reach: float, up: float | None) -> Frame:
    """Cut around a face's middle (px), turned so that `up` (degrees) is the patch's upper side."""
    side = _PATCH_SPAN * reach / CROP_SPAN
    box = (middle[0] - side / 2, middle[1] - side / 2, side, side)
    return crop(frame, box, _PATCH_PX, turn=0.0 if up is None else up + 90)


def fill_tops(bank: TopBank, records: list[Record], task: Task, rng: Rng) -> None:
    """Add every die's upper face, and a few places without one."""
    for record in records:
        frame = record.frame()
        height, width = frame.shape[:2]
        for die in record.dice:
            if die.top is None or die.face not in task.faces or die.visible < 0.5 or max(die.box[2:]) < 20:
                continue
            x, y = die.top.middle
            if not (0 <= x < width and 0 <= y < height):
                continue
            clear = not {"moving", "cocked"} & set(die.trouble) and die.visible > 0.75
            cut = top_patch(frame, die.top.middle, die.top.reach, die.top.up)
            bank.add(cut, die.face, die.top.up is not None, clear)
        if rng.random() < 0.4 and record.hand is None and not record.ignore:
            at = rng.uniform([0, 0], [width, height])
            boxes = [die.box for die in record.dice]
            if all(not (b[0] < at[0] < b[0] + b[2] and b[1] < at[1] < b[1] + b[3]) for b in boxes):
                cut = top_patch(frame, (float(at[0]), float(at[1])), rng.uniform(8, 40), None)
                bank.add(cut, None, False, True)


def fill_photographed_tops(bank: TopBank, record: Record, task: Task) -> None:
    """Add the upper faces of a photograph's dice, where the nets so far tell where and which way up they are.

    Nobody has marked that on the photographs. A die that the nets read otherwise than it is labelled in every
    direction is left out.
    """
    add_detected(Bank(), record, TASKS["polyhedra"])
    frame = record.frame()
    dice = [die for die in record.dice if die.face in task.faces]
    if not dice:
        return
    seen = whole_dice(frame, [die.box for die in dice])
    for die, (top, _) in zip(dice, centred(frame, seen), strict=True):
        turns = [360 / _TRIES * k for k in range(_TRIES)]
        shares = faces_in(frame, top, [(1.0, turn) for turn in turns])[0][:, task.faces.index(die.face)]
        # Over the neighbours, since several are upright enough.
        best = int(np.argmax(shares + np.roll(shares, 1) + np.roll(shares, -1)))
        if shares[best] > _LIKELY:
            cut = top_patch(frame, (top.x, top.y), top.reach, turns[best] - 90)
            bank.add(cut, die.face, die.sides != 6, clear=True)


class TopSampler:
    """Draws augmented crops of upper faces, in a `share` of cases from photographs."""

    def __init__(
        self, task: Task, drawn: TopBank, photos: dict[str, TopBank], share: float, rng: Rng
    ) -> None:
        self.task, self.drawn, self.share, self.rng = task, drawn, share, rng
        self.photos = [bank for bank in photos.values() if bank.patches]

    def batch(self, count: int) -> Batch:
        """`count` crops."""
        pictures, faces, weights, poses, known = zip(*(self._one() for _ in range(count)), strict=True)
        return Batch.of_tops(
            np.stack(pictures), np.array(faces), np.array(weights, np.float32),
            np.array(poses, np.float32), np.array(known, np.float32),
        )  # fmt: skip

    def _one(self) -> tuple[Frame, int, float, tuple[float, float, float], float]:
        """A crop, its face and what that weighs, where the upper face is in it and what that weighs."""
        rng = self.rng
        bank = self.drawn
        if self.photos and rng.random() < self.share:
            bank = self.photos[int(rng.integers(len(self.photos)))]
        i = int(rng.integers(len(bank.patches)))
        face, weight = bank.faces[i] or NONE, 1.0 if bank.clear[i] else 0.15
        angle = rng.uniform(-_UPRIGHT, _UPRIGHT) if bank.upright[i] else rng.uniform(-180, 180)
        shift = np.clip(rng.normal(0, 0.12 if rng.random() < 0.7 else 0.3, 2), -0.6, 0.6)
        known = float(face != NONE)
        if face != NONE and bank.upright[i] and rng.random() < _ASKEW_SHARE:
            angle = float(
                rng.choice([rng.uniform(_LEAST_ASKEW, 360 - _LEAST_ASKEW), 180 + rng.normal(0, 25)])
            )
            face = ASKEW
        elif face != NONE and rng.random() < _BESIDE_SHARE:
            way, angle = rng.uniform(0, math.tau), rng.uniform(-180, 180)
            shift = np.array([math.cos(way), math.sin(way)]) * rng.uniform(1.0, 1.7)
            face, weight, known = NONE, 1.0, 0.0
        picture, pose = self._cut(bank.patches[i], angle, shift * _PATCH_PX / _PATCH_SPAN)
        if face not in (NONE, ASKEW) and rng.random() < 0.06:
            _, spoil, left = SPOILERS[int(rng.integers(len(SPOILERS)))]
            picture, weight = spoil(picture, rng), left
        if rng.random() < VEILED:
            picture = veil(picture, rng)
        picture = coarser(picture, rng)
        return relight(picture, rng, hue=True), self.task.faces.index(face), weight, pose, known

    def _cut(self, whole: Frame, angle: float, shift: Array) -> tuple[Frame, tuple[float, float, float]]:
        """A crop of the patch, and where the patch's middle is in it, as `POSE` has it."""
        rng, side, full = self.rng, self.task.side, whole.shape[0]
        zoom = side / full * _PATCH_SPAN / TOP_SPAN * float(np.exp(rng.normal(0, 0.11)))
        x, y = full / 2 + shift[0], full / 2 + shift[1]
        matrix = cv2.getRotationMatrix2D((x, y), angle, zoom)
        # A numeral may be seen at a slant that the rendered dice do not have.
        matrix[:, :2] = (np.eye(2) + rng.normal(0, 0.06, (2, 2))) @ matrix[:, :2]
        matrix[:, 2] = side / 2 - matrix[:, :2] @ np.array([x, y])
        cut = cv2.warpAffine(whole, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        pose = pose_in(np.asarray(matrix, np.float64), side, (full / 2, full / 2), full / _PATCH_SPAN)
        return np.asarray(cut, np.uint8), pose
