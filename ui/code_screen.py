"""The screen of Pharaoh Code: pyramid, sand and large keys; the last seconds are audible."""

from __future__ import annotations

from ui.code_drawing import draw_code, draw_tile_set
from ui.code_layout import code_widgets, tile_set_widgets
from ui.code_view import CodeView, SandView, TileSetView
from ui.hourglass import LAST_MS, seconds_left
from ui.metrics import Size
from ui.sounds import SoundName, Sounds
from ui.widget_screen import WidgetScreen


class CodeScreen(WidgetScreen[CodeView]):
    """One screen of `size` px, which plays its `sounds`; raises ScreenError for less than 480x320."""

    def __init__(self, size: Size, sounds: Sounds | None = None) -> None:
        super().__init__(size, code_widgets, draw_code)
        self._sounds = sounds or Sounds()
        self._sand: SandView | None = None

    def show(self, view: CodeView) -> None:
        """Show this view from now on; a second that has just begun or the end is heard."""
        if self.view is None:
            # Opening the device takes a moment, which nobody has later.
            self._sounds.open()
        sound = sound_between(self._sand, view.sand)
        self._sand = view.sand
        super().show(view)
        if sound is not None:
            self._sounds.play(sound)


def tile_set_screen(size: Size) -> WidgetScreen[TileSetView]:
    """The screen to enter the set of tiles; raises ScreenError where `size` is too small."""
    return WidgetScreen(size, tile_set_widgets, draw_tile_set)


def sound_between(before: SandView | None, now: SandView | None) -> SoundName | None:
    """What is heard when the sand goes from one standing to the next: the last five seconds and the end."""
    if before is None or now is None or before.state != "running":
        return None
    if now.state == "expired":
        return "gong"
    second = seconds_left(now.left_ms)
    if now.state == "running" and now.left_ms <= LAST_MS and second < seconds_left(before.left_ms):
        return "tick"
    return None
