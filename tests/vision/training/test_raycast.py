from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.training.arrays import Array, Picture
from vision.training.marks import TILE, UNIT, PipStyle
from vision.training.raycast import Camera, Layer, Light, Material, Pose, atlas_of, draw, outline
from vision.training.solids import Solid, solid
from vision.training.turns import spin, upright

DOWN = np.diag([1.0, -1.0, -1.0])
UP = np.array([0, 0, 1.0])
LIGHT = Light(UP, np.full(3, 0.3), np.full(3, 0.7), UP, 0.99, 0.01, 0.0)
WHITE_ON_BLACK = Material(
    body=np.zeros(3), second=np.zeros(3), mark=np.ones(3), marble=0, marble_scale=1, speckle=0, gloss=0,
    shine=10, roundness=0.01, drilled=0, clear=0, seed=1,
)  # fmt: skip
EMPTY = np.zeros((TILE, TILE), np.float32)


def camera_above(tilt: float = 0.0, focal: float = 800.0, px: float = 100.0) -> Camera:
    """A camera that sees a length of 1 at the origin as `px` px, in the middle of 400 by 400 px."""
    rotation = spin(np.array([1.0, 0, 0]), tilt) @ DOWN
    return Camera(rotation, -rotation.T @ np.array([0, 0, focal / px]), focal, (200.0, 200.0))


def lettered(text: str) -> Picture:
    tile = EMPTY.copy()
    cv2.putText(tile, text, (36, 76), cv2.FONT_HERSHEY_SIMPLEX, 1.8, 1.0, 6, cv2.LINE_AA)
    return tile


def seen(body: Solid, tiles: list[Picture], rotation: Array, camera: Camera, material: Material) -> Layer:
    layer = draw(body, atlas_of(tiles), Pose(rotation, np.zeros(3), 1.0), camera, LIGHT, material, 2)
    assert layer is not None
    return layer


def test_the_camera_projects_and_casts_along_the_same_lines() -> None:
    camera = camera_above(0.6)
    points = np.random.default_rng(1).uniform(-1, 1, (20, 3))
    px = camera.project(points)
    way = points - camera.place
    assert camera.rays(px[:, 0], px[:, 1]) == pytest.approx(
        way / np.linalg.norm(way, axis=1, keepdims=True), abs=1e-5
    )


def test_the_planes_homography_agrees_with_the_projection() -> None:
    camera = camera_above(0.4)
    spots = np.array([[0.3, -0.2], [1.0, 2.0], [-1.5, 0.4]])
    px = np.column_stack([spots, np.ones(3)]) @ camera.plane().T
    assert px[:, :2] / px[:, 2:] == pytest.approx(camera.project(np.column_stack([spots, np.zeros(3)])))


@settings(deadline=None, max_examples=20)
@given(
    sides=st.sampled_from([6, 8, 10, 12]),
    bevel=st.sampled_from([0.0, 0.04, 0.15]),
    seed=st.integers(0, 1000),
    tilt=st.floats(0, 0.8),
)
def test_a_die_lies_inside_its_projected_outline(sides: int, bevel: float, seed: int, tilt: float) -> None:
    rng = np.random.default_rng(seed)
    axis = rng.normal(0, 1, 3)
    rotation = spin(axis / np.linalg.norm(axis), rng.uniform(0, 3))
    body, camera = solid(sides, bevel), camera_above(tilt, px=50)
    layer = seen(body, [EMPTY] * sides, rotation, camera, WHITE_ON_BLACK)
    hull = cv2.convexHull(outline(body, Pose(rotation, np.zeros(3), 1.0), camera).astype(np.float32))
    ys, xs = np.nonzero(layer.cover > 0.5)
    outside = [
        cv2.pointPolygonTest(hull, (float(x + layer.left), float(y + layer.top)), True)
        for x, y in zip(xs, ys, strict=True)
    ]
    assert min(outside) > -1.0
    # Sharp edges leave nothing of the outline empty, rounded ones little.
    assert (layer.cover > 0.5).sum() > (0.97 if bevel == 0 else 0.6) * cv2.contourArea(hull)


