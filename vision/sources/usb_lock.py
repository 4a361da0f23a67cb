"""Locking a USB camera's focus, white balance and exposure after a warm-up.

V4L2 cameras differ: each control may be missing, may be refused, and while the exposure is automatic many
report a stored value instead of the one in use (opencv/opencv pull request 5516). So the exposure is found
by looking: the brightness that the automatic one reached is the aim.
Source: the kernel's userspace-api/media/v4l/ext-ctrls-camera (exposure_time_absolute in 100 µs).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import cv2

from vision.reading import Frame
from vision.sources.shutter import LONGEST_US, nearest_exposure_us

WARM_UP_S = 2.0
"""How long the automatic controls may settle; auto exposure of common cameras takes about a second."""

_WARM_UP_FRAMES = 15

_UNIT_US = 100.0
_MANUAL, _AUTO_TIME, _AUTO = 1, 3, 0
"""V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_APERTURE_PRIORITY, V4L2_EXPOSURE_AUTO."""

_MISSING = -1.0
"""What OpenCV answers for a control that the camera does not have."""

_LATENCY = 3
"""Frames until a new exposure shows."""

_METERED = 3
"""Frames over which brightness is taken: lamps may still flicker."""

_TRIES = 6
_GAMMA = 2.2
"""A camera's grey level grows with about the 2.2th root of the light."""

_LIKE_BEFORE = 1.5
"""Factor by which a locked picture may be brighter or darker than the automatic one."""


class Controls(Protocol):
    """The part of `cv2.VideoCapture` that has to do with controls."""

    def get(self, prop: int, /) -> float: ...  # noqa: D102
    def set(self, prop: int, value: float, /) -> bool: ...  # noqa: D102


def lock_controls(
    camera: Controls, read: Callable[[], Frame], lamp_hz: int, now: Callable[[], float]
) -> tuple[str, ...]:
    """Let the camera settle, then lock what it lets be locked; a sentence for each control that it refused.

    A control that the camera does not have is no refusal: it stays as it is anyway. `read` takes the next
    frame; what it raises passes through. `now` is a monotonic clock in s.
    """
    # A camera remembers what the program before did to it.
    automatic = _set_auto_exposure(camera)
    camera.set(cv2.CAP_PROP_AUTOFOCUS, 1)
    camera.set(cv2.CAP_PROP_AUTO_WB, 1)
    start, frames = now(), 0
    while frames < _WARM_UP_FRAMES or now() - start < WARM_UP_S:
        read()
        frames += 1
    told = [
        _switch_off(camera, cv2.CAP_PROP_AUTOFOCUS, "focus"),
        _switch_off(camera, cv2.CAP_PROP_AUTO_WB, "white balance"),
        _lock_exposure(camera, read, lamp_hz) if automatic else None,
    ]
    return tuple(sentence for sentence in told if sentence is not None)


def _set_auto_exposure(camera: Controls) -> bool:
    """Whether the camera has an automatic exposure that can be switched."""
    if camera.get(cv2.CAP_PROP_AUTO_EXPOSURE) == _MISSING:
        return False
    return any(camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode) for mode in (_AUTO_TIME, _AUTO))


def _switch_off(camera: Controls, automatic: int, name: str) -> str | None:
    if camera.get(automatic) == _MISSING or camera.set(automatic, 0):
        return None
    return f"The camera does not let its {name} be locked: it may drift."


def _lock_exposure(camera: Controls, read: Callable[[], Frame], lamp_hz: int) -> str | None:
    refused = "The camera does not let its exposure be locked: lamps may flicker."
    aim = _brightness(read)
    units = camera.get(cv2.CAP_PROP_EXPOSURE)
    if units == _MISSING or not camera.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL):
        return refused
    tried: dict[int, float] = {}
    for _ in range(_TRIES):
        step = max(1, round(nearest_exposure_us(units * _UNIT_US, lamp_hz) / _UNIT_US))
        if step in tried:
            break
        if not camera.set(cv2.CAP_PROP_EXPOSURE, step):
            break
        for _ in range(_LATENCY):
            read()
        tried[step] = _brightness(read)
        # As if the camera had no offset: where it has one, the next look corrects it.
        factor = (aim / tried[step]) ** _GAMMA
        units = min(max(step * min(max(factor, 1 / 16), 16), 1), LONGEST_US / _UNIT_US)
    if not tried:
        _set_auto_exposure(camera)
        return refused
    best = min(tried, key=lambda step: abs(math.log(tried[step] / aim)))
    if not 1 / _LIKE_BEFORE < tried[best] / aim < _LIKE_BEFORE:
        _set_auto_exposure(camera)
        how = "dark" if tried[best] < aim else "bright"
        return f"With its exposure locked the camera is too {how}: change the light over the tray."
    camera.set(cv2.CAP_PROP_EXPOSURE, best)
    return None


def _brightness(read: Callable[[], Frame]) -> float:
    """Mean grey level over a few frames, at least 1."""
    return max(1.0, sum(float(read().mean()) for _ in range(_METERED)) / _METERED)
