"""When to read: frames are watched until the tray has come to rest, then several are read and vote.

Nothing here knows the time: everything is counted in frames, so that a recording settles as a camera does.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import DieReading, Frame, Reading

Phase: TypeAlias = Literal["empty", "moving", "still"]
Picture: TypeAlias = NDArray[np.float32]

_WIDTH = 160
"""Width in px of the reduced grey copy in which movement is looked for: a die of a 30th of the frame's width
still covers 5 px."""

_NOISE_FACTOR = 8.0
"""Change that counts as movement, in standard deviations of the measured noise: the largest of the copy's
thousands of places reaches 4, and bright places are noisier than the median that is measured."""

_LEAST_CHANGE = 0.01 * 255
"""Smallest change that counts, for a camera whose compression hides the noise for a while."""

_GAIN_ROWS = 9
"""Rows of the copy over which a lamp's flicker is taken as even."""

_GAIN_SPREAD = 1.25
"""How far a row's brightness may depart from the frame's before it is movement and no flicker."""

_DRIFT = 0.05
"""Weight of a new frame in the picture of a tray at rest, which so follows the daylight."""

_INTRUDER_AREA = 0.04
_INTRUDER_EDGE = 0.08
"""Something reaches in when it covers this share of the frame and meets the frame's edge on this share of its
height: more than a die does."""

_OTHER_VIEW = 0.6
"""Share of changed places above which camera or light has changed and the known empty tray says nothing."""

_SAME_PLACE = 0.5
"""Distance in die sizes up to which two frames show the same die."""


class MotionDetector:
    """Tells whether the tray rests.

    It rests when `still_frames` frames in a row look like the first of them, apart from sensor noise (whose
    strength is measured) and from brightness, which may flicker as a whole or in bands. Comparing with the
    first and not with the frame before also catches a die that spins slowly on its corner.
    """

    def __init__(self, *, still_frames: int = 6) -> None:
        if still_frames < 2:
            raise ValueError(f"A tray cannot be seen to rest in {still_frames} frames: give at least 2.")
        self._still_frames = still_frames
        self._first: Picture | None = None
        self._before: Picture | None = None
        self._alike = 0
        self._noise: deque[float] = deque(maxlen=30)

    @property
    def picture(self) -> Picture:
        """The tray since it rests, as a reduced grey copy (0 to 255)."""
        if self._first is None:
            raise ValueError("No frame has been fed yet.")
        return self._first

    @property
    def threshold(self) -> float:
        """Change of a place (grey levels of 255) from which on it has moved."""
        noise = float(np.quantile(self._noise, 0.25)) if self._noise else 0.0
        return max(_NOISE_FACTOR * noise, _LEAST_CHANGE)

    def feed(self, frame: Frame) -> bool:
        """Take the next frame; True when the tray rests."""
        picture = _reduced(frame)
        if self._first is None or self._before is None or self._first.shape != picture.shape:
            self._first, self._alike = picture, 1
            self._noise.clear()
        else:
            self._noise.append(1.4826 * float(np.median(change(picture, self._before))))
            if float(change(picture, self._first).max()) > self.threshold:
                self._first, self._alike = picture, 1
            else:
                self._alike += 1
                if self._alike > self._still_frames:
                    self._first = self._first + np.float32(_DRIFT) * (picture - self._first)
        self._before = picture
        return self._alike >= self._still_frames


