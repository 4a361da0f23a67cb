"""Noticing a camera that gives the same picture for ever."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.reading import Frame

FROZEN_S = 2.0
"""How long the very same picture may come; the noise of a sensor makes two alike all but impossible."""

_FLAT = 8
"""Range in grey levels up to which a picture shows nothing: in the dark or under a cap all may be alike."""

_STEP = 8
"""Every so manieth row and column tells most different pictures apart."""


class FreezeGuard:
    """Compares each frame with the one before, byte for byte; `now` is a monotonic clock in s."""

    def __init__(self, now: Callable[[], float], limit_s: float = FROZEN_S) -> None:
        self._now = now
        self._limit_s = limit_s
        self._last: Frame | None = None
        self._since = 0.0

    def is_frozen(self, frame: Frame) -> bool:
        """Take the next frame; True once the same one has come for longer than the limit."""
        last, self._last = self._last, frame
        now = self._now()
        if last is None or not _alike(frame, last):
            self._since = now
            return False
        return now - self._since > self._limit_s


def _alike(frame: Frame, last: Frame) -> bool:
    if frame.shape != last.shape:
        return False
    sample = frame[::_STEP, ::_STEP]
    if not np.array_equal(sample, last[::_STEP, ::_STEP]) or int(np.ptp(sample)) <= _FLAT:
        return False
    return np.array_equal(frame, last)
