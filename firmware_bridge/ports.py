"""Which serial ports a microcontroller may be at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

UsbId: TypeAlias = tuple[int, int]
"""A device's vendor and product number on USB."""

PICO: UsbId = (0x2E8A, 0x0005)
"""A Raspberry Pi Pico under MicroPython (github.com/raspberrypi/usb-pid)."""


@dataclass(frozen=True)
class SerialPort:
    """A port with something on USB behind it; `usable` tells whether this user may open it."""

    device: str
    description: str
    usable: bool
    usb: UsbId | None = None


class ListedPort(Protocol):
    """The part of pyserial's `ListPortInfo` that is used."""

    device: str
    description: str
    vid: int | None
    pid: int | None


def _listed() -> Iterable[ListedPort]:
    from serial.tools import list_ports  # type: ignore[import-untyped]

    ports: Iterable[ListedPort] = list_ports.comports()
    return ports


def find_ports(
    listed: Callable[[], Iterable[ListedPort]] = _listed,
    may_use: Callable[[str], bool] = lambda device: os.access(device, os.R_OK | os.W_OK),
) -> tuple[SerialPort, ...]:
    """The serial ports on USB, by name; those on the mainboard are left out, as nothing tells what is there.

    `listed` stands in for pyserial's list, `may_use` for the look at a port's permissions.
    """
    return tuple(
        SerialPort(port.device, port.description, may_use(port.device), (port.vid, port.pid or 0))
        for port in sorted(listed(), key=lambda port: port.device)
        if port.vid is not None
    )


def find_boards(
    ids: Iterable[UsbId] = (PICO,), ports: Callable[[], tuple[SerialPort, ...]] = find_ports
) -> tuple[SerialPort, ...]:
    """Those of the ports that may be the table's board, by their USB ids."""
    wanted = frozenset(ids)
    return tuple(port for port in ports() if port.usb in wanted)
