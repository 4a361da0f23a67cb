"""Runs under MicroPython: `codec_in_micropython.py ROOT CASES` compares the board's codec with the host's."""

import sys

sys.path.append(sys.argv[1])

from firmware_bridge.firmware.wire import MAX_FRAME, FrameReader, write_frame


def main() -> None:
    """Print "agreed" and how many cases there were."""
    reader = FrameReader()
    message = bytearray(MAX_FRAME)
    frame = bytearray(MAX_FRAME)
    count = 0
    with open(sys.argv[2], "rb") as cases:
        while True:
            size = cases.read(1)
            if not size:
                break
            payload = cases.read(size[0])
            wanted, harmed, decoded = [cases.read(cases.read(1)[0]) for _ in range(3)]
            message[: len(payload)] = payload
            written = write_frame(message, len(payload), frame)
            assert bytes(frame[:written]) == wanted, (payload, wanted)
            read = b"none"
            for byte in harmed:
                length = reader.take(byte)
                if length >= 0:
                    read = bytes(reader.message[:length])
            assert read == decoded, (harmed, decoded)
            count += 1
    print("agreed", count)


main()
