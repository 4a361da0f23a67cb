"""From overlapping face hypotheses to dice: one top face a die, side faces and stray spots left out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.classic.blobs import Blobs
from vision.classic.bodies import Outline, face_support, outlines, ring_share, seam
from vision.classic.lattice import Face, single_faces
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
    own = np.array([e.doubt for e in chosen])
    doubt = own + np.maximum(faint, 0) * 0.7 + np.maximum(odd, 0)
    # A clear pattern of an odd size is a die all the same: one to ask about.
    clear = strong & (value >= 3) & (own < 0.8)
    doubt[clear] = np.minimum(doubt[clear], 0.99 * MOST_DOUBT)
    return [replace(e, doubt=float(d)) for e, d in zip(chosen, doubt, strict=True) if d < MOST_DOUBT]


def _patterns(frame: Frame, blobs: Blobs, faces: list[Face], alike: NDArray[np.bool_]) -> list[Evidence]:
    """Take the best patterns first, each pip once."""
    used: set[int] = set()
    kept = []
    for evidence in _judged(frame, blobs, faces, alike):
        if used.isdisjoint(evidence.face.members):
            used.update(evidence.face.members)
            kept.append(evidence)
    return kept


def _judged(frame: Frame, blobs: Blobs, faces: list[Face], alike: NDArray[np.bool_]) -> list[Evidence]:
    """The faces that are likely enough, the likeliest first."""
    extras = _extras(blobs, faces, alike)
    support = face_support(frame, blobs, faces)
    least = np.array([_LEAST_SUPPORT[face.value] for face in faces])
    doubts = np.array([_doubt(*each) for each in zip(faces, support, extras, strict=True)])
    twos = [i for i, face in enumerate(faces) if face.value == 2]
    doubts[twos] += 4 * np.maximum(seam(frame, blobs, [faces[i] for i in twos]) - 0.25, 0.0)
    # The border only adds to the doubt, and costs most to find.
    rows = np.flatnonzero((extras <= 1) & (support >= least) & (doubts < MOST_DOUBT))
    chosen = [faces[i] for i in rows]
    short = np.array([0.75 if face.value > 3 else 0.6 for face in chosen])
    likely: list[tuple[float, Evidence]] = []
    for i, face, around in zip(rows, chosen, outlines(frame, blobs, chosen, short), strict=True):
        share, count = float(support[i]), int(extras[i])
        doubt = float(doubts[i]) + _border_doubt(face, around)
        if doubt < MOST_DOUBT:
            rank = max(4 * face.misfit, 2 * doubt) - face.value
            # How far pips stand from the edge differs between makers; the nearest border tells.
            growth = min(max(around.nearest, 0.9), 1.35) if around else 1.0
            likely.append((rank, Evidence(replace(face, axes=face.axes * growth), share, count, doubt)))
    likely.sort(key=lambda pair: pair[0])
    return [evidence for _, evidence in likely]


def _extras(blobs: Blobs, faces: list[Face], alike: NDArray[np.bool_]) -> NDArray[np.intp]:
    """How many pips like a face's own lie on it and are not among them, (n,)."""
    n = len(faces)
    own = np.zeros((n, len(blobs)), bool)
    kin = np.zeros((n, len(blobs)), bool)
    for k, face in enumerate(faces):
        own[k, list(face.members)] = True
        members = list(face.members)
        # Glare and a bend make a pip look smaller than the others; what is larger is an edge in the light.
        like = (blobs.radius < 1.3 * blobs.radius[members].max()) | (blobs.clean > 0.7)
        kin[k] = alike[members].any(0) & like
    plane = np.linalg.inv(np.array([face.axes for face in faces]).reshape(n, 2, 2))
    centre = np.array([face.centre for face in faces]).reshape(n, 2)
    place = np.abs((blobs.centre - centre[:, None]) @ plane.transpose(0, 2, 1))
    extras: NDArray[np.intp] = ((np.maximum(place[..., 0], place[..., 1]) < 0.85) & kin & ~own).sum(1)
    return extras


