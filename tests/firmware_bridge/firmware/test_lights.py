from __future__ import annotations

import itertools

import pytest

from firmware_bridge.firmware.ring import MOST_LIGHT
from firmware_bridge.framing import encode
from firmware_bridge.messages import Colour, Lamps, Ping, Ring
from tests.firmware_bridge.firmware.bench import MS, Bench, S

RED: Colour = (150, 0, 0)
BLUE: Colour = (0, 0, 40)
GREEN: Colour = (0, 100, 0)
WHITE: Colour = (255, 255, 255)
COLOURS = (RED, BLUE, GREEN, WHITE)


def lit(bench: Bench) -> list[Colour]:
    """The ring's LEDs as (red, green, blue)."""
    pixels = bench.pins.ring
    return [(pixels[n + 1], pixels[n], pixels[n + 2]) for n in range(0, 72, 3)]


def linked(start_us: int = 0) -> Bench:
    bench = Bench(start_us)
    bench.link()
    return bench


def show(bench: Bench, ring: Ring, after_us: int = 20 * MS) -> list[Colour]:
    bench.say(ring)
    bench.wait(after_us)
    return lit(bench)


def test_a_picture_has_its_colours_from_the_top_clockwise() -> None:
    picture = (0, 1, 2, 2, *(1,) * 19, 2)
    assert show(linked(), Ring(2000, 1, COLOURS, picture)) == [COLOURS[colour] for colour in picture]


@pytest.mark.parametrize(
    ("level", "whole", "part"), [(0, 0, None), (6144, 24, None), (256, 1, None), (3200, 12, (75, 0, 20))]
)
def test_a_level_fills_the_ring_and_its_last_led_by_halves(
    level: int, whole: int, part: Colour | None
) -> None:
    expected = [RED] * whole + ([part] if part else [])
    expected += [BLUE] * (24 - len(expected))
    assert show(linked(), Ring(2000, 2, COLOURS, level=level)) == expected


@pytest.mark.parametrize("start_us", [0, 2**30 - 5 * S, 2**32 - 5 * S, 3 * 2**30 + 17])
def test_a_timer_runs_out_at_its_end_by_the_boards_own_clock(start_us: int) -> None:
    bench = linked(start_us % 2**30)
    # The board counts its wraps from its start on.
    end = (bench.pins.us + 30 * S) % 2**32
    ring = Ring(1000, 3, COLOURS, end=end, span=3000)
    fractions = []
    for _ in range(120):
        leds = show(bench, ring, 250 * MS)
        blue = sum(led[2] for led in leds) / (24 * 40)
        fractions.append(1 - blue)
    expected = [1 - (n + 1) * 0.25 / 30 for n in range(120)]
    still = [n for n in range(120) if expected[n] > 0.1]
    assert all(abs(fractions[n] - expected[n]) < 0.02 for n in still)
    assert show(bench, ring) == [BLUE] * 24
    bench.wait(30 * S, step_us=100 * MS)
    bench.link()
    assert show(bench, ring) == [BLUE] * 24, "it does not begin again"


def test_the_timers_last_quarter_has_another_colour_and_its_last_seconds_blink() -> None:
    bench = linked()
    ring = Ring(1000, 3, COLOURS, end=40 * S, span=4000)
    first = [[show(bench, ring, 100 * MS)[0] for _ in range(10)] for _ in range(40)]
    assert set(first[5]) == {RED}
    assert set(first[28]) == {RED}
    assert set(first[33]) == {GREEN}
    assert BLUE in first[38]
    assert GREEN in first[38]


def test_a_comet_goes_round_once_in_its_time() -> None:
    bench = linked()
    heads = []
    for _ in range(48):
        leds = show(bench, Ring(1000, 4, COLOURS, span=240), 100 * MS)
        heads.append(max(range(24), key=lambda led: leds[led][0]))
    assert heads[24:] == heads[:24]
    assert {(after - before) % 24 for before, after in itertools.pairwise(heads)} <= {0, 1, 2}
    assert len(set(heads)) >= 23


