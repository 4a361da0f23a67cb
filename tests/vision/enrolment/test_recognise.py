from __future__ import annotations

import shutil
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from vision.enrolment import EnrolledDice, EnrolledDie, EnrolledFace, Match, look_alike, portrait, save_die
from vision.errors import ImageError
from vision.reading import Frame

from .drawn_polyhedra import Shot, Solid, box, draw, solid

BLUE, BRASS, NIGHT = (180, 60, 30), (60, 170, 210), (40, 40, 40)
WHITE = (230, 230, 230)


def shot(rng: np.random.Generator, most_tilt: float, size: float = 100.0) -> Shot:
    """The die turned any way, tilted and lit somehow."""
    return Shot(
        angle=rng.uniform(0, 360),
        tilt=rng.uniform(0, most_tilt),
        azimuth=rng.uniform(0, 360),
        size=size,
        light=tuple(rng.uniform(0.8, 1.2) * rng.uniform(0.95, 1.05, 3)),
        seed=int(rng.integers(1 << 30)),
    )


def enrol(name: str, die: Solid, views: int = 2, seed: int = 0) -> EnrolledDie:
    rng = np.random.default_rng(seed)
    faces = []
    for face in die.faces:
        shots = [shot(rng, 8) for _ in range(views)]
        pictures = tuple(portrait(draw(die, face, one), box(one)) for one in shots)
        faces.append(EnrolledFace(face, int(face) if face.isdecimal() else None, pictures))
    return EnrolledDie(name, die.sides, tuple(faces))


@lru_cache
def known(sides: int) -> EnrolledDice:
    return EnrolledDice([enrol(f"d{sides}", solid(sides, BLUE, WHITE))])


def looked_at(dice: EnrolledDice, die: Solid, face: str, one: Shot) -> Match | None:
    return dice.recognise(draw(die, face, one), box(one))


@pytest.mark.parametrize("sides", [6, 8, 10, 12])
def test_every_face_is_recognised_turned_tilted_and_lit_otherwise(sides: int) -> None:
    rng = np.random.default_rng(sides)
    die = solid(sides, BLUE, WHITE)
    right = 0
    for face in die.faces:
        match = looked_at(known(sides), die, face, shot(rng, 14, rng.uniform(60, 120)))
        assert match is not None
        assert match.face == face or not match.sure, "never sure and wrong"
        right += match.sure and (match.face, match.value) == (face, int(face))
    assert right >= sides - 1


@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_a_6_is_no_9_whichever_way_it_lies(angle: int) -> None:
    for face in ("6", "9"):
        match = looked_at(known(10), solid(10, BLUE, WHITE), face, Shot(angle=angle + 7, seed=angle))
        assert match is not None
        assert (match.face, match.sure) == (face, True)


def test_symbols_are_recognised_by_name_and_have_no_value() -> None:
    die = Solid(6, ("1", "2", "star", "4", "5", "6"), NIGHT, WHITE)
    dice = EnrolledDice([enrol("voyage", die)])
    match = looked_at(dice, die, "star", Shot(angle=123, tilt=8))
    assert match is not None
    assert (match.name, match.face, match.value, match.sure) == ("voyage", "star", None, True)


def test_dice_of_one_mould_are_told_apart_by_colour() -> None:
    blue, brass = solid(12, BLUE, WHITE), solid(12, BRASS, WHITE)
    dice = EnrolledDice([enrol("blue", blue), enrol("brass", brass)])
    for name, die in (("blue", blue), ("brass", brass)):
        match = looked_at(dice, die, "7", Shot(angle=200, tilt=5))
        assert match is not None
        assert (match.name, match.face, match.sure) == (name, "7", True)
    only = dice.recognise(draw(blue, "7", Shot()), box(Shot()), among=["brass"])
    assert only is None or not only.sure


def test_a_die_enrolled_under_two_names_is_asked_about() -> None:
    die = solid(8, BLUE, WHITE)
    dice = EnrolledDice([enrol("mine", die, seed=1), enrol("yours", die, seed=1)])
    match = looked_at(dice, die, "3", Shot(angle=40))
    assert match is not None
    assert match.face == "3"
    assert not match.sure


def test_another_die_and_no_die_are_not_recognised() -> None:
    other = solid(12, WHITE, (20, 20, 20))
    for face in other.faces[::3]:
        match = looked_at(known(12), other, face, Shot(angle=77, tilt=6))
        assert match is None or not match.sure
    noise = np.random.default_rng(3).integers(0, 255, (240, 320, 3), np.uint8)
    assert known(12).recognise(noise, box(Shot())) is None
    assert known(12).recognise(np.zeros((240, 320, 3), np.uint8)) is None


