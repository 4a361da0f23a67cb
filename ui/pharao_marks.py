"""The signs of the Pharao screen, each with a shape of its own so that no colour need be told apart."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from ui.palette import INK, PAPYRUS, Colour
from ui.sprites import smooth

SEAL_COLOURS: dict[str, tuple[Colour, Colour]] = {
    "black": ((36, 34, 38), PAPYRUS),
    "grey": ((150, 150, 156), INK),
    "white": ((248, 246, 240), INK),
    "brown": ((134, 84, 44), PAPYRUS),
}
"""Fill and ink of the base tiles' and seals' colours."""


def _points(surface: pygame.Surface, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * surface.get_width(), y * surface.get_height()) for x, y in points]


@lru_cache(maxsize=128)
def seal(colour: str, side: int) -> pygame.Surface:
    """A seal of a colour: black a disc, grey a square, white a diamond, brown a triangle."""
    fill, ink = SEAL_COLOURS[colour]

    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        rim = max(1, width // 9)
        if colour == "black":
            pygame.draw.circle(large, PAPYRUS, (width / 2, width / 2), width * 0.46)
            pygame.draw.circle(large, fill, (width / 2, width / 2), width * 0.46 - rim)
            return
        corners = {
            "grey": [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)],
            "white": [(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],
            "brown": [(0.5, 0.04), (0.98, 0.94), (0.02, 0.94)],
        }[colour]
        pygame.draw.polygon(large, ink, _points(large, corners))
        middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        inner = [(x + (middle[0] - x) * 0.24, y + (middle[1] - y) * 0.24) for x, y in corners]
        pygame.draw.polygon(large, fill, _points(large, inner))

    return smooth(side, side, ink, paint)


@lru_cache(maxsize=64)
def mummy(side: int) -> pygame.Surface:
    """A mummy from the front: head, body, bandages."""

    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        body = [(0.34, 0.36), (0.66, 0.36), (0.72, 0.6), (0.6, 0.98), (0.4, 0.98), (0.28, 0.6)]
        pygame.draw.polygon(large, INK, _points(large, body))
        pygame.draw.circle(large, INK, (width / 2, width * 0.22), width * 0.2)
        small = [(0.5 + (x - 0.5) * 0.78, 0.67 + (y - 0.67) * 0.88) for x, y in body]
        pygame.draw.polygon(large, PAPYRUS, _points(large, small))
        pygame.draw.circle(large, PAPYRUS, (width / 2, width * 0.22), width * 0.15)
        for height in (0.46, 0.58, 0.7, 0.82):
            start, end = _points(large, [(0.34, height), (0.66, height + 0.05)])
            pygame.draw.line(large, INK, start, end, max(1, width // 26))
        for eye in (0.44, 0.56):
            pygame.draw.circle(large, INK, (width * eye, width * 0.22), width * 0.035)

    return smooth(side, side, INK, paint)


@lru_cache(maxsize=64)
def ground_sign(kind: str, side: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """The sign of plain ground: sand dotted, a hole filled, a passage as steps, an eye for "seen"."""

    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        thick = max(1, width // 12)
        if kind == "sand":
            for column in range(3):
                for row in range(3):
                    centre = (width * (0.25 + column * 0.25), width * (0.25 + row * 0.25))
                    pygame.draw.circle(large, ink, centre, width * 0.06)
        elif kind == "hole":
            pygame.draw.circle(large, ink, (width / 2, width / 2), width * 0.42)
            pygame.draw.circle(large, ground, (width / 2, width / 2), width * 0.34)
            pygame.draw.circle(large, ink, (width / 2, width / 2), width * 0.27)
        elif kind == "passage":
            steps = [(0.1, 0.88), (0.1, 0.66), (0.36, 0.66), (0.36, 0.42), (0.62, 0.42), (0.62, 0.18),
                     (0.9, 0.18), (0.9, 0.88)]  # fmt: skip
            pygame.draw.polygon(large, ink, _points(large, steps))
        elif kind == "seen":
            lids = []
            for turn in range(33):
                angle = math.pi * turn / 16
                lids.append((0.5 + 0.46 * math.cos(angle), 0.5 + 0.27 * math.sin(angle)))
            pygame.draw.polygon(large, ink, _points(large, lids), thick)
            pygame.draw.circle(large, ink, (width / 2, width / 2), width * 0.15)

    return smooth(side, side, ink, paint)


@lru_cache(maxsize=16)
def pyramid(side: int) -> pygame.Surface:
    """A pyramid from above, lit from the left."""

    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        faces = (
            ([(0, 0), (1, 0), (0.5, 0.5)], (222, 190, 128)),
            ([(0, 0), (0.5, 0.5), (0, 1)], (238, 210, 152)),
            ([(1, 0), (1, 1), (0.5, 0.5)], (176, 142, 88)),
            ([(0, 1), (0.5, 0.5), (1, 1)], (156, 124, 74)),
        )
        for corners, colour in faces:
            pygame.draw.polygon(large, colour, [(x * width, y * width) for x, y in corners])

    return smooth(side, side, (156, 124, 74), paint)


@lru_cache(maxsize=16)
def crack(side: int) -> pygame.Surface:
    """A crack tile: a slab with a jagged crack through which the ground shows."""

    def paint(large: pygame.Surface) -> None:
        width = large.get_width()
        pygame.draw.rect(large, (196, 170, 120), large.get_rect(), border_radius=width // 8)
        edge = max(1, width // 22)
        pygame.draw.rect(large, (120, 96, 58), large.get_rect(), edge, border_radius=width // 8)
        lines = (
            [(0.06, 0.2), (0.26, 0.28), (0.34, 0.14), (0.5, 0.3)],
            [(0.94, 0.78), (0.76, 0.72), (0.66, 0.88), (0.5, 0.7)],
            [(0.86, 0.1), (0.74, 0.26), (0.8, 0.4), (0.66, 0.46)],
            [(0.12, 0.92), (0.24, 0.74), (0.2, 0.6), (0.36, 0.54)],
        )
        for line in lines:
            pygame.draw.lines(large, INK, False, _points(large, line), max(1, width // 20))

    return smooth(side, side, (120, 96, 58), paint)
