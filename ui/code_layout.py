"""Where everything of Pharaoh Code's screen stands: pyramid, dice, sand, pad, players and keys."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ui import chrome
from ui.code_view import CodeView, PadView, TileSetView
from ui.geometry import Rect
from ui.intents import Choose, Intent
from ui.metrics import Size, cut, gap, px
from ui.widgets import Widget

ROWS = (1, 2, 3, 4)
"""Spaces of each row of the pyramid, from the top."""

_CELLS = 12
"""Tiles of one colour in a usual set."""

# The order of the down button: what people will most likely want comes first.
_PAD, _MAIN, _FIRST, _SECOND, _DICE, _COMMANDS, _UNDO = (hundreds * 100 for hundreds in range(7))


@dataclass(frozen=True)
class CodeAreas:
    """The parts of the screen in px; `left` holds the pyramid or a sheet, `right` pad, sand or notes."""

    left: Rect
    right: Rect
    players: Rect
    keys: Rect
    large: Rect


def code_areas(view: CodeView, size: Size) -> CodeAreas:
    """The parts of the screen for this view."""
    space = gap(size)
    keys = chrome.keys_area(len(view.commands), size)
    players_height = px(size, 34, 54)
    players = Rect(space, keys.y - players_height, size[0] - 2 * space, players_height)
    top = chrome.message_area(size).bottom + space
    height = players.y - space - top
    left_width = size[0] * 52 // 100 - 2 * space
    left = Rect(space, top, left_width, height)
    right = Rect(left.right + 2 * space, top, size[0] - left.right - 3 * space, height)
    return CodeAreas(left, right, players, keys, Rect(0, 0, size[0], players.y - space))


def code_widgets(view: CodeView, size: Size) -> list[Widget[Intent]]:
    """Everything on the screen; the sand that fills it leaves players and keys."""
    parts = code_areas(view, size)
    found: list[Widget[Intent]] = []
    if view.sand is not None and view.sand.large:
        found.append(Widget("sand", parts.large, "sand-large"))
    else:
        found += chrome.head(size, can_undo=view.can_undo, undo_order=_UNDO)
        found += _left(view, parts, size)
        found += _right(view, parts, size)
    found += _players(view, parts, size)
    commands = chrome.command_keys(view.commands, first=_COMMANDS, main=_MAIN)
    return [*found, *chrome.placed(commands, parts.keys, size)]


def space_rects(area: Rect, size: Size) -> tuple[Rect, ...]:
    """The ten spaces of the pyramid in their area, row by row from the top."""
    space = gap(size)
    width = area.w // max(ROWS)
    found = []
    for row, spaces in enumerate(ROWS):
        top, bottom = cut(area.h, len(ROWS), row)
        first = area.x + (area.w - spaces * width) // 2
        for column in range(spaces):
            cell = Rect(first + column * width, area.y + top, width, bottom - top)
            found.append(Rect(cell.x, cell.y, cell.w - space, cell.h - space))
    return tuple(found)


def _left(view: CodeView, parts: CodeAreas, size: Size) -> list[Widget[Intent]]:
    if view.sheet:
        return [Widget("sheet", parts.left, "sheet")]
    order = _FIRST if _someone_chooses(view) else _SECOND
    return [
        Widget(f"space:{index}", rect, "space", _press(view.spaces[index].press), order + index, index)
        for index, rect in enumerate(space_rects(parts.left, size))
    ]


def _right(view: CodeView, parts: CodeAreas, size: Size) -> list[Widget[Intent]]:
    if view.pad is not None:
        return pad_widgets(view.pad, parts.right, size)
    area, found = parts.right, list[Widget[Intent]]()
    if view.dice:
        # Before the sand runs nothing else wants the room.
        height = px(size, 44, 70) if view.sand or view.notes else min(area.h, px(size, 70, 120))
        for index, die in enumerate(view.dice):
            left, right = cut(area.w, len(view.dice), index)
            rect = Rect(area.x + left, area.y, right - left - gap(size), height)
            found.append(Widget(f"die:{die.name}", rect, "die", _press(die.press), _DICE + index, index))
        used = height + gap(size)
        area = Rect(area.x, area.y + used, area.w, area.h - used)
    if view.sand is not None:
        found.append(Widget("sand", area, "sand"))
    elif view.notes:
        found.append(Widget("notes", area, "notes"))
    return found


def pad_widgets(pad: PadView, area: Rect, size: Size) -> list[Widget[Intent]]:
    """What was typed, and below it the keys in their columns."""
    space = gap(size)
    line = Rect(area.x, area.y, area.w, px(size, 30, 52))
    rows = math.ceil(len(pad.keys) / pad.columns)
    below = Rect(area.x, line.bottom + space, area.w, area.bottom - line.bottom - space)
    found: list[Widget[Intent]] = [Widget("pad-text", line, "pad-text")]
    for index, key in enumerate(pad.keys):
        row, column = divmod(index, pad.columns)
        left, right = cut(below.w + space, pad.columns, column)
        top, bottom = cut(below.h + space, rows, row)
        rect = Rect(below.x + left, below.y + top, right - left - space, bottom - top - space)
        press = _press(key.key)
        found.append(Widget(f"pad:{index}", rect, "pad-key", press, _PAD + index, index, key.label))
    return found


def _players(view: CodeView, parts: CodeAreas, size: Size) -> list[Widget[Intent]]:
    space = gap(size)
    order = _SECOND if _someone_chooses(view) else _FIRST
    found: list[Widget[Intent]] = []
    for index, player in enumerate(view.players):
        left, right = cut(parts.players.w + space, len(view.players), index)
        rect = Rect(parts.players.x + left, parts.players.y, right - left - space, parts.players.h)
        press = _press(player.press)
        found.append(Widget(f"player:{index}", rect, "player", press, order + index, index, player.name))
    return found


def _someone_chooses(view: CodeView) -> bool:
    """Whether a tile is to be touched next, and not a name."""
    return any(player.state == "has-the-floor" for player in view.players) or not any(
        player.press for player in view.players
    )


def _press(key: str | None) -> Choose | None:
    return None if key is None else Choose(key)


def tile_set_widgets(view: TileSetView, size: Size) -> list[Widget[Intent]]:
    """The set's rows, in the left half alone where a pad is open."""
    space = gap(size)
    keys = chrome.keys_area(len(view.commands), size)
    top = chrome.message_area(size).bottom + space
    whole = Rect(space, top, size[0] - 2 * space, keys.y - space - top)
    grid, found = whole, [*chrome.head(size, can_undo=view.can_undo, undo_order=_UNDO)]
    pad: list[Widget[Intent]] = []
    if view.pad is not None:
        width = whole.w * 48 // 100
        grid = Rect(whole.x, whole.y, whole.w - width - 2 * space, whole.h)
        pad = pad_widgets(view.pad, Rect(grid.right + 2 * space, whole.y, width, whole.h), size)
    columns = max(_CELLS, *(len(cells) for _, cells in view.rows))
    cells_found: list[Widget[Intent]] = []
    for row, (colour, cells) in enumerate(view.rows):
        upper, lower = cut(grid.h + space, len(view.rows), row)
        for column, cell in enumerate(cells):
            left, right = cut(grid.w + space, columns, column)
            rect = Rect(grid.x + left, grid.y + upper, right - left - space, lower - upper - space)
            order = (_FIRST if cell.number is None else _SECOND) + row * columns + column
            key = f"cell:{colour}:{column}"
            cells_found.append(Widget(key, rect, "cell", _press(cell.press), order, row * 100 + column))
    commands = chrome.command_keys(view.commands, first=_COMMANDS, main=_MAIN)
    return [*found, *cells_found, *pad, *chrome.placed(commands, keys, size)]
