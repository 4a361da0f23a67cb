"""Readings on the mat: where each die stands in mm, and in which of the two fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.balance import apply, white_balance
from vision.mat.finding import find_mat
from vision.mat.layout import Box
from vision.mat.standing import standing
from vision.mat.view import MatView, Point
from vision.reading import DieReading, Frame, Reading

_LEAST_DIE_MM, _MOST_DIE_MM = 8.0, 30.0
_SLACK = 1.25
"""By which factor the size that a box tells may be wrong: dice lie cornerwise, and boxes are never exact."""

_RIM_MM = 1.5
_PAPER_MM = 3.0


def read_on_mat(read: Callable[[Frame], Reading]) -> Callable[[Frame], Reading]:
    """A reader that does as `read` and, where the frame shows a mat, says where on it the dice lie.

    `read` then sees the frame without the mat's fiducials and grey patch, which it might take for dice. The
    mat is looked for in every frame, so that neither camera nor mat need to stay where they are. Where the
    grey patch is seen, `read` gets the colours as they are under white light.
    """

    def read_frame(frame: Frame) -> Reading:
        view = find_mat(frame)
        if view is None:
            return read(frame)
        shown = without_marks(frame, view)
        if view.grey is not None:
            shown = apply(shown, white_balance(frame, view.grey))
        return locate(read(shown), view)

    return read_frame


def locate(reading: Reading, view: MatView) -> Reading:
    """The reading with every die's `place_mm` and `zone`.

    The place is the one on which the die stands, see `standing`. A six-sided die much less than 8 mm or more
    than 30 mm large is none: the reading is then "unsure" and says so.
    """
    places, edges = standing([die.box for die in reading.dice], view)
    dice = tuple(
        _placed(die, float(x), float(y), view) for die, (x, y) in zip(reading.dice, places, strict=True)
    )
    located = replace(reading, dice=dice)
    if reading.status == "unsure":
        return located
    for die, edge in zip(dice, edges, strict=True):
        if die.sides == 6 and not _LEAST_DIE_MM / _SLACK <= edge <= _SLACK * _MOST_DIE_MM:
            reason = f"What looks like a die measures {edge:.0f} mm: take whatever is no die off the mat."
            return replace(located, status="unsure", reason=reason)
    return located


def without_marks(frame: Frame, view: MatView) -> Frame:
    """A copy of the frame in which the marks that were seen are painted over in the colour of their paper.

    A fiducial that was not seen may have a die on it and stays as it is.
    """
    clean = frame.copy()
    marks = [view.layout.fiducials[index].box for index in view.fiducials]
    if view.grey is not None:
        marks.append(view.layout.grey)
    for box in marks:
        paper = np.median(
            [_colour(frame, view.pixel(place)) for place in _grown(box, _PAPER_MM).corners], axis=0
        )
        outline = np.array([view.pixel(place) for place in _grown(box, _RIM_MM).corners])
        cv2.fillConvexPoly(clean, np.rint(outline).astype(np.int32), [float(each) for each in paper])
    return clean


def _placed(die: DieReading, x: float, y: float, view: MatView) -> DieReading:
    return replace(die, place_mm=(x, y), zone=view.zone((x, y)))


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _colour(frame: Frame, point: Point) -> list[int]:
    """The frame's colour at a point, that of its edge for a point outside."""
    x, y = np.clip(np.rint(point), 0, (frame.shape[1] - 1, frame.shape[0] - 1)).astype(int)
    return [int(each) for each in frame[y, x]]
