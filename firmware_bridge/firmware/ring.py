"""The ring of addressable LEDs: its patterns, and how much current they may take."""

from .clock import Clock
from .lamps import breath

LEDS = 24
RING_BYTES = 27
"""Bytes of the RING message that say what is shown, from its pattern on."""
_OFF, _PICTURE, _LEVEL, _TIMER, _COMET, _BREATHE = range(6)
_PATTERNS = 6
_COLOURS = 1
_PICTURE_AT = 13
_END_AT = 19
_SPAN_AT = 23
_LEVEL_AT = 25
_FULL = LEDS * 256
_TAIL = 6 * 256

MOST_LIGHT = 3825
"""Sum of all channels, each 20 mA at 255 by the LEDs' datasheet: 300 mA, so that a USB port has some left."""

_LAST_SECONDS = 2930
"""3 s in units of 1.024 ms."""
_TURN_US = 4000000
_AMBER_RED, _AMBER_GREEN = 24, 8
_REFUSED_RED = 32


class Ring:
    """The ring as it is wanted, and its pixels: green, red, blue of each LED, as the LEDs take them."""

    def __init__(self, clock: Clock) -> None:
        self.pixels = bytearray(3 * LEDS)
        self._clock = clock
        self._wanted = bytearray(RING_BYTES)
        self._turned = 0

    def off(self) -> None:
        """Forget what was wanted."""
        self._wanted[0] = _OFF

    def want(self, message: bytearray, place: int) -> bool:
        """Take the bytes from `place` on; False, and nothing is taken, where they are out of range."""
        pattern = message[place]
        if pattern >= _PATTERNS:
            return False
        if pattern >= _TIMER and not message[place + _SPAN_AT] | message[place + _SPAN_AT + 1]:
            return False
        if pattern == _LEVEL and message[place + _LEVEL_AT] << 8 | message[place + _LEVEL_AT + 1] > _FULL:
            return False
        for byte in range(RING_BYTES):
            self._wanted[byte] = message[place + byte]
        return True

    def draw(self, elapsed: int) -> None:
        """Work out the pixels `elapsed` µs after the last time."""
        pattern = self._wanted[0]
        if pattern == _PICTURE:
            self._draw_picture()
        elif pattern == _LEVEL:
            self._fill(self._number(_LEVEL_AT), 0, 1)
        elif pattern == _TIMER:
            self._draw_timer()
        elif pattern == _COMET:
            self._draw_comet(self._turn(elapsed, self._number(_SPAN_AT) * 10000))
        elif pattern == _BREATHE:
            period = self._number(_SPAN_AT) * 10000
            self._draw_breath(breath(self._turn(elapsed, period) >> 10, (period >> 10) + 1))
        else:
            self._clear()
        self._limit()

    def draw_link_lost(self, elapsed: int) -> None:
        """One dim amber LED goes round."""
        self._clear()
        place = 3 * (self._turn(elapsed, _TURN_US) // (_TURN_US // LEDS + 1))
        self.pixels[place] = _AMBER_GREEN
        self.pixels[place + 1] = _AMBER_RED

    def draw_refused(self) -> None:
        """Two red LEDs: the host speaks another version."""
        self._clear()
        self.pixels[1] = _REFUSED_RED
        self.pixels[3 * LEDS // 2 + 1] = _REFUSED_RED

    def _number(self, place: int) -> int:
        return self._wanted[place] << 8 | self._wanted[place + 1]

    def _turn(self, elapsed: int, period: int) -> int:
        """Where in its period the animation is; what is sent again goes on where it was."""
        self._turned = (self._turned + elapsed) % period
        return self._turned

    def _clear(self) -> None:
        for place in range(3 * LEDS):
            self.pixels[place] = 0

    def _put(self, led: int, colour: int, level: int) -> None:
        """Add a colour at a level of 0 to 256 to an LED."""
        source = _COLOURS + 3 * colour
        place = 3 * led
        self.pixels[place] += self._wanted[source + 1] * level >> 8
        self.pixels[place + 1] += self._wanted[source] * level >> 8
        self.pixels[place + 2] += self._wanted[source + 2] * level >> 8

    def _draw_picture(self) -> None:
        self._clear()
        for led in range(LEDS):
            self._put(led, self._wanted[_PICTURE_AT + (led >> 2)] >> (6 - 2 * (led & 3)) & 3, 256)

    def _fill(self, level: int, colour: int, rest: int) -> None:
        self._clear()
        for led in range(LEDS):
            lit = level - led * 256
            lit = 0 if lit < 0 else 256 if lit > 256 else lit
            if lit:
                self._put(led, colour, lit)
            if lit < 256:
                self._put(led, rest, 256 - lit)

    def _draw_timer(self) -> None:
        """What is left of the span; all times in units of 1.024 ms, so that products stay below 2^30."""
        span = self._number(_SPAN_AT) * 625 // 64 + 1
        left = self._left()
        if left > span:
            left = span
        colour = 2 if 4 * left <= span else 0
        if left < _LAST_SECONDS and left & 128:
            self._fill(0, colour, 1)
        else:
            self._fill(left * 1024 // span * 6, colour, 1)

    def _left(self) -> int:
        """How long it is until the timer's end, 0 if that is past."""
        now = self._clock.now
        low = self._number(_END_AT + 2) - (now & 0xFFFF)
        high = (self._number(_END_AT) - self._clock.high(now) - (1 if low < 0 else 0)) & 0xFFFF
        if high & 0x8000:
            return 0
        return high << 6 | (low & 0xFFFF) >> 10

    def _draw_comet(self, turned: int) -> None:
        period = self._number(_SPAN_AT) * 10000 >> 10
        head = (turned >> 10) * 1024 // (period + 1) * 6
        self._clear()
        for led in range(LEDS):
            behind = (head - led * 256) % _FULL
            level = 256 - behind * 256 // _TAIL if behind < _TAIL else 0
            if level:
                self._put(led, 0, level)
            self._put(led, 1, 256 - level)

    def _draw_breath(self, level: int) -> None:
        self._clear()
        for led in range(LEDS):
            self._put(led, 0, level)

    def _limit(self) -> None:
        total = 0
        for value in self.pixels:
            total += value
        if total > MOST_LIGHT:
            for place in range(3 * LEDS):
                self.pixels[place] = self.pixels[place] * MOST_LIGHT // total
