"""A USB camera that behaves as V4L2 and OpenCV do, in a room whose light the test sets.

Modelled on modules/videoio/src/cap_v4l.cpp of OpenCV: a missing control reads as -1 and is not set, a refused
one is not set, exposures count in 100 µs; and on what uvcvideo's cameras do: automatic exposure keeps a
brightness, the stored exposure is no true one meanwhile, and a new one shows after two frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np

from vision.reading import Frame

AUTO_EXPOSURE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
AUTOFOCUS, AUTO_WB = cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_AUTO_WB

FRAME_S = 1 / 30
AUTO_LEVEL = 110.0
"""Grey level at which automatic exposure aims."""


def flat(level: float) -> Frame:
    return np.full((48, 64, 3), level, np.uint8)


class ScriptedCapture:
    """A camera whose answers are written down beforehand: a level to show, or None for an empty answer."""

    def __init__(self, answers: Iterable[int | None], *, opens: bool = True) -> None:
        self.answers = iter(answers)
        self.opens = opens
        self.settings: dict[int, float] = {}
        self.released = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return self.opens

    def read(self) -> tuple[bool, Any]:
        level = next(self.answers, None)
        return (False, None) if level is None else (True, flat(level))

    def get(self, prop: int, /) -> float:
        return self.settings.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        self.settings[prop] = value
        return True

    def release(self) -> None:
        self.released += 1


class UsbCamera:
    """`light` is the exposure in 100 µs that gives `AUTO_LEVEL`; `missing` and `refused` name controls.

    `now` is the camera's clock in s: each frame takes a thirtieth.
    """

    def __init__(
        self,
        light: float = 150.0,
        *,
        missing: Iterable[int] = (),
        refused: Iterable[int] = (),
        stored: float = 157.0,
        unplugged_after: int | None = None,
    ) -> None:
        self.light = light
        self.refused = set(refused)
        self.time_s = 0.0
        self.released = 0
        self.order: list[tuple[int, float]] = []
        self.frames = 0
        self._unplugged_after = unplugged_after
        self._noise = np.random.default_rng(7)
        # As the program before left it: locked.
        self._controls = {
            prop: value
            for prop, value in {
                AUTO_EXPOSURE: 1.0,
                EXPOSURE: stored,
                AUTOFOCUS: 0.0,
                AUTO_WB: 0.0,
            }.items()
            if prop not in set(missing)
        }
        self._used = [stored] * 3

    def now(self) -> float:
        return self.time_s

    @property
    def is_automatic(self) -> bool:
        return self._controls.get(AUTO_EXPOSURE, 3.0) != 1.0

    def __getitem__(self, prop: int) -> float:
        return self._controls[prop]

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def get(self, prop: int, /) -> float:
        return self._controls.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        self.order.append((prop, value))
        if prop not in self._controls or prop in self.refused:
            return False
        # uvcvideo has no V4L2_EXPOSURE_AUTO for most cameras, and no exposure while that is automatic.
        if (prop == AUTO_EXPOSURE and value not in (1, 3)) or (prop == EXPOSURE and self.is_automatic):
            return False
        self._controls[prop] = value
        return True

    def read(self) -> tuple[bool, Any]:
        self.time_s += FRAME_S
        self.frames += 1
        if self._unplugged_after is not None and self.frames > self._unplugged_after:
            return False, None
        wanted = self.light if self.is_automatic else self._controls[EXPOSURE]
        step = (wanted - self._used[-1]) * (0.2 if self.is_automatic else 1.0)
        self._used = [*self._used[1:], self._used[-1] + step]
        level = AUTO_LEVEL * (self._used[0] / self.light) ** (1 / 2.2)
        noise = self._noise.normal(0, 2, (48, 64, 3))
        return True, np.clip(level + noise, 0, 255).astype(np.uint8)

    def release(self) -> None:
        self.released += 1
