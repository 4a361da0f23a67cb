from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.shutter import LONGEST_US, Shutter, flicker_free, half_period_us, nearest_exposure_us

LAMPS = st.sampled_from([50, 60])
GAINS = (1.0, 16.0)


@pytest.mark.parametrize(("lamp_hz", "period_us"), [(50, 10_000), (60, 8_333.33)])
def test_a_lamp_flickers_twice_in_a_period_of_the_mains(lamp_hz: int, period_us: float) -> None:
    assert half_period_us(lamp_hz) == pytest.approx(period_us, abs=0.01)


@pytest.mark.parametrize(
    ("wanted_us", "lamp_hz", "exposure_us"),
    [
        (12_000, 50, 10_000),
        (16_000, 50, 20_000),
        (6_000, 50, 10_000),
        (90_000, 50, 30_000),
        (4_000, 50, 4_000),
        (16_000, 60, 2e6 / 120),
        (90_000, 60, 3e6 / 120),
    ],
)
def test_the_nearest_whole_number_of_flickers(wanted_us: float, lamp_hz: int, exposure_us: float) -> None:
    assert nearest_exposure_us(wanted_us, lamp_hz) == pytest.approx(exposure_us)


@given(st.floats(200, LONGEST_US), st.floats(1, 16), LAMPS, st.floats(10_000, 100_000))
def test_the_picture_stays_as_bright_and_the_exposure_fits_the_lamp_and_the_frame(
    exposure_us: float, gain: float, lamp_hz: int, longest_us: float
) -> None:
    metered = Shutter(min(exposure_us, longest_us), gain)
    shutter = flicker_free(metered, lamp_hz, GAINS, longest_us)
    light = metered.exposure_us * metered.gain
    assert 0 < shutter.exposure_us <= longest_us * 1.001
    assert GAINS[0] <= shutter.gain <= GAINS[1]
    flickers = shutter.exposure_us / half_period_us(lamp_hz)
    if light >= half_period_us(lamp_hz):
        assert flickers == pytest.approx(round(flickers))
    if shutter.gain < GAINS[1]:
        assert shutter.exposure_us * shutter.gain == pytest.approx(light)


def test_the_gain_makes_up_for_what_the_exposure_gains() -> None:
    assert flicker_free(Shutter(16_000, 2.0), 50, GAINS) == Shutter(20_000, 1.6)


def test_where_the_gain_cannot_sink_the_exposure_takes_fewer_flickers() -> None:
    shutter = flicker_free(Shutter(16_000, 1.0), 50, GAINS)
    assert (shutter.exposure_us, shutter.gain) == (10_000, 1.6)


def test_where_the_gain_cannot_rise_the_exposure_takes_more_flickers() -> None:
    shutter = flicker_free(Shutter(14_000, 16.0), 50, GAINS)
    assert shutter.exposure_us == 20_000
    assert shutter.gain == pytest.approx(11.2)


def test_in_sunlight_the_exposure_is_shorter_than_a_flicker() -> None:
    assert flicker_free(Shutter(900, 1.0), 50, GAINS) == Shutter(900, 1.0)
