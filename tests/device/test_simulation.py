from __future__ import annotations

import queue

from device.board import open_board
from device.config import BoardConfig
from device.events import BoardFound, Event
from device.presses import PlayerPress, firsts
from device.simulation import SimulatedBoard

PATIENCE_S = 20.0


def test_keys_press_the_buttons_of_a_board_that_runs_here() -> None:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    simulated = SimulatedBoard()
    board = open_board(BoardConfig(), events.put, simulated.find)
    assert board is not None
    try:
        assert events.get(timeout=PATIENCE_S) == BoardFound()
        for seat in (3, 0, 6):
            simulated.press(seat)
        events_seen = [events.get(timeout=PATIENCE_S) for _ in range(2)]
    finally:
        board.stop()
        simulated.close()
    presses = [event for event in events_seen if isinstance(event, PlayerPress)]
    assert [press.player for press in presses] == [3, 0]
    assert firsts(presses)[0].player == 3
    simulated.close()
