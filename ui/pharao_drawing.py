"""The Pharao screen in pixels: draws what `ui.pharao_layout` placed."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ui import chrome
from ui.chrome_drawing import blit_panel, draw_chrome, draw_focus, draw_ground, draw_key
from ui.geometry import Rect
from ui.intents import Intent
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
    PAPYRUS,
    SAND,
    SAND_DARK,
    STONE_EDGE,
    Colour,
    mixed,
)
from ui.pharao_layout import Areas, areas, arrow_room, key_room, space_rect
from ui.pharao_marks import SEAL_COLOURS, crack, ground_sign, mummy, pyramid, seal
from ui.pharao_view import COLUMNS, MarkView, PharaoView, SeatView, SpaceView
from ui.sprites import frame
from ui.symbols import symbol
from ui.text import width_of, write
from ui.widgets import Widget

GROUND: Colour = (234, 216, 176)
"""The open ground of the gap and of the tile outside."""

SMALL_LETTERS = 8
"""The least height of a key's letters in px."""

_OLD = 12
"""Turns after which a mark is as pale as it gets."""

_COLOURS = tuple(SEAL_COLOURS)


def draw_pharao(
    surface: pygame.Surface,
    view: PharaoView,
    found: Sequence[Widget[Intent]],
    focus: Widget[Intent] | None,
    size: Size,
) -> None:
    """Draw the whole screen for this view onto a surface of `size` px."""
    parts = areas(view, size)
    draw_ground(surface, chrome.bar_area(size))
    pygame.draw.rect(surface, (92, 74, 46), pygame.Rect(parts.board))
    _draw_arrows(surface, view, parts, size)
    for widget in found:
        _draw_widget(surface, view, widget, size)
    if view.push is not None:
        _draw_push(surface, view, parts)
    _draw_tile_edges(surface, parts)
    _draw_way(surface, view, parts)
    for index, space in enumerate(view.spaces):
        if space.chosen:
            _draw_chosen(surface, space_rect(parts.board, parts.cell, index))
    _draw_steering(surface, view, parts)
    if focus is not None and not view.steering:
        draw_focus(surface, focus.rect)


def _draw_widget(surface: pygame.Surface, view: PharaoView, widget: Widget[Intent], size: Size) -> None:
    rect = widget.rect
    match widget.kind:
        case "space":
            moving = view.push is not None and widget.index // (2 * COLUMNS) == view.push.row
            draw_space(surface, rect, view.spaces[widget.index], marked=not moving)
        case "outside":
            pygame.draw.rect(surface, GROUND, pygame.Rect(rect))
            pygame.draw.rect(surface, SAND_DARK, pygame.Rect(rect), 1)
            if view.push is None:
                _draw_mark(surface, rect, view.outside[widget.index], ground=GROUND)
        case "card":
            _draw_card(surface, rect, view)
        case "player":
            _draw_player(surface, rect, view.players[widget.index])
        case "command":
            _draw_key(surface, widget, size, main=view.commands[widget.index].main)
        case _:
            draw_chrome(surface, view, widget)


def _draw_key(surface: pygame.Surface, widget: Widget[Intent], size: Size, *, main: bool) -> None:
    """A key whose label may fill it: sixteen animals' names have to fit beside the board."""
    draw_key(surface, widget.rect, "", main=main)
    room, ink = key_room(widget.rect, size), INK if main else PAPYRUS
    write(
        surface, room, widget.label, ink,
        largest=widget.rect.h * 2 // 5, smallest=SMALL_LETTERS, lines=2, align="centre",
    )  # fmt: skip


