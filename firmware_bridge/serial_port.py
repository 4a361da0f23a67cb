"""One open serial port: pyserial with all its ways of failing turned into one."""

from __future__ import annotations

import fcntl
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from firmware_bridge.errors import PortError

BAUD = 115_200
"""Means nothing to USB, and lets adapters with a real line work."""

WAIT_S = 0.04
"""How long a read waits for the first byte, in s."""

WRITE_S = 0.5
"""How long a board may keep the host from writing before it counts as gone, in s."""

_MOST_BYTES = 4096


class Port(Protocol):
    """What the link needs of a port; every failure is a PortError, and closing never fails."""

    def read(self) -> bytes:
        """What has come, after a moment's wait at most; empty where nothing came."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of it."""
        ...

    def wake(self) -> None:
        """Let a read that waits return; called from another thread."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...


class SerialLine:
    """A port by way of pyserial, for this program alone. Raises PortError with what to do."""

    def __init__(self, device: str) -> None:
        # Whoever never has a board starts faster without.
        import serial  # type: ignore[import-untyped]

        self._device = device
        with self._failures("cannot be opened"):
            # Setting the time limit anew would configure the port anew: it is the same for all reads.
            self._serial: Any = serial.Serial(
                device, BAUD, timeout=WAIT_S, write_timeout=WRITE_S, exclusive=True
            )
        # pyserial's lock keeps out only those who ask for it; this one everybody but root.
        self._shut_out(termios.TIOCEXCL)

    def read(self) -> bytes:
        """See `Port`."""
        with self._failures("is gone"):
            first = self._serial.read(1)
            # The kernel's own OSError comes through here, where pyserial turns all others into its own.
            return bytes(first + self._serial.read(min(self._serial.in_waiting, _MOST_BYTES)))

    def write(self, data: bytes) -> None:
        """See `Port`."""
        with self._failures("is gone"):
            self._serial.write(data)

    def wake(self) -> None:
        """See `Port`."""
        # The other thread may be closing it: then the pipe that wakes it is no number any more.
        with suppress(OSError, TypeError):
            self._serial.cancel_read()

    def close(self) -> None:
        """See `Port`."""
        self._shut_out(termios.TIOCNXCL)
        with suppress(OSError):
            self._serial.close()

    def _shut_out(self, request: int) -> None:
        if self._serial.is_open:
            with suppress(OSError):
                fcntl.ioctl(self._serial.fd, request)

    @contextmanager
    def _failures(self, what: str) -> Iterator[None]:
        try:
            yield
        # pyserial's errors are OSErrors; those of termios, which come through too, are not.
        except (OSError, termios.error) as error:
            raise PortError(f"{self._device} {what} ({error}): {_remedy(error)}") from error


def _remedy(error: Exception) -> str:
    text = str(error)
    if "ermission" in text:
        return "add this user to the group dialout"
    if "lock" in text or "busy" in text:
        return "end the other program that uses it"
    return "check the board's cable"
