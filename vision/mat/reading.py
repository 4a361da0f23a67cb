"""Readings on the mat: where each die stands in mm, and in which of the two fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.mat.finding import find_mat
from vision.mat.layout import Box
from vision.mat.view import MatView, Point
from vision.reading import DieReading, Frame, Reading

_USUAL_DIE_MM = 16.0
_LEAST_DIE_MM, _MOST_DIE_MM = 8.0, 30.0
_SLACK = 1.5
"""How much larger than a face a die's box may be: the face may lie cornerwise, and sides may be seen."""

_RIM_MM = 1.5
_PAPER_MM = 3.0


def read_on_mat(read: Callable[[Frame], Reading]) -> Callable[[Frame], Reading]:
    """A reader that does as `read` and, where the frame shows a mat, says where on it the dice lie.

    `read` then sees the frame without the mat's fiducials and grey patch, which it might take for dice. The
    mat is looked for in every frame, so that neither camera nor mat need to stay where they are.
    """

    def read_frame(frame: Frame) -> Reading:
        view = find_mat(frame)
        if view is None:
            return read(frame)
        return locate(read(without_marks(frame, view)), view)

    return read_frame


def locate(reading: Reading, view: MatView) -> Reading:
    """The reading with every die's `place_mm` and `zone`.

    The place is the one straight below the middle of the die's box, which is taken to be half a die above the
    sheet. A six-sided die less than 8 mm or more than 30 mm large (its box may have half as much again, since
    it may lie cornerwise) is none: the reading is then "unsure" and says so.
    """
    dice = tuple(_located(die, view) for die in reading.dice)
    located = replace(reading, dice=dice)
    if reading.status == "unsure":
        return located
    for die in dice:
        size = _size_mm(die, view)
        if die.sides == 6 and not _LEAST_DIE_MM <= size <= _SLACK * _MOST_DIE_MM:
            reason = f"What looks like a die measures {size:.0f} mm: take whatever is no die off the mat."
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


def _located(die: DieReading, view: MatView) -> DieReading:
    place = view.place(_middle(die), height_mm=_height_mm(die, view) / 2)
    return replace(die, place_mm=place, zone=view.zone(place))


def _height_mm(die: DieReading, view: MatView) -> float:
    """About how high the die is; a box shows a cornerwise die larger, so that the usual size has its say."""
    return float(np.clip(_size_mm(die, view) / 1.2, _USUAL_DIE_MM / 2, 1.5 * _USUAL_DIE_MM))


def _size_mm(die: DieReading, view: MatView) -> float:
    """Side of a square of the box's area, measured where the die stands."""
    _, _, width, height = die.box
    return float(np.sqrt(width * height)) / view.px_per_mm(_middle(die))


def _middle(die: DieReading) -> Point:
    x, y, width, height = die.box
    return (x + width / 2, y + height / 2)


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _colour(frame: Frame, point: Point) -> list[int]:
    """The frame's colour at a point, that of its edge for a point outside."""
    x, y = np.clip(np.rint(point), 0, (frame.shape[1] - 1, frame.shape[0] - 1)).astype(int)
    return [int(each) for each in frame[y, x]]
