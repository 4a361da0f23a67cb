"""The screen on which a die is enrolled: what the camera sees, how far each face is, and four keys."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from ui.geometry import Rect
from ui.intents import Button, Choose
from ui.metrics import Size, check_size, cut, gap, px
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
    STONE,
    STONE_EDGE,
)
from ui.sprites import frame, panel
from ui.symbols import symbol
from ui.text import write
from ui.view import Tone

KEYS = (("take", "Take it now"), ("redo", "Redo"), ("skip", "Skip"), ("done", "Done"))
"""What can be pressed: the key of the `Choose` that it sends, and its label."""


@dataclass(frozen=True)
class FaceView:
    """One face: its name, the pictures taken of those wanted, and whether it is kept or just asked for."""

    name: str
    taken: int
    wanted: int
    known: bool
    asked: bool


@dataclass(frozen=True)
class Preview:
    """What the camera sees: width, height, and red-green-blue bytes row by row; `box` is the die's, in px."""

    size: tuple[int, int]
    pixels: bytes
    box: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class EnrolView:
    """All that the screen shows."""

    title: str
    message: str
    tone: Tone
    faces: tuple[FaceView, ...]
    preview: Preview | None = None


class EnrolScreen:
    """One screen of `size` (width, height) px, at least 480x320; raises ScreenError for a smaller one."""

    def __init__(self, size: Size) -> None:
        check_size(size)
        self.size = size
        self.view: EnrolView | None = None
        self.focus = 0

    def show(self, view: EnrolView) -> None:
        """Show this view from now on."""
        self.view = view

    def press(self, button: Button) -> Choose | None:
        """What pressing one of the four buttons decides: up and down move the focus, back begins anew."""
        if self.view is None:
            return None
        if button == "back":
            return Choose("redo")
        if button == "ok":
            return Choose(KEYS[self.focus][0])
        self.focus = (self.focus + (1 if button == "down" else -1)) % len(KEYS)
        return None

    def touch(self, x: float, y: float) -> Choose | None:
        """What a touch at this point (px of the screen) decides, or None: a key, or a face to take anew."""
        if self.view is None:
            return None
        for index, rect in enumerate(key_rects(self.size)):
            if rect.holds(x, y):
                self.focus = index
                return Choose(KEYS[index][0])
        for face, rect in zip(self.view.faces, face_rects(len(self.view.faces), self.size), strict=True):
            if rect.holds(x, y):
                return Choose(f"face:{face.name}")
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen onto a surface of its size."""
        surface.fill(NIGHT)
        if self.view is None:
            return
        bar = Rect(0, 0, self.size[0], px(self.size, 32, 48))
        pygame.draw.rect(surface, LAPIS_DARK, pygame.Rect(bar))
        pygame.draw.line(surface, GOLD, (0, bar.bottom - 1), (bar.w, bar.bottom - 1))
        write(surface, bar.inset(px(self.size, 8, 12), 2), self.view.title, PAPYRUS, largest=bar.h // 2)
        self._draw_message(surface, self.view)
        if self.view.preview is not None:
            _draw_preview(surface, preview_rect(self.size), self.view.preview)
        for face, rect in zip(self.view.faces, face_rects(len(self.view.faces), self.size), strict=True):
            _draw_face(surface, rect, face)
        for index, rect in enumerate(key_rects(self.size)):
            self._draw_key(surface, rect, index)

    def _draw_message(self, surface: pygame.Surface, view: EnrolView) -> None:
        rect = _message_rect(self.size)
        if view.tone == "refusal":
            surface.blit(panel(rect.w, rect.h, CARNELIAN, CARNELIAN, 1, 5), (rect.x, rect.y))
        colour = {"plain": SAND, "ask": GOLD, "refusal": PAPYRUS}[view.tone]
        write(surface, rect.inset(6, 1), view.message, colour, largest=rect.h // 2, lines=3)

    def _draw_key(self, surface: pygame.Surface, rect: Rect, index: int) -> None:
        key, label = KEYS[index]
        fill, edge, ink = (GOLD, GOLD_DARK, INK) if key == "take" else (LAPIS, LAPIS_LIGHT, PAPYRUS)
        radius = min(rect.h // 5, 10)
        surface.blit(panel(rect.w, rect.h, fill, edge, 1, radius, True), (rect.x, rect.y))
        write(surface, rect.inset(4, 3), label, ink, largest=rect.h * 2 // 5, align="centre")
        if index == self.focus:
            surface.blit(frame(rect.w, rect.h, FAIENCE, 3, radius), (rect.x, rect.y))


def key_rects(size: Size) -> tuple[Rect, ...]:
    """The four keys along the screen's lower edge."""
    space = gap(size)
    height = px(size, 38, 54)
    width = size[0] - space
    places = [cut(width, len(KEYS), index) for index in range(len(KEYS))]
    top = size[1] - height - space
    return tuple(Rect(space + left, top, right - left - space, height) for left, right in places)


