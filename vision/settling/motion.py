"""Whether the tray rests."""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.reading import Frame
from vision.settling.pictures import Look, Picture, change, look_at, plain_change

_NOISE_FACTOR = 8.0
"""Change that counts as movement, in standard deviations of the measured noise: the largest of the picture's
thousands of places reaches 4, and bright places are noisier than the median that is measured."""

_LEAST_CHANGE = 0.01 * 255
"""Smallest change that counts, for a camera whose compression hides the noise for a while."""

_DRIFT = 0.05
"""Weight of a new frame in the picture of a tray at rest, which so follows the daylight."""

_HELD_FRAMES = 15
"""Copies of one frame in a row after which it is a picture that is shown, and no camera that stutters."""


class MotionDetector:
    """Tells whether the tray rests.

    It rests when `still_frames` frames in a row look like the first of them, apart from sensor noise (whose
    strength is measured) and from light (see `vision.settling.pictures.changes`). Comparing with the first
    and not with the frame before also catches a die that spins slowly on its corner. Where a camera gives
    the same frame twice the second one tells nothing and does not count, unless there is no noise to tell
    two frames by, as in drawn pictures, or one picture is held for long.
    """

    def __init__(self, *, still_frames: int = 6) -> None:
        if still_frames < 2:
            raise ValueError(f"A tray cannot be seen to rest in {still_frames} frames: give at least 2.")
        self._still_frames = still_frames
        self._first: Look | None = None
        self._now: Look | None = None
        self._alike = 0
        self._copies = 0
        self._noise: deque[float] = deque(maxlen=30)
        self.counts = False
        """Whether the last frame was one of its own and no copy of the frame before."""
        self.run = 0
        """Number of the stretch of frames that look alike: another number means that something moved."""

    @property
    def picture(self) -> Look:
        """The tray since it rests."""
        if self._first is None:
            raise ValueError("No frame has been fed yet.")
        return self._first

    @property
    def now(self) -> Look:
        """The tray in the last frame."""
        if self._now is None:
            raise ValueError("No frame has been fed yet.")
        return self._now

    @property
    def threshold(self) -> float:
        """Change of a place (grey levels of 255) from which on it has moved."""
        return max(_NOISE_FACTOR * self._noise_level, _LEAST_CHANGE)

    @property
    def rests(self) -> bool:
        """Whether the tray rests, as of the last frame."""
        return self._alike >= self._still_frames

    def feed(self, frame: Frame) -> bool:
        """Take the next frame; True when the tray rests."""
        look, before = look_at(frame), self._now
        if self._first is None or before is None or before.grey.shape != look.grey.shape:
            self._noise.clear()
            self._begin(look)
        elif not self._is_copy(look, before):
            self._noise.append(_noise_between(look.grey, before.grey))
            if float(change(look.grey, self._first.grey).max()) > self.threshold:
                self._begin(look)
            else:
                self._alike += 1
                if self._alike > self._still_frames:
                    self._first = self._first.toward(look, _DRIFT)
        self._now = look
        return self.rests

    @property
    def _noise_level(self) -> float:
        return float(np.quantile(self._noise, 0.25)) if self._noise else 0.0

    def _begin(self, look: Look) -> None:
        self._first, self._alike = look, 1
        self._copies, self.counts = 0, True
        self.run += 1

    def _is_copy(self, look: Look, before: Look) -> bool:
        """Whether a frame is but the one before once more."""
        same = np.array_equal(look.colour, before.colour)
        self._copies = self._copies + 1 if same else 0
        if self._copies >= _HELD_FRAMES:
            self._noise.clear()
        self.counts = not (same and self._noise_level > 0)
        return not self.counts


def _noise_between(picture: Picture, before: Picture) -> float:
    """Standard deviation (grey levels) of the changes that are no movement, which is rarer than rest."""
    changes = plain_change(picture, before)[::2, ::2].ravel()
    return 1.4826 * float(np.partition(changes, changes.size // 2)[changes.size // 2])
