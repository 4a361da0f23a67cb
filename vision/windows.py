"""A part of a frame, looked at by itself."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeAlias

from vision.network.detector import Find, look
from vision.reading import Frame

Window: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in px of the frame; the last two are exclusive."""


def around(box: tuple[float, float, float, float], margin: float, frame: Frame) -> Window:
    """The part of the frame that holds a box and `margin` px on each of its sides."""
    x, y, width, height = box
    rows, columns = frame.shape[:2]
    return (
        max(0, math.floor(x - margin)), max(0, math.floor(y - margin)),
        min(columns, math.ceil(x + width + margin)), min(rows, math.ceil(y + height + margin)),
    )  # fmt: skip


def look_into(frame: Frame, window: Window, longest: int) -> list[Find]:
    """What is found in a window reduced to `longest` px on its longer side, in px of the frame.

    Raises NetworkError where the net cannot be run.
    """
    left, top, right, bottom = window
    return [
        replace(find, box=(find.box[0] + left, find.box[1] + top, find.box[2], find.box[3]))
        for find in look(frame[top:bottom, left:right], longest).finds
    ]
