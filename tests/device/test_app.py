from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pygame
import pytest

from device.app import TableApp
from device.board import Board
from device.buttons import ButtonPress
from device.camera import CameraThread
from device.clock import HandClock
from device.config import GameConfig
from device.events import (
    BoardFound,
    BoardLost,
    BoardSays,
    CameraLost,
    CameraSays,
    Event,
    PictureSkipped,
    TrayRead,
)
from device.favor_opening import open_lobby
from device.favor_table import FavorTable
from device.journal import Journal
from device.lights import Lights
from device.presses import PlayerPress
from device.stage import Stage
from firmware_bridge.link import BoardLink
from rules.favor.state import Phase
from ui.intents import Choose
from ui.screens import Screens
from ui.view import FavorView
from ui.window import ButtonPressed, Exposed, PlayerKeyed, Quit, Touched, Window, WindowEvent
from vision.reading import Frame, Reading
from vision.settling import Settler

from .tables import new_game, opening
from .trays import tray

SIZE = (800, 480)


class ScriptedWindow(Window):
    """A headless window whose events the test gives."""

    def __init__(self, window: Window) -> None:
        super().__init__(window._display, window._canvas)
        self.coming: list[WindowEvent] = []
        self.presented = 0

    def present(self, draw: Callable[[pygame.Surface], None]) -> None:
        self.presented += 1
        super().present(draw)

    def events(self) -> list[WindowEvent]:
        coming, self.coming = self.coming, []
        return coming


@dataclass
class Rig:
    """A table with everything that a test moves by hand."""

    app: TableApp
    window: ScriptedWindow
    journal: Journal
    events: queue.SimpleQueue[Event] = field(default_factory=queue.SimpleQueue)

    @property
    def phase(self) -> Phase:
        return self.table.state.phase

    @property
    def table(self) -> FavorTable:
        assert isinstance(self.app.desk, FavorTable)
        return self.app.desk

    @property
    def view(self) -> FavorView:
        return shown(self.app)

    def step(self, *events: Event) -> bool:
        for event in events:
            self.events.put(event)
        return self.app.step(0)


def shown(app: TableApp) -> FavorView:
    assert isinstance(app.view, FavorView)
    return app.view


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with Journal.open(tmp_path / "journal.sqlite") as journal, Window.open(SIZE, headless=True) as window:
        scripted = ScriptedWindow(window)
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()

        app = TableApp(new_game(journal), Screens(SIZE), scripted, events)
        yield Rig(app, scripted, journal, events)


def test_buttons_of_the_pi_and_keys_of_a_desktop_do_the_same(rig: Rig) -> None:
    phases = []
    for press in (ButtonPress("ok", 0), ButtonPressed("back"), ButtonPressed("ok"), ButtonPress("back", 0)):
        if isinstance(press, ButtonPress):
            rig.step(press)
        else:
            rig.window.coming = [press]
            rig.step()
        phases.append(rig.phase)
    assert phases == [Phase.DRAW, Phase.FIRST_PLAYER, Phase.DRAW, Phase.FIRST_PLAYER]


def test_two_presses_of_one_batch_find_the_screen_as_the_first_left_it(rig: Rig) -> None:
    rig.window.coming = [ButtonPressed("ok"), ButtonPressed("ok")]
    rig.step()
    assert rig.phase is Phase.ROLL


def test_a_reading_reaches_the_rules_and_the_screen(rig: Rig) -> None:
    rig.window.coming = [ButtonPressed("ok"), ButtonPressed("ok")]
    rig.step()
    rig.step(TrayRead(tray("2", "5", "2")))
    assert [die.face for die in rig.view.dice] == ["2", "5", "2"]
    assert rig.view.dice_role == "lock"


def test_a_lost_camera_is_said_with_the_way_on(rig: Rig) -> None:
    rig.step(CameraLost("There is no camera at /dev/video0: plug one in."))
    assert rig.app.view.camera == "no camera"
    assert rig.app.view.message is not None
    assert rig.app.view.message.endswith("Until then enter the dice on the screen.")
    rig.step(CameraSays("still"))
    assert rig.app.view.camera == "still"
    assert rig.app.view.message == "The camera is back."


