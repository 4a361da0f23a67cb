"""Read dice with numerals: where the upper face is, and then that face, turned until its numeral stands."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from vision.network.detector import sigmoid
from vision.network.faces import Box, Sight, blob_of, crops_of, softmax, turned_crops
from vision.network.load import forward
from vision.network.outputs import (
    ASKEW,
    CROP_SPAN,
    KINDS,
    NONE,
    NUMERAL_FACES,
    NUMERAL_SIDE,
    POLY_FACES,
    POLY_SIDE,
    REACH_UNIT,
    SIDES,
    TOP_SPAN,
    TROUBLES,
)
from vision.network.upper_faces import Places, UpperFace, upper_faces
from vision.reading import Frame

_CUTS = ((1.0, 0.0), (1.06, 120.0), (0.96, 240.0))
"""Span and turn (degrees) of the crops of a whole die."""

_LOOKS = ((1.0, 0.0), (1.0, 180.0))
"""Span and turn of the crops of an upper face that tell where exactly it is."""

_TURNS = 12
_JITTERS = ((0.92, 9.0), (1.08, -9.0), (1.0, 0.0))
"""Span and further turn of more crops of an upper face where the first ones are not quite clear."""

_CLEAR = 0.97
_UPRIGHT = 0.2
"""Probability of standing askew up to which a crop counts."""

_NOTHING = POLY_FACES.index(NONE)
_SUSPICION = 2.0
"""Added to the log odds that a crop shows no die: 99 of 100 dice, also photographed, have a probability under
0.07 without it, and things that are none one of 0.2 and more."""


@dataclass(frozen=True)
class WholeDie:
    """What the crops of a whole die give: probabilities, and its upper face, roughly.

    `tops` are the upper faces that each of the crops means.
    """

    box: Box
    sides: NDArray[np.float32]
    troubles: NDArray[np.float32]
    nothing: float
    tops: tuple[UpperFace, ...]


def see_polyhedra(frame: Frame, boxes: list[Box]) -> list[Sight]:
    """Read the dice in `boxes` (px of the frame).

    Raises NetworkError where the nets cannot be run.
    """
    dice = whole_dice(frame, boxes) if boxes else []
    tops = centred(frame, dice)
    return [_sight(frame, whole, top, steady) for whole, (top, steady) in zip(dice, tops, strict=True)]


def whole_dice(frame: Frame, boxes: list[Box]) -> list[WholeDie]:
    """What the dice in `boxes` (px of the frame) are as a whole, and where roughly their upper faces are.

    Raises NetworkError where the net cannot be run.
    """
    ends = np.cumsum([len(POLY_FACES), len(SIDES), len(KINDS), len(TROUBLES)])
    parts = []
    for span, turn in _CUTS:
        outputs = forward("polyhedra", crops_of(frame, boxes, POLY_SIDE, span, turn))
        faces, sides, _, troubles, pose = np.split(outputs, ends, axis=1)
        lengths = np.array([CROP_SPAN * span * max(box[2:]) for box in boxes])
        rest = np.delete(faces, _NOTHING, axis=1)
        odds = faces[:, _NOTHING] - np.log(np.exp(rest).sum(1)) + _SUSPICION
        parts.append([odds, sides, troubles, _in_px(pose, lengths, turn)])
    nothing, sides, troubles, tops = (np.stack(part) for part in zip(*parts, strict=True))
    return [
        WholeDie(
            boxes[i],
            softmax(sides[:, i].mean(0)),
            sigmoid(troubles[:, i].mean(0)),
            float(sigmoid(nothing[:, i].mean())),
            tuple(UpperFace(x + width / 2 + top[0], y + height / 2 + top[1], top[2]) for top in tops[:, i]),
        )
        for i, (x, y, width, height) in enumerate(boxes)
    ]


def _in_px(
    pose: NDArray[np.float32], lengths: NDArray[np.float64], turn: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """Poses (n, 3) in crops that were turned: x and y from the crop's middle, and the reach, in the frame."""
    back = np.radians(turn)
    right, down = pose[:, 0] * lengths, pose[:, 1] * lengths
    x, y = right * np.cos(back) - down * np.sin(back), right * np.sin(back) + down * np.cos(back)
    reach = np.exp(np.clip(pose[:, 2], -2, 2)) * REACH_UNIT * lengths
    return np.stack([x, y, reach], 1)


