"""Touching dice that a look took for one: a closer look at what is oblong, or larger than the others."""

from __future__ import annotations

import math
from dataclasses import replace

from vision.network.detector import LIKELY, Find, common, look, same_die
from vision.reading import Frame

# In frames squeezed to another shape all dice are oblong: what counts is how a find differs from the rest.
_MORE_OBLONG = 1.15
_LARGER = 1.1
_UNLIKE_A_DIE = 1.4
"""A cube seen 35 degrees off the vertical is 1.39 times as long as wide."""

_FEW = 3
_DIE_PX = 50.0
_SHARE = 0.6
"""How long one of two touching dice is, against both."""

_MARGIN = 0.5
_SURE = 0.5
_PART = 0.2
_SHORTER = (0.4, 1.0)


def parted(finds: list[Find], frame: Frame) -> list[Find]:
    """The finds, with those that closer by are two dice or more replaced by these.

    Raises NetworkError where the net cannot be run.
    """
    likely = [find for find in finds if find.score >= LIKELY]
    left = list(finds)
    for find in likely:
        if not _may_be_several(find, likely):
            continue
        dice = [die for die in _look_closely(find, frame) if _is_part(die, find)]
        if len(dice) > 1:
            left.remove(find)
            left += [die for die in dice if not any(same_die(die, other) for other in left)]
    return left


def _may_be_several(find: Find, likely: list[Find]) -> bool:
    """Whether a find is more oblong, or larger, than a single die of its kind would be."""
    shape = find.box[2] / find.box[3]
    if len(likely) <= _FEW:
        return max(shape, 1 / shape) > _UNLIKE_A_DIE
    shape /= _middle([other.box[2] / other.box[3] for other in likely])
    size = find.length / _middle([other.length for other in likely])
    return size > _LARGER or max(shape, 1 / shape) > _MORE_OBLONG


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _look_closely(find: Find, frame: Frame) -> list[Find]:
    """What is seen around a find where its dice would be `_DIE_PX` px long."""
    x, y, width, height = find.box
    margin = _MARGIN * find.length
    left, top = max(0, math.floor(x - margin)), max(0, math.floor(y - margin))
    part = frame[top : math.ceil(y + height + margin), left : math.ceil(x + width + margin)]
    longest = round(max(part.shape[:2]) * _DIE_PX / (_SHARE * find.length))
    return [
        replace(die, box=(die.box[0] + left, die.box[1] + top, die.box[2], die.box[3]))
        for die in look(part, longest).finds
    ]


def _is_part(die: Find, whole: Find) -> bool:
    shorter = _SHORTER[0] < die.length / whole.length < _SHORTER[1]
    return die.score >= _SURE and shorter and common(die.box, whole.box) > _PART
