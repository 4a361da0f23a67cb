"""The protocol's messages (PROTOCOL.md) as values, and their bytes.

Every class has the fields of its layout, in its order, and is checked when it is made: what cannot be said
cannot be built, and what arrives and says it is refused.
"""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass
from typing import Any, ClassVar, TypeAlias

from firmware_bridge.errors import MessageError

MAJOR, MINOR = 1, 0
"""The protocol's version that this host speaks."""

MAX_QUEUED = 64
BUTTONS = 6
LEDS = 24
MAX_TTL_MS = 10_000
MAX_NOTES = 8

PATTERN_STEADY, PATTERN_SLOW_BLINK, PATTERN_FAST_BLINK, PATTERN_BREATHE = range(4)
"""What a lamp does."""

RING_OFF, RING_PICTURE, RING_LEVEL, RING_TIMER, RING_COMET, RING_BREATHE = range(6)
"""What the ring shows."""

_HOST_KINDS = 0x80


def _check(right: bool, what: str) -> None:
    if not right:
        raise MessageError(f"a message says {what}: the two sides do not speak the same protocol")


@dataclass(frozen=True)
class _Plain:
    """A message whose fields are the numbers of its layout."""

    kind: ClassVar[int]
    layout: ClassVar[struct.Struct]

    def encode(self) -> bytes:
        """The message's bytes, without frame; MessageError for a number that does not fit its field."""
        try:
            return self.layout.pack(self.kind, *astuple(self))
        except struct.error as error:
            raise MessageError(f"a message of kind {self.kind:#04x} cannot hold this ({error})") from error


@dataclass(frozen=True)
class Who(_Plain):
    """The host makes itself known."""

    kind: ClassVar[int] = 0x01
    layout: ClassVar[struct.Struct] = struct.Struct(">BBBH")

    major: int
    minor: int
    token: int

    def __post_init__(self) -> None:
        _check(self.token > 0, "WHO with token 0")


@dataclass(frozen=True)
class Ping(_Plain):
    """The host asks for the board's clock."""

    kind: ClassVar[int] = 0x02
    layout: ClassVar[struct.Struct] = struct.Struct(">BH")

    token: int


@dataclass(frozen=True)
class Ack(_Plain):
    """All events of `boot` before `next` are safe with the host."""

    kind: ClassVar[int] = 0x03
    layout: ClassVar[struct.Struct] = struct.Struct(">BIH")

    boot: int
    next: int


@dataclass(frozen=True)
class Lamps:
    """What the six button lamps shall do for `ttl` ms: a pattern and a brightness (0 to 15) each."""

    kind: ClassVar[int] = 0x04
    layout: ClassVar[struct.Struct] = struct.Struct(">BH6s")

    ttl: int
    lamps: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        _check(1 <= self.ttl <= MAX_TTL_MS, f"lamps for {self.ttl} ms")
        _check(len(self.lamps) == BUTTONS, f"{len(self.lamps)} lamps")
        for pattern, brightness in self.lamps:
            _check(0 <= pattern <= PATTERN_BREATHE and 0 <= brightness <= 15, f"lamp {pattern}/{brightness}")

    def encode(self) -> bytes:
        """The message's bytes, without frame."""
        lamps = bytes(pattern << 4 | brightness for pattern, brightness in self.lamps)
        return self.layout.pack(self.kind, self.ttl, lamps)

    @classmethod
    def unpacked(cls, ttl: int, lamps: bytes) -> Lamps:
        """From the fields of the layout."""
        return cls(ttl, tuple((lamp >> 4, lamp & 15) for lamp in lamps))


Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""

BLACK: Colour = (0, 0, 0)


