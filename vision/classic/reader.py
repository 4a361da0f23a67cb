"""Read six-sided pip dice from one frame by their pips' lattices alone."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from vision.classic.assembly import MOST_DOUBT, Die, assemble
from vision.classic.blobs import Blobs, find_blobs
from vision.classic.lattice import MOST_FACES, compatible, find_faces
from vision.classic.verdict import HARD_FACE, Seen, reason_to_ask, small_body
from vision.colours import name_colour
from vision.frames import check_frame, reduced
from vision.reading import DieReading, Frame, Reading

# Dice of 25 px and more in a picture of this size; a larger one is reduced to it.
_WORK_PX = 1280
_SMALLEST_DIE_PX = 25.0
# A picture that a good deal larger than this is first read reduced to it, in a fraction of the time.
_QUICK_PX = 640
_MUCH_LARGER = 1.4
# Dice of one table look alike in size: if all that were read are this much larger than the smallest that can
# be, none was lost by reducing the picture.
_COMFORT = 1.5


def read(frame: Frame) -> Reading:
    """Read all six-sided pip dice of `frame`, (height, width, 3) uint8 blue-green-red.

    Light and dark pips, any body colour, 25 to 300 px a die in a frame of 1280 px (larger frames are reduced
    first), up to about 35 degrees oblique. Boxes are in px of the frame as given. The status is "unsure",
    with a sentence, where a face, an overlap or a stray pip leaves doubt, and where no die is in view.

    Raises ImageError for anything else than such a frame of at least 64 px a side.
    """
    check_frame(frame)
    begin = time.perf_counter()
    side = max(frame.shape[:2])
    look = _look(frame, side / _QUICK_PX) if side > _MUCH_LARGER * _QUICK_PX else None
    if look is None or not look.final:
        look = _look(frame, max(1.0, side / _WORK_PX))
    ms = (time.perf_counter() - begin) * 1000
    return Reading("unsure" if look.reason else "ok", look.reason, look.dice, ms)


@dataclass(frozen=True)
class _Look:
    """A reading of the frame at one scale; `final` says that a larger scale would tell no more."""

    reason: str | None
    dice: tuple[DieReading, ...]
    final: bool


def _look(frame: Frame, scale: float) -> _Look:
    small = frame if scale == 1.0 else reduced(frame, scale)
    blobs = find_blobs(small)
    alike = compatible(blobs)
    faces = find_faces(small, blobs, alike)
    dice = assemble(small, blobs, faces, alike)
    seen = Seen(small, dice, blobs)
    reason = reason_to_ask(seen)
    if reason:
        # Doubtful faces, more than can be tried: a patterned table, and a larger picture shows more of it.
        final = reason == HARD_FACE and len(faces) == MOST_FACES
    else:
        smallest = min(die.top.face.size for die in dice)
        final = smallest > _COMFORT * _SMALLEST_DIE_PX and not small_body(seen)
    return _Look(reason, tuple(_die_reading(die, blobs, small, scale) for die in dice), final)


def _die_reading(die: Die, blobs: Blobs, frame: Frame, scale: float) -> DieReading:
    face = die.top.face
    sides = [i for evidence in die.sides for i in evidence.face.members]
    points = np.concatenate([face.corners, blobs.centre[sides]])
    edge = np.array([frame.shape[1], frame.shape[0]], float)
    low, high = np.clip(points.min(0), 0, edge) * scale, np.clip(points.max(0), 0, edge) * scale
    box = (float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1]))
    confidence = float(np.clip(1 - 0.6 * die.top.doubt / MOST_DOUBT, 0, 1))
    return DieReading("d6", 6, str(face.value), face.value, confidence, box, name_colour(face.body))
