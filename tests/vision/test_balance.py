from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.balance import NEUTRAL, apply, white_balance
from vision.reading import Frame

LAMP = np.array([0.75, 0.95, 1.0])
"""Blue, green and red of a warm lamp's light."""


def table(*, base: tuple[int, int, int] = (150, 150, 150), light: np.ndarray | None = None) -> Frame:
    """A plain table with grey, white and coloured things on it, under a light."""
    picture = np.empty((120, 160, 3))
    picture[:] = base
    picture[10:40, 10:40] = (225, 225, 225)
    picture[50:80, 10:40] = (30, 30, 200)
    picture[50:80, 60:90] = (180, 60, 30)
    picture[90:110, 100:130] = (60, 60, 60)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    tinted = picture * (np.ones(3) if light is None else light) + noise
    return np.asarray(np.clip(tinted, 0, 255), np.uint8)


def neutralised(gains: tuple[float, float, float], colour: np.ndarray) -> np.ndarray:
    """How far each channel of a colour is from its green after balancing, as a share."""
    balanced = np.array(gains) * colour
    return np.asarray(np.abs(balanced / balanced[1] - 1))


def test_a_grey_patch_becomes_grey() -> None:
    grey = tuple(float(each) for each in 119 * LAMP)
    gains = white_balance(table(light=LAMP), (grey[0], grey[1], grey[2]))
    assert neutralised(gains, 200 * LAMP).max() < 1e-6


def test_the_grey_patch_overrules_what_the_frame_looks_like() -> None:
    felt = table(base=(60, 140, 60), light=LAMP)
    gains = white_balance(felt, (89.25, 113.05, 119.0))
    assert neutralised(gains, LAMP).max() < 1e-6


def test_a_lamps_colour_is_taken_out_without_a_patch() -> None:
    gains = white_balance(table(light=LAMP))
    assert neutralised(gains, LAMP).max() < 0.05


def test_a_frame_in_white_light_stays_nearly_as_it_is() -> None:
    assert white_balance(table()) == pytest.approx(NEUTRAL, abs=0.03)


@pytest.mark.parametrize("felt", [(50, 120, 40), (110, 50, 20), (35, 30, 130)], ids=["green", "blue", "red"])
def test_a_strongly_coloured_felt_does_not_tint_the_dice(felt: tuple[int, int, int]) -> None:
    assert white_balance(table(base=felt)) == pytest.approx(NEUTRAL, abs=0.05)


def test_a_felt_with_nothing_on_it_leaves_the_frame_as_it_is() -> None:
    felt = np.full((100, 100, 3), (40, 110, 40), np.uint8)
    assert white_balance(felt) == NEUTRAL


def test_overexposed_places_have_no_say() -> None:
    frame = table(light=LAMP)
    frame[:60] = 255
    assert neutralised(white_balance(frame), LAMP).max() < 0.05


@pytest.mark.parametrize("level", [0, 255])
def test_a_black_or_white_frame_is_taken_to_be_right(level: int) -> None:
    assert white_balance(np.full((64, 64, 3), level, np.uint8)) == NEUTRAL


@given(st.tuples(*[st.floats(0, 255)] * 3), st.integers(0, 2**32 - 1))
def test_gains_are_bounded_whatever_the_camera_shows(grey: tuple[float, float, float], seed: int) -> None:
    frame = np.random.default_rng(seed).integers(0, 256, (40, 50, 3), np.uint8)
    for gains in (white_balance(frame, grey), white_balance(frame)):
        assert gains[1] == 1.0
        assert all(1 / 3 <= gain <= 3 for gain in gains)


def test_applying_gains_multiplies_each_channel_and_stops_at_white() -> None:
    frame = np.array([[[100, 100, 100], [200, 7, 0]]], np.uint8)
    assert apply(frame, (1.5, 1.0, 0.5)).tolist() == [[[150, 100, 50], [255, 7, 0]]]


def test_applying_gains_leaves_the_frame_itself_alone() -> None:
    frame = table()
    before = frame.copy()
    apply(frame, (1.5, 1.0, 0.5))
    assert (frame == before).all()


def test_a_balanced_frame_is_not_balanced_again() -> None:
    frame = table(light=LAMP)
    once = apply(frame, white_balance(frame))
    assert white_balance(once) == pytest.approx(NEUTRAL, abs=0.03)
