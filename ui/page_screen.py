"""A page on the screen: dice in rows, faces to choose from, lines to read or to choose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from ui import chrome
from ui.captions import face_words
from ui.chrome_drawing import blit_panel, draw_chrome, draw_focus, draw_ground
from ui.dice_drawing import draw_die
from ui.geometry import Rect
from ui.intents import Choose, Intent
from ui.metrics import Size, gap, px, touch_size
from ui.page_view import Entry, PageDie, PageView
from ui.palette import (
    FADED,
    GOLD,
    INK,
    LAPIS,
    LAPIS_DARK,
    LAPIS_LIGHT,
    NIGHT,
    PAPYRUS,
    SAND,
    SAND_DARK,
    mixed,
    tile_colours,
)
from ui.sprites import frame
from ui.symbols import symbol
from ui.text import width_of, write
from ui.widget_screen import WidgetScreen
from ui.widgets import Widget

_FACE, _MAIN, _DIE, _ENTRY, _COMMAND, _UNDO = range(0, 6000, 1000)
"""The groups that up and down go through, in this order."""


def page_screen(size: Size) -> WidgetScreen[PageView]:
    """A screen of `size` px for pages; raises ScreenError where that is too small."""
    return WidgetScreen(size, page_widgets, draw_page)


@dataclass(frozen=True)
class PageAreas:
    """The parts of a page in px, from top to bottom; a part without contents has no height."""

    dice: Rect
    faces: Rect
    entries: Rect
    keys: Rect


def page_areas(view: PageView, size: Size) -> PageAreas:
    """The parts of the screen for this page."""
    space = gap(size)
    keys = chrome.keys_area(len(view.commands), size)
    top = chrome.message_area(size).bottom + space
    room = Rect(2 * space, top, size[0] - 4 * space, keys.y - top)
    face_height = px(size, 84, 130) if view.faces else 0
    entries_height = min(len(view.entries) * (px(size, 44, 60) + space), room.h // (2 if view.dice else 1))
    dice_height = room.h - face_height - entries_height if view.dice else 0
    dice = Rect(room.x, top, room.w, dice_height)
    faces = Rect(room.x, dice.bottom, room.w, face_height)
    return PageAreas(dice, faces, Rect(room.x, faces.bottom, room.w, entries_height), keys)


def page_widgets(view: PageView, size: Size) -> list[Widget[Intent]]:
    """Everything on the page: chrome, dice, faces, entries, keys."""
    parts = page_areas(view, size)
    found: list[Widget[Intent]] = [
        *chrome.head(size, can_undo=view.can_undo, undo_order=_UNDO, undo_label=view.undo_label)
    ]
    found += _dice_widgets(view.dice, parts.dice, size)
    found += _face_widgets(view.faces, parts.faces, size)
    for index, entry in enumerate(view.entries):
        height = parts.entries.h // len(view.entries)
        rect = Rect(parts.entries.x, parts.entries.y + index * height, parts.entries.w, height - gap(size))
        press = Choose(entry.key) if entry.key else None
        found.append(Widget(f"entry:{index}", rect, "entry", press, _ENTRY + index, index))
    keys = chrome.command_keys(view.commands, first=_COMMAND, main=_MAIN)
    return [*found, *chrome.placed(keys, parts.keys, size)]


def _dice_widgets(dice: Sequence[PageDie], area: Rect, size: Size) -> list[Widget[Intent]]:
    """The largest dice that fit, in as few rows as they need, in the middle of their area."""
    if not dice:
        return []
    space = 2 * gap(size)
    side = px(size, 60, 90)
    while side > touch_size(size):
        if math.ceil(len(dice) / _columns(area, side, space)) * (side + space) <= area.h:
            break
        side -= 1
    columns = min(len(dice), _columns(area, side, space))
    rows = math.ceil(len(dice) / columns)
    top = area.y + (area.h - rows * (side + space) + space) // 2
    found: list[Widget[Intent]] = []
    for index, die in enumerate(dice):
        row, column = divmod(index, columns)
        in_row = min(columns, len(dice) - row * columns)
        left = area.x + (area.w - in_row * (side + space) + space) // 2
        rect = Rect(left + column * (side + space), top + row * (side + space), side, side)
        press = Choose(die.key) if die.key else None
        found.append(Widget(f"die:{index}", rect, "die", press, _DIE + index, index))
    return found


def _columns(area: Rect, side: int, space: int) -> int:
    return max(1, (area.w + space) // (side + space))


def _face_widgets(faces: Sequence[PageDie], area: Rect, size: Size) -> list[Widget[Intent]]:
    """One row: each face with its name below it, both to be touched."""
    if not faces:
        return []
    space = gap(size)
    width = min(px(size, 66, 104), area.w // len(faces) - space)
    left = area.x + (area.w - len(faces) * (width + space) + space) // 2
    found: list[Widget[Intent]] = []
    for index, die in enumerate(faces):
        rect = Rect(left + index * (width + space), area.y, width, area.h - space)
        press = Choose(die.key) if die.key else None
        found.append(Widget(f"face:{index}", rect, "face", press, _FACE + index, index))
    return found


def draw_page(
    surface: pygame.Surface,
    view: PageView,
    found: Sequence[Widget[Intent]],
    focus: Widget[Intent] | None,
    size: Size,
) -> None:
    """Draw the page."""
    draw_ground(surface, chrome.bar_area(size))
    parts = page_areas(view, size)
    tray = Rect(parts.dice.x, parts.dice.y, parts.dice.w, parts.dice.h + parts.faces.h)
    if tray.h:
        blit_panel(surface, tray.inset(0, 1), SAND, SAND_DARK, thickness=2, radius=8)
    for widget in found:
        if draw_chrome(surface, view, widget):
            continue
        match widget.kind:
            case "die":
                _draw_page_die(surface, widget.rect, view.dice[widget.index])
            case "face":
                _draw_face(surface, widget.rect, view.faces[widget.index])
            case "entry":
                draw_entry(surface, widget.rect, view.entries[widget.index])
    if focus is not None:
        draw_focus(surface, focus.rect)


def _draw_page_die(surface: pygame.Surface, rect: Rect, die: PageDie) -> None:
    draw_die(surface, rect.inset(max(2, rect.w // 14)), die.die, die.die.face)
    radius = rect.w // 5
    if die.mark == "picked":
        surface.blit(frame(rect.w, rect.h, INK, max(3, rect.w // 12), radius), (rect.x, rect.y))
        inner = rect.inset(1)
        surface.blit(frame(inner.w, inner.h, GOLD, max(2, rect.w // 16), radius), (inner.x, inner.y))
        badge = max(12, rect.w * 2 // 5)
        x, y = rect.x, rect.bottom - badge
        surface.blit(symbol("circle", badge, INK, INK), (x, y))
        small = badge * 7 // 10
        shift = (badge - small) // 2
        surface.blit(symbol("tick", small, GOLD, INK), (x + shift, y + shift))
    elif die.mark == "faint":
        veil = pygame.Surface((rect.w, rect.h), pygame.SRCALPHA)
        veil.fill((*SAND, 150))
        surface.blit(veil, (rect.x, rect.y))


def _draw_face(surface: pygame.Surface, rect: Rect, die: PageDie) -> None:
    caption = rect.h // 5
    _draw_page_die(surface, Rect(rect.x, rect.y, rect.w, rect.h - caption).inset(3), die)
    below = Rect(rect.x, rect.bottom - caption, rect.w, caption)
    write(
        surface,
        below,
        die.label or face_words(die.die.face or "?"),
        INK,
        largest=caption * 3 // 4,
        align="centre",
    )


def draw_entry(surface: pygame.Surface, rect: Rect, entry: Entry) -> bool:
    """Draw one line; False where some of its text was cut off.

    A tile wears its colour along its left edge; one that lies face down is dark, with an edge alone.
    """
    lit, unlit = tile_colours(entry.colour) if entry.colour else (LAPIS_LIGHT, LAPIS_DARK)
    fill = NIGHT if entry.dim else unlit if entry.colour else LAPIS if entry.key else LAPIS_DARK
    ink = FADED if entry.dim else PAPYRUS
    blit_panel(surface, rect, fill, mixed(lit, NIGHT, 0.4) if entry.dim else lit, radius=5)
    band = Rect(rect.x, rect.y, max(6, rect.w // 60), rect.h)
    if not entry.dim:
        blit_panel(surface, band, lit, lit, thickness=0, radius=2)
    box = Rect(band.right + 6, rect.y + 2, rect.right - band.right - 12, rect.h - 4)
    letters = max(11, rect.h * 3 // 10)
    tag_width = min(width_of(entry.tag, letters - 2), box.w // 3) if entry.tag else 0
    height = letters + 4 if entry.words else box.h
    title = Rect(box.x, box.y, box.w - tag_width - 6, height)
    fits = [write(surface, title, entry.title, ink, largest=letters, lines=1 if entry.words else 2)]
    if entry.tag:
        tag = Rect(box.right - tag_width, box.y, tag_width, letters + 4)
        colour = FADED if entry.dim else GOLD
        fits.append(write(surface, tag, entry.tag, colour, largest=letters - 2, align="right"))
    if entry.words:
        words = Rect(box.x, title.bottom, box.w, box.bottom - title.bottom)
        colour = FADED if entry.dim else mixed(PAPYRUS, lit, 0.25)
        fits.append(write(surface, words, entry.words, colour, largest=letters - 1, smallest=8, lines=3))
    return all(fit.whole for fit in fits)
