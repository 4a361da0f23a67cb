from __future__ import annotations

import cv2
import pytest

from tests.vision import drawn_dice as drawn
from tests.vision.drawn_dice import DrawnDie, draw
from tests.vision.reader_contract import BODIES, PAIRS, ReaderContract, dotted, touching, values
from vision.classic.blobs import MOST_BLOBS, find_blobs
from vision.classic.lattice import MOST_FACES, compatible, find_faces
from vision.classic.reader import read
from vision.reading import Frame, Reading


class TestClassicReader(ReaderContract):
    def read(self, frame: Frame) -> Reading:
        return read(frame)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("body", BODIES)
def test_touching_dice_of_one_colour_are_told_apart(pair: tuple[int, int], body: str) -> None:
    assert values(read(touching(body, *pair))) == sorted(pair)


def test_a_face_with_one_pip_too_many_is_asked_about() -> None:
    frame = draw([DrawnDie(4, 0, 0, side=80)])
    cv2.circle(frame, (320 - 7, 240 - 30), 6, drawn.BLACK, -1, cv2.LINE_AA)
    reading = read(frame)
    assert (reading.status, reading.reason) == ("unsure", "A die's face is hard to read.")


def test_a_die_cut_by_the_frame_is_named_as_the_reason() -> None:
    frame = draw([DrawnDie(6, 305, 0), DrawnDie(4, -100, 30)])
    assert read(frame).reason == "A die is partly out of view."


@pytest.mark.parametrize("step", [16, 24, 40])
def test_a_dotted_tablecloth_is_bounded_work(step: int) -> None:
    blobs = find_blobs(dotted(step))
    assert len(blobs) <= MOST_BLOBS
    assert len(find_faces(dotted(step), blobs, compatible(blobs))) <= MOST_FACES
