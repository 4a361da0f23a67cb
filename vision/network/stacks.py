"""Tell the dice that lie on others, or under them, from those that lie on the table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.network.faces import Box, crops_of
from vision.network.load import forward
from vision.network.outputs import CROP_SPAN, STACK_SIDE, STACK_SPAN
from vision.reading import Frame


def log_odds_of_stacks(frame: Frame, boxes: list[Box]) -> NDArray[np.float32]:
    """The log odds that what is in each of `boxes` (px of the frame) lies on another die, or under one.

    Raises NetworkError where the net cannot be run.
    """
    if not boxes:
        return np.zeros(0, np.float32)
    return forward("stacks", crops_of(frame, boxes, STACK_SIDE, STACK_SPAN / CROP_SPAN))[:, 0]
