"""Scenes with a trouble really have it, their truth says which dice it touches, and readings are judged."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.vision.plain_scenes import DICE, Dice, Truth, plain_scene
from tests.vision.trouble_scenes import KINDS, Trouble, TroubleKind, dice_right, judge, trouble_scene
from vision.reading import DieReading, Reading
from vision.scene import (
    Camera,
    Clutter,
    DieTruth,
    Glare,
    Light,
    Make,
    Scene,
    SceneDie,
    render,
    render_truth,
    scatter,
)
from vision.scene.arrange import leaning_on, leaning_on_wall, stacked_on
from vision.scene.optics import View
from vision.scene.pose import Pose

SEEDS = range(3)
SHARP = Camera(nadir=(0.5, 0.5), noise=0, defocus=0, vignette=0)
CLEAN = Scene(size=(200, 150), camera=SHARP, light=Light(elevation=90, ambient=1.0))


def change(scene: Scene, other: Scene) -> NDArray[np.uint8]:
    return np.asarray(cv2.absdiff(render(scene), render(other)).max(axis=2), np.uint8)


def cube(face: str = "5", *, centre: tuple[float, float] = (100, 75), angle: float = 0.0) -> SceneDie:
    return SceneDie("red", "white", face, centre, angle, 48)


def part(picture: NDArray[np.uint8], truth: DieTruth) -> NDArray[np.uint8]:
    x, y, width, height = (round(side) for side in truth.box)
    return picture[y : y + height, x : x + width]


def read_as(truth: Truth, status: str = "ok") -> Reading:
    dice = tuple(DieReading(d.kind, 6, d.face, d.value, 0.99, d.box, d.body) for d in truth)
    return Reading("ok", None, dice, 1.0) if status == "ok" else Reading("unsure", "Look again.", dice, 1.0)


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_plain_scene_is_wholly_in_view_and_follows_from_its_seed(dice: Dice, seed: int) -> None:
    scene, truth = plain_scene(dice, seed)
    assert len(truth) == len(scene.dice)
    assert (scene, truth) == plain_scene(dice, seed)
    for die in truth:
        x, y, width, height = die.box
        assert x > 0 and y > 0 and x + width < scene.size[0] and y + height < scene.size[1]


def test_plain_scenes_hold_every_kind_of_dice() -> None:
    kinds = {dice: {die.kind for seed in range(40) for die in plain_scene(dice, seed)[1]} for dice in DICE}
    assert kinds["d6"] == {"d6"}
    assert kinds["poly"] == {"d6", "d8", "d10", "d12"}
    assert len(kinds["favor"]) == 8


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dice", DICE)
def test_a_troubled_scene_follows_from_its_seed(kind: TroubleKind, dice: Dice) -> None:
    scene, truth, trouble = trouble_scene(kind, 4, dice)
    assert (scene, truth, trouble) == trouble_scene(kind, 4, dice)
    assert trouble.kind == kind
    assert all(place < len(truth) for place in trouble.affected)
    assert scene != trouble_scene(kind, 5, dice)[0]


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", SEEDS)
def test_glare_hides_marks_of_the_affected_dice_alone(dice: Dice, seed: int) -> None:
    scene, truth, trouble = trouble_scene("glare", seed, dice)
    without = replace(scene, dice=tuple(replace(die, glare=None) for die in scene.dice))
    hidden = change(scene, without)
    for place, die in enumerate(truth):
        assert ((part(hidden, die) > 25).mean() > 0.02) == (place in trouble.affected) or any(
            overlapping(die, truth[other]) for other in trouble.affected if other != place
        )


def overlapping(one: DieTruth, other: DieTruth) -> bool:
    return all(
        one.box[axis] < other.box[axis] + other.box[axis + 2]
        and other.box[axis] < one.box[axis] + one.box[axis + 2]
        for axis in (0, 1)
    )


def test_glare_bleaches_its_place_on_the_upper_face_and_nothing_beside_it() -> None:
    plain = replace(CLEAN, dice=(cube("5"),))
    corner = replace(CLEAN, dice=(replace(cube("5"), glare=Glare((-0.5, -0.5), (0.3, 0.3))),))
    frame, (truth,) = render(corner), render_truth(corner)
    left, top = np.min(truth.top, axis=0)
    side = np.ptp(np.array(truth.top)[:, 0])
    changed = change(corner, plain) > 15
    rows, columns = np.nonzero(changed)
    assert abs(columns.mean() - (left + side / 4)) < 2 and abs(rows.mean() - (top + side / 4)) < 2
    assert frame[round(top + side / 4), round(left + side / 4)].min() > 240


@pytest.mark.parametrize("seed", SEEDS)
def test_a_blurred_scene_has_lost_its_edges(seed: int) -> None:
    scene, truth, trouble = trouble_scene("blur", seed)
    assert trouble.affected == tuple(range(len(truth)))
    sharp = replace(scene, camera=replace(scene.camera, defocus=0.4, noise=0))
    blurred = replace(scene, camera=replace(scene.camera, noise=0))
    edges = [float(cv2.Laplacian(render(one), cv2.CV_32F).std()) for one in (sharp, blurred)]
    assert edges[1] < 0.5 * edges[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_one_die_alone_moves_in_a_scene_with_motion(seed: int) -> None:
    scene, _, trouble = trouble_scene("motion", seed)
    moving = [place for place, die in enumerate(scene.dice) if die.velocity != (0.0, 0.0)]
    assert tuple(moving) == trouble.affected
    (place,) = moving
    assert np.hypot(*scene.dice[place].velocity) > 0.25 * scene.dice[place].size


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_cocked_die_is_tilted_and_touches_what_it_leans_on(dice: Dice, seed: int) -> None:
    scene, _, trouble = trouble_scene("cocked", seed, dice)
    (place,) = trouble.affected
    die = scene.dice[place]
    pose = Pose.of(die)
    normal = pose.rotation @ pose.solid.faces[pose.top].normal
    assert 10 <= np.degrees(np.arccos(normal[2])) <= 45
    assert pose.place(pose.solid.corners)[:, 2].min() > -0.1 * die.size
    others = [other for number, other in enumerate(scene.dice) if number != place]
    near = [np.hypot(*np.subtract(die.centre, other.centre)) < 2 * die.size for other in others]
    wall = scene.walls * scene.size[1]
    feet = pose.corners()[:, :2]
    to_wall = min((feet - wall).min(), (np.array(scene.size) - wall - feet).min()) - pose.rounding
    assert any(near) or abs(to_wall) < 1


@given(degrees=st.floats(10, 44), heading=st.integers(0, 3), along=st.floats(-10, 10))
@settings(max_examples=30, deadline=None)
def test_a_leaning_cube_touches_its_neighbour_without_entering_it(
    degrees: float, heading: int, along: float
) -> None:
    other = cube(angle=20)
    die = leaning_on(cube(angle=20), other, degrees, 20 + 90 * heading, along)
    foot = Pose.of(other).footprint()
    # OpenCV takes two outlines that only touch, edge on edge, for one inside the other.
    inner = foot.mean(axis=0) + 0.99 * (foot - foot.mean(axis=0))
    area, _ = cv2.intersectConvexConvex(Pose.of(die).footprint(), np.asarray(inner, np.float32))
    # Rounding is left out of footprints: two rounded edges touch where two sharp ones would overlap a little.
    assert area < 0.1 * 48 * 48
    turn = np.deg2rad(20 + 90 * heading)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    gap = (
        np.subtract(other.centre, die.centre) @ ahead
        - Pose.of(die).reach(ahead)
        - Pose.of(other).reach(-ahead)
    )
    assert gap == pytest.approx(0, abs=1e-6)
    top = Pose.of(die)
    normal = top.rotation @ top.solid.faces[top.top].normal
    # The side towards the neighbour is raised, so the upper face looks away from it.
    assert normal[:2] @ ahead < -0.1


@pytest.mark.parametrize("side", range(4))
def test_a_die_leaning_on_the_wall_touches_it(side: int) -> None:
    scene = replace(CLEAN, walls=0.1)
    die = leaning_on_wall(cube(), scene, 25, side)
    corners = Pose.of(die).corners()[:, :2]
    reach = 0.13 * 48
    gaps = (
        200 - 15 - corners[:, 0].max(),
        150 - 15 - corners[:, 1].max(),
        corners[:, 0].min() - 15,
        corners[:, 1].min() - 15,
    )
    assert gaps[side] - reach == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_stacked_die_stands_on_the_other_one(dice: Dice, seed: int) -> None:
    scene, truth, trouble = trouble_scene("stacked", seed, dice)
    below, above = (scene.dice[place] for place in trouble.affected)
    assert above.lift == below.size
    assert overlapping(*(truth[place] for place in trouble.affected))


def test_the_upper_die_of_a_stack_covers_the_lower_one() -> None:
    lower = cube("1")
    upper = stacked_on(SceneDie("blue", "white", "6", (0, 0), 45, 48), lower, (0, 0))
    for dice in ((lower, upper), (upper, lower)):
        frame = render(replace(CLEAN, dice=dice))
        blue, _, red = (int(part) for part in frame[75, 100])
        assert blue > red + 60


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_is_in_the_tray_and_covers_the_dice_it_is_said_to(seed: int) -> None:
    scene, truth, trouble = trouble_scene("hand", seed)
    assert scene.hand is not None
    bare = replace(scene, hand=None, light=replace(scene.light, ambient=1.0))
    covered = change(replace(bare, hand=replace(scene.hand, tone=(250, 0, 250))), bare)
    for place, die in enumerate(truth):
        if place not in trouble.affected:
            assert (part(covered, die) > 25).mean() < 0.25
    assert (covered > 25).mean() > 0.035


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_at_the_frames_edge_is_cut_and_the_others_are_not(dice: Dice, seed: int) -> None:
    scene, truth, trouble = trouble_scene("edge", seed, dice)
    for place, die in enumerate(truth):
        x, y, width, height = die.box
        cut = x == 0 or y == 0 or x + width == scene.size[0] or y + height == scene.size[1]
        assert cut == (place in trouble.affected)


@pytest.mark.parametrize("seed", SEEDS)
def test_clutter_lies_beside_the_dice_and_excuses_no_question(seed: int) -> None:
    scene, truth, trouble = trouble_scene("clutter", seed)
    assert scene.clutter and trouble.affected == () and not trouble.may_ask
    assert judge(truth, trouble, read_as(truth, "unsure")) == "unsure"


@pytest.mark.parametrize("kind", ["coin", "pen", "button", "dots"])
def test_a_thing_is_drawn_where_it_lies(kind: str) -> None:
    thing = Clutter(kind, (60, 75), 50, tone=(225, 225, 225))  # type: ignore[arg-type]
    changed = change(replace(CLEAN, clutter=(thing,)), CLEAN) > 25
    rows, columns = np.nonzero(changed)
    assert 15 < np.ptp(columns) <= 54
    assert abs((rows.min() + rows.max()) / 2 - 75) < 5
    assert abs((columns.min() + columns.max()) / 2 - 60) < 5


def test_an_oblique_camera_sees_the_dice_where_their_truth_says() -> None:
    black = [SceneDie("black", "black", "1", (0, 0), size=30, make=Make("d6")) for _ in range(5)]
    camera = replace(SHARP, nadir=(0.5, 0.9), tilt=30)
    light = Light(elevation=90, ambient=1.0)
    scene = scatter(black, seed=3, base=Scene(surface="paper", camera=camera, light=light, walls=0))
    changed = change(scene, replace(scene, dice=())) > 120
    boxes = np.zeros_like(changed)
    for truth in render_truth(scene):
        part(boxes.view(np.uint8), truth)[:] = 1
        assert part(changed.view(np.uint8), truth).mean() > 0.3
    grown = cv2.dilate(boxes.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    assert not (changed & ~grown).any()


def test_an_oblique_camera_shows_the_far_side_smaller() -> None:
    camera = replace(SHARP, nadir=(0.5, 0.9), tilt=30)
    view = View.of(camera, (640, 480))
    far, near = view.scale(np.array([(320.0, 60.0, 0.0), (320.0, 420.0, 0.0)]))
    assert far < 0.95 and near > 1.05
    middle = view.project(np.array([(320.0, 240.0, 0.0)]))
    np.testing.assert_allclose(middle, [(320, 240)], atol=1e-9)


TRUTH = (
    DieTruth("standard", "red", "5", 5, (10, 10, 40, 40), ()),
    DieTruth("artisan", "blue", "star", 1, (100, 10, 40, 40), ()),
)
TROUBLE = Trouble("hand", (0,))


def test_a_whole_reading_is_right_and_any_other_sure_one_is_wrong() -> None:
    for trouble in (None, TROUBLE):
        assert judge(TRUTH, trouble, read_as(TRUTH)) == "right"
        assert judge(TRUTH, trouble, read_as(TRUTH[:1])) == "wrong"
        assert judge(TRUTH, trouble, read_as((TRUTH[0], replace(TRUTH[1], face="6")))) == "wrong"
        assert judge(TRUTH, trouble, read_as((TRUTH[0], replace(TRUTH[1], kind="d6")))) == "wrong"


def test_asking_is_right_in_a_trouble_alone() -> None:
    assert judge(TRUTH, TROUBLE, read_as(TRUTH[:1], "unsure")) == "right"
    assert judge(TRUTH, None, read_as(TRUTH, "unsure")) == "unsure"


def test_a_die_is_right_where_it_lies_alone() -> None:
    moved = replace(TRUTH[1], box=(300, 300, 40, 40))
    assert dice_right(TRUTH, read_as((TRUTH[0], moved))) == [(0.99, True), (0.99, False)]


def test_one_die_read_twice_is_right_once() -> None:
    assert sorted(right for _, right in dice_right(TRUTH, read_as((TRUTH[0], TRUTH[0])))) == [False, True]
