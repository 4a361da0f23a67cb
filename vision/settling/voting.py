"""One reading of several: every frame of the same resting dice has a voice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.reading import DieReading, Reading

_SAME_PLACE = 0.5
"""Distance in die sizes up to which two frames show the same die."""


@dataclass(frozen=True)
class _Place:
    """What the frames say about one place: a sighting for each frame that saw a die there."""

    seen: tuple[DieReading, ...]
    frames: int

    @property
    def always(self) -> bool:
        return len(self.seen) == self.frames

    @property
    def usual(self) -> bool:
        return 2 * len(self.seen) >= self.frames


def vote(readings: Sequence[Reading]) -> Reading:
    """Make one reading of several of the same resting dice.

    Dice are matched by place. A die stands in the result where half of the frames saw one, with
    the face that most frames gave it, the mean confidence of those frames and the mean box; `ms` is the sum.
    The reading is "unsure" when half of the frames are, with the commonest reason, and when frames disagree
    about a die: the reason then names it by its number in `dice`, from 1. Raises `ValueError` without
    readings.
    """
    if not readings:
        raise ValueError("A vote needs at least one reading.")
    places = _places([reading.dice for reading in readings])
    dice = tuple(_elected(place) for place in places if place.usual)
    reasons = Counter(reading.reason for reading in readings if reading.status == "unsure" and reading.reason)
    if 2 * reasons.total() >= len(readings):
        reason: str | None = reasons.most_common(1)[0][0]
    else:
        reason = _disagreement(places, [len(reading.dice) for reading in readings])
    return Reading("unsure" if reason else "ok", reason, dice, sum(reading.ms for reading in readings))


def in_same_place(die: DieReading, other: DieReading, reach: float = _SAME_PLACE) -> bool:
    """Whether two sightings lie within `reach` die sizes of each other."""
    return distance(die, other) <= reach * max(*die.box[2:], *other.box[2:])


def distance(die: DieReading, other: DieReading) -> float:
    """How far the middles of two dice lie apart, px."""
    (x, y), (x2, y2) = middle(die), middle(other)
    return float(np.hypot(x - x2, y - y2))


def middle(die: DieReading) -> tuple[float, float]:
    """The middle of a die's box, px."""
    x, y, width, height = die.box
    return x + width / 2, y + height / 2


def pairs_by_place(
    dice: Sequence[DieReading], others: Sequence[DieReading], reach: float = _SAME_PLACE
) -> dict[int, int]:
    """Which of `others` lies where each of `dice` lies, by their indices; each in one pair, nearest first."""
    near = sorted(
        (distance(die, other), i, j)
        for i, die in enumerate(dice)
        for j, other in enumerate(others)
        if in_same_place(die, other, reach)
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in near:
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def says(die: DieReading) -> tuple[str, str]:
    """What a die is and shows."""
    return die.die, die.face


def _places(frames: Sequence[Sequence[DieReading]]) -> list[_Place]:
    """All places at which any frame saw a die, in the order of the frames' own dice."""
    usual = Counter(len(dice) for dice in frames)
    first = max(range(len(frames)), key=lambda n: (usual[len(frames[n])], len(frames[n])))
    seen: list[list[DieReading]] = [[die] for die in frames[first]]
    for dice in (*frames[:first], *frames[first + 1 :]):
        pairs = pairs_by_place([place[0] for place in seen], dice)
        for place, index in pairs.items():
            seen[place].append(dice[index])
        seen += [[die] for index, die in enumerate(dice) if index not in pairs.values()]
    return [_Place(tuple(place), len(frames)) for place in seen]


def _elected(place: _Place) -> DieReading:
    """One die of its sightings: the commonest face, the surer one where two are equally common."""

    def strength(each: DieReading) -> tuple[int, float]:
        alike = [other.confidence for other in place.seen if says(other) == says(each)]
        return len(alike), sum(alike)

    winner = max(place.seen, key=strength)
    alike = [each for each in place.seen if says(each) == says(winner)]
    confidence = float(np.mean([each.confidence for each in alike]))
    x, y, width, height = np.mean([each.box for each in place.seen], axis=0).tolist()
    known = [each.place_mm for each in place.seen if each.place_mm is not None]
    place_mm = None
    if known:
        across, down = np.mean(known, axis=0).tolist()
        place_mm = (across, down)
    zone = Counter(each.zone for each in place.seen).most_common(1)[0][0]
    return replace(winner, confidence=confidence, box=(x, y, width, height), place_mm=place_mm, zone=zone)


def _disagreement(places: Sequence[_Place], numbers: Sequence[int]) -> str | None:
    """Say what the frames disagree about, or None."""
    standing = [place for place in places if place.usual]
    for number, place in enumerate(standing, start=1):
        faces = {die.face for die in place.seen}
        if len(faces) > 1:
            return f"Die {number} reads {_either(faces)}: turn it a little."
        kinds = {die.die for die in place.seen}
        if len(kinds) > 1:
            return f"Die {number} may be {_either(kinds)}: turn it a little."
        if len({die.zone for die in place.seen}) > 1:
            return f"Die {number} lies on a field's border: move it in or out."
        if not place.always:
            return f"Die {number} is not seen in every picture: move it a little."
    if any(not place.always for place in places):
        if len(set(numbers)) == 1:
            return "It is not clear where the dice lie: move them apart."
        return f"It is not clear whether {_either(set(numbers))} dice lie there: move them apart."
    return None


def _either(choices: set[str] | set[int]) -> str:
    return " or ".join(str(choice) for choice in sorted(choices))
