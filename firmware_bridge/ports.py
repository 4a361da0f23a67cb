"""Which serial ports a microcontroller may be at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class SerialPort:
    """A port with something on USB behind it; `usable` tells whether this user may open it."""

    device: str
    description: str
    usable: bool


class ListedPort(Protocol):
    """The part of pyserial's `ListPortInfo` that is used."""

    device: str
    description: str
    vid: int | None


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
        SerialPort(port.device, port.description, may_use(port.device))
        for port in sorted(listed(), key=lambda port: port.device)
        if port.vid is not None
    )
