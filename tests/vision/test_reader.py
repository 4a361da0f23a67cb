from __future__ import annotations

import cv2

from tests.vision import drawn_dice as drawn
from tests.vision.drawn_dice import DrawnDie, draw
from tests.vision.reader_contract import BODIES, PAIRS, ReaderContract, touching, values
from vision.reader import read
from vision.reading import Frame, Reading


class TestReader(ReaderContract):
    def read(self, frame: Frame) -> Reading:
        return read(frame)


def test_most_touching_dice_of_one_colour_are_told_apart() -> None:
    right = sum(values(read(touching(body, *pair))) == sorted(pair) for body in BODIES for pair in PAIRS)
    assert right >= 19


def test_a_face_with_one_pip_too_many_is_asked_about_or_read_as_it_is() -> None:
    frame = draw([DrawnDie(4, 0, 0, side=80)])
    cv2.circle(frame, (320 - 7, 240 - 30), 6, drawn.BLACK, -1, cv2.LINE_AA)
    reading = read(frame)
    assert reading.status == "unsure" or values(reading) == [4]


def test_a_die_cut_by_the_frame_is_named_as_the_reason() -> None:
    frame = draw([DrawnDie(6, 305, 0), DrawnDie(4, -100, 30)])
    assert read(frame).reason in ("Die 2 is cut by the picture's edge.", "Die 2 is partly hidden.")
