from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from ui.geometry import Rect
from ui.intents import Button, Choose, Undo
from ui.metrics import Size
from ui.pharao_drawing import SMALL_LETTERS, draw_space
from ui.pharao_layout import areas, key_room
from ui.pharao_marks import SEAL_COLOURS, seal
from ui.pharao_screen import PharaoScreen
from ui.pharao_view import MarkView, PharaoView, SpaceView
from ui.screens import Screens
from ui.text import fitted

from .pharao_views import ANIMALS, CHOOSING, GAP, KINDS, PLAYING, PUSHING, VIEWS, mark

SIZES = ((480, 320), (800, 480), (1280, 720))
NAMES = tuple(VIEWS)


def showing(view: PharaoView, size: Size = SIZES[0]) -> PharaoScreen:
    screen = PharaoScreen(size)
    screen.show(view)
    return screen


def picture(view: PharaoView, size: Size = SIZES[0]) -> bytes:
    surface = pygame.Surface(size)
    showing(view, size).draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_everything_stands_on_the_screen_and_nothing_on_another_thing(name: str, size: Size) -> None:
    screen = showing(VIEWS[name], size)
    whole = Rect(0, 0, *size)
    shown = [widget for widget in screen.found if widget.rect.w and widget.rect.h]
    for index, widget in enumerate(shown):
        assert whole.encloses(widget.rect), widget.key
        for other in shown[index + 1 :]:
            assert not widget.rect.overlaps(other.rect), (widget.key, other.key)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_to_be_touched_is_large_enough_for_a_finger(name: str, size: Size) -> None:
    least = 28 if size == SIZES[0] else 40
    for widget in showing(VIEWS[name], size).found:
        if widget.press is not None and widget.kind != "outside":
            assert min(widget.rect.w, widget.rect.h) >= least - (widget.kind == "undo"), widget.key