def _sight(frame: Frame, whole: WholeDie, top: UpperFace, steady: float) -> Sight:
    """Read a die in the way up in which its numeral stands."""
    askew = NUMERAL_FACES.index(ASKEW)
    tried, _ = faces_in(frame, top, [(1.0, 360 / _TURNS * turn) for turn in range(_TURNS)])
    best = int(np.argmin(tried[:, askew]))
    upright = tried[tried[:, askew] <= max(_UPRIGHT, tried[best, askew])]
    faces = _mean(upright)
    if faces.max() < _CLEAR:
        more, _ = faces_in(frame, top, [(span, 360 / _TURNS * best + turn) for span, turn in _JITTERS])
        upright = np.concatenate([upright, more])
        faces = _mean(upright)
    each = np.delete(upright, askew, axis=1)
    each = each / np.maximum(each.sum(1, keepdims=True), 1e-6)
    # That there is a die at all is told by the whole of it.
    faces = np.append(faces[:-1] / max(1e-6, faces[:-1].sum()) * (1 - whole.nothing), whole.nothing)
    return Sight(
        POLY_FACES, faces.astype(np.float32), whole.sides, np.zeros(len(KINDS), np.float32), whole.troubles,
        each.astype(np.float32), steady,
    )  # fmt: skip


def centred(frame: Frame, dice: list[WholeDie]) -> list[tuple[UpperFace, float]]:
    """Where the upper faces of a frame's dice are by crops of the faces themselves, and how likely it is so.

    Raises NetworkError where the net cannot be run.
    """
    places = [
        Places(
            whole.box, SIDES[int(whole.sides.argmax())],
            np.array([_moved(frame, top) for top in whole.tops]), 1 - whole.nothing,
        )
        for whole in dice
    ]  # fmt: skip
    return upper_faces(places, frame.shape[:2])


def _moved(frame: Frame, top: UpperFace) -> tuple[float, float, float]:
    faces, tops = faces_in(frame, top, list(_LOOKS))
    weights = 1.001 - faces[:, NUMERAL_FACES.index(NONE)]
    x, y, reach = (tops * weights[:, None]).sum(0) / weights.sum()
    return float(top.x + x), float(top.y + y), float(reach)


def faces_in(
    frame: Frame, top: UpperFace, cuts: list[tuple[float, float]]
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """What crops of a span and turn (degrees) give of an upper face.

    Probabilities of `NUMERAL_FACES` (crops, faces); and how far off the face is, x and y, and its reach,
    (crops, 3), in px of the frame. Raises NetworkError where the net cannot be run.
    """
    side = TOP_SPAN * top.reach / CROP_SPAN
    box = (top.x - side / 2, top.y - side / 2, side, side)
    spans, turns = np.array(cuts).T
    crops: list[Frame] = []
    # What is cut at one span is shrunk once for all its turns.
    for span, same in groupby(cuts, key=itemgetter(0)):
        crops += turned_crops(frame, box, NUMERAL_SIDE, span, [turn for _, turn in same])
    outputs = forward("numerals", blob_of(crops))
    away = _in_px(outputs[:, len(NUMERAL_FACES) :], TOP_SPAN * top.reach * spans, turns)
    return softmax(outputs[:, : len(NUMERAL_FACES)]), away


def _mean(upright: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of `POLY_FACES` over the crops, each counting as much as it is no askew one."""
    left = np.delete(upright, NUMERAL_FACES.index(ASKEW), axis=1).sum(0)
    return np.asarray(left / max(1e-6, float(left.sum())), np.float32)
