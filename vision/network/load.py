"""The networks' files, loaded once a thread."""

from __future__ import annotations

import lzma
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NetworkError

Shape: TypeAlias = tuple[int, ...]

_HERE = Path(__file__).parent
_folder = _HERE
# A loaded net keeps its layers' buffers between calls: two threads must not share one.
_loaded = threading.local()

_COPIES = 4
"""A net that gets an input of another shape is laid out anew, which takes a fifth of a look at a whole frame:
so the shapes of the last inputs each have a copy of their own."""


def use(folder: Path | None) -> None:
    """Take networks that are not loaded yet, and all in this thread, from another folder; None is our own."""
    global _folder
    _folder = folder or _HERE
    _loaded.__dict__.clear()
    _unpacked.cache_clear()


def forward(name: str, blob: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run the net in `name`.onnx.xz on a blob (n, 3, height, width).

    Raises NetworkError where the file is missing or not one that OpenCV can run.
    """
    copies: dict[Shape, Any] = _loaded.__dict__.setdefault(name, {})
    net = copies.pop(blob.shape, None)
    if net is None:
        spare = next(iter(copies)) if len(copies) == _COPIES else None
        net = _load(_folder / f"{name}.onnx.xz") if spare is None else copies.pop(spare)
    copies[blob.shape] = net
    net.setInput(blob)
    return np.asarray(net.forward(), np.float32)


def _load(path: Path) -> Any:
    try:
        return cv2.dnn.readNetFromONNX(np.frombuffer(_unpacked(path), np.uint8))
    except (cv2.error, OSError, lzma.LZMAError) as error:
        raise NetworkError(
            f"The reader's network {path.name} is missing or damaged: install the program again."
        ) from error


@lru_cache(maxsize=8)
def _unpacked(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())
