"""Patches cut around dice, and around places without one, kept for a whole training."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.network.detector import common, look
from vision.training.arrays import Array, Box, Frame, Rng
from vision.training.records import Die, Record, Top
from vision.training.tasks import Task

BANK_SPAN = 2.0
"""Lengths of the box's longer side that a kept patch spans: room for shifts, turns and scales."""

_PATCH_SHARE = 1.6
"""Px of a patch's side for each of the crop's."""

_LOOKS = (320, 192, 640)
"""Px of the frame's longer side at which the detector looks for boxes."""


@dataclass
class Bank:
    """Patches (side, side, 3) of one source; of each: its die, with the `top` in px of the patch, and more.

    `turnable` tells whether any turn of the patch is likely.
    """

    patches: list[Frame] = field(default_factory=list)
    dice: list[Die | None] = field(default_factory=list)
    turnable: list[bool] = field(default_factory=list)
    _index: tuple[list[int], list[int], list[int]] | None = None

    def add(self, picture: Frame, die: Die | None, turnable: bool) -> None:
        """Keep one more patch."""
        self.patches.append(picture)
        self.dice.append(die)
        self.turnable.append(turnable)

    def draw(self, rng: Rng) -> int:
        """The index of a random patch.

        One in six has no die, and one in six has one that cannot be read, where there are such.
        """
        if self._index is None:
            every = range(len(self.dice))
            self._index = (
                [i for i in every if self.dice[i]],
                [i for i in every if not self.dice[i]],
                [i for i in every if (die := self.dice[i]) and set(die.trouble) - {"hidden"}],
            )
        roll = rng.random()
        chosen = self._index[1 if roll < 1 / 9 else 2 if roll < 2 / 9 else 0] or self._index[0]
        return chosen[int(rng.integers(len(chosen)))]


def patch(frame: Frame, middle: tuple[float, float], length: float, side: int) -> Frame:
    """Cut a square of `length` px around `middle`, scaled to `side` px."""
    scale = side / length
    if scale < 0.6:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.35 / scale), np.uint8)
    matrix = np.array([[scale, 0, side / 2 - scale * middle[0]], [0, scale, side / 2 - scale * middle[1]]])
    return np.asarray(cv2.warpAffine(frame, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def fill(bank: Bank, records: list[Record], task: Task, rng: Rng) -> None:
    """Add every die of the frames that can be made out, and a few places without one."""
    for record in records:
        frame = record.frame()
        for die in record.dice:
            if die.visible >= 0.25 and max(die.box[2:]) >= 14 and die.face in task.faces:
                _add_die(bank, record, frame, die, _patch_side(task))
        _add_nothing(bank, record, frame, _patch_side(task), rng)


def _patch_side(task: Task) -> int:
    return int(task.side * _PATCH_SHARE)


def _add_die(bank: Bank, record: Record, frame: Frame, die: Die, side: int) -> None:
    height, width = frame.shape[:2]
    x, y, w, h = die.box
    size = max(w, h)
    # Only what may enter the patch is blurred and scaled, which is most of the work.
    rows, columns = _around(y, h, height), _around(x, w, width)
    middle = (x + w / 2 - columns.start, y + h / 2 - rows.start)
    cut = patch(frame[rows, columns], middle, BANK_SPAN * size, side)
    at_edge = x <= 0.5 or y <= 0.5 or x + w >= width - 0.5 or y + h >= height - 0.5
    if at_edge and record.source == "rendered" and "hidden" not in die.trouble:
        die = replace(die, trouble=(*die.trouble, "hidden"))
    if die.top:
        zoom = side / (BANK_SPAN * size)
        there = (np.array(die.top.middle) - [x + w / 2, y + h / 2]) * zoom + side / 2
        die = replace(die, top=Top((float(there[0]), float(there[1])), die.top.reach * zoom, die.top.up))
    bank.add(cut, die, record.turnable)


def _add_nothing(bank: Bank, record: Record, frame: Frame, side: int, rng: Rng) -> None:
    height, width = frame.shape[:2]
    sizes = [max(die.box[2:]) for die in record.dice] or [60.0]
    for _ in range(2 if record.source == "rendered" else 3):
        at = rng.uniform([0, 0], [width, height])
        size = float(rng.choice(sizes)) * rng.uniform(0.5, 1.5)
        if record.hand is None and not record.ignore and all(_far(at, die.box, size) for die in record.dice):
            cut = patch(frame, (float(at[0]), float(at[1])), BANK_SPAN * size, side)
            bank.add(cut, None, True)


def _around(start: float, extent: float, limit: int) -> slice:
    reach = BANK_SPAN * 2 * extent
    return slice(max(0, int(start - reach)), min(limit, int(start + extent + reach)))


def _far(at: Array, box: Box, size: float) -> bool:
    x, y, w, h = box
    reach = 0.5 * size
    return bool(at[0] < x - reach or at[0] > x + w + reach or at[1] < y - reach or at[1] > y + h + reach)


def add_detected(bank: Bank, record: Record, task: Task) -> None:
    """Take the detector's boxes for labelled dice, and what it wrongly takes for dice as examples of none.

    People's boxes are loose, and at run time the detector's own count. The record's boxes change, and of dice
    that it takes for one only the one that is best seen stays.
    """
    frame = record.frame()
    finds = [find for longest in _LOOKS for find in look(frame, longest).finds]
    for die in record.dice:
        near = [
            find
            for find in finds
            if find.score > 0.3
            and common(find.box, die.box) > 0.45
            and 0.6 < find.length / max(die.box[2:]) < 1.9
        ]
        if near:
            die.box = max(near, key=lambda find: find.score).box
    record.dice = _one_a_box(record.dice)
    taken = [die.box for die in record.dice] + record.ignore
    for find in finds:
        if record.hand is None and all(common(find.box, box) < 0.1 for box in taken):
            cut = patch(frame, find.middle, BANK_SPAN * find.length, _patch_side(task))
            bank.add(cut, None, True)
            if find.score < 0.3:
                taken.append(find.box)


def _one_a_box(dice: list[Die]) -> list[Die]:
    best: dict[Box, Die] = {}
    for die in dice:
        other = best.get(die.box)
        if other is None or other.visible < die.visible:
            best[die.box] = die
    return list(best.values())
