"""Tiles of the grid; their states differ by light, border and sign, never by colour alone."""

from __future__ import annotations

import pygame

from ui.captions import requirement_wordings
from ui.geometry import Rect
from ui.palette import FADED, GOLD, INK, NIGHT, PAPYRUS, STONE_EDGE, Colour, mixed, tile_colours
from ui.sprites import panel
from ui.symbols import symbol
from ui.text import fitted, width_of, write
from ui.view import TileView

_EMBLEMS = {"yellow": "circle", "blue": "triangle", "red": "diamond"}
_FAINT: Colour = (24, 34, 62)


def draw_slot(surface: pygame.Surface, rect: Rect) -> None:
    """A place where no tile lies."""
    surface.blit(panel(rect.w, rect.h, NIGHT, _FAINT, 1, 5), (rect.x, rect.y))


def draw_tile(surface: pygame.Surface, rect: Rect, tile: TileView, *, selected: bool) -> None:
    """One stack: name, requirement, copies left; the selected one wears a frame of another colour."""
    lit, unlit = tile_colours(tile.colour)
    fill, border, ink, thick = {
        "claimable": (lit, PAPYRUS, INK, 3),
        "refused": (mixed(unlit, NIGHT, 0.55), mixed(unlit, NIGHT, 0.3), mixed(FADED, PAPYRUS, 0.15), 1),
        "waiting": (unlit, mixed(unlit, lit, 0.45), PAPYRUS, 1),
        "owned": (NIGHT, lit, PAPYRUS, 1),
        "empty": (NIGHT, STONE_EDGE, FADED, 1),
    }[tile.state]
    if selected:
        border, thick = (INK if tile.state == "claimable" else GOLD), 3
    surface.blit(panel(rect.w, rect.h, fill, border, thick, 5), (rect.x, rect.y))
    if tile.state == "owned":
        band = Rect(rect.x, rect.y, max(6, rect.w // 14), rect.h)
        surface.blit(panel(band.w, band.h, lit, lit, 0, 2), (band.x, band.y))
    _draw_words(surface, rect, tile, ink, lit if tile.state == "waiting" else ink)


def _draw_words(surface: pygame.Surface, rect: Rect, tile: TileView, ink: Colour, accent: Colour) -> None:
    """The name in one line or two, below it the requirement and, on the right, the copies left."""
    margin = max(4, rect.w // 20)
    box = rect.inset(margin, 2)
    if tile.state == "owned":
        box = Rect(box.x + margin, box.y, box.w - margin, box.h)
    letters, least = rect.h * 3 // 10, max(8, rect.h // 5)
    short = fitted((tile.name,), box.w, box.h // 2, letters, least + 1, 1).whole
    upper = Rect(box.x, box.y, box.w, box.h // 2 if short else box.h * 2 // 3)
    lower = Rect(box.x, upper.bottom, box.w, box.bottom - upper.bottom)
    write(surface, upper, tile.name, ink, largest=letters, smallest=least, lines=1 if short else 2)
    if tile.state in ("owned", "empty"):
        word = "yours" if tile.state == "owned" else "none left"
        write(surface, lower, word, accent, largest=letters, smallest=least)
        return
    digits = width_of(str(tile.left), letters)
    number = Rect(lower.right - digits, lower.y, digits, lower.h)
    write(surface, number, str(tile.left), ink, largest=letters, smallest=least, align="right")
    sign = "tick" if tile.state == "claimable" else _EMBLEMS.get(tile.colour, "circle")
    side = letters * 3 // 4
    x = number.x - side - 2
    surface.blit(symbol(sign, side, accent, ink), (x, lower.y + (lower.h - side) // 2))
    words = Rect(lower.x, lower.y, x - 3 - lower.x, lower.h)
    wordings = requirement_wordings(tile.requirement)
    write(surface, words, wordings, ink, largest=letters * 9 // 10, smallest=least, lines=2)
