from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.clock_sync import WINDOW_S, WRAP, ClockSync

MS = 1_000_000
S = 1_000_000_000
PING_NS = 250 * MS
BEGIN_NS = 5_000 * S


@dataclass
class Board:
    """A board's clock, `drift_ppm` fast from `begin_ns` on, and the way to it of 0 to `delay_ms`."""

    chance: random.Random
    drift_ppm: float = 200.0
    delay_ms: float = 20.0
    start: int = 0
    begin_ns: int = BEGIN_NS
    sync: ClockSync = field(default_factory=ClockSync)

    def count(self, at_ns: float) -> int:
        return self.start + int((at_ns - self.begin_ns) / 1000 * (1 + self.drift_ppm * 1e-6))

    def exchange(self, sent_ns: int) -> tuple[int, int, int]:
        stamped_ns = sent_ns + self.chance.uniform(0, self.delay_ms) * MS
        received_ns = stamped_ns + self.chance.uniform(0, self.delay_ms) * MS
        return sent_ns, self.count(stamped_ns) % WRAP, int(received_ns) + 1

    def pings(self, seconds: float, begin_ns: int = BEGIN_NS) -> int:
        """Exchange pings for so long; the moment of the next one."""
        at_ns = begin_ns
        while at_ns < begin_ns + seconds * S:
            self.sync.add(*self.exchange(at_ns))
            at_ns += PING_NS
        return at_ns

    def error_and_uncertainty(self, at_ns: int, now_ns: int, age_min: int = 0) -> tuple[int, int]:
        ticks = self.sync.unwrapped(self.count(at_ns) % WRAP, now_ns, age_min)
        moment = self.sync.moment(ticks)
        return moment.at_ns - at_ns, moment.uncertainty_ns


def boards(count: int, **told: float) -> Iterator[Board]:
    for seed in range(count):
        chance = random.Random(seed)
        yield Board(chance, start=chance.randrange(WRAP), **told)  # type: ignore[arg-type]


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    drift=st.floats(-500, 500),
    delay=st.floats(0.01, 20),
    seconds=st.floats(0.3, 150),
    start=st.integers(0, WRAP - 1),
    ago_s=st.floats(0, 3),
)
def test_the_true_moment_is_within_the_uncertainty_whatever_drift_delay_and_wrap(
    seed: int, drift: float, delay: float, seconds: float, start: int, ago_s: float
) -> None:
    board = Board(random.Random(seed), drift, delay, start)
    now_ns = board.pings(seconds)
    error, uncertainty = board.error_and_uncertainty(now_ns - round(ago_s * S), now_ns)
    assert abs(error) <= uncertainty


def test_after_a_minute_ways_of_0_to_20_ms_leave_less_than_half_a_ms_of_error() -> None:
    errors = []
    for board in boards(40):
        now_ns = board.pings(60)
        errors.append(board.error_and_uncertainty(now_ns - 100 * MS, now_ns)[0])
    assert max(map(abs, errors)) < MS / 2


def test_least_squares_over_the_midpoints_err_several_times_as_much() -> None:
    ours = theirs = 0.0
    for board in boards(40):
        exchanges = [board.exchange(BEGIN_NS + n * PING_NS) for n in range(480)]
        for exchange in exchanges:
            board.sync.add(*exchange)
        now_ns = exchanges[-1][2]
        ticks = [board.count(now_ns) - (board.count(now_ns) - counter) % WRAP for _, counter, _ in exchanges]
        middles = [(sent + received) / 2 for sent, _, received in exchanges]
        x0, y0 = sum(ticks) / 480, sum(middles) / 480
        slope = sum((x - x0) * (y - y0) for x, y in zip(ticks, middles, strict=True))
        slope /= sum((x - x0) ** 2 for x in ticks)
        ours += board.error_and_uncertainty(now_ns, now_ns)[0] ** 2
        theirs += (y0 + slope * (board.count(now_ns) - x0) - now_ns) ** 2
    assert theirs > 9 * ours


def test_one_exchange_is_enough_to_tell_a_moment_within_its_round_trip() -> None:
    sync = ClockSync()
    assert not sync.known
    sync.add(10 * MS, 5_000_000, 14 * MS)
    moment = sync.moment(sync.unwrapped(5_000_000, 15 * MS))
    assert abs(moment.at_ns - 12 * MS) < 2000
    assert 2 * MS <= moment.uncertainty_ns < 2 * MS + 3000
    later = sync.moment(sync.unwrapped(6_000_000, 1020 * MS))
    assert later.uncertainty_ns - moment.uncertainty_ns == pytest.approx(MS, rel=0.01)


