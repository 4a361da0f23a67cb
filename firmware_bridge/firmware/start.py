"""Power-on: run the board for ever, or stay at the prompt where that is wanted."""

import os
import sys

import machine
from machine import WDT, Pin

from .board import Board
from .pico import BUTTON_PINS, STOP_FILE, Pico

WATCHDOG_MS = 2000
"""Longer than USB may keep one write waiting (0.5 s), and short enough for a table to wait."""
ERROR_FILE = "error.txt"
RESTARTED_FILE = "restarted"


def start() -> None:
    """Run until the power goes; returns only where the prompt is wanted.

    The first button held at power-on, or the file that STOP leaves, ends at the prompt. An error is written
    into ERROR_FILE, and the board starts anew.
    """
    # A program that cannot be stopped must leave a way in that does not need it to run.
    held = not Pin(BUTTON_PINS[0], Pin.IN, Pin.PULL_UP).value()
    if held or _take(STOP_FILE):
        return
    hardware = Pico(_take(RESTARTED_FILE))
    try:
        board = Board(hardware)
        hardware.watch(board.edges)
        watchdog = WDT(timeout=WATCHDOG_MS)
        while True:
            board.turn()
            watchdog.feed()
    except Exception as error:
        hardware.release()
        with open(ERROR_FILE, "w") as file:
            sys.print_exception(error, file)  # type: ignore[attr-defined]
        with open(RESTARTED_FILE, "w"):
            pass
        machine.reset()


def _take(name: str) -> bool:
    """Remove a file; whether it was there."""
    try:
        os.remove(name)
    except OSError:
        return False
    return True