def test_a_picture_that_was_passed_over_is_said_while_the_recording_goes_on(rig: Rig) -> None:
    rig.step(CameraSays("moving"), PictureSkipped("2.png is damaged: copy it again."))
    assert (rig.app.view.camera, rig.app.view.message) == ("moving", "2.png is damaged: copy it again.")
    rig.step(CameraSays("still"))
    assert rig.app.view.message == "2.png is damaged: copy it again."


def test_only_what_changes_is_drawn(rig: Rig) -> None:
    rig.step()
    drawn = rig.window.presented
    rig.step()
    rig.step(CameraSays("still"), CameraSays("moving"))
    rig.step(CameraSays("moving"))
    assert rig.window.presented == drawn + 1
    rig.window.coming = [ButtonPressed("down")]
    rig.step()
    assert rig.window.presented == drawn + 2


def test_a_window_that_was_uncovered_is_drawn_again(rig: Rig) -> None:
    rig.step()
    drawn = rig.window.presented
    rig.window.coming = [Exposed()]
    rig.step()
    rig.step()
    assert rig.window.presented == drawn + 1


def test_a_touch_lands_on_what_stands_there(rig: Rig) -> None:
    keys = {widget.key: widget.rect for widget in rig.app._screen.found}
    bob = keys["command:begin:1"]
    rig.window.coming = [Touched(bob.x + bob.w / 2, bob.y + bob.h / 2)]
    rig.step()
    assert rig.table.state.current == 1


class Pressable(FavorTable):
    """A game whose players press buttons of their own."""

    presses: list[PlayerPress]
    lights = Lights(may_press=frozenset({1}))

    def on_press(self, press: PlayerPress) -> None:
        self.presses.append(press)


@pytest.fixture
def pressable(rig: Rig) -> Pressable:
    rig.app.desk.__class__ = Pressable
    assert isinstance(rig.app.desk, Pressable)
    rig.app.desk.presses = []
    return rig.app.desk


def test_a_players_press_reaches_the_game(rig: Rig, pressable: Pressable) -> None:
    press = PlayerPress(2, 10**9, 1000)
    rig.step(press)
    assert pressable.presses == [press]


def test_a_players_key_is_an_inexact_button_of_its_own(rig: Rig, pressable: Pressable) -> None:
    rig.app._clock = HandClock(5000)
    rig.window.coming = [PlayerKeyed(1)]
    rig.step()
    (press,) = pressable.presses
    assert press.player == 1
    assert press.at_ns + press.uncertainty_ns >= 5000 * 10**6 >= press.at_ns
    assert press.uncertainty_ns >= 10**9 / 60


def test_a_players_key_presses_the_simulated_boards_button(rig: Rig, pressable: Pressable) -> None:
    pressed: list[int] = []
    rig.app._press_for = pressed.append
    rig.window.coming = [PlayerKeyed(4)]
    rig.step()
    assert (pressed, pressable.presses) == ([4], [])


def test_a_board_that_is_lost_and_found_is_said_and_one_found_at_the_start_is_not(rig: Rig) -> None:
    rig.step(BoardFound())
    assert rig.app.view.message is None
    rig.step(BoardLost("/dev/ttyACM0 is gone: check the board's cable."))
    assert rig.app.view.message == (
        "/dev/ttyACM0 is gone: check the board's cable. Until then the screen and the keys serve."
    )
    rig.step(BoardFound())
    assert rig.app.view.message == "The button board is back."
    rig.step(BoardSays("Presses were lost."))
    assert rig.app.view.message == "Presses were lost."


def test_the_board_is_minded_and_shows_the_lights_of_the_desk_in_charge(
    rig: Rig, pressable: Pressable
) -> None:
    told: list[object] = []

    class Noted(Board):
        def check(self) -> None:
            told.append("checked")

        def show(self, lights: Lights) -> None:
            told.append(lights)

    rig.app._board = Noted(rig.events.put, lambda news: BoardLink(news, lambda: ()))
    rig.step()
    assert told == ["checked", pressable.lights]


def test_closing_the_window_ends_the_loop(rig: Rig) -> None:
    assert rig.step()
    rig.window.coming = [Quit()]
    assert not rig.step()


