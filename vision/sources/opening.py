"""Choosing the kind of source by what its name means."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from vision.errors import SourceError
from vision.images import is_picture
from vision.sources.base import FrameSource
from vision.sources.naming import BY_ID, CameraName
from vision.sources.picamera import PiCamera, PiCameraSource
from vision.sources.recordings import FolderSource, PictureSource, VideoSource
from vision.sources.settings import CameraSettings
from vision.sources.usb import CameraSource, Capture, device_path

_CSI = re.compile(r"csi(\d?)", re.IGNORECASE)


class SourceOpener:
    """Opens what `text` names each time it is called: a camera's number or /dev path, "csi" or "csi1" for a
    Raspberry Pi camera, a folder, a picture or a video.

    A bare number is always a USB camera; a file called 0 is reached as ./0. A camera that was open before is
    found again under whatever number it has now. `repeat_last` holds the last picture of a folder, or the
    one picture, for ever. `open_picamera` makes the Picamera2 of a number; without it there are no Raspberry
    Pi cameras. `open_capture` stands in for OpenCV's capture, `by_id` for udev's folder of links.

    A call raises `SourceError` when nothing fits; a picture that cannot be used raises `ImageError` when it
    is read.
    """

    def __init__(
        self,
        text: str,
        settings: CameraSettings | None = None,
        *,
        repeat_last: bool = False,
        open_picamera: Callable[[int], PiCamera] | None = None,
        open_capture: Callable[[str], Capture] | None = None,
        by_id: Path = BY_ID,
    ) -> None:
        self._text = text.strip()
        self._settings = settings or CameraSettings()
        self._repeat_last = repeat_last
        self._open_picamera = open_picamera
        self._open_capture = open_capture
        self._name = CameraName(device_path(self._text), by_id)

    def __call__(self) -> FrameSource:
        """Open the source."""
        text = self._text
        if not text:
            raise SourceError(
                "No camera is named: give a number (0), csi, a /dev/video path, a folder, video or picture."
            )
        path = Path(text).expanduser()
        if (csi := _CSI.fullmatch(text)) and not path.exists():
            return self._picamera(int(csi[1] or 0))
        if text.isdecimal() or (text.startswith("/dev/") and not path.is_dir() and not path.is_file()):
            return self._usb()
        if path.is_dir():
            return FolderSource(path, repeat_last=self._repeat_last)
        if not path.exists():
            raise SourceError(
                f"There is nothing called {text}: give a camera's number (0), csi, a /dev/video path, "
                "a folder of pictures, a video or a picture."
            )
        if is_picture(path):
            return PictureSource([path], repeat_last=self._repeat_last)
        return VideoSource(path)

    def _usb(self) -> CameraSource:
        source = CameraSource(self._name.find(), self._settings, open_capture=self._open_capture)
        self._name.remember()
        return source

    def _picamera(self, number: int) -> PiCameraSource:
        if self._open_picamera is None:
            raise SourceError("Raspberry Pi cameras are not served here: give a USB camera's number.")
        return PiCameraSource(number, self._open_picamera, self._settings)


def open_source(
    text: str, settings: CameraSettings | None = None, *, repeat_last: bool = False
) -> FrameSource:
    """Open once what `text` names; see `SourceOpener`."""
    return SourceOpener(text, settings, repeat_last=repeat_last)()