def test_an_unfinished_die_is_not_used() -> None:
    die = enrol("d8", solid(8, BLUE, WHITE), views=1)
    unfinished = die.with_pictures("5", [])
    assert unfinished.missing == ("5",)
    assert EnrolledDice([unfinished]).names == ()
    assert EnrolledDice([unfinished]).recognise(np.zeros((240, 320, 3), np.uint8)) is None
    assert EnrolledDice([die]).names == ("d8",)


def test_dice_from_the_disk_recognise_and_a_damaged_one_is_told(tmp_path: Path) -> None:
    die = solid(8, BLUE, WHITE)
    save_die(tmp_path, enrol("d8", die, views=1))
    shutil.copytree(tmp_path / "d8", tmp_path / "d8-copy")
    (tmp_path / "d8-copy" / "3-1.png").write_bytes(b"no picture")
    dice = EnrolledDice.load_all(tmp_path)
    assert dice.names == ("d8",)
    assert len(dice.faults) == 1
    assert "3-1.png" in dice.faults[0]
    match = looked_at(dice, die, "4", Shot(angle=99))
    assert match is not None
    assert (match.face, match.sure) == ("4", True)


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((240, 320), np.uint8),
        np.zeros((240, 320, 4), np.uint8),
        np.zeros((240, 320, 3), np.float32),
        np.zeros((0, 0, 3), np.uint8),
        np.full((240, 320, 3), np.nan),
    ],
)
def test_what_is_no_colour_frame_is_refused(frame: Frame) -> None:
    with pytest.raises(ImageError):
        known(8).recognise(frame)


@pytest.mark.parametrize(
    "place", [(-500, 0, 50, 50), (400, 400, 9, 9), (0, 0, 0, 0), (float("nan"), 0, 9, 9), (0, 0, 1e9, 1e9)]
)
def test_a_box_that_is_not_in_the_frame_is_refused(place: tuple[float, float, float, float]) -> None:
    with pytest.raises(ImageError, match="box"):
        known(8).recognise(np.zeros((240, 320, 3), np.uint8), place)


@pytest.mark.parametrize("place", [(0, 0, 3, 3), (-20, -20, 60, 60), (310, 200, 15, 39), (0, 0, 320, 2)])
def test_a_box_at_the_frames_edge_raises_nothing(place: tuple[float, float, float, float]) -> None:
    rng = np.random.default_rng(5)
    known(8).recognise(rng.integers(0, 255, (240, 320, 3), np.uint8), place)


def test_a_face_laid_twice_is_noticed() -> None:
    die = enrol("d8", solid(8, BLUE, WHITE))
    again = enrol("d8", solid(8, BLUE, WHITE), seed=5)
    assert look_alike(die, "5") is None
    assert look_alike(die.with_pictures("5", again.face("2").pictures), "5") == "2"


def test_6_and_9_without_a_bar_look_alike_unless_their_neighbours_differ() -> None:
    bare = Solid(6, ("x", "x", "8", "x", "x", "x"), BLUE, WHITE)
    turned = Solid(6, ("x", "x", "8", "x", "x", "x"), BLUE, WHITE)
    rng = np.random.default_rng(2)
    shots = [shot(rng, 3) for _ in range(4)]
    faces = (
        EnrolledFace("six", 6, tuple(portrait(draw(bare, "8", one), box(one)) for one in shots[:2])),
        EnrolledFace("nine", 9, tuple(portrait(draw(turned, "8", one), box(one)) for one in shots[2:])),
        EnrolledFace("x", None, tuple(portrait(draw(bare, "x", one), box(one)) for one in shots[:2])),
    )
    die = EnrolledDie("d6", 6, faces)
    assert look_alike(die, "nine") == "six"
    match = looked_at(EnrolledDice([die]), bare, "8", Shot(angle=10))
    assert match is not None
    assert not match.sure
    assert {match.face, match.runner_up} == {"six", "nine"}


def test_the_first_face_looks_like_no_other() -> None:
    die = enrol("d8", solid(8, BLUE, WHITE), views=1)
    empty = EnrolledDie("d8", 8, tuple(EnrolledFace(face.name, face.value) for face in die))
    assert look_alike(empty.with_pictures("1", die.face("1").pictures), "1") is None
    assert look_alike(empty.with_pictures("1", die.face("1").pictures * 2), "1") is None
