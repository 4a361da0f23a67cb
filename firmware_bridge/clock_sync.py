"""From a board's ticks to CLOCK_MONOTONIC, with the error that is left.

Each exchange of a ping says for certain that the board's stamp was taken after the ping was sent and
before its answer was received. Whatever the two ways took, the straight line from ticks to nanoseconds
passes between all these bounds, so that the tightest way there and the tightest way back count, also where
they belong to different exchanges. Of the lines that do so the middle is taken; half of what is left
between them, which is half a round trip of the best two ways, is the uncertainty. This is regression
with bounded errors (Milanese and Vicino, "Optimal estimation theory for dynamic systems with set
membership uncertainty", Automatica 27, 1991). Least squares over the midpoints err several times as much
where the ways take 0 to 20 ms; a test compares both.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

WRAP = 1 << 32
"""Ticks after which the board's counter begins again at 0."""

WINDOW_S = 120.0
"""How far back exchanges count, in s."""

MAX_DRIFT_PPM = 500.0
"""How wrong a board's clock may run."""

MAX_SLEW_PPM = 500.0
"""How much faster or slower NTP may let CLOCK_MONOTONIC run (adjtimex(2))."""

WANDER_PPM = 1.0
"""How much the two rates may part within the window, by warmth or NTP: older bounds are loosened by it."""

_DOUBTS = 3
"""So many exchanges that agree among themselves overrule all that came before; fewer are outliers."""

_REFIT = 16
"""After so many exchanges the region is made anew, as the bounds behind it have been loosened by age."""

_Line: TypeAlias = tuple[float, float]
"""Nanoseconds at the newest stamp, and nanoseconds a tick."""


@dataclass(frozen=True)
class Moment:
    """A time in ns of CLOCK_MONOTONIC; the true one lies at most `uncertainty_ns` before or after."""

    at_ns: int
    uncertainty_ns: int


@dataclass(frozen=True)
class Exchange:
    """One ping: sent and answered in ns of CLOCK_MONOTONIC, and the board's whole count in between."""

    sent_ns: int
    ticks: int
    received_ns: int


