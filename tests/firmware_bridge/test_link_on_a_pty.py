"""The link's own thread at a real pseudo-terminal that is pulled out, hangs, comes back or is taken."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.conversation import Edge, Linked
from firmware_bridge.lights import BoardLights, Lamp
from firmware_bridge.link import BoardLink, LinkLost, LinkNews
from firmware_bridge.ports import SerialPort
from firmware_bridge.serial_port import SerialLine
from firmware_bridge.virtual.board import VirtualBoard

PATIENCE_S = 30.0
LIGHTS = BoardLights((Lamp(), Lamp(0, 15), Lamp(), Lamp(), Lamp(0, 3), Lamp()))
SHOWN = (0, 255, 0, 0, 51, 0)


class Rig:
    def __init__(self, board: VirtualBoard) -> None:
        self.board = board
        self.news: queue.SimpleQueue[LinkNews] = queue.SimpleQueue()
        self.link = BoardLink(self.news.put, self._find)

    def _find(self) -> list[SerialPort]:
        port = self.board.port
        return [] if port is None else [SerialPort(port, "virtual board", True)]

    def next(self, kind: type) -> LinkNews:
        """The next news of this kind; others before it are passed over."""
        while True:
            if isinstance(news := self.news.get(timeout=PATIENCE_S), kind):
                return news

    def wait_for(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, "it never came"
            time.sleep(0.005)


@contextmanager
def rig_at(board: VirtualBoard) -> Iterator[Rig]:
    rig = Rig(board)
    rig.link.start()
    try:
        yield rig
    finally:
        rig.link.stop()


@pytest.fixture
def rig() -> Iterator[Rig]:
    """A link at a board under this Python, linked."""
    with VirtualBoard("cpython") as board, rig_at(board) as made:
        made.next(Linked)
        yield made


def test_a_port_that_is_closed_under_the_thread_is_told_and_its_successor_found(rig: Rig) -> None:
    rig.link.want(LIGHTS)
    rig.wait_for(lambda: rig.board.shown.lamps == SHOWN)
    before = rig.board.port
    rig.board.vanish()
    rig.board.press(2)
    rig.board.release(2, time.monotonic_ns() + 1000)
    lost = rig.next(LinkLost)
    assert isinstance(lost, LinkLost)
    assert lost.reason.endswith("check the board's cable")
    assert rig.board.appear() != before
    linked = rig.next(Linked)
    assert isinstance(linked, Linked)
    assert not linked.restarted
    edge = rig.next(Edge)
    assert isinstance(edge, Edge)
    assert (edge.button, edge.pressed) == (2, True)
    rig.wait_for(lambda: rig.board.shown.lamps == SHOWN)


def test_a_board_that_starts_anew_behind_the_same_port_is_told_and_lit_again(rig: Rig) -> None:
    rig.link.want(LIGHTS)
    rig.wait_for(lambda: rig.board.shown.lamps == SHOWN)
    rig.board.reboot()
    linked = rig.next(Linked)
    assert isinstance(linked, Linked)
    assert (linked.restarted, linked.hello.reset) == (True, 2)
    rig.wait_for(lambda: rig.board.shown.lamps == SHOWN)


def test_a_port_that_another_program_holds_is_told_until_it_lets_go() -> None:
    with VirtualBoard("cpython") as board:
        assert board.port is not None
        other = SerialLine(board.port)
        with rig_at(board) as rig:
            lost = rig.next(LinkLost)
            assert isinstance(lost, LinkLost)
            assert lost.reason.endswith("end the other program that uses it")
            other.close()
            rig.next(Linked)


def test_the_port_is_free_for_others_once_the_link_has_stopped(rig: Rig) -> None:
    rig.link.stop()
    assert rig.board.port is not None
    SerialLine(rig.board.port).close()


def test_garbage_on_the_line_costs_nothing_but_time(rig: Rig) -> None:
    chance = random.Random(1)
    for number in range(20):
        rig.board.inject(chance.randbytes(100))
        rig.board.press(number % 6)
        rig.board.release(number % 6, time.monotonic_ns() + 1000)
        edge = rig.next(Edge)
        assert isinstance(edge, Edge)
        assert (edge.button, edge.pressed) == (number % 6, True)
        rig.next(Edge)


@pytest.mark.long
def test_after_each_of_30_losses_the_board_is_lit_again_within_2_s(rig: Rig) -> None:
    chance = random.Random(30)
    slowest = 0.0
    for number in range(30):
        lights = BoardLights((Lamp(0, number % 15 + 1), *LIGHTS.lamps[1:]))
        wanted = tuple(lamp.brightness * 17 for lamp in lights.lamps)
        time.sleep(chance.uniform(0, 1))
        if number % 3 == 0:
            rig.board.vanish()
            rig.board.appear()
        elif number % 3 == 1:
            rig.board.unplug()
            rig.board.plug()
        else:
            rig.board.reboot()
        rig.link.want(lights)
        begin = time.monotonic()
        rig.wait_for(lambda: rig.board.shown.lamps == wanted)  # noqa: B023
        slowest = max(slowest, time.monotonic() - begin)
    print(f"\nslowest of 30 returns: {slowest:.2f} s")
    # The issue's own bound, doubled for a machine that is busy.
    assert slowest < 4
