from __future__ import annotations

import random
import time
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.clock import HandClock
from device.timer import Timer, TimerMark

FRAME_MS = 1000 / 30


@pytest.fixture
def clock() -> HandClock:
    return HandClock(start_ms=123_456.789)


@pytest.fixture
def timer(clock: HandClock) -> Timer:
    return Timer(clock)


def test_a_timer_is_idle_until_it_is_started(timer: Timer) -> None:
    assert (timer.standing, timer.left_ms, timer.mark) == ("idle", 0, None)
    timer.pause()
    timer.resume()
    timer.extend(1000)
    timer.expire()
    assert timer.standing == "idle"


def test_it_runs_out_at_its_deadline_and_not_before(timer: Timer, clock: HandClock) -> None:
    timer.start(30_000)
    clock.advance(29_999.999)
    assert timer.standing == "running"
    assert timer.left_ms == pytest.approx(0.001)
    clock.advance(0.001)
    assert (timer.standing, timer.left_ms) == ("expired", 0)
    assert timer.deadline_ns == clock.now_ns()


def test_a_pause_costs_nothing(timer: Timer, clock: HandClock) -> None:
    timer.start(30_000)
    clock.advance(10_000)
    timer.pause()
    clock.advance(3_600_000)
    assert (timer.standing, timer.left_ms, timer.deadline_ns) == ("paused", 20_000, None)
    timer.resume()
    clock.advance(5_000)
    assert (timer.standing, timer.left_ms) == ("running", 15_000)


def test_an_extension_adds_to_what_is_left(timer: Timer, clock: HandClock) -> None:
    timer.start(30_000)
    clock.advance(10_000)
    timer.extend(5_000)
    assert (timer.left_ms, timer.total_ms) == (25_000, 35_000)
    timer.pause()
    timer.extend(1_000)
    assert (timer.standing, timer.left_ms) == ("paused", 26_000)


def test_a_timer_that_was_over_runs_on_from_the_extension(timer: Timer, clock: HandClock) -> None:
    timer.start(1_000)
    clock.advance(60_000)
    timer.extend(10_000)
    assert (timer.standing, timer.left_ms) == ("running", 10_000)


def test_it_can_be_ended_before_its_time(timer: Timer) -> None:
    timer.start(1_000)
    timer.expire()
    timer.resume()
    assert (timer.standing, timer.left_ms) == ("expired", 0)
    timer.clear()
    assert (timer.standing, timer.deadline_ns) == ("idle", None)


def test_a_mark_goes_on_in_another_timer_paused(timer: Timer, clock: HandClock) -> None:
    timer.start(30_000)
    clock.advance(12_345)
    mark = timer.mark
    assert mark == TimerMark(30_000, 17_655)
    other = Timer(HandClock(start_ms=7))
    other.restore(mark)
    assert (other.standing, other.left_ms, other.total_ms) == ("paused", 17_655, 30_000)
    other.resume()
    assert other.standing == "running"


def test_a_mark_of_a_timer_that_was_over_is_over(timer: Timer) -> None:
    timer.restore(TimerMark(30_000, 0))
    assert timer.standing == "expired"


@pytest.mark.parametrize("ms", [0, -1, float("nan")])
def test_no_timer_runs_for_nothing(timer: Timer, ms: float) -> None:
    with pytest.raises(ValueError, match="more than 0 ms"):
        timer.start(ms)
    assert timer.standing == "idle"


@dataclass
class Machine:
    """A clock, a wall clock that somebody sets, and what a timer must have left, counted step by step."""

    clock: HandClock
    wall_s: float = 1.8e9
    left_ms: int = 0
    running: bool = False
    started: bool = False

    def pass_by(self, ms: int) -> None:
        self.clock.advance(ms)
        self.wall_s += ms / 1000
        if self.running:
            self.left_ms = max(0, self.left_ms - ms)
            self.running = self.left_ms > 0

    @property
    def standing(self) -> str:
        if not self.started:
            return "idle"
        if self.running:
            return "running"
        return "paused" if self.left_ms else "expired"


def follow(timer: Timer, machine: Machine, step: str, ms: int) -> None:
    """Do one step of a schedule to both."""
    match step:
        case "start":
            timer.start(ms)
            machine.started = machine.running = True
            machine.left_ms = ms
        case "pause":
            timer.pause()
            machine.running = False
        case "resume":
            timer.resume()
            machine.running = machine.left_ms > 0
        case "extend":
            timer.extend(ms)
            if machine.started:
                machine.running = machine.running or machine.left_ms == 0
                machine.left_ms += ms
        case "expire":
            timer.expire()
            machine.left_ms, machine.running = 0, False
        case "restart":
            # The program is killed and taken up again: what ran stands paused.
            mark = timer.mark
            if mark is not None:
                timer.restore(mark)
            machine.running = False
        case "ntp":
            machine.wall_s += ms - 15_000
        case "stall" | "frame":
            machine.pass_by(ms if step == "stall" else round(FRAME_MS))


STEPS = ("start", "pause", "resume", "extend", "expire", "restart", "ntp", "stall", "frame", "frame", "frame")


def check(schedule: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = HandClock(start_ms=1_000)
    machine, timer = Machine(clock), Timer(clock)
    monkeypatch.setattr(time, "time", lambda: machine.wall_s)
    monkeypatch.setattr(time, "time_ns", lambda: round(machine.wall_s * 1e9))
    for step, ms in schedule:
        follow(timer, machine, step, ms)
        assert timer.left_ms == machine.left_ms, (schedule, step)
        assert timer.standing == machine.standing, (schedule, step)


def test_10000_random_schedules_leave_the_right_time(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    for _ in range(10_000):
        schedule = [(rng.choice(STEPS), rng.randint(1, 30_000)) for _ in range(rng.randint(1, 14))]
        check([("start", rng.randint(1, 60_000)), *schedule], monkeypatch)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(1, 30_000)), max_size=20))
def test_any_schedule_leaves_the_right_time(schedule: list[tuple[str, int]]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        check(schedule, monkeypatch)


def test_a_look_every_frame_sees_the_end_at_most_a_frame_late() -> None:
    rng = random.Random(6)
    for _ in range(200):
        clock = HandClock()
        timer = Timer(clock)
        timer.start(rng.uniform(100, 3_000))
        deadline = timer.deadline_ns
        assert deadline is not None
        clock.advance(rng.uniform(0, FRAME_MS))
        while timer.standing == "running":
            # Frames that are late by a stall do not add up.
            clock.advance(FRAME_MS)
        assert 0 <= clock.now_ns() - deadline <= FRAME_MS * 1e6
