"""What is behind a virtual board's port: a program that runs the firmware, or MicroPython's own prompt."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import time
import tty
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_bridge.virtual.interpreters import Interpreter, command

POWER, WATCHDOG, ASKED = 1, 2, 3
"""Why it starts, as HELLO tells it."""

EDGE, DRIFT, HANG = 1, 2, 3
"""What CONTROL asks for; `program.py` reads it."""

_LAMPS, _RING, _SOUND, _AT_PROMPT = 1, 2, 3, 4
_REPORT_BYTES = {_LAMPS: 6, _RING: 72, _SOUND: 2, _AT_PROMPT: 0}

_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = Path(__file__).with_name("program.py")
_CHUNK = 4096
_SHORTEST_LIFE_S = 1.0
"""A program that ends sooner by itself would do so for ever."""

_LAST_BREATH_S = 1.0
"""How long a program that has closed its line may take to end."""

_MACHINE = '''"""In place of the microcontroller's own module."""

import sys


def reset():
    """End the prompt."""
    sys.exit(3)
'''
_RESET_CODE = 3


@dataclass(frozen=True)
class Shown:
    """What one would see and hear: six lamps (0 to 255), 24 LEDs (red, green, blue), the buzzer in Hz."""

    lamps: tuple[int, ...] = (0,) * 6
    ring: tuple[tuple[int, int, int], ...] = ((0, 0, 0),) * 24
    hertz: int = 0


class Microcontroller:
    """One program at a time, its line and its pins; whoever owns it keeps its threads apart.

    With `flash`, a folder, what runs is what lies in `flash`/firmware_bridge, or MicroPython's prompt there.
    """

    def __init__(
        self, interpreter: Interpreter, board_id: bytes, chance: random.Random, flash: Path | None
    ) -> None:
        self.shown = Shown()
        self.at_prompt = False
        self._interpreter = interpreter
        self._board_id = board_id
        self._chance = chance
        self._flash = flash
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._prompt_runs = False
        self._line: int | None = None
        self._control: socket.socket | None = None
        self._reports = bytearray()

    @property
    def files(self) -> Path:
        """Where the board's own files lie, if it has `flash`."""
        assert self._flash is not None
        return self._flash / "firmware_bridge"

    @property
    def powered(self) -> bool:
        """Whether a program was started and not stopped."""
        return self._process is not None

    @property
    def line(self) -> int | None:
        """The descriptor of its line, or None where nothing runs."""
        return self._line

    @property
    def control(self) -> int | None:
        """The descriptor on which it tells what is shown, or None where no firmware runs."""
        return None if self._control is None else self._control.fileno()

    def power_on(self, cause: int = POWER) -> None:
        """Start what there is to run."""
        if self._flash is None or (self.files / "firmware" / "board.py").exists():
            self._run_firmware(cause)
        else:
            self._run_prompt()

    def stop(self) -> None:
        """End the program, in the middle of whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        if self._line is not None:
            os.close(self._line)
        if self._control is not None:
            self._control.close()
        self._line = self._control = None
        self._reports.clear()
        self.shown = Shown()

    def ended(self) -> bool:
        """Its line was closed: do what comes after STOP, an error of its own, Ctrl-D or `machine.reset`.

        Whether its port went too and came back: Ctrl-D at the prompt begins it anew at the same port.
        """
        with suppress(OSError):
            self.take_reports()
        lived_s = time.monotonic() - self._started
        assert self._process is not None
        code = None
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LAST_BREATH_S)
        self.stop()
        if self._prompt_runs and code != _RESET_CODE:
            self._run_prompt()
            return False
        if self._prompt_runs:
            self.power_on()
        elif self.at_prompt:
            if self._flash is not None:
                self._run_prompt()
        elif lived_s >= _SHORTEST_LIFE_S:
            self.power_on(ASKED)
        return self.powered

    def command(self, kind: int, button: int, closed: int, number: int) -> None:
        """Ask for something by CONTROL; nobody hears it where no firmware runs."""
        if self._control is not None:
            # It may have ended a moment ago.
            with suppress(OSError):
                self._control.sendall(bytes([kind, button, closed, 0]) + number.to_bytes(8, "big"))

    def read_line(self) -> bytes:
        """What it says, nothing where it has ended; raises BlockingIOError where there is nothing yet."""
        assert self._line is not None
        try:
            return os.read(self._line, _CHUNK)
        except BlockingIOError:
            raise
        except OSError:
            # A terminal whose other end is closed says it so.
            return b""

    def write_line(self, data: bytes) -> None:
        """Let it hear bytes; lost where nothing runs."""
        if self._line is not None:
            with suppress(OSError):
                os.write(self._line, data)

    def take_reports(self) -> None:
        """Hear what is shown now; raises BlockingIOError where there is nothing new."""
        if self._control is None:
            return
        data = self._control.recv(_CHUNK, socket.MSG_DONTWAIT)
        if not data:
            # The line tells it too.
            self._control.close()
            self._control = None
        self._reports += data
        while self._reports and len(self._reports) > (size := _REPORT_BYTES[self._reports[0]]):
            self._take_report(self._reports[0], bytes(self._reports[1 : 1 + size]))
            del self._reports[: 1 + size]

    def _take_report(self, kind: int, body: bytes) -> None:
        if kind == _AT_PROMPT:
            self.at_prompt = True
            self.shown = Shown()
        elif kind == _LAMPS:
            self.shown = replace(self.shown, lamps=tuple(body))
        elif kind == _RING:
            ring = tuple((body[n + 1], body[n], body[n + 2]) for n in range(0, len(body), 3))
            self.shown = replace(self.shown, ring=ring)
        else:
            self.shown = replace(self.shown, hertz=int.from_bytes(body, "big"))

    def _run_firmware(self, cause: int) -> None:
        line, line_end = socket.socketpair()
        control, control_end = socket.socketpair()
        ends = (line_end.fileno(), control_end.fileno())
        boot = self._chance.randbytes(4).hex()
        root = self._flash or _ROOT
        arguments = [str(_PROGRAM), str(root), *map(str, ends), boot, self._board_id.hex(), str(cause)]
        try:
            self._process = subprocess.Popen(
                command(self._interpreter, *arguments), pass_fds=ends, stdin=subprocess.DEVNULL
            )
        finally:
            line_end.close()
            control_end.close()
        line.setblocking(False)
        self._line, self._control = line.detach(), control
        self._started = time.monotonic()
        self._prompt_runs = self.at_prompt = False

    def _run_prompt(self) -> None:
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
        self._started = time.monotonic()
        self._prompt_runs = self.at_prompt = True
