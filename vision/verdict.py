"""Whether a reading is to be trusted, and what to tell the people if not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.assembly import Die, distances
from vision.blobs import Blobs
from vision.bodies import outlines, ring_share
from vision.lattice import single_faces
from vision.reading import Frame
from vision.sampling import apart

NO_DICE = "There are no dice in view."
HARD_FACE = "A die's face is hard to read."
UNREAD_DIE = "There may be a die whose face is hard to read."
CUT_DIE = "A die is partly out of view."
OVERLAP = "Two dice overlap or lie too close together to tell them apart."

# A face is sure up to this sum of doubts, see `assembly`.
_SURE_DOUBT = 1.6
# A lone pip may be all that is seen of more.
_SURE_LONE = 1.25
# Whatever lies farther from every face than this many half faces is not a side of a die that was read.
_FAR = 2.6
_OVERLAP = 1.75


def reason_to_ask(frame: Frame, dice: list[Die], blobs: Blobs) -> str | None:
    """One sentence about what is not to be trusted, or None for a sure reading."""
    if not dice:
        return NO_DICE
    if any(
        die.top.extras or die.top.doubt > (_SURE_LONE if die.top.face.value == 1 else _SURE_DOUBT)
        for die in dice
    ):
        return HARD_FACE
    if any(_leaves(frame, die) for die in dice) or _cut_pips(frame, dice, blobs):
        return CUT_DIE
    if any(_neighbours(die, blobs) for die in dice):
        return HARD_FACE
    if _overlapping(dice) or _foreign_pips(frame, dice, blobs):
        return OVERLAP
    if _unread_pips(frame, dice, blobs) or _unread_body(dice, blobs):
        return UNREAD_DIE
    return None


def _leaves(frame: Frame, die: Die) -> bool:
    """Whether a part of the face that could hold pips lies outside the frame."""
    face = die.top.face
    corners = face.centre + 0.9 * (face.corners - face.centre)
    return bool((corners < 0).any() or (corners > [frame.shape[1], frame.shape[0]]).any())


def _like_pips(dice: list[Die], blobs: Blobs, clean: float) -> NDArray[np.bool_]:
    """Flags of the clear round spots like the pips that were read, where no die was read."""
    members = [i for die in dice for i in die.top.face.members]
    radius = blobs.radius / np.median(blobs.radius[members])
    like = (radius > 0.5) & (radius < 2.0) & (blobs.contrast > 0.4 * np.median(blobs.contrast[members]))
    flags: NDArray[np.bool_] = (
        like & (blobs.clean > clean) & (blobs.round > 0.93) & _far_from_all(dice, blobs)
    )
    return flags


def _cut_pips(frame: Frame, dice: list[Die], blobs: Blobs) -> bool:
    """Whether such a spot on such a body lies less than a die's size from the frame's edge."""
    size = float(np.median([die.top.face.size for die in dice]))
    far_edge = np.array([frame.shape[1], frame.shape[0]]) - blobs.centre
    margin = np.minimum(blobs.centre, far_edge).min(1)
    # The frame's edge itself takes a share of the ring around the spot.
    near = _like_pips(dice, blobs, 0.75) & (margin < size) & (ring_share(frame, blobs) > 0.7)
    return bool((near & _in_known_colours(dice, blobs)).any())


def _in_known_colours(dice: list[Die], blobs: Blobs) -> NDArray[np.bool_]:
    """Flags of the spots whose body and pip have the colours of a die that was read."""
    known = np.zeros(len(blobs), bool)
    for die in dice:
        members = list(die.top.face.members)
        off = apart(blobs.body, die.top.face.body)
        off = np.maximum(off, apart(blobs.pip, np.median(blobs.pip[members], axis=0)))
        known |= off < 0.3 * np.median(blobs.contrast[members])
    return known


def _neighbours(die: Die, blobs: Blobs) -> bool:
    """Whether a pip of the same plane lies just beside the face: the face may be larger than was thought."""
    face = die.top.face
    place = np.abs(np.linalg.solve(face.axes, (blobs.centre - face.centre).T)).max(0)
    members = list(face.members)
    near = (
        (place < 1.45) & (blobs.light == blobs.light[members[0]]) & (blobs.clean > 0.9) & (blobs.round > 0.94)
    )
    near &= blobs.contrast > 0.6 * np.median(blobs.contrast[members])
    near[members + [i for side in die.sides if side.face.value > 1 for i in side.face.members]] = False
    turn = np.linalg.svd(np.linalg.solve(face.outline, blobs.shape[near]), compute_uv=False)
    return bool(((turn[:, 0] < 1.2) & (turn[:, 1] > 0.83)).any())


def _overlapping(dice: list[Die]) -> bool:
    between = distances([die.top.face for die in dice])
    np.fill_diagonal(between, np.inf)
    return bool((between < _OVERLAP).any())


def _foreign_pips(frame: Frame, dice: list[Die], blobs: Blobs) -> bool:
    """Whether pips of another polarity than a die's own lie close beside it and in no die that was read."""
    used = [i for die in dice for evidence in (die.top, *die.sides) for i in evidence.face.members]
    clear = (blobs.clean > 0.9) & (blobs.round > 0.94) & (ring_share(frame, blobs) > 0.9)
    clear[used] = False
    for die in dice:
        face, members = die.top.face, list(die.top.face.members)
        away = np.hypot(*np.linalg.solve(face.axes, (blobs.centre - face.centre).T))
        radius = blobs.radius / np.median(blobs.radius[members])
        like = (radius > 0.7) & (radius < 1.5) & (blobs.contrast > 0.6 * np.median(blobs.contrast[members]))
        beside = (away > 1.05) & (away < _FAR) & (blobs.light != blobs.light[members[0]])
        if (clear & like & beside).any():
            return True
    return False


