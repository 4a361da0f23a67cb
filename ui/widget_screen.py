"""A screen that remembers nothing but its focus: views in, presses and touches to intents, drawing out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

import pygame

from ui.chrome_drawing import draw_blank
from ui.intents import Button, Intent, Undo
from ui.metrics import Size, check_size
from ui.view import View
from ui.widgets import Widget, focus_order, focused, neighbour

V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)

Placing: TypeAlias = Callable[[V, Size], Sequence[Widget[Intent]]]
"""Everything on the screen for a view, computed without drawing."""


class Drawing(Protocol[V_contra]):
    """How a view is drawn."""

    def __call__(
        self,
        surface: pygame.Surface,
        view: V_contra,
        found: Sequence[Widget[Intent]],
        focus: Widget[Intent] | None,
        size: Size,
    ) -> None:
        """Draw a view on a surface of `size` px, with the focus ring around `focus`."""
        ...


class WidgetScreen(Generic[V]):
    """One screen of `size` (width, height) px, at least 480x320; raises ScreenError for a smaller one.

    Up and down move the focus, ok presses what has it, back takes the last step back. The focus stays where
    it is while the same things can be pressed, and else falls to the first in order.
    """

    def __init__(self, size: Size, place: Placing[V], draw: Drawing[V]) -> None:
        check_size(size)
        self.size = size
        self.view: V | None = None
        self.state: str | None = None
        self._place, self._draw = place, draw
        self.found: tuple[Widget[Intent], ...] = ()
        # Everything on the screen as it stands.

    def show(self, view: V) -> None:
        """Show this view from now on."""
        if view == self.view:
            return
        before = [widget.key for widget in focus_order(self.found)]
        self.view, self.found = view, tuple(self._place(view, self.size))
        if before != [widget.key for widget in focus_order(self.found)]:
            self.state = None

    def press(self, button: Button) -> Intent | None:
        """What pressing one of the four buttons decides, or None where only the focus moves."""
        if self.view is None:
            return None
        if button == "back":
            return Undo() if self.view.can_undo else None
        if button == "ok":
            current = focused(self.found, self.state)
            return current.press if current else None
        found = neighbour(self.found, self.state, 1 if button == "down" else -1)
        self.state = found.key if found else None
        return None

    def touch(self, x: float, y: float) -> Intent | None:
        """What a touch at this point (px of the screen) decides, or None."""
        # What is drawn later lies above.
        for widget in reversed(self.found):
            if widget.press is not None and widget.rect.holds(x, y):
                self.state = widget.key
                return widget.press
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the screen onto a surface of its size."""
        if self.view is None:
            draw_blank(surface, self.size)
        else:
            self._draw(surface, self.view, self.found, focused(self.found, self.state), self.size)
