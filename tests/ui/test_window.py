from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from tests.xserver import skip_without_programs, x_server
from ui.errors import PictureError, ScreenError, UiError
from ui.geometry import Rect
from ui.window import (
    ButtonPressed,
    Exposed,
    Fingers,
    PlayerKeyed,
    Quit,
    Touched,
    Window,
    WindowEvent,
    shown_area,
)

ROOT = Path(__file__).parents[2]
CANVAS = (800, 480)


def translated(*events: pygame.event.Event, window: tuple[int, int] = CANVAS) -> list[WindowEvent]:
    return Fingers().translated(events, CANVAS, window)


def key(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code)


def click(x: int, y: int, button: int = 1, touch: bool = False) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button, touch=touch)


def finger(x: float, y: float, kind: int = pygame.FINGERDOWN, finger_id: int = 1) -> pygame.event.Event:
    return pygame.event.Event(kind, x=x, y=y, finger_id=finger_id)


def green(surface: pygame.Surface) -> None:
    surface.fill((10, 200, 30))


def test_keys_are_the_four_buttons_and_others_nothing() -> None:
    keys = {
        "up": [pygame.K_UP],
        "down": [pygame.K_DOWN],
        "ok": [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER],
        "back": [pygame.K_ESCAPE, pygame.K_BACKSPACE],
    }
    for button, codes in keys.items():
        for code in codes:
            (event,) = translated(key(code))
            assert isinstance(event, ButtonPressed)
            assert event.button == button
    assert translated(key(pygame.K_a), key(pygame.K_F1)) == []


@pytest.mark.parametrize(
    "kind", [pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN, pygame.WINDOWRESTORED, pygame.WINDOWSIZECHANGED]
)
def test_a_window_that_lost_its_picture_is_exposed(kind: int) -> None:
    assert translated(pygame.event.Event(kind)) == [Exposed()]


def test_only_the_left_mouse_button_touches() -> None:
    assert translated(*(click(5, 5, button) for button in (2, 3, 4, 5))) == []
    assert translated(click(5, 6)) == [Touched(5, 6)]


def test_a_finger_that_is_reported_as_a_mouse_too_touches_once() -> None:
    touch = finger(0.5, 0.5)
    expected = [Touched(400, 240)]
    assert translated(click(400, 240, touch=True), touch) == expected
    assert translated(touch, click(401, 239)) == expected
    assert translated(click(401, 239), touch) == [Touched(401, 239)]


def test_a_mouse_press_that_lags_behind_its_finger_is_left_out_until_the_finger_is_lifted() -> None:
    fingers = Fingers()
    assert fingers.translated([finger(0.5, 0.5)], CANVAS, CANVAS) == [Touched(400, 240)]
    assert fingers.translated([click(400, 240)], CANVAS, CANVAS) == []
    assert fingers.translated([finger(0.5, 0.5, pygame.FINGERUP)], CANVAS, CANVAS) == []
    assert fingers.translated([click(400, 240)], CANVAS, CANVAS) == [Touched(400, 240)]


def test_the_keys_1_to_6_are_the_players_own_buttons() -> None:
    events = translated(*(key(pygame.K_0 + digit) for digit in range(10)))
    assert events == [PlayerKeyed(player) for player in range(6)]


def test_two_fingers_and_a_mouse_elsewhere_all_count() -> None:
    events = translated(finger(0.1, 0.1), finger(0.9, 0.9, finger_id=2), click(400, 240))
    assert [round(e.x) for e in events if isinstance(e, Touched)] == [80, 720, 400]


def test_tapping_the_same_place_twice_touches_twice() -> None:
    up = finger(0.5, 0.5, pygame.FINGERUP)
    assert len(translated(finger(0.5, 0.5), up, finger(0.5, 0.5, finger_id=2), up)) == 2


def test_points_of_a_scaled_window_are_points_of_the_canvas() -> None:
    assert shown_area(CANVAS, (1600, 1200)) == Rect(0, 120, 1600, 960)
    assert shown_area(CANVAS, (1000, 480)) == Rect(100, 0, 800, 480)
    window = (1600, 1200)
    assert translated(click(800, 600), finger(0.25, 0.5), window=window) == [
        Touched(400, 240),
        Touched(200, 240),
    ]
    assert translated(click(100, 10), window=(1000, 480)) == [Touched(0, 10)]


def test_closing_the_window_is_an_event() -> None:
    assert translated(pygame.event.Event(pygame.QUIT)) == [Quit()]


def test_a_headless_window_draws_saves_and_closes(tmp_path: Path) -> None:
    with Window.open((480, 320), headless=True) as window:
        assert window.size == (480, 320)
        window.present(green)
        pygame.event.clear()
        pygame.event.post(key(pygame.K_UP))
        assert window.events() == [ButtonPressed("up")]
        window.save(tmp_path / "screen.of.the.table")
    saved = (tmp_path / "screen.of.the.table").read_bytes()
    assert saved.startswith(b"\x89PNG")
    (tmp_path / "screen.png").write_bytes(saved)
    picture = pygame.image.load(tmp_path / "screen.png")
    assert picture.get_size() == (480, 320)
    assert picture.get_at((100, 100)) == pygame.Color(10, 200, 30)
    assert window.events() == []
    window.close()


