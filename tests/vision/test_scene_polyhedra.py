"""The renderer's d8, d10 and d12: their geometry, their numbering as on dice that are sold, their looks."""

from __future__ import annotations

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
    FAMILY_FACES,
    Camera,
    Light,
    Make,
    Scene,
    SceneDie,
    render,
    render_truth,
    scatter,
    throw,
)
from vision.scene.looks import Family, Finish, MarkStyle, NumeralStyle
from vision.scene.marks import mark_mask
from vision.scene.optics import View
from vision.scene.pose import Pose
from vision.scene.solids import Face, Solid, solid_of

FAMILIES: tuple[Family, ...] = ("d8", "d10", "d12")
EVERY_FACE = [(family, face) for family in FAMILIES for face in FAMILY_FACES[family]]
FROM_ABOVE = Camera(nadir=(0.5, 0.5), noise=0, defocus=0, vignette=0)
SHADOWLESS = Light(elevation=90, ambient=1.0)


def die(
    family: Family, face: str, *, angle: float = 0.0, size: float = 60.0, make: Make | None = None
) -> SceneDie:
    return SceneDie("red", "white", face, (100, 75), angle, size, make=make or Make(family, rounding=0.05))


def picture(one: SceneDie) -> NDArray[np.uint8]:
    return render(Scene((one,), size=(200, 150), camera=FROM_ABOVE, light=SHADOWLESS))


def neighbours(solid: Solid, face: Face) -> list[str]:
    """The faces that share an edge with this one, clockwise from the numeral's upper right."""
    found = {}
    for other in solid.faces:
        shared = (np.abs(other.outline[:, None] - face.outline[None]) < 1e-6).all(axis=2).sum()
        if shared == 2:
            found[other.name] = other.normal @ face.right, -(other.normal @ face.foot)
    return sorted(found, key=lambda name: float(np.arctan2(found[name][0], found[name][1])) % (2 * np.pi))


@pytest.mark.parametrize(("family", "corners", "edges"), [("d8", 6, 3), ("d10", 12, 4), ("d12", 20, 5)])
def test_a_solid_has_flat_faces_at_one_distance(family: Family, corners: int, edges: int) -> None:
    solid = solid_of(family)
    assert len(solid.corners) == corners
    assert sorted(face.name for face in solid.faces) == sorted(FAMILY_FACES[family])
    for face in solid.faces:
        assert len(face.outline) == edges
        np.testing.assert_allclose(face.outline @ face.normal, 1.0)
        np.testing.assert_allclose(np.cross(face.right, face.foot), face.normal, atol=1e-12)
        assert (solid.corners @ face.normal < 1 + 1e-9).all()


@pytest.mark.parametrize(("family", "total"), [("d8", 9), ("d10", 9), ("d12", 13)])
def test_opposite_faces_add_up(family: Family, total: int) -> None:
    for one, other in combinations(solid_of(family).faces, 2):
        if one.normal @ other.normal < -0.999:
            assert int(one.name) + int(other.name) == total


# As on dice that are sold: an upright numeral, and what stands around it.
@pytest.mark.parametrize(
    ("family", "face", "around"),
    [
        ("d8", "2", ["4", "3", "8"]),
        ("d8", "7", ["1", "6", "5"]),
        ("d10", "0", ["4", "7", "3", "8"]),
        ("d10", "3", ["5", "8", "0", "7"]),
        ("d12", "1", ["2", "4", "6", "5", "3"]),
        ("d12", "8", ["4", "2", "7", "12", "10"]),
        ("d12", "12", ["10", "8", "7", "9", "11"]),
    ],
)
def test_the_numbers_stand_where_they_do_on_dice_that_are_sold(
    family: Family, face: str, around: list[str]
) -> None:
    solid = solid_of(family)
    assert neighbours(solid, solid.faces[solid.place_of(face)]) == around


@pytest.mark.parametrize(("family", "face"), EVERY_FACE)
def test_a_die_lies_flat_with_its_face_up(family: Family, face: str) -> None:
    pose = Pose.of(die(family, face, angle=77))
    assert pose.solid.faces[pose.top].name == face
    heights = pose.place(pose.solid.corners)[:, 2]
    top = pose.place(pose.solid.faces[pose.top].outline)[:, 2]
    np.testing.assert_allclose(top, 60.0)
    assert heights.max() == pytest.approx(60.0)
    assert heights.min() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("family", "face"), EVERY_FACE)
@pytest.mark.parametrize("angle", [0.0, 143.0])
def test_the_upper_face_shows_its_own_numeral_upright(family: Family, face: str, angle: float) -> None:
    one = die(family, face, angle=angle, size=80)
    pose = Pose.of(one)
    view = View.of(FROM_ABOVE, (200, 150))
    square = view.project(pose.place(pose.solid.faces[pose.top].square)).astype(np.float32)
    flat = np.array([(0, 0), (64, 0), (64, 64), (0, 64)], np.float32)
    seen = cv2.warpPerspective(picture(one), cv2.getPerspectiveTransform(square, flat), (64, 64))[..., 1]
    rows, columns = np.mgrid[0:64, 0:64]
    circle = np.hypot(rows - 31.5, columns - 31.5) < 27
    likeness = {
        name: float(np.corrcoef(seen[circle], mark_mask(name, 64, one.make.marks)[circle])[0, 1])
        for name in FAMILY_FACES[family]
    }
    assert max(likeness, key=lambda name: likeness[name]) == face
    assert likeness[face] > 0.8


