"""From overlapping face hypotheses to dice: one top face a die, side faces and stray spots left out."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.bodies import Outline, face_support, outline, ring_share, seam
from vision.lattice import Face, single_face
from vision.reading import Frame

Floats = NDArray[np.float64]

# In half faces of the top: centres of touching dice are 2 apart. The centre of a side, whose pips are
# flattened another way, may be as far. Seen steeply it lies below, 1 from the middle of the die's height;
# some dice have faces larger than their pips tell.
_OWN_REACH = 1.6
_TURNED_REACH = 2.4
_SIDE_REACH = 1.75

# Roughness and raggedness at which an outline is as likely a patch of table as a die.
_ROUGH = 0.25
_RAGGED = 0.4
_NO_BORDER = 2.0
# The more pips agree, the less the body around them has to.
_SURROUNDINGS = {1: 1.0, 2: 1.0, 3: 0.8, 4: 0.65, 5: 0.45, 6: 0.45}
_LEAST_SUPPORT = {2: 0.75, 3: 0.7, 4: 0.6, 5: 0.5, 6: 0.5}
MOST_DOUBT = 1.8


@dataclass(frozen=True, eq=False)
class Evidence:
    """A face with what speaks for it.

    `support` is the share of its plain area in the body's colour; `extras` counts pips on it that its
    pattern leaves out; `doubt` is 0 for a clear, smooth, closed body around it and grows from there.
    """

    face: Face
    support: float
    extras: int
    doubt: float


@dataclass(frozen=True, eq=False)
class Die:
    """The face on top, with the die's side faces."""

    top: Evidence
    sides: tuple[Evidence, ...]


def assemble(frame: Frame, blobs: Blobs, faces: list[Face], alike: NDArray[np.bool_]) -> list[Die]:
    """Choose the faces that explain the pips, then keep of each die the one that is on top."""
    chosen = _patterns(frame, blobs, faces, alike)
    used = {i for evidence in chosen for i in evidence.face.members}
    chosen += _singles(frame, blobs, alike, used)
    return _tops(blobs, _usual(blobs, chosen))


def _usual(blobs: Blobs, chosen: list[Evidence]) -> list[Evidence]:
    """Leave out what is far fainter, smaller or larger than the surest faces: dice of one table are alike."""
    if not chosen:
        return []
    contrast = np.array([np.median(blobs.contrast[list(e.face.members)]) for e in chosen])
    size = np.array([e.face.size for e in chosen])
    value = np.array([e.face.value for e in chosen])
    strong = contrast > 0.4 * contrast.max()
    sure = strong & (value >= min(3, value[strong].max()))
    faint = np.log2(0.5 * contrast[sure].max() / contrast)
    odd = np.abs(np.log2(size / np.median(size[sure]))) - 0.45
    doubt = np.array([e.doubt for e in chosen]) + np.maximum(faint, 0) * 0.7 + np.maximum(odd, 0)
    return [replace(e, doubt=float(d)) for e, d in zip(chosen, doubt, strict=True) if d < MOST_DOUBT]


def _patterns(frame: Frame, blobs: Blobs, faces: list[Face], alike: NDArray[np.bool_]) -> list[Evidence]:
    """Take the best patterns first, each pip once; surroundings are judged only when a face's turn comes."""
    queue: list[tuple[float, int, Evidence | None]] = [
        (4 * face.misfit - face.value, i, None) for i, face in enumerate(faces)
    ]
    heapq.heapify(queue)
    used: set[int] = set()
    kept = []
    while queue:
        _, i, evidence = heapq.heappop(queue)
        face = evidence.face if evidence else faces[i]
        if not used.isdisjoint(face.members):
            continue
        if evidence is not None:
            used.update(face.members)
            kept.append(evidence)
            continue
        evidence = _judge(frame, blobs, face, alike)
        if evidence is not None:
            heapq.heappush(queue, (2 * evidence.doubt - face.value, i, evidence))
    return kept


def _judge(frame: Frame, blobs: Blobs, face: Face, alike: NDArray[np.bool_]) -> Evidence | None:
    extras = _extras(blobs, face, alike)
    if extras > 1:
        return None
    support = face_support(frame, blobs, face)
    if support < _LEAST_SUPPORT[face.value]:
        return None
    around = outline(frame, blobs, face, 0.75 if face.value > 3 else 0.6)
    doubt = _doubt(blobs, face, support, extras, around)
    if face.value == 2:
        doubt += 4 * max(0.0, seam(frame, blobs, face) - 0.25)
    if around is not None:
        # How far pips stand from the edge differs between makers; the nearest border tells.
        face = replace(face, axes=face.axes * float(np.clip(np.quantile(around.reach, 0.2), 0.9, 1.35)))
    return Evidence(face, support, extras, doubt) if doubt < MOST_DOUBT else None


