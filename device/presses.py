"""Presses of the players' own buttons, whatever they are made of, and who was first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Stamp:
    """A moment on a clock of its own, say one boot of one board: comparable with that clock's others alone.

    The true moment lies at most `uncertainty_ns` before or after `at_ns`, both in ns of that clock.
    """

    clock: str
    at_ns: int
    uncertainty_ns: int


@dataclass(frozen=True)
class PlayerPress:
    """The player on seat `player` (from 0) pressed.

    `at_ns` is the moment of the press in ns of CLOCK_MONOTONIC, as near as the hardware knows it: the true
    moment lies at most `uncertainty_ns` before or after. Presses whose `stamp` is of the same clock are told
    apart by that one, which knows their distance better than where both lie on ours.
    """

    player: int
    at_ns: int
    uncertainty_ns: int
    stamp: Stamp | None = None


def surely_before(one: PlayerPress, other: PlayerPress) -> bool:
    """Whether `one` came first for certain, whatever the clocks were off."""
    if one.stamp is not None and other.stamp is not None and one.stamp.clock == other.stamp.clock:
        return _clearly(one.stamp, other.stamp)
    return _clearly(one, other)


def firsts(presses: Iterable[PlayerPress]) -> tuple[PlayerPress, ...]:
    """Those that may have been first, earliest first, one a player: more than one are a tie.

    Of a player's presses the earliest counts.
    """
    earliest: dict[int, PlayerPress] = {}
    for press in sorted(presses, key=lambda press: (press.at_ns, press.player)):
        earliest.setdefault(press.player, press)
    candidates = tuple(earliest.values())
    found = tuple(one for one in candidates if not any(surely_before(other, one) for other in candidates))
    # Two clocks of which one is worse than it says may contradict each other: then nobody knows.
    return found or candidates


def _clearly(one: Stamp | PlayerPress, other: Stamp | PlayerPress) -> bool:
    return one.at_ns + one.uncertainty_ns < other.at_ns - other.uncertainty_ns
