from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.firmware.clock import TICKS_MASK, Clock, since

MINUTE = 60_000_000


@example(TICKS_MASK - 10, [0], 100)
@example(TICKS_MASK - 10, [100], -100)
@given(
    st.integers(0, TICKS_MASK),
    st.lists(st.integers(0, 8 * MINUTE), min_size=1, max_size=40),
    st.integers(-8 * MINUTE, 8 * MINUTE),
)
def test_stamps_are_the_time_modulo_32_bits_however_the_ticks_wrapped(
    start: int, steps: list[int], apart: int
) -> None:
    clock = Clock(start)
    us = start
    for step in steps:
        us += step
        clock.update(us & TICKS_MASK)
    message = bytearray(6)
    clock.put((us + apart) & TICKS_MASK, message, 1)
    assert int.from_bytes(message[1:5], "big") == (us + apart) % (1 << 32)
    assert clock.minutes == (us - start) // MINUTE % (1 << 16)


@given(st.integers(0, TICKS_MASK), st.integers(-(1 << 29), (1 << 29) - 1))
def test_the_time_between_two_ticks_does_not_mind_the_wrap(earlier: int, apart: int) -> None:
    assert since((earlier + apart) & TICKS_MASK, earlier) == apart