@pytest.mark.parametrize("style", get_args(NumeralStyle))
def test_the_numerals_of_a_style_differ_from_one_another(style: NumeralStyle) -> None:
    masks = [mark_mask(str(number), 48, MarkStyle(numerals=style)) for number in range(13)]
    for one, other in combinations(masks, 2):
        assert np.abs(one - other).sum() > 40


def test_the_styles_differ_from_one_another() -> None:
    masks = [mark_mask("2", 64, MarkStyle(numerals=style)) for style in get_args(NumeralStyle)]
    for one, other in combinations(masks, 2):
        assert np.abs(one - other).sum() > 40


@pytest.mark.parametrize("style", get_args(NumeralStyle))
@pytest.mark.parametrize("marker", ["bar", "dot"])
def test_a_6_turned_over_is_told_from_a_9_by_its_marker(style: NumeralStyle, marker: str) -> None:
    def mask(name: str, kind: str) -> NDArray[np.float32]:
        return mark_mask(name, 96, Make("d10", numerals=style, marker=kind).marks)  # type: ignore[arg-type]

    rows, columns = np.nonzero(mask("6", marker) > 0.5)
    bare_rows, bare_columns = np.nonzero(mask("6", "none") > 0.5)
    assert len(rows) > 1.05 * len(bare_rows)
    assert rows.max() > bare_rows.max() + 3 if marker == "bar" else columns.max() > bare_columns.max() + 3
    np.testing.assert_array_equal(mask("8", marker), mask("8", "none"))


def test_a_d10s_printed_0_counts_as_ten() -> None:
    (truth,) = render_truth(Scene((die("d10", "0"),), size=(200, 150)))
    assert (truth.kind, truth.face, truth.value) == ("d10", "0", 10)


@pytest.mark.parametrize(("family", "face"), [("d8", "9"), ("d10", "10"), ("d12", "0"), ("d6", "star")])
def test_a_face_that_a_family_does_not_have_is_refused(family: Family, face: str) -> None:
    with pytest.raises(SceneError, match=r"take one of (1, 2|0, 1)"):
        die(family, face)


def test_what_cannot_be_made_is_refused_with_what_can() -> None:
    with pytest.raises(SceneError, match=r"finish called 'furry': take one of plain, marbled"):
        Make(finish="furry")  # type: ignore[arg-type]
    with pytest.raises(SceneError, match=r"rounding of 0\.5"):
        Make(rounding=0.5)


@given(
    one=st.sampled_from(EVERY_FACE),
    angle=st.floats(0, 360),
    tilt=st.floats(0, 35),
    nadir=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    tumble=st.tuples(st.floats(-90, 90), st.floats(-90, 90)),
)
@settings(max_examples=40, deadline=None)
def test_the_box_holds_the_whole_polyhedron_tightly(
    one: tuple[Family, str],
    angle: float,
    tilt: float,
    nadir: tuple[float, float],
    tumble: tuple[float, float],
) -> None:
    black = replace(die(*one, angle=angle, size=40), body="black", mark="black", tumble=tumble)
    camera = replace(FROM_ABOVE, nadir=nadir, tilt=tilt)
    scene = Scene((black,), surface="paper", size=(200, 150), camera=camera, light=SHADOWLESS, walls=0)
    (truth,) = render_truth(scene)
    changed = cv2.absdiff(render(scene), render(replace(scene, dice=()))).max(axis=2) > 120
    rows, columns = np.nonzero(changed)
    x, y, width, height = truth.box
    seen = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    assert np.abs(np.subtract(seen, (x, y, x + width, y + height))).max() <= 3


@pytest.mark.parametrize("family", ["d6", *FAMILIES])
def test_finishes_look_different_and_keep_the_marks(family: Family) -> None:
    pictures = {
        finish: picture(die(family, "2", make=Make(family, finish=finish, second="blue")))
        for finish in get_args(Finish)
    }
    for one, other in combinations(pictures.values(), 2):
        assert (cv2.absdiff(one, other).max(axis=2) > 12).sum() > 100
    for finish in get_args(Finish):
        bare = Make(family, finish=finish, second="blue")
        other_face = picture(die(family, "3", make=bare))
        assert (cv2.absdiff(pictures[finish], other_face).max(axis=2) > 60).sum() > 60


def test_scattered_dice_of_all_families_keep_clear_of_one_another() -> None:
    dice = [replace(die(family, "2"), size=50) for family in ("d6", *FAMILIES)] * 2
    scene = scatter(dice, seed=2)
    assert [(one.make, one.size) for one in scene.dice] == [(one.make, one.size) for one in dice]
    for one, other in combinations(scene.dice, 2):
        area, _ = cv2.intersectConvexConvex(Pose.of(one).footprint(), Pose.of(other).footprint())
        assert area < 1


def test_polyhedra_roll_into_the_tray_and_end_as_the_scene() -> None:
    quiet = Camera(noise=0)
    scene = scatter([die(family, "3", size=40) for family in FAMILIES], seed=4, base=Scene(camera=quiet))
    frames = list(throw(scene, seed=5, quiet=1, rolling=5, still=1))
    np.testing.assert_array_equal(frames[-1], render(scene))
    rolling = (cv2.absdiff(frame, render(replace(scene, dice=()))).max(axis=2) > 40 for frame in frames[2:6])
    assert all(changed.mean() > 0.003 for changed in rolling)


def test_polyhedra_that_touch_are_next_to_each_other() -> None:
    first, second = scatter([die("d12", "3"), die("d8", "5")], seed=4, touching=True).dice
    apart = float(np.hypot(*np.subtract(first.centre, second.centre)))
    assert apart < 1.6 * first.size
    area, _ = cv2.intersectConvexConvex(Pose.of(first).footprint(), Pose.of(second).footprint())
    assert area < 0.01 * first.size * first.size
