"""Text that stays in its box: sized, broken into lines and, at the last, shortened by measuring."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import pygame

from ui.geometry import Rect
from ui.palette import Colour

Align: TypeAlias = Literal["left", "centre", "right"]

_ELLIPSIS = "…"

_SCALE = 3
"""Text is drawn this many times larger and shrunk: small letters keep their shapes and distances."""

_NARROW = 0.9
"""Letters are set this much narrower than they are drawn, so that more of a name fits its tile."""


@dataclass(frozen=True)
class Fitted:
    """Text as it fits: the letters' size in px, and its lines; `whole` is false where some was cut off."""

    size: int
    lines: tuple[str, ...]
    whole: bool


def _font(size: int) -> pygame.font.Font:
    """The font that comes with pygame itself, for letters of `size` px drawn large."""
    if not pygame.font.get_init():
        pygame.font.init()
        _loaded.cache_clear()
    return _loaded(size)


@lru_cache(maxsize=64)
def _loaded(size: int) -> pygame.font.Font:
    # pygame makes its own font smaller than asked for, by this factor.
    return pygame.font.Font(None, round(size * _SCALE / 0.6875))


def width_of(text: str, size: int) -> int:
    """Width in px of one line of text in letters of `size` px."""
    return math.ceil(_font(size).size(text)[0] * _NARROW / _SCALE)


def line_height(size: int) -> int:
    """Height in px of one line of text in letters of `size` px."""
    return math.ceil(_font(size).get_height() / _SCALE)


def printable(text: str) -> str:
    """The text on one line, without what no font can draw."""
    return "".join(c if c.isprintable() and ord(c) < 0x10000 else "?" for c in " ".join(text.split()))


@lru_cache(maxsize=1024)
def fitted(
    texts: tuple[str, ...], width: int, height: int, largest: int, smallest: int, lines: int
) -> Fitted:
    """The first of `texts` that fits into `width` x `height` px, as large as it can be.

    Later texts are shorter wordings of the first: each is tried at every size before the next one. Where
    even the last one does not fit at the smallest size, it ends in an ellipsis.
    """
    candidates = [printable(text) for text in texts]
    for text in candidates:
        for size in range(largest, smallest - 1, -1):
            room = min(lines, height // line_height(size))
            broken = _broken(text, width, size)
            if broken is not None and len(broken) <= room:
                return Fitted(size, broken, whole=True)
    return Fitted(smallest, _shortened(candidates[-1], width, height, smallest, lines), whole=False)


def _broken(text: str, width: int, size: int) -> tuple[str, ...] | None:
    """The text broken at its spaces into lines of at most `width` px, or None where a word is too wide."""
    lines: list[str] = []
    for word in text.split():
        if width_of(word, size) > width:
            return None
        if lines and width_of(f"{lines[-1]} {word}", size) <= width:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _shortened(text: str, width: int, height: int, size: int, lines: int) -> tuple[str, ...]:
    room = min(lines, height // line_height(size))
    if room < 1:
        return ()
    for end in range(len(text) - 1, 0, -1):
        broken = _broken(text[:end].rstrip() + _ELLIPSIS, width, size)
        if broken is not None and len(broken) <= room:
            return broken
    return (_ELLIPSIS,) if width_of(_ELLIPSIS, size) <= width else ()


def write(
    surface: pygame.Surface,
    rect: Rect,
    texts: str | Sequence[str],
    colour: Colour,
    *,
    largest: int,
    smallest: int = 9,
    lines: int = 1,
    align: Align = "left",
) -> Fitted:
    """Write the text into `rect`, in the middle of its height, and say how it fitted."""
    choices = (texts,) if isinstance(texts, str) else tuple(texts)
    fit = fitted(choices, rect.w, rect.h, max(largest, smallest), smallest, lines)
    step = line_height(fit.size)
    y = rect.y + (rect.h - step * len(fit.lines)) // 2
    for line in fit.lines:
        image = _rendered(line, fit.size, colour)
        spare = rect.w - image.get_width()
        x = rect.x + {"left": 0, "centre": spare // 2, "right": spare}[align]
        surface.blit(image, (x, y))
        y += step
    return fit


@lru_cache(maxsize=512)
def _rendered(line: str, size: int, colour: Colour) -> pygame.Surface:
    large = _font(size).render(line, True, colour)
    # Without it, what lies around the letters would be black and darken their edges.
    ground = pygame.Surface(large.get_size(), pygame.SRCALPHA)
    ground.fill((*colour, 0))
    ground.blit(large, (0, 0))
    return pygame.transform.smoothscale(ground, (max(1, width_of(line, size)), line_height(size)))
