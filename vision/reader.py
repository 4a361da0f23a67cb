"""Read six-sided pip dice from one frame, without any set-up."""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.assembly import Die, assemble
from vision.blobs import Blobs, find_blobs
from vision.colours import name_colour
from vision.errors import ImageError
from vision.lattice import compatible, find_faces
from vision.reading import DieReading, Frame, Reading
from vision.verdict import reason_to_ask

_WORK_PX = 1280


def read(frame: Frame) -> Reading:
    """Read all six-sided pip dice of `frame`."""
    begin = time.perf_counter()
    small, scale = frame, 1.0
    blobs = find_blobs(small)
    alike = compatible(blobs)
    faces = find_faces(small, blobs, alike)
    dice = assemble(small, blobs, faces, alike)
    readings = tuple(_reading(die, blobs, scale) for die in dice)
    reason = reason_to_ask(small, dice, blobs)
    ms = (time.perf_counter() - begin) * 1000
    return Reading("unsure" if reason else "ok", reason, readings, ms)


def _reading(die: Die, blobs: Blobs, scale: float) -> DieReading:
    face = die.top.face
    corners = face.centre + np.array([[-1, -1], [-1, 1], [1, 1], [1, -1]]) @ face.axes.T
    low, high = corners.min(0) * scale, corners.max(0) * scale
    body = np.median(blobs.body[list(face.members)], axis=0)
    box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    return DieReading("d6", 6, str(face.value), face.value, max(0.0, 1 - die.top.doubt / 4), box, name_colour(body))