def test_a_window_leaves_the_sound_and_the_environment_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER")
    with Window.open((480, 320), headless=True):
        assert pygame.mixer.get_init() is None
    assert "SDL_VIDEODRIVER" not in os.environ


def test_a_picture_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    with (
        Window.open((480, 320), headless=True) as window,
        pytest.raises(PictureError, match=r"cannot be written \(.*\): choose a folder") as caught,
    ):
        window.save(tmp_path / "missing" / "screen.png")
    assert isinstance(caught.value, UiError)
    assert isinstance(caught.value, OSError)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "PYGAME_HIDE_SUPPORT_PROMPT")
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("driver", [{}, {"SDL_VIDEODRIVER": "no-such-driver"}, {"DISPLAY": ":4711"}])
def test_without_a_display_opening_fails_in_one_sentence(driver: dict[str, str]) -> None:
    code = (
        "from ui.errors import ScreenError\n"
        "from ui.window import Window\n"
        "try:\n    Window.open((800, 480))\nexcept ScreenError as error:\n    print(error)"
    )
    done = run_python(code, **driver)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("no window of 800x480 pixels can be opened (")
    assert done.stdout.count("\n") == 1


def test_pygame_does_not_greet() -> None:
    done = run_python("import ui.screen, ui.window; ui.window.Window.open((480, 320), headless=True).close()")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.fixture(scope="module")
def x_display() -> Iterator[str]:
    """The name of a virtual X display of 1024x600 px."""
    skip_without_programs()
    with x_server(1024, 600) as display:
        yield display


class Program:
    """The program with the window, and the hands that use it."""

    def __init__(self, process: subprocess.Popen[str], display: str) -> None:
        self.process = process
        self.display = display
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        opened, self.id = self.line().split()
        assert opened == "open"
        self.xdotool("windowmap", "--sync", self.id)

    def xdotool(self, *words: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, text=True, timeout=30, check=True
        )
        return done.stdout

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.strip())

    def line(self) -> str:
        return self._lines.get(timeout=20)

    def click(self, x: int, y: int) -> str:
        self.xdotool("mousemove", "--window", self.id, str(x), str(y), "click", "1")
        return self.line()


@contextmanager
def program(display: str, *words: str) -> Iterator[Program]:
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ui.window_program", *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Program(process, display)
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("size", [(800, 480), (480, 320)])
def test_twenty_of_twenty_clicks_arrive_where_they_were_made(x_display: str, size: tuple[int, int]) -> None:
    points = [((7 + 37 * n) % size[0], (5 + 53 * n) % size[1]) for n in range(20)]
    with program(x_display, str(size[0]), str(size[1])) as shown:
        assert [shown.click(x, y) for x, y in points] == [f"touch {x} {y}" for x, y in points]


def test_a_click_that_brings_the_window_to_the_front_counts(x_display: str) -> None:
    with program(x_display, "800", "480") as shown, program(x_display, "480", "320") as other:
        for x in (30, 500, 700):
            other.xdotool("windowfocus", "--sync", other.id)
            shown.xdotool("windowfocus", "--sync", shown.id, "mousemove", "--window", shown.id, f"{x}", "400",
                          "click", "1")  # fmt: skip
            assert shown.line() == f"touch {x} 400"


def test_twenty_of_twenty_keys_become_buttons(x_display: str) -> None:
    keys = {"Up": "up", "Down": "down", "Return": "ok", "Escape": "back", "space": "ok"}
    with program(x_display, "800", "480") as shown:
        shown.xdotool("windowfocus", "--sync", shown.id)
        pressed = []
        for name in [*keys] * 4:
            shown.xdotool("key", name)
            pressed.append(shown.line())
        assert pressed == [f"button {button}" for button in [*keys.values()] * 4]


def test_clicks_are_right_in_a_window_that_fills_a_larger_screen(x_display: str) -> None:
    with program(x_display, "480", "320", "fullscreen") as shown:
        area = shown_area((480, 320), (1024, 600))
        for x, y in ((10, 10), (240, 160), (470, 300)):
            where = area.x + x * area.w / 480, area.y + y * area.h / 320
            word, at_x, at_y = shown.click(round(where[0]), round(where[1])).split()
            assert (word, abs(int(at_x) - x) <= 1, abs(int(at_y) - y) <= 1) == ("touch", True, True)


def test_every_error_of_the_room_is_a_ui_error() -> None:
    assert issubclass(ScreenError, UiError)
    assert issubclass(ScreenError, RuntimeError)