@pytest.mark.parametrize("size", SIZES)
def test_the_board_takes_most_of_the_screen(size: Size) -> None:
    board = areas(PLAYING, size).board
    assert board.w * board.h > 0.49 * size[0] * size[1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_label_of_a_key_can_be_read_whole(name: str, size: Size) -> None:
    for widget in showing(VIEWS[name], size).found:
        if widget.kind == "command":
            room = key_room(widget.rect, size)
            fit = fitted((widget.label,), room.w, room.h, widget.rect.h * 2 // 5, SMALL_LETTERS, 2)
            assert fit.whole or (len(widget.label) > 9 and size == SIZES[0]), widget.label


def test_the_screen_finds_its_view_by_type() -> None:
    screens = Screens(SIZES[0])
    screens.show(PLAYING)
    assert isinstance(screens.current, PharaoScreen)


def test_while_the_gap_may_move_each_button_is_a_direction() -> None:
    screen = showing(PLAYING)
    intents = {button: screen.press(button) for button in ("up", "down", "ok", "back")}
    assert intents == {
        "up": Choose("go:27"), "down": Choose("go:43"), "ok": Choose("go:36"), "back": Choose("go:34")
    }  # fmt: skip


def test_elsewhere_the_buttons_move_the_focus_from_the_likeliest_key() -> None:
    screen = showing(CHOOSING)
    assert screen.press("ok") == Choose("shows:hole")
    assert screen.press("down") is None
    assert screen.press("ok") != Choose("shows:hole")
    assert screen.press("back") == Undo()


def test_down_reaches_all_that_can_be_pressed() -> None:
    screen = showing(CHOOSING)
    reached = set()
    for _ in screen.found:
        reached.add(screen.press("ok"))
        screen.press("down")
    assert reached == {widget.press for widget in screen.found if widget.press is not None}


@pytest.mark.parametrize("at", [27, 9, 34])
def test_a_touch_on_a_space_chooses_it(at: int) -> None:
    screen = showing(CHOOSING)
    widget = next(w for w in screen.found if w.key == f"space:{at}")
    assert screen.touch(*widget.rect.centre) == Choose(CHOOSING.spaces[at].key or "")


def test_a_touch_on_a_space_that_means_nothing_decides_nothing() -> None:
    screen = showing(CHOOSING)
    widget = next(w for w in screen.found if w.key == f"space:{GAP}")
    assert screen.touch(*widget.rect.centre) is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", SIZES)
def test_each_view_is_drawn_over_the_whole_screen(name: str, size: Size) -> None:
    surface = pygame.Surface(size)
    surface.fill((255, 0, 255))
    showing(VIEWS[name], size).draw(surface)
    for x in range(0, size[0], 16):
        for y in range(0, size[1], 16):
            assert surface.get_at((x, y)) != pygame.Color(255, 0, 255), (x, y)


def space_picture(space: SpaceView, side: int = 42) -> bytes:
    surface = pygame.Surface((side, side))
    draw_space(surface, Rect(0, 0, side, side), space)
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")


def differing(a: bytes, b: bytes) -> int:
    """Pixels that differ clearly without their colours."""
    return sum(abs(x - y) > 40 for x, y in zip(a[::3], b[::3], strict=True))


def test_all_marks_can_be_told_apart_without_colours() -> None:
    pictures = {kind: space_picture(SpaceView("pyramid", mark(kind, None))) for kind in KINDS}
    for first in KINDS:
        for second in KINDS:
            if first < second:
                assert differing(pictures[first], pictures[second]) > 40, (first, second)


def test_all_covers_can_be_told_apart_without_colours() -> None:
    covers = [
        SpaceView("pyramid"),
        SpaceView("crack"),
        SpaceView("gap"),
        *(SpaceView("base", MarkView(), colour, mummy) for colour in SEAL_COLOURS for mummy in (True, False)),
    ]
    pictures = [space_picture(cover) for cover in covers]
    for index, first in enumerate(pictures):
        for second in pictures[index + 1 :]:
            assert differing(first, second) > 40


def test_seals_differ_in_shape_and_not_in_colour_alone() -> None:
    shapes = []
    for colour in SEAL_COLOURS:
        picture = seal(colour, 24)
        shapes.append([picture.get_at((x, y))[3] > 128 for x in range(24) for y in range(24)])
    for index, first in enumerate(shapes):
        for second in shapes[index + 1 :]:
            assert sum(a != b for a, b in zip(first, second, strict=True)) > 30


def test_a_mark_that_follows_is_framed_otherwise_than_one_that_was_seen() -> None:
    seen = space_picture(SpaceView("pyramid", mark("hole", None)))
    followed = space_picture(SpaceView("pyramid", mark("hole", None, followed=True)))
    assert differing(seen, followed) > 20


def test_an_older_mark_is_paler_and_tells_its_age() -> None:
    new = space_picture(SpaceView("pyramid", mark("hole", 1)))
    old = space_picture(SpaceView("pyramid", mark("hole", 11)))
    assert sum(new) > sum(old)


@pytest.mark.parametrize("animal", ANIMALS)
def test_an_animals_name_is_whole_on_the_larger_screen(animal: str) -> None:
    cell = areas(PLAYING, SIZES[1]).cell
    room = Rect(0, 0, cell - 2, cell - 2).inset(cell // 14 + 1)
    assert fitted((animal,), room.w, room.h * 3 // 4, 26, 7, 1).whole


def test_a_push_moves_the_marks_of_its_row_and_no_others() -> None:
    size = SIZES[0]
    parts = areas(PUSHING, size)
    assert PUSHING.push is not None
    surfaces = []
    for share in (0.2, 0.6):
        surface = pygame.Surface(size)
        showing(replace(PUSHING, push=replace(PUSHING.push, share=share)), size).draw(surface)
        surfaces.append(surface)
    for row in range(3):
        area = pygame.Rect(parts.board.x, parts.board.y + 2 * row * parts.cell, parts.board.w, 2 * parts.cell)
        inner = area.inflate(-8, -8)
        strips = [pygame.image.tobytes(surface.subsurface(inner), "RGB") for surface in surfaces]
        assert (strips[0] != strips[1]) == (row == PUSHING.push.row)


@pytest.mark.parametrize("button", ["up", "down", "ok", "back"])
def test_before_the_first_view_nothing_can_be_pressed(button: Button) -> None:
    assert PharaoScreen(SIZES[0]).press(button) is None


def test_searching_is_visible() -> None:
    assert picture(VIEWS["alone"]) != picture(replace(VIEWS["alone"], searching=False))
