from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from device.buttons import BUTTON_NAMES, STAMP_NS, ButtonPress, Debouncer, Press, open_buttons
from device.clock import HandClock
from device.config import ButtonsConfig
from device.errors import ButtonError, DeviceError
from device.presses import PlayerPress

ROOT = Path(__file__).parents[2]

MS = 1_000_000


def presses(
    edges: Sequence[tuple[float, bool]], window_ms: float = 20, *, pressed: bool = False
) -> list[float]:
    """The times in ms of the edges (time in ms, whether closed) that count as presses."""
    debouncer = Debouncer(window_ms)
    return [at for at, closed in edges if debouncer.edge(round(at * MS), closed)]


def test_a_press_counts_at_its_first_edge() -> None:
    assert presses([(100, True)]) == [100]
    assert presses([(0, True)]) == [0]


def test_bounces_of_a_press_and_of_its_release_count_for_nothing() -> None:
    bouncing = [(100, True), (101, False), (102, True), (300, False), (301, True), (302, False)]
    assert presses(bouncing) == [100]


def test_a_release_that_bounces_longer_than_the_window_is_no_press() -> None:
    release = [(300 + 3 * n, n % 2 == 1) for n in range(21)]
    assert presses([(100, True), *release]) == [100]


def test_a_short_break_while_a_button_is_held_is_no_press() -> None:
    assert presses([(100, True), (500, False), (500.1, True), (900, False), (950, True)]) == [100, 950]


def test_a_tap_shorter_than_the_window_leaves_the_button_ready() -> None:
    assert presses([(100, True), (105, False), (130, True)]) == [100, 130]


def test_the_window_counts_from_the_last_opening() -> None:
    assert presses([(100, True), (200, False), (205, True), (206, False), (225, True)]) == [100]
    assert presses([(100, True), (200, False), (205, True), (206, False), (226, True)]) == [100, 226]
    # Of two openings in a row the first was followed by a closing too short for the kernel to see.
    assert presses([(100, True), (200, False), (215, False), (225, True)]) == [100]


def test_a_button_that_is_held_at_the_start_counts_from_its_next_press_on() -> None:
    assert presses([(100, False), (101, True), (102, False), (300, True)]) == [300]


def test_an_edge_that_the_kernel_lost_costs_one_press_at_most() -> None:
    assert presses([(100, True), (300, True), (400, False), (500, True)]) == [100, 500]


bounces = st.lists(st.floats(0.01, 4.9), max_size=4)


@st.composite
def bouncing_presses(draw: st.DrawFn) -> tuple[list[float], list[tuple[float, bool]]]:
    """The moments of some presses in ms, and all edges of a contact that bounces for less than 20 ms."""
    now = 0.0
    moments: list[float] = []
    edges: list[tuple[float, bool]] = []
    for _ in range(draw(st.integers(0, 6))):
        for closing in (True, False):
            # Held, and open, for longer than all bouncing and the window together.
            now += draw(st.floats(41, 400))
            if closing:
                moments.append(now)
            edges.append((now, closing))
            at = now
            for number, gap in enumerate(draw(bounces.filter(lambda gaps: len(gaps) % 2 == 0))):
                at += gap
                edges.append((at, closing is (number % 2 == 1)))
    return moments, edges


@given(bouncing_presses())
def test_every_bouncing_press_counts_exactly_once(
    moments_and_edges: tuple[list[float], list[tuple[float, bool]]],
) -> None:
    moments, edges = moments_and_edges
    assert presses(edges) == moments


@given(
    st.lists(st.tuples(st.integers(0, 10**12), st.booleans()), max_size=30).map(sorted),
    st.integers(1, 500),
)
def test_two_presses_are_never_closer_than_the_window_whatever_comes_in(
    edges: list[tuple[int, bool]], window_ms: int
) -> None:
    debouncer = Debouncer(window_ms)
    at = [at_ns for at_ns, closed in edges if debouncer.edge(at_ns, closed)]
    assert all(later - earlier >= window_ms * MS for earlier, later in pairwise(at))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """The clock by which the mock pins stamp their edges."""
    hand = HandClock(start_ms=1000)
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: hand.now_ms() / 1000)
    return hand


@pytest.fixture
def factory() -> Iterator[Any]:
    pins = MockFactory()
    yield pins
    pins.reset()


CONFIG = ButtonsConfig()


def test_each_button_posts_its_own_presses_with_the_edges_stamp(factory: Any, clock: HandClock) -> None:
    posted: list[Press] = []
    with open_buttons(CONFIG, posted.append, factory):
        gc.collect()
        for name in BUTTON_NAMES:
            pin = factory.pin(getattr(CONFIG, name))
            clock.advance(100)
            pin.drive_low()
            clock.advance(1)
            pin.drive_high()
            clock.advance(1)
            pin.drive_low()
            clock.advance(100)
            pin.drive_high()
    assert [press.button for press in posted if isinstance(press, ButtonPress)] == [
        "up",
        "down",
        "ok",
        "back",
    ]
    assert [press.at_ns for press in posted] == [(1100 + 202 * n) * MS for n in range(4)]


def test_pins_are_pulled_up_and_leave_the_debouncing_to_us(factory: Any) -> None:
    with open_buttons(CONFIG, print, factory):
        for name in BUTTON_NAMES:
            pin = factory.pin(getattr(CONFIG, name))
            assert (pin.pull, pin.bounce, pin.edges) == ("up", None, "both")


