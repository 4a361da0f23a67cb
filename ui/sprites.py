"""Small pictures with smooth edges, painted once, large, and kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame

from ui.palette import Colour

_SCALE = 4


def smooth(width: int, height: int, edge: Colour, paint: Callable[[pygame.Surface], None]) -> pygame.Surface:
    """A picture of `width` x `height` px that `paint` drew at four times that size.

    pygame's shapes have jagged edges; shrinking smooths them. `edge` is the colour of the outermost shape,
    so that its edge does not fade through black.
    """
    large = pygame.Surface((max(width, 1) * _SCALE, max(height, 1) * _SCALE), pygame.SRCALPHA)
    large.fill((*edge, 0))
    paint(large)
    return pygame.transform.smoothscale(large, (max(width, 1), max(height, 1)))


@lru_cache(maxsize=256)
def panel(
    width: int, height: int, fill: Colour, border: Colour, thickness: int, radius: int, sheen: bool = False
) -> pygame.Surface:
    """A rounded rectangle with a border, sizes in px; `sheen` lightens its upper half like polished stone."""

    def paint(large: pygame.Surface) -> None:
        whole = large.get_rect()
        pygame.draw.rect(large, border, whole, border_radius=radius * _SCALE)
        inner = whole.inflate(-2 * thickness * _SCALE, -2 * thickness * _SCALE)
        pygame.draw.rect(large, fill, inner, border_radius=max(0, radius - thickness) * _SCALE)
        if sheen:
            light = tuple(min(255, part + 14) for part in fill)
            upper = pygame.Rect(inner.x, inner.y, inner.w, inner.h // 2)
            curve = max(0, radius - thickness) * _SCALE
            pygame.draw.rect(large, light, upper, border_top_left_radius=curve, border_top_right_radius=curve)

    return smooth(width, height, border, paint)


@lru_cache(maxsize=64)
def frame(width: int, height: int, colour: Colour, thickness: int, radius: int) -> pygame.Surface:
    """Only the border of a rounded rectangle."""

    def paint(large: pygame.Surface) -> None:
        pygame.draw.rect(
            large, colour, large.get_rect(), width=thickness * _SCALE, border_radius=radius * _SCALE
        )

    return smooth(width, height, colour, paint)
