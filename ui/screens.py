"""The screen of the running table: whatever is played, its view finds the screen that was made for it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol

import pygame

from ui.chrome_drawing import draw_blank
from ui.code_screen import CodeScreen, tile_set_screen
from ui.code_view import CodeView, TileSetView
from ui.errors import ScreenError
from ui.intents import Button, Intent
from ui.menu_screen import menu_screen
from ui.metrics import Size, check_size
from ui.page_screen import page_screen
from ui.page_view import PageView
from ui.pharao_screen import PharaoScreen
from ui.pharao_view import PharaoView
from ui.screen import FavorScreen
from ui.view import FavorView, MenuView, View
from ui.widgets import Widget


class Screen(Protocol):
    """What a game's screen does; `view` is of the type that it was made for."""

    view: Any

    @property
    def state(self) -> Hashable:
        """What the screen itself remembers; it is drawn again when this or the view changes."""
        ...

    @property
    def found(self) -> Sequence[Widget[Any]]:
        """Everything on the screen as it stands."""
        ...

    def show(self, view: Any) -> None:
        """Show this view from now on."""
        ...

    def press(self, button: Button) -> Intent | None:
        """What pressing one of the four buttons decides."""
        ...

    def touch(self, x: float, y: float) -> Intent | None:
        """What a touch at this point (px of the screen) decides."""
        ...

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen onto a surface of its size."""
        ...


SCREENS: Mapping[type, Callable[[Size], Screen]] = {
    FavorView: FavorScreen,
    MenuView: menu_screen,
    CodeView: CodeScreen,
    TileSetView: tile_set_screen,
    PharaoView: PharaoScreen,
    PageView: page_screen,
}
"""The screen for each type of view."""


class Screens:
    """All screens of `size` (width, height) px as one; raises ScreenError for less than 480x320.

    Before the first view it is blank and takes no presses. A screen that is left begins anew when its view
    comes back: what was marked on it belonged to another moment.
    """

    def __init__(self, size: Size) -> None:
        check_size(size)
        self.size = size
        self._screen: Screen | None = None

    @property
    def current(self) -> Screen | None:
        """The screen that is shown, or None before the first view."""
        return self._screen

    @property
    def view(self) -> View | None:
        """The view that is shown."""
        return None if self._screen is None else self._screen.view

    @property
    def found(self) -> Sequence[Widget[Any]]:
        """Everything on the shown screen."""
        return () if self._screen is None else self._screen.found

    @property
    def state(self) -> Hashable:
        """What the shown screen remembers."""
        return None if self._screen is None else self._screen.state

    def show(self, view: View) -> None:
        """Show this view from now on; raises ScreenError for one that no screen was made for."""
        if self._screen is None or type(self._screen.view) is not type(view):
            if type(view) not in SCREENS:
                raise ScreenError(f"no screen shows a {type(view).__name__}: add it to ui/screens.py")
            self._screen = SCREENS[type(view)](self.size)
        self._screen.show(view)

    def press(self, button: Button) -> Intent | None:
        """What pressing one of the four buttons decides, or None where only the screen changes."""
        return None if self._screen is None else self._screen.press(button)

    def touch(self, x: float, y: float) -> Intent | None:
        """What a touch at this point (px of the screen) decides, or None."""
        return None if self._screen is None else self._screen.touch(x, y)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen onto a surface of its size."""
        if self._screen is None:
            draw_blank(surface, self.size)
        else:
            self._screen.draw(surface)
