from __future__ import annotations

import numpy as np
import pytest

from vision.training.walls import lay_walls

SIZE = (240, 320)


@pytest.mark.parametrize("seed", range(40))
def test_walls_are_laid_beyond_the_dice_only(seed: int) -> None:
    rng = np.random.default_rng(seed)
    frame = np.full((*SIZE, 3), 0.5, np.float32)
    boxes = [(100.0, 80.0, 40.0, 40.0), (180.0, 120.0, 30.0, 34.0)]
    lay_walls(frame, rng, boxes)
    assert frame.min() >= 0
    assert frame.max() <= 1
    for x, y, w, h in boxes:
        inside = frame[int(y) : int(y + h), int(x) : int(x + w)]
        # A wall's shadow may fall on a die, but no wall.
        assert np.ptp(inside.reshape(-1, 3), axis=1).max() < 1e-6
        assert inside.max() <= 0.5


def test_most_frames_get_a_wall_and_an_empty_tray_stays_mostly_in_view() -> None:
    changed = []
    for seed in range(40):
        frame = np.full((*SIZE, 3), 0.5, np.float32)
        lay_walls(frame, np.random.default_rng(seed), [])
        changed.append(float((np.abs(frame - 0.5).max(axis=2) > 0.02).mean()))
    assert sum(share > 0.02 for share in changed) > 30
    assert max(changed) < 0.95


def test_a_die_at_every_side_leaves_no_room_for_a_wall() -> None:
    frame = np.full((*SIZE, 3), 0.5, np.float32)
    lay_walls(frame, np.random.default_rng(1), [(0.0, 0.0, 320.0, 240.0)])
    assert (frame == 0.5).all()
