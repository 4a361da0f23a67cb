"""USB cameras, as V4L2 devices through OpenCV."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.errors import SourceError
from vision.images import hush_opencv
from vision.reading import Frame
from vision.sources.base import Source, as_frame
from vision.sources.freeze import FreezeGuard
from vision.sources.settings import CameraSettings
from vision.sources.usb_lock import lock_controls

_EMPTY_READS = 3
"""Empty answers in a row after which a camera counts as gone: USB cameras lose single frames."""

_SYS = Path("/sys/class/video4linux")
_PI_DRIVERS = ("unicam", "rp1-cfe", "bcm2835")
"""How the names of the Raspberry Pi's own video devices begin: a raw sensor, and no picture from it."""

_MJPG = cv2.VideoWriter.fourcc(*"MJPG")


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that a camera uses."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802 - OpenCV's own name
    def read(self) -> tuple[bool, Any]: ...  # noqa: D102
    def get(self, prop: int, /) -> float: ...  # noqa: D102
    def set(self, prop: int, value: float, /) -> bool: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


class CameraSource(Source):
    """A USB camera: a V4L2 index ("0") or device path ("/dev/video0"), frames in blue, green, red.

    Opening takes a few seconds where its controls are locked (see `CameraSettings`); `notes` names those
    that it refused. `open_capture` opens the device, OpenCV by default; a test hands in a camera of its
    own, which then need not exist. `now` is a monotonic clock in s.

    Raises `SourceError` when there is no such camera, when it may not be used or is busy, and when its
    frames stop or freeze.
    """

    live = True

    def __init__(
        self,
        device: str | int,
        settings: CameraSettings | None = None,
        *,
        open_capture: Callable[[str], Capture] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        path = device_path(device)
        super().__init__(path)
        if open_capture is None:
            _check_device(path)
            open_capture = _open_camera
        settings = settings or CameraSettings()
        self._swapped = settings.order == "rgb"
        self._empty = 0
        self._guard = FreezeGuard(now)
        self._capture: Capture | None = open_capture(path)
        if not self._capture.isOpened():
            self.close()
            raise SourceError(
                f"The camera {path} does not open: close the program that uses it, or plug it in again."
            )
        _set_up(self._capture, settings)
        if settings.lock:
            self.notes = lock_controls(self._capture, self._picture, settings.lamp_hz, now)

    def read(self) -> Frame | None:
        """Wait for the next frame; None only after `close`."""
        if self._capture is None:
            return None
        frame = self._picture()
        if self._guard.is_frozen(frame):
            raise self._lost("shows the same picture for ever")
        if self._swapped:
            return np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), dtype=np.uint8)
        return frame

    def close(self) -> None:
        """Give the camera back to other programs."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _picture(self) -> Frame:
        """The next frame as the camera gives it."""
        while self._capture is not None and self._empty < _EMPTY_READS:
            got, picture = self._capture.read()
            if got and picture is not None:
                self._empty = 0
                return as_frame(picture)
            self._empty += 1
        raise self._lost("stopped giving frames")

    def _lost(self, how: str) -> SourceError:
        self.close()
        return SourceError(f"The camera {self.name} {how}: check its cable and plug it in again.")


def device_path(device: str | int) -> str:
    """The device path of a camera that may be named by its number."""
    return f"/dev/video{device}" if str(device).isdecimal() else str(device)


def _set_up(capture: Capture, settings: CameraSettings) -> None:
    # Uncompressed, most cameras manage large pictures only a few times a second. One that knows no MJPG
    # keeps what it has.
    capture.set(cv2.CAP_PROP_FOURCC, _MJPG)
    if settings.size is not None:
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, settings.size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, settings.size[1])
    # Old frames in the driver's queue would show the tray as it was; with a single buffer a camera would lose
    # every other frame while OpenCV decodes the one before.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 2)


def _check_device(path: str) -> None:
    """Say what is wrong with a camera's device before OpenCV only says that it did not open."""
    if sys.platform != "linux":
        return
    if not Path(path).exists():
        raise SourceError(
            f"There is no camera at {path}: plug one in, or give another number, a folder, video or picture."
        )
    if not Path(path).is_char_device():
        raise SourceError(f"{path} is no camera: give a number (0), a /dev/video path, or a file.")
    if not os.access(path, os.R_OK | os.W_OK):
        raise SourceError(f"The camera {path} may not be used: add this user to the group video.")
    if _driver(path).startswith(_PI_DRIVERS):
        raise SourceError(f"{path} is the Raspberry Pi's own camera: name it csi.")


def _driver(path: str) -> str:
    """What the kernel calls the device."""
    try:
        return (_SYS / Path(path).resolve().name / "name").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _open_camera(path: str) -> Capture:
    hush_opencv()
    if sys.platform != "linux":
        return cv2.VideoCapture(int(re.sub(r"\D", "", path) or 0))
    # OpenCV waits 10 s for a frame of a camera that stalls; the table would look dead that long. Read at
    # the first wait, in whole seconds.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "1")
    return cv2.VideoCapture(path, cv2.CAP_V4L2)