def _singles(frame: Frame, blobs: Blobs, alike: NDArray[np.bool_], used: set[int]) -> list[Evidence]:
    faint = 0.25 * max((blobs.contrast[i] for i in used), default=0.0)
    free = (blobs.clean >= 0.9) & (blobs.contrast >= faint)
    free[list(used)] = False
    spots = np.flatnonzero(free)
    spots = spots[ring_share(frame, blobs.take(spots)) > 0.6]
    guesses = single_faces(blobs, spots)
    around = outlines(frame, blobs, guesses, np.full(len(guesses), 0.5))
    known = [
        (replace(face, axes=face.axes * min(max(out.half, 0.5), 1.6)), out)
        for face, out in zip(guesses, around, strict=True)
        if out is not None
    ]
    faces = [face for face, _ in known]
    support, extras = face_support(frame, blobs, faces), _extras(blobs, faces, alike)
    kept = []
    for k, (face, out) in enumerate(known):
        doubt = _doubt(face, support[k], extras[k]) + _border_doubt(face, out) + _lone_doubt(face, out)
        if doubt < MOST_DOUBT:
            kept.append(Evidence(face, float(support[k]), int(extras[k]), doubt))
    return kept


def _doubt(face: Face, support: float, extras: int) -> float:
    """Sum of what speaks against a face by itself; a part of 1 alone would be as likely wrong as right."""
    pattern = 4 * max(0.0, face.misfit - 0.05) + 0.5 * extras
    pips = 8 * max(0.0, 0.95 - face.round) + 2 * max(0.0, 0.75 - face.even)
    return float(pattern + pips + 3 * _SURROUNDINGS[face.value] * (1 - support))


def _border_doubt(face: Face, around: Outline | None) -> float:
    """What speaks against a die around the face."""
    border = around.roughness / _ROUGH + around.ragged / _RAGGED if around else _NO_BORDER
    # A pip and something beyond its die's edge look like a two.
    off = 2 * max(0.0, around.off_centre - 0.3) if around and face.value == 2 else 0.0
    return _SURROUNDINGS[face.value] * border + off


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
    apart = distances([e.face for e in order])
    free = np.ones(len(order), bool)
    dice: list[Die] = []
    for i, top in enumerate(order):
        if not free[i]:
            continue
        free[i] = False
        sides = [
            j
            for j in np.flatnonzero(free & (apart[i] < 2 * _SIDE_REACH))
            if _same_die(top.face, order[j].face, float(apart[i, j]))
            and _same_body(blobs, top.face, order[j].face)
        ]
        free[sides] = False
        dice.append(Die(top, tuple(order[j] for j in sides)))
    return dice


def distances(faces: list[Face]) -> Floats:
    """How far face j lies from face i, centre to centre, in half faces of i, (n, n)."""
    centre = np.array([face.centre for face in faces])
    plane = np.linalg.inv(np.array([face.axes for face in faces]))
    place = np.einsum("iab,ijb->ija", plane, centre - centre[:, None])
    apart: Floats = np.hypot(place[..., 0], place[..., 1])
    return apart


def _topness(face: Face, usual: float) -> float:
    """The roundest face is on top; of two alike the one farther from the viewer, so higher in the picture."""
    return face.roundness + 0.05 * min(face.value - 1, 2) - 0.2 * float(face.centre[1]) / usual


def _same_body(blobs: Blobs, top: Face, other: Face) -> bool:
    """Whether two faces agree in what differs between dice but not, but for shade, between faces of one."""
    off = np.abs(top.body - other.body).max()
    first, second = list(top.members), list(other.members)
    alike = off < 0.6 * max(np.median(blobs.contrast[first]), np.median(blobs.contrast[second])) + 25
    return bool(alike and blobs.light[first[0]] == blobs.light[second[0]])


def _same_die(top: Face, other: Face, apart: float) -> bool:
    """Whether a face that lies `apart` half faces of the top away is on the top's die."""
    if apart < _OWN_REACH:
        return True
    away = other.centre - top.centre
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
