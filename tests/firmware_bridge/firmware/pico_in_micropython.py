# mypy: ignore-errors
"""Runs the whole firmware under MicroPython, pins and all: `pico_in_micropython.py ROOT STUBS CONTROL`.

`stubs` stand in for the microcontroller's own modules. The line is stdin and stdout, as it is on the Pico;
CONTROL is an open descriptor with lines: `move PIN LEVEL…` moves a contact, `show` writes on stderr what the
pins show, `fail` raises an error in the loop, `lock` locks the heap for the rest of the run.
"""

import json
import select
import sys

sys.path.insert(0, sys.argv[2])
sys.path.append(sys.argv[1])

import machine
import micropython
import rp2

from firmware_bridge.firmware import start
from firmware_bridge.firmware.pico import BUZZER_PIN, LAMP_PINS


class Hands:
    """Does what CONTROL says, between two turns of the loop."""

    def __init__(self, descriptor):
        self._file = open(descriptor, "rb+")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._line = bytearray(1)
        self._text = bytearray(80)
        self._count = 0
        self._locked = False

    def __call__(self):
        """See whether there is something to do."""
        ready = False
        for _ in self._poll.ipoll(1):
            ready = True
        if not ready:
            return
        self._file.readinto(self._line)
        if self._line[0] != 10:
            self._text[self._count] = self._line[0]
            self._count += 1
            return
        if self._locked:
            micropython.heap_unlock()
        words = bytes(self._text[: self._count]).decode().split()
        self._count = 0
        self.obey(words)
        if self._locked:
            micropython.heap_lock()

    def obey(self, words):
        """Carry out one line."""
        if words[0] == "move":
            machine.pins[int(words[1])].move(*[int(word) for word in words[2:]])
        elif words[0] == "show":
            ring = rp2.machines[0]
            bits = [word >> (31 - bit) & 1 for word in ring.words[:3] for bit in range(8)]
            shown = {
                "lamps": [machine.pins[pin].pwm.duty for pin in LAMP_PINS],
                "buzzer": [machine.pins[BUZZER_PIN].pwm.hertz, machine.pins[BUZZER_PIN].pwm.duty],
                "ring": [word >> 24 for word in ring.words],
                "ring_pin": ring.pin.number,
                "levels": "".join(str(level) for level in ring.program.levels(bits)),
                "freq": ring.freq,
                "hard": [machine.pins[pin].irq().hard for pin in range(2, 8)],
            }
            sys.stderr.write(json.dumps(shown) + "\n")
        elif words[0] == "fail":
            raise ValueError("a fault of the firmware's own")
        elif words[0] == "lock":
            self._locked = True


def at_the_end(how):
    """How it ended, and whether anything is still lit or sounds."""
    levels = list(rp2.machines[0].words) if rp2.machines else []
    # MicroPython cannot unpack into a tuple.
    for pin in LAMP_PINS + (BUZZER_PIN,):  # noqa: RUF005
        if pin in machine.pins:
            levels.append(machine.pins[pin].pwm.duty)
    sys.stderr.write(how + (", lit\n" if any(levels) else ", dark\n"))


# What power-on finds: buttons that are held, and the cause of the start.
for word in sys.argv[4:]:
    if word.startswith("held="):
        machine.Pin(int(word[5:]), machine.Pin.IN, machine.Pin.PULL_UP).level = 0
    else:
        machine.cause = int(word[6:])
machine.WDT.on_feed = Hands(int(sys.argv[3]))
try:
    start.start()
    at_the_end("prompt")
except machine.Restart:
    at_the_end("restart")
