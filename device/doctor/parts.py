"""The checks of everything but the camera."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from device.buttons import BUTTON_NAMES, open_buttons
from device.config import ButtonsConfig, ScreenConfig
from device.doctor.checkup import Finding
from device.errors import ButtonError, JournalMissingError
from device.journal import Journal
from firmware_bridge.ports import SerialPort, find_ports

LEAST_FREE_BYTES = 50 * 1000 * 1000
"""Room that the data folder should have: a journal of many evenings, and SQLite's own files beside it."""

_SLOWEST_SYNC_MS = 1000.0
_COARSEST_TICK_MS = 1.0
_TICKS = 2000
_SCREEN_S = 8.0
_MODEL = Path("/proc/device-tree/model")


def is_raspberry_pi(model: Path = _MODEL) -> bool:
    """Whether this computer is one, by what its device tree says."""
    try:
        return b"Raspberry Pi" in model.read_bytes()
    except OSError:
        return False


def look_at_disk(journal: Path) -> Finding:
    """Whether the folder of the journal has room, can be written, and keeps what is written."""
    folder = _nearest(journal.parent)
    room = os.statvfs(folder)
    free = room.f_bavail * room.f_frsize
    figures: dict[str, Any] = {"folder": str(journal.parent), "free_bytes": free}
    if free < LEAST_FREE_BYTES:
        return Finding("disk", False, f"{folder} has {_megabytes(free)} left: free some space", figures)
    try:
        figures["sync_ms"] = sync_ms = round(_sync_ms(folder), 1)
    except OSError as error:
        what = f"{folder} cannot be written ({error.strerror}): give this user the right to it"
        return Finding("disk", False, f"{what}, or name another place in [journal]", figures)
    if sync_ms > _SLOWEST_SYNC_MS:
        what = f"{folder} takes {sync_ms:.0f} ms to keep a line: take a faster card or disk"
        return Finding("disk", False, what, figures)
    text = f"{folder} has {_megabytes(free)} left and keeps a line in {sync_ms:.0f} ms"
    return Finding("disk", True, text, figures)


def look_at_journal(journal: Path) -> Finding:
    """Whether the journal is whole; one that is not there yet will be made."""
    try:
        with Journal.open(journal, readonly=True) as opened:
            games = len(opened.games())
    except JournalMissingError:
        return Finding("journal", True, f"{journal} will be made with the first game", {"games": 0})
    return Finding("journal", True, f"{journal} is whole; games in it: {games}", {"games": games})


def look_at_clock(now_ns: Callable[[], int] = time.monotonic_ns) -> Finding:
    """Whether the clock of the table only goes forward, and finely enough for the buttons."""
    stamps = [now_ns() for _ in range(_TICKS)]
    steps = [after - before for before, after in pairwise(stamps)]
    if min(steps) < 0:
        return Finding("clock", False, "goes backwards: start the computer anew, and update its system")
    moved = [step for step in steps if step]
    tick_ms = min(moved) / 1e6 if moved else None
    if tick_ms is None or tick_ms > _COARSEST_TICK_MS:
        return Finding("clock", False, "stands still or ticks too coarsely: update the computer's system")
    return Finding("clock", True, "goes forward", {"tick_ms": tick_ms})


def look_at_pins(
    config: ButtonsConfig,
    *,
    on_pi: bool | None = None,
    open_pins: Callable[[ButtonsConfig, Callable[[object], None]], Any] = open_buttons,
) -> Finding:
    """Whether the buttons' pins can be used; elsewhere than on a Raspberry Pi there need be none."""
    if not config.enabled:
        return Finding("pins", True, "switched off in [buttons]: keys and touch serve", {"buttons": 0})
    pins = {str(name): getattr(config, name) for name in BUTTON_NAMES}
    pins |= {f"player {seat + 1}": pin for seat, pin in enumerate(config.player_pins)}
    try:
        open_pins(config, lambda _: None).close()
    except ButtonError as error:
        if is_raspberry_pi() if on_pi is None else on_pi:
            return Finding("pins", False, str(error), {"buttons": 0})
        return Finding("pins", True, "no pins here: keys and touch serve", {"buttons": 0})
    listed = ", ".join(f"{name} {pin}" for name, pin in pins.items())
    return Finding("pins", True, f"the buttons can be used: {listed}", {"buttons": len(pins)})


def look_at_serial(ports: Callable[[], tuple[SerialPort, ...]] = find_ports) -> Finding:
    """Whether a board that is plugged in may be used; there need be none."""
    found = ports()
    figures = {"ports": [port.device for port in found]}
    if not found:
        return Finding("serial", True, "no board found: touch and keys serve", figures)
    if shut := [port.device for port in found if not port.usable]:
        what = f"{', '.join(shut)} may not be used: add this user to the group dialout"
        return Finding("serial", False, what, figures)
    text = ", ".join(f"{port.device} ({port.description})" for port in found)
    return Finding("serial", True, text, figures)


def look_at_screen(config: ScreenConfig) -> Finding:
    """Whether a window opens. A program of its own tries it, since a display driver may end its program."""
    size = "x".join(map(str, config.size))
    command = [sys.executable, "-m", "device.doctor.screen_probe", size]
    command += ["--fullscreen"] if config.fullscreen else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SCREEN_S, check=False)
    except subprocess.TimeoutExpired:
        what = f"no window of {size} opens within {_SCREEN_S:.0f} s: check the display's cable"
        return Finding("screen", False, what)
    # pygame greets before that.
    driver = done.stdout.strip().rpartition("\n")[2]
    if done.returncode == 0:
        return Finding("screen", True, f"a window of {size} opens (SDL's {driver})", {"driver": driver})
    # What SDL itself prints stands before our own line.
    why = done.stderr.strip().rpartition("\n")[2] or f"the display driver ended with {done.returncode}"
    return Finding("screen", False, f"{why}; if the table is running, end it first")


def _nearest(folder: Path) -> Path:
    """The folder, or where it is not made yet the one that it will be made in."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _sync_ms(folder: Path) -> float:
    """How long it takes until a page that is written is safe, in ms."""
    # A file without a name leaves nothing behind.
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\0" * 4096)
        file.flush()
        start = time.monotonic()
        os.fsync(file.fileno())
        return 1000 * (time.monotonic() - start)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.0f} MB" if count < 1e9 else f"{count / 1e9:.1f} GB"
