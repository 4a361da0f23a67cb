"""Dice with numerals: where the upper face is, and what it shows whichever way it lies."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.network import polyhedra
from vision.network.outputs import ASKEW, NONE, NUMERAL_FACES, POLY_FACES, REACH_UNIT, SIDES, TOP_SPAN
from vision.network.polyhedra import see_polyhedra
from vision.reading import Frame
from vision.scene import Camera, Make, Scene, SceneDie, render, render_truth
from vision.scene.looks import Family

FROM_ABOVE = Camera(nadir=(0.5, 0.5), noise=1, defocus=0.3, vignette=0)


def lying(family: Family, face: str, angle: float) -> tuple[Frame, tuple[float, float, float, float]]:
    make = Make(family, rounding=0.05, marker="bar")
    die = SceneDie("blue", "white", face, (160, 120), angle, 90.0, make=make)
    scene = Scene((die,), size=(320, 240), camera=FROM_ABOVE)
    return render(scene), render_truth(scene)[0].box


@pytest.mark.parametrize(
    ("family", "face"), [("d8", "3"), ("d8", "6"), ("d10", "0"), ("d10", "9"), ("d12", "4"), ("d12", "10")]
)
def test_a_numeral_is_read_whichever_way_it_lies(family: Family, face: str) -> None:
    for angle in range(0, 360, 40):
        frame, box = lying(family, face, angle)
        (sight,) = see_polyhedra(frame, [box])
        assert POLY_FACES[int(sight.faces.argmax())] == face
        assert SIDES[int(sight.sides.argmax())] == int(family[1:])


def test_every_die_has_probabilities_of_its_own() -> None:
    frame, box = lying("d12", "7", 30)
    nowhere = (5.0, 5.0, 60.0, 60.0)
    die, ground = see_polyhedra(frame, [box, nowhere])
    assert die.faces[POLY_FACES.index(NONE)] < 0.1
    assert ground.faces[POLY_FACES.index(NONE)] > 0.9
    for sight in (die, ground):
        assert sight.faces.sum() == pytest.approx(1, abs=1e-3)
        assert sight.each.sum(axis=1) == pytest.approx(1, abs=1e-3)
        assert sight.sides.sum() == pytest.approx(1, abs=1e-3)


def test_no_boxes_are_no_dice() -> None:
    assert see_polyhedra(np.zeros((50, 50, 3), np.uint8), []) == []


class Nets:
    """Nets that know where a black spot is, and that a line from it stands upright when it points up."""

    def __init__(self) -> None:
        self.askew: list[float] = []

    def forward(self, name: str, blob: np.ndarray) -> np.ndarray:
        grey = blob[:, 1] + 0.5
        if name == "polyhedra":
            return np.stack([self._whole(picture) for picture in grey])
        return np.stack([self._top(picture) for picture in grey])

    def _whole(self, picture: np.ndarray) -> np.ndarray:
        ys, xs = np.nonzero(picture < 0.25)
        out = np.zeros(len(POLY_FACES) + len(SIDES) + 8 + 5 + 3, np.float32)
        # The whole die tells the place only roughly.
        out[-3:-1] = (xs.mean() + 0.5) / 96 - 0.46, (ys.mean() + 0.5) / 96 - 0.5
        out[-1] = math.log(0.1 / REACH_UNIT)
        return out

    def _top(self, picture: np.ndarray) -> np.ndarray:
        ys, xs = np.nonzero(picture > 0.8)
        angle = math.degrees(math.atan2(ys.mean() - 31.5, xs.mean() - 31.5))
        off = abs((angle + 90 + 180) % 360 - 180)
        self.askew.append(off)
        out = np.zeros(len(NUMERAL_FACES) + 3, np.float32)
        dark = np.argwhere(picture < 0.25)
        out[-3:-1] = (dark.mean(0)[::-1] + 0.5) / 64 - 0.5
        out[-1] = math.log(1 / TOP_SPAN / REACH_UNIT)
        out[NUMERAL_FACES.index("7")] = 8 if off < 16 else 0
        out[NUMERAL_FACES.index(ASKEW)] = 0 if off < 16 else 8
        return out


@settings(max_examples=25, deadline=None)
@given(up=st.floats(-180, 180), x=st.floats(-18, 18), y=st.floats(-18, 18))
def test_the_upper_face_is_cut_out_where_it_is_and_turned_until_it_stands(
    up: float, x: float, y: float
) -> None:
    frame = np.full((240, 320, 3), 128, np.uint8)
    middle = np.array([160 + x, 120 + y])
    way = np.array([math.cos(math.radians(up)), math.sin(math.radians(up))])
    points = [tuple(int(v * 16) for v in np.rint(middle + way * reach)) for reach in (4.0, 14.0)]
    cv2.circle(frame, tuple(int(v) for v in np.rint(middle)), 3, (0, 0, 0), -1)
    cv2.line(frame, points[0], points[1], (255, 255, 255), 2, cv2.LINE_AA, 4)
    nets = Nets()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(polyhedra, "forward", nets.forward)
        (sight,) = see_polyhedra(frame, [(110.0, 70.0, 100.0, 100.0)])
    assert min(nets.askew) < 17
    assert POLY_FACES[int(sight.faces[:-1].argmax())] == "7"
