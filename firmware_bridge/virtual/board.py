"""The firmware's files at the end of a pseudo-terminal, a line with faults, and hands for the buttons."""

from __future__ import annotations

import os
import random
import select
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Literal

from firmware_bridge.virtual.faults import Faults, FaultyLine
from firmware_bridge.virtual.interpreters import Interpreter, find_micropython
from firmware_bridge.virtual.microcontroller import (
    ASKED,
    DRIFT,
    EDGE,
    HANG,
    WATCHDOG,
    Microcontroller,
    Shown,
)
from firmware_bridge.virtual.port import PseudoPort

__all__ = ["Shown", "VirtualBoard"]

_BOUNCE_NS = 300_000
_DRIFT_ZERO = 1 << 31
_WAKING_BYTES = 4096


class VirtualBoard:
    """A context manager; while it is open the board is plugged in at `port`, on a thread of its own.

    Runs under MicroPython where it is installed, else under CPython: `interpreter` tells which. `seed` makes
    the faults, the boot ids and the bounces the same again, though not the moments. Raises FileNotFoundError
    where MicroPython is asked for and missing.

    With `flash`, a folder, it begins as a board without firmware: MicroPython's own prompt is at the port,
    the board's files lie in `flash`/firmware_bridge, and a restart runs the firmware that was copied there.
    """

    def __init__(
        self, interpreter: Interpreter | None = None, *, seed: int = 0, flash: Path | None = None
    ) -> None:
        self.interpreter: Interpreter = interpreter or ("micropython" if find_micropython() else "cpython")
        self.board_id = b"virtual" + bytes([seed & 0xFF])
        self._chance = random.Random(seed)
        self._to_board = FaultyLine(random.Random(seed + 1))
        self._to_host = FaultyLine(random.Random(seed + 2))
        self._port = PseudoPort()
        self._chip = Microcontroller(self.interpreter, self.board_id, self._chance, flash)
        self._ppm = 0
        # Held while anything of the above is touched; the thread waits for bytes without it.
        self._lock = threading.RLock()
        self._running = False
        self._thread: threading.Thread | None = None
        self._wake = os.pipe()

    def __enter__(self) -> VirtualBoard:
        with self._lock:
            self._port.open()
            self._chip.power_on()
        self._running = True
        self._thread = threading.Thread(target=self._relay, name="virtual board", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Unplug the board for good; closing twice does no harm."""
        if self._thread is None:
            return
        self._running = False
        self._nudge()
        self._thread.join()
        self._thread = None
        with self._lock:
            self._chip.stop()
            self._port.close()
        for end in self._wake:
            os.close(end)

    @property
    def port(self) -> str | None:
        """The path of the port, or None while there is none; it is another one after each `appear`."""
        with self._lock:
            return self._port.name

    @property
    def files(self) -> Path:
        """Where the board's own files lie, if it has `flash`."""
        return self._chip.files

    @property
    def at_prompt(self) -> bool:
        """Whether it is at MicroPython's prompt, as STOP leaves it; without `flash` it says nothing there."""
        with self._lock:
            return self._chip.at_prompt

    @property
    def shown(self) -> Shown:
        """What lamps, ring and buzzer show at this moment."""
        with self._lock:
            return self._chip.shown

    def press(self, button: int, at_ns: int | None = None, *, bounces: int = 0) -> None:
        """Close a button's contact (0 to 5) at `at_ns` of CLOCK_MONOTONIC, now if left out.

        Each bounce takes at most 0.6 ms. A press of the future waits in the board, and all that is asked for
        after it.
        """
        self._move(button, 1, at_ns, bounces)

    def release(self, button: int, at_ns: int | None = None, *, bounces: int = 0) -> None:
        """Open a button's contact, as `press` closes it."""
        self._move(button, 0, at_ns, bounces)

    def set_faults(self, faults: Faults, way: Literal["both", "to_board", "to_host"] = "both") -> None:
        """Let the line do harm from now on; `SOUND` ends it."""
        with self._lock:
            if way != "to_host":
                self._to_board.faults = faults
            if way != "to_board":
                self._to_host.faults = faults

    def drift(self, ppm: int) -> None:
        """Let the board's clock go fast by so many ppm (slow if negative), also after a restart."""
        with self._lock:
            self._ppm = ppm
            self._set_drift()

    def hang(self, ms: int) -> None:
        """Let the firmware stand still for so long, as if one turn of its loop took that time."""
        with self._lock:
            self._chip.command(HANG, 0, 0, ms)

    def inject(self, data: bytes, way: Literal["to_board", "to_host"] = "to_host") -> None:
        """Put bytes on the line that nobody sent."""
        with self._lock:
            (self._to_host if way == "to_host" else self._to_board).put(data, time.monotonic())
        self._nudge()

    def vanish(self) -> None:
        """Take the port away, as a hub does that loses a device; the firmware goes on."""
        with self._lock:
            self._port.close()
            self._cut()
        self._nudge()

    def appear(self) -> str:
        """Give the port back under another name, which is returned."""
        with self._lock:
            name = self._port.open()
        self._nudge()
        return name

    def unplug(self) -> None:
        """Take the port and the power away; what the board kept is lost."""
        with self._lock:
            self._chip.stop()
            self.vanish()

    def plug(self) -> str:
        """Give both back: a new start at a port of another name, which is returned."""
        with self._lock:
            if not self._chip.powered:
                self._chip.power_on()
                self._set_drift()
        return self.appear()

    def reboot(self, *, by_watchdog: bool = True, keep_port: bool = True) -> None:
        """Start the firmware anew, in the middle of whatever it does; `keep_port` leaves the port open."""
        with self._lock:
            self._chip.stop()
            self._cut()
            if not keep_port:
                self._port.close()
            self._chip.power_on(WATCHDOG if by_watchdog else ASKED)
            self._set_drift()
            self._port.open()
        self._nudge()

    def _move(self, button: int, closed: int, at_ns: int | None, bounces: int) -> None:
        at = time.monotonic_ns() if at_ns is None else at_ns
        with self._lock:
            for _ in range(bounces):
                self._chip.command(EDGE, button, closed, at // 1000)
                at += self._chance.randrange(1000, _BOUNCE_NS)
                self._chip.command(EDGE, button, 1 - closed, at // 1000)
                at += self._chance.randrange(1000, _BOUNCE_NS)
            self._chip.command(EDGE, button, closed, at // 1000)

    def _set_drift(self) -> None:
        self._chip.command(DRIFT, 0, 0, self._ppm + _DRIFT_ZERO)

    def _cut(self) -> None:
        self._to_board.cut()
        self._to_host.cut()

    def _nudge(self) -> None:
        os.write(self._wake[1], b"\0")

    def _relay(self) -> None:
        """Carry bytes to and fro, and hear what is shown, until the board is closed."""
        while self._running:
            with self._lock:
                now = time.monotonic()
                if data := self._to_board.take(now):
                    self._chip.write_line(data)
                if data := self._to_host.take(now):
                    self._port.write(data)
                sources = (self._wake[0], self._port.end, self._chip.line, self._chip.control)
                ends = [end for end in sources if end is not None]
                dues = [due for line in (self._to_board, self._to_host) if (due := line.due()) is not None]
            wait = max(0.0, min(dues) - now) if dues else None
            try:
                ready, _, _ = select.select(ends, [], [], wait)
            except OSError:
                # An end was closed meanwhile.
                continue
            with self._lock:
                for end in ready:
                    self._read(end)

    def _read(self, end: int) -> None:
        try:
            if end == self._wake[0]:
                os.read(end, _WAKING_BYTES)
            elif end == self._port.end:
                self._to_board.put(self._port.read(), time.monotonic())
            elif end == self._chip.control:
                self._chip.take_reports()
            elif end == self._chip.line:
                self._hear()
        except OSError:
            # The number belongs to another end by now, which has nothing to say.
            return

    def _hear(self) -> None:
        """Carry on what the program says; where it has ended, the port goes and comes with the next one."""
        if data := self._chip.read_line():
            self._to_host.put(data, time.monotonic())
            return
        if self._chip.ended():
            self._port.close()
            self._cut()
            self._set_drift()
            self._port.open()
