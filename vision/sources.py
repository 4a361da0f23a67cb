"""Where frames come from: pictures, a folder, a video or a camera, all behind `FrameSource`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import cv2
import numpy as np

from vision.errors import SourceError
from vision.images import PICTURE_SUFFIXES, hush_opencv, is_picture, load_image
from vision.reading import Frame

_EMPTY_READS = 3
"""Empty answers in a row after which a camera counts as gone: USB cameras lose single frames."""

_MISSING_SHARE = 0.05
"""Share of a video's announced frames that may be missing: some containers only estimate the number."""


class FrameSource(Protocol):
    """Something that gives frames one by one, and is closed at the end of a `with` block.

    `live` tells a camera, which never ends and whose frames must be taken as they come, from a recording.
    """

    @property
    def name(self) -> str:
        """What people call it: a path or a camera's device."""

    @property
    def live(self) -> bool:
        """True for a camera."""

    def read(self) -> Frame | None:
        """The next frame, or None at the end of a recording; raises `SourceError` or `ImageError`."""

    def close(self) -> None:
        """Give the device or file back; closing twice is harmless, reading afterwards gives None."""

    def __enter__(self) -> Self:
        """The source itself."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that the sources use."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802 - OpenCV's own name
    def read(self) -> tuple[bool, Any]: ...  # noqa: D102
    def get(self, prop: int, /) -> float: ...  # noqa: D102
    def set(self, prop: int, value: float, /) -> bool: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


class Source:
    """Name and `with` block, the same for all sources."""

    live = False

    def __init__(self, name: str) -> None:
        self.name = name

    def close(self) -> None:
        """Give back what the source holds."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class PictureSource(Source):
    """Picture files, one frame each, in the order given.

    A file that cannot be used raises once and is passed over, so that reading may go on behind it. With
    `repeat_last` the last good frame is given for ever, as a camera over a resting tray would.
    """

    def __init__(
        self, paths: Iterable[str | os.PathLike[str]], *, name: str | None = None, repeat_last: bool = False
    ) -> None:
        self._paths = [Path(path) for path in paths]
        super().__init__(name or ", ".join(str(path) for path in self._paths))
        self._repeat_last = repeat_last
        self._next = 0
        self._last: Frame | None = None
        self._open = True

    def read(self) -> Frame | None:
        """The next picture (see `load_image` for what it raises), or None behind the last one."""
        if not self._open:
            return None
        if self._next < len(self._paths):
            path = self._paths[self._next]
            self._next += 1
            self._last = load_image(path)
            return self._last.copy()
        if self._repeat_last and self._last is not None:
            return self._last.copy()
        return None

    def close(self) -> None:
        """Forget the pictures."""
        self._open = False
        self._last = None


class FolderSource(PictureSource):
    """All pictures of a folder in natural order (2.png before 10.png), as they were when it was opened.

    Hidden files are left out. Raises `SourceError` when the folder is missing or holds no picture.
    """

    def __init__(self, folder: str | os.PathLike[str], *, repeat_last: bool = False) -> None:
        folder = Path(folder)
        try:
            entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
        except (FileNotFoundError, NotADirectoryError):
            raise SourceError(f"There is no folder {folder}: check its name.") from None
        except OSError as error:
            raise SourceError(f"The folder {folder} cannot be read ({error.strerror}).") from None
        pictures = [entry for entry in entries if entry.suffix.lower() in PICTURE_SUFFIXES]
        if not pictures:
            raise SourceError(f"The folder {folder} holds no picture: put .jpg or .png files into it.")
        pictures.sort(key=_natural)
        super().__init__(pictures, name=str(folder), repeat_last=repeat_last)


