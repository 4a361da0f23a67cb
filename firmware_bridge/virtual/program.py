"""Runs the firmware on a computer, under MicroPython or CPython.

`program.py ROOT LINE CONTROL BOOT BOARD CAUSE`: ROOT is the folder of the package, LINE and CONTROL are open
descriptors, BOOT and BOARD ids in hex, CAUSE as HELLO tells it. What the pins would see comes in on CONTROL,
and what they would show goes out there; `board.py` writes the one and reads the other.
"""

import sys
import time
from select import POLLIN, POLLOUT, poll

sys.path.append(sys.argv[1])

from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.clock import TICKS_MASK
from firmware_bridge.firmware.edges import BUTTONS, EdgeRing
from firmware_bridge.firmware.hardware import Hardware

MICROPYTHON = sys.implementation.name == "micropython"
COMMAND_BYTES = 12
EDGE, DRIFT, HANG = 1, 2, 3
LAMPS_SHOWN, RING_SHOWN, SOUND_SHOWN, AT_PROMPT = 1, 2, 3, 4
_IDLE_MS = 1
_DRIFT_ZERO = 1 << 31


def monotonic_us() -> int:
    """CLOCK_MONOTONIC in µs, the same for all programs of the computer."""
    return time.ticks_us() if MICROPYTHON else time.monotonic_ns() // 1000  # type: ignore[attr-defined]


class Descriptor:
    """Unbuffered bytes of an open descriptor."""

    def __init__(self, number: int) -> None:
        # CPython would buffer otherwise; MicroPython never does, and does not know the word.
        self._file = open(number, "rb+") if MICROPYTHON else open(number, "rb+", 0)  # noqa: SIM115
        self._readable = poll()
        self._readable.register(number if not MICROPYTHON else self._file, POLLIN)
        self._writable = poll()
        self._writable.register(number if not MICROPYTHON else self._file, POLLOUT)
        self._one = bytearray(1)

    def read(self, data: bytearray, count: int) -> int:
        """Up to `count` bytes into `data`, without waiting; the other end's going ends the program."""
        got = 0
        while got < count and _ready(self._readable):
            if not self._file.readinto(self._one):
                sys.exit(0)
            data[got] = self._one[0]
            got += 1
        return got

    def takes(self) -> bool:
        """Whether a write would not wait."""
        return _ready(self._writable)

    def write(self, data: bytearray, count: int) -> None:
        """Write the first `count` bytes."""
        if MICROPYTHON:
            self._file.write(data, count)  # type: ignore[call-arg]
        else:
            self._file.write(memoryview(data)[:count])

    def wait(self, ms: int) -> None:
        """Wait until there is something to read, at most so long."""
        if MICROPYTHON:
            for _ in self._readable.ipoll(ms):  # type: ignore[attr-defined]
                pass
        else:
            self._readable.poll(ms)


def _ready(one: poll) -> bool:
    if not MICROPYTHON:
        return bool(one.poll(0))
    ready = False
    for _ in one.ipoll(0):  # type: ignore[attr-defined]
        ready = True
    return ready


class Pins(Hardware):
    """The pins as CONTROL moves them; the clock may drift."""

    def __init__(self, line: Descriptor, control: Descriptor, boot: bytes, board: bytes, cause: int) -> None:
        self.boot_id = boot
        self.board_id = board
        self.reset_cause = cause
        self._line = line
        self._control = control
        self._base_us = monotonic_us()
        # Any start: most boards would be asked for the first time long after theirs.
        self._base_ticks = (boot[0] << 22 | boot[1] << 14 | boot[2] << 6) & TICKS_MASK
        self._ppm = 0
        self._closed = bytearray(BUTTONS)
        self._command = bytearray(COMMAND_BYTES)
        self._command_has = 0
        self._part = bytearray(COMMAND_BYTES)
        self._report = bytearray(80)
        self._lamps = bytearray(6)
        self._ring = bytearray(72)
        self._hertz = 0

    def _ticks_at(self, us: int) -> int:
        passed = us - self._base_us
        return (self._base_ticks + passed + passed * self._ppm // 1000000) & TICKS_MASK

    def obey(self, edges: EdgeRing) -> None:
        """Do what CONTROL has asked for by now; an edge of the future waits, and all behind it."""
        while True:
            if self._command_has < COMMAND_BYTES:
                got = self._control.read(self._part, COMMAND_BYTES - self._command_has)
                for place in range(got):
                    self._command[self._command_has + place] = self._part[place]
                self._command_has += got
                if self._command_has < COMMAND_BYTES:
                    return
            command = self._command
            number = 0
            for place in range(4, COMMAND_BYTES):
                number = number << 8 | command[place]
            if command[0] == EDGE:
                now = monotonic_us()
                if number > now:
                    return
                self._closed[command[1]] = command[2]
                edges.put(command[1], command[2], self._ticks_at(number or now))
            elif command[0] == DRIFT:
                now = monotonic_us()
                self._base_ticks = self._ticks_at(now)
                self._base_us = now
                self._ppm = number - _DRIFT_ZERO
            elif command[0] == HANG:
                time.sleep(number / 1000)
            self._command_has = 0

    def idle(self) -> None:
        """Wait a moment for bytes, as a computer has other things to do."""
        self._line.wait(_IDLE_MS)

    def ticks(self) -> int:
        """The drifting clock of this moment."""
        return self._ticks_at(monotonic_us())

    def closed(self, button: int) -> int:
        """As CONTROL left it."""
        return self._closed[button]

    def receive(self, data: bytearray) -> int:
        """From LINE."""
        return self._line.read(data, len(data))

    def can_send(self) -> bool:
        """Whether LINE has room."""
        return self._line.takes()

    def send(self, data: bytearray, count: int) -> None:
        """To LINE."""
        self._line.write(data, count)

    def show_lamps(self, levels: bytearray) -> None:
        """Report them if they changed."""
        self._tell(LAMPS_SHOWN, levels, self._lamps)

    def show_ring(self, pixels: bytearray) -> None:
        """Report it if it changed."""
        self._tell(RING_SHOWN, pixels, self._ring)

    def _tell(self, kind: int, now: bytearray, before: bytearray) -> None:
        if now == before:
            return
        report = self._report
        report[0] = kind
        for place in range(len(now)):
            before[place] = now[place]
            report[1 + place] = now[place]
        self._control.write(report, 1 + len(now))

    def sound(self, hertz: int) -> None:
        """Report it if it changed."""
        if hertz != self._hertz:
            self._hertz = hertz
            self._report[0] = SOUND_SHOWN
            self._report[1] = hertz >> 8
            self._report[2] = hertz & 0xFF
            self._control.write(self._report, 3)

    def restart_to_prompt(self) -> None:
        """Report it and end: there is no prompt here."""
        self._report[0] = AT_PROMPT
        self._control.write(self._report, 1)
        sys.exit(0)


def unhex(text: str) -> bytes:
    """Bytes of hex digits; MicroPython's `bytes.fromhex` came late."""
    return bytes([int(text[place : place + 2], 16) for place in range(0, len(text), 2)])


def main() -> None:
    """Run until the other end goes."""
    line = Descriptor(int(sys.argv[2]))
    control = Descriptor(int(sys.argv[3]))
    pins = Pins(line, control, unhex(sys.argv[4]), unhex(sys.argv[5]), int(sys.argv[6]))
    board = Board(pins)
    while True:
        pins.obey(board.edges)
        board.turn()
        pins.idle()


if __name__ == "__main__":
    main()