class ClockSync:
    """What is known of one boot's clock; another boot's is another clock.

    `tick_hz` is the rate that the board states. Not for several threads.
    """

    def __init__(self, tick_hz: int = 1_000_000) -> None:
        if tick_hz <= 0:
            raise ValueError(f"a clock of {tick_hz} ticks a second does not tick")
        self.outliers = 0
        self._tick_ns = 1e9 / tick_hz
        self._exchanges: deque[Exchange] = deque()
        self._doubted: list[Exchange] = []
        self._lines: list[_Line] = []
        self._unfitted = 0

    @property
    def known(self) -> bool:
        """Whether moments can be told: after the first exchange."""
        return bool(self._exchanges)

    @property
    def drift_ppm(self) -> float:
        """How much faster the board's clock runs than CLOCK_MONOTONIC, as far as it is known."""
        rates = [rate for _, rate in self._lines]
        return 0.0 if not rates else 1e6 * (2 * self._tick_ns / (min(rates) + max(rates)) - 1)

    @property
    def uncertainty_ns(self) -> int:
        """How far off the moment of the newest stamp may be; ValueError before `known`."""
        return self.moment(self._newest.ticks).uncertainty_ns

    def add(self, sent_ns: int, counter: int, received_ns: int) -> bool:
        """Take one exchange with the board's 32-bit `counter`; False where it is doubted as an outlier.

        Raises ValueError where the answer came before the question.
        """
        if received_ns < sent_ns:
            raise ValueError("an answer cannot be received before its question was sent")
        exchange = Exchange(sent_ns, self._counted(counter, received_ns), received_ns)
        if self._exchanges and received_ns - self._newest.received_ns > 1e9 * WINDOW_S:
            # Nothing that was known of the rate may hold still.
            self._exchanges.clear()
            self._doubted.clear()
        if not self._exchanges or self._agrees(exchange):
            self._accept(exchange)
            return True
        self._doubt(exchange)
        return False

    def unwrapped(self, counter: int, now_ns: int, age_min: int = 0) -> int:
        """The whole count of a 32-bit `counter` that stood so `age_min` to one more minutes before `now_ns`.

        ValueError before `known`, as for all that follows.
        """
        newest = self._newest
        # Just past the latest count that it may be now: what lies beyond is a round of the counter ago.
        reach = (now_ns - newest.sent_ns) * (1 + 1e-6 * (MAX_DRIFT_PPM + MAX_SLEW_PPM)) / self._tick_ns
        horizon = newest.ticks + max(0, round(reach)) + 2
        youngest = (horizon - counter) % WRAP
        rounds = round(((age_min + 0.5) * 60e9 / self._tick_ns - youngest) / WRAP)
        return horizon - youngest - WRAP * max(0, rounds)

    def moment(self, ticks: int) -> Moment:
        """When the board's clock stood at this whole count."""
        newest = self._newest
        x = ticks - newest.ticks
        places = [start + rate * x for start, rate in self._lines]
        early, late = min(places), max(places)
        # Ticks are cut off, not rounded: the edge came up to one of them later.
        spread = (late - early + self._tick_ns) / 2 + 1e-6 * WANDER_PPM * abs(x) * self._tick_ns
        return Moment(newest.sent_ns + round((early + late + self._tick_ns) / 2), int(spread) + 1)

    def counter(self, at_ns: int) -> int:
        """How the board's 32-bit counter stands at a moment, most likely."""
        newest = self._newest
        starts, rates = [start for start, _ in self._lines], [rate for _, rate in self._lines]
        start, rate = (min(starts) + max(starts)) / 2, (min(rates) + max(rates)) / 2
        ticks: int = newest.ticks + round((at_ns - newest.sent_ns - start) / rate)
        return ticks % WRAP

    def elapsed_ns(self, ticks: int) -> int:
        """A whole count as ns of the board's own clock."""
        return round(ticks * self._tick_ns)

    @property
    def _newest(self) -> Exchange:
        if not self._exchanges:
            raise ValueError("nothing is known of this clock before the first exchange")
        return self._exchanges[-1]

    def _counted(self, counter: int, now_ns: int) -> int:
        """The count that is nearest to where the counter should stand, since silence may outlast a round."""
        if not self._exchanges:
            return counter
        newest = self._exchanges[-1]
        expected = newest.ticks + round((now_ns - newest.received_ns) / self._tick_ns)
        return expected + (counter - expected + WRAP // 2) % WRAP - WRAP // 2

    def _agrees(self, exchange: Exchange) -> bool:
        """Whether some line that the others allow passes between this exchange's bounds as well."""
        newest = self._exchanges[-1]
        x = exchange.ticks - newest.ticks
        places = [start + rate * x for start, rate in self._lines]
        slack = 1e-6 * WANDER_PPM * abs(x) * self._tick_ns + self._tick_ns
        return (
            max(places) + slack >= exchange.sent_ns - newest.sent_ns
            and min(places) - slack <= exchange.received_ns - newest.sent_ns
        )

    def _accept(self, exchange: Exchange) -> None:
        lines = self._narrowed(exchange) if self._exchanges else []
        self._exchanges.append(exchange)
        while exchange.received_ns - self._exchanges[0].received_ns > 1e9 * WINDOW_S:
            self._exchanges.popleft()
        self._unfitted += 1
        if self._unfitted < _REFIT and lines:
            self._lines = lines
        else:
            self._unfitted = 0
            self._lines = self._fit()

    def _narrowed(self, exchange: Exchange) -> list[_Line]:
        """The region, now as of this newer exchange, and only what passes between its bounds too."""
        newest = self._newest
        x, y = exchange.ticks - newest.ticks, exchange.sent_ns - newest.sent_ns
        moved = [(start + rate * x - y, rate) for start, rate in self._lines]
        return self._between(moved, exchange, exchange)

    def _doubt(self, exchange: Exchange) -> None:
        """Keep one that contradicts, until enough of them say the same."""
        self.outliers += 1
        oldest_ns = exchange.received_ns - round(1e9 * WINDOW_S)
        self._doubted = [each for each in self._doubted if each.received_ns >= oldest_ns]
        while self._doubted and not self._consistent([*self._doubted, exchange]):
            self._doubted.pop(0)
        self._doubted.append(exchange)
        if len(self._doubted) >= _DOUBTS:
            # Where the clock did change, the newest are fitted first and the older ones contradict them.
            doubted, self._doubted = self._doubted, []
            merged = sorted([*self._exchanges, *doubted], key=lambda each: each.received_ns)
            self._exchanges = deque(each for each in merged if each.received_ns >= doubted[0].received_ns)
            self._lines = self._fit()

    def _consistent(self, exchanges: list[Exchange]) -> bool:
        lines = self._box(exchanges[-1])
        for exchange in reversed(exchanges[:-1]):
            lines = self._between(lines, exchange, exchanges[-1])
        return bool(lines)

    def _fit(self) -> list[_Line]:
        """The corners of the region of all lines that pass between the bounds, the newest bounds first."""
        newest = self._newest
        lines = self._box(newest)
        for exchange in reversed(self._exchanges):
            # An older one that contradicts all newer ones tells of a clock that has changed since.
            lines = self._between(lines, exchange, newest) or lines
        return lines

    def _box(self, newest: Exchange) -> list[_Line]:
        """The corners of all lines that one exchange allows, at any rate that a clock may have."""
        most = 1e-6 * (MAX_DRIFT_PPM + MAX_SLEW_PPM) * self._tick_ns
        early, late = -self._tick_ns, float(newest.received_ns - newest.sent_ns)
        slow, fast = self._tick_ns - most, self._tick_ns + most
        return [(early, slow), (late, slow), (late, fast), (early, fast)]

    def _between(self, lines: list[_Line], exchange: Exchange, newest: Exchange) -> list[_Line]:
        """The part of the region that passes between the bounds of `exchange`; empty where none does."""
        x = exchange.ticks - newest.ticks
        slack = 1e-6 * WANDER_PPM * abs(x) * self._tick_ns
        # The stamp is cut off to a whole tick: it was taken up to one later than it says.
        early = exchange.sent_ns - newest.sent_ns - slack - self._tick_ns
        late = exchange.received_ns - newest.sent_ns + slack
        above = _clipped(lines, [start + rate * x - early for start, rate in lines])
        return _clipped(above, [late - start - rate * x for start, rate in above])


def _clipped(corners: list[_Line], inside: list[float]) -> list[_Line]:
    """The part of a convex polygon where a linear function is not negative, given its values at the corners.

    Sutherland and Hodgman, "Reentrant polygon clipping", Communications of the ACM 17, 1974.
    """
    if not corners or min(inside) >= 0:
        return corners
    kept: list[_Line] = []
    for index, (corner, value) in enumerate(zip(corners, inside, strict=True)):
        (before, was) = corners[index - 1], inside[index - 1]
        if (value < 0) != (was < 0):
            share = was / (was - value)
            kept.append(
                (before[0] + share * (corner[0] - before[0]), before[1] + share * (corner[1] - before[1]))
            )
        if value >= 0:
            kept.append(corner)
    return kept
