"""Read the dice of one frame, without any set-up."""

from __future__ import annotations

import time

from vision.body import body_colour
from vision.classic import reader as classic
from vision.colours import name_colour
from vision.dice_set import D6, DiceSet
from vision.enrolment.recognise import EnrolledDice
from vision.frames import SMALLEST_PX, check_frame, reduced
from vision.network.detector import LIKELY, SAME_DIE, Find, Look, common, look
from vision.network.faces import Net, see
from vision.reading import DieReading, Frame, Reading
from vision.sighting import Sighting, sightings
from vision.verdict import cut_by_edge, doubt_about

_SMALLEST_PX = 32
_QUICK_PX = 384
_CLOSE_PX = 640
_FAR_PX = 192
# The net knows dice of 13 to 100 px best; where the quick look shows small ones, there may be smaller ones.
_SMALL_DIE_PX = 17.0
_SURE_DIE = 0.5
_CLEAR_DIE = 0.68
_LARGER = 2.2
_LONG = 1.2
_LARGE = 0.2
_FRAME_PX = 1600
_SAME = 0.6


def read(frame: Frame, dice: DiceSet = D6, known: EnrolledDice | None = None) -> Reading:
    """Read all dice of `frame`, (height, width, 3) uint8 blue-green-red.

    `dice` says which dice may lie there, `known` which of them were enrolled: those are told by sight. Dice
    may be 25 to 300 px large in a frame of 640 px, up to about 35 degrees oblique, on any ground. Boxes are
    in px of the frame. The status is "unsure", with a sentence, where a die, a face or the number of dice is
    in doubt, and where no die is in view.

    Raises ImageError for anything else than such a frame of at least 32 px a side, and NetworkError where the
    networks cannot be run.
    """
    check_frame(frame, _SMALLEST_PX)
    begin = time.perf_counter()
    shrink = max(1.0, max(frame.shape[:2]) / _FRAME_PX)
    work = frame if shrink == 1.0 else reduced(frame, shrink)
    seen, looked = sight(work, dice)
    if known:
        seen = [_recognised(work, one, known) for one in seen]
    doubt = doubt_about(work, seen, looked)
    if doubt is not None and doubt.settled_by_agreement and not dice.numerals and _agreed(work, seen):
        doubt = None
    shown = tuple(_die_reading(work, one, dice, shrink) for one in seen if one.is_die)
    ms = (time.perf_counter() - begin) * 1000
    return Reading("unsure" if doubt else "ok", doubt.sentence if doubt else None, shown, ms)


def sight(frame: Frame, dice: DiceSet) -> tuple[list[Sighting], Look]:
    """Everything in `frame` that may be a die, from left to right, and the look that found it."""
    looked = look(frame, _QUICK_PX)
    finds = list(looked.finds)
    likely = [find for find in finds if find.score >= LIKELY]
    sizes = [find.length / looked.shrink for find in likely]
    doubtful = any(find.score < _SURE_DIE or _may_be_two(find, likely) for find in likely)
    odd = not sizes or doubtful or min(sizes) < _SMALL_DIE_PX
    if odd or dice.numerals:
        # A very large die's marks look like dice of their own; from farther away it is one die.
        large = _LARGE * max(frame.shape[:2])
        finds = _merged(finds, tuple(find for find in look(frame, _FAR_PX).finds if find.length > large))
    if odd and max(frame.shape[:2]) > 1.2 * _QUICK_PX:
        finds = _merged(finds, look(frame, _CLOSE_PX).finds)
    if dice.numerals:
        # Polyhedra are thrown a few at a time into a tray that is in view as a whole: what the picture's edge
        # cuts through lies beside it.
        finds = [find for find in finds if not cut_by_edge(find.box, frame)]
    finds.sort(key=lambda find: find.middle)
    net: Net = "numerals" if dice.numerals else "pips"
    return sightings(finds, see(frame, [find.box for find in finds], net), dice), looked


def _may_be_two(find: Find, finds: list[Find]) -> bool:
    """Whether a find is so long, or so much larger than the others, that two touching dice may be in it."""
    typical = sorted(other.length for other in finds)[len(finds) // 2]
    large = find.length > _LONG * min(find.box[2:]) or find.length > _LONG * typical
    return large and find.score < _CLEAR_DIE


def _merged(quick: list[Find], close: tuple[Find, ...]) -> list[Find]:
    """The finds of both looks; what both see is taken as the surer one has it.

    What lies inside a much larger find is a mark on that die.
    """
    merged: list[Find] = []
    for find in sorted([*quick, *close], key=lambda find: -find.score):
        touched = [other for other in merged if common(find.box, other.box) >= SAME_DIE]
        if find.score >= LIKELY and all(_LARGER * other.length < find.length for other in touched):
            merged = [other for other in merged if other not in touched]
            touched = []
        if not touched:
            merged.append(find)
    return merged


def _recognised(frame: Frame, one: Sighting, known: EnrolledDice) -> Sighting:
    """The sighting as the enrolled dice have it, where one of them is surely the same."""
    match = known.recognise(frame, one.find.box) if one.is_die else None
    return one if match is None or not match.sure else one.known_as(match)


def _agreed(frame: Frame, seen: list[Sighting]) -> bool:
    """Whether the reader without networks is sure, and reads the same faces in the same places."""
    if min(frame.shape[:2]) < SMALLEST_PX:
        return False
    other = classic.read(frame)
    left = [one for one in seen if one.is_die]
    if other.status == "unsure" or len(other.dice) != len(left):
        return False
    for die in other.dice:
        alike = (one for one in left if common(one.find.box, die.box) > _SAME and one.face == die.face)
        match = next(alike, None)
        if match is None:
            return False
        left.remove(match)
    return True


def _die_reading(frame: Frame, one: Sighting, dice: DiceSet, shrink: float) -> DieReading:
    x, y, width, height = (side * shrink for side in one.find.box)
    body = name_colour(body_colour(frame, one.find.box))
    return DieReading(
        one.die, one.sides, one.face, one.value(dice), one.confidence, (x, y, width, height), body
    )
