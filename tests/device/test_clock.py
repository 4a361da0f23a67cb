from __future__ import annotations

import time

import pytest

from device.clock import Clock, HandClock, MonotonicClock


def test_a_hand_clock_stands_still_until_it_is_moved() -> None:
    clock = HandClock(start_ms=5)
    assert (clock.now_ms(), clock.now_ns()) == (5.0, 5_000_000)
    clock.advance(0.5)
    assert (clock.now_ms(), clock.now_ns()) == (5.5, 5_500_000)


def test_a_hand_clock_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="cannot go back"):
        HandClock().advance(-1)


def test_the_machines_clock_is_the_one_that_stamps_edges() -> None:
    clock: Clock = MonotonicClock()
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    ns, ms = clock.now_ns(), clock.now_ms()
    after = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    assert before <= ns <= after
    assert ns / 1e6 <= ms <= after / 1e6
