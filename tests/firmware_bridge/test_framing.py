from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.errors import BridgeError, FrameError
from firmware_bridge.framing import MAX_FRAME, MAX_PAYLOAD, Deframer, decode, encode

PAYLOADS = st.binary(max_size=MAX_PAYLOAD)


@pytest.mark.parametrize(
    ("payload", "frame"),
    [
        # CRC-16/XMODEM of "123456789" is 0x31C3 (catalogue of parametrised CRC algorithms).
        (b"123456789", b"\x0c123456789\x31\xc3\x00"),
        (b"", b"\x01\x01\x01\x00"),
        (b"\x00", b"\x01\x01\x01\x01\x00"),
    ],
)
def test_known_messages_have_known_frames(payload: bytes, frame: bytes) -> None:
    assert encode(payload) == frame
    assert decode(frame[:-1]) == payload


@given(PAYLOADS)
def test_a_message_comes_back_and_its_frame_has_one_zero_at_the_end(payload: bytes) -> None:
    frame = encode(payload)
    assert frame.index(0) == len(frame) - 1
    assert len(frame) <= MAX_FRAME
    assert decode(frame[:-1]) == payload


def test_a_message_that_does_not_fit_is_refused_with_the_limit() -> None:
    with pytest.raises(FrameError, match="at most 60 bytes, not 61"):
        encode(bytes(61))


@given(st.binary(min_size=1, max_size=8), st.data())
def test_every_single_bit_flip_is_noticed(payload: bytes, data: st.DataObject) -> None:
    frame = bytearray(encode(payload)[:-1])
    bit = data.draw(st.integers(0, 8 * len(frame) - 1))
    frame[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FrameError):
        decode(bytes(frame))


@given(st.lists(PAYLOADS, max_size=6), st.data())
def test_messages_come_out_in_order_however_the_stream_is_split(
    payloads: list[bytes], data: st.DataObject
) -> None:
    stream = b"".join(map(encode, payloads))
    deframer = Deframer()
    got: list[bytes] = []
    while stream:
        cut = data.draw(st.integers(1, len(stream)))
        got += deframer.feed(stream[:cut])
        stream = stream[cut:]
    assert got == payloads
    assert deframer.dropped == 0


@given(st.binary(max_size=300), PAYLOADS)
def test_after_any_garbage_and_a_zero_the_next_message_is_heard(garbage: bytes, payload: bytes) -> None:
    deframer = Deframer()
    deframer.feed(garbage + b"\0")
    assert deframer.feed(encode(payload)) == [payload]


def test_a_stream_without_zeros_is_not_kept() -> None:
    deframer = Deframer()
    assert deframer.feed(b"\x01" * 1_000_000) == []
    assert len(deframer._held) < MAX_FRAME
    assert deframer.feed(b"\0") == []
    assert deframer.dropped == 1


@given(st.binary(max_size=80))
def test_bytes_that_are_no_frame_raise_nothing_else(frame: bytes) -> None:
    try:
        assert isinstance(decode(frame), bytes)
    except FrameError as error:
        assert isinstance(error, BridgeError)
