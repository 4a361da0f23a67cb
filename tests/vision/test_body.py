from __future__ import annotations

import numpy as np
import pytest

from vision.body import body_colour
from vision.colours import name_colour
from vision.scene import Scene, SceneDie, render, render_truth


@pytest.mark.parametrize(
    ("body", "mark"),
    [
        ("red", "white"),
        ("white", "black"),
        ("blue", "white"),
        ("green", "white"),
        ("black", "white"),
        ("purple", "white"),
    ],
)
@pytest.mark.parametrize("face", ["1", "4", "6"])
def test_the_body_is_told_apart_from_its_marks(body: str, mark: str, face: str) -> None:
    scene = Scene((SceneDie(body, mark, face, (160.0, 120.0), angle=20.0, size=60.0),), size=(320, 240))
    (truth,) = render_truth(scene)
    name = name_colour(body_colour(render(scene), truth.box))
    assert name in ({body, "grey"} if body in ("white", "black") else {body})


def test_a_box_beyond_the_edge_of_the_frame_still_has_a_colour() -> None:
    frame = np.full((40, 40, 3), (10, 20, 200), np.uint8)
    assert body_colour(frame, (30.0, 30.0, 30.0, 30.0)) == pytest.approx([10, 20, 200])
    assert body_colour(frame, (-20.0, -20.0, 30.0, 30.0)) == pytest.approx([10, 20, 200])


def test_a_plain_patch_has_its_own_colour() -> None:
    frame = np.full((40, 40, 3), 77, np.uint8)
    assert body_colour(frame, (5.0, 5.0, 20.0, 20.0)) == pytest.approx([77, 77, 77])
