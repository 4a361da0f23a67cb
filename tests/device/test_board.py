from __future__ import annotations

import pytest

from device.board import (
    BLINKING,
    BREATHING,
    CHIMES,
    RESTARTED,
    RIVAL,
    STAMP_NS,
    Board,
    board_lights,
    open_board,
    ports_of,
)
from device.clock import HandClock
from device.config import BoardConfig
from device.events import BoardFound, BoardLost, BoardSays, Event
from device.lights import Chime, Countdown, Lights
from device.presses import PlayerPress, firsts
from device.timer import Timer
from firmware_bridge.framing import encode
from firmware_bridge.lights import BoardLights, Dark, Filled, Lamp
from firmware_bridge.lights import Countdown as RingCountdown
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Sound, Who
from tests.firmware_bridge.hand_moved import MS, S, World


class Rig:
    """A table's board at the firmware's own program, in a time that the test moves."""

    def __init__(self) -> None:
        self.world = World()
        self.posted: list[Event] = []

        def make(post: object) -> BoardLink:
            self.world.link._post = post  # type: ignore[assignment]
            return self.world.link

        self.board = Board(self.posted.append, make)

    @property
    def presses(self) -> list[PlayerPress]:
        return [event for event in self.posted if isinstance(event, PlayerPress)]


@pytest.fixture
def rig() -> Rig:
    made = Rig()
    made.world.run(1)
    return made


def test_presses_become_the_players_and_releases_nothing(rig: Rig) -> None:
    at_ns = rig.world.now_ns + 10 * MS
    rig.world.press(4, at_ns)
    rig.world.run(1)
    (press,) = rig.presses
    assert press.player == 4
    assert abs(press.at_ns - at_ns) <= press.uncertainty_ns
    assert press.stamp is not None
    assert press.stamp.uncertainty_ns == STAMP_NS


def test_of_two_presses_1_ms_apart_the_first_is_known_a_second_after_plugging_in(rig: Rig) -> None:
    rig.world.press(3, rig.world.now_ns + 11 * MS)
    rig.world.press(0, rig.world.now_ns + 10 * MS)
    rig.world.run(1)
    assert [press.player for press in firsts(rig.presses)] == [0]


def test_two_presses_at_once_are_a_tie(rig: Rig) -> None:
    rig.world.press(3, rig.world.now_ns + 10 * MS)
    rig.world.press(0, rig.world.now_ns + 10 * MS + STAMP_NS)
    rig.world.run(1)
    assert {press.player for press in firsts(rig.presses)} == {0, 3}


def test_what_happens_to_the_board_is_told_in_a_sentence(rig: Rig) -> None:
    world = rig.world
    assert rig.posted == [BoardFound()]
    world.unplug()
    world.run(1)
    world.boot()
    world.plug_in()
    world.run(1)
    assert rig.posted[1:] == [
        BoardLost("/dev/ttyACM0 is gone (pulled): check the board's cable"),
        BoardFound(),
        BoardSays(RESTARTED),
    ]
    world.to_board.put(encode(Who(1, 0, 7).encode()), world.now_ns)
    world.run(1)
    assert rig.posted[4:] == [BoardSays(RIVAL)]


def test_lost_presses_are_told_with_their_number(rig: Rig) -> None:
    world = rig.world
    world.unplug()
    world.press(1)
    world.advance(100 * MS)
    world.board._events.acknowledge(2)
    world.plug_in()
    world.run(1)
    assert (
        BoardSays("Up to 2 presses on the button board were lost: another program took them.") in rig.posted
    )


def test_lamps_and_ring_show_what_the_game_says(rig: Rig) -> None:
    rig.board.show(Lights(may_press=frozenset({0, 2}), pressed=frozenset({2})))
    rig.world.run(0.5)
    lamps = rig.world.pins.lamps
    assert lamps[1] == lamps[3] == 0
    levels = set()
    for _ in range(40):
        rig.world.run(0.05)
        levels.add((rig.world.pins.lamps[0], rig.world.pins.lamps[2]))
    assert {two for _, two in levels} == {0, 255}
    assert len({zero for zero, _ in levels}) > 10


@pytest.mark.parametrize(
    ("lights", "wanted"),
    [
        (Lights(), BoardLights()),
        (
            Lights(may_press=frozenset({1, 9}), pressed=frozenset({0})),
            BoardLights((BLINKING, BREATHING, Lamp(), Lamp(), Lamp(), Lamp()), Dark()),
        ),
    ],
)
def test_lights_in_the_games_terms_become_lamps(lights: Lights, wanted: BoardLights) -> None:
    assert board_lights(lights) == wanted


def test_a_timer_that_runs_is_a_countdown_that_needs_no_word_and_one_that_stands_a_share() -> None:
    clock = HandClock()
    timer = Timer(clock)
    assert Countdown.of(timer) is None
    timer.start(30_000)
    running = Countdown.of(timer)
    clock.advance(10_000)
    assert Countdown.of(timer) == running
    ring = board_lights(Lights(countdown=running)).ring
    assert isinstance(ring, RingCountdown)
    assert (ring.end_ns, ring.span_ms) == (30 * S, 30_000)
    timer.pause()
    ring = board_lights(Lights(countdown=Countdown.of(timer))).ring
    assert isinstance(ring, Filled)
    assert ring.share == pytest.approx(2 / 3)


def test_a_chime_sounds_once_until_another_one_is_wanted(rig: Rig) -> None:
    for number in (1, 1, 2):
        rig.board.show(Lights(chime=Chime(number, "first")))
        rig.world.run(2)
    assert rig.world.pins.tones == 2 * [hertz for hertz, _ in CHIMES["first"]]


@pytest.mark.parametrize("notes", CHIMES.values(), ids=CHIMES.keys())
def test_every_chime_is_one_that_a_board_can_play(notes: tuple[tuple[int, int], ...]) -> None:
    assert Sound(10_000, 1, notes).notes == notes


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_dies_again_and_again_is_started_each_time_and_told_once() -> None:
    rig = Rig()

    def broken() -> None:
        raise RuntimeError("a fault in the program")

    rig.world.link._find = broken  # type: ignore[assignment]
    rig.board.start()
    for _ in range(3):
        thread = rig.board.link._thread
        assert thread is not None
        thread.join(10)
        rig.board.check()
        assert rig.board.link._thread is not thread
    rig.board.stop()
    assert rig.posted == [BoardSays("The button board's program stopped and was started again.")]


def test_a_board_that_is_switched_off_is_not_looked_for() -> None:
    assert open_board(BoardConfig(enabled=False), print) is None


def test_a_configured_port_is_taken_whatever_is_there() -> None:
    (port,) = ports_of(BoardConfig(port="/dev/serial/by-id/my-board"))
    assert (port.device, port.usable) == ("/dev/serial/by-id/my-board", True)
