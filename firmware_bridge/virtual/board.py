"""The firmware's files at the end of a pseudo-terminal, a line with faults, and hands for the buttons."""

from __future__ import annotations

import os
import random
import select
import socket
import subprocess
import threading
import time
import tty
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from firmware_bridge.virtual.faults import Faults, FaultyLine
from firmware_bridge.virtual.interpreters import Interpreter, command, find_micropython

_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = Path(__file__).with_name("program.py")
_EDGE, _DRIFT, _HANG = 1, 2, 3
_REPORT_BYTES = {1: 6, 2: 72, 3: 2, 4: 0}
_LAMPS, _RING, _SOUND, _AT_PROMPT = 1, 2, 3, 4
_POWER, _WATCHDOG, _ASKED = 1, 2, 3
_CHUNK = 4096
_BOUNCES = 3
_BOUNCE_NS = 300_000


_MACHINE = '''"""In place of the microcontroller's own module."""

import sys


def reset():
    """End the prompt."""
    sys.exit(0)
'''


@dataclass(frozen=True)
class Shown:
    """What one would see and hear: six lamps (0 to 255), 24 LEDs (red, green, blue), the buzzer in Hz."""

    lamps: tuple[int, ...] = (0,) * 6
    ring: tuple[tuple[int, int, int], ...] = ((0, 0, 0),) * 24
    hertz: int = 0


