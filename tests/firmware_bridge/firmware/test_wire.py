from __future__ import annotations

import random
from pathlib import Path

import pytest

from firmware_bridge.errors import FrameError
from firmware_bridge.firmware.wire import FrameReader, write_frame
from firmware_bridge.framing import MAX_FRAME, MAX_PAYLOAD, Deframer, decode, encode
from tests.firmware_bridge.interpreters import needs_micropython, run_micropython

FRAMES = [3000, pytest.param(100_000, marks=pytest.mark.long)]


def random_payload(chance: random.Random) -> bytes:
    """Any length, and zeros more often than chance alone has them."""
    payload = bytearray(chance.randbytes(chance.randrange(MAX_PAYLOAD + 1)))
    for _ in range(chance.randrange(4)):
        if payload:
            payload[chance.randrange(len(payload))] = 0
    return bytes(payload)


def damaged(frame: bytes, chance: random.Random) -> bytes:
    """The frame with some bytes changed, lost or added, and one zero at its end."""
    body = bytearray(frame[:-1])
    for _ in range(chance.randrange(3)):
        place = chance.randrange(len(body))
        match chance.randrange(3):
            case 0:
                body[place] = chance.randrange(1, 256)
            case 1 if len(body) > 1:
                del body[place]
            case _:
                body.insert(place, chance.randrange(1, 256))
    return bytes(body) + b"\0"


def board_frame(payload: bytes) -> bytes:
    message, frame = bytearray(MAX_FRAME), bytearray(MAX_FRAME)
    message[: len(payload)] = payload
    return bytes(frame[: write_frame(message, len(payload), frame)])


def board_reads(reader: FrameReader, stream: bytes) -> list[bytes]:
    lengths = [(reader.take(byte), bytes(reader.message)) for byte in stream]
    return [message[:length] for length, message in lengths if length >= 0]


def host_decodes(frame: bytes) -> list[bytes]:
    try:
        return [decode(frame[:-1])]
    except FrameError:
        return []


@pytest.mark.parametrize("count", FRAMES)
def test_both_codecs_write_the_same_frames_and_read_the_same_from_sound_and_damaged_ones(count: int) -> None:
    chance = random.Random(count)
    reader = FrameReader()
    for _ in range(count):
        payload = random_payload(chance)
        frame = encode(payload)
        assert board_frame(payload) == frame
        assert board_reads(reader, frame) == [payload]
        harmed = damaged(frame, chance)
        assert board_reads(reader, harmed) == host_decodes(harmed)


@needs_micropython
@pytest.mark.parametrize("count", FRAMES)
def test_the_boards_codec_is_the_same_under_its_own_interpreter(count: int, tmp_path: Path) -> None:
    chance = random.Random(count)
    cases = tmp_path / "cases"
    with cases.open("wb") as file:
        for _ in range(count):
            payload = random_payload(chance)
            frame = encode(payload)
            harmed = damaged(frame, chance)
            read = host_decodes(harmed)
            for part in (payload, frame, harmed, read[0] if read else b"none"):
                file.write(bytes([len(part)]) + part)
    said = run_micropython(Path(__file__).with_name("codec_in_micropython.py"), str(cases))
    assert said.split() == ["agreed", str(count)]


def test_damage_is_counted_and_a_lone_zero_is_none() -> None:
    reader = FrameReader()
    assert board_reads(reader, b"\0\0\0") == []
    assert reader.damaged == 0
    assert board_reads(reader, b"\x05\x01\0" + b"\x01" * 70 + b"\0" + b"\x02\0") == []
    assert reader.damaged == 3
    assert board_reads(reader, encode(b"whole")) == [b"whole"]


def test_a_good_frame_with_a_byte_too_many_is_none() -> None:
    longest = encode(bytes(range(1, 61)))
    assert len(longest) == MAX_FRAME
    reader = FrameReader()
    assert board_reads(reader, longest[:-1] + b"\x05\0") == []
    assert reader.damaged == 1
    assert board_reads(reader, longest) == [bytes(range(1, 61))]


def test_both_readers_recover_at_the_same_place() -> None:
    chance = random.Random(5)
    for _ in range(300):
        stream = b"".join(
            chance.choice([encode(random_payload(chance)), chance.randbytes(chance.randrange(90)), b"\0"])
            for _ in range(6)
        )
        assert board_reads(FrameReader(), stream) == Deframer().feed(stream)
