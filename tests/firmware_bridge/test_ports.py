from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.ports import PICO, SerialPort, find_boards, find_ports


@dataclass
class Listed:
    device: str
    description: str
    vid: int | None
    pid: int | None


BOARD = Listed("/dev/ttyACM0", "Board in FS mode", 0x2E8A, 0x0005)
ADAPTER = Listed("/dev/ttyUSB0", "USB-Serial", 0x1A86, 0x7523)
MAINBOARD = Listed("/dev/ttyS0", "n/a", None, None)


def test_ports_on_usb_are_found_by_name_and_those_on_the_mainboard_are_not() -> None:
    found = find_ports(lambda: [ADAPTER, MAINBOARD, BOARD], lambda device: device != "/dev/ttyUSB0")
    assert found == (
        SerialPort("/dev/ttyACM0", "Board in FS mode", True, PICO),
        SerialPort("/dev/ttyUSB0", "USB-Serial", False, (0x1A86, 0x7523)),
    )


def test_pyserial_lists_the_ports_of_this_machine() -> None:
    assert all(port.device.startswith("/dev/") for port in find_ports())


def test_a_board_is_told_by_its_usb_ids() -> None:
    ports = find_ports(lambda: [ADAPTER, MAINBOARD, BOARD], lambda device: True)
    assert [port.device for port in find_boards(ports=lambda: ports)] == ["/dev/ttyACM0"]
    assert [port.device for port in find_boards([(0x1A86, 0x7523)], lambda: ports)] == ["/dev/ttyUSB0"]