@dataclass(frozen=True)
class Ring:
    """What the ring shall show for `ttl` ms; PROTOCOL.md says which fields a pattern looks at.

    `picture` has a colour's number (0 to 3) for each LED, `end` is in the board's ticks, `span` in 10 ms.
    """

    kind: ClassVar[int] = 0x05
    layout: ClassVar[struct.Struct] = struct.Struct(">BHB12s6sIHH")

    ttl: int
    pattern: int
    colours: tuple[Colour, Colour, Colour, Colour] = (BLACK, BLACK, BLACK, BLACK)
    picture: tuple[int, ...] = (0,) * LEDS
    end: int = 0
    span: int = 0
    level: int = 0

    def __post_init__(self) -> None:
        _check(1 <= self.ttl <= MAX_TTL_MS, f"a ring for {self.ttl} ms")
        _check(0 <= self.pattern <= RING_BREATHE, f"pattern {self.pattern} for the ring")
        _check(
            len(self.colours) == 4 and all(len(c) == 3 for c in self.colours), "a ring without four colours"
        )
        _check(all(0 <= part <= 255 for colour in self.colours for part in colour), "a colour beyond 255")
        _check(
            len(self.picture) == LEDS and all(0 <= c <= 3 for c in self.picture), "a picture of other LEDs"
        )
        _check(0 <= self.level <= 256 * LEDS, f"a ring at level {self.level}")
        _check(0 <= self.end < 1 << 32 and 0 <= self.span < 1 << 16, "a time beyond its field")
        if self.pattern in (RING_TIMER, RING_COMET, RING_BREATHE):
            _check(self.span >= 1, f"pattern {self.pattern} with no span")

    def encode(self) -> bytes:
        """The message's bytes, without frame."""
        bits = 0
        for colour in self.picture:
            bits = bits << 2 | colour
        colours = bytes(part for colour in self.colours for part in colour)
        picture = bits.to_bytes(6, "big")
        return self.layout.pack(
            self.kind, self.ttl, self.pattern, colours, picture, self.end, self.span, self.level
        )

    @classmethod
    def unpacked(
        cls, ttl: int, pattern: int, colours: bytes, picture: bytes, end: int, span: int, level: int
    ) -> Ring:
        """From the fields of the layout."""
        first, second, third, fourth = (_colour(colours[place : place + 3]) for place in range(0, 12, 3))
        bits = int.from_bytes(picture, "big")
        leds = tuple(bits >> 2 * (LEDS - 1 - led) & 3 for led in range(LEDS))
        return cls(ttl, pattern, (first, second, third, fourth), leds, end, span, level)


@dataclass(frozen=True)
class Sound:
    """Notes (Hz, ms) to play once; `token` names the sound, and token 0 without notes is silence."""

    kind: ClassVar[int] = 0x06
    layout: ClassVar[struct.Struct] = struct.Struct(">BHHB16H")

    ttl: int
    token: int
    notes: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        _check(1 <= self.ttl <= MAX_TTL_MS, f"a sound for {self.ttl} ms")
        _check(len(self.notes) <= MAX_NOTES, f"a sound of {len(self.notes)} notes")
        _check(
            0 <= self.token < 1 << 16 and (self.token > 0) == bool(self.notes),
            "a sound without name or notes",
        )
        for hertz, ms in self.notes:
            _check(
                (hertz == 0 or 50 <= hertz <= 10_000) and 1 <= ms <= 5000, f"a note of {hertz} Hz, {ms} ms"
            )

    def encode(self) -> bytes:
        """The message's bytes, without frame."""
        numbers = [number for note in self.notes for number in note]
        numbers += [0] * (2 * MAX_NOTES - len(numbers))
        return self.layout.pack(self.kind, self.ttl, self.token, len(self.notes), *numbers)

    @classmethod
    def unpacked(cls, ttl: int, token: int, count: int, *numbers: int) -> Sound:
        """From the fields of the layout."""
        _check(count <= MAX_NOTES, f"a sound of {count} notes")
        notes = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        return cls(ttl, token, notes[:count])


@dataclass(frozen=True)
class Stop(_Plain):
    """The board shall restart and wait for an installation."""

    kind: ClassVar[int] = 0x07
    layout: ClassVar[struct.Struct] = struct.Struct(">BI")

    boot: int


