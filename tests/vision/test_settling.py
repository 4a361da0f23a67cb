from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from vision.errors import ImageError
from vision.reading import Frame, Reading
from vision.scene import Camera, Hand, Scene, SceneDie, Surface, render, scatter, throw
from vision.settling import MotionDetector, Settler

from .settling_scenes import ROLL, TRAY, Reader, faces, frames_of, lay, readings, seen


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def settler(reader: Reader) -> Settler:
    return Settler(reader, still_frames=5, votes=3)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("surface", ["felt", "wood", "paper", "cloth"])
def test_a_throw_gives_exactly_one_reading(
    settler: Settler, reader: Reader, surface: Surface, seed: int
) -> None:
    scene = scatter(ROLL, seed=seed, base=replace(TRAY, surface=surface))
    final = render(replace(scene, camera=replace(scene.camera, noise=0))).astype(float)
    phases, given_out = [], []
    for number, frame in enumerate(throw(scene, seed=seed, quiet=10, rolling=14, still=14, with_hand=True)):
        reader.scene = TRAY if number < 10 else scene
        reading = settler.watch(frame)
        phases.append(settler.phase)
        if reading is not None:
            given_out.append((number, reading))
    ((when, reading),) = given_out
    assert when >= 24
    assert reading == replace(seen(scene), ms=15.0, dice=reading.dice)
    assert faces(reading) == [face for _, _, face in ROLL]
    for frame in reader.shown[-3:]:
        assert np.abs(frame - final).mean() < 2.5
    assert phases[-1] == "still"
    assert "moving" in phases[10:24]