def preview_rect(size: Size) -> Rect:
    """Where the camera's picture stands: the left half."""
    space = gap(size)
    top = _message_rect(size).bottom + space
    return Rect(space, top, size[0] // 2 - 2 * space, key_rects(size)[0].y - top - space)


def face_rects(number: int, size: Size) -> tuple[Rect, ...]:
    """A place for each face in the right half."""
    space = gap(size)
    left = preview_rect(size)
    room = Rect(size[0] // 2, left.y, size[0] // 2 - space, left.h)
    columns = 3 if number <= 9 else 4 if number <= 16 else 5
    rows = math.ceil(number / columns)
    found = []
    for index in range(number):
        row, column = divmod(index, columns)
        x, right = cut(room.w + space, columns, column)
        y, bottom = cut(room.h + space, rows, row)
        found.append(Rect(room.x + x, room.y + y, right - x - space, bottom - y - space))
    return tuple(found)


def _message_rect(size: Size) -> Rect:
    space = gap(size)
    return Rect(space, px(size, 32, 48) + 1, size[0] - 2 * space, px(size, 40, 60))


def _draw_face(surface: pygame.Surface, rect: Rect, face: FaceView) -> None:
    """The face's name over a mark for each picture; a tick once it is kept."""
    fill, edge, ink = (STONE, STONE_EDGE, FADED)
    if face.known:
        fill, edge, ink = (LAPIS, LAPIS_LIGHT, PAPYRUS)
    if face.asked:
        edge, ink = GOLD, GOLD
    surface.blit(panel(rect.w, rect.h, fill, edge, 3 if face.asked else 1, min(rect.h // 5, 8)), rect[:2])
    mark = max(4, min(rect.h // 4, rect.w // 8))
    name = Rect(rect.x + 4, rect.y + 2, rect.w - 8, rect.h - mark - 8)
    write(surface, name, face.name, ink, largest=name.h * 3 // 4, align="centre")
    y = rect.bottom - mark - 5
    if face.known and not face.asked:
        surface.blit(symbol("tick", mark, GOLD, fill), (rect.centre[0] - mark // 2, y))
        return
    left = rect.centre[0] - face.wanted * (mark + 2) // 2
    for index in range(face.wanted):
        colour = GOLD if index < face.taken else STONE_EDGE
        surface.blit(symbol("circle", mark, colour, fill), (left + index * (mark + 2), y))


def _draw_preview(surface: pygame.Surface, rect: Rect, preview: Preview) -> None:
    """The camera's picture with its proportions kept, and a frame around the die."""
    width, height = preview.size
    picture = pygame.image.frombuffer(preview.pixels, preview.size, "RGB")
    scale = min(rect.w / width, rect.h / height)
    shown = (max(1, round(width * scale)), max(1, round(height * scale)))
    left, top = rect.x + (rect.w - shown[0]) // 2, rect.y + (rect.h - shown[1]) // 2
    surface.blit(pygame.transform.scale(picture, shown), (left, top))
    if preview.box is not None:
        x, y, w, h = (side * scale for side in preview.box)
        pygame.draw.rect(surface, GOLD, pygame.Rect(left + int(x), top + int(y), int(w), int(h)), 2)
