"""What the players' lamps, the ring and the buzzer shall show, in the game's own terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from device.timer import Timer

ChimeName: TypeAlias = Literal["first", "tie", "time up", "right", "wrong"]
"""What a sound is for."""


@dataclass(frozen=True)
class Chime:
    """A sound that is played once, when a chime with another `number` was wanted before."""

    number: int
    name: ChimeName


@dataclass(frozen=True)
class Countdown:
    """The ring as what is left of a timer: until `deadline_ns` (CLOCK_MONOTONIC), or at rest (None)."""

    total_ms: float
    left_ms: float
    deadline_ns: int | None

    @classmethod
    def of(cls, timer: Timer) -> Countdown | None:
        """What is left of this timer, or None while it is idle."""
        if timer.standing == "idle":
            return None
        # While it runs, the deadline says it all: the same lights need not be sent again and again.
        left_ms = 0.0 if timer.deadline_ns is not None else timer.left_ms
        return cls(timer.total_ms, left_ms, timer.deadline_ns)


@dataclass(frozen=True)
class Lights:
    """All of it: dark unless said otherwise. Seats count from 0.

    Lamps of seats in `may_press` breathe: their button would count now. Those in `pressed` blink: they were
    first, tie, or have the word.
    """

    may_press: frozenset[int] = frozenset()
    pressed: frozenset[int] = frozenset()
    countdown: Countdown | None = None
    chime: Chime | None = None