def test_the_phases_of_a_throw_come_in_order(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    phases = [settler.phase]
    scene = scatter(ROLL, seed=1, base=TRAY)
    for number, frame in enumerate(throw(scene, seed=1, quiet=4)):
        reader.scene = TRAY if number < 4 else scene
        settler.watch(frame)
        if settler.phase != phases[-1]:
            phases.append(settler.phase)
    assert phases == ["empty", "moving", "still"]


def test_an_empty_tray_gives_no_reading(settler: Settler, reader: Reader) -> None:
    assert lay(settler, reader, TRAY) == []
    assert settler.phase == "empty"


def test_dice_that_lie_there_from_the_start_are_read(settler: Settler, reader: Reader) -> None:
    (reading,) = lay(settler, reader, scatter(ROLL, seed=2, base=TRAY))
    assert reading.status == "ok"
    assert len(reading.dice) == 4


def test_a_resting_tray_is_read_once_however_long_it_rests(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, scene)
    assert readings(settler, frames_of(scene, 60, 900)) == []
    assert len(reader.shown) == 3


def test_dice_that_are_taken_away_give_one_reading_without_dice(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    lay(settler, reader, scatter(ROLL, seed=2, base=TRAY))
    (reading,) = lay(settler, reader, TRAY, 700)
    assert (reading.status, reading.reason, reading.dice) == ("ok", None, ())
    assert settler.phase == "empty"
    assert lay(settler, reader, TRAY, 800) == []


def test_each_further_throw_gives_its_own_reading(settler: Settler, reader: Reader) -> None:
    for seed in range(3):
        scene = scatter(ROLL[: seed + 1], seed=seed, base=TRAY)
        (reading,) = lay(settler, reader, scene)
        assert len(reading.dice) == seed + 1


def test_one_die_turned_to_another_face_is_read_anew(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, scene)
    turned = replace(scene, dice=(replace(scene.dice[0], face="1"), *scene.dice[1:]))
    (reading,) = lay(settler, reader, turned)
    assert faces(reading)[0] == "1"


def test_a_hand_that_passes_over_resting_dice_changes_nothing(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, TRAY)
    lay(settler, reader, scene)
    passing = [render(replace(scene, hand=Hand((160, 240 - 30 * step), breadth=45))) for step in range(6)]
    assert readings(settler, [*passing, *passing[::-1], *frames_of(scene, 12, 700)]) == []
    assert settler.phase == "still"


@pytest.mark.parametrize("angle", [-90, 0, 150])
def test_nothing_is_read_while_a_hand_is_in_and_after_a_while_it_is_asked_to_leave(
    settler: Settler, reader: Reader, angle: float
) -> None:
    lay(settler, reader, TRAY)
    reader.shown.clear()
    scene = scatter(ROLL[:2], seed=2, base=TRAY)
    hand = frames_of(replace(scene, hand=Hand((170, 110), angle, breadth=48)), 45)
    reader.scene = scene
    assert readings(settler, hand[:30]) == []
    assert settler.phase == "hand in"
    (reading,) = readings(settler, hand[30:])
    assert (reading.status, reading.dice, reader.shown) == ("unsure", (), [])
    assert reading.reason is not None
    assert "take the hand out" in reading.reason
    (reading,) = lay(settler, reader, scene, 700)
    assert (reading.status, len(reading.dice)) == ("ok", 2)


def test_dice_along_the_wall_are_not_taken_for_a_hand(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    row = tuple(SceneDie("red", "white", "1", (40 + 25 * number, 214), 0, 24) for number in range(9))
    (reading,) = lay(settler, reader, replace(TRAY, dice=row))
    assert reading.status == "ok"


def test_a_die_cut_by_the_frames_edge_is_not_taken_for_a_hand(settler: Settler, reader: Reader) -> None:
    open_tray = replace(TRAY, walls=0.0)
    lay(settler, reader, open_tray)
    (reading,) = lay(
        settler, reader, replace(open_tray, dice=(SceneDie("red", "white", "1", (4, 120), 0, 30),))
    )
    assert reading.status == "ok"


def test_something_that_is_no_die_is_told_about(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    token = SceneDie("purple", "white", "decree", (160, 120), 20, 30)
    reader.scene = TRAY
    (reading,) = readings(settler, frames_of(replace(TRAY, dice=(token,)), 12, 700))
    assert reading.status == "unsure"
    assert reading.reason is not None
    assert "cannot be read as dice" in reading.reason


def test_people_can_say_that_the_tray_is_empty(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    mat = replace(TRAY, dice=(SceneDie("purple", "white", "decree", (160, 120), 20, 30),))
    reader.scene = TRAY
    readings(settler, frames_of(mat, 12, 700))
    settler.forget_empty_tray()
    readings(settler, frames_of(mat, 12, 800))
    assert settler.phase == "empty"


@pytest.mark.parametrize("degrees", [2.0, 15.0, 40.0])
def test_a_small_die_that_spins_on_its_corner_keeps_the_tray_moving(
    settler: Settler, reader: Reader, degrees: float
) -> None:
    resting = scatter(ROLL[:3], seed=6, base=TRAY, die_size=20)
    spinning = SceneDie("red", "white", "1", (60, 190), 0, 16)
    reader.scene = resting
    for number in range(50):
        die = replace(spinning, angle=degrees * number)
        assert settler.watch(render(replace(resting, dice=(*resting.dice, die)), seed=number)) is None
        assert settler.phase == "moving"
    assert reader.shown == []


@pytest.mark.parametrize("noise", [0.0, 1.0, 5.0, 12.0])
def test_sensor_noise_alone_is_no_movement(settler: Settler, reader: Reader, noise: float) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, camera=Camera(noise=noise)))
    assert len(lay(settler, reader, scene)) == 1
    assert readings(settler, frames_of(scene, 40, 700)) == []


@pytest.mark.parametrize("noise", [1.0, 6.0])
def test_a_die_that_rolls_under_noise_is_movement(settler: Settler, reader: Reader, noise: float) -> None:
    camera = Camera(noise=noise)
    scene = scatter(ROLL, seed=3, base=replace(TRAY, camera=camera))
    lay(settler, reader, scene)
    moved = replace(scene.dice[0], centre=(scene.dice[0].centre[0] + 3, scene.dice[0].centre[1]))
    settler.watch(render(replace(scene, dice=(moved, *scene.dice[1:]))))
    assert settler.phase == "moving"


def flicker(frame: Frame, strength: float, number: int) -> Frame:
    """The whole frame brighter and darker from frame to frame."""
    return np.asarray(np.clip(frame * (1 + strength * np.sin(2.1 * number)), 0, 255), np.uint8)


def bands(frame: Frame, strength: float, number: int) -> Frame:
    """Brighter and darker rows that wander, as a rolling shutter shows a lamp on mains."""
    rows = np.arange(frame.shape[0])[:, None, None] * (4 * np.pi / frame.shape[0])
    return np.asarray(np.clip(frame * (1 + strength * np.sin(rows + 1.3 * number)), 0, 255), np.uint8)


@pytest.mark.parametrize(("disturb", "strength"), [(flicker, 0.12), (bands, 0.05)])
@pytest.mark.parametrize("surface", ["felt", "paper"])
def test_flickering_light_neither_hinders_nor_repeats_a_reading(
    settler: Settler,
    reader: Reader,
    disturb: Callable[[Frame, float, int], Frame],
    strength: float,
    surface: Surface,
) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, surface=surface))
    reader.scene = scene
    frames = [disturb(frame, strength, number) for number, frame in enumerate(frames_of(scene, 50))]
    (reading,) = readings(settler, frames)
    assert reading.status == "ok"


def test_a_roll_under_flickering_light_is_still_seen(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=TRAY)
    phases = []
    for number, frame in enumerate(throw(scene, seed=3, quiet=10, rolling=14, still=14)):
        reader.scene = TRAY if number < 10 else scene
        settler.watch(flicker(frame, 0.12, number))
        phases.append(settler.phase)
    assert phases[9] == "empty"
    assert set(phases[16:24]) == {"moving"}
    assert phases[-1] == "still"


def test_slowly_changing_daylight_gives_no_new_reading(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, surface="paper"))
    lay(settler, reader, scene)
    light = scene.light
    dusk = [
        render(replace(scene, light=replace(light, ambient=light.ambient + 0.0006 * step)), seed=step)
        for step in range(60)
    ]
    assert readings(settler, dusk) == []


