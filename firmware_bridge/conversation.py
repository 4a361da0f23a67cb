"""What host and board say to each other, apart from port, thread and clock: bytes and times in, news out."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.clock_sync import ClockSync, Moment
from firmware_bridge.errors import MessageError, SilenceError, VersionError
from firmware_bridge.framing import Deframer, encode
from firmware_bridge.lights import BoardLights, lamps_message, ring_message
from firmware_bridge.messages import (
    MAJOR,
    MAX_NOTES,
    MINOR,
    Ack,
    ButtonEvent,
    FromHost,
    Hello,
    Ping,
    Pong,
    Sound,
    Stranger,
    Who,
    from_board,
)

ASK_NS = 250_000_000
PING_NS = 250_000_000
REFRESH_NS = 250_000_000

SILENT_NS = 1_000_000_000
"""So long without a valid message, and the link is lost."""

UNHEARD_NS = 3_000_000_000
"""So long without an answer to the host's question, whatever else the board says, and the link is lost."""

SOUND_AGAIN_NS = 1_000_000_000
"""How long a sound is sent again, in case it did not arrive: a late one is worse than none."""

_SOUND_TTL_MS = 10_000
_SEQUENCE = 1 << 16
_PINGS_KEPT = 16
_TOKENS_KEPT = 64


@dataclass(frozen=True)
class Linked:
    """Host and board talk; `restarted`: it is a known board's new start, and what it had kept is gone.

    A restart may have cost edges since `safe_ns` (CLOCK_MONOTONIC), when the last of them was here.
    """

    hello: Hello
    restarted: bool
    safe_ns: int | None = None


@dataclass(frozen=True)
class Edge:
    """A button was pressed or released; `own_ns` is the moment on the board's own `clock`."""

    button: int
    pressed: bool
    moment: Moment
    clock: str
    own_ns: int


@dataclass(frozen=True)
class EdgesLost:
    """So many edges will never come; `taken`: another program acknowledged them, else the board was full."""

    count: int
    taken: bool


@dataclass(frozen=True)
class RivalHeard:
    """Another program asks the same board."""


News: TypeAlias = Linked | Edge | EdgesLost | RivalHeard


