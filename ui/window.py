"""The window: pygame's display, keys as buttons, touches and clicks as touches in px of the canvas.

What is drawn goes onto a canvas of fixed size. A window of another size (fullscreen, or resized by hand)
shows the canvas scaled with its proportions kept and black at the sides, and touches are mapped back.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

import pygame

from ui.errors import PictureError, ScreenError
from ui.geometry import Rect
from ui.intents import Button

_BUTTONS: dict[int, Button] = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_RETURN: "ok",
    pygame.K_KP_ENTER: "ok",
    pygame.K_SPACE: "ok",
    pygame.K_ESCAPE: "back",
    pygame.K_BACKSPACE: "back",
}
_PLAYERS: dict[int, int] = {
    key: player
    for player, key in enumerate((pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4, pygame.K_5, pygame.K_6))
}
_EXPOSING = frozenset(
    {pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED}
)
_SAME_TOUCH = 12
"""A press of the mouse within so many px of a finger is that finger, reported twice."""


@dataclass(frozen=True)
class ButtonPressed:
    """A key that stands for one of the four buttons went down."""

    button: Button


@dataclass(frozen=True)
class PlayerKeyed:
    """A key that stands for the own button of a player (from 0) went down."""

    player: int


@dataclass(frozen=True)
class Touched:
    """A finger or the left mouse button went down at this point of the canvas, in px."""

    x: float
    y: float


@dataclass(frozen=True)
class Quit:
    """The window is to be closed."""


@dataclass(frozen=True)
class Exposed:
    """The window no longer shows what was last presented: it was uncovered or resized."""


WindowEvent: TypeAlias = ButtonPressed | PlayerKeyed | Touched | Quit | Exposed


class Window:
    """An open window; `Window.open` makes one, and leaving its `with` block closes it."""

    def __init__(self, display: pygame.Surface, canvas: pygame.Surface) -> None:
        self._display = display
        self._canvas = canvas
        self._fingers = Fingers()

    @classmethod
    def open(
        cls,
        size: tuple[int, int],
        *,
        fullscreen: bool = False,
        headless: bool = False,
        caption: str = "Pharaoh",
    ) -> Window:
        """Open a window with a canvas of `size` px; `headless` needs no display and shows nothing.

        Raises ScreenError where no window can be opened.
        """
        # SDL would swallow the touch that brings the window to the front.
        os.environ.setdefault("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
        with _driver("dummy" if headless else None):
            try:
                # Only what a screen needs: sound would claim the audio device.
                # Whatever display was open before may be of another driver.
                pygame.display.quit()
                pygame.display.init()
                if not headless and pygame.display.get_driver() == "offscreen":
                    raise pygame.error("there is no display")
                pygame.display.set_caption(caption)
                if fullscreen and not headless:
                    display = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
                else:
                    display = pygame.display.set_mode(size, 0 if headless else pygame.RESIZABLE)
            except pygame.error as error:
                with suppress(pygame.error):
                    pygame.display.quit()
                raise ScreenError(
                    f"no window of {size[0]}x{size[1]} pixels can be opened ({error}): "
                    "start from a desktop or the device's own console, or run headless"
                ) from error
        # Smooth scaling needs 32 bits a pixel, and small panels have 16.
        return cls(display, pygame.Surface(size, depth=32))

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the canvas in px."""
        return self._canvas.get_size()

    @property
    def driver(self) -> str:
        """SDL's name for what shows the window: x11, wayland, KMSDRM, or dummy for nothing."""
        return pygame.display.get_driver()

    @property
    def headless(self) -> bool:
        """Whether nobody can see the window: SDL draws for no display."""
        return self.driver == "dummy"

    def events(self) -> list[WindowEvent]:
        """What happened since the last call, in order; never waits."""
        if not pygame.display.get_init():
            return []
        raw = pygame.event.get()
        if any(event.type == pygame.FINGERDOWN for event in raw):
            # Who uses fingers needs no arrow on the screen.
            pygame.mouse.set_visible(False)
        return self._fingers.translated(raw, self.size, pygame.display.get_window_size())

    def present(self, draw: Callable[[pygame.Surface], None]) -> None:
        """Let `draw` draw onto the canvas and show it."""
        draw(self._canvas)
        # A resized window has a new surface.
        self._display = pygame.display.get_surface() or self._display
        if self._display.get_size() == self.size:
            self._display.blit(self._canvas, (0, 0))
        else:
            shown = shown_area(self.size, self._display.get_size())
            self._display.fill((0, 0, 0))
            scaled = pygame.transform.smoothscale(self._canvas, (shown.w, shown.h))
            self._display.blit(scaled, (shown.x, shown.y))
        pygame.display.flip()

    def save(self, path: Path | str) -> None:
        """Write the canvas as a PNG file; raises PictureError where that fails."""
        picture = io.BytesIO()
        pygame.image.save(self._canvas, picture, "picture.png")
        try:
            Path(path).write_bytes(picture.getvalue())
        except OSError as error:
            reason = error.strerror or error
            raise PictureError(
                f"the picture {path} cannot be written ({reason}): choose a folder that exists and has room"
            ) from error

    def close(self) -> None:
        """Close the window; closing twice does no harm."""
        pygame.display.quit()


