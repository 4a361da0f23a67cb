"""Read the dice of one frame, without any set-up."""

from __future__ import annotations

import time
from functools import partial

from vision.agreement import agree, confirmed, second_opinion
from vision.body import body_colour
from vision.colours import name_colour
from vision.dice_set import D6, DiceSet
from vision.enrolment.recognise import EnrolledDice
from vision.frames import check_frame, reduced
from vision.looking import find_dice
from vision.network.detector import Look
from vision.network.faces import Faces
from vision.network.polyhedra import see_polyhedra
from vision.network.stacks import log_odds_of_stacks
from vision.reading import DieReading, Frame, Reading
from vision.sighting import Sighting, sightings
from vision.verdict import Doubt, cut_by_edge, doubt_about, doubt_about_stacks, may_be_cut

_SMALLEST_PX = 32
_FRAME_PX = 1600


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
    doubt = doubt_about(work, seen, looked, dice.least)
    shown = [one for one in seen if one.is_die]
    if doubt is None or doubt.settled_by_agreement:
        doubt = doubt_about_stacks(shown, partial(log_odds_of_stacks, work)) or doubt
    if doubt is not None and doubt.settled_by_agreement and not dice.numerals:
        doubt, shown = _reconsidered(work, seen, looked, dice, doubt)
    readings = tuple(_die_reading(work, one, dice, shrink) for one in shown)
    ms = (time.perf_counter() - begin) * 1000
    return Reading("unsure" if doubt else "ok", doubt.sentence if doubt else None, readings, ms)


def sight(frame: Frame, dice: DiceSet) -> tuple[list[Sighting], Look]:
    """Everything in `frame` that may be a die, from left to right, and the look that found it."""
    if dice.numerals:
        finds, looked = find_dice(frame, always_far=True)
        every = sightings(finds, see_polyhedra(frame, [find.box for find in finds]), dice)
        # Polyhedra are thrown a few at a time: what else the edge cuts is hardly part of a missed one.
        seen = [one for one in every if may_be_cut(one, frame) or not cut_by_edge(one.find.box, frame)]
        return seen, looked
    faces = Faces(frame)
    finds, looked = find_dice(frame, clear=lambda doubtful: faces.are_clear([find.box for find in doubtful]))
    return sightings(finds, faces.see([find.box for find in finds]), dice), looked


def _recognised(frame: Frame, one: Sighting, known: EnrolledDice) -> Sighting:
    """The sighting as the enrolled dice have it, where one of them is surely the same."""
    match = known.recognise(frame, one.find.box) if one.is_die else None
    return one if match is None or not match.sure else one.known_as(match)


def _reconsidered(
    frame: Frame, seen: list[Sighting], looked: Look, dice: DiceSet, doubt: Doubt
) -> tuple[Doubt | None, list[Sighting]]:
    """What is left of a doubt after a second opinion, and the dice as they are then.

    Single dice are settled by it where they are known ones, of one make: on photographs of others, that two
    readers come to the same faces has proved itself for whole frames only.
    """
    shown = [one for one in seen if one.is_die]
    other = second_opinion(frame)
    if other is not None and agree(shown, other):
        return None, shown
    if other is None or not dice.favor:
        return doubt, shown
    surer = confirmed(seen, other)
    return doubt_about(frame, surer, looked, dice.least), [one for one in surer if one.is_die]


def _die_reading(frame: Frame, one: Sighting, dice: DiceSet, shrink: float) -> DieReading:
    x, y, width, height = (side * shrink for side in one.find.box)
    body = name_colour(body_colour(frame, one.find.box))
    return DieReading(
        one.die, one.sides, one.face, one.value(dice), one.confidence, (x, y, width, height), body
    )
