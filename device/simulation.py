"""A desktop's keys as buttons of a virtual board, so that presses go the whole way that real ones go."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from firmware_bridge.messages import BUTTONS
from firmware_bridge.ports import SerialPort
from firmware_bridge.virtual.board import VirtualBoard

HELD_NS = 1_000_000
"""How long a key holds the button: a press counts at its beginning."""


class SimulatedBoard:
    """A board that runs the firmware on this computer, and the hand on its buttons, until it is closed.

    Raises OSError where no further program or terminal can be had.
    """

    def __init__(self, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._now_ns = now_ns
        self.board = VirtualBoard()
        self.board.__enter__()

    def close(self) -> None:
        """End it; closing twice does no harm."""
        self.board.close()

    def find(self) -> Sequence[SerialPort]:
        """Its port, as a look at the computer's ports would find it."""
        port = self.board.port
        return () if port is None else (SerialPort(port, "simulated board", usable=True),)

    def press(self, seat: int) -> None:
        """Press a player's button now; seats beyond its buttons have none."""
        if seat < BUTTONS:
            at_ns = self._now_ns()
            self.board.press(seat, at_ns)
            self.board.release(seat, at_ns + HELD_NS)
