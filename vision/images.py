"""Picture files to frames, with one clear sentence for every file that is none."""

from __future__ import annotations

import os
import re
import stat
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ImageError, SourceError
from vision.reading import Frame

MIN_SIDE = 32
"""Smallest width and height in px: below it a die has no room for its pips."""

MAX_PIXELS = 50_000_000
"""Largest width × height in px: decoded, such a picture already fills 150 MB."""

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png"})

_MAX_BYTES = 300_000_000
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_JPEG_SIGNATURE = b"\xff\xd8\xff"
_PNG_NEEDED = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_JPEG_SCAN_END = re.compile(rb"\xff+([^\x00\xd0-\xd7\xff])", re.DOTALL)
_JPEG_FRAME_MARKERS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_END, _JPEG_SCAN = 0xD9, 0xDA


def load_image(path: str | os.PathLike[str]) -> Frame:
    """Read a JPEG or PNG file as an 8-bit frame.

    Grey pictures get three equal channels, 16-bit ones are scaled to 8 bits, transparency is dropped, and
    a JPEG is turned upright as its EXIF orientation says. The size is read from the header, so that an
    oversized picture is refused before it is decoded, and the file is checked up to its end mark, because
    OpenCV quietly fills the missing part of a broken JPEG with grey. Flipped bits inside a JPEG's scan go
    unnoticed: the format has no checksum.

    Raises `SourceError` for a file that is missing or may not be read, and `ImageError` for one that is no
    whole picture between `MIN_SIDE` px a side and `MAX_PIXELS` px in all.
    Source: ISO/IEC 10918-1 annex B (JPEG markers), ISO/IEC 15948 clause 5 (PNG chunks).
    """
    path = Path(path)
    data = _file_bytes(path)
    if data.startswith(_PNG_SIGNATURE):
        data, (width, height) = _checked_png(path, data)
    elif data.startswith(_JPEG_SIGNATURE):
        width, height = _checked_jpeg(path, data)
    else:
        raise ImageError(f"{path} is not a JPEG or PNG picture: give a photograph saved as .jpg or .png.")
    return _decoded(path, data, width, height)


def is_picture(path: Path) -> bool:
    """Tell whether a file is to be opened as a picture: by its name, or by its first bytes.

    A file with a picture's name counts even when its content is something else, so that its owner is
    told what is wrong with the picture.
    """
    if path.suffix.lower() in PICTURE_SUFFIXES:
        return True
    try:
        with path.open("rb") as file:
            return file.read(8).startswith((_PNG_SIGNATURE, _JPEG_SIGNATURE))
    except OSError:
        return False


def hush_opencv() -> None:
    """Keep OpenCV's and FFmpeg's own log lines off stderr: each failure is told in our sentence instead."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # OpenCV 4.6 has this call at its top, later releases keep it in utils.logging.
    set_level = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    set_level(0)


def _file_bytes(path: Path) -> bytes:
    """The whole file, refused first where reading it makes no sense."""
    try:
        status = path.stat()
        _refuse_what_is_no_file(path, status)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise SourceError(f"There is no picture {path}: check the name and the folder.") from None
    except PermissionError:
        raise SourceError(f"{path} may not be read: give this user the right to read it.") from None
    except OSError as error:
        raise SourceError(f"{path} cannot be read ({error.strerror}): copy it to another place.") from None


def _refuse_what_is_no_file(path: Path, status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise ImageError(f"{path} is a folder, not a picture: name a .jpg or .png file in it.")
    if not stat.S_ISREG(status.st_mode):
        raise ImageError(f"{path} is a device, not a picture: name a .jpg or .png file.")
    if status.st_size == 0:
        raise ImageError(f"{path} is empty: save or copy the picture again.")
    if status.st_size > _MAX_BYTES:
        raise ImageError(
            f"{path} has {status.st_size // 1_000_000} MB, more than {_MAX_BYTES // 1_000_000} MB: "
            "save the picture smaller."
        )


def _decoded(path: Path, data: bytes, width: int, height: int) -> Frame:
    if width < MIN_SIDE or height < MIN_SIDE:
        raise ImageError(
            f"{path} is {width} x {height} px, too small to show dice: "
            f"give a picture of at least {MIN_SIDE} x {MIN_SIDE} px."
        )
    if width * height > MAX_PIXELS:
        raise ImageError(
            f"{path} is {width} x {height} px, more than {MAX_PIXELS // 1_000_000} megapixels: "
            "save it smaller; 1280 px wide is enough."
        )
    hush_opencv()
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        frame = None
    if frame is None:
        raise ImageError(f"{path} cannot be decoded, it is damaged: save or copy the picture again.")
    return np.asarray(frame, dtype=np.uint8)


def _truncated(path: Path) -> ImageError:
    return ImageError(f"{path} breaks off before the picture's end: copy it again from where it came from.")


def _damaged(path: Path) -> ImageError:
    return ImageError(f"{path} is damaged inside: copy it again from where it came from.")


def _checked_png(path: Path, data: bytes) -> tuple[bytes, tuple[int, int]]:
    """The PNG without its side notes, and its width and height, after checking every chunk's sum.

    Side notes (colour profiles, texts, dates) don't change what the reader sees, but odd ones make libpng
    print warnings.
    """
    kept = [_PNG_SIGNATURE]
    size: tuple[int, int] | None = None
    at = len(_PNG_SIGNATURE)
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise _truncated(path)
        (checksum,) = struct.unpack_from(">I", data, end - 4)
        if zlib.crc32(memoryview(data)[at + 4 : end - 4]) != checksum:
            raise _damaged(path)
        if size is None:
            if name != b"IHDR" or length != 13:
                raise _damaged(path)
            size = struct.unpack_from(">II", data, at + 8)
        if name in _PNG_NEEDED:
            kept.append(data[at:end])
        if name == b"IEND":
            return b"".join(kept), size
        at = end
    raise _truncated(path)


def _checked_jpeg(path: Path, data: bytes) -> tuple[int, int]:
    """The JPEG's width and height, after walking its segments up to the end-of-image marker.

    Walking, not searching: a preview inside the EXIF segment has an end marker of its own.
    """
    size: tuple[int, int] | None = None
    at = 2
    while at + 2 <= len(data):
        if data[at] != 0xFF:
            raise _damaged(path)
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == _JPEG_END:
            if size is None:
                raise _damaged(path)
            return size
        if at + 4 > len(data):
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        if length < 2:
            # After a power cut a file often keeps its length but holds zeros from some place on.
            raise _damaged(path)
        if marker in _JPEG_FRAME_MARKERS and length >= 8 and at + 9 <= len(data):
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        at += 2 + length
        if marker == _JPEG_SCAN:
            scan_end = _JPEG_SCAN_END.search(data, at)
            if scan_end is None:
                break
            at = scan_end.start(1) - 1
    raise _truncated(path)
