"""No byte that a cable changes, loses or doubles makes the board do what nobody asked for."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firmware_bridge.firmware.ring import MOST_LIGHT
from firmware_bridge.framing import MAX_PAYLOAD, encode
from firmware_bridge.messages import Ping
from tests.firmware_bridge.firmware.bench import BOOT, MS, Bench
from tests.firmware_bridge.test_messages import EXAMPLES, FROM_HOST

SENTINEL = Ping(0xBEEF).encode()


class Witness(Bench):
    """A bench that writes down which messages the board takes for whole and obeys."""

    def __init__(self) -> None:
        super().__init__()
        self.link()
        self.obeyed: list[bytes] = []
        lengths = {EXAMPLES[name].kind: len(EXAMPLES[name].encode()) for name in FROM_HOST}
        obey = self.board._obey

        def noted(kind: int, message: bytearray) -> bool:
            self.obeyed.append(bytes(message[: lengths[kind]]))
            return obey(kind, message)

        self.board._obey = noted  # type: ignore[method-assign]

    def feed(self, stream: bytes) -> list[bytes]:
        """Give bytes to the board; what it obeyed."""
        self.obeyed.clear()
        self.pins.incoming += stream
        self.read()
        return list(self.obeyed)


def flips(frame: bytes, values: list[int]) -> Iterator[bytes]:
    for place in range(len(frame)):
        for value in values:
            yield frame[:place] + bytes([frame[place] ^ value]) + frame[place + 1 :]


def drops_and_doubles(frame: bytes) -> Iterator[bytes]:
    for place in range(len(frame)):
        yield frame[:place] + frame[place + 1 :]
        yield frame[: place + 1] + frame[place:]


@pytest.mark.parametrize("name", FROM_HOST)
@pytest.mark.parametrize(
    "values",
    [[1 << bit for bit in range(8)] + [255], pytest.param(list(range(1, 256)), marks=pytest.mark.long)],
    ids=["bits", "all"],
)
def test_a_changed_lost_or_doubled_byte_is_noticed_and_the_line_recovers(
    name: str, values: list[int]
) -> None:
    payload = EXAMPLES[name].encode()
    witness = Witness()
    for harmed in [*flips(encode(payload), values), *drops_and_doubles(encode(payload))]:
        # The first frame behind may be lost with the harmed one, never the second.
        obeyed = witness.feed(harmed + encode(SENTINEL) + encode(SENTINEL))
        assert set(obeyed) <= {payload, SENTINEL}
        assert obeyed[-1] == SENTINEL
        assert obeyed.count(payload) <= 1
        witness.heard()


@pytest.mark.parametrize("name", FROM_HOST)
def test_a_message_in_two_pieces_is_taken_once_and_only_when_it_is_whole(name: str) -> None:
    payload = EXAMPLES[name].encode()
    frame = encode(payload)
    for cut in range(1, len(frame)):
        witness = Witness()
        assert witness.feed(frame[:cut]) == []
        witness.wait(5 * MS)
        assert witness.feed(frame[cut:]) == [payload]


@pytest.mark.parametrize("name", FROM_HOST)
def test_the_same_message_twice_is_the_same_as_once(name: str) -> None:
    """WHO and PING are answered twice; nothing else may differ."""
    shown = []
    for times in (1, 2):
        witness = Witness()
        witness.edge(0, 1)
        witness.wait(MS)
        witness.feed(encode(EXAMPLES[name].encode()) * times)
        witness.wait(40 * MS)
        pins = witness.pins
        shown.append((pins.lamps, pins.ring, pins.hertz, pins.stopped, witness.board._events.count))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("count", [100_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_random_bytes_neither_hang_nor_stop_the_board_nor_make_an_event(count: int) -> None:
    chance = random.Random(count)
    witness = Witness()
    assert witness.feed(chance.randbytes(count)) == []
    assert witness.board._events.count == 0
    assert witness.heard() == []
    assert witness.feed(b"\0" + encode(SENTINEL)) == [SENTINEL]
    assert witness.pins.hertz == 0
    assert not witness.pins.stopped


@pytest.mark.parametrize("count", [3000, pytest.param(100_000, marks=pytest.mark.long)])
def test_random_messages_in_good_frames_do_no_harm(count: int) -> None:
    chance = random.Random(count)
    witness = Witness()
    for _ in range(count):
        payload = bytearray(chance.randbytes(chance.randrange(MAX_PAYLOAD + 1)))
        if payload and chance.random() < 0.8:
            payload[0] = chance.randrange(1, 9)
            lengths = {each.kind: len(each.encode()) for each in EXAMPLES.values()}
            wanted = lengths.get(payload[0], 4)
            payload = (payload + bytes(MAX_PAYLOAD))[:wanted]
        if payload[:1] == b"\1":
            payload[1:2] = b"\1"
        witness.feed(encode(bytes(payload)))
        witness.wait(20 * MS, step_us=10 * MS)
        witness.heard()
        assert witness.board._events.count == 0
        assert sum(witness.pins.ring) <= MOST_LIGHT
    witness.link()
    assert witness.feed(encode(SENTINEL)) == [SENTINEL]
    assert witness.pins.boot_id == BOOT.to_bytes(4, "big")
