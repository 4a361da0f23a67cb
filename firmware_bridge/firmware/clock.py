"""The board's clock: 32 bits of µs made of MicroPython's ticks, which have 30."""

TICKS_MASK = 0x3FFFFFFF
"""MicroPython's `ticks_us` wraps here on a 32-bit board, after 17.9 minutes."""
_HALF = 0x20000000
_MINUTE = 60000000


def since(later: int, earlier: int) -> int:
    """The µs from one tick to another, negative if it is the other way round; at most 8.9 minutes."""
    apart = (later - earlier) & TICKS_MASK
    # 2^30 itself would be an object.
    return apart if apart < _HALF else apart - TICKS_MASK - 1


class Clock:
    """Follows the ticks; `update` must be called at least every 8 minutes: every turn of the loop does."""

    def __init__(self, now: int) -> None:
        self.now = now
        """The tick of this turn."""
        self.minutes = 0
        """Whole minutes since the start, wraps after 65535."""
        self._wraps = 0
        self._part = 0

    def update(self, now: int) -> None:
        """Begin a turn at the tick `now`."""
        self._part += (now - self.now) & TICKS_MASK
        while self._part >= _MINUTE:
            self._part -= _MINUTE
            self.minutes = (self.minutes + 1) & 0xFFFF
        if now < self.now:
            self._wraps = (self._wraps + 1) & 3
        self.now = now

    def high(self, tick: int) -> int:
        """The upper 16 bits of the 32-bit stamp of a tick at most 8 minutes from this turn's."""
        wraps = self._wraps
        if tick > self.now and since(tick, self.now) < 0:
            # The tick was before the last wrap.
            wraps -= 1
        elif tick < self.now and since(tick, self.now) > 0:
            wraps += 1
        return (wraps & 3) << 14 | tick >> 16

    def put(self, tick: int, message: bytearray, place: int) -> None:
        """Write the 32-bit stamp of a tick into a message."""
        high = self.high(tick)
        message[place] = high >> 8
        message[place + 1] = high & 0xFF
        message[place + 2] = (tick >> 8) & 0xFF
        message[place + 3] = tick & 0xFF
