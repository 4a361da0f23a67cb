"""The monotonic clock of the table: injected everywhere, moved by hand in tests."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Time that never goes backwards, from an arbitrary start; one clock serves the whole table."""

    def now_ns(self) -> int:
        """The time in whole ns."""
        ...

    def now_ms(self) -> float:
        """The same time in ms."""
        ...


class MonotonicClock:
    """The machine's CLOCK_MONOTONIC, the clock in which the kernel stamps the buttons' edges too."""

    def now_ns(self) -> int:
        """The time in whole ns."""
        return time.monotonic_ns()

    def now_ms(self) -> float:
        """The same time in ms."""
        return time.monotonic_ns() / 1e6


class HandClock:
    """A clock that stands still until `advance` is called."""

    def __init__(self, start_ms: float = 0.0) -> None:
        self._now_ns = round(start_ms * 1e6)

    def now_ns(self) -> int:
        """The time in whole ns."""
        return self._now_ns

    def now_ms(self) -> float:
        """The same time in ms."""
        return self._now_ns / 1e6

    def advance(self, ms: float) -> None:
        """Move on by `ms`; ValueError where that would be backwards."""
        if ms < 0:
            raise ValueError(f"a monotonic clock cannot go back by {-ms} ms")
        self._now_ns += round(ms * 1e6)
