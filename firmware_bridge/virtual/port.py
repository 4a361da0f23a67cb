"""A serial port without a cable: a pseudo-terminal that comes and goes under other names."""

from __future__ import annotations

import os
import tty
from contextlib import suppress

_CHUNK = 4096


class PseudoPort:
    """The board's end of a port that a host opens by its `name`."""

    def __init__(self) -> None:
        self._ends: tuple[int, int] | None = None
        self._name = ""

    @property
    def name(self) -> str | None:
        """The path that a host opens, or None while there is no port."""
        return self._name if self._ends else None

    @property
    def end(self) -> int | None:
        """The descriptor to wait at, or None while there is no port."""
        return self._ends[0] if self._ends else None

    def open(self) -> str:
        """Give the port a new name, if it has none, and return it."""
        if self._ends is None:
            master, slave = os.openpty()
            if os.ttyname(slave) == self._name:
                # The system gives free numbers again; a plug that moved has another name.
                first = (master, slave)
                master, slave = os.openpty()
                for end in first:
                    os.close(end)
            tty.setraw(slave)
            os.set_blocking(master, False)
            # The host's end is kept open too: a host that leaves is no reason for the port to go.
            self._ends, self._name = (master, slave), os.ttyname(slave)
        return self._name

    def close(self) -> None:
        """Take the port away, also from a host that has it open."""
        for end in self._ends or ():
            os.close(end)
        self._ends = None

    def read(self) -> bytes:
        """What the host has sent; raises BlockingIOError where there is nothing."""
        assert self._ends is not None
        return os.read(self._ends[0], _CHUNK)

    def write(self, data: bytes) -> None:
        """Send to the host; lost where there is none, or none that reads."""
        if self._ends is not None:
            # Nobody may be reading, and the terminal's buffer be full.
            with suppress(OSError):
                os.write(self._ends[0], data)
