"""Lengths that grow with the screen, shared by every screen's layout."""

from __future__ import annotations

from typing import TypeAlias

from ui.errors import ScreenError

Size: TypeAlias = tuple[int, int]
"""Width and height of the screen in px."""

SMALLEST: Size = (480, 320)


def check_size(size: Size) -> None:
    """Raises ScreenError where no screen can be laid out on `size` px."""
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
        raise ScreenError(
            f"the screen must be at least {SMALLEST[0]}x{SMALLEST[1]} pixels, not {size[0]}x{size[1]}: "
            "choose a larger size"
        )


def px(size: Size, small: int, large: int) -> int:
    """A length of `small` px on a 480x320 screen and of `large` px at 800x480, and so on beyond."""
    share = min((size[0] - 480) / 320, (size[1] - 320) / 160)
    return round(small + (large - small) * share)


def gap(size: Size) -> int:
    """The distance between neighbours in px; the focus ring runs inside it."""
    return px(size, 3, 5)


def touch_size(size: Size) -> int:
    """The least side in px of what is to be touched."""
    return px(size, 28, 42)


def cut(length: int, parts: int, index: int) -> tuple[int, int]:
    """Start and end of one of `parts` equal pieces, without losing a pixel to rounding."""
    return length * index // parts, length * (index + 1) // parts
