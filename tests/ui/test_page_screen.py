from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.favor.tiles import TILES
from tests.ui.views import SIZES, die, standard
from ui.geometry import Rect
from ui.intents import Choose, Intent, Undo
from ui.page_screen import draw_entry, page_screen, page_widgets
from ui.page_view import Entry, PageDie, PageMark, PageView
from ui.view import Command
from ui.widget_screen import WidgetScreen
from ui.widgets import focus_order, focused

both_sizes = pytest.mark.parametrize("size", SIZES)

CANCEL = Command("cancel", "Never mind")


def page(
    *,
    title: str = "Servant adds 1, 2 or 3 pips to one active die",
    dice: tuple[PageDie, ...] = (),
    faces: tuple[PageDie, ...] = (),
    entries: tuple[Entry, ...] = (),
    commands: tuple[Command, ...] = (CANCEL,),
) -> PageView:
    return PageView(title, "touch the die", "plain", commands, True, "still", dice, faces, entries)


def dice(number: int, mark: PageMark = "plain") -> tuple[PageDie, ...]:
    return tuple(PageDie(one, f"die:{n}", mark) for n, one in enumerate(standard(*"5" * number)))


def faces(number: int) -> tuple[PageDie, ...]:
    return tuple(PageDie(die("standard", str(1 + n % 6)), f"face:{n}", label=f"{n}") for n in range(number))


def tile_entries(number: int) -> tuple[Entry, ...]:
    tiles = list(TILES.values())[:number]
    return tuple(
        Entry(f"use:{tile.id}", tile.name, tile.power, tile.colour, "you have two") for tile in tiles
    )


DONE = Command("done", "Done: 2 dice", main=True)
PAGES = {
    "list": page(entries=tile_entries(5), commands=(Command("more", "More (1 of 3)"), CANCEL)),
    "dice": page(dice=dice(7), commands=(DONE, CANCEL)),
    "faces": page(dice=dice(15), faces=faces(6)),
    "kinds": page(dice=dice(3), faces=faces(8)),
    "pairs": page(dice=dice(6), entries=tile_entries(3)),
    "nothing": page(),
}
every_page = pytest.mark.parametrize("name", PAGES)


def check_places(shown: PageView, size: tuple[int, int], least: int) -> None:
    found = page_widgets(shown, size)
    screen = Rect(0, 0, *size)
    assert len({widget.key for widget in found}) == len(found)
    for widget in found:
        assert screen.encloses(widget.rect), widget
        if widget.press is not None:
            assert min(widget.rect.w, widget.rect.h) >= least, widget
    for one, other in combinations(found, 2):
        assert not one.rect.overlaps(other.rect), (one, other)


@both_sizes
@every_page
def test_everything_on_a_page_lies_apart_and_is_large_enough_to_touch(
    name: str, size: tuple[int, int]
) -> None:
    check_places(PAGES[name], size, least=28 if size == (480, 320) else 40)


@settings(deadline=None)
@given(
    number=st.integers(0, 18),
    faces_=st.integers(0, 8),
    entries=st.integers(0, 3),
    commands=st.integers(1, 6),
    size=st.tuples(st.integers(480, 1400), st.integers(320, 1000)),
)
def test_whatever_a_choice_asks_finds_its_place(
    number: int, faces_: int, entries: int, commands: int, size: tuple[int, int]
) -> None:
    keys = tuple(Command(str(n), f"Command {n}") for n in range(commands))
    shown = page(
        dice=dice(number),
        faces=faces(faces_),
        entries=() if faces_ else tile_entries(entries),
        commands=keys,
    )
    check_places(shown, size, least=20)


def showing(shown: PageView, size: tuple[int, int]) -> WidgetScreen[PageView]:
    screen = page_screen(size)
    screen.show(shown)
    return screen


def intents_of(shown: PageView) -> set[Intent]:
    keys = {die.key for die in (*shown.dice, *shown.faces)} | {entry.key for entry in shown.entries}
    keys |= {command.key for command in shown.commands}
    return {Undo(), *(Choose(key) for key in keys if key is not None)}


@both_sizes
@every_page
def test_the_four_buttons_alone_reach_everything_on_a_page(name: str, size: tuple[int, int]) -> None:
    screen = showing(PAGES[name], size)
    reached = set()
    for _ in screen.found:
        intent = screen.press("ok")
        assert intent is not None
        reached.add(intent)
        assert screen.press("down") is None
    assert reached == intents_of(PAGES[name])
    assert screen.press("back") == Undo()


@both_sizes
@every_page
def test_a_touch_anywhere_decides_only_what_the_page_offers(name: str, size: tuple[int, int]) -> None:
    screen = showing(PAGES[name], size)
    touched = {screen.touch(x, y) for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
    assert touched - {None} == intents_of(PAGES[name])


def test_the_faces_come_first_then_what_is_done_then_the_dice() -> None:
    found = focus_order(page_widgets(PAGES["faces"], (480, 320)))
    assert [widget.key for widget in found][:7] == [*(f"face:{n}" for n in range(6)), "die:0"]
    ready = focused(page_widgets(PAGES["dice"], (480, 320)), None)
    assert ready is not None
    assert ready.press == Choose("done")


def test_the_focus_stays_on_a_die_that_was_picked() -> None:
    shown = page(dice=dice(3), commands=(replace(DONE, main=False), CANCEL))
    screen = showing(shown, (480, 320))
    screen.press("down")
    assert screen.press("ok") == Choose("die:1")
    picked = replace(shown.dice[1], mark="picked")
    screen.show(replace(shown, dice=(shown.dice[0], picked, shown.dice[2])))
    assert screen.press("ok") == Choose("die:1")


def picture(shown: PageView, size: tuple[int, int]) -> bytes:
    surface = pygame.Surface(size)
    showing(shown, size).draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@both_sizes
def test_picked_faint_and_plain_dice_look_different(size: tuple[int, int]) -> None:
    marks: tuple[PageMark, ...] = ("plain", "picked", "faint")
    shots = {picture(page(dice=(*dice(2), *dice(1, mark))), size) for mark in marks}
    assert len(shots) == 3


@both_sizes
def test_a_tile_that_lies_face_down_looks_turned(size: tuple[int, int]) -> None:
    omen = tile_entries(15)[14]
    assert picture(page(entries=(omen,)), size) != picture(page(entries=(replace(omen, dim=True),)), size)


@both_sizes
def test_the_undo_key_says_what_it_does(size: tuple[int, int]) -> None:
    shown = PAGES["dice"]
    assert picture(shown, size) != picture(replace(shown, undo_label="Undo"), size)


@both_sizes
@every_page
def test_the_same_page_is_drawn_the_same(name: str, size: tuple[int, int]) -> None:
    assert picture(PAGES[name], size) == picture(PAGES[name], size)


@both_sizes
@pytest.mark.parametrize("tile", TILES)
def test_every_tiles_words_fit_on_its_line(tile: str, size: tuple[int, int]) -> None:
    known = TILES[tile]
    entry = Entry("use", known.name, known.power, known.colour, "borrowed, used")
    rect = next(w.rect for w in page_widgets(PAGES["list"], size) if w.kind == "entry")
    assert draw_entry(pygame.Surface(size), rect, entry)


def test_a_line_says_when_its_text_was_cut_off() -> None:
    surface, rect = pygame.Surface((480, 320)), Rect(0, 0, 460, 42)
    assert not draw_entry(surface, rect, Entry("use", "Farmer", "roll one more die " * 40))
