"""The screen's colours: lapis night, sand, gold, and one faience turquoise that only the focus wears."""

from __future__ import annotations

from typing import TypeAlias

import pygame

Colour: TypeAlias = tuple[int, int, int]

NIGHT: Colour = (14, 22, 46)
LAPIS_DARK: Colour = (22, 36, 74)
LAPIS: Colour = (38, 62, 120)
LAPIS_LIGHT: Colour = (88, 122, 190)
SAND_DARK: Colour = (150, 126, 86)
SAND: Colour = (214, 190, 142)
PAPYRUS: Colour = (244, 232, 204)
GOLD: Colour = (232, 182, 66)
GOLD_DARK: Colour = (146, 104, 26)
CARNELIAN: Colour = (156, 44, 34)
INK: Colour = (26, 22, 18)
FAIENCE: Colour = (72, 232, 214)
STONE: Colour = (34, 48, 86)
STONE_EDGE: Colour = (58, 76, 122)
FADED: Colour = (128, 138, 166)

TILES: dict[str, tuple[Colour, Colour]] = {
    "yellow": ((246, 210, 104), (96, 82, 48)),
    "blue": ((140, 184, 244), (40, 62, 106)),
    "red": ((240, 146, 122), (98, 46, 44)),
}
"""Fill of a lit and of an unlit tile."""

_DICE: dict[str, Colour] = {
    "red": (184, 34, 40),
    "white": (244, 241, 232),
    "orange": (232, 148, 26),
    "olive": (134, 140, 44),
    "blue": (36, 88, 178),
    "green": (28, 122, 66),
    "black": (40, 40, 46),
    "purple": (112, 52, 146),
}


def dice_colour(name: str) -> Colour:
    """The colour of a die's body or marks; grey for a name that nobody knows."""
    if name in _DICE:
        return _DICE[name]
    try:
        colour = pygame.Color(name)
    except ValueError:
        return (128, 128, 128)
    return colour.r, colour.g, colour.b


def tile_colours(name: str) -> tuple[Colour, Colour]:
    """Fill of a lit and of an unlit tile of this colour; sand for a name that nobody knows."""
    return TILES.get(name, (SAND, (84, 74, 56)))


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with a `share` of `b` in it, 0 to 1."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )
