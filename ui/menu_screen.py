"""A question before or between games: its answers as large keys over the screen's middle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pygame

from ui import chrome
from ui.chrome_drawing import draw_blank, draw_chrome, draw_focus, draw_ground
from ui.geometry import Rect
from ui.intents import Intent
from ui.metrics import Size, cut, gap, px
from ui.palette import SAND
from ui.text import write
from ui.view import MenuView
from ui.widget_screen import WidgetScreen
from ui.widgets import Widget


def menu_screen(size: Size) -> WidgetScreen[MenuView]:
    """A screen of `size` px for questions; raises ScreenError where that is too small."""
    return WidgetScreen(size, menu_widgets, draw_menu)


def menu_widgets(view: MenuView, size: Size) -> list[Widget[Intent]]:
    """Title, message, undo, and the answers in one column, or in two where they are many."""
    keys = chrome.command_keys(view.commands, first=100, main=0)
    space = 2 * gap(size)
    top = chrome.message_area(size).bottom + space
    names = _names_area(size)
    room = Rect(px(size, 40, 90), top, size[0] - 2 * px(size, 40, 90), names.y - top)
    columns = 1 if len(keys) <= 4 else 2
    rows = max(1, math.ceil(len(keys) / columns))
    height = min(px(size, 52, 84), room.h // rows)
    first = room.y + (room.h - rows * height) // 2
    found: list[Widget[Intent]] = [*chrome.head(size, can_undo=view.can_undo, undo_order=1000)]
    for index, key in enumerate(keys):
        row, column = divmod(index, columns)
        left, right = cut(room.w, columns, column)
        rect = Rect(room.x + left, first + row * height, right - left, height).inset(space // 2)
        found.append(replace(key, rect=rect))
    found.append(Widget("names", names, "names", label=", ".join(view.names)))
    return found


def draw_menu(
    surface: pygame.Surface,
    view: MenuView,
    found: Sequence[Widget[Intent]],
    focus: Widget[Intent] | None,
    size: Size,
) -> None:
    """Draw the question over the pyramids."""
    draw_blank(surface, size)
    draw_ground(surface, chrome.bar_area(size), night=False)
    for widget in found:
        if not draw_chrome(surface, view, widget) and widget.label:
            write(surface, widget.rect, widget.label, SAND, largest=widget.rect.h // 2, align="centre")
    if focus is not None:
        draw_focus(surface, focus.rect)


def _names_area(size: Size) -> Rect:
    """The line with the players' names along the lower edge."""
    height = px(size, 30, 44)
    return Rect(gap(size), size[1] - height, size[0] - 2 * gap(size), height)