@dataclass(frozen=True)
class Hello:
    """The board makes itself known."""

    kind: ClassVar[int] = 0x81
    layout: ClassVar[struct.Struct] = struct.Struct(">BBB3sHI8sIBBBHHH")

    major: int
    minor: int
    firmware: tuple[int, int, int]
    token: int
    boot: int
    board: bytes
    tick_hz: int
    buttons: int
    leds: int
    reset: int
    oldest: int
    next: int
    lost: int

    def __post_init__(self) -> None:
        _check(self.tick_hz > 0, "a clock that does not tick")
        _check((self.next - self.oldest) % (1 << 16) <= MAX_QUEUED, "more events than a board keeps")
        _check(0 <= self.reset <= 3, f"reset reason {self.reset}")

    def encode(self) -> bytes:
        """The message's bytes, without frame."""
        version = bytes(self.firmware)
        return self.layout.pack(self.kind, self.major, self.minor, version, *astuple(self)[3:])

    @classmethod
    def unpacked(cls, major: int, minor: int, firmware: bytes, *rest: int | bytes) -> Hello:
        """From the fields of the layout."""
        return cls(major, minor, (firmware[0], firmware[1], firmware[2]), *rest)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Stranger:
    """The HELLO of a board that speaks another major version: all that can be read of it."""

    major: int
    minor: int
    firmware: tuple[int, int, int]


@dataclass(frozen=True)
class Pong(_Plain):
    """The board's clock when it had read the PING of this token; `slowest` is in µs."""

    kind: ClassVar[int] = 0x82
    layout: ClassVar[struct.Struct] = struct.Struct(">BHIBHHH")

    token: int
    stamp: int
    queued: int
    lost: int
    damaged: int
    slowest: int

    def __post_init__(self) -> None:
        _check(self.queued <= MAX_QUEUED, f"{self.queued} events kept")


@dataclass(frozen=True)
class ButtonEvent(_Plain):
    """A button's edge: 1 pressed, 0 released; `stamp` in ticks of the board, `age` in whole minutes."""

    kind: ClassVar[int] = 0x83
    layout: ClassVar[struct.Struct] = struct.Struct(">BIHBBIB")

    boot: int
    seq: int
    button: int
    edge: int
    stamp: int
    age: int

    def __post_init__(self) -> None:
        _check(self.button < BUTTONS and self.edge <= 1, f"button {self.button}, edge {self.edge}")


FromHost: TypeAlias = Who | Ping | Ack | Lamps | Ring | Sound | Stop
FromBoard: TypeAlias = Hello | Stranger | Pong | ButtonEvent

_FROM_HOST: dict[int, Any] = {each.kind: each for each in (Who, Ping, Ack, Lamps, Ring, Sound, Stop)}
_FROM_BOARD: dict[int, Any] = {each.kind: each for each in (Hello, Pong, ButtonEvent)}


def from_board(payload: bytes) -> FromBoard | None:
    """What the board says in a frame's message; None for a kind that is not known or not a board's.

    MessageError for a wrong length or a value outside its range.
    """
    if payload[:1] == bytes([Hello.kind]) and len(payload) >= 6 and payload[1] != MAJOR:
        return Stranger(payload[1], payload[2], (payload[3], payload[4], payload[5]))
    message: FromBoard | None = _made(_FROM_BOARD, payload)
    return message


def from_host(payload: bytes) -> FromHost | None:
    """What a host says, as `from_board`; for boards that are played."""
    message: FromHost | None = _made(_FROM_HOST, payload)
    return message


def _made(kinds: dict[int, Any], payload: bytes) -> Any:
    if not payload or (kind := kinds.get(payload[0])) is None:
        return None
    _check(len(payload) == kind.layout.size, f"kind {payload[0]:#04x} in {len(payload)} bytes")
    _, *fields = kind.layout.unpack(payload)
    return getattr(kind, "unpacked", kind)(*fields)


def _colour(parts: bytes) -> Colour:
    red, green, blue = parts
    return red, green, blue
