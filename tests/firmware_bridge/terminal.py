"""A host that does nothing by itself: it says what it is told to, and waits for answers."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from firmware_bridge.framing import Deframer, encode
from firmware_bridge.messages import Ack, ButtonEvent, FromBoard, FromHost, Hello, Ping, Pong, Who, from_board

PATIENCE_S = 20.0
TOKEN = 0x1234


class Terminal:
    """A host's end of a port, by its path or opened, with nothing but reading and writing."""

    def __init__(self, port: str | int) -> None:
        self._file = port if isinstance(port, int) else os.open(port, os.O_RDWR | os.O_NOCTTY)
        self._deframer = Deframer()
        self.heard: list[FromBoard] = []

    def close(self) -> None:
        os.close(self._file)

    def say(self, *messages: FromHost) -> None:
        os.write(self._file, b"".join(encode(message.encode()) for message in messages))

    def babble(self, data: bytes) -> None:
        """Send bytes as they are."""
        while data:
            data = data[os.write(self._file, data) :]

    def wait_for(self, what: Callable[[FromBoard], bool]) -> FromBoard:
        """The next message of that kind, from those that were not waited for yet."""
        end = time.monotonic() + PATIENCE_S
        while True:
            while self.heard:
                message = self.heard.pop(0)
                if what(message):
                    return message
            assert time.monotonic() < end, "the board did not say it"
            ready, _, _ = select.select([self._file], [], [], 0.1)
            for payload in self._deframer.feed(os.read(self._file, 4096) if ready else b""):
                heard = from_board(payload)
                assert heard is not None
                self.heard.append(heard)

    def link(self) -> Hello:
        """Ask until the board answers."""
        for token in range(TOKEN, TOKEN + 100):
            os.write(self._file, b"\0")
            self.say(Who(1, 0, token))
            answer = self._hello_but_not(range(TOKEN, token))
            if answer.token == token:
                return answer
        raise AssertionError("the board did not answer")

    def _hello_but_not(self, earlier: range) -> Hello:
        """The next hello that answers no earlier question: on a busy machine such are still on their way."""
        answer = self.wait_for(lambda heard: isinstance(heard, Hello) and heard.token not in earlier)
        assert isinstance(answer, Hello)
        return answer

    def event(self) -> ButtonEvent:
        """The next event, which is acknowledged."""
        event = self.wait_for(lambda message: isinstance(message, ButtonEvent))
        assert isinstance(event, ButtonEvent)
        self.say(Ack(event.boot, (event.seq + 1) % 65536))
        return event

    def ticks(self, token: int) -> tuple[int, int]:
        """The board's clock, and the ns between which it was read."""
        before = time.monotonic_ns()
        self.say(Ping(token))
        pong = self.wait_for(lambda message: isinstance(message, Pong) and message.token == token)
        assert isinstance(pong, Pong)
        return pong.stamp, (before + time.monotonic_ns()) // 2


def wait_until(what: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end
        time.sleep(0.005)
