"""The Favor screen in pixels: draws what `ui.layout` placed."""

from __future__ import annotations

from functools import lru_cache

import pygame

from ui.captions import face_words, reason_wordings
from ui.chrome_drawing import blit_panel, draw_chrome, draw_focus, draw_ground, draw_key
from ui.court_drawing import draw_court
from ui.dice_drawing import draw_die
from ui.dice_layout import pyramid_slots
from ui.geometry import Rect
from ui.layout import LEVELS, PLACES, Areas, Widget, areas, slot, widgets
from ui.metrics import Size
from ui.palette import (
    FADED,
    GOLD,
    GOLD_DARK,
    INK,
    LAPIS,
    LAPIS_DARK,
    NIGHT,
    PAPYRUS,
    SAND,
    SAND_DARK,
    STONE,
    STONE_EDGE,
    mixed,
)
from ui.sprites import frame
from ui.state import ScreenState
from ui.symbols import symbol
from ui.text import width_of, write
from ui.tile_drawing import draw_slot, draw_tile
from ui.view import DieView, FavorView, PlayerView
from ui.widgets import focused


def draw_favor(surface: pygame.Surface, view: FavorView, state: ScreenState, size: Size) -> None:
    """Draw the whole screen for this view and state onto a surface of `size` px."""
    found = widgets(view, state, size)
    focus = focused(found, state.focus)
    parts = areas(view, state, size)
    draw_ground(surface, parts.bar)
    _draw_grounds(surface, view, parts, size)
    for widget in found:
        if widget.kind not in ("face", "close"):
            _draw_widget(surface, view, state, widget, focus)
    if state.picker is not None:
        _draw_picker(surface, view, state, parts, [w for w in found if w.kind in ("face", "close")])
    if focus is not None:
        draw_focus(surface, focus.rect)


