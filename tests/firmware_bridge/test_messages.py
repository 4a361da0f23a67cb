from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import firmware_bridge
from firmware_bridge.errors import BridgeError, MessageError
from firmware_bridge.framing import MAX_PAYLOAD, Deframer, encode
from firmware_bridge.messages import (
    Ack,
    ButtonEvent,
    Hello,
    Lamps,
    Ping,
    Pong,
    Ring,
    Sound,
    Stop,
    Stranger,
    Who,
    from_board,
    from_host,
)

U8, U16, U32 = (st.integers(0, (1 << bits) - 1) for bits in (8, 16, 32))
TTL = st.integers(1, 10_000)
COLOUR = st.tuples(U8, U8, U8)
SPANNED = st.integers(1, 0xFFFF)

FROM_HOST: dict[str, st.SearchStrategy[Any]] = {
    "WHO": st.builds(Who, U8, U8, st.integers(1, 0xFFFF)),
    "PING": st.builds(Ping, U16),
    "ACK": st.builds(Ack, U32, U16),
    "LAMPS": st.builds(Lamps, TTL, st.tuples(*6 * [st.tuples(st.integers(0, 3), st.integers(0, 15))])),
    "RING": st.builds(
        Ring,
        TTL,
        st.integers(0, 5),
        st.tuples(*4 * [COLOUR]),
        st.tuples(*24 * [st.integers(0, 3)]),
        U32,
        SPANNED,
        st.integers(0, 6144),
    ),
    "SOUND": st.builds(
        Sound,
        TTL,
        st.integers(1, 0xFFFF),
        st.lists(
            st.tuples(st.just(0) | st.integers(50, 10_000), st.integers(1, 5000)), min_size=1, max_size=8
        ).map(tuple),
    ),
    "STOP": st.builds(Stop, U32),
}


def hellos() -> st.SearchStrategy[Hello]:
    return st.builds(
        lambda oldest, kept, **rest: Hello(oldest=oldest, next=(oldest + kept) % 65536, **rest),
        U16,
        st.integers(0, 64),
        major=st.just(1),
        minor=U8,
        firmware=st.tuples(U8, U8, U8),
        token=U16,
        boot=U32,
        board=st.binary(min_size=8, max_size=8),
        tick_hz=st.integers(1, (1 << 32) - 1),
        buttons=U8,
        leds=U8,
        reset=st.integers(0, 3),
        lost=U16,
    )


FROM_BOARD: dict[str, st.SearchStrategy[Any]] = {
    "HELLO": hellos(),
    "PONG": st.builds(Pong, U16, U32, st.integers(0, 64), U16, U16, U16),
    "EVENT": st.builds(ButtonEvent, U32, U16, st.integers(0, 5), st.integers(0, 1), U32, U8),
}

few = settings(max_examples=40)

KINDS = {**FROM_HOST, **FROM_BOARD}

RED, GOLD, DARK = (255, 0, 0), (255, 180, 0), (0, 0, 0)
EXAMPLES: dict[str, Any] = {
    "WHO": Who(1, 0, 0x1234),
    "PING": Ping(0x00FF),
    "ACK": Ack(0xDEADBEEF, 0x0100),
    "LAMPS": Lamps(2000, ((0, 15), (1, 8), (2, 1), (3, 15), (0, 0), (0, 7))),
    "RING": Ring(2000, 1, (RED, GOLD, DARK, (1, 2, 3)), (0, 1, 2, 3) * 6, 0x01020304, 3000, 6144),
    "SOUND": Sound(1500, 9, ((880, 120), (0, 60), (1760, 240))),
    "STOP": Stop(0x00C0FFEE),
    "HELLO": Hello(1, 0, (1, 2, 3), 0x4321, 0xCAFE0001, b"board\0\0\1", 1_000_000, 6, 24, 2, 65530, 3, 0),
    "PONG": Pong(0x00FF, 0xFFFFFF00, 5, 0, 12, 431),
    "EVENT": ButtonEvent(0xCAFE0001, 259, 5, 1, 0x80000000, 0),
}
"""One of each, with zeros and large numbers among its bytes."""


def read(name: str, payload: bytes) -> Any:
    return (from_host if name in FROM_HOST else from_board)(payload)


@pytest.mark.parametrize("name", KINDS)
@few
@given(data=st.data())
def test_every_message_comes_back_as_it_was_and_fits_a_frame(name: str, data: st.DataObject) -> None:
    message = data.draw(KINDS[name])
    payload = message.encode()
    assert len(payload) <= MAX_PAYLOAD
    assert read(name, payload) == message


def test_kinds_and_lengths_are_those_of_the_protocols_own_table() -> None:
    text = (Path(firmware_bridge.__file__).parent / "PROTOCOL.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| 0x(\w\w) \| (\w+) \| (?:host|board) \| (\d+) \|", text, re.MULTILINE)
    assert {(name, int(kind, 16), int(size)) for kind, name, size in table} == {
        (name, message.kind, len(message.encode())) for name, message in EXAMPLES.items()
    }


