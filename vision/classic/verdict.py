"""Whether a reading is to be trusted, and what to tell the people if not."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.classic.assembly import Die, distances
from vision.classic.blobs import Blobs
from vision.classic.bodies import outlines, ring_share
from vision.classic.lattice import single_faces
from vision.classic.sampling import apart
from vision.reading import Frame

Floats = NDArray[np.float64]

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


@dataclass(frozen=True, eq=False)
class Seen:
    """The dice that were read and all spots, with what several questions about them ask for.

    Nothing but `dice` may be asked where there are none.
    """

    frame: Frame
    dice: list[Die]
    blobs: Blobs

    @cached_property
    def members(self) -> list[int]:
        """The pips of all top faces, as indices of `blobs`."""
        return [i for die in self.dice for i in die.top.face.members]

    @cached_property
    def contrast(self) -> float:
        """The usual contrast of the pips that were read, grey levels."""
        return float(np.median(self.blobs.contrast[self.members]))

    @cached_property
    def size(self) -> float:
        """The usual size of the dice that were read, px."""
        return float(np.median([die.top.face.size for die in self.dice]))

    @cached_property
    def ring(self) -> Floats:
        """`bodies.ring_share` of every spot."""
        return ring_share(self.frame, self.blobs)

    @cached_property
    def far(self) -> NDArray[np.bool_]:
        """Flags of the spots that are no side of a die that was read."""
        far = np.ones(len(self.blobs), bool)
        for die in self.dice:
            far &= _away(die, self.blobs) > _FAR
        return far

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Flags of the spots whose body and pip have the colours of a die that was read."""
        known = np.zeros(len(self.blobs), bool)
        for die in self.dice:
            members = list(die.top.face.members)
            off = apart(self.blobs.body, die.top.face.body)
            off = np.maximum(off, apart(self.blobs.pip, np.median(self.blobs.pip[members], axis=0)))
            known |= off < 0.3 * np.median(self.blobs.contrast[members])
        return known

    def like_pips(self, clean: float) -> NDArray[np.bool_]:
        """Flags of the clear round spots like the pips that were read, where no die was read."""
        blobs = self.blobs
        radius = blobs.radius / np.median(blobs.radius[self.members])
        like = (radius > 0.5) & (radius < 2.0) & (blobs.contrast > 0.4 * self.contrast)
        flags: NDArray[np.bool_] = like & (blobs.clean > clean) & (blobs.round > 0.93) & self.far
        return flags


def reason_to_ask(seen: Seen) -> str | None:
    """One sentence about what is not to be trusted, or None for a sure reading."""
    dice, blobs = seen.dice, seen.blobs
    if not dice:
        return NO_DICE
    if any(
        die.top.extras or die.top.doubt > (_SURE_LONE if die.top.face.value == 1 else _SURE_DOUBT)
        for die in dice
    ):
        return HARD_FACE
    if any(_leaves(seen.frame, die) for die in dice) or _cut_pips(seen):
        return CUT_DIE
    if any(_neighbours(die, blobs) for die in dice):
        return HARD_FACE
    if _overlapping(dice) or _foreign_pips(seen):
        return OVERLAP
    if _unread_pips(seen) or _unread_body(seen):
        return UNREAD_DIE
    return None


def _leaves(frame: Frame, die: Die) -> bool:
    """Whether a part of the face that could hold pips lies outside the frame."""
    face = die.top.face
    corners = face.centre + 0.9 * (face.corners - face.centre)
    return bool((corners < 0).any() or (corners > [frame.shape[1], frame.shape[0]]).any())


def _cut_pips(seen: Seen) -> bool:
    """Whether a spot like the pips read, on such a body, lies within a die's size of the frame's edge."""
    centre = seen.blobs.centre
    far_edge = np.array([seen.frame.shape[1], seen.frame.shape[0]]) - centre
    margin = np.minimum(centre, far_edge).min(1)
    # The frame's edge itself takes a share of the ring around the spot.
    near = seen.like_pips(0.75) & (margin < seen.size) & (seen.ring > 0.7)
    return bool((near & seen.known).any())


def _away(die: Die, blobs: Blobs) -> Floats:
    """How far each spot lies from the middle of the die's top face, in half faces, (n,)."""
    face = die.top.face
    away: Floats = np.hypot(*np.linalg.solve(face.axes, (blobs.centre - face.centre).T))
    return away


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


def _foreign_pips(seen: Seen) -> bool:
    """Whether pips of another polarity than a die's own lie close beside it and in no die that was read."""
    blobs = seen.blobs
    used = [i for die in seen.dice for evidence in (die.top, *die.sides) for i in evidence.face.members]
    clear = (blobs.clean > 0.9) & (blobs.round > 0.94) & (seen.ring > 0.9)
    clear[used] = False
    for die in seen.dice:
        members, away = list(die.top.face.members), _away(die, blobs)
        radius = blobs.radius / np.median(blobs.radius[members])
        like = (radius > 0.7) & (radius < 1.5) & (blobs.contrast > 0.6 * np.median(blobs.contrast[members]))
        beside = (away > 1.05) & (away < _FAR) & (blobs.light != blobs.light[members[0]])
        if (clear & like & beside).any():
            return True
    return False


def _unread_pips(seen: Seen) -> bool:
    """Whether a clear round spot on a smooth body, like the pips read, lies where no die was read."""
    blobs, spare = seen.blobs, seen.like_pips(0.9)
    smooth = spare & (seen.ring > 0.9) & (blobs.contrast > 0.6 * seen.contrast)
    if (smooth & seen.known).any():
        return True
    places = blobs.centre[smooth]
    gaps = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    if (np.triu(gaps, 1)[np.triu(gaps > 0, 1)] < seen.size).any():
        return True
    lone = single_faces(blobs, np.flatnonzero(spare))
    bodies = outlines(seen.frame, blobs, lone, np.full(len(lone), 0.4))
    return any(body and body.roughness < 0.1 and body.ragged < 0.5 for body in bodies)


def small_body(seen: Seen) -> bool:
    """Whether a shape off the dice may be a die a quarter to two thirds as large, too small to be read."""
    blobs = seen.blobs
    across, smallest = 2 * blobs.radius, min(die.top.face.size for die in seen.dice)
    like = (across > 0.25 * seen.size) & (across < 0.7 * smallest) & (blobs.round > 0.9)
    strong = blobs.contrast > 0.3 * seen.contrast
    return bool((like & strong & (blobs.clean > 0.85) & seen.far).any())


def _unread_body(seen: Seen) -> bool:
    """Whether a compact shape of a die's size lies where no die was read."""
    blobs = seen.blobs
    radius = 2 * blobs.radius / seen.size
    like = (radius > 0.8) & (radius < 1.7) & (blobs.round > 0.93) & (blobs.clean > 0.9)
    return bool((like & (blobs.contrast > 0.5 * seen.contrast) & seen.far).any())
