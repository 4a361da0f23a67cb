"""Runs under MicroPython: the firmware's need of memory and time; `firmware_load.py ROOT TURNS` prints JSON.

The line is a list of frames that come in again and again; every turn of the loop runs with the heap locked,
so that whatever makes an object ends the program with a MemoryError.
"""

import gc
import json
import sys
import time
from array import array

import micropython

sys.path.append(sys.argv[1])
TURNS = int(sys.argv[2])
ROUNDS = 5
LONG = 1000000

gc.collect()
BEFORE = gc.mem_alloc()  # type: ignore[attr-defined]

from firmware_bridge.firmware.board import Board  # noqa: E402
from firmware_bridge.firmware.clock import TICKS_MASK  # noqa: E402
from firmware_bridge.firmware.hardware import Hardware  # noqa: E402
from firmware_bridge.firmware.wire import write_frame  # noqa: E402

gc.collect()
CODE = gc.mem_alloc() - BEFORE  # type: ignore[attr-defined]


def frames(messages: list[bytes]) -> bytearray:
    """The messages' frames, one after another."""
    stream = bytearray()
    frame = bytearray(64)
    for message in messages:
        room = bytearray(64)
        room[: len(message)] = message
        stream += frame[: write_frame(room, len(message), frame)]
    return stream


BOOT = b"\1\2\3\4"
TTL = b"\x07\xd0"
COLOURS = b"\xff\x80\0" + b"\0\0\x30" + b"\xff\0\0" + b"\0\xff\0"


def ring(pattern: int, end: bytes = bytes(4)) -> bytes:
    """A RING message of a pattern."""
    return b"\5" + TTL + bytes([pattern]) + COLOURS + b"\x1b" * 6 + end + b"\x01\x2c" + b"\x0b\xb8"


LINK = frames([b"\1\1\0\x12\x34"])
WORK = [
    frames([b"\2\0\7", b"\4" + TTL + b"\x0f\x1f\x2f\x3f\x08\x01", ring(pattern, b"\0\x10\0\0")])
    for pattern in range(6)
]
WORK.append(frames([b"\6" + TTL + b"\0\5\2" + b"\x03\x70\0\x64" + b"\0\0\0\x32" + bytes(24), b"\2\0\x08"]))
WORK.append(bytearray(range(256)) + bytearray(64))


class Pins(Hardware):
    """No pins: bytes come in from `stream`, and a turn of the loop takes 1 ms; both make no objects."""

    boot_id = BOOT

    def __init__(self) -> None:
        self.stream = LINK
        self.place = 0
        self.sent = 0
        self.shown = 0
        self.now = TICKS_MASK - 5000000

    def ticks(self) -> int:
        return self.now

    def closed(self, button: int) -> int:
        return 0

    def receive(self, data: bytearray) -> int:
        count = 0
        while count < len(data) and self.place < len(self.stream):
            data[count] = self.stream[self.place]
            self.place += 1
            count += 1
        return count

    def can_send(self) -> bool:
        return True

    def send(self, data: bytearray, count: int) -> None:
        self.sent += count

    def show_lamps(self, levels: bytearray) -> None:
        self.shown += levels[0]

    def show_ring(self, pixels: bytearray) -> None:
        self.shown += pixels[0]

    def sound(self, hertz: int) -> None:
        self.shown += hertz


def run(board: Board, pins: Pins, took: array) -> None:  # type: ignore[type-arg]
    """As many turns with all kinds of work as `took` has room; its times in µs become shorter if they can."""
    for turn in range(len(took)):
        if turn % 8 == 0 and pins.place >= len(pins.stream):
            pins.stream = WORK[(turn >> 3) % len(WORK)]
            pins.place = 0
        pins.now = (pins.now + 1000) & TICKS_MASK
        if turn % 30 < 6:
            # All six buttons go down, and up again 30 ms later, which bounce.
            closed = 1 - turn // 30 % 2
            board.edges.put(turn % 30, closed, pins.now)
            board.edges.put(turn % 30, 1 - closed, pins.now)
            board.edges.put(turn % 30, closed, pins.now)
        if turn % 200 == 0:
            # In place of the host.
            board._events.acknowledge(board._events.next)
        begun = time.ticks_us()  # type: ignore[attr-defined]
        board.turn()
        us = time.ticks_us() - begun  # type: ignore[attr-defined]
        if us < took[turn]:
            took[turn] = us


def main() -> None:
    """Print what was found."""
    pins = Pins()
    board = Board(pins)
    gc.collect()
    whole = gc.mem_alloc() - BEFORE  # type: ignore[attr-defined]
    took = array("i", [LONG] * TURNS)
    # The first round may make what MicroPython makes once. The computer has other work, so each turn counts
    # with its shortest time of several rounds.
    run(board, pins, took)
    garbage = 0
    for _ in range(ROUNDS):
        pins = Pins()
        board = Board(pins)
        gc.collect()
        before = gc.mem_alloc()  # type: ignore[attr-defined]
        micropython.heap_lock()
        run(board, pins, took)
        micropython.heap_unlock()
        garbage += gc.mem_alloc() - before  # type: ignore[attr-defined]
    times = sorted(took)
    print(json.dumps({
        "code_bytes": CODE, "whole_bytes": whole, "turns": TURNS, "garbage_bytes": garbage,
        "link": board.link, "sent": pins.sent, "events": board._events.next, "lost": board._events.lost,
        "median_us": times[TURNS // 2], "p999_us": times[TURNS * 999 // 1000], "slowest_us": times[-1],
    }))  # fmt: skip


main()
