"""Power-on: run the board for ever, or stay at the prompt where that is wanted."""

import os
import sys
from time import ticks_diff, ticks_ms  # type: ignore[attr-defined]

import machine
from machine import WDT, Pin

from .board import Board
from .pico import BUTTON_PINS, STOP_FILE, Pico

WATCHDOG_MS = 2000
"""Longer than USB may keep one write waiting (0.5 s), and short enough for a table to wait."""
ERROR_FILE = "error.txt"
RESTARTED_FILE = "restarted"
"""Lies in the board's files where an error of its own made it start anew."""

_GAVE_UP_MS = 60000
"""An error so soon after another one will not be the last: the files would wear out the flash."""


def start() -> None:
    """Run until the power goes; returns only where the prompt is wanted.

    The first button held at power-on, or the file that STOP leaves, ends at the prompt. An error is written
    into ERROR_FILE, and the board starts anew; the second one within a minute ends at the prompt.
    """
    # A program that cannot be stopped must leave a way in that does not need it to run.
    held = not Pin(BUTTON_PINS[0], Pin.IN, Pin.PULL_UP).value()
    if held or _take(STOP_FILE):
        return
    restarted = _take(RESTARTED_FILE)
    begun = ticks_ms()
    hardware = Pico(restarted)
    try:
        board = Board(hardware)
        hardware.watch(board.edges)
        watchdog = WDT(timeout=WATCHDOG_MS)
        while True:
            board.turn()
            watchdog.feed()
    except Exception as error:
        hardware.release()
        if restarted and ticks_diff(ticks_ms(), begun) < _GAVE_UP_MS:
            # The watchdog, which cannot be stopped, brings the board back here once more.
            _leave(STOP_FILE)
            return
        with open(ERROR_FILE, "w") as file:
            sys.print_exception(error, file)  # type: ignore[attr-defined]
        _leave(RESTARTED_FILE)
        machine.reset()


def _leave(name: str) -> None:
    """Make an empty file."""
    with open(name, "w"):
        pass


def _take(name: str) -> bool:
    """Remove a file; whether it was there."""
    try:
        os.remove(name)
    except OSError:
        return False
    return True
