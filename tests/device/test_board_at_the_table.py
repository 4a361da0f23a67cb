"""A whole round of Pharaoh Code by the players' buttons: firmware, wire, link, table and screen."""

from __future__ import annotations

import queue
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.app import TableApp
from device.board import CHIMES, Board
from device.clock import HandClock
from device.code_claims import GRACE_NS
from device.code_table import CodeTable
from device.events import Event
from device.journal import Journal
from device.session import TableSession
from firmware_bridge.link import BoardLink
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Phase
from tests.firmware_bridge.hand_moved import MS, S, World
from ui.intents import Choose
from ui.screens import Screens
from ui.window import Window

from .code_tables import NUMBERS, TYPED, Bench, no_next, tray

SIZE = (800, 480)
FRAME_S = 0.032
ANN, BOB, CEM = range(3)


class Evening:
    """A table that waits for the first tile of a round, and everything between it and the buttons."""

    def __init__(self, journal: Journal, window: Window) -> None:
        self.world = world = World()
        session = TableSession.begin(CodeGame(), journal, TYPED)
        self.table = CodeTable(session, journal, self, no_next, random.Random(1))
        events: queue.SimpleQueue[Event] = queue.SimpleQueue()

        def make(post: object) -> BoardLink:
            world.link._post = post  # type: ignore[assignment]
            return world.link

        self.app = TableApp(
            self.table, Screens(SIZE), window, events, board=Board(events.put, make), clock=self
        )
        self.live(2)
        Bench(self.table, HandClock()).lay(*NUMBERS)
        self.table.on_reading(tray(2, 5, 11))
        self.live(0.1)

    def now_ns(self) -> int:
        return self.world.now_ns

    def now_ms(self) -> float:
        return self.world.now_ns / 1e6

    def live(self, seconds: float) -> None:
        """Let time go by in the table's frames; a long while in longer ones, to save time."""
        until_ns = self.world.now_ns + round(seconds * S)
        while self.world.now_ns < until_ns:
            self.world.run(FRAME_S if seconds < 2 else 4 * FRAME_S)
            self.app.step(0)

    def blinking(self) -> set[int]:
        """The lamps that are now dark, now fully lit."""
        levels: list[set[int]] = [set() for _ in range(6)]
        for _ in range(12):
            self.live(FRAME_S)
            for lamp, level in enumerate(self.world.pins.lamps):
                levels[lamp].add(level)
        return {lamp for lamp, seen in enumerate(levels) if seen == {0, 255}}

    def lit(self) -> int:
        """How many LEDs of the ring are lit."""
        ring = self.world.pins.ring
        return sum(any(ring[at : at + 3]) for at in range(0, 72, 3))

    def take_a_tile(self) -> None:
        self.table.on_intent(Choose("space:1"))

    def is_in(self, phase: Phase) -> bool:
        return self.table.state.phase is phase

    @property
    def floor(self) -> int | None:
        floor = self.table.race.claims.floor
        return None if floor is None else floor.player


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Journal.open(tmp_path / "journal.sqlite") as journal, Window.open(SIZE, headless=True) as window:
        yield Evening(journal, window)


def test_lamps_breathe_while_everybody_may_press(evening: Evening) -> None:
    levels = set()
    for _ in range(30):
        evening.live(FRAME_S)
        levels.add(evening.world.pins.lamps[BOB])
        assert evening.world.pins.lamps[3] == 0
    assert len(levels) > 8


def test_who_pressed_1_ms_earlier_has_the_floor_and_the_lamp_that_blinks(evening: Evening) -> None:
    at_ns = evening.world.now_ns + 50 * MS
    evening.world.press(CEM, at_ns)
    evening.world.press(ANN, at_ns + MS)
    evening.live(0.05 + GRACE_NS / S + 0.1)
    assert evening.floor == CEM
    assert evening.blinking() == {CEM}
    assert evening.world.pins.tones == [hertz for hertz, _ in CHIMES["first"]]


def test_two_presses_that_nobody_can_tell_apart_are_asked_about(evening: Evening) -> None:
    at_ns = evening.world.now_ns + 50 * MS
    for seat in (BOB, ANN):
        evening.world.press(seat, at_ns)
    evening.live(0.3)
    assert evening.floor is None
    assert evening.app.view.message == "nobody knows who was first: Ann or Bob? touch the name"
    assert evening.blinking() == {ANN, BOB}


def test_the_ring_is_the_sand_and_its_end_is_heard(evening: Evening) -> None:
    evening.world.press(BOB)
    evening.live(0.3)
    evening.take_a_tile()
    evening.live(0.2)
    assert evening.is_in(Phase.SAND)
    assert evening.lit() == 24
    evening.live(14.8)
    assert evening.lit() == pytest.approx(12, abs=1)
    evening.world.pins.tones.clear()
    evening.live(16.5)
    assert evening.is_in(Phase.STATE)
    assert evening.lit() == 0
    assert evening.world.pins.tones == [hertz for hertz, _ in CHIMES["time up"] if hertz]


def test_a_press_while_the_cable_is_out_comes_when_it_is_back_and_the_table_says_so(evening: Evening) -> None:
    evening.world.press(BOB)
    evening.live(0.3)
    evening.take_a_tile()
    evening.world.unplug()
    evening.live(0.5)
    message = evening.app.view.message
    assert message is not None
    assert message.endswith("Until then the screen and the keys serve.")
    evening.world.press(ANN)
    evening.live(1)
    evening.world.plug_in()
    evening.live(1.5)
    assert evening.floor == ANN
    assert evening.blinking() == {ANN}
    # The round is 3.5 s old.
    assert evening.lit() == pytest.approx(21, abs=1)


def test_a_board_that_starts_anew_in_mid_round_shows_the_rest_of_the_sand(evening: Evening) -> None:
    evening.world.press(BOB)
    evening.live(0.3)
    evening.take_a_tile()
    evening.live(14)
    evening.world.boot()
    evening.live(1)
    assert evening.lit() == pytest.approx(12, abs=1)