def test_a_breath_rises_and_falls_once_in_its_time() -> None:
    bench = linked()
    levels = [show(bench, Ring(1000, 5, COLOURS, span=200), 100 * MS)[7][0] for _ in range(20)]
    top = levels.index(max(levels))
    assert max(levels) > 135
    assert min(levels) < 5
    assert levels[: top + 1] == sorted(levels[: top + 1])
    assert levels[top:] == sorted(levels[top:], reverse=True)


def test_all_leds_at_once_are_dimmed_to_what_the_port_can_give() -> None:
    leds = show(linked(), Ring(1000, 2, (WHITE,) * 4, level=6144))
    assert MOST_LIGHT - 72 <= sum(map(sum, leds)) <= MOST_LIGHT
    assert len(set(leds)) == 1


@pytest.mark.parametrize(("pattern", "blinks"), [(0, 0), (1, 2), (2, 8)])
def test_lamps_blink_as_their_pattern_says_half_of_the_time_lit(pattern: int, blinks: int) -> None:
    bench = linked()
    bench.say(Lamps(2000, ((pattern, 15),) * 6))
    bench.wait(20 * MS)
    on = []
    for _ in range(200):
        bench.say(Lamps(2000, ((pattern, 15),) * 6))
        bench.wait(10 * MS)
        on.append(bench.pins.lamps[0] > 0)
    went_out = sum(before and not after for before, after in zip(on, on[1:] + on[:1], strict=True))
    assert went_out == blinks
    assert on.count(True) == (pytest.approx(100, abs=8) if blinks else 200)


def test_a_lamp_breathes_in_two_seconds_up_to_its_brightness() -> None:
    bench = linked()
    levels = []
    for _ in range(40):
        bench.say(Lamps(2000, ((3, 8),) * 6))
        bench.wait(50 * MS)
        levels.append(bench.pins.lamps[5])
    assert max(levels) in range(130, 137)
    assert min(levels) < 3


def test_each_lamp_has_its_own_brightness() -> None:
    bench = linked()
    bench.say(Lamps(2000, tuple((0, level) for level in (0, 1, 4, 8, 12, 15))))
    bench.wait(20 * MS)
    assert list(bench.pins.lamps) == [0, 17, 68, 136, 204, 255]


@pytest.mark.parametrize(
    "payload",
    [
        b"\x04\x07\xd0\x40\0\0\0\0\0",
        b"\x04\0\0\x0f\0\0\0\0\0",
        b"\x04\x27\x11\x0f\0\0\0\0\0",
        b"\x05\x07\xd0\x06" + bytes(26),
        b"\x05\x07\xd0\x03" + bytes(26),
        b"\x05\x07\xd0\x02" + bytes(24) + b"\x18\x01",
        b"\x06\x07\xd0\0\5\x09" + bytes(32),
        b"\x06\x07\xd0\0\5\1\0\x31\0\x64" + bytes(28),
        b"\x06\x07\xd0\0\5\1\x27\x11\0\x64" + bytes(28),
        b"\x06\x07\xd0\0\5\1\x03\x70\0\0" + bytes(28),
        b"\x06\x07\xd0\0\0\1\x03\x70\0\x64" + bytes(28),
        b"\x01\1\0\0\0",
        b"\x02\0",
    ],
)
def test_what_is_out_of_range_is_dropped_whole_and_counted(payload: bytes) -> None:
    bench = linked()
    bench.pins.incoming += encode(payload)
    bench.read()
    bench.wait(20 * MS)
    assert bench.heard() == []
    assert bench.pins.lamps == bytes(6)
    assert bench.pins.ring == bytes(72)
    assert bench.pins.hertz == 0
    bench.say(Ping(1))
    assert bench.pongs()[0].damaged == 1
