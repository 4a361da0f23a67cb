from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.training.raycast import Pose
from vision.training.solids import solid
from vision.training.turns import spin, upright

CORNERS = {6: 8, 8: 6, 10: 12, 12: 20}
EDGES = {6: 12, 8: 12, 10: 20, 12: 30}
SIDES = pytest.mark.parametrize("sides", sorted(CORNERS))


@SIDES
def test_a_solid_has_its_corners_edges_and_faces(sides: int) -> None:
    body = solid(sides, 0.0)
    on = np.abs(body.corners @ body.planes[:, :3].T - body.planes[:, 3]) < 1e-3
    shared = (on.T.astype(int) @ on.astype(int))[np.triu_indices(sides, 1)]
    edges = int((shared == 2).sum())
    assert (len(body.corners), edges, len(body.faces)) == (CORNERS[sides], EDGES[sides], sides)
    assert len(body.corners) - edges + len(body.faces) == 2


@SIDES
def test_opposite_faces_are_parallel_and_one_apart(sides: int) -> None:
    body = solid(sides, 0.05)
    for i, face in enumerate(body.faces):
        other = body.faces[body.opposite[i]]
        assert body.opposite[body.opposite[i]] == i
        assert face.normal == pytest.approx(-other.normal)
        assert (face.middle - other.middle) @ face.normal == pytest.approx(1.0, abs=1e-4)


@SIDES
def test_a_marks_axes_lie_in_the_face_and_are_right_handed(sides: int) -> None:
    for corner in range(4):
        for face in solid(sides, 0.0, 45.0, corner).faces:
            axes = np.array([face.right, face.up, face.normal])
            assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-4)
            assert np.linalg.det(axes) == pytest.approx(1.0, abs=1e-4)


@given(st.sampled_from([40.0, 43.0, 46.0, 49.0]))
def test_a_d10_has_five_faces_around_each_tip(elevation: float) -> None:
    body = solid(10, 0.0, elevation)
    up = np.array([face.normal[2] > 0 for face in body.faces])
    assert (int(up.sum()), int((~up).sum())) == (5, 5)
    tips = body.corners[np.argsort(body.corners[:, 2])[[0, -1]]]
    on = np.abs(tips @ body.planes[:10, :3].T - 0.5) < 1e-3
    assert on.sum(1).tolist() == [5, 5]


@SIDES
def test_bevels_cut_every_corner_and_leave_every_face(sides: int) -> None:
    body = solid(sides, 0.06)
    beyond = (body.corners @ body.planes[:, :3].T > body.planes[:, 3] + 1e-6).any(1)
    assert beyond.all()
    for face in body.faces:
        assert (body.planes[:, :3] @ face.middle <= body.planes[:, 3] + 1e-4).all()


def test_a_solid_with_seven_sides_is_refused() -> None:
    with pytest.raises(ValueError, match="take 6, 8, 10 or 12"):
        solid(7, 0.0)


@settings(deadline=None)
@given(st.sampled_from(sorted(CORNERS)), st.integers(0, 11), st.floats(-4, 4))
def test_a_die_set_upright_lies_on_the_opposite_of_its_top(sides: int, number: int, turn: float) -> None:
    body = solid(sides, 0.0)
    top = body.faces[number % sides]
    rotation = spin(np.array([0, 0, 1.0]), turn) @ upright(top.normal)
    assert np.linalg.det(rotation) == pytest.approx(1.0)
    pose = Pose(rotation, np.array([0, 0, 0.5]), 1.0)
    heights = pose.world(np.array([face.middle for face in body.faces]))[:, 2]
    assert int(heights.argmax()) == number % sides
    assert heights.max() == pytest.approx(1.0, abs=1e-4)
    assert pose.world(body.corners)[:, 2].min() == pytest.approx(0.0, abs=1e-4)
