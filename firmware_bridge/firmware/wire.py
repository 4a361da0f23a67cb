"""Frames as the board reads and writes them (PROTOCOL.md, "Frames"), without making objects."""

from array import array

MAX_FRAME = 64
"""Bytes of a frame on the line, its final zero included."""
MAX_MESSAGE = 60


def _crc_of_byte(byte: int) -> int:
    crc = byte << 8
    for _ in range(8):
        crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
    return crc & 0xFFFF


_CRC = array("H", [_crc_of_byte(_byte) for _byte in range(256)])


def crc16(data: bytearray, count: int) -> int:
    """CRC-16/XMODEM of the first `count` bytes."""
    crc = 0
    table = _CRC
    for place in range(count):
        crc = ((crc << 8) & 0xFF00) ^ table[(crc >> 8) ^ data[place]]
    return crc


def write_frame(message: bytearray, count: int, frame: bytearray) -> int:
    """Write the frame of the message in `message[:count]` into `frame` and return its length.

    `message` must have two bytes of room behind the message for the CRC, `frame` has MAX_FRAME bytes.
    """
    crc = crc16(message, count)
    message[count] = crc >> 8
    message[count + 1] = crc & 0xFF
    code = 0
    end = 1
    for place in range(count + 2):
        byte = message[place]
        if byte:
            frame[end] = byte
        else:
            frame[code] = end - code
            code = end
        end += 1
    frame[code] = end - code
    frame[end] = 0
    return end + 1


class FrameReader:
    """Takes bytes one by one; holds at most one frame, whatever comes."""

    def __init__(self) -> None:
        self.message = bytearray(MAX_FRAME)
        """The message that `take` has completed."""
        self.damaged = 0
        """Frames that were dropped, up to 65535."""
        self._held = 0

    def take(self, byte: int) -> int:
        """Take one byte; the length of the message that it completes in `message`, or -1."""
        if byte:
            held = self._held
            # One byte too many is remembered by the count alone.
            if held < MAX_FRAME - 1:
                self.message[held] = byte
            if held < MAX_FRAME:
                self._held = held + 1
            return -1
        held = self._held
        self._held = 0
        if held == 0:
            return -1
        count = self._unstuff(held) if 3 <= held < MAX_FRAME else -1
        if count < 0:
            self.count_damage()
        return count

    def count_damage(self) -> None:
        """Count one more frame that was dropped."""
        if self.damaged < 0xFFFF:
            self.damaged += 1

    def _unstuff(self, held: int) -> int:
        """Decode in place what is held: writing never overtakes reading, as a message is the shorter one."""
        data = self.message
        read = 0
        write = 0
        while read < held:
            end = read + data[read]
            if end > held:
                return -1
            read += 1
            while read < end:
                data[write] = data[read]
                write += 1
                read += 1
            if read < held:
                data[write] = 0
                write += 1
        count = write - 2
        if crc16(data, count) != (data[count] << 8) | data[count + 1]:
            return -1
        return count
