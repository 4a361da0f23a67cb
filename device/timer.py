"""A timer that every game can use: counts down by the monotonic clock, however seldom it is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from device.clock import Clock

Standing: TypeAlias = Literal["idle", "running", "paused", "expired"]

NS_PER_MS = 1_000_000


@dataclass(frozen=True)
class TimerMark:
    """How far a timer had run, in whole ms: all that is needed to go on with it elsewhere."""

    total_ms: int
    left_ms: int


class Timer:
    """Counts down from `start`; the time left is worked out anew whenever it is asked for.

    Nothing has to call it in time: neither the wall clock nor frames, stalls and late looks change what is
    left. What does not fit how it stands (a pause while it is idle) changes nothing. Times are in ms.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._total_ns = 0
        # What is left while it stands still; while it runs, only the deadline counts.
        self._left_ns: int | None = None
        self._deadline_ns: int | None = None

    @property
    def standing(self) -> Standing:
        """Whether it runs, stands, is over or was never started."""
        if self._deadline_ns is None:
            if self._left_ns is None:
                return "idle"
            return "paused" if self._left_ns else "expired"
        return "running" if self._deadline_ns > self._clock.now_ns() else "expired"

    @property
    def total_ms(self) -> float:
        """From start to end, with all that it was extended by."""
        return self._total_ns / NS_PER_MS

    @property
    def left_ms(self) -> float:
        """What is left; 0 for one that is idle or over."""
        return self._left_now_ns() / NS_PER_MS

    @property
    def deadline_ns(self) -> int | None:
        """The moment of its end in ns of the clock, past or to come; None while it stands."""
        return self._deadline_ns

    @property
    def mark(self) -> TimerMark | None:
        """How far it has run, to be kept; what is left is rounded up. None while it is idle."""
        if self.standing == "idle":
            return None
        return TimerMark(-(-self._total_ns // NS_PER_MS), -(-self._left_now_ns() // NS_PER_MS))

    def start(self, ms: float) -> None:
        """Begin anew with `ms` to run; ValueError where that is nothing."""
        self._total_ns = _whole(ms)
        self._left_ns, self._deadline_ns = None, self._clock.now_ns() + self._total_ns

    def pause(self) -> None:
        """Stand still until `resume`."""
        if self.standing == "running":
            self._left_ns, self._deadline_ns = self._left_now_ns(), None

    def resume(self) -> None:
        """Run on from where it was paused."""
        if self.standing == "paused":
            self._deadline_ns, self._left_ns = self._clock.now_ns() + self._left_now_ns(), None

    def extend(self, ms: float) -> None:
        """Add `ms` to what is left; one that was over runs on from now. ValueError where that is nothing."""
        more, standing = _whole(ms), self.standing
        if standing == "idle":
            return
        left = self._left_now_ns() + more
        self._total_ns += more
        if standing == "paused":
            self._left_ns = left
        else:
            self._left_ns, self._deadline_ns = None, self._clock.now_ns() + left

    def expire(self) -> None:
        """Be over now, whatever is left."""
        if self.standing in ("running", "paused"):
            self._left_ns, self._deadline_ns = None, self._clock.now_ns()

    def clear(self) -> None:
        """Be idle again, as before the first start."""
        self._total_ns, self._left_ns, self._deadline_ns = 0, None, None

    def restore(self, mark: TimerMark) -> None:
        """Stand where another timer stood, paused, or over where nothing was left."""
        self._total_ns = mark.total_ms * NS_PER_MS
        self._left_ns, self._deadline_ns = mark.left_ms * NS_PER_MS, None

    def _left_now_ns(self) -> int:
        if self._deadline_ns is not None:
            return max(0, self._deadline_ns - self._clock.now_ns())
        return self._left_ns or 0


def _whole(ms: float) -> int:
    if not ms > 0:
        raise ValueError(f"a timer runs for more than 0 ms, not {ms}")
    return round(ms * NS_PER_MS)
