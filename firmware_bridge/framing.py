"""Frames on the serial line: COBS, a CRC-16, at most 64 bytes, a zero byte at the end.

COBS (Cheshire and Baker, "Consistent Overhead Byte Stuffing", 1999) takes every zero out of a frame, so that
a zero always means the end of one and a receiver that comes in late is lost for one frame at most. The
CRC is CRC-16/XMODEM: polynomial 0x1021, start 0, high byte first.
"""

from __future__ import annotations

from binascii import crc_hqx

from firmware_bridge.errors import FrameError

MAX_FRAME = 64
"""Bytes of a frame on the line, its final zero included."""
MAX_PAYLOAD = MAX_FRAME - 1 - 1 - 2
"""Bytes of a message: a frame less the final zero, COBS's one byte and the CRC's two."""


def encode(payload: bytes) -> bytes:
    """The frame of a message of at most 60 bytes, final zero included; FrameError for a longer one."""
    if len(payload) > MAX_PAYLOAD:
        raise FrameError(f"a message has at most {MAX_PAYLOAD} bytes, not {len(payload)}: send it in parts")
    checked = payload + crc_hqx(payload, 0).to_bytes(2, "big")
    runs = checked.split(b"\0")
    return b"".join(bytes([len(run) + 1]) + run for run in runs) + b"\0"


def decode(frame: bytes) -> bytes:
    """The message of a frame without its final zero; FrameError where it is damaged."""
    if not 3 <= len(frame) < MAX_FRAME:
        raise FrameError(f"a frame has 3 to {MAX_FRAME - 1} bytes before its zero, not {len(frame)}")
    runs, place = [], 0
    while place < len(frame):
        end = place + frame[place]
        if frame[place] == 0 or end > len(frame):
            raise FrameError("a frame's byte counts do not add up: bytes were lost or changed")
        runs.append(frame[place + 1 : end])
        place = end
    checked = b"\0".join(runs)
    payload, told = checked[:-2], int.from_bytes(checked[-2:], "big")
    if crc_hqx(payload, 0) != told:
        raise FrameError("a frame's CRC does not fit: bytes were changed")
    return payload


class Deframer:
    """Cuts a stream of bytes into messages; what is damaged is dropped and counted in `dropped`.

    Holds at most one frame's bytes, whatever comes.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._held = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that `data` completes, in order."""
        messages = []
        for byte in data:
            if byte:
                self._hold(byte)
            elif (message := self._finish()) is not None:
                messages.append(message)
        return messages

    def _hold(self, byte: int) -> None:
        if len(self._held) >= MAX_FRAME - 1:
            self._overlong = True
        else:
            self._held.append(byte)

    def _finish(self) -> bytes | None:
        frame, overlong = bytes(self._held), self._overlong
        self._held.clear()
        self._overlong = False
        # A zero alone is harmless: senders use it to end whatever garbage came before.
        if not frame:
            return None
        try:
            if overlong:
                raise FrameError("a frame is too long")
            return decode(frame)
        except FrameError:
            self.dropped += 1
            return None
