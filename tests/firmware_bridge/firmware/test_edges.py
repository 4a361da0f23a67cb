from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from device.buttons import Debouncer
from firmware_bridge.firmware.clock import TICKS_MASK
from firmware_bridge.firmware.edges import Debounce, EdgeRing, Edges

WINDOW_MS = 20


def alternating(moves: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Each contact closes and opens in turn, as contacts do."""
    closed = [0] * 6
    steps = []
    for button, apart in moves:
        closed[button] ^= 1
        steps.append((button, closed[button], apart))
    return steps


STEPS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 30_000) | st.integers(0, 400_000)), max_size=60
).map(alternating)
"""Edges: button, closed, and µs since the edge before."""


class Notes(Edges):
    """Presses and releases, written down."""

    def __init__(self) -> None:
        self.had: list[tuple[int, int, int]] = []

    def put(self, button: int, pressed: int, tick: int) -> None:
        self.had.append((button, pressed, tick))


def debounced(steps: list[tuple[int, int, int]], start: int, lag_us: int) -> list[tuple[int, int, int]]:
    """What the board makes of edges whose loop turns every `lag_us`, with µs since the start."""
    notes, ring = Notes(), EdgeRing()
    debounce = Debounce(notes)
    us, turned = 0, 0
    for button, closed, apart in steps:
        us += apart
        while turned + lag_us < us:
            turned += lag_us
            ring.drain(debounce)
            debounce.settle((start + turned) & TICKS_MASK)
        ring.put(button, closed, (start + us) & TICKS_MASK)
    ring.drain(debounce)
    debounce.settle((start + us + 10**6) & TICKS_MASK)
    return [(button, pressed, (tick - start) & TICKS_MASK) for button, pressed, tick in notes.had]


@given(STEPS, st.integers(0, TICKS_MASK), st.integers(500, 100_000))
def test_a_press_at_the_board_is_what_a_press_at_the_pis_own_pins_is(
    steps: list[tuple[int, int, int]], start: int, lag_us: int
) -> None:
    pi = [Debouncer(WINDOW_MS) for _ in range(6)]
    wanted, us = [], 0
    for button, closed, apart in steps:
        us += apart
        if pi[button].edge(us * 1000, bool(closed)):
            wanted.append((button, us))
    had = debounced(steps, start, lag_us)
    assert [(button, us) for button, pressed, us in had if pressed] == wanted


@given(STEPS, st.integers(0, TICKS_MASK), st.integers(500, 100_000), st.integers(500, 100_000))
def test_how_often_the_loop_turns_changes_nothing_but_when_it_is_told(
    steps: list[tuple[int, int, int]], start: int, one: int, other: int
) -> None:
    assert sorted(debounced(steps, start, one)) == sorted(debounced(steps, start, other))


@given(STEPS)
def test_presses_and_releases_of_a_button_alternate_and_begin_with_a_press(
    steps: list[tuple[int, int, int]],
) -> None:
    had = debounced(steps, 0, 1000)
    for button in range(6):
        kinds = [pressed for who, pressed, _ in had if who == button]
        assert kinds == [1 - n % 2 for n in range(len(kinds))]


@given(STEPS)
def test_an_opening_alone_is_no_press(steps: list[tuple[int, int, int]]) -> None:
    quiet = [(button, 0, apart) for button, _, apart in steps]
    assert debounced(quiet, 0, 1000) == []


def test_releases_that_become_known_together_are_told_in_their_order() -> None:
    steps = [(0, 1, 0), (5, 1, 10), (5, 0, 30_000), (0, 0, 10)]
    assert debounced(steps, 0, 500_000) == [(0, 1, 0), (5, 1, 10), (5, 0, 30_010), (0, 0, 30_020)]
