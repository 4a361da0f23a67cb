"""The symbols of dice and tokens as shapes, drawn into a square."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from ui.palette import Colour
from ui.sprites import smooth

Painter = Callable[[pygame.Surface, Colour, Colour], None]


def _at(surface: pygame.Surface, x: float, y: float) -> tuple[float, float]:
    """The point at these shares of the surface's width and height."""
    return x * surface.get_width(), y * surface.get_height()


def _star_points(surface: pygame.Surface, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.45
        angle = math.pi * (corner / 5 - 0.5)
        points.append(_at(surface, x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return points


def _disc(surface: pygame.Surface, colour: Colour, x: float, y: float, radius: float) -> None:
    pygame.draw.circle(surface, colour, _at(surface, x, y), radius * surface.get_width())


def _line(surface: pygame.Surface, colour: Colour, width: float, *points: tuple[float, float]) -> None:
    """A line with round ends and corners."""
    pixels = max(1, round(width * surface.get_width()))
    pygame.draw.lines(surface, colour, False, [_at(surface, *point) for point in points], pixels)
    for point in points:
        _disc(surface, colour, *point, width / 2)


def _star(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    pygame.draw.polygon(surface, ink, _star_points(surface, 0.5, 0.53, 0.42))


def _star_with_pip(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    pygame.draw.polygon(surface, ink, _star_points(surface, 0.5, 0.53, 0.45))
    _disc(surface, ground, 0.5, 0.54, 0.11)


def _double_star(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    pygame.draw.polygon(surface, ink, _star_points(surface, 0.33, 0.35, 0.27))
    pygame.draw.polygon(surface, ink, _star_points(surface, 0.67, 0.69, 0.27))


def _reroll(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    """Two arrows that chase each other round a circle."""
    for turn in (0.0, math.pi):
        angles = [turn + math.radians(degrees) for degrees in range(20, 141, 10)]
        points = [(0.5 + 0.31 * math.cos(a), 0.5 + 0.31 * math.sin(a)) for a in angles]
        _line(surface, ink, 0.1, *points)
        end = turn + math.radians(150)
        x, y = 0.5 + 0.31 * math.cos(end), 0.5 + 0.31 * math.sin(end)
        along, out = end + math.pi / 2, end
        tip = (x + 0.17 * math.cos(along), y + 0.17 * math.sin(along))
        wings = [(x + side * 0.17 * math.cos(out), y + side * 0.17 * math.sin(out)) for side in (-1, 1)]
        pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in (tip, *wings)])


def _blocked(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    _line(surface, ink, 0.13, (0.24, 0.24), (0.76, 0.76))
    _line(surface, ink, 0.13, (0.76, 0.24), (0.24, 0.76))


def _gain(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    """A plus over two small dice."""
    _plus(surface, ink, 0.5, 0.3, 0.17)
    side = 0.3
    for x in (0.17, 0.53):
        box = pygame.Rect(*_at(surface, x, 0.57), *_at(surface, side, side))
        pygame.draw.rect(surface, ink, box, border_radius=round(0.05 * surface.get_width()))
        _disc(surface, ground, x + side / 2, 0.57 + side / 2, 0.06)


def _decree(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    """A star and a tile with a plus."""
    pygame.draw.polygon(surface, ink, _star_points(surface, 0.33, 0.36, 0.29))
    box = pygame.Rect(*_at(surface, 0.47, 0.5), *_at(surface, 0.38, 0.38))
    pygame.draw.rect(surface, ground, box.inflate(*_at(surface, 0.08, 0.08)))
    pygame.draw.rect(surface, ink, box, border_radius=round(0.05 * surface.get_width()))
    _plus(surface, ground, 0.66, 0.69, 0.12)


def _plus(surface: pygame.Surface, colour: Colour, x: float, y: float, reach: float) -> None:
    _line(surface, colour, reach * 0.6, (x - reach, y), (x + reach, y))
    _line(surface, colour, reach * 0.6, (x, y - reach), (x, y + reach))


def _add_pip(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    _plus(surface, ink, 0.28, 0.5, 0.2)
    _disc(surface, ink, 0.75, 0.5, 0.19)


def _pencil(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    body = [(0.2, 0.62), (0.66, 0.16), (0.84, 0.34), (0.38, 0.8)]
    tip = [(0.13, 0.87), (0.17, 0.66), (0.34, 0.83)]
    pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in body])
    pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in tip])


def _tick(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    _line(surface, ink, 0.16, (0.2, 0.55), (0.42, 0.76), (0.8, 0.26))


def _lock(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    shackle = pygame.Rect(*_at(surface, 0.28, 0.1), *_at(surface, 0.44, 0.6))
    thick = max(1, round(0.11 * surface.get_width()))
    pygame.draw.rect(surface, ink, shackle, thick, border_radius=round(0.22 * surface.get_width()))
    body = pygame.Rect(*_at(surface, 0.18, 0.44), *_at(surface, 0.64, 0.46))
    pygame.draw.rect(surface, ink, body, border_radius=round(0.08 * surface.get_width()))
    _disc(surface, ground, 0.5, 0.66, 0.09)


def _undo(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    angles = [math.radians(degrees) for degrees in range(-100, 121, 10)]
    _line(surface, ink, 0.12, *[(0.52 + 0.29 * math.cos(a), 0.54 + 0.29 * math.sin(a)) for a in angles])
    head = [(0.12, 0.27), (0.46, 0.05), (0.46, 0.47)]
    pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in head])


def _camera(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    body = pygame.Rect(*_at(surface, 0.08, 0.28), *_at(surface, 0.84, 0.54))
    pygame.draw.rect(surface, ink, body, border_radius=round(0.1 * surface.get_width()))
    hump = pygame.Rect(*_at(surface, 0.34, 0.17), *_at(surface, 0.32, 0.2))
    pygame.draw.rect(surface, ink, hump, border_radius=round(0.05 * surface.get_width()))
    _disc(surface, ground, 0.5, 0.55, 0.19)
    _disc(surface, ink, 0.5, 0.55, 0.11)


def _tile(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    box = pygame.Rect(*_at(surface, 0.2, 0.12), *_at(surface, 0.6, 0.76))
    pygame.draw.rect(surface, ink, box, border_radius=round(0.1 * surface.get_width()))


def _circle(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    _disc(surface, ink, 0.5, 0.5, 0.4)


def _triangle(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    points = [(0.5, 0.08), (0.95, 0.88), (0.05, 0.88)]
    pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in points])


def _diamond(surface: pygame.Surface, ink: Colour, ground: Colour) -> None:
    points = [(0.5, 0.03), (0.97, 0.5), (0.5, 0.97), (0.03, 0.5)]
    pygame.draw.polygon(surface, ink, [_at(surface, *point) for point in points])


SYMBOLS: dict[str, Painter] = {
    "star": _star,
    "star-with-pip": _star_with_pip,
    "double-star": _double_star,
    "reroll": _reroll,
    "blocked": _blocked,
    "gain": _gain,
    "decree": _decree,
    "add-pip": _add_pip,
    "pencil": _pencil,
    "tick": _tick,
    "lock": _lock,
    "undo": _undo,
    "camera": _camera,
    "tile": _tile,
    "circle": _circle,
    "triangle": _triangle,
    "diamond": _diamond,
}


@lru_cache(maxsize=256)
def symbol(name: str, side: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """A symbol in `ink` on transparent ground, `side` px square; `ground` shows through its holes."""
    return smooth(side, side, ink, lambda large: SYMBOLS[name](large, ink, ground))
