"""Raspberry Pi cameras (CSI), through picamera2, which is handed in: it exists on Raspberry Pis alone.

Sources: the Picamera2 manual (raspberrypi/picamera2-manual: stream formats in chapter 4, controls in
appendix C) and the library's own text (raspberrypi/picamera2, picamera2/picamera2.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol

import cv2
import numpy as np

from vision.errors import SourceError
from vision.reading import Frame
from vision.sources.base import Source
from vision.sources.freeze import FreezeGuard
from vision.sources.settings import CameraSettings
from vision.sources.shutter import LONGEST_US, Shutter, flicker_free

DEFAULT_SIZE = (1280, 720)

FRAME_WAIT_S = 1.5
"""How long a running camera may take for a frame: less than the 2 s in which the table notices."""

_START_WAIT_S = 5.0
_FOCUS_WAIT_S = 6.0
_WARM_UP_FRAMES = 45
"""Frames in which exposure and white balance settle: 1.5 s at 30 frames a second."""

_LOCK_FRAMES = 12
"""Frames in which a control must have taken hold: requests on their way still have the old one."""

_EXPOSURE_STEP_US = 100.0
"""A sensor exposes in whole rows, so that it may miss the time asked for by so much."""

_AF_MANUAL = 0
"""libcamera's AfModeManual."""

_TO_BGR = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
}
"""How to bring each format into blue, green, red. libcamera names formats from the highest byte down, so
that RGB888 lies in memory as blue, green, red."""


class PiCamera(Protocol):
    """The part of `picamera2.Picamera2` that is used; times in s, its own errors are RuntimeErrors."""

    @property
    def camera_controls(self) -> Mapping[str, tuple[Any, Any, Any]]: ...  # noqa: D102
    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]: ...  # noqa: D102
    def configure(self, camera_config: dict[str, Any]) -> None: ...  # noqa: D102
    def camera_configuration(self) -> Mapping[str, Any]: ...  # noqa: D102
    def start(self) -> None: ...  # noqa: D102
    def set_controls(self, controls: dict[str, Any]) -> None: ...  # noqa: D102
    def capture_array(self, name: str = "main", wait: float | None = None) -> Any: ...  # noqa: D102
    def capture_metadata(self, wait: float | None = None) -> Mapping[str, Any]: ...  # noqa: D102
    def autofocus_cycle(self, wait: float | None = None) -> bool: ...  # noqa: D102
    def cancel_all_and_flush(self) -> None: ...  # noqa: D102
    def stop(self) -> None: ...  # noqa: D102
    def close(self) -> None: ...  # noqa: D102