class Settler:
    """Watches frames and gives one `Reading` each time the tray has changed and come to rest.

    `read` reads one frame. After `still_frames` alike frames it is asked about that frame and the following
    ones, once a frame, until `votes` readings agree or disagree (see `vote`). A tray that looks as it
    did at the last reading, say after a hand has passed over it, is not read again.

    `phase` is "moving" until the tray has been read, then "still", or "empty" when no dice lie in it. Dice
    that were taken away give one "ok" reading without dice; a tray that was empty before gives none. The
    picture of the empty tray is remembered: what reaches in from the frame's edge or cannot be read as dice
    makes the reading "unsure".
    """

    def __init__(self, read: Callable[[Frame], Reading], *, still_frames: int = 6, votes: int = 3) -> None:
        if votes < 1:
            raise ValueError(f"{votes} frames cannot vote: give at least 1.")
        self._read = read
        self._votes_needed = votes
        self._motion = MotionDetector(still_frames=still_frames)
        self._votes: list[Reading] = []
        self._seen: Picture | None = None
        self._empty: Picture | None = None
        self._rest: Phase = "empty"
        self._phase: Phase = "moving"
        self._dice_lay = False

    @property
    def phase(self) -> Phase:
        """What the tray does, as of the last frame."""
        return self._phase

    def watch(self, frame: Frame) -> Reading | None:
        """Take the next frame; a `Reading` when one is due. What `read` raises passes through."""
        if not self._motion.feed(frame):
            self._votes.clear()
            self._phase = "moving"
            return None
        picture = self._motion.picture
        if self._seen is not None and not self._differs(picture, self._seen):
            self._votes.clear()
            self._phase, self._seen = self._rest, picture
            if self._rest == "empty":
                self._empty = picture
            return None
        self._votes.append(self._read(frame))
        if len(self._votes) < self._votes_needed:
            return None
        reading = self._judged(vote(self._votes), picture)
        self._votes.clear()
        self._seen = picture
        self._phase = self._rest = "empty" if _is_empty(reading) else "still"
        if not _is_empty(reading):
            self._dice_lay = True
            return reading
        self._empty = picture
        had_dice, self._dice_lay = self._dice_lay, False
        return reading if had_dice else None

    def read_again(self) -> None:
        """Read the tray once more when it rests, though it has not changed."""
        self._seen = None
        self._votes.clear()

    def forget_empty_tray(self) -> None:
        """Learn the empty tray anew: for people who say that it is empty, or who moved the camera."""
        self._empty = None
        self.read_again()

    def _differs(self, picture: Picture, other: Picture) -> bool:
        if picture.shape != other.shape:
            return True
        return float(change(picture, other).max()) > self._motion.threshold

    def _judged(self, reading: Reading, picture: Picture) -> Reading:
        """The vote's reading, held against the empty tray where that is known."""
        changed = self._changed_places(picture)
        if changed is not None and _reaches_in(changed):
            return _unsure(reading, "Something reaches into the tray: take the hand out.")
        if reading.dice:
            return reading
        if changed is not None and changed.any():
            return _unsure(reading, "Something in the tray cannot be read as dice: take it out or move it.")
        return Reading("ok", None, (), reading.ms)

    def _changed_places(self, picture: Picture) -> NDArray[np.uint8] | None:
        """Where the tray looks different from the empty one (0 or 1), or None when that cannot be told."""
        if self._empty is None or self._empty.shape != picture.shape:
            return None
        changed = np.asarray(change(picture, self._empty) > self._motion.threshold, dtype=np.uint8)
        return None if changed.mean() > _OTHER_VIEW else changed


def vote(readings: Sequence[Reading]) -> Reading:
    """Make one reading of several of the same resting dice.

    Dice are matched by place. Each die gets the face that most frames gave it, the mean confidence of those
    frames and the mean box; `ms` is the sum. The reading is "unsure" when half of the frames are, with the
    commonest reason, and when frames disagree about the number of dice, their places or a face. Raises
    `ValueError` without readings.
    """
    if not readings:
        raise ValueError("A vote needs at least one reading.")
    ms = sum(reading.ms for reading in readings)
    numbers = Counter(len(reading.dice) for reading in readings)
    usual = max(numbers, key=lambda number: (numbers[number], number))
    agreeing = [reading.dice for reading in readings if len(reading.dice) == usual]
    sightings = [_sightings(die, agreeing) for die in agreeing[0]]
    dice = tuple(_elected(seen) for seen in sightings)
    reasons = Counter(reading.reason for reading in readings if reading.status == "unsure" and reading.reason)
    if 2 * reasons.total() >= len(readings):
        return Reading("unsure", reasons.most_common(1)[0][0], dice, ms)
    reason = _disagreement(numbers, sightings, len(agreeing))
    return Reading("unsure" if reason else "ok", reason, dice, ms)


def _sightings(die: DieReading, frames: Sequence[Sequence[DieReading]]) -> list[DieReading]:
    """The same die in each frame, left out where nothing lies in its place."""
    seen = []
    reach = _SAME_PLACE * max(die.box[2], die.box[3])
    for dice in frames:
        nearest = min(dice, key=lambda other: _distance(die, other))
        if _distance(die, nearest) <= reach:
            seen.append(nearest)
    return seen