def test_the_desk_that_takes_over_is_shown(rig: Rig) -> None:
    lobby = open_lobby(opening(rig.journal, GameConfig(name="favor")))
    app = TableApp(lobby, Screens(SIZE), rig.window, rig.events)
    assert app.view.title == "Favor of the Pharaoh: how many play?"
    rig.window.coming = [ButtonPressed("ok"), ButtonPressed("ok")]
    app.step(0)
    assert app.view.title == "Who begins?"
    assert [player.name for player in shown(app).players] == ["Player 1", "Player 2"]


def test_a_camera_that_dies_at_every_start_is_told_once(rig: Rig) -> None:
    class Dead(CameraThread):
        died = True

        def start(self) -> None:
            pass

    rig.app._camera = Dead(lambda: None, lambda: None, rig.events.put)  # type: ignore[arg-type,return-value]
    rig.step()
    rig.table.ask("was every die rolled?")
    rig.step()
    assert rig.app.view.message == "was every die rolled?"


def test_the_camera_learns_the_tray_that_people_call_empty(rig: Rig) -> None:
    told: list[str] = []

    class Learning(CameraThread):
        def forget_empty_tray(self) -> None:
            told.append("anew")

    rig.app._camera = Learning(lambda: Stage(), lambda: Settler(lambda _: tray()), rig.events.put)
    for key in ("begin:0", "token:pip"):
        rig.table.on_intent(Choose(key))
    rig.step(TrayRead(Reading("unsure", "Something in the tray cannot be read as dice.", (), 1.0)))
    found = {w.key: w.rect for w in rig.app._screen.found}
    rect = found["command:tray-is-empty"]
    assert told == []
    rig.app.touch(rect.x + rect.w / 2, rect.y + rect.h / 2)
    assert told == ["anew"]
    assert rig.app.view.message is None


def test_a_camera_that_hangs_leaves_the_table_playable_and_is_said(rig: Rig) -> None:
    class Hanging(Stage):
        def read(self) -> Frame | None:
            hanging.set()
            given_up.wait()
            return None

    hanging, given_up = threading.Event(), threading.Event()
    clock = HandClock()
    rig.app._camera = camera = CameraThread(
        Hanging, lambda: Settler(lambda frame: tray()), rig.events.put, clock=clock
    )
    camera.start()
    assert hanging.wait(timeout=10)
    rig.step()
    assert rig.app.view.message is None
    clock.advance(2000)
    for _ in range(2):
        rig.step()
    assert rig.app.view.camera == "no camera"
    assert "The camera gives no pictures: check its cable." in (rig.app.view.message or "")
    rig.window.coming = [ButtonPressed("ok")]
    rig.step()
    assert rig.phase is Phase.DRAW
    given_up.set()
    camera.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_thread_that_died_is_started_again_and_the_table_says_so(rig: Rig) -> None:
    starts: list[int] = []

    class Dying(CameraThread):
        died = property(lambda self: len(starts) < 2)

        def start(self) -> None:
            starts.append(1)

    rig.app._camera = Dying(lambda: None, lambda: None, rig.events.put)  # type: ignore[arg-type,return-value]
    rig.app._camera.start()
    rig.step()
    rig.step()
    assert len(starts) == 2
    assert rig.app.view.message is not None
    assert "started again" in rig.app.view.message


class Waits(queue.SimpleQueue[Event]):
    """A queue that writes down how long it was to be waited for."""

    def __init__(self) -> None:
        self.timeouts: list[float | None] = []

    def get(self, block: bool = True, timeout: float | None = None) -> Event:
        self.timeouts.append(timeout)
        raise queue.Empty

    def get_nowait(self) -> Event:
        raise queue.Empty


def test_the_loop_waits_no_longer_than_until_the_moment_that_the_desk_waits_for(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, waits = HandClock(start_ms=100), Waits()
    app = TableApp(rig.table, Screens(SIZE), rig.window, waits, clock=clock)
    for wakes_ms, waited in ((None, 0.033), (500, 0.033), (112, 0.012)):
        wakes_ns = None if wakes_ms is None else wakes_ms * 1_000_000
        monkeypatch.setattr(FavorTable, "wakes_ns", wakes_ns)
        app.step(0.033)
        assert waits.timeouts[-1] == waited
    monkeypatch.setattr(FavorTable, "wakes_ns", 99_000_000)
    app.step(0.033)
    assert len(waits.timeouts) == 3, "a moment that is past is not waited for"
