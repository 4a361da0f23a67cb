"""A second opinion: the reader without networks reads the frame too and settles doubts of what is seen."""

from __future__ import annotations

from vision.classic import reader as classic
from vision.frames import SMALLEST_PX
from vision.network.detector import common
from vision.reading import DieReading, Frame, Reading
from vision.sighting import Sighting

_SAME = 0.6
# Of 56 dice below the confidence that is asked for, in random trays with and without troubles, on which both
# readers came to the same face at these confidences, all were read rightly.
_HALF_SURE, _FAIRLY_SURE, _SURE_KIND = 0.5, 0.65, 0.9
_LEANING = 0.25


def second_opinion(frame: Frame) -> Reading | None:
    """How the reader without networks reads a frame, None where that is too small for it."""
    return None if min(frame.shape[:2]) < SMALLEST_PX else classic.read(frame)


def agree(shown: list[Sighting], other: Reading) -> bool:
    """Whether the other reader is sure of the whole frame, and reads the same faces in the same places."""
    left = list(shown)
    if other.status == "unsure" or len(other.dice) != len(left):
        return False
    for die in other.dice:
        match = next((one for one in left if _is_same(one, die)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def confirmed(seen: list[Sighting], other: Reading) -> list[Sighting]:
    """The sightings, with those made sure that the other reader confirms, whatever it makes of the rest.

    It knows nothing of the kinds of Favor dice, nor of dice that lean: a die of which that is in doubt stays
    as it is.
    """
    return [one.confirmed() if _is_confirmed(one, other) else one for one in seen]


def _is_confirmed(one: Sighting, other: Reading) -> bool:
    if not one.is_die or one.confidence < _HALF_SURE:
        return False
    if one.evidence.kind < _SURE_KIND or one.troubles["cocked"] > _LEANING:
        return False
    return any(die.confidence >= _FAIRLY_SURE and _is_same(one, die) for die in other.dice)


def _is_same(one: Sighting, die: DieReading) -> bool:
    return common(one.find.box, die.box) > _SAME and one.face == die.face
