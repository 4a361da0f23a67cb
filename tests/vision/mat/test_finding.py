from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.errors import ImageError
from vision.images import load_image
from vision.mat.finding import find_mat
from vision.mat.layout import LAYOUTS, Paper
from vision.mat.view import MatView
from vision.reading import Frame

from .photographed import (
    PRINT_PX,
    SKIN,
    Floats,
    Shot,
    bend,
    bent,
    covered,
    photograph,
    project,
    projection,
    sheet,
    to_frame,
)

SHARED = Path(__file__).resolve().parents[4] / "shared"
HARSH = Shot(tilt=35, light=0.25, blur=1.5, noise=3)


def found(shot: Shot, scene: Frame | None = None) -> MatView:
    view = find_mat(photograph(shot, scene))
    assert view is not None, shot
    assert view.paper == shot.paper
    return view


def places(shot: Shot) -> Floats:
    """Places (n, 2) mm all over the sheet."""
    layout = LAYOUTS[shot.paper]
    x, y = np.meshgrid(np.linspace(5, layout.width - 5, 9), np.linspace(5, layout.height - 5, 7))
    return np.column_stack([x.ravel(), y.ravel()])


def errors(view: MatView, shot: Shot, height: float = 0.0) -> Floats:
    """How far off (mm) the view puts points `height` mm above the sheet."""
    true = places(shot)
    seen = project(projection(shot), np.column_stack([true, np.full(len(true), height)]))
    read = np.array([view.place((x, y), height_mm=height) for x, y in seen])
    return np.asarray(np.hypot(*(read - true).T))


@pytest.mark.parametrize("paper", list(LAYOUTS))
@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_the_mat_is_found_whichever_way_it_lies(paper: Paper, turn: int) -> None:
    shot = Shot(paper=paper, turn=turn + 3.0, tilt=15)
    view = found(shot)
    assert view.fiducials == (0, 1, 2, 3)
    assert np.quantile(errors(view, shot), 0.95) < 0.3


@pytest.mark.parametrize("turn", range(0, 360, 30))
def test_the_mat_is_found_blurred_obliquely_and_in_a_quarter_of_the_light(turn: int) -> None:
    shot = replace(HARSH, turn=float(turn), seed=turn)
    view = found(shot)
    assert len(view.fiducials) >= 3
    assert np.quantile(errors(view, shot), 0.95) < 1.0


@pytest.mark.parametrize(
    "shot",
    [
        Shot(fill=0.6, turn=20),
        Shot(light=0.05, noise=2),
        Shot(fall=0.85),
        Shot(table=(250, 250, 250)),
        Shot(table=(5, 5, 5)),
        Shot(size=(1280, 960), blur=2.5),
        Shot(size=(480, 640), turn=90),
        Shot(tint=(0.5, 0.8, 1.0)),
        Shot(light=1.8),
    ],
    ids=[
        "far",
        "dusk",
        "lamp at one side",
        "white table",
        "black table",
        "large",
        "upright",
        "warm",
        "bright",
    ],
)
def test_the_mat_is_found_in_any_usual_picture(shot: Shot) -> None:
    assert np.quantile(errors(found(shot), shot), 0.95) < 0.5


@pytest.mark.parametrize("hidden", range(4))
def test_a_hand_on_a_corner_does_not_hide_the_mat(hidden: int) -> None:
    shot = replace(HARSH, tilt=25, turn=12)
    view = found(shot, covered("a4", hidden))
    assert view.fiducials == tuple(index for index in range(4) if index != hidden)
    assert np.quantile(errors(view, shot), 0.95) < 1.0


@pytest.mark.parametrize("hidden", [(0, 2), (1, 3), (0, 1), (2, 3), (0, 3), (1, 2)])
def test_two_corners_are_enough(hidden: tuple[int, int]) -> None:
    shot = Shot(tilt=20, turn=12)
    view = found(shot, covered("a4", *hidden))
    assert len(view.fiducials) == 2
    assert errors(view, shot).max() < 3.0


@pytest.mark.parametrize(("bending", "most"), [(-0.05, 1.0), (-0.1, 2.0), (-0.2, 4.0)])
def test_a_lens_that_bends_lines_costs_some_exactness_only(bending: float, most: float) -> None:
    shot = Shot(tilt=15, turn=12, fill=0.85)
    view = find_mat(bent(shot, photograph(shot), bending))
    assert view is not None
    true = places(shot)
    seen = bend(shot, project(projection(shot), np.column_stack([true, np.zeros(len(true))])), bending)
    read = np.array([view.place((x, y)) for x, y in seen])
    assert np.quantile(np.hypot(*(read - true).T), 0.95) < most


