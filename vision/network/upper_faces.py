"""Which face of a die lies up, where its crops do not agree: all dice of a frame are seen from one side.

From a picture of one die it cannot always be told: one face of a d10 seen 30 degrees from the left looks
much as its neighbour does from the right. But all dice have their upper faces off to the same side of their
middles, the farther out in the frame the farther outwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.network.faces import Box

# The figures maximise the likelihood of the true faces of 1,600 dice in 600 random trays; lengths are in the
# longer side of a die's box.
_SPREAD = {6: 0.15, 8: 0.15, 10: 0.17, 12: 0.1}
"""How far off the side common to all an upper face is as the die turns (standard deviation)."""

_ANY_SIDE = 0.3
"""How far off a middle upper faces are as the camera stands anywhere (standard deviation)."""

_OUTWARDS = 0.35
"""How much farther outwards an upper face is at a whole frame's length from the frame's middle."""

_VOTE = 2.0
"""How much likelier one more crop makes a face."""

_ELSEWHERE = 0.4
"""The density of upper faces at which no crop came."""

_NEAR = 0.5
"""Reaches: places that are one face."""

_A_DIE = 0.5


@dataclass(frozen=True)
class UpperFace:
    """Where an upper face is: its middle and its reach in px of the frame."""

    x: float
    y: float
    reach: float


@dataclass(frozen=True)
class Places:
    """Where the crops of one die have its upper face.

    `tops` (crops, 3) are middles and reaches in px of the frame, `box` is the die's, `likely` how likely
    there is a die at all.
    """

    box: Box
    sides: int
    tops: NDArray[np.float64]
    likely: float = 1.0

    @property
    def middle(self) -> NDArray[np.float64]:
        """The box's middle (px)."""
        x, y, width, height = self.box
        return np.array([x + width / 2, y + height / 2])

    @property
    def length(self) -> float:
        """The box's longer side (px)."""
        return max(self.box[2:])

    def faces(self) -> list[NDArray[np.float64]]:
        """The tops of each face that crops come to, (crops, 3), the one with most crops first."""
        away = np.linalg.norm(self.tops[:, None, :2] - self.tops[None, :, :2], axis=2)
        near = away < _NEAR * self.tops[:, 2].mean()
        left, faces = np.ones(len(self.tops), bool), []
        for most in np.argsort(-near.sum(1), kind="stable"):
            if left[most]:
                faces.append(self.tops[near[most] & left])
                left &= ~near[most]
        return faces


def upper_faces(dice: list[Places], size: tuple[int, int]) -> list[tuple[UpperFace, float]]:
    """Of each die of a frame of `size` (height, width) its likeliest upper face, and how likely that is.

    What no crop came to is allowed for: a face that all crops agree on is unlikely where it is off to another
    side than those of the other dice.
    """
    faces = [die.faces() for die in dice]
    outwards = [_OUTWARDS * (die.middle - np.array(size[::-1]) / 2) / max(size) for die in dice]
    clear = [
        (k, _off(die, faces[k][0]) - outwards[k], _SPREAD[die.sides] ** 2)
        for k, die in enumerate(dice)
        if len(faces[k]) == 1 and die.likely > _A_DIE
    ]
    chosen = []
    for k, die in enumerate(dice):
        others = [(off, spread) for other, off, spread in clear if other != k]
        certainty = 1 / _ANY_SIDE**2 + sum(1 / spread for _, spread in others)
        side = sum((off / spread for off, spread in others), np.zeros(2)) / certainty + outwards[k]
        spread = _SPREAD[die.sides] ** 2 + 1 / certainty
        shares = np.array(
            [_VOTE ** len(face) * _density(_off(die, face) - side, spread) for face in faces[k]]
        )
        best = int(np.argmax(shares))
        x, y, reach = (float(value) for value in faces[k][best].mean(0))
        chosen.append((UpperFace(x, y, reach), float(shares[best] / (shares.sum() + _ELSEWHERE))))
    return chosen


def _off(die: Places, face: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far off the die's middle a face is, in lengths of the die."""
    return np.asarray((face[:, :2].mean(0) - die.middle) / die.length, np.float64)


def _density(away: NDArray[np.float64], variance: float) -> float:
    """Of a normal distribution of two dimensions."""
    return float(np.exp(-(away @ away) / (2 * variance)) / (2 * np.pi * variance))