class Fingers:
    """Translates pygame's events, and remembers the fingers on the screen.

    SDL and X11 report a finger as a mouse as well. SDL marks those events, X11 does not, so that a mouse
    press where a finger has just come down is left out too.
    """

    def __init__(self) -> None:
        self._down: dict[int, Touched] = {}

    def translated(
        self, raw: Iterable[pygame.event.Event], canvas: tuple[int, int], window: tuple[int, int]
    ) -> list[WindowEvent]:
        """The events of one batch that mean something, with points in px of the canvas."""
        found: list[WindowEvent] = []
        shown = shown_area(canvas, window)
        clicks: list[Touched] = []
        lifted: list[int] = []
        for event in raw:
            if event.type == pygame.QUIT:
                found.append(Quit())
            elif event.type in _EXPOSING:
                found.append(Exposed())
            elif event.type == pygame.KEYDOWN and event.key in _BUTTONS:
                found.append(ButtonPressed(_BUTTONS[event.key]))
            elif event.type == pygame.KEYDOWN and event.key in _PLAYERS:
                found.append(PlayerKeyed(_PLAYERS[event.key]))
            elif event.type == pygame.FINGERDOWN:
                touch = _on_canvas(event.x * window[0], event.y * window[1], canvas, shown)
                self._down[event.finger_id] = touch
                if not any(_near(touch, click) for click in clicks):
                    found.append(touch)
            elif event.type == pygame.FINGERUP:
                lifted.append(event.finger_id)
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
                x, y = event.pos
                touch = _on_canvas(x, y, canvas, shown)
                if getattr(event, "touch", False) or any(_near(touch, one) for one in self._down.values()):
                    continue
                clicks.append(touch)
                found.append(touch)
        for finger in lifted:
            self._down.pop(finger, None)
        return found


def shown_area(canvas: tuple[int, int], window: tuple[int, int]) -> Rect:
    """Where in a window of this size (px) the canvas appears: as large as fits, in the middle."""
    scale = min(window[0] / canvas[0], window[1] / canvas[1])
    width, height = max(1, round(canvas[0] * scale)), max(1, round(canvas[1] * scale))
    return Rect((window[0] - width) // 2, (window[1] - height) // 2, width, height)


def _on_canvas(x: float, y: float, canvas: tuple[int, int], shown: Rect) -> Touched:
    return Touched((x - shown.x) * canvas[0] / shown.w, (y - shown.y) * canvas[1] / shown.h)


def _near(one: Touched, other: Touched) -> bool:
    return abs(one.x - other.x) <= _SAME_TOUCH and abs(one.y - other.y) <= _SAME_TOUCH


@contextmanager
def _driver(name: str | None) -> Iterator[None]:
    """SDL's video driver for the time of opening; SDL takes it from the environment alone."""
    before = os.environ.get("SDL_VIDEODRIVER")
    if name is not None:
        os.environ["SDL_VIDEODRIVER"] = name
    try:
        yield
    finally:
        if before is not None:
            os.environ["SDL_VIDEODRIVER"] = before
        elif name is not None:
            del os.environ["SDL_VIDEODRIVER"]
