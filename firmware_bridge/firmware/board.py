"""The board's side of the protocol (PROTOCOL.md), one turn of the loop after another."""

from .clock import Clock, since
from .edges import BUTTONS, Debounce, EdgeRing
from .events import EventQueue
from .hardware import Hardware
from .lamps import Lamps
from .ring import LEDS, Ring
from .sound import Sound
from .version import FIRMWARE, PROTOCOL
from .wire import MAX_FRAME, FrameReader, write_frame

WHO, PING, ACK, LAMPS, RING, SOUND, STOP = range(1, 8)
HELLO, PONG = 0x81, 0x82
_LENGTHS = bytes((0, 5, 3, 7, 9, 30, 38, 5))
_HELLO_BYTES, _PONG_BYTES = 33, 14

SILENCE_US = 1000000
"""After so long without a word from the host it is gone."""
HELLO_EVERY_US = 1000000
RESEND_US = 20000
RESEND_ASKED_US = 5000
"""After so long an acknowledgement that does not move on tells that a frame was lost."""
IN_FLIGHT = 8
FRAME_US = 20000
"""How often lights are worked out."""
_LONGEST_TTL_MS = 10000

UNLINKED, LINKED, REFUSED = range(3)


class Board:
    """Buttons, lights and buzzer at one end of the line.

    `edges` is where the interrupts put what they saw. Whoever runs the board calls `turn` again and again.
    """

    def __init__(self, hardware: Hardware) -> None:
        now = hardware.ticks()
        self.edges = EdgeRing()
        self.link = UNLINKED
        self._hardware = hardware
        self._clock = Clock(now)
        self._events = EventQueue(self._clock, hardware.boot_id)
        self._debounce = Debounce(self._events)
        for button in range(BUTTONS):
            self._debounce.begin(button, hardware.closed(button))
        self._reader = FrameReader()
        self._lamps = Lamps()
        self._ring = Ring(self._clock)
        self._sound = Sound()
        self._arrived = bytearray(MAX_FRAME)
        self._message = bytearray(MAX_FRAME)
        self._frame = bytearray(MAX_FRAME)
        self._heard = now
        self._hello_sent = (now - HELLO_EVERY_US) & 0x3FFFFFFF
        self._sent = 0
        self._sent_at = now
        self._drawn = now
        self._ms = 0
        self._lamps_from = now
        self._lamps_ttl = 0
        self._ring_from = now
        self._ring_ttl = 0
        self._slowest = 0
        # Whatever was on the line before must not swallow the first HELLO.
        self._frame[0] = 0
        hardware.send(self._frame, 1)

    def turn(self) -> None:
        """Do what there is to do now; waits for nothing."""
        hardware = self._hardware
        begun = hardware.ticks()
        self._clock.update(begun)
        self._take_edges(begun)
        self._listen()
        self._mind_the_host(begun)
        self._send_events(begun)
        self._sound.play(begun)
        if since(begun, self._drawn) >= FRAME_US:
            self._draw(begun)
        hardware.sound(self._sound.hertz)
        took = since(hardware.ticks(), begun)
        if took > self._slowest:
            self._slowest = took if took < 0xFFFF else 0xFFFF

    def _take_edges(self, now: int) -> None:
        edges = self.edges
        edges.drain(self._debounce)
        if edges.overrun:
            edges.overrun = False
            for button in range(BUTTONS):
                self._debounce.level(button, self._hardware.closed(button), now)
        self._debounce.settle(now)

    def _listen(self) -> None:
        # One filling of the buffer a turn, so that a babbling host cannot keep the board from its other work.
        count = self._hardware.receive(self._arrived)
        for place in range(count):
            length = self._reader.take(self._arrived[place])
            if length >= 0:
                self._take(self._reader.message, length)

    def _take(self, message: bytearray, length: int) -> None:
        kind = message[0] if length else 0
        if kind >= len(_LENGTHS):
            return
        if kind == WHO and length >= 3 and message[1] != PROTOCOL[0]:
            self._refuse(message, length)
        elif kind == 0 or length != _LENGTHS[kind] or not self._obey(kind, message):
            self._reader.count_damage()
            return
        self._heard = self._clock.now

    def _obey(self, kind: int, message: bytearray) -> bool:
        """Take a message of a known kind and the right length; False where a value is out of range."""
        if kind == WHO:
            return self._meet(message)
        if kind == STOP:
            if self._is_my_boot(message):
                self._hardware.restart_to_prompt()
            return True
        if kind >= LAMPS and not self._ttl(message):
            return False
        if self.link != LINKED:
            self._send_hello(0, 0)
            return True
        now = self._clock.now
        if kind == PING:
            self._send_pong(message)
        elif kind == ACK:
            self._acknowledge(message)
        elif kind == LAMPS:
            if not self._lamps.want(message, 3):
                return False
            self._lamps_from = now
            self._lamps_ttl = self._ttl(message)
        elif kind == RING:
            if not self._ring.want(message, 3):
                return False
            self._ring_from = now
            self._ring_ttl = self._ttl(message)
        elif kind == SOUND:
            return self._sound.want(message, self._ttl(message), now)
        return True

    def _ttl(self, message: bytearray) -> int:
        """How long what a message wants holds, in µs; 0 where it is out of range."""
        ms = message[1] << 8 | message[2]
        return ms * 1000 if ms <= _LONGEST_TTL_MS else 0

    def _is_my_boot(self, message: bytearray) -> bool:
        boot = self._hardware.boot_id
        return (
            message[1] == boot[0]
            and message[2] == boot[1]
            and message[3] == boot[2]
            and message[4] == boot[3]
        )

    def _meet(self, message: bytearray) -> bool:
        if not message[3] | message[4]:
            return False
        self._forget_wishes()
        self.link = LINKED
        self._send_hello(message[3], message[4])
        self._sent = 0
        return True

    def _refuse(self, message: bytearray, length: int) -> None:
        """Tell a host of another major version which one this is; its message may have any length."""
        self._forget_wishes()
        self.link = REFUSED
        self._hello_sent = self._clock.now
        if length >= 5:
            self._send_hello(message[3], message[4])
        else:
            self._send_hello(0, 0)

    def _forget_wishes(self) -> None:
        self._lamps.off()
        self._ring.off()
        self._sound.off()

    def _acknowledge(self, message: bytearray) -> None:
        if not self._is_my_boot(message):
            return
        had = self._events.acknowledge(message[5] << 8 | message[6])
        if had < 0:
            self._send_hello(0, 0)
        elif had:
            self._sent = self._sent - had if self._sent > had else 0
            self._sent_at = self._clock.now
        elif self._sent and since(self._clock.now, self._sent_at) >= RESEND_ASKED_US:
            self._sent = 0

    def _mind_the_host(self, now: int) -> None:
        if self.link != UNLINKED and since(now, self._heard) >= SILENCE_US:
            self.link = UNLINKED
            self._forget_wishes()
            self._hello_sent = now
            self._send_hello(0, 0)
        elif self.link != LINKED and since(now, self._hello_sent) >= HELLO_EVERY_US:
            self._hello_sent = now
            self._send_hello(0, 0)

    def _send_events(self, now: int) -> None:
        events = self._events
        if self.link != LINKED or events.count == 0:
            return
        if self._sent and since(now, self._sent_at) >= RESEND_US:
            self._sent = 0
        while self._sent < events.count and self._sent < IN_FLIGHT and self._hardware.can_send():
            self._send(events.write(self._sent, self._message))
            self._sent += 1
            self._sent_at = now

    def _send_hello(self, token_high: int, token_low: int) -> None:
        message = self._message
        hardware = self._hardware
        events = self._events
        message[0] = HELLO
        for place in range(2):
            message[1 + place] = PROTOCOL[place]
        for place in range(3):
            message[3 + place] = FIRMWARE[place]
        message[6] = token_high
        message[7] = token_low
        for place in range(4):
            message[8 + place] = hardware.boot_id[place]
        for place in range(8):
            message[12 + place] = hardware.board_id[place]
        # 1,000,000 ticks a second.
        message[20] = 0
        message[21] = 0x0F
        message[22] = 0x42
        message[23] = 0x40
        message[24] = BUTTONS
        message[25] = LEDS
        message[26] = hardware.reset_cause
        self._put(27, events.oldest)
        self._put(29, events.next)
        self._put(31, events.lost)
        self._send(_HELLO_BYTES)

    def _send_pong(self, ping: bytearray) -> None:
        message = self._message
        message[0] = PONG
        message[1] = ping[1]
        message[2] = ping[2]
        self._clock.put(self._hardware.ticks(), message, 3)
        message[7] = self._events.count
        self._put(8, self._events.lost)
        self._put(10, self._reader.damaged)
        self._put(12, self._slowest)
        self._slowest = 0
        self._send(_PONG_BYTES)

    def _put(self, place: int, number: int) -> None:
        self._message[place] = number >> 8
        self._message[place + 1] = number & 0xFF

    def _send(self, count: int) -> None:
        # What the line cannot take is lost like any other frame; waiting would stop the clock's samples.
        if self._hardware.can_send():
            self._hardware.send(self._frame, write_frame(self._message, count, self._frame))

    def _draw(self, now: int) -> None:
        elapsed = since(now, self._drawn)
        self._drawn = now
        self._ms = (self._ms + elapsed // 1000) % 2000
        if since(now, self._lamps_from) >= self._lamps_ttl:
            self._lamps_ttl = 0
            self._lamps.off()
        if since(now, self._ring_from) >= self._ring_ttl:
            self._ring_ttl = 0
            self._ring.off()
        self._lamps.draw(self._ms)
        if self.link == LINKED:
            self._ring.draw(elapsed)
        elif self.link == REFUSED:
            self._ring.draw_refused()
        else:
            self._ring.draw_link_lost(elapsed)
        self._hardware.show_lamps(self._lamps.levels)
        self._hardware.show_ring(self._ring.pixels)