class PiCameraSource(Source):
    """The Raspberry Pi camera of this number (0 for the first), frames in blue, green, red.

    `open_camera` is to make the `Picamera2` of a number. Opening takes some seconds where its controls are
    locked (see `CameraSettings`); `notes` names what could not be. `now` is a monotonic clock in s.

    Raises `SourceError` when the camera does not open, and when its frames stop or freeze.
    """

    live = True

    def __init__(
        self,
        number: int,
        open_camera: Callable[[int], PiCamera],
        settings: CameraSettings | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(f"csi{number}")
        settings = settings or CameraSettings()
        self._swapped = settings.order == "rgb"
        self._guard = FreezeGuard(now)
        self._camera: PiCamera | None = None
        with self._failures("cannot be opened"):
            self._camera = open_camera(number)
            self._convert = _start(self._camera, settings)
            self._camera.capture_metadata(wait=_START_WAIT_S)
            if settings.lock:
                self.notes = _lock(self._camera, settings.lamp_hz)

    def read(self) -> Frame | None:
        """Wait for the next frame; None only after `close`."""
        if self._camera is None:
            return None
        with self._failures("stopped giving frames"):
            picture = self._camera.capture_array("main", wait=FRAME_WAIT_S)
            frame = np.ascontiguousarray(picture, dtype=np.uint8)
            if self._convert is not None:
                frame = np.asarray(cv2.cvtColor(frame, self._convert), dtype=np.uint8)
        if self._guard.is_frozen(frame):
            self.close()
            raise SourceError(
                f"The camera {self.name} shows the same picture for ever: check its cable and start again."
            )
        if self._swapped:
            return np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), dtype=np.uint8)
        return frame

    def close(self) -> None:
        """Give the camera back to other programs."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # After a time-out the request that timed out still waits, and stopping would wait behind it.
        for tidy in (camera.cancel_all_and_flush, camera.stop, camera.close):
            with suppress(Exception):
                tidy()

    @contextmanager
    def _failures(self, how: str) -> Iterator[None]:
        """Raise a SourceError for whatever picamera2 raises: it tells most failures by RuntimeError."""
        try:
            yield
        except SourceError:
            self.close()
            raise
        except Exception as error:
            self.close()
            why = "no frame came in time" if isinstance(error, TimeoutError) else str(error)
            raise SourceError(
                f"The camera {self.name} {how} ({why}): check its cable, and that no other program uses it."
            ) from error


def _start(camera: PiCamera, settings: CameraSettings) -> int | None:
    """Start the camera's video; OpenCV's code for bringing its frames into blue, green, red."""
    size = settings.size or DEFAULT_SIZE
    camera.configure(camera.create_video_configuration(main={"format": "RGB888", "size": size}))
    # libcamera may have put another format in the place of the one asked for.
    form = camera.camera_configuration()["main"]["format"]
    if form not in _TO_BGR:
        raise SourceError(f"The camera's pictures come as {form}, which cannot be read: use a USB camera.")
    camera.start()
    return _TO_BGR[form]


def _lock(camera: PiCamera, lamp_hz: int) -> tuple[str, ...]:
    """Let focus, exposure and white balance settle, then lock them; a sentence for each that could not be."""
    notes = []
    if "AfMode" in camera.camera_controls and not _lock_focus(camera):
        notes.append("The camera found no focus: put dice into the tray and start again.")
    for _ in range(_WARM_UP_FRAMES):
        metered = camera.capture_metadata(wait=FRAME_WAIT_S)
    wanted = _locked(camera, metered, lamp_hz)
    camera.set_controls(wanted)
    if not _took_hold(camera, wanted):
        notes.append("The camera does not keep its exposure: lamps may flicker.")
    return tuple(notes)


def _lock_focus(camera: PiCamera) -> bool:
    """Focus once, and keep the lens where it is then; False where there was nothing to focus on."""
    try:
        focused = camera.autofocus_cycle(wait=_FOCUS_WAIT_S)
    except TimeoutError:
        camera.cancel_all_and_flush()
        focused = False
    lens = camera.capture_metadata(wait=FRAME_WAIT_S).get("LensPosition")
    camera.set_controls({"AfMode": _AF_MANUAL} | ({} if lens is None else {"LensPosition": lens}))
    return focused


def _locked(camera: PiCamera, metered: Mapping[str, Any], lamp_hz: int) -> dict[str, Any]:
    """The controls that keep the picture as it was metered; those that the camera has."""
    lowest, highest, _ = camera.camera_controls["AnalogueGain"]
    shutter = flicker_free(
        Shutter(float(metered["ExposureTime"]), float(metered["AnalogueGain"])),
        lamp_hz,
        (float(lowest), float(highest)),
        float(metered.get("FrameDuration", LONGEST_US)),
    )
    wanted: dict[str, Any] = {
        "AeEnable": False,
        "ExposureTime": round(shutter.exposure_us),
        "AnalogueGain": shutter.gain,
        "AwbEnable": False,
    }
    if "ColourGains" in metered:
        wanted["ColourGains"] = tuple(metered["ColourGains"])
    return {name: value for name, value in wanted.items() if name in camera.camera_controls}


def _took_hold(camera: PiCamera, wanted: Mapping[str, Any]) -> bool:
    for _ in range(_LOCK_FRAMES):
        used = camera.capture_metadata(wait=FRAME_WAIT_S)["ExposureTime"]
        if abs(used - wanted["ExposureTime"]) <= _EXPOSURE_STEP_US:
            return True
    return False
