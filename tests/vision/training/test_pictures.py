from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.training import grounds
from vision.training.arrays import Frame, Rng
from vision.training.augment import cover, glare, relight, smear, veil
from vision.training.clutter import lay_clutter
from vision.training.grounds import ground, noise
from vision.training.hands import lay_hand
from vision.training.marks import SYMBOLS, TILE, PipStyle, symbol

SIDES = st.integers(16, 700)


def picture(height: int, width: int, seed: int = 1) -> Frame:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8)


@pytest.mark.parametrize("kind", sorted(grounds._GROUNDS))
def test_every_kind_of_ground_is_a_picture_with_a_grain(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grounds, "_GROUNDS", {kind: (1.0, grounds._GROUNDS[kind][1])})
    surface = ground(np.random.default_rng(3), 128)
    assert surface.shape == (128, 128, 3)
    assert surface.dtype == np.float32
    assert 0.01 <= surface.min() < surface.max() <= 1.0


def test_the_shares_of_the_grounds_add_up_to_all() -> None:
    assert sum(share for share, _ in grounds._GROUNDS.values()) == pytest.approx(1.0)


def test_noise_lies_around_nothing_and_is_smooth_at_its_width() -> None:
    layer = noise(np.random.default_rng(2), 256, (40,))
    assert layer.shape == (256, 256)
    assert np.abs(layer).max() < 3
    assert np.abs(np.diff(layer, axis=1)).mean() < 0.1 * layer.std()


@pytest.mark.parametrize("name", SYMBOLS)
def test_every_symbol_is_a_mark_inside_the_tile_and_varies(name: str) -> None:
    tiles = [symbol(name, rng, PipStyle(rng)) for rng in map(np.random.default_rng, range(6))]
    for tile in tiles:
        assert tile.shape == (TILE, TILE)
        assert tile.dtype == np.float32
        assert 0 <= tile.min() < tile.max() <= 1
        assert 0.01 < tile.mean() < 0.5
        assert tile[:4].max() == tile[-4:].max() == tile[:, :4].max() == tile[:, -4:].max() == 0
    assert len({tile.tobytes() for tile in tiles}) == len(tiles)


@settings(deadline=None, max_examples=25)
@given(height=SIDES, width=SIDES, seed=st.integers(0, 10**6), hue=st.booleans())
def test_other_light_keeps_a_pictures_shape(height: int, width: int, seed: int, hue: bool) -> None:
    before = picture(height, width)
    kept = before.copy()
    after = relight(before, np.random.default_rng(seed), hue=hue)
    assert (after.shape, after.dtype) == (before.shape, before.dtype)
    assert (before == kept).all()


@settings(deadline=None, max_examples=30)
@given(
    befall=st.sampled_from([glare, smear, cover, veil]),
    height=st.integers(16, 200),
    width=st.integers(16, 200),
    seed=st.integers(0, 10**6),
)
def test_what_befalls_a_picture_changes_it_and_keeps_its_shape(
    befall: Callable[[Frame, Rng], Frame], height: int, width: int, seed: int
) -> None:
    before = picture(height, width)
    kept = before.copy()
    after = befall(before, np.random.default_rng(seed))
    assert (after.shape, after.dtype) == (before.shape, before.dtype)
    assert (after != before).any()
    assert (before == kept).all()


def test_a_veil_leaves_the_marks_of_a_face_to_be_seen() -> None:
    before = np.full((64, 64, 3), 200, np.uint8)
    before[24:40, 24:40] = 20
    for seed in range(40):
        after = veil(before, np.random.default_rng(seed)).astype(int)
        assert after[24:40, 24:40].mean() + 15 < after[8:24, 24:40].mean()


def test_a_hand_reaches_its_target_and_is_seen_where_its_mask_says() -> None:
    frame = np.full((240, 320, 3), 0.9, np.float32)
    for seed in range(8):
        after = frame.copy()
        mask = lay_hand(after, np.random.default_rng(seed), (160.0, 120.0), 40.0)
        changed = np.abs(after - frame).max(2) > 0.05
        assert mask.shape == (240, 320)
        assert changed[mask == 255].mean() > 0.95
        assert (mask[40:200, 80:240] > 127).any()


def test_clutter_changes_the_ground_in_part() -> None:
    frame = np.full((240, 320, 3), 0.5, np.float32)
    lay_clutter(frame, np.random.default_rng(5), 40.0)
    share = (frame != 0.5).any(2).mean()
    assert 0 < share < 1