def draw_space(surface: pygame.Surface, rect: Rect, space: SpaceView, *, marked: bool = True) -> None:
    """One space: its cover from above and, with `marked`, what is remembered of the ground below."""
    if space.cover == "gap":
        pygame.draw.rect(surface, GROUND, pygame.Rect(rect))
        pygame.draw.rect(surface, INK, pygame.Rect(rect), max(2, rect.w // 16))
        if marked:
            _draw_mark(surface, rect.inset(rect.w // 10), space.mark, ground=GROUND)
        return
    inner = rect.inset(1)
    if space.cover == "pyramid":
        surface.blit(pyramid(inner.w), (inner.x, inner.y))
    elif space.cover == "crack":
        surface.blit(crack(inner.w), (inner.x, inner.y))
    else:
        _draw_base(surface, inner, space)
    if marked and space.mark.kind != "none":
        _draw_badge(surface, inner, space)


def _draw_base(surface: pygame.Surface, rect: Rect, space: SpaceView) -> None:
    """A base tile in its colour, with the colour's shape in the corner and the mummy or its empty hole."""
    colour = space.colour or "grey"
    fill, ink = SEAL_COLOURS[colour]
    blit_panel(surface, rect, fill, ink, thickness=max(1, rect.w // 24), radius=rect.w // 8)
    sign = max(10, rect.w * 3 // 10)
    surface.blit(seal(colour, sign), (rect.x + 2, rect.y + 2))
    if space.mummy:
        side = rect.w * 3 // 4
        surface.blit(mummy(side), (rect.x + (rect.w - side) // 2 + rect.w // 10, rect.y + rect.h - side - 1))
    elif space.mark.kind == "none":
        pygame.draw.circle(surface, ink, rect.centre, rect.w // 5, max(1, rect.w // 20))


def _draw_badge(surface: pygame.Surface, rect: Rect, space: SpaceView) -> None:
    """The mark on a papyrus scrap; it leaves a mummy and a base tile's sign in sight."""
    if space.cover == "base":
        box = Rect(
            rect.x + 2, rect.bottom - rect.h // 2, rect.w * (5 if space.mummy else 9) // 10, rect.h // 2 - 2
        )
    else:
        # A crack tile's cracks stay in sight around what they let people see.
        box = rect.inset(rect.w // (7 if space.cover == "crack" else 14))
    paper = mixed(PAPYRUS, SAND_DARK, _faded(space.mark))
    border = GOLD if space.mark.followed else INK
    blit_panel(surface, box, paper, border, thickness=2 if space.mark.followed else 1, radius=box.h // 5)
    _draw_mark(surface, box.inset(1), space.mark, ground=paper)


def _draw_mark(surface: pygame.Surface, rect: Rect, mark: MarkView, *, ground: Colour) -> None:
    """A sign or an animal's name, and in the corner how many turns ago it was seen."""
    if mark.kind == "none":
        return
    digits = "" if not mark.age else str(mark.age)
    low = max(8, rect.h // 4)
    room = Rect(rect.x, rect.y, rect.w, rect.h - (low if digits and mark.kind == "animal" else 0))
    if mark.kind == "animal":
        write(
            surface,
            room,
            mark.label,
            INK,
            largest=max(9, rect.h * 2 // 5),
            smallest=7,
            lines=1,
            align="centre",
        )
    else:
        side = max(8, min(room.w, room.h) * (7 if digits else 9) // 10)
        sign = ground_sign(mark.kind, side, INK, ground)
        surface.blit(sign, (room.x + (room.w - side) // 2, room.y + (room.h - side) // 2))
    if digits:
        corner = Rect(rect.x, rect.bottom - low, rect.w - 1, low)
        write(surface, corner, digits, CARNELIAN, largest=low, smallest=7, align="right")


def _faded(mark: MarkView) -> float:
    return 0.0 if mark.age is None else min(mark.age, _OLD) / _OLD * 0.55


def _draw_arrows(surface: pygame.Surface, view: PharaoView, parts: Areas, size: Size) -> None:
    """Beside each tile row a triangle where a tile may be pushed in."""
    room = arrow_room(size)
    for row, (left, right) in enumerate(view.rows):
        middle = parts.board.y + (2 * row + 1) * parts.cell
        high = parts.cell // 3
        if left:
            x = parts.board.x - room
            points = [(x + 1, middle - high), (x + 1, middle + high), (x + room - 2, middle)]
            pygame.draw.polygon(surface, GOLD, points)
        if right:
            x = parts.board.right
            points = [(x + room - 2, middle - high), (x + room - 2, middle + high), (x + 1, middle)]
            pygame.draw.polygon(surface, GOLD, points)


def _draw_tile_edges(surface: pygame.Surface, parts: Areas) -> None:
    """The joints between the sliding tiles, so that people see what a push moves."""
    board, two = parts.board, 2 * parts.cell
    for column in range(1, COLUMNS // 2):
        x = board.x + column * two
        pygame.draw.line(surface, INK, (x, board.y), (x, board.bottom - 1), 2)
    for row in range(1, 3):
        y = board.y + row * two
        pygame.draw.line(surface, INK, (board.x, y), (board.right - 1, y), 2)


def _draw_push(surface: pygame.Surface, view: PharaoView, parts: Areas) -> None:
    """The marks of a row on their way under the covers, and those of the tile that goes in."""
    push = view.push
    assert push is not None
    cell, board = parts.cell, parts.board
    shift = round(2 * cell * push.share) * (1 if push.to_the_right else -1)
    strip = pygame.Rect(board.x, board.y + 2 * push.row * cell, board.w, 2 * cell)
    before = surface.get_clip()
    surface.set_clip(strip)
    for index, mark in enumerate(push.marks):
        row, column = divmod(index, COLUMNS)
        _draw_moving(surface, Rect(board.x + column * cell + shift, strip.y + row * cell, cell, cell), mark)
    start = board.x - 2 * cell if push.to_the_right else board.right
    for index, mark in enumerate(push.coming):
        row, column = divmod(index, 2)
        _draw_moving(surface, Rect(start + column * cell + shift, strip.y + row * cell, cell, cell), mark)
    surface.set_clip(before)
    pygame.draw.rect(surface, FAIENCE, strip, max(2, cell // 16))


def _draw_moving(surface: pygame.Surface, rect: Rect, mark: MarkView) -> None:
    box = rect.inset(rect.w // 8)
    surface.blit(frame(box.w, box.h, GOLD_DARK, 1, box.h // 5), (box.x, box.y))
    if mark.kind != "none":
        blit_panel(surface, box, PAPYRUS, INK, radius=box.h // 5)
        _draw_mark(surface, box.inset(2), mark, ground=PAPYRUS)


def _draw_way(surface: pygame.Surface, view: PharaoView, parts: Areas) -> None:
    """The path aid's way as a line from the gap through numbered spaces."""
    steps = sorted((space.step, index) for index, space in enumerate(view.spaces) if space.step is not None)
    if not steps:
        return
    gap = next((index for index, space in enumerate(view.spaces) if space.cover == "gap"), None)
    spaces = [index for _, index in steps]
    centres = [
        space_rect(parts.board, parts.cell, index).centre for index in ([gap] if gap is not None else [])
    ]
    centres += [space_rect(parts.board, parts.cell, index).centre for index in spaces]
    thick = max(3, parts.cell // 16)
    if len(centres) > 1:
        pygame.draw.lines(surface, INK, False, centres, thick + 3)
        pygame.draw.lines(surface, FAIENCE, False, centres, thick)
    side = max(13, parts.cell * 3 // 10)
    for number, index in steps:
        rect = space_rect(parts.board, parts.cell, index)
        # In the corner that no mark and no button's name needs.
        x, y = rect.x + 1, rect.bottom - side - 1
        surface.blit(symbol("circle", side, INK, INK), (x, y))
        box = Rect(x, y, side, side)
        write(surface, box, str(number), FAIENCE, largest=side * 3 // 5, smallest=8, align="centre")


def _draw_chosen(surface: pygame.Surface, rect: Rect) -> None:
    inner = rect.inset(1)
    thick = max(3, rect.w // 12)
    surface.blit(frame(inner.w, inner.h, GOLD, thick, inner.w // 8), (inner.x, inner.y))


def _draw_steering(surface: pygame.Surface, view: PharaoView, parts: Areas) -> None:
    """On the spaces beside the gap, the button that brings the gap there."""
    by_key = {space.key: index for index, space in enumerate(view.spaces) if space.key}
    high, wide = max(11, parts.cell * 6 // 25), max(24, parts.cell * 3 // 5)
    for steering in view.steering:
        index = by_key.get(steering.key)
        if index is None:
            continue
        rect = space_rect(parts.board, parts.cell, index)
        box = Rect(rect.centre[0] - wide // 2, rect.y + 1, wide, high)
        blit_panel(surface, box, INK, FAIENCE, radius=high // 3)
        write(surface, box, steering.label, FAIENCE, largest=high * 4 // 5, smallest=8, align="centre")


def _draw_card(surface: pygame.Surface, rect: Rect, view: PharaoView) -> None:
    """The sought animal with its value, and the deck below."""
    low = rect.h // 3
    face = Rect(rect.x, rect.y, rect.w, rect.h - low)
    if view.sought is not None:
        animal, value = view.sought
        blit_panel(surface, face, PAPYRUS, GOLD_DARK, thickness=2)
        digits = str(value)
        size = face.h // 2
        wide = width_of(digits, size) + 6
        write(
            surface,
            Rect(face.right - wide - 4, face.y, wide, face.h),
            digits,
            CARNELIAN,
            largest=size,
            align="right",
        )
        room = Rect(face.x + 5, face.y, face.w - wide - 10, face.h)
        write(surface, room, animal, INK, largest=face.h // 2, smallest=8)
    else:
        blit_panel(surface, face, LAPIS_DARK, STONE_EDGE)
        words = "" if view.back is None else f"next back: {view.back}"
        write(surface, face.inset(5, 2), words, FADED, largest=face.h // 3, align="centre")
    below = Rect(rect.x, rect.bottom - low, rect.w, low)
    text = "searching…" if view.searching else f"{view.deck} cards"
    write(
        surface,
        below,
        text,
        GOLD if view.searching else FADED,
        largest=low * 3 // 5,
        smallest=8,
        align="centre",
    )


def _draw_player(surface: pygame.Surface, rect: Rect, player: SeatView) -> None:
    """Name, points and seals, each seal's sign with its number; the current player's line is framed."""
    if rect.h < 9:
        return
    box = rect.inset(0, 1)
    fill, text = (LAPIS, PAPYRUS) if player.current else (LAPIS_DARK, SAND)
    blit_panel(
        surface, box, fill, GOLD if player.current else LAPIS_DARK, thickness=2 if player.current else 1
    )
    tall = box.h >= 44 or (box.w < 160 and box.h >= 30)
    line = box.h // 2 if tall else box.h
    size = max(9, min(line * (3 if tall else 2) // (4 if tall else 3), 24))
    top = Rect(box.x + 6, box.y, box.w - 12, line)
    digits = str(player.points)
    wide = width_of(digits, size) + 2
    seals = (
        Rect(box.x + 6, box.y + line, box.w - 12, line)
        if tall
        else Rect(top.x + top.w * 2 // 5, box.y, top.w * 3 // 5 - wide, line)
    )
    name = Rect(top.x, top.y, (top.w - wide - 4) if tall else top.w * 2 // 5 - 2, line)
    write(surface, name, player.name, text, largest=size, smallest=8)
    write(surface, Rect(top.right - wide, top.y, wide, line), digits, GOLD, largest=size, align="right")
    step = seals.w // len(_COLOURS)
    side = max(7, min(seals.h * 3 // 5, step // 2, 18))
    for index, (colour, number) in enumerate(zip(_COLOURS, player.seals, strict=True)):
        x = seals.x + index * step
        surface.blit(seal(colour, side), (x, seals.y + (seals.h - side) // 2))
        room = Rect(x + side + 1, seals.y, step - side - 1, seals.h)
        write(surface, room, str(number), text, largest=min(size, side + 2), smallest=7)
