from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.ports import SerialPort, find_ports


@dataclass
class Listed:
    device: str
    description: str
    vid: int | None


BOARD = Listed("/dev/ttyACM0", "Board in FS mode", 0x2E8A)
ADAPTER = Listed("/dev/ttyUSB0", "USB-Serial", 0x1A86)
MAINBOARD = Listed("/dev/ttyS0", "n/a", None)


def test_ports_on_usb_are_found_by_name_and_those_on_the_mainboard_are_not() -> None:
    found = find_ports(lambda: [ADAPTER, MAINBOARD, BOARD], lambda device: device != "/dev/ttyUSB0")
    assert found == (
        SerialPort("/dev/ttyACM0", "Board in FS mode", True),
        SerialPort("/dev/ttyUSB0", "USB-Serial", False),
    )


def test_pyserial_lists_the_ports_of_this_machine() -> None:
    assert all(port.device.startswith("/dev/") for port in find_ports())
