"""The host's link and the firmware under its own interpreter, on a pseudo-terminal that does harm."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.conversation import Edge, EdgesLost, Linked
from firmware_bridge.link import BoardLink, LinkNews
from firmware_bridge.ports import SerialPort
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.faults import Faults
from tests.firmware_bridge.interpreters import needs_micropython

PATIENCE_S = 30.0
STEP_NS = 10_000_000
HELD_NS = 25_000_000
BUTTONS = 6
AHEAD = 30
"""Events that may be under way: fewer than the board keeps, so that none can be lost."""

BAD_CABLE = Faults(drop=0.002, duplicate=0.002, garble=0.002, delay_s=(0.0, 0.004))
"""About one frame in ten is harmed."""


class Listener:
    """All that a link tells, with the time at which it was told."""

    def __init__(self) -> None:
        self.news: queue.SimpleQueue[tuple[LinkNews, int]] = queue.SimpleQueue()

    def post(self, news: LinkNews) -> None:
        self.news.put((news, time.monotonic_ns()))

    def edge(self) -> tuple[Edge, int]:
        """The next edge; nothing may have been lost on the way to it."""
        while True:
            news, at_ns = self.news.get(timeout=PATIENCE_S)
            assert not isinstance(news, EdgesLost)
            if isinstance(news, Edge):
                return news, at_ns

    def wait_for_link(self) -> Linked:
        while True:
            news, _ = self.news.get(timeout=PATIENCE_S)
            if isinstance(news, Linked):
                return news


@contextmanager
def linked(board: VirtualBoard) -> Iterator[tuple[BoardLink, Listener]]:
    """A link that has found the board."""
    listener = Listener()

    def find() -> list[SerialPort]:
        port = board.port
        return [] if port is None else [SerialPort(port, "virtual board", True)]

    link = BoardLink(listener.post, find)
    link.start()
    try:
        listener.wait_for_link()
        yield link, listener
    finally:
        link.stop()


def schedule(presses: int) -> list[tuple[int, int, bool]]:
    """When which button goes down (True) or up, in ns from the start, in order."""
    moments = []
    for number in range(presses):
        moments.append((number * STEP_NS, number % BUTTONS, True))
        moments.append((number * STEP_NS + HELD_NS, number % BUTTONS, False))
    return sorted(moments)


def play(board: VirtualBoard, listener: Listener, presses: int) -> list[float]:
    """Press and release the buttons in turn, and check what arrives; how long each press took, in ms."""
    under_way: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    took: list[float] = []

    def hear() -> None:
        edge, heard_ns = listener.edge()
        button, moved_ns = under_way[edge.pressed].pop(0)
        assert edge.button == button
        # A release is told 20 ms late on purpose.
        if edge.pressed:
            took.append((heard_ns - moved_ns) / 1e6)

    late = time.monotonic_ns()
    for planned, button, down in schedule(presses):
        while sum(map(len, under_way.values())) >= AHEAD or not listener.news.empty():
            hear()
        # Who waited for the line presses later, but never faster.
        late = max(late, time.monotonic_ns() - planned)
        time.sleep(max(0, late + planned - time.monotonic_ns()) / 1e9)
        at_ns = time.monotonic_ns()
        (board.press if down else board.release)(button, at_ns, bounces=1)
        under_way[down].append((button, at_ns))
    while any(under_way.values()):
        hear()
    assert listener.news.empty()
    return took


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(presses: int, faults: Faults) -> list[float]:
    """How long each press took from the contact to the host, in ms; each arrives once and in order."""
    with VirtualBoard("micropython", seed=presses) as board, linked(board) as (_, listener):
        board.drift(200)
        # The host takes no event before its first sample of the board's clock.
        play(board, listener, 1)
        board.set_faults(faults)
        return play(board, listener, presses)


def in_words(took: list[float]) -> str:
    return ", ".join(f"p{share:g} {percentile(took, share / 100):.1f} ms" for share in (50, 99, 99.9))


@needs_micropython
@pytest.mark.parametrize("presses", [100, pytest.param(5000, marks=pytest.mark.long)])
def test_each_edge_arrives_once_and_in_order_over_a_bad_cable(presses: int) -> None:
    took = measure(presses, BAD_CABLE)
    print(f"\n{presses} presses from contact to host over a bad cable: {in_words(took)}")
