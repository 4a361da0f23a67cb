from __future__ import annotations

import fcntl
import os
import struct
import threading
import tty
from collections.abc import Callable, Iterator

import pytest
import serial  # type: ignore[import-untyped]

from firmware_bridge import serial_port
from firmware_bridge.errors import BridgeError, PortError
from firmware_bridge.serial_port import SerialLine

TIOCGEXCL = 0x80045440
"""Asks whether a terminal is shut to others; Python has no name for it (asm-generic/ioctls.h)."""


class Cable:
    """A pty: its slave is the port, its master the board's end, which can be pulled out."""

    def __init__(self) -> None:
        self._board, self._slave = os.openpty()
        tty.setraw(self._board)
        self.device = os.ttyname(self._slave)

    def say(self, data: bytes) -> None:
        os.write(self._board, data)

    def heard(self, count: int) -> bytes:
        return os.read(self._board, count)

    def pull(self) -> None:
        for name in ("_slave", "_board"):
            if (end := getattr(self, name)) >= 0:
                os.close(end)
                setattr(self, name, -1)


@pytest.fixture
def cable() -> Iterator[Cable]:
    plugged = Cable()
    yield plugged
    plugged.pull()


@pytest.fixture
def line(cable: Cable) -> Iterator[SerialLine]:
    opened = SerialLine(cable.device)
    yield opened
    opened.close()


def patiently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reads wait far longer than any test."""
    monkeypatch.setattr(serial_port, "WAIT_S", 600.0)


def in_a_thread(call: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    """What a call that waits comes to, once its thread has ended."""
    results: list[object] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:
            results.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, results


def test_every_byte_goes_through_both_ways(cable: Cable, line: SerialLine) -> None:
    data = bytes(range(256))
    cable.say(data)
    got = b""
    while len(got) < 256:
        got += line.read()
    assert got == data
    line.write(data)
    assert cable.heard(256) == data


def test_a_port_where_nothing_comes_is_left_after_a_moment(line: SerialLine) -> None:
    assert line.read() == b""


def test_pyserial_lets_a_bare_oserror_out_of_in_waiting(cable: Cable) -> None:
    with serial.Serial(cable.device, timeout=0) as port:
        cable.pull()
        with pytest.raises(OSError) as caught:
            port.in_waiting  # noqa: B018
    assert not isinstance(caught.value, serial.SerialException)


def test_a_board_that_is_pulled_out_between_two_reads_is_gone(cable: Cable, line: SerialLine) -> None:
    cable.pull()
    with pytest.raises(PortError, match=rf"{cable.device} is gone \(.*\): check the board's cable"):
        line.read()


def test_a_board_that_is_pulled_out_behind_its_first_byte_is_gone(
    cable: Cable, line: SerialLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = line._serial.read

    def pulled(size: int) -> bytes:
        data: bytes = read(size)
        cable.pull()
        return data

    monkeypatch.setattr(line._serial, "read", pulled)
    cable.say(b"\x01\x02")
    with pytest.raises(PortError, match="is gone") as caught:
        line.read()
    # It came out of in_waiting: pyserial's own reads raise its own error.
    assert type(caught.value.__cause__) is OSError


def test_a_reader_that_waits_silently_ends_when_the_board_is_pulled_out(
    cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> None:
    patiently(monkeypatch)
    line = SerialLine(cable.device)
    thread, results = in_a_thread(line.read)
    cable.pull()
    thread.join(10)
    assert [type(result) for result in results] == [PortError]
    line.close()


def test_writing_to_a_board_that_was_pulled_out_tells_so(cable: Cable, line: SerialLine) -> None:
    cable.pull()
    with pytest.raises(PortError, match="is gone"):
        line.write(b"\x00")


def test_a_board_that_takes_no_bytes_is_gone(cable: Cable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_port, "WRITE_S", 0.05)
    line = SerialLine(cable.device)
    with pytest.raises(PortError, match="is gone"):
        line.write(bytes(1_000_000))
    line.close()


def test_a_reader_that_waits_is_woken(cable: Cable, monkeypatch: pytest.MonkeyPatch) -> None:
    patiently(monkeypatch)
    line = SerialLine(cable.device)
    thread, results = in_a_thread(line.read)
    line.wake()
    thread.join(10)
    assert results == [b""]
    line.close()


def test_a_second_program_is_kept_out(cable: Cable, line: SerialLine) -> None:
    with pytest.raises(PortError, match=r"cannot be opened .*: end the other program that uses it"):
        SerialLine(cable.device)
    line.close()
    SerialLine(cable.device).close()


def test_a_second_program_that_asks_for_no_lock_is_kept_out_too(cable: Cable) -> None:
    def shut() -> bool:
        (flag,) = struct.unpack("i", fcntl.ioctl(cable._slave, TIOCGEXCL, bytes(4)))
        return bool(flag)

    line = SerialLine(cable.device)
    assert shut()
    line.close()
    assert not shut()


def test_a_port_that_is_not_there_tells_what_to_do() -> None:
    with pytest.raises(PortError, match=r"/dev/nowhere cannot be opened .*: check the board's cable"):
        SerialLine("/dev/nowhere")


def test_something_else_than_a_port_is_no_board() -> None:
    with pytest.raises(PortError, match="/dev/null cannot be opened"):
        SerialLine("/dev/null")


def test_closing_never_fails_and_may_be_repeated(cable: Cable, line: SerialLine) -> None:
    cable.pull()
    line.close()
    line.close()
    line.wake()


def test_a_port_can_be_opened_again_at_once_after_the_loss(line: SerialLine, cable: Cable) -> None:
    cable.pull()
    with pytest.raises(PortError):
        line.read()
    line.close()
    other = Cable()
    again = SerialLine(other.device)
    other.say(b"\x07")
    assert again.read() == b"\x07"
    again.close()
    other.pull()


def test_a_port_error_is_a_bridge_error_and_an_os_error() -> None:
    assert issubclass(PortError, BridgeError)
    assert issubclass(PortError, OSError)
