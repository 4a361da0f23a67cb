from __future__ import annotations

import numpy as np
import pytest

from vision.network.faces import Box, crop, turned_crops


@pytest.mark.parametrize(
    "box", [(40.0, 30.0, 50.0, 44.0), (-8.0, 90.0, 300.0, 280.0), (150.0, 100.0, 9.0, 9.0)]
)
def test_crops_in_several_turns_are_those_of_each_turn(box: Box) -> None:
    frame = np.random.default_rng(2).integers(0, 256, (240, 320, 3), np.uint8)
    turns = [0.0, 30.0, 180.0, 275.0]
    for turn, cut in zip(turns, turned_crops(frame, box, 64, 1.1, turns), strict=True):
        assert cut.shape == (64, 64, 3)
        assert (cut == crop(frame, box, 64, 1.1, turn)).all()


def test_a_quarter_turn_brings_the_right_side_up() -> None:
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[:, 100:] = 255
    straight, turned = turned_crops(frame, (60.0, 60.0, 80.0, 80.0), 64, 1.0, [0.0, 90.0])
    assert straight[:, :24].max() == 0
    assert straight[:, 40:].min() == 255
    assert turned[:24].min() == 255
    assert turned[40:].max() == 0
