"""Pharaoh Code's screen in pixels: draws what `ui.code_layout` placed."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from ui import chrome
from ui.chrome_drawing import blit_panel, draw_chrome, draw_focus, draw_ground, draw_key
from ui.code_view import (
    CellView,
    CodeView,
    ContenderView,
    NumberDieView,
    PadView,
    SandView,
    SpaceView,
    TileSetView,
)
from ui.geometry import Rect
from ui.hourglass import draw_hourglass, draw_ring
from ui.intents import Intent
from ui.metrics import Size
from ui.palette import (
    CARNELIAN,
    FADED,
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
    Colour,
    mixed,
    tile_colours,
)
from ui.text import fitted, line_height, write
from ui.widgets import Widget

_BLACK: tuple[Colour, Colour] = ((196, 190, 186), (52, 50, 54))
"""Ink and fill of what is black on the real board."""

_PENALTY = mixed(CARNELIAN, PAPYRUS, 0.45)


def draw_code(
    surface: pygame.Surface,
    view: CodeView,
    found: Sequence[Widget[Intent]],
    focus: Widget[Intent] | None,
    size: Size,
) -> None:
    """Draw the whole screen."""
    large = view.sand is not None and view.sand.large
    if large:
        surface.fill(NIGHT)
    else:
        draw_ground(surface, chrome.bar_area(size))
    for widget in found:
        if not draw_chrome(surface, view, widget):
            _draw_widget(surface, view, widget)
    if focus is not None:
        draw_focus(surface, focus.rect)


def _draw_widget(surface: pygame.Surface, view: CodeView, widget: Widget[Intent]) -> None:
    rect = widget.rect
    match widget.kind:
        case "space":
            draw_space(surface, rect, view.spaces[widget.index])
        case "die":
            _draw_die(surface, rect, view.dice[widget.index])
        case "player":
            _draw_player(surface, rect, view.players[widget.index])
        case "sand" if view.sand is not None:
            _draw_sand(surface, rect, view.sand)
        case "sand-large" if view.sand is not None:
            _draw_large_sand(surface, rect, view.sand, view.message)
        case "pad-text" if view.pad is not None:
            _draw_entry(surface, rect, view.pad)
        case "pad-key" if view.pad is not None:
            _draw_pad_key(surface, rect, view.pad, widget.index)
        case "sheet":
            _draw_lines(surface, rect, view.sheet, PAPYRUS)
        case "notes":
            _draw_lines(surface, rect, view.notes, SAND)


def draw_tile_set(
    surface: pygame.Surface,
    view: TileSetView,
    found: Sequence[Widget[Intent]],
    focus: Widget[Intent] | None,
    size: Size,
) -> None:
    """Draw the set of tiles while it is entered."""
    draw_ground(surface, chrome.bar_area(size))
    for widget in found:
        if draw_chrome(surface, view, widget):
            continue
        if widget.kind == "cell":
            row, column = divmod(widget.index, 100)
            colour, cells = view.rows[row]
            _draw_cell(surface, widget.rect, colour, cells[column])
        elif view.pad is not None and widget.kind == "pad-text":
            _draw_entry(surface, widget.rect, view.pad)
        elif view.pad is not None:
            _draw_pad_key(surface, widget.rect, view.pad, widget.index)
    if focus is not None:
        draw_focus(surface, focus.rect)


def _draw_cell(surface: pygame.Surface, rect: Rect, colour: str, cell: CellView) -> None:
    """A tile's number, and below it its scarabs; a plus where the next one is to be entered."""
    lit, unlit = _BLACK if colour == "black" else tile_colours(colour)
    border = GOLD if cell.chosen else lit
    blit_panel(
        surface, rect, NIGHT if cell.number is None else unlit, border, thickness=2 if cell.chosen else 1
    )
    if cell.number is None:
        write(surface, rect, "+", lit, largest=rect.h // 2, align="centre")
        return
    upper = Rect(rect.x, rect.y, rect.w, rect.h * 3 // 5).inset(2, 1)
    lower = Rect(rect.x, upper.bottom, rect.w, rect.bottom - upper.bottom).inset(2, 1)
    write(surface, upper, str(cell.number), PAPYRUS, largest=upper.h * 4 // 5, smallest=7, align="centre")
    write(surface, lower, f"{cell.scarabs}", lit, largest=lower.h * 3 // 5, smallest=7, align="centre")


def draw_space(surface: pygame.Surface, rect: Rect, space: SpaceView) -> None:
    """One space of the pyramid: its tile with the number large, or who has taken it."""
    lit, unlit = _BLACK if space.colour == "black" else tile_colours(space.colour)
    if space.state == "empty":
        blit_panel(surface, rect, NIGHT, unlit, thickness=2)
        write(surface, rect, "+" if space.press else "", lit, largest=rect.h // 2, align="centre")
        return
    if space.state == "taken":
        blit_panel(surface, rect, NIGHT, STONE_EDGE)
        upper = Rect(rect.x, rect.y, rect.w, rect.h // 2)
        lower = Rect(rect.x, upper.bottom, rect.w, rect.h - upper.h)
        write(surface, upper, str(space.number), FADED, largest=upper.h * 4 // 5, align="centre")
        write(surface, lower.inset(3, 1), space.owner or "", lit, largest=lower.h * 3 // 5, align="centre")
        return
    fill, ink = (unlit, lit) if space.colour == "black" else (lit, INK)
    blit_panel(surface, rect, fill, lit if space.colour == "black" else unlit, thickness=2, sheen=True)
    write(surface, rect.inset(2), str(space.number), ink, largest=rect.h * 4 // 5, align="centre")


def _draw_die(surface: pygame.Surface, rect: Rect, die: NumberDieView) -> None:
    """A die as its outline with the number in it, and its name below."""
    name_height = max(10, rect.h // 4)
    side = min(rect.w - 4, rect.h - name_height)
    corners = {"d8": 4, "d10": 4, "d12": 5}.get(die.name, 6)
    body = Rect(rect.centre[0] - side // 2, rect.y, side, side)
    edge = GOLD if die.doubtful else LAPIS_LIGHT
    shape = _outline(body, corners)
    pygame.draw.polygon(surface, LAPIS if die.press else LAPIS_DARK, shape)
    pygame.draw.lines(surface, edge, True, shape, 3 if die.doubtful else 2)
    value = "?" if die.value is None else str(die.value)
    inner = body.inset(side // 6)
    write(surface, inner, value, GOLD if die.doubtful else PAPYRUS, largest=side // 2, align="centre")
    name = Rect(rect.x, rect.bottom - name_height, rect.w, name_height)
    label = f"{die.name} – sure?" if die.doubtful else die.name
    write(surface, name, label, FADED, largest=name_height, smallest=8, align="centre")


def _outline(body: Rect, corners: int) -> list[tuple[float, float]]:
    """A polygon with its tip up: a diamond for eight or ten sides, a pentagon for twelve."""
    shape = pygame.math.Vector2(0, -body.h / 2)
    centre = pygame.math.Vector2(body.centre)
    points = [centre + shape.rotate(360 * corner / corners) for corner in range(corners)]
    return [(point.x, point.y) for point in points]


def _draw_player(surface: pygame.Surface, rect: Rect, player: ContenderView) -> None:
    """Name, points and tiles; what the player may do shows in the plate, the sign and the words."""
    fill, border, thick, ink = {
        "plain": (LAPIS_DARK, STONE_EDGE, 1, SAND),
        "may-claim": (LAPIS, LAPIS_LIGHT, 2, PAPYRUS),
        "waits": (LAPIS, GOLD, 3, PAPYRUS),
        "has-the-floor": (GOLD, GOLD_DARK, 3, INK),
        "served": (STONE, STONE_EDGE, 1, FADED),
    }[player.state]
    blit_panel(surface, rect, fill, border, thickness=thick, sheen=player.press is not None)
    box = rect.inset(max(5, rect.w // 24), 2)
    upper = Rect(box.x, box.y, box.w, box.h * 3 // 5)
    lower = Rect(box.x, upper.bottom, box.w, box.h - upper.h)
    write(surface, upper, player.name, ink, largest=upper.h * 4 // 5, align="centre")
    if player.roller:
        _draw_roller(surface, rect, ink)
    words = {
        "waits": "waits",
        "has-the-floor": "which number?",
        "served": "has a tile",
    }.get(player.state) or _tally(player)
    write(surface, lower, words, ink, largest=lower.h * 4 // 5, smallest=8, align="centre")


def _draw_roller(surface: pygame.Surface, rect: Rect, ink: Colour) -> None:
    """The sign of who has the dice: a small die in the plate's corner."""
    side = max(6, rect.h // 5)
    body = Rect(rect.x + side // 2 + 2, rect.y + side // 2 + 2, side, side)
    pygame.draw.polygon(surface, ink, _outline(body.inset(-side // 4), 4))


def _tally(player: ContenderView) -> tuple[str, ...]:
    points = "?" if player.points is None else str(player.points)
    short = f"{points} · {player.face_up} up, {player.face_down} down"
    return (short, f"{points} · {player.face_up}/{player.face_down}")


def _draw_sand(surface: pygame.Surface, rect: Rect, sand: SandView) -> None:
    """The ring, and the hourglass beside it where there is room."""
    stands = sand.state == "paused"
    ring, glass = rect, None
    if rect.w > rect.h * 3 // 2:
        glass = Rect(rect.x, rect.y, rect.w - rect.h, rect.h)
        ring = Rect(glass.right, rect.y, rect.h, rect.h)
    draw_ring(surface, ring, sand.left_ms, sand.total_ms, stands=stands)
    if glass is not None:
        draw_hourglass(surface, glass.inset(2), sand.left_ms, sand.total_ms, stands=stands)


def _draw_large_sand(surface: pygame.Surface, rect: Rect, sand: SandView, message: str | None) -> None:
    stands = sand.state == "paused"
    margin = rect.h // 20
    glass = Rect(rect.x, rect.y, rect.w * 45 // 100, rect.h).inset(margin)
    ring = Rect(glass.right, rect.y, rect.right - glass.right, rect.h).inset(margin)
    draw_hourglass(surface, glass, sand.left_ms, sand.total_ms, stands=stands)
    draw_ring(surface, ring, sand.left_ms, sand.total_ms, stands=stands)
    if message:
        line = Rect(rect.x + margin, rect.bottom - rect.h // 10, rect.w - 2 * margin, rect.h // 10)
        write(surface, line, message, GOLD, largest=line.h * 2 // 3, align="centre")


def _draw_entry(surface: pygame.Surface, rect: Rect, pad: PadView) -> None:
    """What was typed, large; before the first key, what is asked."""
    blit_panel(surface, rect, LAPIS_DARK, GOLD_DARK, thickness=2)
    box = rect.inset(6, 2)
    if pad.text:
        write(surface, box, pad.text, PAPYRUS, largest=box.h * 3 // 4, align="centre")
    else:
        write(surface, box, pad.hint, SAND, largest=box.h // 2, lines=2, align="centre")


def _draw_pad_key(surface: pygame.Surface, rect: Rect, pad: PadView, index: int) -> None:
    key = pad.keys[index]
    if key.key is None:
        blit_panel(surface, rect, LAPIS_DARK, STONE_EDGE)
        write(surface, rect.inset(4), key.label, FADED, largest=rect.h // 2, align="centre")
    elif len(key.label) <= 2:
        blit_panel(surface, rect, LAPIS, LAPIS_LIGHT, sheen=True)
        write(surface, rect.inset(2), key.label, PAPYRUS, largest=rect.h * 3 // 4, align="centre")
    else:
        draw_key(surface, rect, key.label, main=key.main)


def _draw_lines(surface: pygame.Surface, rect: Rect, lines: Sequence[str], ink: Colour) -> None:
    """Lines one under the other, all in letters of the size that the longest needs."""
    blit_panel(surface, rect, LAPIS_DARK, STONE_EDGE)
    box = rect.inset(8, 4)
    height = min(box.h // max(1, len(lines)), box.h // 4)
    rows = 2 if height > 2 * line_height(12) else 1
    largest = min(height * 2 // 3, 26)
    largest = min((fitted((line,), box.w, height, largest, 8, rows).size for line in lines), default=largest)
    for index, line in enumerate(lines):
        place = Rect(box.x, box.y + index * height, box.w, height)
        if index == 0 and line.endswith(":"):
            colour = GOLD
        else:
            colour = _PENALTY if line.endswith(", face down") else ink
        write(surface, place, line, colour, largest=largest, smallest=8, lines=rows)
