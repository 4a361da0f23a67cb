"""What else happens over a tray: shadows, bumps, hands, dice that spin or rock, cameras that stutter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.reading import Frame
from vision.scene import Hand, Scene, SceneDie, Surface, render, scatter, throw
from vision.scene.render import expose, lit_scene
from vision.settling import Settler
from vision.settling.settler import HAND

from .settling_scenes import ROLL, TRAY, Reader, faces, frames_of, lay, readings

PALE, DARK = (128, 158, 208), (60, 80, 120)


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def settler(reader: Reader) -> Settler:
    return Settler(reader)


def shaded(
    scene: Scene, edges: list[float], *, softness: float = 50.0, depth: float = 0.4
) -> Iterator[Frame]:
    """A shadow whose edge stands at these places, dark to their left."""
    picture = lit_scene(scene)
    across = np.arange(picture.shape[1])
    for number, edge in enumerate(edges):
        share = np.clip((edge - across) / softness + 0.5, 0, 1)
        light = 1 - depth * share**2 * (3 - 2 * share)
        yield expose(picture * light[None, :, None].astype(np.float32), scene.camera, number)


@pytest.mark.parametrize("surface", ["felt", "wood"])
def test_a_shadow_that_passes_over_read_dice_gives_no_second_reading(
    settler: Settler, reader: Reader, surface: Surface
) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, surface=surface))
    lay(settler, reader, replace(scene, dice=()))
    assert len(lay(settler, reader, scene)) == 1
    there = np.linspace(-40, 380, 60).tolist()
    assert readings(settler, shaded(scene, [*there, *there[::-1]])) == []
    assert readings(settler, frames_of(scene, 12, 700)) == []
    assert settler.phase == "still"


def test_dice_are_read_while_a_shadow_wanders_slowly(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=TRAY)
    lay(settler, reader, TRAY)
    reader.scene = scene
    edges = np.arange(100, 160, 1.0).tolist()
    (reading,) = readings(settler, shaded(scene, edges))
    assert reading.status == "ok"


@pytest.mark.parametrize("depth", [0.3, 0.5])
def test_a_shadow_that_somebody_casts_on_the_tray_is_no_hand(
    settler: Settler, reader: Reader, depth: float
) -> None:
    scene = scatter(ROLL, seed=3, base=TRAY)
    lay(settler, reader, TRAY)
    reader.scene = scene
    (reading,) = readings(settler, shaded(scene, [150.0] * 12, softness=10, depth=depth))
    assert (reading.status, len(reading.dice)) == ("ok", 4)


def test_white_balance_that_drifts_gives_no_second_reading(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, surface="paper"))
    lay(settler, reader, scene)
    picture = lit_scene(scene)
    drifting = [
        expose(picture * np.array((1 + 0.001 * n, 1, 1 - 0.001 * n), np.float32), scene.camera, n)
        for n in range(80)
    ]
    assert readings(settler, drifting) == []


def test_exposure_that_jumps_gives_no_second_reading(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=TRAY)
    lay(settler, reader, scene)
    picture = lit_scene(scene)
    for strength in (0.7, 1.15, 0.85):
        frames = [expose(picture * np.float32(strength), scene.camera, n) for n in range(12)]
        assert readings(settler, frames) == []


def bumped_frames(
    scene: Scene, number: int, x: float, y: float, degrees: float = 0.0, *, first_seed: int = 0
) -> list[Frame]:
    """Frames of a scene by a camera that was moved by px and degrees."""
    picture = lit_scene(scene)
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += np.array((x, y))
    there = cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return [expose(np.asarray(there, np.float32), scene.camera, first_seed + seed) for seed in range(number)]


def bumped(scene: Scene, x: float, y: float) -> Scene:
    dice = tuple(replace(die, centre=(die.centre[0] + x, die.centre[1] + y)) for die in scene.dice)
    return replace(scene, dice=dice)


@pytest.mark.parametrize(("x", "y", "degrees"), [(3, -2, 0), (-14, 9, 0), (6, 5, 2)])
@pytest.mark.parametrize("surface", ["felt", "wood", "cloth"])
def test_a_bumped_camera_gives_no_second_roll_and_the_next_one_is_read(
    settler: Settler, reader: Reader, surface: Surface, x: float, y: float, degrees: float
) -> None:
    tray = replace(TRAY, surface=surface)
    scene = scatter(ROLL, seed=3, base=tray)
    lay(settler, reader, tray)
    lay(settler, reader, scene)
    reader.shown.clear()
    reader.scene = bumped(scene, x, y)
    shares = (0.0, 0.3, 0.8, 0.5)
    shaking = [
        frame for part in shares for frame in bumped_frames(scene, 1, x * part, y * part, degrees * part)
    ]
    after = bumped_frames(scene, 20, x, y, degrees, first_seed=50)
    assert readings(settler, [*shaking, *after]) == []
    assert len(reader.shown) == 3
    assert settler.phase == "still"
    other = scatter(ROLL[:3], seed=8, base=tray)
    reader.scene = bumped(other, x, y)
    (reading,) = readings(settler, bumped_frames(other, 20, x, y, degrees, first_seed=90))
    assert (reading.status, len(reading.dice)) == ("ok", 3)


def test_a_die_that_was_turned_while_the_camera_was_bumped_is_told(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=3, base=replace(TRAY, surface="wood"))
    lay(settler, reader, scene)
    turned = replace(scene, dice=(replace(scene.dice[0], face="1"), *scene.dice[1:]))
    reader.scene = bumped(turned, 6, 4)
    (reading,) = readings(settler, bumped_frames(turned, 20, 6, 4))
    assert faces(reading)[0] == "1"


def test_one_die_thrown_again_on_plain_ground_is_no_bump(settler: Settler, reader: Reader) -> None:
    tray = replace(TRAY, walls=0.0, surface="paper")
    die = SceneDie("red", "white", "4", (150, 120), 10, 30)
    lay(settler, reader, tray)
    lay(settler, reader, replace(tray, dice=(die,)))
    assert readings(settler, frames_of(tray, 3, 90)) == []
    again = replace(tray, dice=(replace(die, centre=(178, 131), angle=25),))
    assert len(lay(settler, reader, again, 700)) == 1


def test_a_bumped_empty_tray_stays_empty(settler: Settler, reader: Reader) -> None:
    tray = replace(TRAY, surface="wood")
    lay(settler, reader, tray)
    reader.scene = tray
    assert readings(settler, bumped_frames(tray, 20, 8, 5, 1)) == []
    assert settler.phase == "empty"


@pytest.mark.parametrize(
    ("surface", "skin"), [("felt", PALE), ("felt", DARK), ("paper", PALE), ("paper", DARK), ("cloth", DARK)]
)
def test_a_hand_that_rests_over_read_dice_is_seen_and_gives_no_second_roll(
    settler: Settler, reader: Reader, surface: Surface, skin: tuple[int, int, int]
) -> None:
    tray = replace(TRAY, surface=surface)
    scene = scatter(ROLL, seed=2, base=tray)
    lay(settler, reader, tray)
    lay(settler, reader, scene)
    reader.shown.clear()
    over = [replace(scene, hand=Hand((160, 240 - 30 * n), breadth=45, tone=skin)) for n in range(5)]
    coming = [render(each, seed=n) for n, each in enumerate(over)]
    assert readings(settler, [*coming, *frames_of(over[-1], 80)]) == []
    resting = settler.phase
    assert readings(settler, [*coming[::-1], *frames_of(scene, 15)]) == []
    assert (resting, settler.phase) == ("hand in", "still")
    assert reader.shown == []


def test_a_hand_is_known_without_ever_having_seen_the_tray_empty(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, scene)
    readings(settler, frames_of(replace(scene, hand=Hand((170, 110), breadth=45)), 12))
    assert settler.phase == "hand in"


def test_a_hand_that_took_dice_out_is_followed_by_one_reading(settler: Settler, reader: Reader) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, TRAY)
    lay(settler, reader, scene)
    left = replace(scene, dice=scene.dice[1:])
    readings(settler, frames_of(replace(left, hand=Hand((170, 110), breadth=45)), 15))
    (reading,) = lay(settler, reader, left)
    assert len(reading.dice) == 3


def test_what_lies_over_the_edge_for_long_is_no_hand_and_the_dice_are_read(
    settler: Settler, reader: Reader
) -> None:
    lay(settler, reader, TRAY)
    reader.scene = scatter(ROLL[:1], seed=2, base=TRAY)
    sleeve = frames_of(replace(reader.scene, hand=Hand((280, 60), 0, breadth=60)), 20)
    told = readings(settler, (sleeve[n % 20] for n in range(170)))
    assert [reading.reason for reading in told] == [HAND, None]


@pytest.mark.parametrize("turn", [7.0, 33.0, 61.0, 83.0])
def test_a_die_that_spins_is_not_read_before_it_lies(settler: Settler, reader: Reader, turn: float) -> None:
    base = scatter(ROLL[:3], seed=6, base=TRAY)
    spinner = SceneDie("red", "white", "1", (60, 190), 0, 24, tumble=(35.0, 20.0))
    lay(settler, reader, TRAY)
    reader.shown.clear()
    reader.scene = base
    for n in range(40):
        die = replace(spinner, angle=turn * n)
        assert settler.watch(render(replace(base, dice=(*base.dice, die)), seed=n)) is None
    assert reader.shown == []
    fallen = replace(base, dice=(*base.dice, replace(spinner, tumble=(0.0, 0.0))))
    (reading,) = lay(settler, reader, fallen)
    assert len(reading.dice) == 4


def test_a_die_that_rocks_is_not_read_before_it_lies(settler: Settler, reader: Reader) -> None:
    base = scatter(ROLL[:3], seed=6, base=TRAY)
    rocker = SceneDie("white", "black", "2", (60, 190), 30, 24)
    lay(settler, reader, TRAY)
    reader.shown.clear()
    reader.scene = replace(base, dice=(*base.dice, rocker))
    for n in range(40):
        lean = 14 * 0.96**n * float(np.sin(1.9 * n))
        tilted = replace(rocker, tumble=(lean, 0.4 * lean))
        settler.watch(render(replace(base, dice=(*base.dice, tilted)), seed=n))
        assert n > 30 or reader.shown == []
    assert len(lay(settler, reader, reader.scene)) <= 1
    assert settler.phase == "still"


def twice(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames for _ in range(2)]


def halved(frames: list[Frame]) -> list[Frame]:
    return frames[::2]


def stuttering(frames: list[Frame]) -> list[Frame]:
    """Every third frame is lost and the one before it given once more."""
    return [frames[n - 1] if n % 3 == 2 else frame for n, frame in enumerate(frames)]


def gappy(frames: list[Frame]) -> list[Frame]:
    rng = np.random.default_rng(4)
    return [frame for frame in frames if rng.random() > 0.35]


@pytest.mark.parametrize("camera", [twice, halved, stuttering, gappy])
def test_lost_and_repeated_frames_neither_lose_a_roll_nor_make_one(
    settler: Settler, reader: Reader, camera: Callable[[list[Frame]], list[Frame]]
) -> None:
    lay(settler, reader, TRAY)
    scene = scatter(ROLL, seed=1, base=TRAY)
    reader.scene = scene
    (reading,) = readings(settler, camera(list(throw(scene, seed=1, quiet=2, rolling=20, still=40))))
    assert len(reading.dice) == 4


def test_a_camera_that_sticks_while_dice_roll_does_not_have_them_read(
    settler: Settler, reader: Reader
) -> None:
    lay(settler, reader, TRAY)
    scene = scatter(ROLL, seed=1, base=TRAY)
    reader.scene = scene
    frames = list(throw(scene, seed=1, quiet=2, rolling=20, still=20))
    reader.shown.clear()
    assert readings(settler, [*frames[:14], *[frames[13]] * 12]) == []
    assert reader.shown == []
    assert len(readings(settler, frames[14:])) == 1


def test_a_picture_that_is_held_is_read(settler: Settler, reader: Reader) -> None:
    lay(settler, reader, TRAY)
    scene = scatter(ROLL, seed=1, base=TRAY)
    reader.scene = scene
    assert len(readings(settler, frames_of(scene, 1) * 40)) == 1


def test_a_die_thrown_to_where_it_lay_is_fresh_and_one_that_nobody_touched_is_not(
    settler: Settler, reader: Reader
) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, TRAY)
    lay(settler, reader, scene)
    hand = Hand((160, 240), breadth=30)
    for taken in (scene.dice[1:], scene.dice[2:]):
        readings(settler, [render(replace(scene, dice=taken, hand=hand), seed=n) for n in range(3)])
    (reading,) = lay(settler, reader, scene, 700)
    assert [die.fresh for die in reading.dice] == [True, True, False, False]


def test_without_the_empty_tray_nobody_says_whether_a_die_was_taken_up(
    settler: Settler, reader: Reader
) -> None:
    scene = scatter(ROLL, seed=2, base=TRAY)
    lay(settler, reader, scene)
    readings(settler, frames_of(replace(scene, dice=scene.dice[1:]), 3))
    other = replace(scene, dice=(*scene.dice[:-1], replace(scene.dice[-1], face="gain")))
    (reading,) = lay(settler, reader, other, 700)
    assert {die.fresh for die in reading.dice} == {None}
