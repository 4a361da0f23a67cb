"""The networks' files, loaded once a thread."""

from __future__ import annotations

import lzma
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NetworkError

_HERE = Path(__file__).parent
_folder = _HERE
# A loaded net keeps its layers' buffers between calls: two threads must not share one.
_loaded = threading.local()


def use(folder: Path | None) -> None:
    """Take networks that are not loaded yet, and all in this thread, from another folder; None is our own."""
    global _folder
    _folder = folder or _HERE
    _loaded.__dict__.clear()


def forward(name: str, blob: NDArray[np.float32]) -> NDArray[np.float32]:
    """Run the net in `name`.onnx.xz on a blob (n, 3, height, width).

    Raises NetworkError where the file is missing or not one that OpenCV can run.
    """
    nets: dict[str, Any] = _loaded.__dict__.setdefault("nets", {})
    if name not in nets:
        nets[name] = _load(_folder / f"{name}.onnx.xz")
    nets[name].setInput(blob)
    return np.asarray(nets[name].forward(), np.float32)


def _load(path: Path) -> Any:
    try:
        packed = lzma.decompress(path.read_bytes())
        return cv2.dnn.readNetFromONNX(np.frombuffer(packed, np.uint8))
    except (cv2.error, OSError, lzma.LZMAError) as error:
        raise NetworkError(
            f"The reader's network {path.name} is missing or damaged: install the program again."
        ) from error
