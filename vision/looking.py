"""Where and how closely to look for dice: once at the whole frame, and closer where that leaves doubt."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import median_high
from typing import TypeAlias

from vision.network.detector import LIKELY, Find, Look, look, same_die
from vision.reading import Frame
from vision.touching import parted
from vision.windows import Window, around, look_into

Clear: TypeAlias = Callable[[list[Find]], list[bool]]
"""Tells of each find whether its own picture leaves no doubt about it."""

_QUICK_PX = 352
_CLOSE_PX = 640
_FAR_PX = 192
# The net knows dice of 13 to 100 px best; where the quick look shows small ones, there may be smaller ones.
_SMALL_DIE_PX = 17.0
_SURE_DIE = 0.5
_CLEAR_DIE = 0.68
_LARGER = 2.2
_LONG = 1.2
_AS_TWO = 1.45
_LARGE = 0.2
_MIDDLING = 0.1
_WINDOW = 3.6
_WINDOW_PX = 160
_MOST_WINDOWS = 3
_CUT_PX = 2.0


def find_dice(
    frame: Frame, *, always_far: bool = False, clear: Clear | None = None
) -> tuple[list[Find], Look]:
    """Everything in `frame` that may be a die, from left to right, and the look at the whole of it.

    `always_far` looks from afar too where most of what the first look found is clear; `clear` may spare
    closer looks. Raises NetworkError where the net cannot be run.
    """
    looked = look(frame, _QUICK_PX)
    finds = list(looked.finds)
    likely = [find for find in finds if find.score >= LIKELY]
    sizes = [find.length / looked.shrink for find in likely]
    typical = median_high(find.length for find in likely) if likely else math.inf
    doubtful = [find for find in finds if find.score < _SURE_DIE or _may_be_two(find, typical)]
    small = not sizes or min(sizes) < _SMALL_DIE_PX
    sure = sum(find.score >= _CLEAR_DIE for find in finds)
    if always_far or not likely or ((doubtful or small) and 2 * sure < len(finds)):
        finds = _merged(finds, _look_from_afar(frame, finds))
    if max(frame.shape[:2]) > 1.2 * _QUICK_PX:
        if clear is not None and not small:
            doubtful = _unsettled(doubtful, typical, clear)
        windows = _windows(doubtful, frame)
        if small or len(windows) > _MOST_WINDOWS:
            finds = _merged(finds, look(frame, _CLOSE_PX).finds)
        else:
            for window in windows:
                finds = _merged(finds, _look_into(frame, window))
    return sorted(parted(finds, frame), key=lambda find: find.middle), looked


def _look_from_afar(frame: Frame, finds: list[Find]) -> tuple[Find, ...]:
    """Large dice, and others of which so far only marks were found.

    A large die's marks look like dice of their own; from farther away it is one die. Boxes are coarse there:
    a die of which more is known already is left as it is.
    """
    longer = max(frame.shape[:2])
    return tuple(
        far
        for far in look(frame, _FAR_PX).finds
        if far.length > _LARGE * longer
        or (
            far.length > _MIDDLING * longer
            and all(_LARGER * find.length < far.length for find in finds if same_die(find, far))
        )
    )


def _may_be_two(find: Find, typical: float, larger: float = _LONG) -> bool:
    """Whether a find is so long, or so much larger than the `typical` one, that it may be two that touch."""
    large = find.length > _LONG * min(find.box[2:]) or find.length > larger * typical
    return large and find.score < _CLEAR_DIE


def _unsettled(doubtful: list[Find], typical: float, clear: Clear) -> list[Find]:
    """What must be looked at closely: a picture of two dice may be as clear as that of a single one."""
    return [
        find
        for find, settled in zip(doubtful, clear(doubtful), strict=True)
        if not settled or _may_be_two(find, typical, _AS_TWO)
    ]


def _windows(finds: list[Find], frame: Frame) -> list[Window]:
    """Squares around the finds, those that overlap joined to one."""
    joined: list[Window] = []
    for find in finds:
        x, y = find.middle
        window = around((x, y, 0.0, 0.0), _WINDOW / 2 * find.length, frame)
        for other in [other for other in joined if _overlap(window, other)]:
            joined.remove(other)
            window = (
                min(window[0], other[0]), min(window[1], other[1]),
                max(window[2], other[2]), max(window[3], other[3]),
            )  # fmt: skip
        joined.append(window)
    return joined


def _overlap(one: Window, other: Window) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _look_into(frame: Frame, window: Window) -> tuple[Find, ...]:
    """What is found in a window, less what its edge cuts."""
    left, top, right, bottom = window
    height, width = frame.shape[:2]
    found = []
    for find in look_into(frame, window, _WINDOW_PX):
        x, y, w, h = find.box
        cut = (
            (left > 0 and x < left + _CUT_PX) or (top > 0 and y < top + _CUT_PX)
            or (right < width and x + w > right - _CUT_PX)
            or (bottom < height and y + h > bottom - _CUT_PX)
        )  # fmt: skip
        if not cut:
            found.append(find)
    return tuple(found)


def _merged(quick: list[Find], close: tuple[Find, ...]) -> list[Find]:
    """The finds of both looks; what both see is taken as the surer one has it.

    What lies inside a much larger find is a mark on that die.
    """
    merged: list[Find] = []
    for find in sorted([*quick, *close], key=lambda find: -find.score):
        touched = [other for other in merged if same_die(find, other)]
        if find.score >= LIKELY and all(_LARGER * other.length < find.length for other in touched):
            merged = [other for other in merged if other not in touched]
            touched = []
        if not touched:
            merged.append(find)
    return merged
