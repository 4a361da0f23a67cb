"""Whether a frame's reading stands, or what must be asked about it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from statistics import median_high
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.confidence import log_odds
from vision.dice_set import D6
from vision.network.detector import Look, common
from vision.network.faces import Box
from vision.network.outputs import TROUBLES
from vision.reading import Frame
from vision.sighting import Sighting

LookForStacks: TypeAlias = Callable[[list[Box]], NDArray[np.float32]]
"""Gives the log odds, for each box, that what is in it is part of a stack."""

NO_DICE = "There are no dice in view."
_HAND_CELLS = 140
# What three in a thousand dice that lie well reach.
_TROUBLE_LIMITS = {"cocked": 0.45, "moving": 0.24, "hidden": 0.985, "glare": 0.6}
# The log odds by a look for stacks count this much beside those by the die's own picture. Of a hundred trays
# where no die lies on another, about one has a die beyond the limit; nothing under the least gets there.
_STACK_LOOK, _STACK_LIMIT, _STACK_LEAST = 0.6, 1.6, -4.5
_TROUBLE_WORDS = {
    "cocked": "{die} is cocked",
    "moving": "{die} is blurred",
    "hidden": "{die} is partly hidden",
    "glare": "glare hides a mark of {die}",
}
# Of what is no die in 387 photographs and renders of dice at rest, nothing comes near all three of these.
_BLUR, _BLUR_AROUND, _SURELY_NOTHING = 0.85, 0.4, 0.87
_OVERLAP = 0.5
_LEAST_KIND = 0.6
_MAYBE_CUT = 0.72
_MAYBE = 0.2
_HARDLY = 0.12
_PROBABLY = 0.5
_STICKS_OUT, _NEITHER = 0.9, 0.9
_COVERED = 0.02
_PIP = 0.6
_BESIDE = 1.2
_ON_IT = 0.5
_WHOLE = 0.78
_TOUCH = 0.04


@dataclass(frozen=True)
class Doubt:
    """Why the table must be asked, as one sentence.

    `settled_by_agreement` tells a doubt about what is seen, which goes away where another way of reading
    comes to the same, from one about the dice themselves, which only the table can settle.
    """

    sentence: str
    settled_by_agreement: bool = False


def doubt_about(frame: Frame, seen: list[Sighting], looked: Look, least: float = D6.least) -> Doubt | None:
    """The gravest doubt about a frame's reading, or None where it stands.

    A die's reading stands from the confidence `least` on.
    """
    shown = [one for one in seen if one.is_die]
    if _largest_patch(looked.hand) >= _HAND_CELLS:
        return Doubt("A hand is in the tray.")
    if not shown:
        return Doubt(NO_DICE)
    for number, one in enumerate(shown, 1):
        for trouble, limit in _TROUBLE_LIMITS.items():
            if one.troubles[trouble] > limit:
                return Doubt(_sentence(_TROUBLE_WORDS[trouble].format(die=f"die {number}")))
        if cut_by_edge(one.find.box, frame):
            return Doubt(f"Die {number} is cut by the picture's edge.")
    others = [one for one in seen if not one.is_die]
    if any(_is_a_blur(one) for one in others):
        return Doubt("Something blurred is in the tray.")
    if any(may_be_cut(one, frame) for one in others):
        return Doubt("A die may be cut by the picture's edge.")
    for (i, one), (j, other) in combinations(enumerate(shown, 1), 2):
        if common(one.find.box, other.find.box) > _OVERLAP:
            return Doubt(f"Dice {i} and {j} overlap.")
    for number, one in enumerate(shown, 1):
        if one.evidence.kind < _LEAST_KIND:
            return Doubt(f"I cannot tell which kind of die {number} is.")
    for number, one in enumerate(shown, 1):
        if one.confidence < least:
            return Doubt(_which_face(number, one), settled_by_agreement=True)
    if any(_may_be_die(one, shown, frame) for one in others):
        return Doubt("Something in the tray may be a die or not.", settled_by_agreement=True)
    return None


def doubt_about_stacks(shown: list[Sighting], look: LookForStacks) -> Doubt | None:
    """Doubt about the first of the dice that is probably part of a stack, None where none is.

    Only what its own picture leaves open is looked at.
    """
    odds = [log_odds(one.troubles["stacked"]) for one in shown]
    unclear = [index for index, own in enumerate(odds) if own > _STACK_LEAST]
    looked = look([shown[index].find.box for index in unclear])
    for index, seen in zip(unclear, looked, strict=True):
        if _STACK_LOOK * float(seen) + odds[index] > _STACK_LIMIT:
            return Doubt(f"Die {index + 1} is part of a stack.")
    return None


def _largest_patch(hand: NDArray[np.float32]) -> int:
    """Cells of the largest connected part that is likelier a hand than not."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((hand > 0.5).astype(np.uint8))
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def _which_face(number: int, one: Sighting) -> str:
    if one.runner_up == one.face:
        return f"I cannot tell for sure what die {number} shows."
    return f"I cannot tell whether die {number} shows {one.face} or {one.runner_up}."


def _is_a_blur(one: Sighting) -> bool:
    """Whether a faint find is not surely nothing, and moves by its own picture and by what is around it."""
    around = one.find.troubles[TROUBLES.index("moving")]
    return one.nothing < _SURELY_NOTHING and one.troubles["moving"] > _BLUR and around > _BLUR_AROUND


def _may_be_die(one: Sighting, shown: list[Sighting], frame: Frame) -> bool:
    if one.nothing < 0.5 or one.together > _HARDLY:
        return True
    if one.find.score <= _MAYBE:
        return False
    shares = [common(one.find.box, other.find.box) for other in shown]
    # What sticks out under another die is hardly a die by itself; but it is not nothing, as its shadow is.
    under = max(shares) > _COVERED and one.nothing < _NEITHER
    part = one.troubles["hidden"] > _STICKS_OUT
    if part and (under or one.find.score > _PROBABLY or cut_by_edge(one.find.box, frame)):
        return True
    # A thing as small as a pip, beside a die and not on it, may be the pip of one that was not found.
    typical = median_high(other.find.length for other in shown)
    beside = min(math.dist(one.find.middle, other.find.middle) for other in shown) < _BESIDE * typical
    return one.sides == 6 and one.find.length < _PIP * typical and max(shares) < _ON_IT and beside


def may_be_cut(one: Sighting, frame: Frame) -> bool:
    """Whether a find may be what the picture's edge leaves of a die."""
    return one.nothing < _MAYBE_CUT and cut_by_edge(one.find.box, frame)


def cut_by_edge(box: tuple[float, float, float, float], frame: Frame) -> bool:
    """Whether the picture's edge cuts a good part of a die off: its box is then no longer about square."""
    x, y, width, height = box
    near = 1 + _TOUCH * max(width, height)
    beside = x <= near or x + width >= frame.shape[1] - near
    above = y <= near or y + height >= frame.shape[0] - near
    return (beside and width < _WHOLE * height) or (above and height < _WHOLE * width)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
