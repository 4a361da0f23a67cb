from __future__ import annotations

import cv2
import numpy as np

from vision.network.outputs import BOX_UNIT, STRIDE, TROUBLES
from vision.training.cuts import (
    BOX_WEIGHT,
    CELLS,
    HAND,
    HEAT,
    HEAT_WEIGHT,
    LOG_HEIGHT,
    LOG_WIDTH,
    MAPS,
    OFFSET_X,
    OFFSET_Y,
    SIDE,
    TROUBLE,
    _smooth,
    sample,
)  # fmt: skip
from vision.training.records import Die, Record

GREEN, RED = (60, 120, 60), (30, 30, 230)


def record(visible: float = 1.0, trouble: tuple[str, ...] = ()) -> Record:
    frame = np.full((480, 640, 3), GREEN, np.uint8)
    frame[200:260, 300:360] = RED
    _, code = cv2.imencode(".png", frame)
    die = Die((300.0, 200.0, 60.0, 60.0), 6, "5", None, visible, trouble)
    return Record(code.tobytes(), [die], "rendered", "s", "n", turnable=True)


def test_the_heat_stands_where_the_cut_shows_the_die() -> None:
    shown = 0
    for seed in range(40):
        cut, maps = sample(record(), np.random.default_rng(seed))
        assert (cut.shape, maps.shape) == ((SIDE, SIDE, 3), (MAPS, CELLS, CELLS))
        peaks = np.argwhere(maps[HEAT] == 1.0)
        if len(peaks) != 1 or maps[HAND].any():
            continue
        row, column = peaks[0]
        assert maps[BOX_WEIGHT, row, column] == 1
        x = (column + maps[OFFSET_X, row, column] + 0.5) * STRIDE
        y = (row + maps[OFFSET_Y, row, column] + 0.5) * STRIDE
        width, height = (np.exp(maps[i, row, column]) * BOX_UNIT for i in (LOG_WIDTH, LOG_HEIGHT))
        half = (0.3 * width, 0.3 * height)
        inside = cut[
            max(0, int(y - half[1])) : int(y + half[1]) + 1, max(0, int(x - half[0])) : int(x + half[0]) + 1
        ]
        away = np.abs(inside.reshape(-1, 3).mean(0) - cut.reshape(-1, 3).mean(0)).max()
        shown += bool(away > 15)
    assert shown >= 15


def test_a_die_that_is_hardly_seen_is_neither_to_be_found_nor_to_be_missed() -> None:
    ignored = 0
    for seed in range(12):
        _, maps = sample(record(visible=0.1), np.random.default_rng(seed))
        assert maps[HEAT].max() == 0
        ignored += bool(maps[HEAT_WEIGHT].min() == 0)
    assert ignored >= 6


def test_a_die_in_trouble_says_so_where_its_box_is_learned_and_nowhere_else() -> None:
    said = 0
    for seed in range(12):
        _, maps = sample(record(trouble=("stacked",)), np.random.default_rng(seed))
        marked = maps[TROUBLE + TROUBLES.index("stacked")] == 1
        assert (marked == (maps[BOX_WEIGHT] == 1)).all() or maps[HAND].any()
        assert maps[TROUBLE + TROUBLES.index("moving")].max() == 0
        said += bool(marked.any())
    assert said >= 6


def test_the_same_seed_gives_the_same_cut() -> None:
    one, other = (sample(record(), np.random.default_rng(9)) for _ in range(2))
    assert (one[0] == other[0]).all()
    assert (one[1] == other[1]).all()


def test_a_ground_without_grain_leaves_the_dice_as_they_are() -> None:
    rng = np.random.default_rng(3)
    cut = rng.integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8)
    middle, size = np.array([30.0, 20.0]), np.array([40.0, 32.0])
    smooth = _smooth(cut, [(middle, size)], rng)
    x, y = ((middle + 0.5) * STRIDE).astype(int)
    die = (slice(y - 8, y + 8), slice(x - 12, x + 12))
    away = np.abs(smooth.astype(int) - cut)
    assert away[die].mean() < 3 < away.mean()
    after, before = (np.abs(np.diff(shown[140:].astype(int), axis=1)).mean() for shown in (smooth, cut))
    assert after < 2 < before
