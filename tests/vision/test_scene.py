from dataclasses import replace
from itertools import combinations
from typing import get_args

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.errors import SceneError
from vision.scene import (
    BODY_COLOURS,
    FAVOR_LOOKS,
    MARK_COLOURS,
    Camera,
    DieTruth,
    Hand,
    Light,
    Scene,
    SceneDie,
    Surface,
    render,
    render_truth,
    scatter,
    throw,
)

SMALL = (200, 150)
SURFACES: tuple[Surface, ...] = get_args(Surface)
SHARP = Camera(noise=0, defocus=0, vignette=0)
SHADOWLESS = Light(elevation=90, ambient=1.0)


def one_die(body: str = "red", mark: str = "white", face: str = "5", *, angle: float = 0.0) -> Scene:
    die = SceneDie(body, mark, face, (100, 75), angle, 48)
    return Scene((die,), size=SMALL, camera=SHARP, light=SHADOWLESS)


def difference(scene: Scene, other: Scene, seed: int = 0) -> NDArray[np.uint8]:
    return np.asarray(cv2.absdiff(render(scene, seed=seed), render(other, seed=seed)).max(axis=2), np.uint8)


def pips_seen(scene: Scene) -> int:
    """Count the light spots on the upper face of a scene's only die."""
    (truth,) = render_truth(scene)
    square = np.array([(0, 0), (120, 0), (120, 120), (0, 120)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(truth.top, np.float32), square)
    face = cv2.warpPerspective(render(scene), matrix, (120, 120))[12:-12, 12:-12, 1]
    _, spots = cv2.threshold(face, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    found, _, stats, _ = cv2.connectedComponentsWithStats(spots)
    return int((stats[1:found, cv2.CC_STAT_AREA] > 100).sum())


def corners(truth: DieTruth) -> NDArray[np.float32]:
    return np.array(truth.top, np.float32)


def test_the_same_scene_and_seed_give_the_same_frame() -> None:
    scene = scatter([("red", "white", "3"), ("black", "white", "star")], seed=4, base=Scene(surface="wood"))
    np.testing.assert_array_equal(render(scene, seed=9), render(scene, seed=9))


def test_another_seed_changes_the_noise_and_nothing_else() -> None:
    scene = replace(one_die(), camera=Camera(noise=2.0))
    change = render(scene, seed=1).astype(float) - render(scene, seed=2)
    assert change.std() == pytest.approx(2.0 * np.sqrt(2), rel=0.1)
    assert np.abs(cv2.blur(change, (25, 25))).max() < 1.0


def test_a_frame_is_an_8_bit_picture_of_the_size_asked_for() -> None:
    frame = render(Scene(size=(320, 200)))
    assert frame.shape == (200, 320, 3)
    assert frame.dtype == np.uint8


def test_surfaces_look_different() -> None:
    tones = {surface: render(Scene(surface=surface, size=SMALL)).mean(axis=(0, 1)) for surface in SURFACES}
    for one, other in combinations(tones.values(), 2):
        assert np.abs(one - other).max() > 15


@pytest.mark.parametrize("surface", SURFACES)
def test_a_surface_is_dyed(surface: Surface) -> None:
    plain = Scene(surface=surface, size=SMALL, camera=SHARP, walls=0)
    blue, _, red = render(replace(plain, dye=(200, 60, 30))).mean(axis=(0, 1))
    assert blue > red + 25


def test_another_texture_seed_gives_another_grain() -> None:
    plain = Scene(surface="wood", size=SMALL, camera=SHARP)
    assert difference(plain, replace(plain, texture=1)).mean() > 2


def stand_out(body: str, mark: str) -> bool:
    return bool(np.abs(np.subtract(BODY_COLOURS[body], MARK_COLOURS[mark])).max() > 70)


@pytest.mark.parametrize(
    ("body", "mark"),
    [(body, mark) for body in BODY_COLOURS for mark in MARK_COLOURS if stand_out(body, mark)],
)
def test_every_body_colour_shows_its_six_numbers(body: str, mark: str) -> None:
    frames = [render(one_die(body, mark, str(number))) for number in range(1, 7)]
    for one, other in combinations(frames, 2):
        assert (cv2.absdiff(one, other).max(axis=2) > 25).sum() > 30


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("angle", [0, 31, 158])
def test_the_upper_face_shows_as_many_pips_as_its_number(number: int, angle: float) -> None:
    assert pips_seen(one_die(face=str(number), angle=angle)) == number


@pytest.mark.parametrize("kind", FAVOR_LOOKS)
def test_every_face_of_a_kind_draws_different_pixels(kind: str) -> None:
    look = FAVOR_LOOKS[kind]
    frames = {face: render(one_die(look.body, look.mark, face)) for face in look.faces}
    for one, other in combinations(look.faces, 2):
        assert (cv2.absdiff(frames[one], frames[other]).max(axis=2) > 40).sum() > 30, (one, other)


def test_the_kinds_are_told_apart_by_their_colours_and_carry_the_rulebooks_faces() -> None:
    faces = {kind: set(look.faces) for kind, look in FAVOR_LOOKS.items()}
    numbers = {"1", "2", "3", "4", "5", "6"}
    assert faces == {
        "standard": numbers,
        "immediate": numbers,
        "serf": {"1", "2", "3", "4"},
        "noble": {"3", "4", "5", "6"},
        "artisan": {"star", "2", "3", "4", "5", "6"},
        "intrigue": {"1", "2", "3", "4", "5", "double-star"},
        "voyage": {"star", "gain", "reroll", "blocked"},
        "decree": {"decree", "2", "3", "4", "5", "6"},
    }
    assert len({(look.body, look.mark) for look in FAVOR_LOOKS.values()}) == len(FAVOR_LOOKS)


def test_a_symbols_value_is_part_of_the_truth() -> None:
    artisan, intrigue = one_die("blue", "white", "star"), one_die("green", "white", "double-star")
    (star,), (double,) = render_truth(artisan), render_truth(intrigue)
    assert (star.kind, star.face, star.value) == ("artisan", "star", 1)
    assert (double.kind, double.face, double.value) == ("intrigue", "double-star", None)


def test_colours_that_no_favor_die_has_make_a_plain_die() -> None:
    (truth,) = render_truth(one_die("purple", "black", "6"))
    assert (truth.kind, truth.body, truth.value) == ("d6", "purple", 6)


@given(
    angle=st.floats(0, 360),
    size=st.floats(20, 60),
    centre=st.tuples(st.floats(60, 140), st.floats(60, 90)),
    tumble=st.tuples(st.floats(-180, 180), st.floats(-180, 180)),
)
@settings(max_examples=40, deadline=None)
def test_the_box_holds_the_whole_die_tightly(
    angle: float, size: float, centre: tuple[float, float], tumble: tuple[float, float]
) -> None:
    # Black on paper stands out everywhere; the seam of shade under a die is far weaker.
    die = SceneDie("black", "black", "1", centre, angle, size, tumble)
    scene = Scene((die,), surface="paper", size=SMALL, camera=SHARP, light=SHADOWLESS, walls=0)
    (truth,) = render_truth(scene)
    changed = difference(scene, replace(scene, dice=())) > 120
    rows, columns = np.nonzero(changed)
    x, y, width, height = truth.box
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    expected = (x, y, x + width, y + height)
    assert np.abs(np.subtract(seen, expected)).max() <= 3


def test_a_box_ends_at_the_frames_edge_and_dice_outside_are_left_out() -> None:
    half_out = SceneDie("red", "white", "1", (0, 75))
    far_out = SceneDie("red", "white", "1", (-300, 75))
    (truth,) = render_truth(Scene((half_out, far_out), size=SMALL))
    x, _, width, _ = truth.box
    assert x == 0
    assert 15 < width < 40


def test_dice_away_from_the_camera_show_the_side_that_faces_it() -> None:
    scene = Scene((SceneDie("red", "white", "1", (320, 80)),))
    (truth,) = render_truth(scene)
    _, y, _, height = truth.box
    side_below = y + height - corners(truth)[:, 1].max()
    side_above = corners(truth)[:, 1].min() - y
    assert side_below > 8
    assert side_above < 3


def test_a_shadow_falls_away_from_the_light() -> None:
    lit = one_die()
    from_left = replace(lit, light=Light(azimuth=180, elevation=40))
    darker = difference(from_left, replace(from_left, dice=()))
    assert darker[70:80, 135:150].mean() > 10
    assert darker[70:80, 50:65].mean() < 3


def test_more_light_makes_a_brighter_frame_and_vignetting_darker_corners() -> None:
    plain = Scene(surface="paper", size=SMALL, camera=SHARP, walls=0)
    brighter = replace(plain, light=replace(plain.light, strength=1.15))
    assert render(brighter).mean() > 1.1 * render(plain).mean()
    dim = render(replace(plain, camera=replace(SHARP, vignette=0.5)))
    assert dim[:10, :10].mean() < 0.7 * dim[70:80, 95:105].mean()


def test_motion_smears_a_die_along_its_way() -> None:
    scene = one_die("white", "white", "1")
    (die,) = scene.dice
    moving = replace(scene, dice=(replace(die, velocity=(40, 0)),))
    empty = replace(scene, dice=())
    still_columns = (difference(scene, empty) > 30).any(axis=0).sum()
    moving_columns = (difference(moving, empty) > 30).any(axis=0).sum()
    moving_rows = (difference(moving, empty) > 30).any(axis=1).sum()
    still_rows = (difference(scene, empty) > 30).any(axis=1).sum()
    assert moving_columns > still_columns + 20
    assert abs(int(moving_rows) - int(still_rows)) <= 4


def test_a_hand_reaches_in_from_the_frames_edge() -> None:
    bare = Scene(surface="cloth", size=SMALL, camera=SHARP)
    hand = replace(bare, hand=Hand((100, 60), angle=-90, breadth=40))
    changed = difference(hand, bare) > 60
    assert changed[-1].any()
    assert not changed[0].any()
    assert changed.mean() > 0.05


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_scattered_dice_lie_inside_the_tray_without_overlap(touching: bool, seed: int) -> None:
    dice = [(look.body, look.mark, look.faces[0]) for look in FAVOR_LOOKS.values()] + [
        ("red", "white", "2")
    ] * 4
    scene = scatter(dice, seed=seed, touching=touching)
    assert [(die.body, die.mark, die.face) for die in scene.dice] == dice
    feet = [cv2.boxPoints((die.centre, (die.size, die.size), die.angle)) for die in scene.dice]
    for one, other in combinations(feet, 2):
        area, _ = cv2.intersectConvexConvex(one, other)
        assert area < 1
    wall = scene.walls * scene.size[1]
    for foot in feet:
        assert foot.min() > wall
        assert (foot < np.array(scene.size) - wall).all()


def test_touching_dice_touch_and_others_keep_clear() -> None:
    dice = [("red", "white", "1"), ("white", "black", "2")]

    def gap(touching: bool) -> float:
        first, second = scatter(dice, seed=8, touching=touching).dice
        foot = cv2.boxPoints((first.centre, (first.size, first.size), first.angle))
        corners = cv2.boxPoints((second.centre, (second.size, second.size), second.angle))
        return min(-cv2.pointPolygonTest(foot, (float(x), float(y)), True) for x, y in corners)

    assert gap(touching=True) < 1.0
    assert gap(touching=False) > 3.0


def test_scattering_keeps_the_dice_that_already_lie_there() -> None:
    first = scatter([("red", "white", "1")] * 4, seed=1)
    second = scatter([("blue", "white", "star")] * 4, seed=2, base=first)
    assert second.dice[:4] == first.dice
    assert len(second.dice) == 8


def test_too_many_dice_are_refused_with_what_to_do() -> None:
    with pytest.raises(SceneError, match=r"find no room .* fewer or smaller dice"):
        scatter([("red", "white", "1")] * 60, seed=0, die_size=90)


@pytest.mark.parametrize(
    ("body", "mark", "face", "missing"),
    [("mauve", "white", "1", "mauve"), ("red", "teal", "1", "teal"), ("red", "white", "7", "7")],
)
def test_a_colour_or_face_that_cannot_be_drawn_is_named(
    body: str, mark: str, face: str, missing: str
) -> None:
    with pytest.raises(SceneError, match=f"called '{missing}': take one of"):
        SceneDie(body, mark, face, (10, 10))


def test_a_throw_begins_empty_moves_and_ends_as_the_scene() -> None:
    scene = scatter([("red", "white", "6"), ("white", "black", "2")], seed=3)
    frames = list(throw(scene, seed=5, quiet=3, rolling=8, still=4))
    assert len(frames) == 15
    noiseless = replace(scene, camera=replace(scene.camera, noise=0))
    empty, final = render(replace(noiseless, dice=())), render(noiseless)
    for frame in frames[:3]:
        assert np.abs(frame.astype(float) - empty).mean() < 2.5
    for frame in frames[-4:]:
        assert np.abs(frame.astype(float) - final).mean() < 2.5
    assert not np.array_equal(frames[-1], frames[-2])
    middle = frames[7].astype(float)
    assert (np.abs(middle - empty) > 40).any()
    assert (np.abs(middle - final) > 40).any()


def test_a_throw_is_reproducible_from_its_seed() -> None:
    scene = scatter([("red", "white", "6")], seed=3, base=Scene(size=(320, 240)))
    once, again, other = (list(throw(scene, seed=seed, rolling=6)) for seed in (5, 5, 6))
    np.testing.assert_array_equal(np.array(once), np.array(again))
    assert not np.array_equal(np.array(once), np.array(other))


def test_dice_that_lay_there_before_stay_during_a_throw() -> None:
    before = scatter([("red", "white", "6")], seed=3)
    scene = scatter([("white", "black", "1")], seed=4, base=before)
    (locked, _) = render_truth(scene)
    x, y, width, height = (round(side) for side in locked.box)
    frames = list(throw(scene, seed=5, before=before, quiet=2, rolling=6, still=2))
    still = render(replace(before, camera=replace(before.camera, noise=0)))[y : y + height, x : x + width]
    for frame in (frames[0], frames[1], frames[-1]):
        assert np.abs(frame[y : y + height, x : x + width].astype(float) - still).mean() < 4


def test_a_hand_is_over_the_tray_before_the_dice_roll_and_gone_afterwards() -> None:
    scene = scatter([("red", "white", "6")], seed=3, base=Scene(surface="cloth"))
    frames = list(throw(scene, seed=5, quiet=8, rolling=6, still=2, with_hand=True))
    empty = render(replace(scene, dice=()))
    skin = [(np.abs(frame.astype(float) - empty) > 40).mean() for frame in frames[:8]]
    assert max(skin) > 0.05
    assert skin[0] < 0.001
    assert skin[-1] < 0.001
