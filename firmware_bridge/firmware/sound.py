"""The buzzer: a few notes, one after another."""

from array import array

from .clock import since

NOTES = 8
_TOKEN_AT = 3
_COUNT_AT = 5
_NOTES_AT = 6
_LOWEST, _HIGHEST, _LONGEST = 50, 10000, 5000


class Sound:
    """The notes that are wanted, and the one that sounds."""

    def __init__(self) -> None:
        self.hertz = 0
        """What sounds now, 0 for silence."""
        self._token = 0
        self._hertz = array("H", [0] * NOTES)
        self._ms = array("H", [0] * NOTES)
        self._count = 0
        self._playing = 0
        self._begun = 0
        self._note_begun = 0
        self._ttl = 0

    def off(self) -> None:
        """Silence, and the next sound is a new one whatever its token."""
        self._token = 0
        self._silence()

    def want(self, message: bytearray, ttl: int, now: int) -> bool:
        """Take a SOUND message that may last `ttl` µs; False, and nothing is taken, if it is out of range."""
        token = message[_TOKEN_AT] << 8 | message[_TOKEN_AT + 1]
        count = message[_COUNT_AT]
        if count > NOTES or (token == 0) != (count == 0):
            return False
        for note in range(count):
            if not self._plays(message, _NOTES_AT + 4 * note):
                return False
        if token == 0:
            self.off()
        elif token != self._token:
            for note in range(count):
                place = _NOTES_AT + 4 * note
                self._hertz[note] = message[place] << 8 | message[place + 1]
                self._ms[note] = message[place + 2] << 8 | message[place + 3]
            self._token = token
            self._count = count
            self._playing = 0
            self._ttl = ttl
            self._begun = now
            self._note_begun = now
            self.hertz = self._hertz[0]
        return True

    def play(self, now: int) -> None:
        """Go on to the note of this moment."""
        if self._playing >= self._count:
            return
        if since(now, self._begun) >= self._ttl:
            self._silence()
            return
        while since(now, self._note_begun) >= self._ms[self._playing] * 1000:
            self._note_begun = (self._note_begun + self._ms[self._playing] * 1000) & 0x3FFFFFFF
            self._playing += 1
            if self._playing >= self._count:
                self._silence()
                return
        self.hertz = self._hertz[self._playing]

    def _silence(self) -> None:
        self._count = 0
        self._playing = 0
        self.hertz = 0

    def _plays(self, message: bytearray, place: int) -> bool:
        hertz = message[place] << 8 | message[place + 1]
        ms = message[place + 2] << 8 | message[place + 3]
        return (hertz == 0 or _LOWEST <= hertz <= _HIGHEST) and 1 <= ms <= _LONGEST
