"""What every screen at the table has: the title bar with the undo key, the message line, the keys below.

The layout alone, in px; `ui.chrome_drawing` draws it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ui.geometry import Rect
from ui.intents import Choose, Undo
from ui.metrics import Size, cut, gap, px
from ui.view import Command
from ui.widgets import Widget

P = TypeVar("P")

NOWHERE = Rect(0, 0, 0, 0)
"""Where a key stands that has not been placed yet."""


def bar_area(size: Size) -> Rect:
    """The title bar along the upper edge."""
    return Rect(0, 0, size[0], px(size, 32, 48))


def message_area(size: Size) -> Rect:
    """The message line below the bar."""
    return Rect(gap(size), bar_area(size).bottom, size[0] - 2 * gap(size), px(size, 24, 34))


def keys_area(count: int, size: Size) -> Rect:
    """The rows along the lower edge that so many keys need."""
    space = gap(size)
    height = _key_rows(count, size) * (px(size, 34, 50) + space) + space
    return Rect(space, size[1] - height, size[0] - 2 * space, height)


def head(size: Size, *, can_undo: bool, undo_order: int, undo_label: str = "Undo") -> list[Widget[Undo]]:
    """Title, the camera's word, the undo key and the message line."""
    bar = bar_area(size)
    space = px(size, 2, 3)
    undo = Rect(bar.w - px(size, 68, 104) - space, space, px(size, 68, 104), bar.h - 2 * space)
    camera = Rect(undo.x - px(size, 84, 136), space, px(size, 80, 130), bar.h - 2 * space)
    title = Rect(px(size, 8, 12), 0, camera.x - px(size, 12, 18), bar.h)
    return [
        Widget("title", title, "title"),
        Widget("camera", camera, "camera"),
        Widget("undo", undo, "undo", Undo() if can_undo else None, undo_order, label=undo_label),
        Widget("message", message_area(size), "message"),
    ]


def command_keys(commands: Sequence[Command], *, first: int, main: int) -> list[Widget[Choose]]:
    """A key for each command, not yet placed; `first` is the order of the first, `main` of a main one."""
    return [
        Widget(
            f"command:{command.key}",
            NOWHERE,
            "command",
            Choose(command.key),
            (main if command.main else first) + index,
            index,
            command.label,
        )
        for index, command in enumerate(commands)
    ]


def placed(keys: Sequence[Widget[P]], area: Rect, size: Size) -> list[Widget[P]]:
    """The keys in rows in their area, each as wide as its label's length asks for."""
    rows = _key_rows(len(keys), size)
    space = gap(size)
    height = (area.h - space) // rows - space
    found = []
    for row in range(rows):
        first, last = cut(len(keys), rows, row)
        in_row = keys[first:last]
        weights = [min(max(len(key.label), 9), 16) for key in in_row]
        # One key alone stands in the middle instead of stretching over the whole screen.
        room = min(area.w + space, len(in_row) * px(size, 220, 360))
        start = area.x + (area.w + space - room) // 2
        y = area.y + space + row * (height + space)
        for index, key in enumerate(in_row):
            left = room * sum(weights[:index]) // sum(weights)
            right = room * sum(weights[: index + 1]) // sum(weights)
            found.append(replace(key, rect=Rect(start + left, y, right - left - space, height)))
    return found


def _key_rows(count: int, size: Size) -> int:
    return max(1, math.ceil(count * px(size, 58, 76) / size[0]))
