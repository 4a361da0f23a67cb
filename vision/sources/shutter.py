"""Exposures under which a lamp on mains does not flicker.

Such a lamp brightens and dims twice in a period of the mains. An exposure of a whole number of these half
periods gathers the same light in every row of every frame: no bands, no beat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LONGEST_US = 32_000.0
"""Longest exposure in µs that leaves 30 frames a second, and each a moment for reading it out."""

_SLACK = 1e-6
"""Part of a half period by which rounding may miss a whole number of them."""


@dataclass(frozen=True)
class Shutter:
    """An exposure time in µs and the analogue gain that goes with it."""

    exposure_us: float
    gain: float


def half_period_us(lamp_hz: int) -> float:
    """How long one flicker of a lamp on mains of `lamp_hz` Hz takes, in µs: 10,000 at 50 Hz."""
    return 1e6 / (2 * lamp_hz)


def nearest_exposure_us(wanted_us: float, lamp_hz: int, longest_us: float = LONGEST_US) -> float:
    """The whole number of flickers that is nearest to the wanted exposure and no longer than `longest_us`.

    In light so bright that half a flicker would do, the wanted exposure itself: daylight does not flicker.
    """
    period = half_period_us(lamp_hz)
    most = math.floor(longest_us / period + _SLACK)
    if most < 1 or wanted_us < period / 2:
        return min(wanted_us, longest_us)
    return period * min(max(1, round(wanted_us / period)), most)


def flicker_free(
    metered: Shutter, lamp_hz: int, gains: tuple[float, float], longest_us: float = LONGEST_US
) -> Shutter:
    """The shutter that takes as bright a picture as the `metered` one in whole flickers of the lamp.

    What the exposure gains or loses, the gain makes up for, within its least and greatest value `gains`. In
    light too bright for one flicker at the least gain, the exposure is what the light asks for.
    """
    light = metered.exposure_us * metered.gain
    least, greatest = gains
    period = half_period_us(lamp_hz)
    most = math.floor(longest_us / period + _SLACK)
    flickers = min(max(1, round(metered.exposure_us / period)), most)
    flickers = max(flickers, min(most, math.ceil(light / (greatest * period) - _SLACK)))
    flickers = min(flickers, math.floor(light / (least * period) + _SLACK))
    if flickers < 1:
        return Shutter(min(light / least, longest_us), least)
    exposure = flickers * period
    return Shutter(exposure, min(max(light / exposure, least), greatest))
