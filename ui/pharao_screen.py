"""The Pharao screen: a board that the four buttons may steer, and keys beside it."""

from __future__ import annotations

from ui.intents import Button, Choose, Intent
from ui.metrics import Size
from ui.pharao_drawing import draw_pharao
from ui.pharao_layout import pharao_widgets
from ui.pharao_view import PharaoView
from ui.widget_screen import WidgetScreen


class PharaoScreen(WidgetScreen[PharaoView]):
    """One screen of `size` px; raises ScreenError where that is too small.

    Where the view steers, each of the four buttons does at once what the view says; else they move the focus
    as everywhere.
    """

    def __init__(self, size: Size) -> None:
        super().__init__(size, pharao_widgets, draw_pharao)

    def press(self, button: Button) -> Intent | None:
        """What pressing one of the four buttons decides, or None where only the focus moves."""
        if self.view is not None:
            for steering in self.view.steering:
                if steering.button == button:
                    return Choose(steering.key)
        return super().press(button)
