"""Events that wait until the host has them."""

from array import array

from .clock import Clock
from .edges import Edges

ROOM = 64
"""Events that can be kept."""
EVENT = 0x83
EVENT_BYTES = 14
_MASK = ROOM - 1
_BYTES = 6


class EventQueue(Edges):
    """Presses and releases in order, each kept until it is acknowledged."""

    def __init__(self, clock: Clock, boot: bytes) -> None:
        self.oldest = 0
        """Sequence number of the oldest event that is kept."""
        self.count = 0
        """How many are kept."""
        self.lost = 0
        """How many did not fit, up to 65535."""
        self._clock = clock
        self._boot = boot
        self._kept = bytearray(ROOM * _BYTES)
        self._minutes = array("H", [0] * ROOM)

    @property
    def next(self) -> int:
        """Sequence number of the next event to come."""
        return (self.oldest + self.count) & 0xFFFF

    def put(self, button: int, pressed: int, tick: int) -> None:
        """Keep an event, or count it as lost where there is no room."""
        if self.count == ROOM:
            if self.lost < 0xFFFF:
                self.lost += 1
            return
        place = (self.oldest + self.count) & _MASK
        self._minutes[place] = self._clock.minutes
        place *= _BYTES
        self._kept[place] = button
        self._kept[place + 1] = pressed
        self._clock.put(tick, self._kept, place + 2)
        self.count += 1

    def acknowledge(self, next_: int) -> int:
        """Forget all before `next_`; how many these were, or -1 where that number cannot be."""
        had = (next_ - self.oldest) & 0xFFFF
        if had > self.count:
            return -1
        self.oldest = next_
        self.count -= had
        return had

    def write(self, number: int, message: bytearray) -> int:
        """Write the message of the `number`-th event that is kept, from 0 on; its length."""
        seq = (self.oldest + number) & 0xFFFF
        place = seq & _MASK
        age = (self._clock.minutes - self._minutes[place]) & 0xFFFF
        place *= _BYTES
        message[0] = EVENT
        for byte in range(4):
            message[1 + byte] = self._boot[byte]
        message[5] = seq >> 8
        message[6] = seq & 0xFF
        for byte in range(_BYTES):
            message[7 + byte] = self._kept[place + byte]
        message[13] = age if age < 255 else 255
        return EVENT_BYTES
