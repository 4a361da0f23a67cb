"""Plugs pulled, ports that move, boards that restart, with presses before, meanwhile and after."""

from __future__ import annotations

import random
import time
from typing import Literal, get_args

import pytest

from firmware_bridge.conversation import Edge, EdgesLost, Linked
from firmware_bridge.lights import BoardLights, Lamp
from firmware_bridge.link import BoardLink
from firmware_bridge.virtual.board import VirtualBoard
from tests.firmware_bridge.interpreters import needs_micropython
from tests.firmware_bridge.terminal import wait_until
from tests.firmware_bridge.test_link_with_firmware import PATIENCE_S, Listener, linked

Loss = Literal["vanish", "unplug", "reboot", "reboot at another port"]
MARKER = 5
"""The button that is pressed when all is well again: whatever arrives after its press was late or doubled."""


class Table:
    """Presses buttons one after another, and knows which presses have arrived."""

    def __init__(self, board: VirtualBoard, link: BoardLink, listener: Listener) -> None:
        self.board = board
        self._link = link
        self._listener = listener
        self._button = 0
        self.restarted = False

    def tap(self) -> int:
        """Press the next button, and let go of it."""
        self._button = (self._button + 1) % MARKER
        self._tap(self._button)
        return self._button

    def arrived(self) -> list[int]:
        """The buttons whose presses arrived up to now, in order: the marker's closes them."""
        self._tap(MARKER)
        buttons: list[int] = []
        while True:
            news, _ = self._listener.news.get(timeout=PATIENCE_S)
            assert not isinstance(news, EdgesLost)
            self.restarted |= isinstance(news, Linked) and news.restarted
            if isinstance(news, Edge) and news.pressed:
                if news.button == MARKER:
                    return buttons
                buttons.append(news.button)

    def light(self, number: int) -> None:
        """Want lights that no loss before had, and wait until they can be seen."""
        levels = [1 + number % 15, number // 15 % 16, 0, 3, 0, 15]
        self._link.want(BoardLights(tuple(Lamp(0, level) for level in levels)))
        wait_until(lambda: self.board.shown.lamps == tuple(17 * level for level in levels))

    def _tap(self, button: int) -> None:
        now = time.monotonic_ns()
        self.board.press(button, now, bounces=1)
        # Its next press is more than 20 ms away: the others come before.
        self.board.release(button, now + 1_000_000)


def lose(board: VirtualBoard, loss: Loss, away_s: float, table: Table) -> list[int]:
    """Let it happen; the presses that were made while the port was away and the power was not."""
    meanwhile = []
    match loss:
        case "vanish":
            board.vanish()
            meanwhile = [table.tap()]
            time.sleep(away_s)
            board.appear()
        case "unplug":
            board.unplug()
            time.sleep(away_s)
            board.plug()
        case _:
            board.reboot(keep_port=loss == "reboot")
    return meanwhile


@needs_micropython
@pytest.mark.parametrize("moments", [8, pytest.param(500, marks=pytest.mark.long)])
def test_after_each_loss_lights_are_as_wanted_and_no_press_is_doubled_or_lost_unsaid(
    moments: int,
) -> None:
    chance = random.Random(moments)
    slowest: dict[str, float] = {}
    with VirtualBoard("micropython", seed=moments) as board, linked(board) as (link, listener):
        table = Table(board, link, listener)
        for number in range(moments):
            loss: Loss = get_args(Loss)[number % 4]
            table.light(2 * number)
            table.restarted = False
            before = [table.tap()]
            time.sleep(chance.uniform(0, 0.03))
            meanwhile = lose(board, loss, chance.uniform(0, 0.3), table)
            begin = time.monotonic()
            table.light(2 * number + 1)
            slowest[loss] = max(slowest.get(loss, 0.0), time.monotonic() - begin)
            after = [table.tap()]
            arrived = table.arrived()
            if loss == "vanish":
                assert arrived == before + meanwhile + after
                assert not table.restarted
            else:
                # What was not acknowledged died with the board, and the table was told of the restart.
                assert arrived in (before + after, after)
                assert table.restarted
    figures = ", ".join(f"{loss} {seconds:.2f} s" for loss, seconds in slowest.items())
    print(f"\nslowest of {moments} returns, until the lights were as wanted: {figures}")
