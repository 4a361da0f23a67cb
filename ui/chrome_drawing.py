"""The parts that every screen has, in pixels: title bar, message line, undo, keys and the focus ring."""

from __future__ import annotations

import pygame

from ui.geometry import Rect
from ui.metrics import Size
from ui.palette import (
    CARNELIAN,
    FADED,
    FAIENCE,
    GOLD,
    GOLD_DARK,
    INK,
    LAPIS,
    LAPIS_DARK,
    LAPIS_LIGHT,
    NIGHT,
    PAPYRUS,
    SAND,
    SAND_DARK,
    STONE,
    STONE_EDGE,
    Colour,
    mixed,
)
from ui.sprites import frame, panel
from ui.symbols import symbol
from ui.text import write
from ui.view import Tone, View
from ui.widgets import Widget


def draw_blank(surface: pygame.Surface, size: Size) -> None:
    """The screen before the first view: night over the pyramids."""
    surface.fill(NIGHT)
    width, height = size
    ground = height * 5 // 6
    for middle, reach, shade in ((0.7, 0.22, LAPIS_DARK), (0.4, 0.34, STONE)):
        peak = (width * middle, ground - height * reach * 1.3)
        base = ((width * (middle - reach), ground), (width * (middle + reach), ground))
        pygame.draw.polygon(surface, shade, [peak, *base])
        # The gilded capstone.
        cap = [(peak[0] + (x - peak[0]) * 0.1, peak[1] + (y - peak[1]) * 0.1) for x, y in base]
        pygame.draw.polygon(surface, GOLD, [peak, *cap])
    pygame.draw.rect(surface, SAND_DARK, pygame.Rect(0, ground, width, height - ground))


def draw_ground(surface: pygame.Surface, bar: Rect, *, night: bool = True) -> None:
    """The title bar's ground, over the plain night or over what is there."""
    if night:
        surface.fill(NIGHT)
    pygame.draw.rect(surface, LAPIS_DARK, pygame.Rect(bar))
    pygame.draw.line(surface, GOLD, (0, bar.bottom - 1), (bar.w, bar.bottom - 1))


def draw_chrome(surface: pygame.Surface, view: View, widget: Widget[object]) -> bool:
    """Draw a widget of `ui.chrome`; False where it is of another kind."""
    rect = widget.rect
    match widget.kind:
        case "title":
            write(surface, rect, view.title, PAPYRUS, largest=rect.h // 2, smallest=10, lines=2)
        case "camera":
            _draw_camera(surface, rect, view.camera)
        case "message":
            _draw_message(surface, rect, view.message, view.tone)
        case "undo":
            _draw_undo(surface, rect, widget.label, enabled=view.can_undo)
        case "command":
            draw_key(surface, rect, widget.label, main=view.commands[widget.index].main)
        case _:
            return False
    return True


def blit_panel(
    surface: pygame.Surface,
    rect: Rect,
    fill: Colour,
    border: Colour,
    *,
    thickness: int = 1,
    radius: int | None = None,
    sheen: bool = False,
) -> None:
    """A rounded plate with an edge; see `ui.sprites.panel`."""
    curve = min(rect.h // 5, 10) if radius is None else radius
    surface.blit(panel(rect.w, rect.h, fill, border, thickness, curve, sheen), (rect.x, rect.y))


def _draw_camera(surface: pygame.Surface, rect: Rect, word: str) -> None:
    if not word:
        return
    side = rect.h // 2
    y = rect.y + (rect.h - side) // 2
    surface.blit(symbol("camera", side, FADED, LAPIS_DARK), (rect.x, y))
    box = Rect(rect.x + side + 4, rect.y, rect.w - side - 4, rect.h)
    write(surface, box, word, FADED, largest=rect.h * 2 // 5)


def _draw_message(surface: pygame.Surface, rect: Rect, message: str | None, tone: Tone) -> None:
    """The message with a sign for its tone, so that no colour need be told apart."""
    if not message:
        return
    box = rect.inset(0, 2)
    if tone == "refusal":
        blit_panel(surface, box, CARNELIAN, mixed(CARNELIAN, PAPYRUS, 0.5), radius=5)
    text = {"plain": SAND, "ask": GOLD, "refusal": PAPYRUS}[tone]
    left = box.x + 6
    if tone != "plain":
        side = box.h - 6
        sign = symbol("circle", side, text, NIGHT)
        surface.blit(sign, (left, box.y + 3))
        ground = CARNELIAN if tone == "refusal" else NIGHT
        mark = "!" if tone == "refusal" else "?"
        write(surface, Rect(left, box.y + 3, side, side), mark, ground, largest=side * 3 // 4, align="centre")
        left += side + 6
    room = Rect(left, box.y, box.right - left - 6, box.h)
    # Rules give their reasons as parts of a sentence; here they are the whole of it.
    sentence = message[0].upper() + message[1:]
    write(surface, room, sentence, text, largest=rect.h // 2, lines=2)


def _draw_undo(surface: pygame.Surface, rect: Rect, label: str, *, enabled: bool) -> None:
    ink = PAPYRUS if enabled else STONE_EDGE
    blit_panel(surface, rect, LAPIS if enabled else LAPIS_DARK, LAPIS_LIGHT if enabled else STONE_EDGE)
    side = rect.h // 2
    x = rect.x + rect.w // 10
    surface.blit(symbol("undo", side, ink, LAPIS), (x, rect.y + (rect.h - side) // 2))
    box = Rect(x + side + 3, rect.y, rect.right - x - side - 8, rect.h)
    write(surface, box, label, ink, largest=rect.h * 2 // 5, align="centre")


def draw_key(surface: pygame.Surface, rect: Rect, label: str, *, main: bool) -> None:
    """One key; a main one is golden."""
    if main:
        blit_panel(surface, rect, GOLD, GOLD_DARK, thickness=2, sheen=True)
    else:
        blit_panel(surface, rect, LAPIS, LAPIS_LIGHT, thickness=1, sheen=True)
    ink = INK if main else PAPYRUS
    write(surface, rect.inset(6, 3), label, ink, largest=rect.h * 2 // 5, lines=2, align="centre")


def draw_focus(surface: pygame.Surface, rect: Rect) -> None:
    """A ring just outside the widget, light on dark so that it shows on every ground."""
    thick = 2 if surface.get_width() < 640 else 3
    for reach, colour, width in ((thick, INK, thick + 2), (thick, FAIENCE, thick)):
        ring = rect.inset(-reach)
        radius = min(ring.h // 5, 10) + reach
        surface.blit(frame(ring.w, ring.h, colour, width, radius), (ring.x, ring.y))
