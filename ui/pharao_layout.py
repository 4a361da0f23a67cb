"""Where everything stands on the Pharao screen, computed without drawing.

Title bar and message line as everywhere; below them the board, as large as fits, on the left, and beside it
the search card with the tile outside, the players and the keys. Sizes grow with the screen; at 480x320 px the
board's spaces are the smallest touch targets.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ui import chrome
from ui.geometry import Rect
from ui.intents import Choose, Intent
from ui.metrics import Size, cut, gap, px, touch_size
from ui.pharao_view import COLUMNS, ROWS, PharaoView
from ui.widgets import Widget

_MAIN, _COMMAND, _SPACE, _OUTSIDE, _UNDO = range(0, 5000, 1000)
"""The groups that up and down go through, in this order."""


@dataclass(frozen=True)
class Areas:
    """The parts of the screen in px; `cell` is the side of one space."""

    board: Rect
    cell: int
    card: Rect
    outside: Rect
    players: Rect
    keys: Rect


def areas(view: PharaoView, size: Size) -> Areas:
    """The parts of the screen for this view."""
    space = gap(size)
    top = chrome.message_area(size).bottom
    height = size[1] - top - space
    edge = arrow_room(size)
    cell = min(height // ROWS, (size[0] * 7 // 10 - 2 * edge) // COLUMNS)
    board = Rect(space + edge, top + (height - cell * ROWS) // 2, cell * COLUMNS, cell * ROWS)
    left = board.right + edge + space
    panel = Rect(left, top, size[0] - left - space, height)
    side = min(panel.w * 2 // 5, px(size, 52, 96))
    outside = Rect(panel.right - side, panel.y, side, side)
    card = Rect(panel.x, panel.y, panel.w - side - space, side)
    needed = _rows_of(len(view.commands), panel.w, size) * (touch_size(size) + space)
    below = panel.bottom - outside.bottom - space
    # Keys that are few grow, as long as every player keeps a readable line.
    least = len(view.players) * px(size, 17, 26)
    keys_height = min(below, max(needed, min(below - least, needed * 3 // 2)))
    keys = Rect(panel.x, panel.bottom - keys_height, panel.w, keys_height)
    players = Rect(panel.x, outside.bottom + space, panel.w, max(0, keys.y - outside.bottom - 2 * space))
    return Areas(board, cell, card, outside, players, keys)


def arrow_room(size: Size) -> int:
    """The margin beside the board, in px, in which arrows show whence a row is pushed."""
    return px(size, 8, 14)


def space_rect(board: Rect, cell: int, index: int) -> Rect:
    """The square of one space."""
    row, column = divmod(index, COLUMNS)
    return Rect(board.x + column * cell, board.y + row * cell, cell, cell)


def key_room(rect: Rect, size: Size) -> Rect:
    """The part of a narrow key that its label may fill."""
    return rect.inset(px(size, 2, 6), 2)


def pharao_widgets(view: PharaoView, size: Size) -> list[Widget[Intent]]:
    """Everything on the screen."""
    parts = areas(view, size)
    found: list[Widget[Intent]] = [*chrome.head(size, can_undo=view.can_undo, undo_order=_UNDO)]
    for index, space in enumerate(view.spaces):
        press = Choose(space.key) if space.key else None
        rect = space_rect(parts.board, parts.cell, index)
        found.append(Widget(f"space:{index}", rect, "space", press, _SPACE + index, index))
    half = parts.outside.w // 2
    for index, key in enumerate(view.outside_keys):
        rect = Rect(parts.outside.x + index % 2 * half, parts.outside.y + index // 2 * half, half, half)
        press = Choose(key) if key else None
        found.append(Widget(f"outside:{index}", rect, "outside", press, _OUTSIDE + index, index))
    found.append(Widget("card", parts.card, "card"))
    for index, player in enumerate(view.players):
        top, bottom = cut(parts.players.h, len(view.players), index)
        rect = Rect(parts.players.x, parts.players.y + top, parts.players.w, bottom - top)
        found.append(Widget(f"player:{index}", rect, "player", index=index, label=player.name))
    found += _placed(chrome.command_keys(view.commands, first=_COMMAND, main=_MAIN), parts.keys, size)
    return found


def _columns(count: int, width: int, size: Size) -> int:
    """How many keys stand side by side: few and wide, or many and narrow."""
    widest = max(1, width // px(size, 40, 76))
    return 1 if count <= 3 else min(widest, 2 if count <= 10 else 3)


def _rows_of(count: int, width: int, size: Size) -> int:
    return math.ceil(count / _columns(count, width, size)) if count else 0


def _placed(keys: Sequence[Widget[Choose]], area: Rect, size: Size) -> list[Widget[Choose]]:
    columns = _columns(len(keys), area.w, size)
    rows = _rows_of(len(keys), area.w, size)
    space = gap(size)
    found = []
    for index, key in enumerate(keys):
        row, column = divmod(index, columns)
        in_row = columns if row < rows - 1 else len(keys) - columns * (rows - 1)
        left, right = cut(area.w + space, in_row, column)
        top, bottom = cut(area.h + space, rows, row)
        rect = Rect(area.x + left, area.y + top, right - left - space, bottom - top - space)
        found.append(replace(key, rect=rect))
    return found