def _extras(blobs: Blobs, face: Face, alike: NDArray[np.bool_]) -> int:
    members = list(face.members)
    place = np.abs(np.linalg.solve(face.axes, (blobs.centre - face.centre).T)).max(0)
    inside = (place < 0.85) & alike[members].any(0)
    inside[members] = False
    return int(inside.sum())


def _singles(frame: Frame, blobs: Blobs, alike: NDArray[np.bool_], used: set[int]) -> list[Evidence]:
    faint = 0.25 * max((blobs.contrast[i] for i in used), default=0.0)
    free = (blobs.clean >= 0.9) & (blobs.contrast >= faint) & (ring_share(frame, blobs) > 0.6)
    free[list(used)] = False
    kept = []
    for i in map(int, np.flatnonzero(free)):
        face = single_face(blobs, i)
        around = outline(frame, blobs, face, 0.5)
        if around is None:
            continue
        face = replace(face, axes=face.axes * float(np.clip(around.half, 0.5, 1.6)))
        support = face_support(frame, blobs, face)
        extras = _extras(blobs, face, alike)
        doubt = _doubt(blobs, face, support, extras, around) + _lone_doubt(face, around)
        if doubt < MOST_DOUBT:
            kept.append(Evidence(face, support, extras, doubt))
    return kept


def _doubt(blobs: Blobs, face: Face, support: float, extras: int, around: Outline | None) -> float:
    """Sum of what speaks against a face; a part of 1 alone would be as likely wrong as right."""
    members = list(face.members)
    border = around.roughness / _ROUGH + around.ragged / _RAGGED if around else _NO_BORDER
    pattern = 4 * max(0.0, face.misfit - 0.05) + 0.5 * extras
    pips = 8 * max(0.0, 0.95 - float(np.median(blobs.round[members])))
    contrast = blobs.contrast[members]
    pips += 2 * max(0.0, 0.75 - float(contrast.min() / contrast.max()))
    return pattern + pips + _SURROUNDINGS[face.value] * (border + 3 * (1 - support))


def _lone_doubt(face: Face, around: Outline) -> float:
    """A lone pip is a one only in the middle of a face, and no larger than a third of half of it."""
    radius = float(np.sqrt(np.linalg.det(face.outline)))
    return 2 * max(0.0, around.off_centre - 0.2) + 5 * max(0.0, 2 * radius / face.size - 0.3)


def _tops(blobs: Blobs, chosen: list[Evidence]) -> list[Die]:
    """Take faces in the order in which they look like a top; each claims the sides of its die."""
    if not chosen:
        return []
    usual = float(np.median([e.face.size for e in chosen]))
    order = sorted(chosen, key=lambda e: -_topness(e.face, usual))
    dice: list[Die] = []
    while order:
        top, *order = order
        sides = [e for e in order if _same_body(blobs, top.face, e.face) and _same_die(top.face, e.face)]
        order = [e for e in order if e not in sides]
        dice.append(Die(top, tuple(sides)))
    return dice


def _topness(face: Face, usual: float) -> float:
    """The roundest face is on top; of two alike the one farther from the viewer, so higher in the picture."""
    return face.roundness + 0.05 * min(face.value - 1, 2) - 0.2 * float(face.centre[1]) / usual


def _same_body(blobs: Blobs, top: Face, other: Face) -> bool:
    """Whether two faces agree in what differs between dice but not, but for shade, between faces of one."""
    first, second = list(top.members), list(other.members)
    off = np.abs(np.median(blobs.body[first], axis=0) - np.median(blobs.body[second], axis=0)).max()
    alike = off < 0.6 * max(np.median(blobs.contrast[first]), np.median(blobs.contrast[second])) + 25
    return bool(alike and blobs.light[first[0]] == blobs.light[second[0]])


def _same_die(top: Face, other: Face) -> bool:
    away = other.centre - top.centre
    apart = float(np.linalg.norm(np.linalg.solve(top.axes, away)))
    if apart < _OWN_REACH:
        return True
    if apart > 2 * _SIDE_REACH:
        return False
    change = np.linalg.svd(np.linalg.solve(top.outline, other.outline), compute_uv=False)
    blur = 0.7 / float(np.linalg.svd(other.outline, compute_uv=False)[1])
    if apart < _TURNED_REACH and change[0] / change[1] > 1.3 + blur:
        return True
    # The die's upright edge leans along the pips' short axis, towards the viewer, by the sine of the tilt.
    turn, axis, _ = np.linalg.svd(top.outline)
    lean = turn[:, 1] * np.sign(turn[1, 1] or 1.0)
    tilt = np.sqrt(max(0.0, 1.0 - (axis[1] / axis[0]) ** 2))
    if tilt < 0.55 or away @ lean < 0.75 * np.linalg.norm(away):
        return False
    below = lean * float(np.linalg.svd(top.axes, compute_uv=False)[0]) * tilt
    return float(np.linalg.norm(np.linalg.solve(top.axes, away - below))) < _SIDE_REACH