def test_one_corner_is_not_enough() -> None:
    assert find_mat(photograph(Shot(), covered("a4", 0, 1, 2))) is None


def test_a_fiducial_that_is_not_the_mats_own_is_left_out() -> None:
    scene = sheet("a4").copy()
    box = LAYOUTS["a4"].fiducials[2].box
    left, top, side = (round(each * PRINT_PX) for each in (box.x, box.y, box.width))
    moved = scene[top : top + side, left : left + side].copy()
    scene[top - 6 : top + side + 6, left - 6 : left + side + 6] = 250
    # A cut-out copy lies 8 mm off its place.
    scene[top - 48 : top - 48 + side, left - 48 : left - 48 + side] = moved
    view = found(Shot(), scene)
    assert view.fiducials == (0, 1, 3)
    assert errors(view, Shot()).max() < 0.5


@pytest.mark.parametrize(("spoilt", "seen"), [(1, (0, 1, 2, 3)), (2, (1, 2, 3))])
def test_one_wrong_cell_of_a_code_is_forgiven_two_are_not(spoilt: int, seen: tuple[int, ...]) -> None:
    scene = sheet("a4").copy()
    for cell in LAYOUTS["a4"].fiducials[0].white_cells[:spoilt]:
        left, top, side = (round(each * PRINT_PX) for each in (cell.x, cell.y, cell.width))
        scene[top : top + side, left : left + side] = 20
    assert found(Shot(), scene).fiducials == seen


def test_a_mirrored_frame_shows_no_mat() -> None:
    assert find_mat(np.ascontiguousarray(photograph(Shot())[:, ::-1])) is None


def test_a_camera_bumped_between_frames_does_not_move_what_lies_on_the_mat() -> None:
    random = np.random.default_rng(4)
    die = np.array([[120.0, 90.0, 0.0]])
    for bump in range(12):
        shot = Shot(
            tilt=random.uniform(5, 30), turn=random.uniform(-20, 20), fill=random.uniform(0.75, 0.92),
            blur=1.2, light=0.5, noise=2.5, seed=bump,
        )  # fmt: skip
        x, y = project(projection(shot), die)[0]
        assert np.hypot(*(np.array(found(shot).place((x, y))) - die[0, :2])) < 1.0


@pytest.mark.parametrize("focal", [0.7, 0.85, 1.2])
@pytest.mark.parametrize("tilt", [0, 20, 35])
def test_what_stands_above_the_mat_gets_the_place_below_it(tilt: int, focal: float) -> None:
    shot = Shot(tilt=tilt, turn=20, focal=focal)
    view = found(shot)
    assert np.quantile(errors(view, shot, height=8.0), 0.95) < 1.3
    seen = project(projection(shot), np.column_stack([places(shot), np.full(63, 8.0)]))
    uncorrected = np.array([view.place((x, y)) for x, y in seen]) - places(shot)
    assert np.quantile(np.hypot(*uncorrected.T), 0.95) > 2.5


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 297), st.floats(0, 210), st.floats(0, 25))
def test_place_and_pixel_are_each_others_inverse(x: float, y: float, height: float) -> None:
    view = oblique()
    place = view.place(view.pixel((x, y), height_mm=height), height_mm=height)
    assert place == pytest.approx((x, y), abs=1e-6)


def oblique() -> MatView:
    matrix = to_frame(Shot(tilt=30, turn=40))
    return MatView("a4", matrix, np.array([0.0, -1.2, 0.0004]), None, (0, 1, 2, 3))


@given(st.floats(20, 277), st.floats(20, 190))
def test_the_scale_is_the_size_of_a_square_mm(x: float, y: float) -> None:
    view = oblique()
    square = np.array([[x, y], [x + 0.01, y], [x + 0.01, y + 0.01], [x, y + 0.01]])
    seen = np.array([view.pixel((a, b)) for a, b in square])
    along, across = seen[1] - seen[0], seen[3] - seen[0]
    area = abs(along[0] * across[1] - along[1] * across[0])
    assert view.px_per_mm(view.pixel((x, y))) == pytest.approx(np.sqrt(area) / 0.01, rel=1e-3)


@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.45, 0.8, 1.0), (1.0, 0.8, 0.5)])
@pytest.mark.parametrize("light", [0.3, 1.0])
def test_the_grey_patch_shows_the_lights_colour(tint: tuple[float, float, float], light: float) -> None:
    grey = found(Shot(tint=tint, light=light, tilt=20)).grey
    assert grey is not None
    expected = np.array(tint) ** (1 / 2.2)
    assert np.array(grey) / grey[1] == pytest.approx(expected / expected[1], rel=0.04)