@pytest.mark.parametrize("sides", [6, 8, 10, 12])
def test_a_marks_letters_are_readable_and_not_mirrored(sides: int) -> None:
    body = solid(sides, 0.0)
    top = body.faces[2]
    # The face's up axis is turned to the upper edge of the picture.
    flat = upright(top.normal)
    up = flat @ top.up
    rotation = spin(UP, float(np.pi / 2 - np.arctan2(up[1], up[0]))) @ flat
    tile = lettered("F")
    layer = seen(body, [tile] * sides, rotation, camera_above(focal=8000.0), WHITE_ON_BLACK)
    middle = camera_above(focal=8000.0).project((rotation @ top.middle)[None])[0]
    px = 100 * top.inradius / UNIT
    matrix = np.array([
        [px, 0, middle[0] - layer.left - px * TILE / 2], [0, px, middle[1] - layer.top - px * TILE / 2]
    ])  # fmt: skip
    back = cv2.warpAffine(layer.colour[..., 1], matrix, (TILE, TILE), flags=cv2.WARP_INVERSE_MAP)
    middle_part = slice(int(TILE / 2 - 0.8 * UNIT), int(TILE / 2 + 0.8 * UNIT))

    def alike(other: Picture) -> float:
        parts = (back[middle_part, middle_part].ravel(), other[middle_part, middle_part].ravel())
        return float(np.corrcoef(*parts)[0, 1])

    assert alike(tile) > 0.8
    assert alike(tile) > alike(np.ascontiguousarray(tile[:, ::-1])) + 0.2
    assert alike(tile) > alike(np.ascontiguousarray(tile[::-1, ::-1])) + 0.2


def test_every_face_shows_its_own_mark() -> None:
    tiles = [PipStyle(np.random.default_rng(4)).draw(value) for value in range(1, 7)]
    body = solid(6, 0.0)
    for number, face in enumerate(body.faces):
        layer = seen(body, tiles, upright(face.normal), camera_above(focal=8000.0), WHITE_ON_BLACK)
        lit = (layer.colour[..., 0] > 0.4).astype(np.uint8)
        assert cv2.connectedComponents(lit)[0] - 1 == number + 1


def test_the_atlas_holds_the_marks_one_below_the_other_and_flat_where_nothing_is() -> None:
    tiles = [EMPTY, lettered("8"), lettered("3")]
    atlas = atlas_of(tiles)
    assert atlas.shape == (3 * TILE, TILE, 3)
    for number, tile in enumerate(tiles):
        assert (atlas[number * TILE : (number + 1) * TILE, :, 0] == tile).all()
    assert (atlas[:TILE] == 0).all()
    assert np.abs(atlas[TILE:, :, 1:]).max() > 0.1


def test_a_die_far_too_close_is_not_drawn() -> None:
    pose = Pose(np.eye(3), np.zeros(3), 1.0)
    body = solid(6, 0.0)
    assert draw(body, atlas_of([EMPTY] * 6), pose, camera_above(px=760), LIGHT, WHITE_ON_BLACK) is None


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 10**6), marble=st.floats(0, 1), gloss=st.floats(0, 1), drilled=st.floats(0, 1))
def test_any_material_gives_finite_colours(seed: int, marble: float, gloss: float, drilled: float) -> None:
    rng = np.random.default_rng(seed)
    body, second = rng.uniform(0, 1, 3), rng.uniform(0, 1, 3)
    speckle, rim = float(rng.uniform(0, 1)), float(rng.uniform(0, 0.5))
    material = replace(
        WHITE_ON_BLACK, body=body, second=second, marble=marble, speckle=speckle, gloss=gloss,
        drilled=drilled, rim=rim, seed=seed,
    )  # fmt: skip
    light = replace(LIGHT, panel_strength=1.6)
    pose = Pose(upright(np.array([0, 0.6, 0.8])), np.zeros(3), 1.0)
    layer = draw(
        solid(8, 0.05), atlas_of([lettered("5")] * 8), pose, camera_above(0.3, px=40), light, material
    )
    assert layer is not None
    assert np.isfinite(layer.colour).all()
    assert layer.colour.min() >= 0
    assert 0 <= layer.cover.min() <= layer.cover.max() <= 1
