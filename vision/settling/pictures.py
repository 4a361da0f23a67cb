"""Reduced pictures of the tray, and where two of them differ by more than light and noise explain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Picture: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]
Gain: TypeAlias = np.float32 | Picture

WIDTH = 160
"""Width in px of a reduced picture: a die of a 30th of the frame's width still covers 5 px."""

_GREY = np.array([[0.114, 0.587, 0.299]], np.float32)

_DARK = 4.0
"""Grey levels added before brightness is compared, which keep black places, all noise, from deciding."""

_GAIN_ROWS = 9
"""Rows over which a lamp's flicker is taken as even."""

_GAIN_SPREAD = 1.25
"""How far a row's brightness may depart from the frame's before it is movement and no flicker."""

_SHADE_PX = 9
_SHADE_DEPTH = 2.5
"""A shadow's edge is at least about this soft, and its inside at most this much darker."""

_SHADE_KERNEL = np.ones((_SHADE_PX + 2, _SHADE_PX + 2), np.uint8)
_SHADE_TINT = 0.06
_OTHER_TINT = 0.15
"""How far a colour may depart from the others, as a share of the brightness, where only the light changes,
and where surely more does."""


@dataclass(frozen=True)
class Look:
    """One frame reduced: `grey` (height, width) and `colour` (height, width, 3), both 0 to 255.

    `scale` is the px of the frame to one px of it.
    """

    grey: Picture
    colour: Picture
    scale: float

    def toward(self, other: Look, share: float) -> Look:
        """The picture moved toward another one by a share from 0 to 1."""
        weight = np.float32(share)
        return Look(
            self.grey + weight * (other.grey - self.grey),
            self.colour + weight * (other.colour - self.colour),
            self.scale,
        )


def look_at(frame: Frame) -> Look:
    """Reduce a frame; averaging whole areas takes most of the noise away."""
    height, width = frame.shape[:2]
    share = min(1.0, WIDTH / width)
    size = (max(1, round(width * share)), max(1, round(height * share)))
    colour = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA).astype(np.float32))
    return Look(np.asarray(cv2.transform(colour, _GREY), np.float32), colour, 1 / share)


@dataclass(frozen=True)
class Changes:
    """How much each place of two pictures differs, grey levels of 255 (height, width).

    `plain` has brightness evened out for the frame and for each row; `shaded` also around each place, so that
    a soft shadow is no change.
    """

    plain: Picture
    shaded: Picture


def change(picture: Picture, other: Picture) -> Picture:
    """How much each place of two grey pictures differs, light and noise evened out: `Changes.shaded`."""
    return changes(picture, other).shaded


def plain_change(picture: Picture, other: Picture) -> Picture:
    """How much each place of two grey pictures differs where shadows are changes: `Changes.plain`."""
    return _size_of(_least_rest(picture, other, _even_gains(picture, other)))


def changes(picture: Picture, other: Picture) -> Changes:
    """How much each place of two grey pictures (0 to 255) differs, light and noise evened out.

    A place is 3x3 px. Brightness is matched first: for the frame, for each row, since a lamp on mains makes
    bands under a rolling shutter, and around each place, for soft shadows that wander. A place has changed
    when no match explains it. Where one of the pictures is overexposed, the other one may be darker than that
    match.
    """
    gains = _even_gains(picture, other)
    plain = _least_rest(picture, other, gains)
    around = (_SHADE_PX, _SHADE_PX)
    local = cv2.blur(picture + _DARK, around) / cv2.blur(other + _DARK, around)
    local = np.clip(local, gains[0] / _SHADE_DEPTH, gains[0] * _SHADE_DEPTH)
    return Changes(_size_of(plain), _size_of(_least_rest(picture, other, (local,), plain)))


def covered(look: Look, other: Look, change: Changes, threshold: float) -> Mask:
    """Where something lies in one picture that does not in the other, by their `change`.

    It also marks the inside of smooth things, by their colour, and leaves shadows out: those darken all
    colours alike and leave the surface's grain.
    """
    now, was = _smooth(look.colour), _smooth(other.colour)
    # White balance follows what lies in view.
    was = was * np.median(((now + _DARK) / (was + _DARK))[::4, ::4].reshape(-1, 3), axis=0).astype(np.float32)
    gain = (now.sum(axis=2) + 3 * _DARK) / (was.sum(axis=2) + 3 * _DARK)
    tint = np.abs(now - gain[..., None] * was).max(axis=2)
    bright = now.mean(axis=2)
    same_tint = tint <= threshold + _SHADE_TINT * bright
    same_tint &= (gain > 1 / _SHADE_DEPTH) & (gain < _SHADE_DEPTH)
    other_tint = tint > 2 * threshold + _OTHER_TINT * bright
    # A hard shadow's edge is explained on both sides of it.
    explained = cv2.dilate((same_tint & (change.shaded <= threshold)).astype(np.uint8), _SHADE_KERNEL)
    light = same_tint & explained.astype(bool)
    return np.asarray(other_tint | ((change.plain > threshold) & ~light))


def _least_rest(
    picture: Picture, other: Picture, gains: Sequence[Gain], least: Picture | None = None
) -> Picture:
    """What the best match of brightness leaves unexplained at each place, signed."""
    for gain in gains:
        forth = picture - np.minimum(gain * other, 255)
        back = np.minimum(picture / gain, 255) - other
        for each in (forth, back):
            least = each if least is None else np.where(np.abs(each) < np.abs(least), each, least)
    return np.asarray(least, np.float32)


def _size_of(rest: Picture) -> Picture:
    return np.abs(_smooth(rest))


def _smooth(picture: Picture) -> Picture:
    return np.asarray(cv2.blur(picture, (3, 3)), np.float32)


def _even_gains(picture: Picture, other: Picture) -> tuple[np.float32, Picture]:
    """Brightness of `picture` over that of `other`: of the whole, and of each row."""
    ratio = (picture + _DARK) / (other + _DARK)
    middle = ratio.shape[1] // 2
    # A partition is six times as fast as a median.
    rows = np.partition(ratio, middle, axis=1)[:, middle : middle + 1]
    whole = np.float32(np.median(rows))
    rows = np.clip(rows, whole / _GAIN_SPREAD, whole * _GAIN_SPREAD)
    return whole, np.asarray(cv2.blur(rows, (1, _GAIN_ROWS)), np.float32)
