from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from ui.code_screen import CodeScreen, sound_between, tile_set_screen
from ui.code_view import CodeView, SandView, TileSetView
from ui.errors import ScreenError
from ui.geometry import Rect
from ui.hourglass import draw_hourglass, draw_ring, seconds_left
from ui.intents import Choose, Undo
from ui.metrics import Size, touch_size
from ui.palette import GOLD, SAND
from ui.screens import Screen, Screens
from ui.sounds import RATE, SoundName, Sounds, samples
from ui.widgets import focus_order

from .code_views import FLOOR, LARGE, READING, RUNNING, SETS, STATING, THINKING, TILE_SET, VIEWS

SIZES: list[Size] = [(480, 320), (800, 480), (1280, 720)]
ALL: dict[str, CodeView | TileSetView] = {**VIEWS, **SETS}


def showing(name: str, size: Size) -> Screen:
    screens = Screens(size)
    screens.show(ALL[name])
    assert screens.current is not None
    return screens.current


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ALL)
def test_everything_to_be_pressed_is_large_enough_and_lies_on_nothing_else(name: str, size: Size) -> None:
    found = [widget for widget in showing(name, size).found if widget.press]
    assert found
    for index, widget in enumerate(found):
        assert Rect(0, 0, *size).encloses(widget.rect), widget.key
        assert min(widget.rect.w, widget.rect.h) >= touch_size(size) - 8, widget
        assert not any(widget.rect.overlaps(other.rect) for other in found[:index]), widget.key


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ALL)
def test_buttons_reach_all_that_a_finger_can_touch(name: str, size: Size) -> None:
    screen = showing(name, size)
    wanted = {widget.press for widget in screen.found if widget.press}
    by_button = set()
    for _ in focus_order(screen.found):
        by_button.add(screen.press("ok"))
        assert screen.press("down") is None
    by_finger = {screen.touch(*widget.rect.centre) for widget in screen.found if widget.press}
    assert by_button == by_finger == wanted
    assert screen.press("back") == Undo()


@pytest.mark.parametrize("name", ALL)
def test_all_that_the_view_offers_is_on_the_screen(name: str) -> None:
    view = ALL[name]
    offered = {Choose(command.key) for command in view.commands}
    if view.pad is not None:
        offered |= {Choose(key.key) for key in view.pad.keys if key.key}
    if isinstance(view, CodeView):
        offered |= {Choose(player.press) for player in view.players if player.press}
        covered = bool(view.sheet) or (view.sand is not None and view.sand.large)
        offered |= {Choose(space.press) for space in view.spaces if space.press and not covered}
    assert offered <= {widget.press for widget in showing(name, (800, 480)).found}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ALL)
def test_every_view_is_drawn_inside_the_screen(name: str, size: Size) -> None:
    surface = pygame.Surface(size, depth=32)
    strange = pygame.Color(255, 0, 255)
    surface.fill(strange)
    showing(name, size).draw(surface)
    corners = [(x, y) for x in (0, size[0] - 1) for y in (0, size[1] - 1)]
    assert all(surface.get_at(corner) != strange for corner in corners)


def test_who_has_the_floor_finds_the_tiles_under_the_ok_button() -> None:
    screen = CodeScreen((800, 480))
    screen.show(replace(FLOOR, commands=()))
    assert screen.press("ok") == Choose("space:0")
    screen.show(replace(THINKING, commands=()))
    assert screen.press("ok") == Choose("claim:0")


def test_an_open_pad_comes_first_under_the_ok_button() -> None:
    screen = CodeScreen((800, 480))
    screen.show(STATING)
    assert screen.press("ok") == Choose("pad:2")


def test_the_focus_stays_where_it_is_while_the_sand_runs() -> None:
    screen = CodeScreen((800, 480))
    screen.show(replace(RUNNING, commands=()))
    screen.press("down")
    for left_ms in range(22_000, 1_000, -100):
        screen.show(replace(RUNNING, commands=(), sand=SandView(left_ms, 30_000, "running")))
    assert screen.press("ok") == Choose("claim:1")


def test_screens_too_small_are_refused() -> None:
    with pytest.raises(ScreenError, match="at least 480x320"):
        CodeScreen((320, 240))
    with pytest.raises(ScreenError, match="at least 480x320"):
        tile_set_screen((320, 240))


def test_a_sheet_stands_in_place_of_the_pyramid_and_a_set_in_its_rows() -> None:
    screen = CodeScreen((800, 480))
    screen.show(READING)
    kinds = {widget.kind for widget in screen.found}
    assert "sheet" in kinds
    assert "space" not in kinds
    cells = tile_set_screen((800, 480))
    cells.show(TILE_SET)
    tops = {widget.rect.y for widget in cells.found if widget.kind == "cell"}
    assert len(tops) == 4


# Readable from three metres: digits of a 7 inch screen, 480 px in 86 mm, that fill 15 minutes of arc are
# 13 mm or 73 px high; of a 3.5 inch screen, 320 px in 49 mm, 85 px.
READABLE_PX = {(800, 480): 73, (480, 320): 85}