def test_players_buttons_at_the_pi_post_presses_with_the_kernels_stamp(
    factory: Any, clock: HandClock
) -> None:
    posted: list[Press] = []
    with open_buttons(replace(CONFIG, player_pins=(17, 27)), posted.append, factory):
        for number in (27, 17):
            clock.advance(100)
            factory.pin(number).drive_low()
            clock.advance(1)
            factory.pin(number).drive_high()
    assert posted == [PlayerPress(1, 1100 * MS, STAMP_NS), PlayerPress(0, 1201 * MS, STAMP_NS)]


def test_a_players_pin_that_cannot_be_used_is_named_by_its_player(factory: Any) -> None:
    with (
        open_buttons(replace(CONFIG, up=17), print, factory),
        pytest.raises(ButtonError, match=r"pin 17 of player 2's button cannot be used"),
    ):
        open_buttons(replace(CONFIG, up=1, down=2, ok=3, back=4, player_pins=(7, 17)), print, factory)


def test_the_configured_window_is_used(factory: Any, clock: HandClock) -> None:
    posted: list[Press] = []
    with open_buttons(replace(CONFIG, debounce_ms=200), posted.append, factory):
        pin = factory.pin(CONFIG.ok)
        for _ in range(3):
            pin.drive_low()
            clock.advance(10)
            pin.drive_high()
            clock.advance(150)
    assert len(posted) == 1


def test_a_button_held_while_the_table_starts_posts_nothing_until_pressed_again(
    factory: Any, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = factory.pin(CONFIG.back)
    real = type(pin)._set_pull

    def pulled_but_held(self: Any, value: str) -> None:
        real(self, value)
        if self is pin:
            self.drive_low()

    monkeypatch.setattr(type(pin), "_set_pull", pulled_but_held)
    posted: list[Press] = []
    with open_buttons(CONFIG, posted.append, factory):
        clock.advance(500)
        pin.drive_high()
        clock.advance(1)
        pin.drive_low()
        clock.advance(1)
        pin.drive_high()
        assert posted == []
        clock.advance(100)
        pin.drive_low()
        assert [press.button for press in posted if isinstance(press, ButtonPress)] == ["back"]


def test_closed_buttons_are_silent_and_their_pins_free(factory: Any) -> None:
    posted: list[Press] = []
    buttons = open_buttons(CONFIG, posted.append, factory)
    buttons.close()
    buttons.close()
    factory.pin(CONFIG.up).drive_low()
    assert posted == []
    open_buttons(CONFIG, posted.append, factory).close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_given_back(factory: Any) -> None:
    clashing = replace(CONFIG, up=20, down=21, ok=5, back=22)
    with open_buttons(CONFIG, print, factory):
        with pytest.raises(
            ButtonError, match=r"pin 5 of the button ok cannot be used \(.*; free it or choose"
        ):
            open_buttons(clashing, print, factory)
        open_buttons(replace(clashing, ok=23), print, factory).close()


def test_buttons_that_are_switched_off_touch_no_pin(factory: Any) -> None:
    with open_buttons(replace(CONFIG, enabled=False), print, None):
        assert factory.pins == {}


def test_a_button_error_is_a_device_error_and_an_os_error() -> None:
    assert issubclass(ButtonError, DeviceError)
    assert issubclass(ButtonError, OSError)


OPEN = """
import os
from device.buttons import open_buttons
from device.config import ButtonsConfig
from device.errors import ButtonError

before = os.getcwd(), dict(os.environ)
try:
    open_buttons(ButtonsConfig(), print)
except ButtonError as error:
    print(error)
print((os.getcwd(), dict(os.environ)) == before)
"""

LGPIO = """
import os
# What lgpio 0.2 does on being loaded.
os.chdir(os.environ.get("LG_WD", "."))
os.mkfifo(".lgd-nfy0")
print("loaded")
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
def gpiochip_open(chip):
    raise Exception("can not open gpiochip")
"""


@pytest.mark.parametrize(
    ("lgpio", "says"),
    [
        (LGPIO, "the pins cannot be used ("),
        (
            "raise ImportError('no lgpio here')",
            "the buttons need lgpio, which cannot be loaded (no lgpio here)",
        ),
        ("", "the buttons need lgpio, which cannot be loaded ("),
    ],
    ids=["off the Pi", "missing", "stub"],
)
@pytest.mark.parametrize("told", [None, "/somewhere/else"])
def test_missing_hardware_gets_a_sentence_and_loading_lgpio_leaves_no_trace(
    tmp_path: Path, lgpio: str, says: str, told: str | None
) -> None:
    modules, here, scratch = (tmp_path / name for name in ("modules", "here", "scratch"))
    for folder in (modules, here, scratch):
        folder.mkdir()
    (modules / "lgpio.py").write_text(lgpio)
    environ = {
        **os.environ,
        "PYTHONPATH": f"{modules}{os.pathsep}{ROOT}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(scratch),
        **({} if told is None else {"LG_WD": told}),
    }
    done = subprocess.run(
        [sys.executable, "-c", OPEN], cwd=here, env=environ, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert ("loaded" in lines) is (lgpio is LGPIO)
    assert lines[-2].startswith(says)
    assert lines[-2].endswith(", or set enabled = false in [buttons]")
    assert lines[-1] == "True"
    assert list(here.iterdir()) == []
    assert list(scratch.iterdir()) == []
