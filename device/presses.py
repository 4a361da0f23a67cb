"""Presses of the players' own buttons, whatever they are made of, and who was first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class PlayerPress:
    """The player on seat `player` (from 0) pressed.

    `at_ns` is the moment of the press in ns of CLOCK_MONOTONIC, as near as the hardware knows it: the true
    moment lies at most `uncertainty_ns` before or after.
    """

    player: int
    at_ns: int
    uncertainty_ns: int


def surely_before(one: PlayerPress, other: PlayerPress) -> bool:
    """Whether `one` came first for certain, whatever the clocks were off."""
    return one.at_ns + one.uncertainty_ns < other.at_ns - other.uncertainty_ns


def firsts(presses: Iterable[PlayerPress]) -> tuple[PlayerPress, ...]:
    """Those that may have been first, earliest stamp first, one a player: more than one are a tie.

    Of a player's presses the earliest stamp counts.
    """
    earliest: dict[int, PlayerPress] = {}
    for press in sorted(presses, key=lambda press: (press.at_ns, press.player)):
        earliest.setdefault(press.player, press)
    candidates = tuple(earliest.values())
    return tuple(one for one in candidates if not any(surely_before(other, one) for other in candidates))
