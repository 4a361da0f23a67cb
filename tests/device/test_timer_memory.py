from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.clock import HandClock
from device.journal import Journal
from device.timer import Timer
from device.timer_memory import MARK_EVERY_MS, TimerMemory


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        opened.begin("pharaoh-code", {})
        yield opened


@pytest.fixture
def clock() -> HandClock:
    return HandClock(start_ms=1e6)


def memory(journal: Journal, clock: HandClock) -> TimerMemory:
    return TimerMemory(Timer(clock), clock, journal, 1)


def test_a_timer_killed_in_mid_round_stands_where_it_was_last_written_down(
    journal: Journal, clock: HandClock
) -> None:
    before = memory(journal, clock)
    before.timer.start(30_000)
    before.keep(since=3)
    for _ in range(300):
        clock.advance(33)
        before.tick()
    left = before.timer.left_ms
    # The machine was off in between, and its clock begins anew.
    after = memory(journal, HandClock())
    assert after.recall(since=3)
    assert after.timer.standing == "paused"
    assert left <= after.timer.left_ms <= left + MARK_EVERY_MS + 33


def test_a_kill_at_any_moment_of_any_schedule_gives_back_at_most_one_mark(
    journal: Journal, clock: HandClock
) -> None:
    rng = random.Random(4)
    for run in range(25):
        before = memory(journal, clock)
        before.timer.start(30_000)
        before.keep(since=run)
        for _ in range(rng.randint(0, 60)):
            clock.advance(rng.choice([1, 33, 33, 33, 250]))
            step = rng.choice(["tick"] * 8 + ["pause", "resume", "extend"])
            if step == "tick":
                before.tick()
                continue
            getattr(before.timer, step)(*([1_000] if step == "extend" else []))
            before.keep(since=run)
        after = memory(journal, HandClock())
        assert after.recall(since=run)
        assert -1 < after.timer.left_ms - before.timer.left_ms <= MARK_EVERY_MS + 250
        assert abs(after.timer.total_ms - before.timer.total_ms) < 1


def test_a_timer_that_was_over_is_over_after_a_restart(journal: Journal, clock: HandClock) -> None:
    before = memory(journal, clock)
    before.timer.start(1_000)
    before.keep(since=0)
    clock.advance(1_001)
    before.tick()
    after = memory(journal, clock)
    assert after.recall(since=0)
    assert after.timer.standing == "expired"


def test_another_rounds_note_counts_for_nothing(journal: Journal, clock: HandClock) -> None:
    before = memory(journal, clock)
    before.timer.start(30_000)
    before.keep(since=1)
    after = memory(journal, clock)
    assert not after.recall(since=2)
    assert after.timer.standing == "idle"


def test_what_was_forgotten_is_not_recalled(journal: Journal, clock: HandClock) -> None:
    before = memory(journal, clock)
    before.timer.start(30_000)
    before.keep(since=1)
    before.forget()
    assert before.timer.standing == "idle"
    assert not memory(journal, clock).recall(since=1)


def test_a_timer_that_stands_is_not_written_again_and_again(journal: Journal, clock: HandClock) -> None:
    kept = memory(journal, clock)
    kept.timer.start(30_000)
    kept.keep(since=1)
    clock.advance(100)
    kept.timer.pause()
    kept.tick()
    journal.note(1, "timer", {"untouched": True})
    clock.advance(60_000)
    kept.tick()
    assert journal.noted(1, "timer") == {"untouched": True}


@pytest.mark.parametrize(
    "note",
    [
        {},
        {"since": 1},
        {"since": 1, "total_ms": 5, "left_ms": 9},
        {"since": 1, "total_ms": 5, "left_ms": -9},
        {"since": 1, "total_ms": "5", "left_ms": 3},
        {"since": "1", "total_ms": 5, "left_ms": 3},
    ],
)
def test_a_note_that_makes_no_sense_counts_for_nothing(
    journal: Journal, clock: HandClock, note: dict[str, Any]
) -> None:
    journal.note(1, "timer", note)
    assert not memory(journal, clock).recall(since=1)
