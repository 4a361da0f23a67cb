"""The Favor screen: takes views, presses and touches, hands back intents, draws itself."""

from __future__ import annotations

from dataclasses import replace

import pygame

from ui.chrome_drawing import draw_blank
from ui.draw import draw_favor
from ui.intents import Button, Intent, Undo
from ui.layout import Widget, areas, widgets
from ui.metrics import Size, check_size
from ui.state import ScreenState, after_press, after_view, closed
from ui.view import FavorView
from ui.widgets import focused, neighbour

__all__ = ["FavorScreen", "ScreenState", "after_button", "after_touch"]


class FavorScreen:
    """One screen of `size` (width, height) px, at least 480x320; raises ScreenError for a smaller one.

    Before the first view it is blank and takes no presses.
    """

    def __init__(self, size: Size) -> None:
        check_size(size)
        self.size = size
        self.state = ScreenState()
        self.view: FavorView | None = None

    @property
    def found(self) -> tuple[Widget, ...]:
        """Everything on the screen as it stands."""
        return () if self.view is None else widgets(self.view, self.state, self.size)

    def show(self, view: FavorView) -> None:
        """Show this view from now on; marks, selection and focus stay where they still mean something."""
        self.state = after_view(self.state, self.view, view) if self.view else ScreenState()
        self.view = view

    def press(self, button: Button) -> Intent | None:
        """What pressing one of the four buttons decides, or None where only the screen changes."""
        if self.view is None:
            return None
        self.state, intent = after_button(self.view, self.state, self.size, button)
        return intent

    def touch(self, x: float, y: float) -> Intent | None:
        """What a touch at this point (px of the screen) decides, or None."""
        if self.view is None:
            return None
        self.state, intent = after_touch(self.view, self.state, self.size, x, y)
        return intent

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen onto a surface of its size."""
        if self.view is None:
            draw_blank(surface, self.size)
        else:
            draw_favor(surface, self.view, self.state, self.size)


def after_button(
    view: FavorView, state: ScreenState, size: Size, button: Button
) -> tuple[ScreenState, Intent | None]:
    """The state after one of the four buttons, and the intent that it amounts to, if any."""
    if button == "back":
        return _after_back(view, state)
    found = widgets(view, state, size)
    current = focused(found, state.focus)
    if current is None or current.press is None:
        return state, None
    if button == "ok":
        return after_press(replace(state, focus=current.key), current.press)
    following = neighbour(found, state.focus, 1 if button == "down" else -1)
    return replace(state, focus=following.key if following else None), None


def after_touch(
    view: FavorView, state: ScreenState, size: Size, x: float, y: float
) -> tuple[ScreenState, Intent | None]:
    """The state after a touch at a point in px, and the intent that it amounts to, if any.

    A touch beside an open face picker closes it.
    """
    found = widgets(view, state, size)
    for widget in found:
        if widget.press is not None and widget.rect.holds(x, y):
            return after_press(replace(state, focus=widget.key), widget.press)
    if state.picker is not None and not _in_picker(view, state, size, x, y):
        return closed(state), None
    return state, None


def _in_picker(view: FavorView, state: ScreenState, size: Size, x: float, y: float) -> bool:
    return areas(view, state, size).picker.holds(x, y)


def _after_back(view: FavorView, state: ScreenState) -> tuple[ScreenState, Intent | None]:
    """One step out of what was begun on the screen, or else the last action undone."""
    if state.picker is not None:
        return closed(state), None
    if state.selected is not None:
        return replace(state, selected=None), None
    if state.marked:
        return replace(state, marked=frozenset()), None
    return state, Undo() if view.can_undo else None
