"""The final roll-off: the roll to beat as dice and in words, who holds it, who is still to come."""

from __future__ import annotations

import math

import pygame

from ui.chrome_drawing import blit_panel
from ui.dice_drawing import draw_die
from ui.geometry import Rect
from ui.palette import GOLD, LAPIS_DARK, PAPYRUS, SAND
from ui.text import write
from ui.view import CourtView, DieView


def draw_court(surface: pygame.Surface, rect: Rect, court: CourtView) -> None:
    """Draw it into `rect`."""
    blit_panel(surface, rect, LAPIS_DARK, GOLD, thickness=2, radius=8)
    box = rect.inset(8, 6)
    line = box.h // 7
    head = "The roll to beat"
    if court.over:
        head = "The Pharaoh's favour goes to" if court.holder else "Nobody beat"
    write(surface, Rect(box.x, box.y, box.w, line), head, SAND, largest=line * 2 // 3, align="centre")
    words = f"{court.holder or 'Royal Death'}: {court.roll}"
    upper = Rect(box.x, box.y + line, box.w, line * 3 // 2)
    write(surface, upper, words, GOLD, largest=line, smallest=11, align="centre")
    dice = Rect(box.x, upper.bottom, box.w, line * 5 // 2)
    _draw_dice(surface, dice, court)
    y = dice.bottom
    waiting = ""
    if court.waiting:
        waiting = f"Still to come: {', '.join(court.waiting)}"
    elif not court.over:
        waiting = "Nobody comes after this turn"
    for text, colour in ((court.own or "", PAPYRUS), (waiting, SAND)):
        write(surface, Rect(box.x, y, box.w, line), text, colour, largest=line * 2 // 3, align="centre")
        y += line


def _draw_dice(surface: pygame.Surface, area: Rect, court: CourtView) -> None:
    """As many dice as the roll has, in one row or two, none where it has none."""
    if not 1 <= court.value <= 6 or court.count < 1:
        return
    die = DieView("standard", "gold", "black", str(court.value))
    rows = 1 if court.count <= 8 else 2
    columns = math.ceil(court.count / rows)
    side = max(8, min(area.h // rows - 3, area.w // columns - 3))
    top = area.y + (area.h - rows * (side + 3)) // 2
    for index in range(court.count):
        row, column = divmod(index, columns)
        in_row = min(columns, court.count - row * columns)
        x = area.x + (area.w - in_row * (side + 3)) // 2 + column * (side + 3)
        draw_die(surface, Rect(x, top + row * (side + 3), side, side), die, die.face)