def _distance(die: DieReading, other: DieReading) -> float:
    (x, y, width, height), (x2, y2, width2, height2) = die.box, other.box
    return float(np.hypot(x + width / 2 - x2 - width2 / 2, y + height / 2 - y2 - height2 / 2))


def _elected(seen: Sequence[DieReading]) -> DieReading:
    """One die of its sightings: the commonest face, the surer one where two are equally common."""

    def strength(each: DieReading) -> tuple[int, float]:
        alike = [other.confidence for other in seen if _says(other) == _says(each)]
        return len(alike), sum(alike)

    winner = max(seen, key=strength)
    confidence = float(np.mean([each.confidence for each in seen if _says(each) == _says(winner)]))
    x, y, width, height = np.mean([each.box for each in seen], axis=0).tolist()
    return replace(winner, confidence=confidence, box=(x, y, width, height))


def _says(die: DieReading) -> tuple[str, str]:
    return (die.die, die.face)


def _disagreement(
    numbers: Counter[int], sightings: Sequence[Sequence[DieReading]], frames: int
) -> str | None:
    """Say what the frames disagree about, or None."""
    if len(numbers) > 1:
        return f"It is not clear whether {_either(numbers)} dice lie there: move them apart."
    if any(len(seen) < frames for seen in sightings):
        return "It is not clear where the dice lie: move them apart."
    for seen in sightings:
        faces = {die.face for die in seen}
        if len(faces) > 1:
            return f"It is not clear whether a die shows {_either(faces)}: turn it a little."
        kinds = {die.die for die in seen}
        if len(kinds) > 1:
            return f"It is not clear whether a die is {_either(kinds)}: turn it a little."
    return None


def _either(choices: Counter[int] | set[str]) -> str:
    return " or ".join(str(choice) for choice in sorted(choices))


def _unsure(reading: Reading, reason: str) -> Reading:
    return replace(reading, status="unsure", reason=reason)


def _is_empty(reading: Reading) -> bool:
    return reading.status == "ok" and not reading.dice


def _reduced(frame: Frame) -> Picture:
    """The frame's reduced grey copy; averaging whole areas takes most of the noise away."""
    height, width = frame.shape[:2]
    share = min(1.0, _WIDTH / width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32) @ np.array((0.114, 0.587, 0.299), np.float32), np.float32)


def change(picture: Picture, other: Picture) -> Picture:
    """How much each place of two reduced copies differs (grey levels of 255), flicker and noise evened out.

    A place is 3x3 px. Brightness is matched first, for the frame and for each row, since a lamp on mains
    makes bands under a rolling shutter; a place has changed when neither match explains it. Where one of the
    copies is overexposed, the other one may be darker than that match.
    """
    rest: Picture | None = None
    for gain in _gains(picture, other):
        forth = picture - np.minimum(gain * other, 255)
        back = np.minimum(picture / gain, 255) - other
        for each in (forth, back):
            rest = each if rest is None else np.where(np.abs(each) < np.abs(rest), each, rest)
    return np.asarray(np.abs(cv2.blur(np.asarray(rest), (3, 3))), dtype=np.float32)


def _gains(picture: Picture, other: Picture) -> tuple[Picture, Picture]:
    """Brightness of `picture` over that of `other`: of the whole, and of each row."""
    # The offset keeps black places, where noise is all there is, from deciding.
    ratio = (picture + 4) / (other + 4)
    rows = np.median(ratio, axis=1, keepdims=True)
    whole = np.median(rows, axis=0, keepdims=True)
    rows = np.clip(rows, whole / _GAIN_SPREAD, whole * _GAIN_SPREAD)
    return whole, np.asarray(cv2.blur(rows, (1, _GAIN_ROWS)), dtype=np.float32)


def _reaches_in(changed: NDArray[np.uint8]) -> bool:
    """Whether one changed patch is too large for dice and goes on beyond the frame's edge."""
    height, width = changed.shape
    patches, labels, stats, _ = cv2.connectedComponentsWithStats(changed)
    edge = np.concatenate([labels[0], labels[-1], labels[1:-1, 0], labels[1:-1, -1]])
    contact = np.bincount(edge, minlength=patches)
    large = stats[:, cv2.CC_STAT_AREA] >= _INTRUDER_AREA * height * width
    return bool((large & (contact >= _INTRUDER_EDGE * height))[1:].any())
