"""Touching dice that a look took for one, or hardly told apart: a closer look at what may be two."""

from __future__ import annotations

from itertools import combinations
from statistics import median_high

from vision.network.detector import LIKELY, Find, common, same_die
from vision.network.faces import Box
from vision.reading import Frame
from vision.windows import around, look_into

# In frames squeezed to another shape all dice are oblong: what counts is how a find differs from the rest.
_MORE_OBLONG = 1.15
_LARGER = 1.1
_UNLIKE_A_DIE = 1.4
"""A cube seen 35 degrees off the vertical is 1.39 times as long as wide."""

_OVERLAP = 0.42
_FEW = 3
_DIE_PX = 50.0
_SHARE = 0.6
"""How long one of two touching dice is, against both."""

_MARGIN = 0.5
_SURE = 0.4
_PART = 0.2
_SHORTER = (0.4, 1.0)


def parted(finds: list[Find], frame: Frame) -> list[Find]:
    """The finds, with those that closer by are two dice or more replaced by these.

    Two whose boxes overlap are looked at together: the boxes of touching dice are loose at a first look.
    Raises NetworkError where the net cannot be run.
    """
    left = list(finds)
    likely = [find for find in finds if find.score >= LIKELY]
    pairs = [pair for pair in combinations(likely, 2) if common(pair[0].box, pair[1].box) > _OVERLAP]
    for group in [*pairs, *((find,) for find in _suspects(likely))]:
        if not all(find in left for find in group):
            continue
        whole = _around_all(group)
        dice = [die for die in _look_closely(whole, frame) if _is_part(die, whole)]
        if len(dice) > 1:
            left = [find for find in left if find not in group]
            left += [die for die in dice if not any(same_die(die, other) for other in left)]
    return left


def _around_all(finds: tuple[Find, ...]) -> Box:
    left, top = (min(find.box[axis] for find in finds) for axis in (0, 1))
    right, bottom = (max(find.box[axis] + find.box[axis + 2] for find in finds) for axis in (0, 1))
    return (left, top, right - left, bottom - top)


def _suspects(likely: list[Find]) -> list[Find]:
    """The finds that are more oblong, or larger, than a single die of their kind would be."""
    shapes = [find.box[2] / find.box[3] for find in likely]
    if len(likely) <= _FEW:
        return [
            find for find, shape in zip(likely, shapes, strict=True) if max(shape, 1 / shape) > _UNLIKE_A_DIE
        ]
    usual, typical = median_high(shapes), median_high(find.length for find in likely)
    return [
        find
        for find, shape in zip(likely, shapes, strict=True)
        if find.length / typical > _LARGER or max(shape / usual, usual / shape) > _MORE_OBLONG
    ]


def _look_closely(whole: Box, frame: Frame) -> list[Find]:
    """What is seen around a box of two dice where each of them would be `_DIE_PX` px long."""
    length = max(whole[2:])
    left, top, right, bottom = window = around(whole, _MARGIN * length, frame)
    longest = max(right - left, bottom - top)
    return look_into(frame, window, round(longest * _DIE_PX / (_SHARE * length)))


def _is_part(die: Find, whole: Box) -> bool:
    shorter = _SHORTER[0] < die.length / max(whole[2:]) < _SHORTER[1]
    return die.score >= _SURE and shorter and common(die.box, whole) > _PART