def _far_from_all(dice: list[Die], blobs: Blobs) -> NDArray[np.bool_]:
    far = np.ones(len(blobs), bool)
    for die in dice:
        face = die.top.face
        away = np.linalg.solve(face.axes, (blobs.centre - face.centre).T)
        far &= np.hypot(*away) > _FAR
    return far


def _unread_pips(frame: Frame, dice: list[Die], blobs: Blobs) -> bool:
    """Whether a clear round spot on a smooth body, like the pips read, lies where no die was read."""
    spare = _like_pips(dice, blobs, 0.9)
    usual = np.median(blobs.contrast[[i for die in dice for i in die.top.face.members]])
    smooth = spare & (ring_share(frame, blobs) > 0.9) & (blobs.contrast > 0.6 * usual)
    if (smooth & _in_known_colours(dice, blobs)).any():
        return True
    places = blobs.centre[smooth]
    gaps = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    if (np.triu(gaps, 1)[np.triu(gaps > 0, 1)] < np.median([die.top.face.size for die in dice])).any():
        return True
    lone = single_faces(blobs, np.flatnonzero(spare))
    bodies = outlines(frame, blobs, lone, np.full(len(lone), 0.4))
    return any(body and body.roughness < 0.1 and body.ragged < 0.5 for body in bodies)


def small_body(dice: list[Die], blobs: Blobs) -> bool:
    """Whether a shape off the dice may be a die a quarter to two thirds as large, too small to be read."""
    size = [die.top.face.size for die in dice]
    across = 2 * blobs.radius
    like = (across > 0.25 * np.median(size)) & (across < 0.7 * min(size)) & (blobs.round > 0.9)
    strong = blobs.contrast > 0.3 * np.median(blobs.contrast[[i for d in dice for i in d.top.face.members]])
    return bool((like & strong & (blobs.clean > 0.85) & _far_from_all(dice, blobs)).any())


def _unread_body(dice: list[Die], blobs: Blobs) -> bool:
    """Whether a compact shape of a die's size lies where no die was read."""
    size = np.median([die.top.face.size for die in dice])
    radius = 2 * blobs.radius / size
    like = (radius > 0.8) & (radius < 1.7) & (blobs.round > 0.93) & (blobs.clean > 0.9)
    strong = blobs.contrast > 0.5 * np.median(blobs.contrast[[i for d in dice for i in d.top.face.members]])
    far = _far_from_all(dice, blobs)
    return bool((like & strong & far).any())
