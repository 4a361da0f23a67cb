from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.mat.finding import find_mat
from vision.mat.layout import LAYOUTS
from vision.mat.reading import locate, read_on_mat, without_marks
from vision.mat.view import MatView
from vision.reading import DieReading, Frame, Reading

from .photographed import PRINT_PX, Floats, Shot, photograph, project, projection, sheet

Box = tuple[float, float, float, float]
Place = tuple[float, float]


def cube(place: Place, edge: float, turn: float) -> Floats:
    """The corners (8, 3) mm of a die that stands on `place`."""
    angle = np.deg2rad(turn)
    half = edge / 2
    flat = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turned = flat @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) + place
    return np.concatenate([np.column_stack([turned, np.full(4, z)]) for z in (0.0, edge)])


def box_of(shot: Shot, place: Place, *, edge: float = 16.0, turn: float = 20.0) -> Box:
    """The box (px) around a die as it is seen."""
    seen = project(projection(shot), cube(place, edge, turn))
    low, high = seen.min(0), seen.max(0)
    return (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))


def die(box: Box, sides: int = 6) -> DieReading:
    return DieReading(f"d{sides}", sides, "4", 4, 0.99, box, "red")


def reading(*dice: DieReading) -> Reading:
    return Reading("ok", None, dice, 5.0)


def view_of(shot: Shot) -> MatView:
    view = find_mat(photograph(shot))
    assert view is not None
    return view


def field(middle: Place, width: float, height: float) -> list[Place]:
    """Places on a grid over most of a field."""
    return [
        (middle[0] + x * width * 0.45, middle[1] + y * height * 0.43)
        for x in (-1, -0.4, 0.3, 1)
        for y in (-1, 0, 1)
    ]


ROLL, LOCK = LAYOUTS["a4"].roll, LAYOUTS["a4"].lock
ROLLED = field(ROLL.middle, ROLL.width, ROLL.height)
LOCKED = field(LOCK.middle, LOCK.width, LOCK.height)


@pytest.mark.parametrize("edge", [12.0, 16.0, 20.0])
@pytest.mark.parametrize("tilt", [0, 20, 35])
@pytest.mark.parametrize("turn", [0, 130])
def test_each_die_gets_the_place_where_it_stands(tilt: int, turn: int, edge: float) -> None:
    shot = Shot(tilt=tilt, turn=turn)
    places = [*ROLLED, *LOCKED]
    boxes = [box_of(shot, place, edge=edge, turn=31.0 * i) for i, place in enumerate(places)]
    located = locate(reading(*map(die, boxes)), view_of(shot))
    assert located.status == "ok"
    off = [
        np.hypot(*np.subtract(each.place_mm or (np.inf, np.inf), true))
        for each, true in zip(located.dice, places, strict=True)
    ]
    assert max(off) < 0.1 * edge + 0.1


def test_dice_know_the_field_they_stand_in() -> None:
    shot = Shot(tilt=30, turn=15)
    view = view_of(shot)
    rolled = locate(reading(*(die(box_of(shot, place)) for place in ROLLED)), view)
    assert {each.zone for each in rolled.dice} == {"roll"}
    locked = locate(reading(*(die(box_of(shot, place)) for place in LOCKED)), view)
    assert {each.zone for each in locked.dice} == {"lock"}
    beside = locate(reading(die(box_of(shot, (150.0, 190.0)))), view)
    assert beside.dice[0].zone is None
    assert beside.dice[0].place_mm is not None


@pytest.mark.parametrize("edge", [3.0, 60.0])
def test_what_is_no_dies_size_is_asked_about(edge: float) -> None:
    shot = Shot(tilt=20)
    found = locate(
        reading(die(box_of(shot, (80.0, 80.0))), die(box_of(shot, (150.0, 110.0), edge=edge))), view_of(shot)
    )
    assert found.status == "unsure"
    assert found.reason is not None
    assert "measures" in found.reason
    assert len(found.dice) == 2


@pytest.mark.parametrize("edge", [9.0, 16.0, 28.0])
def test_a_die_of_any_usual_size_is_taken(edge: float) -> None:
    shot = Shot(tilt=35)
    assert locate(reading(die(box_of(shot, (80.0, 80.0), edge=edge, turn=45))), view_of(shot)).status == "ok"


