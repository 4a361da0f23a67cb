"""The button lamps' patterns."""

LAMPS = 6
_STEADY, _SLOW, _FAST, _BREATHE = range(4)
_PATTERNS = 4


def breath(elapsed: int, period: int) -> int:
    """How bright a breath is, 0 to 255, `elapsed` of `period` (each below 2^21) after its darkest moment."""
    rise = elapsed * 512 // period
    if rise > 255:
        rise = 511 - rise
    # Squared, it looks even to the eye.
    return rise * rise // 255


class Lamps:
    """The lamps as they are wanted: one byte each, pattern and brightness."""

    def __init__(self) -> None:
        self.levels = bytearray(LAMPS)
        """How bright each lamp is now, 0 to 255."""
        self._wanted = bytearray(LAMPS)

    def off(self) -> None:
        """Forget what was wanted."""
        for lamp in range(LAMPS):
            self._wanted[lamp] = 0

    def want(self, message: bytearray, place: int) -> bool:
        """Take the six bytes from `place` on; False, and nothing is taken, where one cannot be."""
        for lamp in range(LAMPS):
            if message[place + lamp] >> 4 >= _PATTERNS:
                return False
        for lamp in range(LAMPS):
            self._wanted[lamp] = message[place + lamp]
        return True

    def draw(self, ms: int) -> None:
        """Work out `levels` at a moment in ms."""
        for lamp in range(LAMPS):
            pattern = self._wanted[lamp] >> 4
            level = (self._wanted[lamp] & 15) * 17
            if (pattern == _SLOW and ms % 1000 >= 500) or (pattern == _FAST and ms % 250 >= 125):
                level = 0
            elif pattern == _BREATHE:
                level = level * breath(ms % 2000, 2000) // 255
            self.levels[lamp] = level