def test_nothing_is_told_before_the_first_exchange() -> None:
    with pytest.raises(ValueError, match="nothing is known of this clock"):
        ClockSync().unwrapped(0, 0)


def test_an_answer_before_its_question_is_refused() -> None:
    with pytest.raises(ValueError, match="before its question"):
        ClockSync().add(10, 0, 9)


@pytest.mark.parametrize("before", [-2_000_000, -1, 0, 1, 30_000_000])
def test_the_counters_wrap_is_no_leap(before: int) -> None:
    board = Board(random.Random(1), delay_ms=2, start=WRAP + before - 40_000_000)
    now_ns = board.pings(60)
    for ago_s in (0, 1, 15, 25, 45):
        error, uncertainty = board.error_and_uncertainty(now_ns - ago_s * S, now_ns)
        assert abs(error) <= uncertainty < MS


def test_a_silence_longer_than_a_round_of_the_counter_is_bridged() -> None:
    board = Board(random.Random(2), delay_ms=2)
    board.pings(30)
    again_ns = BEGIN_NS + 3 * 3600 * S
    now_ns = board.pings(30, again_ns)
    error, uncertainty = board.error_and_uncertainty(now_ns - S, now_ns)
    assert abs(error) <= uncertainty < MS
    assert board.sync.outliers == 0


@pytest.mark.parametrize("minutes", [0, 1, 30, 71, 72, 73, 100, 200])
def test_a_stamp_older_than_a_round_of_the_counter_is_told_by_its_age(minutes: int) -> None:
    board = Board(random.Random(3), delay_ms=2, start=3_000_000_000)
    now_ns = board.pings(60)
    at_ns = now_ns - minutes * 60 * S - 10 * S
    error, _ = board.error_and_uncertainty(at_ns, now_ns, minutes)
    # Before the pings nothing was measured: at the most the rate's error stands, never a whole round.
    assert abs(error) < 10 * S


def test_a_single_exchange_that_contradicts_all_others_changes_nothing() -> None:
    board = Board(random.Random(4), delay_ms=2)
    now_ns = board.pings(60)
    sent_ns, counter, received_ns = board.exchange(now_ns)
    assert not board.sync.add(sent_ns, (counter + 500_000) % WRAP, received_ns)
    assert board.sync.outliers == 1
    now_ns = board.pings(5, now_ns + PING_NS)
    error, uncertainty = board.error_and_uncertainty(now_ns, now_ns)
    assert abs(error) <= uncertainty < MS
    assert board.sync.outliers == 1


def test_outliers_that_agree_in_nothing_never_win() -> None:
    board = Board(random.Random(5), delay_ms=2)
    at_ns = board.pings(60)
    for number in range(60):
        sent_ns, counter, received_ns = board.exchange(at_ns)
        wrong = board.chance.randrange(WRAP) if number % 3 == 2 else counter
        board.sync.add(sent_ns, wrong, received_ns)
        at_ns += PING_NS
        error, uncertainty = board.error_and_uncertainty(at_ns, at_ns)
        assert abs(error) <= uncertainty
    assert board.sync.outliers == 20


def test_outliers_far_apart_never_win_together() -> None:
    board = Board(random.Random(6), delay_ms=2)
    at_ns = board.pings(10)
    for _ in range(6):
        sent_ns, counter, received_ns = board.exchange(at_ns)
        assert not board.sync.add(sent_ns, (counter + 40_000) % WRAP, received_ns)
        at_ns = board.pings(WINDOW_S, at_ns + PING_NS)
        error, uncertainty = board.error_and_uncertainty(at_ns, at_ns)
        assert abs(error) <= uncertainty < MS
    assert board.sync.outliers == 6


def test_a_clock_that_leapt_is_followed_after_three_exchanges() -> None:
    board = Board(random.Random(6), delay_ms=2)
    at_ns = board.pings(60)
    board.start += 10_000_000
    for _ in range(2):
        assert not board.sync.add(*board.exchange(at_ns))
        at_ns += PING_NS
    board.sync.add(*board.exchange(at_ns))
    error, uncertainty = board.error_and_uncertainty(at_ns, at_ns)
    assert abs(error) <= uncertainty < 3 * MS


