"""Frames from files: pictures, a folder of them, or a video."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import cv2

from vision.errors import SourceError
from vision.images import PICTURE_SUFFIXES, hush_opencv, load_image
from vision.reading import Frame
from vision.sources.base import Source, as_frame

_MISSING_SHARE = 0.05
"""Share of a video's announced frames that may be missing: some containers only estimate the number."""


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
            return as_frame(frame)
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


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort key that counts the numbers in a name: frame2 before frame10."""
    return [
        (0, int(part), "") if part[0] in "0123456789" else (1, 0, part.lower())
        for part in re.findall(r"[0-9]+|[^0-9]+", path.name)
    ]