@pytest.mark.parametrize("name", KINDS)
@few
@given(data=st.data())
def test_a_message_of_another_length_is_refused(name: str, data: st.DataObject) -> None:
    payload = data.draw(KINDS[name]).encode()
    longer = payload + data.draw(st.binary(min_size=1, max_size=4))
    shorter = payload[: data.draw(st.integers(1, len(payload) - 1))]
    for wrong in (longer, shorter):
        with pytest.raises(MessageError):
            read(name, wrong)


@given(st.binary(max_size=MAX_PAYLOAD))
def test_any_bytes_are_a_message_nothing_known_or_refused(payload: bytes) -> None:
    for decode in (from_board, from_host):
        try:
            message = decode(payload)
        except MessageError as error:
            assert isinstance(error, BridgeError)
        else:
            assert message is None or isinstance(message, Stranger) or message.encode() is not None


@given(st.sampled_from(sorted(FROM_HOST)), st.data())
def test_a_line_that_echoes_is_no_board(name: str, data: st.DataObject) -> None:
    assert from_board(data.draw(FROM_HOST[name]).encode()) is None


@given(hellos(), st.integers(2, 255), st.binary(max_size=20))
def test_a_board_of_another_major_version_is_told_by_its_first_six_bytes(
    hello: Hello, major: int, rest: bytes
) -> None:
    payload = bytes([0x81, major]) + hello.encode()[2:6] + rest
    assert from_board(payload) == Stranger(major, hello.minor, hello.firmware)


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: Who(1, 0, 0), "WHO with token 0"),
        (lambda: Lamps(0, ((0, 0),) * 6), "lamps for 0 ms"),
        (lambda: Lamps(100, ((0, 0),) * 5), "5 lamps"),
        (lambda: Lamps(100, ((0, 16),) * 6), "lamp 0/16"),
        (lambda: Ring(100, 6), "pattern 6"),
        (lambda: Ring(100, 3), "pattern 3 with no span"),
        (lambda: Ring(100, 2, level=6145), "level 6145"),
        (lambda: Ring(100, 1, ((256, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))), "a colour beyond 255"),
        (lambda: Sound(100, 1, ((49, 10),)), "a note of 49 Hz"),
        (lambda: Sound(100, 0, ((440, 10),)), "a sound without name or notes"),
        (lambda: Pong(0, 0, 65, 0, 0, 0), "65 events kept"),
        (lambda: ButtonEvent(0, 0, 6, 1, 0, 0), "button 6"),
    ],
)
def test_what_the_protocol_cannot_say_cannot_be_built(make: Any, what: str) -> None:
    with pytest.raises(MessageError, match=what):
        make()


def test_a_number_that_does_not_fit_its_field_is_refused() -> None:
    with pytest.raises(MessageError, match="cannot hold this"):
        Ping(1 << 16).encode()


def damaged_frames(frame: bytes) -> list[bytes]:
    """Every single byte of a frame changed to every other, left out, or doubled."""
    changed = [
        frame[:at] + bytes([frame[at] ^ flip]) + frame[at + 1 :]
        for at in range(len(frame))
        for flip in range(1, 256)
    ]
    dropped = [frame[:at] + frame[at + 1 :] for at in range(len(frame))]
    doubled = [frame[: at + 1] + frame[at:] for at in range(len(frame))]
    return changed + dropped + doubled


@pytest.mark.parametrize("message", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_every_damaged_frame_of_every_kind_is_detected_or_recovered(message: Any) -> None:
    after = Pong(7, 7, 7, 7, 7, 7) if message.kind >= 0x80 else Ping(7)
    for broken in damaged_frames(encode(message.encode())):
        heard = understood(broken + 2 * encode(after.encode()))
        # A zero that was lost joins two frames: the next one is lost too, and no more than that.
        assert heard in ([after], [after, after], [message, after, after])


def understood(stream: bytes) -> list[Any]:
    """The messages that both sides would take from a stream of bytes."""
    messages = []
    for payload in Deframer().feed(stream):
        # Two frames whose zero was changed have a right CRC, as its start is 0; no kind is as long as they.
        with suppress(MessageError):
            messages.append((from_board if payload[0] >= 0x80 else from_host)(payload))
    return messages


@pytest.mark.parametrize("name", KINDS)
@few
@given(data=st.data())
def test_a_message_is_heard_wherever_its_bytes_are_split(name: str, data: st.DataObject) -> None:
    message = data.draw(KINDS[name])
    frame = encode(message.encode())
    for cut in range(len(frame) + 1):
        deframer = Deframer()
        assert deframer.feed(frame[:cut]) + deframer.feed(frame[cut:]) == [message.encode()]