class Conversation:
    """One host's talk with one board, over as many openings of ports and boots of the board as there are.

    For one thread. Call `opened` with every port that was opened, `hear` with what came in, then pass the
    news on, then send what `due` says: nothing is acknowledged before it was passed on. Times are in ns of
    CLOCK_MONOTONIC: `hear` wants that after the bytes were read, `due` that before they are written.
    """

    def __init__(self, chance: random.Random | None = None) -> None:
        self.damaged = 0
        self.pong: Pong | None = None
        self.hello: Hello | None = None
        self._chance = chance or random.Random()
        self._boot: int | None = None
        self._clock = ClockSync()
        self._expected = 0
        self._overflowed = 0
        self._safe_ns: int | None = None
        self._lights = BoardLights()
        self._sound: Sound | None = None
        self._sound_token = 0
        self._sound_sent = False
        self._sound_until_ns = 0
        self._deframer = Deframer()
        self._linked = self._greeted = self._sampled = self._owes_ack = self._rival_told = False
        self._stranger: Stranger | None = None
        self._tokens: list[int] = []
        self._pings: dict[int, int] = {}
        self._heard_ns = self._asking_ns = 0
        self._ask_ns = self._ping_ns = self._refresh_ns = 0

    @property
    def linked(self) -> bool:
        """Whether the board has answered and nothing was amiss since."""
        return self._linked

    @property
    def clock(self) -> ClockSync:
        """What is known of the clock of the board's present boot."""
        return self._clock

    def want(self, lights: BoardLights) -> None:
        """From now on the board shall show this, MessageError where no board can."""
        lamps_message(lights)
        ring_message(lights, ClockSync(), 0)
        if lights != self._lights:
            self._lights = lights
            self._refresh_ns = 0

    def play(self, notes: tuple[tuple[int, int], ...], asked_ns: int) -> None:
        """Play notes (Hz, 0 for a rest, and ms; the first eight) once; none stop what sounds.

        A board that is not linked within a second after they were asked for plays them no more.
        """
        # Any token but the last one begins a new sound.
        self._sound_token = self._sound_token % (_SEQUENCE - 1) + 1
        kept = notes[:MAX_NOTES]
        self._sound = Sound(_SOUND_TTL_MS, self._sound_token if kept else 0, kept)
        self._sound_sent = False
        self._sound_until_ns = asked_ns + SOUND_AGAIN_NS
        self._refresh_ns = 0

    def opened(self, now_ns: int) -> None:
        """Begin on a port that was just opened."""
        self._deframer = Deframer()
        self._linked = self._greeted = self._sampled = self._owes_ack = self._rival_told = False
        self._stranger = None
        self._tokens, self._pings = [], {}
        self._heard_ns = self._asking_ns = now_ns
        self._ask_ns = self._ping_ns = self._refresh_ns = 0

    def closed(self) -> None:
        """The port is gone."""
        self._linked = False

    def hear(self, data: bytes, now_ns: int) -> list[News]:
        """What `data` brings."""
        news: list[News] = []
        for payload in self._deframer.feed(data):
            try:
                message = from_board(payload)
            except MessageError:
                self.damaged += 1
                continue
            if message is None:
                continue
            self._heard_ns = now_ns
            match message:
                case Stranger():
                    self._stranger = message
                case Hello():
                    news += self._on_hello(message, now_ns)
                case Pong():
                    news += self._on_pong(message, now_ns)
                case ButtonEvent():
                    news += self._on_event(message, now_ns)
        self.damaged += self._deframer.dropped
        self._deframer.dropped = 0
        return news

    def due(self, now_ns: int) -> bytes:
        """What is to be sent now.

        Raises SilenceError where nothing valid has come for too long, VersionError where the board speaks
        another protocol.
        """
        # Not sooner, since what was heard before it counts.
        if self._stranger is not None:
            raise _other_version(self._stranger)
        unheard = not self._linked and now_ns - self._asking_ns > UNHEARD_NS
        if unheard or now_ns - self._heard_ns > SILENT_NS:
            raise SilenceError(
                "The board does not answer: unplug it and plug it in again, and see 'pharaoh doctor'."
            )
        out = b"" if self._greeted else b"\0"
        self._greeted = True
        messages = self._talk(now_ns) if self._linked else self._ask(now_ns)
        return out + b"".join(encode(message.encode()) for message in messages)

    def _ask(self, now_ns: int) -> list[FromHost]:
        if now_ns < self._ask_ns:
            return []
        self._ask_ns = now_ns + ASK_NS
        token = self._chance.randrange(1, _SEQUENCE)
        self._tokens = [*self._tokens[1 - _TOKENS_KEPT :], token]
        return [Who(MAJOR, MINOR, token)]

    def _talk(self, now_ns: int) -> list[FromHost]:
        messages: list[FromHost] = []
        # First of all, since its way is measured.
        if now_ns >= self._ping_ns:
            self._ping_ns = now_ns + PING_NS
            messages.append(Ping(self._new_ping(now_ns)))
        if self._owes_ack and self._boot is not None:
            self._owes_ack = False
            messages.append(Ack(self._boot, self._expected))
        if now_ns >= self._refresh_ns:
            self._refresh_ns = now_ns + REFRESH_NS
            messages += [lamps_message(self._lights), ring_message(self._lights, self._clock, now_ns)]
            if self._sound is not None and now_ns < self._sound_until_ns:
                messages.append(self._sound)
                self._sound_sent = True
        return messages

    def _new_ping(self, now_ns: int) -> int:
        token = self._chance.randrange(_SEQUENCE)
        while token in self._pings:
            token = self._chance.randrange(_SEQUENCE)
        self._pings[token] = now_ns
        while len(self._pings) > _PINGS_KEPT:
            del self._pings[next(iter(self._pings))]
        return token

    def _on_hello(self, hello: Hello, now_ns: int) -> list[News]:
        if hello.token == 0:
            # It restarted or had lost the link.
            if self._linked:
                self._linked = False
                self._asking_ns, self._ask_ns = now_ns, 0
            return []
        if hello.token not in self._tokens:
            told, self._rival_told = self._rival_told, True
            return [] if told else [RivalHeard()]
        known = self._boot
        news: list[News] = []
        if hello.boot != known:
            self._boot = hello.boot
            self._clock = ClockSync(hello.tick_hz)
            self._pings.clear()
            self._sampled = False
            self._expected = hello.oldest
            self._overflowed = hello.lost if known is None else 0
        elif 0 < (taken := (hello.oldest - self._expected) % _SEQUENCE) < _SEQUENCE // 2:
            self._expected = hello.oldest
            news.append(EdgesLost(taken, taken=True))
        if not self._linked or hello.boot != known:
            restarted = known is not None and hello.boot != known
            news.insert(0, Linked(hello, restarted, self._safe_ns))
        news += self._overflow(hello.lost)
        self.hello = hello
        self._linked = True
        # Being asked, it has forgotten its lights, and which sound it played last.
        self._ping_ns = self._refresh_ns = 0
        if self._sound_sent:
            self._sound = None
        return news

    def _on_pong(self, pong: Pong, now_ns: int) -> list[News]:
        sent_ns = self._pings.pop(pong.token, None)
        if sent_ns is None or not self._linked:
            return []
        self._clock.add(sent_ns, pong.stamp, now_ns)
        self._sampled = True
        self.pong = pong
        if not pong.queued:
            self._safe_ns = sent_ns
        return self._overflow(pong.lost)

    def _on_event(self, event: ButtonEvent, now_ns: int) -> list[News]:
        if not self._linked or event.boot != self._boot:
            return []
        self._owes_ack = True
        # Until the clock was asked in this opening it stays with the board, which sends it again.
        if event.seq != self._expected or not self._sampled:
            return []
        self._expected = (self._expected + 1) % _SEQUENCE
        assert self.hello is not None
        ticks = self._clock.unwrapped(event.stamp, now_ns, event.age)
        clock = f"{self.hello.board.hex()}-{event.boot:08x}"
        moment = self._clock.moment(ticks)
        return [Edge(event.button, event.edge == 1, moment, clock, self._clock.elapsed_ns(ticks))]

    def _overflow(self, lost: int) -> list[News]:
        more = lost - self._overflowed
        self._overflowed = lost
        return [EdgesLost(more, taken=False)] if more > 0 else []


def _other_version(board: Stranger) -> VersionError:
    firmware = ".".join(map(str, board.firmware))
    return VersionError(
        f"The board's firmware {firmware} speaks protocol {board.major}.{board.minor}, "
        f"this table {MAJOR}.{MINOR}: run 'pharaoh firmware install'."
    )