@pytest.mark.parametrize("seed", range(8))
def test_after_a_small_leap_nothing_of_the_clock_before_is_believed(seed: int) -> None:
    board = Board(random.Random(seed), delay_ms=2)
    at_ns = board.pings(60)
    kept = len(board.sync._exchanges)
    board.start += 1500
    while len(board.sync._exchanges) >= kept:
        board.sync.add(*board.exchange(at_ns))
        at_ns += PING_NS
        kept = max(kept, len(board.sync._exchanges))
    for _ in range(60):
        error, uncertainty = board.error_and_uncertainty(at_ns, at_ns)
        assert abs(error) <= uncertainty
        at_ns = board.pings(0.5, at_ns)


def test_an_answer_of_the_old_clock_among_those_of_the_new_one_is_left_out() -> None:
    board = Board(random.Random(6), delay_ms=0.1)
    at_ns = board.pings(60)
    for leap in (50_000, -50_000, 50_000, 0):
        board.start += leap
        board.sync.add(*board.exchange(at_ns))
        at_ns += PING_NS
    board.sync.add(*board.exchange(at_ns))
    error, uncertainty = board.error_and_uncertainty(at_ns, at_ns)
    assert abs(error) <= uncertainty < MS


def test_after_a_silence_in_which_the_rate_changed_the_first_answer_is_believed() -> None:
    board = Board(random.Random(7), delay_ms=2)
    at_ns = board.pings(60)
    board.start, board.begin_ns, board.drift_ppm = board.count(at_ns), at_ns, -300.0
    later_ns = at_ns + round(3 * WINDOW_S) * S
    assert board.sync.add(*board.exchange(later_ns))
    error, uncertainty = board.error_and_uncertainty(later_ns, later_ns)
    assert abs(error) <= uncertainty < 3 * MS


def test_a_rate_that_changes_as_ntp_lets_it_is_followed_within_seconds() -> None:
    board = Board(random.Random(7), drift_ppm=0, delay_ms=2)
    at_ns = board.pings(120)
    board.start, board.begin_ns, board.drift_ppm = board.count(at_ns), at_ns, 100.0
    for _ in range(3):
        at_ns = board.pings(10, at_ns)
        error, _ = board.error_and_uncertainty(at_ns, at_ns)
        assert abs(error) < MS
    assert board.sync.drift_ppm == pytest.approx(100, abs=30)


@pytest.mark.parametrize("seed", range(3))
def test_a_clock_that_wanders_with_the_rooms_warmth_stays_within_the_uncertainty(seed: int) -> None:
    board = Board(random.Random(seed), drift_ppm=50.0, delay_ms=0.3)
    at_ns = board.pings(60)
    for _ in range(60):
        board.start, board.begin_ns = board.count(at_ns), at_ns
        board.drift_ppm += board.chance.uniform(-0.4, 0.4)
        at_ns = board.pings(20, at_ns)
        for ago_s in (0, 1, 5):
            error, uncertainty = board.error_and_uncertainty(at_ns - ago_s * S, at_ns)
            assert abs(error) <= uncertainty < MS / 4
    assert board.sync.outliers < 60


def test_the_drift_is_measured() -> None:
    for board in boards(5, drift_ppm=-430.0, delay_ms=2.0):
        board.pings(120)
        assert board.sync.drift_ppm == pytest.approx(-430, abs=5)


def test_only_the_window_is_kept() -> None:
    board = Board(random.Random(8), delay_ms=2)
    board.pings(3 * WINDOW_S)
    assert len(board.sync._exchanges) <= WINDOW_S * S / PING_NS + 1


def test_a_moment_to_come_is_told_in_the_boards_counter() -> None:
    board = Board(random.Random(9), delay_ms=2, start=WRAP - 61_000_000)
    now_ns = board.pings(60)
    end_ns = now_ns + 30 * S
    # In 30 s a wrong rate within the window's knowledge makes up to 1 ms.
    assert abs(board.sync.counter(end_ns) - board.count(end_ns) % WRAP) < 1500


def test_a_clock_without_ticks_is_refused() -> None:
    with pytest.raises(ValueError, match="does not tick"):
        ClockSync(0)
