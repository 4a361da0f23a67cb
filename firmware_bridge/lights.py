"""What the board shall show and play, in the host's own terms, and the messages that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.clock_sync import ClockSync
from firmware_bridge.messages import (
    BLACK,
    BUTTONS,
    LEDS,
    RING_BREATHE,
    RING_COMET,
    RING_LEVEL,
    RING_OFF,
    RING_PICTURE,
    RING_TIMER,
    Colour,
    Lamps,
    Ring,
)

TTL_MS = 2000
"""How long lights outlive the host's last word, in ms."""

MOST_AHEAD_NS = 30 * 60 * 10**9
"""How far away the end of a countdown may be for the board's counter to tell it from the past."""

_SPAN_MS = 10
_LONGEST_SPAN = 0xFFFF


@dataclass(frozen=True)
class Lamp:
    """What one button's lamp does: a PATTERN_… of the messages, and a brightness from 0 to 15."""

    pattern: int = 0
    brightness: int = 0


@dataclass(frozen=True)
class Dark:
    """A ring that shows nothing."""


@dataclass(frozen=True)
class Filled:
    """A share (0 to 1) of the ring, clockwise from the top, in `colour`, the rest in `ground`."""

    share: float
    colour: Colour
    ground: Colour = BLACK


@dataclass(frozen=True)
class Countdown:
    """What is left until `end_ns` (CLOCK_MONOTONIC) of `span_ms`, without a word from the host in between.

    `late` is the colour of the last quarter; the board blinks in the last 3 s.
    """

    end_ns: int
    span_ms: int
    colour: Colour
    late: Colour
    ground: Colour = BLACK


@dataclass(frozen=True)
class Picture:
    """Every LED's colour, clockwise from the top: 24, of at most four colours."""

    leds: tuple[Colour, ...]


@dataclass(frozen=True)
class Comet:
    """A point with a tail that goes round once in `round_ms`."""

    round_ms: int
    colour: Colour
    ground: Colour = BLACK


@dataclass(frozen=True)
class Breathing:
    """All LEDs swelling and fading, one breath in `breath_ms`."""

    breath_ms: int
    colour: Colour


RingLook: TypeAlias = Dark | Filled | Countdown | Picture | Comet | Breathing


@dataclass(frozen=True)
class BoardLights:
    """All lights of a board: the lamps of buttons 0 to 5, and the ring."""

    lamps: tuple[Lamp, ...] = (Lamp(),) * BUTTONS
    ring: RingLook = Dark()


def lamps_message(lights: BoardLights) -> Lamps:
    """The message that sets the lamps; MessageError for what a board cannot show."""
    return Lamps(TTL_MS, tuple((lamp.pattern, lamp.brightness) for lamp in lights.lamps))


def ring_message(lights: BoardLights, clock: ClockSync, now_ns: int) -> Ring:
    """The message that sets the ring, a countdown by the board's `clock`; MessageError as for the lamps."""
    match lights.ring:
        case Dark():
            return Ring(TTL_MS, RING_OFF)
        case Filled(share, colour, ground):
            level = round(256 * LEDS * min(1.0, max(0.0, share)))
            return Ring(TTL_MS, RING_LEVEL, (colour, ground, BLACK, BLACK), level=level)
        case Countdown(end_ns, span_ms, colour, late, ground):
            left_ns = end_ns - now_ns
            if not clock.known or abs(left_ns) > MOST_AHEAD_NS:
                share = left_ns / (1e6 * max(1, span_ms))
                return ring_message(BoardLights(ring=Filled(share, colour, ground)), clock, now_ns)
            colours = (colour, ground, late, BLACK)
            return Ring(TTL_MS, RING_TIMER, colours, end=clock.counter(end_ns), span=_span(span_ms))
        case Picture(leds):
            colours_used = list(dict.fromkeys(leds))
            palette = [*colours_used, BLACK, BLACK, BLACK, BLACK][: max(4, len(colours_used))]
            picture = tuple(colours_used.index(led) for led in leds)
            return Ring(TTL_MS, RING_PICTURE, tuple(palette), picture)  # type: ignore[arg-type]
        case Comet(round_ms, colour, ground):
            return Ring(TTL_MS, RING_COMET, (colour, ground, BLACK, BLACK), span=_span(round_ms))
        case Breathing(breath_ms, colour):
            return Ring(TTL_MS, RING_BREATHE, (colour, BLACK, BLACK, BLACK), span=_span(breath_ms))


def _span(ms: int) -> int:
    return min(_LONGEST_SPAN, max(1, round(ms / _SPAN_MS)))