class VirtualBoard:
    """A context manager; while it is open the board is plugged in at `port`, and works on threads of its own.

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
        self._flash = flash
        self.board_id = b"virtual" + bytes([seed & 0xFF])
        self._chance = random.Random(seed)
        self._to_board = FaultyLine(random.Random(seed + 1))
        self._to_host = FaultyLine(random.Random(seed + 2))
        self._lock = threading.RLock()
        self._pty: tuple[int, int] | None = None
        self._port = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._line: int | None = None
        self._control: socket.socket | None = None
        self._reports = bytearray()
        self._shown = Shown()
        self._ppm = 0.0
        self._at_prompt = False
        self._running = False
        self._thread: threading.Thread | None = None
        self._wake = os.pipe()

    def __enter__(self) -> VirtualBoard:
        with self._lock:
            self._open_port()
            self._power_on()
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
            self._stop()
            self._close_port()
        for end in self._wake:
            os.close(end)

    @property
    def port(self) -> str | None:
        """The path of the port, or None while there is none; it is another one after each `appear`."""
        with self._lock:
            return self._port if self._pty else None

    @property
    def files(self) -> Path:
        """Where the board's own files lie, if it has `flash`."""
        assert self._flash is not None
        return self._flash / "firmware_bridge"

    @property
    def at_prompt(self) -> bool:
        """Whether it is at MicroPython's prompt, as STOP leaves it; without `flash` it says nothing there."""
        return self._at_prompt

    @property
    def shown(self) -> Shown:
        """What lamps, ring and buzzer show at this moment."""
        with self._lock:
            return self._shown

    def press(self, button: int, at_ns: int | None = None, *, bounces: int = 0) -> None:
        """Close a button's contact (0 to 5) at `at_ns` of CLOCK_MONOTONIC, now if left out.

        It may bounce, within 2 ms. One of the future waits in the board, and all that is asked for after it.
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
        self._ppm = ppm
        self._command(_DRIFT, 0, 0, ppm + (1 << 31))

    def hang(self, ms: int) -> None:
        """Let the firmware stand still for so long, as if one turn of its loop took that time."""
        self._command(_HANG, 0, 0, ms)

    def inject(self, data: bytes, way: Literal["to_board", "to_host"] = "to_host") -> None:
        """Put bytes on the line that nobody sent."""
        with self._lock:
            (self._to_host if way == "to_host" else self._to_board).put(data, time.monotonic())
        self._nudge()

    def vanish(self) -> None:
        """Take the port away, as a hub does that loses a device; the firmware goes on."""
        with self._lock:
            self._close_port()
            self._to_board.cut()
            self._to_host.cut()
        self._nudge()

    def appear(self) -> str:
        """Give the port back under another name, which is returned."""
        with self._lock:
            if self._pty is None:
                self._open_port()
            name = self._port
        self._nudge()
        return name

    def unplug(self) -> None:
        """Take the port and the power away; what the board kept is lost."""
        with self._lock:
            self._stop()
            self.vanish()
            self._shown = Shown()

    def plug(self) -> str:
        """Give both back: a new start at a port of another name, which is returned."""
        with self._lock:
            if self._process is None:
                self._power_on()
        return self.appear()

    def reboot(self, *, by_watchdog: bool = True, keep_port: bool = True) -> None:
        """Start the firmware anew, in the middle of whatever it does; `keep_port` leaves the port open."""
        with self._lock:
            self._stop()
            self._to_board.cut()
            self._to_host.cut()
            if not keep_port:
                self._close_port()
            self._start(_WATCHDOG if by_watchdog else _ASKED)
            if not keep_port:
                self._open_port()
        self._nudge()

    def _move(self, button: int, closed: int, at_ns: int | None, bounces: int) -> None:
        at = time.monotonic_ns() if at_ns is None else at_ns
        for _ in range(bounces):
            self._command(_EDGE, button, closed, at // 1000)
            at += self._chance.randrange(1000, _BOUNCE_NS)
            self._command(_EDGE, button, 1 - closed, at // 1000)
            at += self._chance.randrange(1000, _BOUNCE_NS)
        self._command(_EDGE, button, closed, at // 1000)

    def _command(self, kind: int, button: int, closed: int, number: int) -> None:
        with self._lock:
            if self._control is not None:
                self._control.sendall(bytes([kind, button, closed, 0]) + number.to_bytes(8, "big"))

    def _open_port(self) -> None:
        before = self._port
        master, slave = os.openpty()
        if os.ttyname(slave) == before:
            # The system gives free numbers again; a plug that moved has another name.
            first = (master, slave)
            master, slave = os.openpty()
            for end in first:
                os.close(end)
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._pty, self._port = (master, slave), os.ttyname(slave)

    def _close_port(self) -> None:
        if self._pty is not None:
            for end in self._pty:
                os.close(end)
            self._pty = None

    def _power_on(self) -> None:
        """Start what the board has to run."""
        if self._flash is None or (self.files / "main.py").exists():
            self._start(_POWER)
        else:
            self._start_prompt()

    def _start(self, cause: int) -> None:
        line, line_end = socket.socketpair()
        control, control_end = socket.socketpair()
        ends = (line_end.fileno(), control_end.fileno())
        boot = self._chance.randbytes(4).hex()
        root = self._flash or _ROOT
        arguments = [str(_PROGRAM), str(root), *map(str, ends), boot, self.board_id.hex(), str(cause)]
        try:
            self._process = subprocess.Popen(
                command(self.interpreter, *arguments), pass_fds=ends, stdin=subprocess.DEVNULL
            )
        finally:
            line_end.close()
            control_end.close()
        line.setblocking(False)
        self._line, self._control = line.detach(), control
        self._reports.clear()
        self._at_prompt = False
        if self._ppm:
            self.drift(round(self._ppm))

    def _start_prompt(self) -> None:
        """MicroPython's prompt, which `machine.reset` ends."""
        self.files.mkdir(parents=True, exist_ok=True)
        (self.files / "__init__.py").touch()
        (self.files / "machine.py").write_text(_MACHINE, encoding="utf-8")
        master, slave = os.openpty()
        tty.setraw(slave)
        try:
            self._process = subprocess.Popen(
                command("micropython"),
                stdin=slave, stdout=slave, stderr=slave, cwd=self.files, start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(slave)
        os.set_blocking(master, False)
        self._line = master
        self._at_prompt = True

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._line is not None:
            os.close(self._line)
        if self._control is not None:
            self._control.close()
        self._line = self._control = None

    def _nudge(self) -> None:
        os.write(self._wake[1], b"\0")

    def _relay(self) -> None:
        """Carry bytes to and fro, and hear what is shown, until the board is closed."""
        while self._running:
            with self._lock:
                now = time.monotonic()
                self._deliver(now)
                ends = {self._wake[0]}
                if self._pty is not None:
                    ends.add(self._pty[0])
                if self._line is not None:
                    ends.add(self._line)
                if self._control is not None:
                    ends.add(self._control.fileno())
                dues = [due for line in (self._to_board, self._to_host) if (due := line.due()) is not None]
            wait = max(0.0, min(dues) - now) if dues else None
            try:
                ready, _, _ = select.select(ends, [], [], wait)
            except OSError:
                # An end was closed meanwhile.
                continue
            with self._lock:
                self._read(ready)

    def _read(self, ready: list[int]) -> None:
        now = time.monotonic()
        for end in ready:
            try:
                if end == self._wake[0]:
                    os.read(end, _CHUNK)
                elif self._pty is not None and end == self._pty[0]:
                    self._to_board.put(os.read(end, _CHUNK), now)
                elif end == self._line:
                    self._take_line(self._read_line(end), now)
                elif self._control is not None and end == self._control.fileno():
                    self._reports += self._control.recv(_CHUNK, socket.MSG_DONTWAIT)
                    self._take_reports()
            except BlockingIOError:
                # The number belongs to another end by now, which has nothing to say.
                continue
            except OSError:
                continue

    @staticmethod
    def _read_line(end: int) -> bytes:
        """What the program says, nothing where it has ended."""
        try:
            return os.read(end, _CHUNK)
        except BlockingIOError:
            raise
        except OSError:
            # A terminal whose other end is closed says it so.
            return b""

    def _take_line(self, data: bytes, now: float) -> None:
        if data:
            self._to_host.put(data, now)
            return
        if self._line is not None:
            os.close(self._line)
            self._line = None
        if self._flash is not None:
            self._restart_from_flash()

    def _restart_from_flash(self) -> None:
        """What STOP and `machine.reset` do: the port goes, and comes back with what is to run now."""
        # What the firmware said last may still lie in CONTROL.
        if self._control is not None:
            with suppress(BlockingIOError, OSError):
                self._reports += self._control.recv(_CHUNK, socket.MSG_DONTWAIT)
            self._take_reports()
        to_prompt = self._at_prompt and self._control is not None
        self._stop()
        self._close_port()
        self._to_board.cut()
        self._to_host.cut()
        if to_prompt:
            self._start_prompt()
        else:
            self._power_on()
        self._open_port()

    def _deliver(self, now: float) -> None:
        if (data := self._to_board.take(now)) and self._line is not None:
            with suppress(OSError):
                os.write(self._line, data)
        if (data := self._to_host.take(now)) and self._pty is not None:
            # Nobody may be reading, and the terminal's buffer be full.
            with suppress(OSError):
                os.write(self._pty[0], data)

    def _take_reports(self) -> None:
        while self._reports:
            kind = self._reports[0]
            size = _REPORT_BYTES[kind]
            if len(self._reports) <= size:
                return
            body = bytes(self._reports[1 : 1 + size])
            del self._reports[: 1 + size]
            if kind == _AT_PROMPT:
                self._at_prompt = True
                self._shown = Shown()
                return
            lamps, ring, hertz = self._shown.lamps, self._shown.ring, self._shown.hertz
            if kind == _LAMPS:
                lamps = tuple(body)
            elif kind == _RING:
                ring = tuple((body[n + 1], body[n], body[n + 2]) for n in range(0, 72, 3))
            else:
                hertz = int.from_bytes(body, "big")
            self._shown = Shown(lamps, ring, hertz)