def on_patch(colour: tuple[int, int, int], share: float) -> Frame:
    """The sheet with the left `share` of its grey patch, and the paper beside, in another colour."""
    scene = sheet("a4").copy()
    box = LAYOUTS["a4"].grey
    left, top = round((box.x - 8) * PRINT_PX), round((box.y - 2) * PRINT_PX)
    right, bottom = round((box.x + share * box.width) * PRINT_PX), round((box.y + box.height + 5) * PRINT_PX)
    scene[top:bottom, left:right] = colour
    return scene


@pytest.mark.parametrize(
    "scene",
    [
        on_patch((30, 30, 190), 0.5),
        on_patch(SKIN, 1.3),
        on_patch((120, 150, 140), 1.3),
        on_patch((255, 255, 255), 0.4),
        on_patch((0, 0, 0), 1.3),
    ],
    ids=["a die on it", "a hand on it", "a cloth on it", "a glare on it", "black"],
)
def test_a_patch_that_is_not_seen_as_it_is_says_nothing(scene: Frame) -> None:
    assert found(Shot(), scene).grey is None


def test_a_shadows_edge_across_the_patch_makes_it_say_nothing() -> None:
    scene = sheet("a4").copy()
    middle = round(LAYOUTS["a4"].grey.middle[0] * PRINT_PX)
    scene[:, middle:] = (scene[:, middle:] * 0.6).astype(np.uint8)
    assert found(Shot(), scene).grey is None


def test_a_coloured_card_right_on_the_patch_makes_it_say_nothing() -> None:
    scene = sheet("a4").copy()
    box = LAYOUTS["a4"].grey
    left, top = round(box.x * PRINT_PX), round(box.y * PRINT_PX)
    right, bottom = round((box.x + box.width) * PRINT_PX), round((box.y + box.height) * PRINT_PX)
    scene[top:bottom, left:right] = (80, 125, 165)
    assert found(Shot(light=0.7), scene).grey is None


def test_a_patch_with_one_overexposed_channel_says_nothing() -> None:
    assert found(Shot(light=3.0, tint=(0.4, 0.8, 1.6))).grey is None


def test_an_overexposed_patch_says_nothing() -> None:
    assert found(Shot(light=6.0, noise=0.5)).grey is None


def mats_in_photographs(every: int) -> list[str]:
    pictures = sorted(path for suffix in ("jpg", "png") for path in SHARED.rglob(f"*.{suffix}"))
    if not pictures:
        pytest.skip("the photographs are not beside the checkout")
    return [path.name for path in pictures[::every] if find_mat(load_image(path)) is not None]


def test_a_sample_of_photographs_of_dice_shows_no_mat() -> None:
    assert mats_in_photographs(every=8) == []


@pytest.mark.long
def test_no_photograph_of_dice_shows_a_mat() -> None:
    assert mats_in_photographs(every=1) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(64, 400), st.integers(64, 400), st.integers(0, 2**32 - 1), st.sampled_from([1, 4, 16]))
def test_noise_of_any_size_and_grain_shows_no_mat(width: int, height: int, seed: int, grain: int) -> None:
    random = np.random.default_rng(seed)
    coarse = random.integers(0, 256, (height // grain + 1, width // grain + 1, 3), np.uint8)
    frame = np.repeat(np.repeat(coarse, grain, 0), grain, 1)[:height, :width]
    assert find_mat(np.ascontiguousarray(frame)) is None


@pytest.mark.parametrize("level", [0, 127, 255])
def test_an_even_frame_shows_no_mat(level: int) -> None:
    assert find_mat(np.full((480, 640, 3), level, np.uint8)) is None


def test_a_strip_of_a_frame_shows_no_mat() -> None:
    random = np.random.default_rng(2)
    for shape in ((64, 30_000, 3), (30_000, 64, 3), (64, 40_000, 3)):
        assert find_mat(random.integers(0, 256, shape, np.uint8)) is None


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((480, 640), np.uint8),
        np.zeros((480, 640, 4), np.uint8),
        np.full((480, 640, 3), np.nan, np.float32),
        np.zeros((20, 640, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
    ],
    ids=["grey", "four channels", "not a number", "too small", "empty"],
)
def test_what_is_no_frame_is_refused_in_one_sentence(frame: Frame) -> None:
    with pytest.raises(ImageError, match=r"^[^\n]+\.$"):
        find_mat(frame)


def test_only_part_of_the_mat_in_the_frame_is_enough() -> None:
    shot = Shot(shift=(0.25, 0.0))
    view = found(shot)
    assert view.fiducials == (0, 3)
    assert view.zone(view.place((500.0, 240.0))) == "roll"