def test_what_a_reader_was_unsure_about_stays_its_own_question() -> None:
    shot = Shot()
    unsure = replace(reading(die(box_of(shot, (80.0, 80.0), edge=3.0))), status="unsure", reason="Glare.")
    located = locate(unsure, view_of(shot))
    assert (located.status, located.reason) == ("unsure", "Glare.")
    assert located.dice[0].zone == "roll"


def test_everything_else_about_a_die_is_kept() -> None:
    shot = Shot()
    before = reading(die(box_of(shot, (80.0, 80.0))))
    after = locate(before, view_of(shot))
    assert replace(after.dice[0], place_mm=None, zone=None) == before.dice[0]
    assert after.ms == before.ms


def test_places_are_printed_with_the_die() -> None:
    located = replace(die((1.0, 2.0, 3.0, 4.0)), place_mm=(12.345, 6.0), zone="lock")
    assert located.to_json()["place_mm"] == [12.3, 6.0]
    assert located.to_json()["zone"] == "lock"
    assert {"place_mm", "zone"}.isdisjoint(die((1.0, 2.0, 3.0, 4.0)).to_json())


class Watching:
    """A reader that keeps the frames it was given and finds one die."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.frames: list[Frame] = []

    def read(self, frame: Frame) -> Reading:
        self.frames.append(frame)
        return reading(die(self.box))


def test_a_reader_on_the_mat_says_where_dice_lie_in_every_frame_anew() -> None:
    place = (120.0, 95.0)
    for bump in range(3):
        shot = Shot(tilt=15, turn=10.0 * bump, fill=0.9 - 0.05 * bump)
        watching = Watching(box_of(shot, place, turn=0))
        (seen,) = read_on_mat(watching.read)(photograph(shot)).dice
        assert seen.place_mm == pytest.approx(place, abs=1.0)
        assert seen.zone == "roll"


def test_without_a_mat_a_reader_reads_as_ever() -> None:
    frame = np.full((480, 640, 3), 120, np.uint8)
    watching = Watching((100.0, 100.0, 40.0, 40.0))
    assert read_on_mat(watching.read)(frame) == reading(die(watching.box))
    assert watching.frames[0] is frame


def darkest(frame: Frame, shot: Shot, place: Place) -> int:
    """The darkest value within 9 mm of a place."""
    x, y = (round(each) for each in project(projection(shot), np.array([[*place, 0.0]]))[0])
    return int(frame[y - 9 : y + 10, x - 9 : x + 10].min())


def test_a_reader_does_not_see_the_mats_own_marks() -> None:
    shot = Shot(tilt=20, turn=5)
    watching = Watching(box_of(shot, (100.0, 100.0)))
    frame = photograph(shot)
    read_on_mat(watching.read)(frame)
    layout = LAYOUTS["a4"]
    for box in (*(fiducial.box for fiducial in layout.fiducials), layout.grey):
        assert darkest(frame, shot, box.middle) < 130
        assert darkest(watching.frames[0], shot, box.middle) > 200


def test_a_die_on_a_fiducial_is_not_painted_over() -> None:
    scene = sheet("a4").copy()
    x, y = (round(each * PRINT_PX) for each in LAYOUTS["a4"].fiducials[1].box.middle)
    cv2.rectangle(scene, (x - 48, y - 48), (x + 48, y + 48), (30, 30, 190), -1)
    shot = Shot(tilt=20)
    frame = photograph(shot, scene)
    view = find_mat(frame)
    assert view is not None
    clean = without_marks(frame, view)
    assert darkest(clean, shot, LAYOUTS["a4"].fiducials[1].box.middle) < 60
    assert darkest(clean, shot, LAYOUTS["a4"].fiducials[0].box.middle) > 200


def test_the_frame_itself_keeps_its_marks() -> None:
    shot = Shot()
    frame = photograph(shot)
    before = frame.copy()
    without_marks(frame, view_of(shot))
    assert (frame == before).all()


def test_a_reader_sees_the_mat_in_white_light() -> None:
    seen: list[Frame] = []

    def read(frame: Frame) -> Reading:
        seen.append(frame)
        return reading()

    read_on_mat(read)(photograph(Shot(tint=(0.75, 1.0, 1.25), light=0.7)))
    blue, green, red = (float(np.median(seen[0][200:280, 280:360, part])) for part in range(3))
    assert abs(blue - green) < 6
    assert abs(red - green) < 6
