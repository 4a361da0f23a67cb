from __future__ import annotations

import pygame
import pytest

from ui.errors import ScreenError
from ui.geometry import Rect
from ui.intents import Choose, Undo
from ui.menu_screen import menu_screen, menu_widgets
from ui.metrics import Size, touch_size
from ui.screens import SCREENS, Screens
from ui.view import Command, FavorView, MenuView

SIZES: list[Size] = [(480, 320), (800, 480), (1280, 720)]


def menu(answers: int, *, can_undo: bool = False, title: str = "What do you play?") -> MenuView:
    commands = tuple(Command(f"game:{n}", f"Game number {n}", main=n == 0) for n in range(answers))
    return MenuView(title, None, "plain", commands, can_undo, "still", ("Ann", "Bob"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("answers", range(1, 9))
def test_every_answer_can_be_touched_and_none_lies_on_another(answers: int, size: Size) -> None:
    found = [widget for widget in menu_widgets(menu(answers, can_undo=True), size) if widget.press]
    screen = Rect(0, 0, *size)
    for index, widget in enumerate(found):
        assert screen.encloses(widget.rect)
        assert min(widget.rect.w, widget.rect.h) >= touch_size(size) - 4
        assert not any(widget.rect.overlaps(other.rect) for other in found[:index])


@pytest.mark.parametrize("size", SIZES)
def test_buttons_reach_every_answer_and_a_touch_sends_it(size: Size) -> None:
    screen = menu_screen(size)
    view = menu(5)
    screen.show(view)
    seen = []
    for _ in view.commands:
        seen.append(screen.press("ok"))
        assert screen.press("down") is None
    assert seen == [Choose(command.key) for command in view.commands]
    for widget in screen.found:
        if widget.press:
            assert screen.touch(*widget.rect.centre) == widget.press
    assert screen.touch(-1, -1) is None


def test_back_takes_a_step_back_where_there_is_one() -> None:
    screen = menu_screen((480, 320))
    assert screen.press("back") is None
    screen.show(menu(2))
    assert screen.press("back") is None
    screen.show(menu(2, can_undo=True))
    assert screen.press("back") == Undo()


def test_the_focus_stays_while_the_answers_do_and_falls_to_the_first_with_others() -> None:
    screen = menu_screen((480, 320))
    screen.show(menu(3))
    screen.press("down")
    screen.show(menu(3, title="And now?"))
    assert screen.press("ok") == Choose("game:1")
    screen.show(menu(4))
    assert screen.press("ok") == Choose("game:0")


def test_a_view_finds_its_screen_and_a_screen_that_was_left_begins_anew() -> None:
    screens = Screens((480, 320))
    assert (screens.press("ok"), screens.touch(5, 5), screens.state, screens.found) == (None, None, None, ())
    screens.show(menu(3))
    screens.press("down")
    favor = FavorView("Turn", None, "plain", (), "watch", (), (), (), (), (), False, "still")
    screens.show(favor)
    assert screens.view == favor
    screens.show(menu(3))
    assert screens.press("ok") == Choose("game:0")


def test_every_screen_draws_itself_and_a_strange_view_is_refused_by_name() -> None:
    surface = pygame.Surface((480, 320))
    screens = Screens((480, 320))
    screens.draw(surface)
    blank = pygame.image.tobytes(surface, "RGB")
    screens.show(menu(3))
    screens.draw(surface)
    assert pygame.image.tobytes(surface, "RGB") != blank
    with pytest.raises(ScreenError, match="no screen shows a str"):
        screens.show("nonsense")  # type: ignore[arg-type]
    assert FavorView in SCREENS


def test_a_screen_too_small_is_refused() -> None:
    with pytest.raises(ScreenError, match="at least 480x320"):
        Screens((320, 240))