def _draw_grounds(surface: pygame.Surface, view: FavorView, parts: Areas, size: Size) -> None:
    """What lies under the widgets: the tray, the pyramid's stones, the empty places of the grid."""
    if parts.tray.h:
        blit_panel(surface, parts.tray, SAND, SAND_DARK, thickness=2, radius=8)
    for stone in pyramid_slots(parts.pyramid, len(view.pyramid), size):
        blit_panel(surface, stone.inset(1), STONE, STONE_EDGE, radius=max(2, stone.w // 8))
    for level in LEVELS if view.court is None else ():
        for place in PLACES:
            draw_slot(surface, slot(parts.grid, level, place, size))


def _draw_widget(
    surface: pygame.Surface, view: FavorView, state: ScreenState, widget: Widget, focus: Widget | None
) -> None:
    if draw_chrome(surface, view, widget):
        return
    rect = widget.rect
    match widget.kind:
        case "die":
            _draw_active_die(surface, rect, view.dice[widget.index], marked=widget.index in state.marked)
        case "pencil":
            _draw_pencil(surface, rect)
        case "locked":
            die = view.pyramid[widget.index]
            draw_die(surface, rect, die, die.face)
        case "bar":
            blit_panel(surface, rect, LAPIS_DARK, GOLD_DARK)
            write(surface, rect.inset(2), widget.label, GOLD, largest=rect.h // 3, align="centre")
        case "tile":
            tile = view.tiles[widget.index]
            draw_tile(surface, rect, tile, selected=tile.id == state.selected)
        case "court":
            if view.court is not None:
                draw_court(surface, rect, view.court)
        case "reason":
            _draw_reason(surface, rect, reason_wordings(view, state, focus.key if focus else None))
        case "player":
            _draw_player(surface, rect, view.players[widget.index])
        case _:
            draw_key(surface, rect, widget.label, main=True)


def _draw_active_die(surface: pygame.Surface, rect: Rect, die: DieView, *, marked: bool) -> None:
    draw_die(surface, rect.inset(max(2, rect.w // 14)), die, die.face)
    radius = rect.w // 5
    badge = max(12, rect.w * 2 // 5)
    if die.doubtful:
        surface.blit(_dashes(rect.w, rect.h), (rect.x, rect.y))
        x, y = rect.right - badge, rect.y
        surface.blit(symbol("circle", badge, INK, INK), (x, y))
        write(
            surface, Rect(x, y, badge, badge), "?", GOLD, largest=badge * 3 // 4, smallest=8, align="centre"
        )
    if marked:
        surface.blit(frame(rect.w, rect.h, INK, max(3, rect.w // 12), radius), (rect.x, rect.y))
        inner = rect.inset(1)
        surface.blit(frame(inner.w, inner.h, GOLD, max(2, rect.w // 16), radius), (inner.x, inner.y))
        x, y = rect.x, rect.bottom - badge
        surface.blit(symbol("circle", badge, INK, INK), (x, y))
        small = badge * 7 // 10
        shift = (badge - small) // 2
        surface.blit(symbol("lock", small, GOLD, INK), (x + shift, y + shift))


@lru_cache(maxsize=16)
def _dashes(width: int, height: int) -> pygame.Surface:
    """A dashed border for a face that is in doubt."""
    dashes = pygame.Surface((width, height), pygame.SRCALPHA)
    step = max(4, width // 8)
    for start in range(0, width, 2 * step):
        for y in (0, height - 2):
            pygame.draw.rect(dashes, INK, pygame.Rect(start, y, step, 2))
    for start in range(0, height, 2 * step):
        for x in (0, width - 2):
            pygame.draw.rect(dashes, INK, pygame.Rect(x, start, 2, step))
    return dashes


def _draw_pencil(surface: pygame.Surface, rect: Rect) -> None:
    key = rect.inset(3, max(3, rect.h // 8))
    blit_panel(surface, key, mixed(SAND, PAPYRUS, 0.5), SAND_DARK, radius=5)
    side = min(key.w, key.h) * 3 // 4
    x, y = key.x + (key.w - side) // 2, key.y + (key.h - side) // 2
    surface.blit(symbol("pencil", side, LAPIS_DARK, SAND), (x, y))


def _draw_reason(surface: pygame.Surface, rect: Rect, texts: tuple[str, ...]) -> None:
    if texts:
        blit_panel(surface, rect, LAPIS_DARK, LAPIS)
        write(surface, rect.inset(6, 2), texts, PAPYRUS, largest=rect.h // 3, lines=3)


def _draw_player(surface: pygame.Surface, rect: Rect, player: PlayerView) -> None:
    """Name, then tokens and tiles, each as its sign and number; the current player's line is framed."""
    fill, text = (LAPIS, PAPYRUS) if player.current else (LAPIS_DARK, FADED)
    blit_panel(
        surface, rect, fill, GOLD if player.current else LAPIS_DARK, thickness=2 if player.current else 1
    )
    size = rect.h // 2
    right = rect.right - 6
    for name, number in (
        ("tile", len(player.tiles)),
        ("add-pip", player.pip_tokens),
        ("reroll", player.reroll_tokens),
    ):
        digits = str(number)
        wide = width_of(digits, size)
        write(surface, Rect(right - wide, rect.y, wide, rect.h), digits, text, largest=size)
        right -= wide + size + 1
        surface.blit(symbol(name, size, text, fill), (right, rect.y + (rect.h - size) // 2))
        right -= size // 3
    room = Rect(rect.x + 7, rect.y, max(0, right - rect.x - 9), rect.h)
    write(surface, room, player.name, text, largest=size, smallest=max(9, size * 3 // 4))


def _draw_picker(
    surface: pygame.Surface, view: FavorView, state: ScreenState, parts: Areas, found: list[Widget]
) -> None:
    """The face picker over the darkened screen."""
    assert state.picker is not None
    veil = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    veil.fill((*NIGHT, 180))
    surface.blit(veil, (0, 0))
    die = view.dice[state.picker]
    box = parts.picker
    blit_panel(surface, box, SAND, GOLD, thickness=3, radius=10)
    close = next(widget for widget in found if widget.kind == "close")
    title = Rect(box.x + 12, close.rect.y, close.rect.x - box.x - 18, close.rect.h)
    question = f"Which face does the {die.kind.title()} die show?"
    write(surface, title, question, INK, largest=title.h // 2, lines=2)
    draw_key(surface, close.rect, close.label, main=False)
    for widget in found:
        if widget.kind != "face":
            continue
        face = die.faces[widget.index]
        draw_die(surface, widget.rect.inset(4), die, face)
        below = Rect(widget.rect.x, widget.rect.bottom, widget.rect.w, box.bottom - widget.rect.bottom - 4)
        words = face_words(face)
        if face == die.face:
            surface.blit(
                frame(widget.rect.w, widget.rect.h, LAPIS_DARK, 2, widget.rect.w // 5),
                (widget.rect.x, widget.rect.y),
            )
            words = f"{words} now"
        write(surface, below, words, INK, largest=below.h // 2, align="centre")
