"""The Raspberry Pi Pico's pins and its USB line; hardware.md has the wiring."""

import select
import sys
from os import urandom
from time import ticks_us  # type: ignore[attr-defined]

import machine
import micropython
from machine import PWM, Pin
from rp2 import StateMachine

from .edges import BUTTONS, EdgeRing
from .hardware import Hardware
from .lamps import LAMPS
from .ring import LEDS
from .ws2812 import CYCLES_PER_SECOND, ws2812

BUTTON_PINS = (2, 3, 4, 5, 6, 7)
LAMP_PINS = (8, 9, 10, 11, 12, 13)
RING_PIN = 16
BUZZER_PIN = 17
STOP_FILE = "stop"
"""Lies in the board's files where the next start is to end at the prompt."""

_LAMP_HZ = 1000
_HALF_DUTY = 32768
_CTRL_C = 3
_CAUSES = {machine.PWRON_RESET: 1, machine.WDT_RESET: 2}


class Pico(Hardware):
    """A Pico with a button, lamp, ring and buzzer on the pins above."""

    def __init__(self, asked_to: bool) -> None:
        self.board_id = machine.unique_id()
        self.boot_id = urandom(4)
        # `machine.reset` is told as a watchdog's reset.
        self.reset_cause = 3 if asked_to else _CAUSES.get(machine.reset_cause(), 0)
        self._buttons = tuple(Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTON_PINS)
        self._lamps = tuple(PWM(Pin(number), freq=_LAMP_HZ, duty_u16=0) for number in LAMP_PINS)
        # PIO and not `neopixel`, which shuts interrupts off for 0.7 ms: presses would be stamped late.
        self._ring = StateMachine(0, ws2812, freq=CYCLES_PER_SECOND, sideset_base=Pin(RING_PIN))
        self._ring.active(1)
        self._buzzer = PWM(Pin(BUZZER_PIN), freq=_LAMP_HZ, duty_u16=0)
        self._sounds = 0
        # Frames may hold the byte that otherwise ends a program.
        micropython.kbd_intr(-1)
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)

    def watch(self, edges: EdgeRing) -> None:
        """Let every edge of a button go to `edges`, from now on."""
        for button in range(BUTTONS):
            self._watch(button, self._buttons[button], edges)

    def _watch(self, button: int, pin: Pin, edges: EdgeRing) -> None:
        irq = pin.irq()

        def changed(_: Pin) -> None:
            tick = ticks_us()
            closed = 1 - pin.value()
            # A contact that bounces is open again before this runs; the edge tells that it was closed.
            if irq.flags() & Pin.IRQ_FALLING or closed:
                edges.put(button, 1, tick)
            if not closed:
                edges.put(button, 0, tick)

        # A hard interrupt: a soft one would wait for the loop to allow it, and be stamped then.
        pin.irq(changed, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def ticks(self) -> int:
        """The microcontroller's own µs."""
        return ticks_us()  # type: ignore[no-any-return]

    def closed(self, button: int) -> int:
        """A button ties its pin to ground."""
        return 1 - self._buttons[button].value()  # type: ignore[no-any-return]

    def receive(self, data: bytearray) -> int:
        """Byte by byte, as MicroPython's reading waits until it has all that it was asked for."""
        count = 0
        while count < len(data):
            ready = 0
            for _ in self._readable.ipoll(0):  # type: ignore[attr-defined]
                ready = 1
            if not ready:
                break
            self._in.readinto(self._one)  # type: ignore[union-attr]
            data[count] = self._one[0]
            count += 1
        return count

    def can_send(self) -> bool:
        """Whether there is room in USB's buffer."""
        ready = False
        for _ in self._writable.ipoll(0):  # type: ignore[attr-defined]
            ready = True
        return ready

    def send(self, data: bytearray, count: int) -> None:
        """MicroPython's own `write`, which takes a count, so that no slice must be made."""
        self._out.write(data, count)  # type: ignore[call-overload]

    def show_lamps(self, levels: bytearray) -> None:
        """By pulses of 1 kHz."""
        for lamp in range(LAMPS):
            self._lamps[lamp].duty_u16(levels[lamp] * 257)

    def show_ring(self, pixels: bytearray) -> None:
        """Takes 0.7 ms, during which interrupts go on."""
        self._ring.put(pixels, 24)

    def sound(self, hertz: int) -> None:
        """A square wave."""
        if hertz == self._sounds:
            return
        self._sounds = hertz
        if hertz:
            self._buzzer.freq(hertz)
            self._buzzer.duty_u16(_HALF_DUTY)
        else:
            self._buzzer.duty_u16(0)

    def restart_to_prompt(self) -> None:
        """Leave a note for the next start, as the watchdog cannot be stopped any more."""
        with open(STOP_FILE, "w"):
            pass
        self.release()
        machine.reset()

    def release(self) -> None:
        """Lights and sound off, and Ctrl-C means again what it means at the prompt."""
        self.sound(0)
        self.show_lamps(bytearray(LAMPS))
        # The LEDs keep their colours until they are told others, also over a restart.
        self.show_ring(bytearray(3 * LEDS))
        micropython.kbd_intr(_CTRL_C)
