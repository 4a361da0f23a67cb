"""The firmware on a bench: its clock is moved by hand, its line is two lists."""

from __future__ import annotations

from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.clock import TICKS_MASK
from firmware_bridge.firmware.hardware import Hardware
from firmware_bridge.framing import Deframer, encode
from firmware_bridge.messages import ButtonEvent, FromBoard, FromHost, Hello, Pong, Who, from_board

BOOT = 0xCAFE0001
TOKEN = 0x1234
MS = 1000
S = 1_000_000


class Pins(Hardware):
    """Pins that are moved and looked at by hand; `us` is the time since the start, without wrapping."""

    board_id = b"bench\0\0\1"
    boot_id = BOOT.to_bytes(4, "big")
    reset_cause = 1

    def __init__(self, start_us: int = 0) -> None:
        self.us = start_us
        self.down = [0] * 6
        self.incoming = bytearray()
        self.outgoing = bytearray()
        self.clogged = False
        self.lamps = bytes(6)
        self.ring = bytes(72)
        self.hertz = 0
        self.stopped = False

    def ticks(self) -> int:
        return self.us & TICKS_MASK

    def closed(self, button: int) -> int:
        return self.down[button]

    def receive(self, data: bytearray) -> int:
        count = min(len(data), len(self.incoming))
        data[:count] = self.incoming[:count]
        del self.incoming[:count]
        return count

    def can_send(self) -> bool:
        return not self.clogged

    def send(self, data: bytearray, count: int) -> None:
        self.outgoing += data[:count]

    def show_lamps(self, levels: bytearray) -> None:
        self.lamps = bytes(levels)

    def show_ring(self, pixels: bytearray) -> None:
        self.ring = bytes(pixels)

    def sound(self, hertz: int) -> None:
        self.hertz = hertz

    def restart_to_prompt(self) -> None:
        self.stopped = True


class Bench:
    """A board, its pins, and a host's hands."""

    def __init__(self, start_us: int = 0, *, down: tuple[int, ...] = ()) -> None:
        self.pins = Pins(start_us)
        for button in down:
            self.pins.down[button] = 1
        self.board = Board(self.pins)
        self._deframer = Deframer()

    def wait(self, us: int, step_us: int = MS) -> None:
        """Let time pass, with a turn of the loop every `step_us`."""
        end = self.pins.us + us
        while self.pins.us < end:
            self.pins.us = min(end, self.pins.us + step_us)
            self.board.turn()

    def say(self, *messages: FromHost) -> None:
        """Send messages, and give the board the turns to read them."""
        for message in messages:
            self.pins.incoming += encode(message.encode())
        self.read()

    def read(self) -> None:
        """Turns without time passing, until all that was sent is read."""
        self.board.turn()
        while self.pins.incoming:
            self.board.turn()

    def heard(self) -> list[FromBoard]:
        """All that the board has said since the last time."""
        payloads = self._deframer.feed(bytes(self.pins.outgoing))
        self.pins.outgoing.clear()
        said = [from_board(payload) for payload in payloads]
        assert self._deframer.dropped == 0
        return [message for message in said if message is not None]

    def events(self) -> list[ButtonEvent]:
        return [message for message in self.heard() if isinstance(message, ButtonEvent)]

    def hellos(self) -> list[Hello]:
        return [message for message in self.heard() if isinstance(message, Hello)]

    def pongs(self) -> list[Pong]:
        return [message for message in self.heard() if isinstance(message, Pong)]

    def edge(self, button: int, closed: int) -> None:
        """Move a contact at this moment."""
        self.pins.down[button] = closed
        self.board.edges.put(button, closed, self.pins.ticks())

    def tap(self, button: int) -> None:
        """Press for 50 ms, and let go for 50 ms."""
        self.edge(button, 1)
        self.wait(50 * MS)
        self.edge(button, 0)
        self.wait(50 * MS)

    def link(self) -> None:
        """Make the board and this host known to each other, and forget what was said."""
        self.say(Who(1, 0, TOKEN))
        self.heard()
