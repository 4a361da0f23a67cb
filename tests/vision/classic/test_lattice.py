from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn_dice import BLACK, FELT, PIPS, RED, WHITE, Camera, DrawnDie, draw
from vision.classic.blobs import Blobs, find_blobs
from vision.classic.lattice import Face, compatible, find_faces, single_faces
from vision.reading import Frame


def faces_of(frame: Frame) -> tuple[Blobs, list[Face]]:
    blobs = find_blobs(frame)
    return blobs, find_faces(frame, blobs, compatible(blobs))


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize("tilt", [0.0, 20.0, 35.0])
def test_the_drawn_pattern_is_among_the_faces(value: int, tilt: float) -> None:
    die = DrawnDie(value, 0, 0, side=80, turn=25)
    camera = Camera(tilt=tilt)
    _, faces = faces_of(draw([die], camera))
    best = max(faces, key=lambda face: face.value - face.misfit)
    middle = camera.project(np.array([[0.0, 0.0, 80.0]]))[0]
    assert best.value == value
    assert np.hypot(*(best.centre - middle)) < 4


def test_a_face_tells_its_size_in_px() -> None:
    _, faces = faces_of(draw([DrawnDie(5, 0, 0, side=100, turn=10)], Camera(distance=20000)))
    five = next(face for face in faces if face.value == 5)
    assert five.size == pytest.approx(100, rel=0.1)
    assert five.roundness > 0.9


def test_a_tilted_face_has_flattened_pips() -> None:
    _, faces = faces_of(draw([DrawnDie(4, 0, 0, side=120)], Camera(tilt=40)))
    four = next(face for face in faces if face.value == 4)
    assert four.roundness == pytest.approx(np.cos(np.radians(40)), abs=0.1)


def test_pips_of_differently_coloured_dice_make_no_face() -> None:
    dice = [DrawnDie(1, -25, 0, side=48, body=WHITE), DrawnDie(1, 25, 0, side=48, body=RED, pip=WHITE)]
    _, faces = faces_of(draw(dice))
    assert not faces


def test_one_pip_makes_no_pattern() -> None:
    blobs, faces = faces_of(draw([DrawnDie(1, 0, 0)]))
    assert not faces
    assert [face.value for face in single_faces(blobs, np.array([0]))] == [1]


def test_no_blobs_make_no_faces() -> None:
    blobs, faces = faces_of(draw([], noise=0))
    assert len(blobs) == 0
    assert faces == []


@pytest.mark.parametrize("side", [28.0, 45.0, 90.0, 180.0, 300.0])
@pytest.mark.parametrize(("body", "pip"), [(WHITE, BLACK), (BLACK, WHITE)])
def test_every_pip_is_found_at_its_place_and_size(
    side: float, body: tuple[int, int, int], pip: tuple[int, int, int]
) -> None:
    camera = Camera(distance=1e6)
    blobs = find_blobs(draw([DrawnDie(5, 0, 0, side=side, body=body, pip=pip)], camera, table=FELT, blur=0.6))
    for u, v in PIPS[5]:
        place = np.array([320 + u * side / 4, 240 + v * side / 4])
        gap = np.hypot(*(blobs.centre - place).T)
        nearest = int(gap.argmin())
        assert gap[nearest] < 0.03 * side + 0.7
        assert blobs.radius[nearest] == pytest.approx(0.09 * side, rel=0.2, abs=0.7)
        assert blobs.light[nearest] == (pip == WHITE)
