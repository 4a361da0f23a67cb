"""What a settler remembers of the tray: how it looked empty, how at the last reading, and what was read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.reading import DieReading, Reading
from vision.settling.bumps import Motion, bump_between, changed_edges, moved_by, place_after
from vision.settling.hands import around, hand_in
from vision.settling.pictures import Look, Mask, change, changes, covered
from vision.settling.voting import middle, pairs_by_place, says

_OTHER_VIEW = 0.6
"""Share of changed places above which camera or light has changed and the known empty tray says nothing."""

_AS_IT_LAY = 0.2
"""Distance in die sizes up to which a die counts as not touched."""

_LEAST_CHANGED = 8
"""Changed places, beside a hand, that are no speck any more."""

_DIE_GROUND = 1.0
"""How far around a die its shadow may go, in its sizes."""


class TrayMemory:
    """The tray as it was at the last reading (`seen`), as it was when `empty`, and the last reading (`told`).

    All three may be None. Where the camera was `bumped` since that reading they are moved along.
    """

    def __init__(self) -> None:
        self.seen: Look | None = None
        self.empty: Look | None = None
        self.told: Reading | None = None
        self.bumped = False

    def looks_as_seen(self, look: Look, threshold: float) -> bool:
        """Whether the tray looks as it did at the last reading."""
        if self.seen is None or self.seen.grey.shape != look.grey.shape:
            return False
        return float(change(look.grey, self.seen.grey).max()) <= threshold

    def follow_bump(self, look: Look, threshold: float) -> None:
        """Where the camera was bumped since the last reading, move everything along."""
        motion = None if self.seen is None else bump_between(self.seen, look, threshold)
        self.bumped = motion is not None
        if motion is None or self.seen is None:
            return
        self.seen = moved_by(self.seen, motion, look)
        if self.empty is not None:
            self.empty = moved_by(self.empty, motion, look)
        if self.told is not None:
            dice = tuple(_moved(die, motion, look.scale) for die in self.told.dice)
            self.told = replace(self.told, dice=dice)

    def hand(self, look: Look, threshold: float) -> Mask | None:
        """What reaches into the tray, or None; None too where no picture without it is known."""
        cover: Mask | None = None
        for other in (self.empty, self.seen):
            if other is None or other.grey.shape != look.grey.shape:
                continue
            found = covered(look, other, changes(look.grey, other.grey), threshold)
            # Daylight goes away from the one picture, taken-away dice from the other: a hand is in neither.
            cover = found if cover is None else cover & found
        return None if cover is None or cover.mean() > _OTHER_VIEW else hand_in(cover)

    def changed_beside(self, hand: Mask, look: Look, threshold: float) -> bool:
        """Whether the tray has changed since the last reading where the hand does not cover it."""
        if self.seen is None or self.seen.grey.shape != look.grey.shape:
            return True
        found = covered(look, self.seen, changes(look.grey, self.seen.grey), threshold)
        return int((found & ~around(hand)).sum()) >= _LEAST_CHANGED

    def holds_something(self, look: Look, threshold: float) -> bool:
        """Whether the tray looks different from the empty one, where that is known."""
        if self.empty is None or self.empty.grey.shape != look.grey.shape:
            return False
        if self.bumped:
            changed = changed_edges(look.grey, self.empty.grey, threshold)
        else:
            changed = change(look.grey, self.empty.grey) > threshold
        return bool(changed.any()) and float(changed.mean()) <= _OTHER_VIEW

    def is_told(self, reading: Reading) -> bool:
        """Whether `reading` says what the last one said, of dice that nobody has touched."""
        told = self.told
        if told is None or (reading.status, reading.reason) != (told.status, told.reason):
            return False
        pairs = pairs_by_place(reading.dice, told.dice, _AS_IT_LAY)
        return len(pairs) == len(reading.dice) == len(told.dice) and all(
            says(reading.dice[i]) == says(told.dice[j])
            and reading.dice[i].zone == told.dice[j].zone
            and not reading.dice[i].fresh
            for i, j in pairs.items()
        )

    def learn(self, look: Look, reading: Reading, threshold: float) -> None:
        """Remember the tray as it was read; between the dice it shows how the empty one looks today."""
        self.seen = look
        if reading.status == "unsure":
            return
        if not reading.dice:
            self.empty = look
        elif self.empty is not None and self.empty.grey.shape == look.grey.shape:
            changed = changes(look.grey, self.empty.grey)
            if float((changed.plain > threshold).mean()) > _OTHER_VIEW:
                self.empty = None
                return
            dice = _ground_of(reading.dice, look)
            gain = np.float32(np.median((look.grey + 4) / (self.empty.grey + 4)))
            self.empty = Look(
                np.where(dice, np.minimum(gain * self.empty.grey, 255), look.grey).astype(np.float32),
                np.where(dice[..., None], np.minimum(gain * self.empty.colour, 255), look.colour).astype(
                    np.float32
                ),
                look.scale,
            )

    def follow(self, look: Look, *, empty: bool) -> None:
        """The tray rests on, and its picture follows the daylight."""
        self.seen = look
        if empty:
            self.empty = look


def _moved(die: DieReading, motion: Motion, scale: float) -> DieReading:
    x, y = place_after(motion, scale, middle(die))
    width, height = die.box[2:]
    return replace(die, box=(x - width / 2, y - height / 2, width, height))


def _ground_of(dice: tuple[DieReading, ...], look: Look) -> NDArray[np.bool_]:
    """Where dice lie and what is close around them."""
    height, width = look.grey.shape
    ground = np.zeros((height, width), bool)
    for die in dice:
        x, y, across, down = (side / look.scale for side in die.box)
        more = _DIE_GROUND * max(across, down) + 1
        rows = slice(max(0, int(y - more)), max(0, int(y + down + more) + 1))
        ground[rows, max(0, int(x - more)) : max(0, int(x + across + more) + 1)] = True
    return ground
