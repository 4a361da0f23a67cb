"""Where everything stands on the Favor screen and what pressing it does, computed without drawing.

The screen from top to bottom: title bar with the undo key, message line, then the dice tray over the pyramid
on the left and the tile grid on the right, the players' strip, and the keys. All sizes grow with the screen;
480x320 px is the smallest that keeps every touch target at 28 px.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import ui.widgets as widgets_of
from ui import chrome
from ui.dice_layout import pyramid_slots, tray_of
from ui.geometry import Rect
from ui.intents import Choose, ClaimTile, LockDice, SetFace
from ui.metrics import Size, check_size, cut, gap, px, touch_size
from ui.state import ClosePicker, Mark, OpenPicker, Press, ScreenState, SelectTile, die_key, face_key
from ui.view import DieView, FavorView, TileView

LEVELS = (7, 6, 5, 4, 3)
PLACES = ("yellow1", "yellow2", "blue", "red")

_LOCK, _CLAIM, _MAIN, _DIE, _PENCIL, _COMMAND, _LIT_TILE, _PLAYER, _TILE, _UNDO = range(10)
"""The groups that up and down go through, in this order."""

Widget: TypeAlias = widgets_of.Widget[Press]
"""A chrome's part, or one of kind "die", "pencil", "locked", "bar", "tile", "court", "reason", "player",
"lock", "claim", "face" or "close"; of dice, tiles, players and faces `index` is that in the view."""


@dataclass(frozen=True)
class Areas:
    """The parts of the screen in px; `picker` is the panel of the face picker, over the middle."""

    bar: Rect
    message: Rect
    tray: Rect
    pyramid: Rect
    grid: Rect
    players: Rect
    keys: Rect
    picker: Rect


def areas(view: FavorView, state: ScreenState, size: Size) -> Areas:
    """The parts of the screen for this view."""
    check_size(size)
    width = size[0]
    space = gap(size)
    bar, message = chrome.bar_area(size), chrome.message_area(size)
    keys = chrome.keys_area(len(_keys(view, state)), size)
    players = Rect(space, keys.y - px(size, 22, 34), width - 2 * space, px(size, 22, 34))
    top, bottom = message.bottom, players.y - space
    left = Rect(space, top, px(size, 181, 292), bottom - top)
    tray_height = tray_of(view, size, left).height
    tray = Rect(left.x, top, left.w, tray_height)
    pyramid_top = tray.bottom + (space if tray_height else 0)
    pyramid = Rect(left.x, pyramid_top, left.w, max(0, bottom - pyramid_top))
    grid = Rect(left.right + space, top, width - left.right - 2 * space, bottom - top)
    return Areas(bar, message, tray, pyramid, grid, players, keys, _picker_panel(view, state, size))


def widgets(view: FavorView, state: ScreenState, size: Size) -> tuple[Widget, ...]:
    """Everything on the screen; while the face picker is open, its own widgets stand last.

    Under an open picker nothing else can be pressed. Raises ScreenError for a screen smaller than 480x320.
    """
    return _widgets(view, replace(state, focus=None), size)


@lru_cache(maxsize=64)
def _widgets(view: FavorView, state: ScreenState, size: Size) -> tuple[Widget, ...]:
    """The widgets, which are the same wherever the focus is: it moves often, and drawing asks again."""
    parts = areas(view, state, size)
    found = [
        *chrome.head(size, can_undo=view.can_undo, undo_order=_order(_UNDO, 0)),
        *_dice_widgets(view, parts, size),
        *_locked_widgets(view, parts, size),
        *_grid_widgets(view, state, parts, size),
        *_player_widgets(view, parts, size),
        *chrome.placed(_keys(view, state), parts.keys, size),
    ]
    if state.picker is None:
        return tuple(found)
    return (*(replace(widget, press=None) for widget in found), *_picker_widgets(view, state, parts, size))


def slot(grid: Rect, level: int, place: str, size: Size) -> Rect:
    """The place of a tile in the grid; level 0, the Herder, stands below the others."""
    space = gap(size)
    label = px(size, 22, 34)
    row = LEVELS.index(level) if level else len(LEVELS)
    column = PLACES.index(place) if level else 0
    left, right = cut(grid.w - label, len(PLACES), column)
    top, bottom = cut(grid.h + space, len(LEVELS) + 1, row)
    return Rect(grid.x + label + left + space, grid.y + top, right - left - space, bottom - top - space)


def _order(group: int, index: int) -> int:
    return group * 1000 + index


def _dice_widgets(view: FavorView, parts: Areas, size: Size) -> list[Widget]:
    found = []
    space = gap(size)
    left = Rect(parts.tray.x, parts.tray.y, parts.tray.w, parts.tray.h + parts.pyramid.h + space)
    tray = tray_of(view, size, left)
    used = tray.columns * (tray.side + tray.pencil + space) - space
    for index, die in enumerate(view.dice):
        row, column = divmod(index, tray.columns)
        x = parts.tray.x + (parts.tray.w - used) // 2 + column * (tray.side + tray.pencil + space)
        y = parts.tray.y + space + row * (tray.side + space)
        face = Rect(x, y, tray.side, tray.side)
        picker = OpenPicker(index, _first_choice(die)) if die.faces else None
        press = {"lock": Mark(index), "enter": picker, "watch": None}[view.dice_role]
        found.append(Widget(die_key(index), face, "die", press, _order(_DIE, index), index))
        if view.dice_role == "lock" and picker:
            pencil = Rect(face.right, y, tray.pencil, tray.side)
            order = _order(_PENCIL, index)
            found.append(Widget(f"pencil:{index}", pencil, "pencil", picker, order, index))
    return found


def _first_choice(die: DieView) -> str:
    """The likeliest face that is not the shown one: what a misread die most likely is."""
    return next((face for face in die.faces if face != die.face), die.faces[0])


def _locked_widgets(view: FavorView, parts: Areas, size: Size) -> list[Widget]:
    slots = pyramid_slots(parts.pyramid, len(view.pyramid), size)
    return [
        Widget(f"locked:{index}", rect.inset(1), "locked", index=index)
        for index, (rect, _) in enumerate(zip(slots, view.pyramid, strict=False))
    ]


def _grid_widgets(view: FavorView, state: ScreenState, parts: Areas, size: Size) -> list[Widget]:
    space = gap(size)
    found: list[Widget] = []
    if view.court is not None:
        low = slot(parts.grid, 0, "", size)
        court = Rect(parts.grid.x, parts.grid.y, parts.grid.w, low.y - space - parts.grid.y)
        reason = Rect(parts.grid.x, low.y, parts.grid.w, low.h)
        return [Widget("court", court, "court"), Widget("reason", reason, "reason")]
    names = dict(view.bars)
    for level in LEVELS:
        first = slot(parts.grid, level, PLACES[0], size)
        rect = Rect(parts.grid.x, first.y, first.x - parts.grid.x - space, first.h)
        found.append(Widget(f"bar:{level}", rect, "bar", label=names.get(level, str(level))))
    for index, tile in enumerate(view.tiles):
        lit = tile.state == "claimable"
        press: Press = SelectTile(tile.id)
        if tile.id == state.selected:
            press = ClaimTile(tile.id) if lit else Choose(tile.about) if tile.about else press
        rect = slot(parts.grid, tile.level, tile.place, size)
        order = _order(_LIT_TILE if lit else _TILE, index)
        found.append(Widget(f"tile:{tile.id}", rect, "tile", press, order, index))
    herder = slot(parts.grid, 0, "", size)
    x = herder.right + space
    found.append(Widget("reason", Rect(x, herder.y, parts.grid.right - x, herder.h), "reason"))
    return found


def _player_widgets(view: FavorView, parts: Areas, size: Size) -> list[Widget]:
    space = gap(size)
    found = []
    for index, player in enumerate(view.players):
        left, right = cut(parts.players.w + space, len(view.players), index)
        rect = Rect(parts.players.x + left, parts.players.y, right - left - space, parts.players.h)
        press = Choose(player.key) if player.key else None
        order = _order(_PLAYER, index)
        found.append(Widget(f"player:{index}", rect, "player", press, order, index, player.name))
    return found


def selected_tile(view: FavorView, state: ScreenState) -> TileView | None:
    """The tile that is selected, if any."""
    return next((tile for tile in view.tiles if tile.id == state.selected), None)


def _keys(view: FavorView, state: ScreenState) -> list[Widget]:
    """The keys without their places: what the marks and the selection ask for first, then the commands."""
    found = []
    if state.marked and view.dice_role == "lock":
        label = f"Lock {len(state.marked)} {'die' if len(state.marked) == 1 else 'dice'}"
        press: Press = LockDice(tuple(sorted(state.marked)))
        found.append(Widget("lock", chrome.NOWHERE, "lock", press, _order(_LOCK, 0), label=label))
    tile = selected_tile(view, state)
    if tile is not None and tile.state == "claimable":
        press = ClaimTile(tile.id)
        label = f"Claim {tile.name}"
        found.append(Widget("claim", chrome.NOWHERE, "claim", press, _order(_CLAIM, 0), label=label))
    found += chrome.command_keys(view.commands, first=_order(_COMMAND, 0), main=_order(_MAIN, 0))
    return found


def _picker_columns(view: FavorView, state: ScreenState) -> int:
    faces = len(view.dice[state.picker].faces) if state.picker is not None else 0
    return min(max(faces, 1), 6)


def _picker_side(size: Size) -> int:
    return min(px(size, 64, 104), (size[0] - px(size, 40, 60)) // 6 - px(size, 6, 10))


def _picker_panel(view: FavorView, state: ScreenState, size: Size) -> Rect:
    if state.picker is None:
        return Rect(0, 0, 0, 0)
    space = px(size, 6, 10)
    columns = _picker_columns(view, state)
    rows = math.ceil(len(view.dice[state.picker].faces) / columns)
    width = max(columns * (_picker_side(size) + space) + space, px(size, 330, 520))
    height = touch_size(size) + 2 * space + rows * (_picker_side(size) + space) + px(size, 20, 30)
    return Rect((size[0] - width) // 2, (size[1] - height) // 2, width, height)


def _picker_widgets(view: FavorView, state: ScreenState, parts: Areas, size: Size) -> list[Widget]:
    """The faces of the die and the key that leaves without a choice."""
    assert state.picker is not None
    die = view.dice[state.picker]
    space = px(size, 6, 10)
    side = _picker_side(size)
    columns = _picker_columns(view, state)
    panel = parts.picker
    close = Rect(
        panel.right - px(size, 72, 110) - space, panel.y + space, px(size, 72, 110), touch_size(size)
    )
    left = panel.x + (panel.w - columns * (side + space) + space) // 2
    found = []
    for index, face in enumerate(die.faces):
        row, column = divmod(index, columns)
        y = close.bottom + space + row * (side + space)
        rect = Rect(left + column * (side + space), y, side, side)
        # The face that stands there already changes nothing, unless choosing it settles a doubt.
        settled = face == die.face and not die.doubtful
        press: Press = ClosePicker() if settled else SetFace(state.picker, face)
        found.append(Widget(face_key(face), rect, "face", press, index, index))
    found.append(Widget("close", close, "close", ClosePicker(), len(die.faces), label="Close"))
    return found