def test_moving_on_during_the_vote_starts_it_anew(settler: Settler, reader: Reader) -> None:
    first, second = scatter(ROLL[:2], seed=1, base=TRAY), scatter(ROLL[:3], seed=2, base=TRAY)
    reader.scene = first
    assert readings(settler, frames_of(first, 6)) == []
    assert len(reader.shown) == 2
    (reading,) = lay(settler, reader, second)
    assert len(reading.dice) == 3


def test_a_resting_tray_can_be_read_again_on_demand(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    (first,) = lay(settler, reader, scene)
    settler.read_again()
    (second,) = lay(settler, reader, scene, 900)
    assert second == first


def test_another_frame_size_is_looked_at_as_a_new_tray(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, scatter(ROLL, seed=2, base=TRAY))
    larger = scatter(ROLL[:1], seed=2, base=Scene(size=(640, 480)))
    (reading,) = lay(settler, reader, larger)
    assert len(reading.dice) == 1


def test_a_reader_that_fails_is_asked_again_with_the_next_frame() -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    failures = iter([ImageError("The picture is broken."), None, None, None])

    def read(frame: Frame) -> Reading:
        failure = next(failures)
        if failure is not None:
            raise failure
        return seen(scene)

    settler = Settler(read, still_frames=3, votes=3)
    frames = frames_of(scene, 6)
    readings(settler, frames[:2])
    with pytest.raises(ImageError):
        settler.watch(frames[2])
    assert len(readings(settler, frames[3:])) == 1


def test_still_frames_are_counted_from_the_first_alike_one() -> None:
    motion = MotionDetector(still_frames=4)
    scene = scatter(ROLL, seed=2, base=TRAY)
    answers = [motion.feed(frame) for frame in [*frames_of(TRAY, 2), *frames_of(scene, 6)]]
    assert answers == [False] * 5 + [True] * 3


@pytest.mark.parametrize(
    "make", [lambda: Settler(seen_nothing, votes=0), lambda: MotionDetector(still_frames=1)]
)
def test_numbers_that_make_no_sense_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="give at least"):
        make()


def seen_nothing(frame: Frame) -> Reading:
    return seen(TRAY)