class VideoSource(Source):
    """A video file, frame by frame, as fast as it is read.

    Raises `SourceError` when it cannot be opened, and at the frame where a broken file stops before the
    number of frames that its header announces.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        path = Path(path)
        super().__init__(str(path))
        if not path.exists():
            raise SourceError(f"There is no video {path}: check the name and the folder.")
        if not os.access(path, os.R_OK):
            raise SourceError(f"{path} may not be read: give this user the right to read it.")
        hush_opencv()
        self._capture: cv2.VideoCapture | None = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            self.close()
            raise SourceError(
                f"{path} is no picture or video that can be read, or it is damaged: "
                "give a .jpg, .png, .avi or .mp4 file."
            )
        self._announced = int(max(0.0, self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self._frames = 0

    def read(self) -> Frame | None:
        """The next frame, or None at the video's end."""
        if self._capture is None:
            return None
        got, frame = self._capture.read()
        if got and frame is not None:
            self._frames += 1
            return _as_frame(frame)
        self.close()
        if self._frames == 0:
            raise SourceError(f"The video {self.name} holds no frame: copy or record it again.")
        missing = self._announced - self._frames
        if missing > max(1.0, _MISSING_SHARE * self._announced):
            raise SourceError(
                f"The video {self.name} stops after {self._frames} of {self._announced} frames: "
                "copy or record it again."
            )
        return None

    def close(self) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class CameraSource(Source):
    """A USB camera: a V4L2 index ("0") or device path ("/dev/video0"), frames in OpenCV's blue-green-red.

    `size` is the width and height in px to ask the camera for; it may give another one. `open_capture`
    opens the device, OpenCV by default; a test hands in a camera of its own, which then need not exist.
    Raises `SourceError` when there is no such camera, when it may not be used or is busy, and when its
    frames stop.
    """

    live = True

    def __init__(
        self,
        device: str | int,
        *,
        size: tuple[int, int] | None = None,
        open_capture: Callable[[str], Capture] | None = None,
    ) -> None:
        path = f"/dev/video{device}" if str(device).isdecimal() else str(device)
        super().__init__(path)
        if open_capture is None:
            _check_device(path)
            open_capture = _open_camera
        self._empty = 0
        self._capture: Capture | None = open_capture(path)
        if not self._capture.isOpened():
            self.close()
            raise SourceError(
                f"The camera {path} does not open: close the program that uses it, or plug it in again."
            )
        if size is not None:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        # Old frames in the driver's queue would show the tray as it was.
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Frame | None:
        """Wait for the next frame; None only after `close`."""
        while self._capture is not None:
            got, frame = self._capture.read()
            if got and frame is not None:
                self._empty = 0
                return _as_frame(frame)
            self._empty += 1
            if self._empty >= _EMPTY_READS:
                self.close()
                raise SourceError(
                    f"The camera {self.name} stopped giving frames: check its cable and plug it in again."
                )
        return None

    def close(self) -> None:
        """Give the camera back to other programs."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def open_source(text: str, *, repeat_last: bool = False, size: tuple[int, int] | None = None) -> FrameSource:
    """Open what `text` names: a camera's number or /dev path, a folder, a picture or a video.

    A bare number is always a camera; a file called 0 is reached as ./0. `repeat_last` holds the last
    picture of a folder, or the one picture, for ever; `size` (px) is asked of a camera. Raises `SourceError`
    when nothing fits; a picture that cannot be used raises `ImageError` when it is read.
    """
    text = text.strip()
    if not text:
        raise SourceError(
            "No camera is named: give a number (0), a /dev/video path, a folder, video or picture."
        )
    path = Path(text).expanduser()
    if text.isdecimal() or (text.startswith("/dev/") and not path.is_dir() and not path.is_file()):
        return CameraSource(text, size=size)
    if path.is_dir():
        return FolderSource(path, repeat_last=repeat_last)
    if not path.exists():
        raise SourceError(
            f"There is nothing called {text}: give a camera's number (0), a /dev/video path, "
            "a folder of pictures, a video or a picture."
        )
    if is_picture(path):
        return PictureSource([path], repeat_last=repeat_last)
    return VideoSource(path)


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


def _open_camera(path: str) -> Capture:
    hush_opencv()
    if sys.platform != "linux":
        return cv2.VideoCapture(int(re.sub(r"\D", "", path) or 0))
    # OpenCV waits 10 s for a frame of an unplugged camera; the table would look dead that long.
    os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
    return cv2.VideoCapture(path, cv2.CAP_V4L2)


def _as_frame(picture: Any) -> Frame:
    frame = np.asarray(picture, dtype=np.uint8)
    if frame.ndim == 2:
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return frame


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort key that counts the numbers in a name: frame2 before frame10."""
    return [
        (0, int(part), "") if part[0] in "0123456789" else (1, 0, part.lower())
        for part in re.findall(r"[0-9]+|[^0-9]+", path.name)
    ]
