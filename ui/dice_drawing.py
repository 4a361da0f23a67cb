"""Dice as they look from above: body, pips as on real dice, symbols."""

from __future__ import annotations

from functools import lru_cache

import pygame

from ui.geometry import Rect
from ui.palette import INK, Colour, dice_colour, mixed
from ui.sprites import smooth
from ui.symbols import SYMBOLS, symbol
from ui.text import write
from ui.view import DieView

_NEAR, _MIDDLE, _FAR = 0.26, 0.5, 0.74
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "1": ((_MIDDLE, _MIDDLE),),
    "2": ((_NEAR, _FAR), (_FAR, _NEAR)),
    "3": ((_NEAR, _FAR), (_MIDDLE, _MIDDLE), (_FAR, _NEAR)),
    "4": ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    "5": ((_NEAR, _NEAR), (_NEAR, _FAR), (_MIDDLE, _MIDDLE), (_FAR, _NEAR), (_FAR, _FAR)),
    "6": (
        (_NEAR, _NEAR), (_NEAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _MIDDLE), (_FAR, _FAR),
    ),
}  # fmt: skip


def draw_die(surface: pygame.Surface, rect: Rect, die: DieView, face: str | None) -> None:
    """Draw the die showing `face` as a square in the middle of `rect`; a question mark for None."""
    side = min(rect.w, rect.h)
    x, y = rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2
    body, mark = dice_colour(die.body), dice_colour(die.mark)
    surface.blit(_body(side, body), (x, y))
    if face in _PIPS:
        surface.blit(_pips(side, face, body, mark), (x, y))
        return
    name = "star-with-pip" if (die.kind, face) == ("artisan", "star") else face
    inner = Rect(x, y, side, side).inset(max(2, side // 9))
    if name in SYMBOLS:
        surface.blit(symbol(name, inner.w, mark, body), (inner.x, inner.y))
    else:
        write(surface, inner, face or "?", mark, largest=inner.h, smallest=8, align="centre")


@lru_cache(maxsize=128)
def _body(side: int, colour: Colour) -> pygame.Surface:
    edge = mixed(colour, INK, 0.55)

    def paint(large: pygame.Surface) -> None:
        whole = large.get_rect()
        radius = round(whole.w * 0.2)
        rim = round(whole.w * 0.035)
        pygame.draw.rect(large, edge, whole, border_radius=radius)
        inner = whole.inflate(-2 * rim, -2 * rim)
        pygame.draw.rect(large, mixed(colour, INK, 0.18), inner, border_radius=radius - rim)
        # The upper face is a little smaller and higher than the body: the die stands up from the tray.
        top = inner.inflate(-2 * rim, -2 * rim).move(0, -rim)
        pygame.draw.rect(large, colour, top, border_radius=radius - rim)

    return smooth(side, side, edge, paint)


@lru_cache(maxsize=256)
def _pips(side: int, face: str, body: Colour, mark: Colour) -> pygame.Surface:
    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        radius = width * (0.13 if face == "1" else 0.105)
        for x, y in _PIPS[face]:
            pygame.draw.circle(large, mark, (x * width, (y - 0.02) * width), radius)

    return smooth(side, side, mark, paint)