def ink_height(draw: Rect, left_ms: int) -> int:
    """The height in px of the digits within the ring: rows of the ring's middle that have their colour."""
    surface = pygame.Surface((draw.w, draw.h), depth=32)
    draw_ring(surface, draw, left_ms, 30_000, stands=False)
    ground = surface.get_at((draw.w // 2, draw.h // 6 + draw.h // 12))[:3]
    radius = min(draw.w, draw.h) // 2
    half = radius * 55 // 100
    rows = [
        y
        for y in range(draw.h // 2 - half, draw.h // 2 + half)
        if any(surface.get_at((x, y))[:3] != ground for x in range(draw.w // 2 - half, draw.w // 2 + half))
    ]
    return rows[-1] - rows[0] + 1


@pytest.mark.parametrize("size", READABLE_PX)
@pytest.mark.parametrize("left_ms", [28_000, 20_000, 5_000, 1_000])
def test_the_large_sands_seconds_can_be_read_from_three_metres(size: Size, left_ms: int) -> None:
    screen = CodeScreen(size)
    screen.show(replace(LARGE, commands=LARGE.commands[:2]))
    area = next(widget.rect for widget in screen.found if widget.kind == "sand-large")
    margin = area.h // 20
    ring = Rect(0, 0, area.w - area.w * 45 // 100, area.h).inset(margin)
    assert ink_height(Rect(0, 0, ring.w, ring.h), left_ms) >= READABLE_PX[size] * 9 // 10


def lit(surface: pygame.Surface, colour: tuple[int, int, int]) -> int:
    """How many pixels have this colour."""
    return pygame.mask.from_threshold(surface, colour, (1, 1, 1)).count()


def test_ring_and_hourglass_empty_with_the_time() -> None:
    ring, upper = [], []
    for left_ms in (30_000, 20_000, 10_000, 6_000):
        surface = pygame.Surface((400, 400), depth=32)
        draw_ring(surface, Rect(0, 0, 400, 400), left_ms, 30_000, stands=False)
        ring.append(lit(surface, GOLD))
        surface.fill((0, 0, 0))
        draw_hourglass(surface, Rect(0, 0, 400, 400), left_ms, 30_000, stands=True)
        upper.append(lit(surface.subsurface((0, 0, 400, 195)), SAND))
    assert all(more > less for more, less in pairwise(ring))
    assert all(more > less for more, less in pairwise(upper))
    # Ten of thirty seconds are a third of the ring and of the sand.
    assert ring[2] / ring[0] == pytest.approx(1 / 3, abs=0.02)
    assert upper[2] / upper[0] == pytest.approx(1 / 3, abs=0.06)


@pytest.mark.parametrize("left_ms", [0, 1, 100, 30_000])
def test_a_timer_is_drawn_at_its_ends_too(left_ms: int) -> None:
    surface = pygame.Surface((60, 60), depth=32)
    draw_ring(surface, Rect(0, 0, 60, 60), left_ms, 30_000, stands=False)
    draw_hourglass(surface, Rect(0, 0, 60, 60), left_ms, 30_000, stands=False)
    draw_ring(surface, Rect(0, 0, 60, 60), 0, 0, stands=True)


def test_the_second_that_is_shown_is_the_one_that_runs() -> None:
    assert [seconds_left(ms) for ms in (30_000, 29_900, 1_000, 100, 0)] == [30, 30, 1, 1, 0]


def sand(left_ms: int, state: str = "running") -> SandView:
    return SandView(left_ms, 30_000, state)  # type: ignore[arg-type]


def test_the_last_five_seconds_and_the_end_are_heard_once_each() -> None:
    heard = []
    views = [sand(ms) for ms in range(30_000, 0, -100)] + [sand(0, "expired"), sand(0, "expired")]
    for before, now in pairwise(views):
        sound = sound_between(before, now)
        if sound:
            heard.append((sound, now.left_ms))
    assert heard == [("tick", ms) for ms in (5_000, 4_000, 3_000, 2_000, 1_000)] + [("gong", 0)]


def test_a_stalled_display_ticks_once_and_the_end_is_never_missed() -> None:
    assert sound_between(sand(9_000), sand(2_300)) == "tick"
    assert sound_between(sand(9_000), sand(0, "expired")) == "gong"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (None, sand(4_000)),
        (sand(4_000), None),
        (sand(4_000, "paused"), sand(4_000)),
        (sand(4_100), sand(4_000, "paused")),
        (sand(0, "expired"), sand(0, "expired")),
        (sand(3_000), sand(13_000)),
    ],
)
def test_what_is_no_second_going_by_is_not_heard(before: SandView | None, now: SandView | None) -> None:
    assert sound_between(before, now) is None


class Heard(Sounds):
    """Writes down what it is to play."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[SoundName] = []

    def open(self) -> bool:
        return True

    def play(self, name: SoundName) -> None:
        self.names.append(name)


def test_the_screen_plays_what_is_to_be_heard() -> None:
    sounds = Heard()
    screen = CodeScreen((480, 320), sounds)
    for left_ms in (5_200, 5_100, 5_000, 4_900):
        screen.show(replace(RUNNING, sand=sand(left_ms)))
    screen.show(replace(RUNNING, sand=sand(0, "expired")))
    screen.show(THINKING)
    assert sounds.names == ["tick", "gong"]


@pytest.mark.parametrize("name", ["tick", "gong"])
def test_a_sound_is_audible_and_begins_and_ends_in_silence(name: SoundName) -> None:
    made = samples(name)
    assert 0.05 < len(made) / RATE < 1.5
    assert max(map(abs, made)) > 8_000
    assert abs(made[0]) < 300
    assert abs(made[-1]) < 300


def test_sounds_play_where_there_is_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    sounds = Sounds()
    assert sounds.open()
    # The samples are of this rate: a device of another one would play them at another pitch.
    assert pygame.mixer.get_init() == (RATE, -16, 1)
    sounds.play("tick")
    assert pygame.mixer.get_busy()
    pygame.mixer.quit()


def test_without_a_device_the_table_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    pygame.mixer.quit()
    sounds = Sounds()
    assert not sounds.open()
    sounds.play("gong")
    assert pygame.mixer.get_init() is None
