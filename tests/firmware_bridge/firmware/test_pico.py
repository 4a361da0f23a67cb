"""The firmware with its pins, under MicroPython, with the microcontroller's own modules played by stubs."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware_bridge.firmware.version import FIRMWARE
from firmware_bridge.messages import Hello, Lamps, Ping, Pong, Ring, Sound, Stop
from firmware_bridge.virtual.interpreters import command
from tests.firmware_bridge.interpreters import ROOT, needs_micropython
from tests.firmware_bridge.terminal import PATIENCE_S, Terminal

pytestmark = needs_micropython

HERE = Path(__file__).parent
BUTTON = (2, 3, 4, 5, 6, 7)


class PlayedPico:
    """The running program, its line, and hands for its pins."""

    def __init__(self, files: Path, *start: str) -> None:
        self.files = files
        master, slave = os.openpty()
        tty.setraw(slave)
        self._control, control = socket.socketpair()
        arguments = [str(HERE / "pico_in_micropython.py"), str(ROOT), str(HERE / "stubs")]
        self._process = subprocess.Popen(
            command("micropython", *arguments, str(control.fileno()), *start),
            stdin=slave,
            stdout=slave,
            stderr=subprocess.PIPE,
            pass_fds=[control.fileno()],
            cwd=files,
            text=True,
        )
        os.close(slave)
        control.close()
        self.line = Terminal(master)

    def do(self, *words: str | int) -> None:
        self._control.sendall(" ".join(map(str, words)).encode() + b"\n")

    def show(self) -> dict[str, Any]:
        self.do("show")
        said: dict[str, Any] = json.loads(self.said())
        return said

    def show_once(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """What the pins show as soon as that is true; the line is kept alive meanwhile."""
        shown = self.show()
        end = time.monotonic() + PATIENCE_S
        while not what(shown):
            assert time.monotonic() < end, shown
            self.line.say(Ping(1))
            shown = self.show()
        return shown

    def said(self) -> str:
        """One line that it wrote beside the protocol."""
        assert self._process.stderr is not None
        return self._process.stderr.readline().strip()

    def ended(self) -> str:
        """What it wrote until its end."""
        return self._process.communicate(timeout=PATIENCE_S)[1].strip()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._control.close()
        self.line.close()


@contextmanager
def running(files: Path, *start: str) -> Iterator[PlayedPico]:
    pico = PlayedPico(files, *start)
    try:
        yield pico
    finally:
        pico.close()


def light_everything(pico: PlayedPico) -> None:
    """Lamps, ring and buzzer on, and seen to be."""
    white = ((99, 99, 99),) * 4
    pico.line.say(Lamps(10_000, ((0, 15),) * 6), Ring(10_000, 1, white), Sound(10_000, 1, ((880, 5000),)))
    pico.show_once(lambda shown: shown["lamps"][0] > 0 and shown["ring"][0] > 0 and shown["buzzer"][1] > 0)


def test_it_answers_on_usb_and_says_who_it_is(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        first, second = pico.line.link(), pico.line.link()
    assert first.firmware == FIRMWARE
    assert first.board == b"PICO\0\1\2\3"
    assert (first.reset, first.boot) == (1, second.boot)
    assert first.boot != 0


def test_a_contact_that_bounces_faster_than_the_interrupt_is_one_press(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        pico.line.link()
        pico.do("move", BUTTON[4], 0, 1)
        pico.do("move", BUTTON[4], 0)
        pressed = pico.line.event()
        pico.do("move", BUTTON[4], 1, 0, 1)
        released = pico.line.event()
        assert all(pico.show()["hard"])
    assert (pressed.button, pressed.edge) == (4, 1)
    assert (released.button, released.edge, released.seq) == (4, 0, 1)


def test_lights_and_sound_reach_their_pins(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        pico.line.link()
        pico.line.say(
            Lamps(10_000, tuple((0, level) for level in (0, 15, 0, 0, 0, 1))),
            Ring(10_000, 1, ((1, 128, 85), (0, 0, 7), (0, 0, 0), (0, 0, 0)), (0, 1, *(2,) * 22)),
            Sound(10_000, 1, ((880, 5000),)),
        )
        shown = pico.show_once(lambda shown: shown["lamps"][1] > 0)
    assert shown["lamps"] == [0, 65535, 0, 0, 0, 17 * 257]
    assert shown["ring"] == [128, 1, 85, 0, 0, 7] + [0] * 66
    assert shown["buzzer"] == [880, 32768]


def test_the_rings_signal_is_the_one_of_its_datasheet(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        pico.line.link()
        pico.line.say(Ring(10_000, 1, ((1, 64, 85), (0, 0, 0), (0, 0, 0), (0, 0, 0))))
        shown = pico.show_once(lambda shown: shown["ring"][:3] == [64, 1, 85])
    cycle_ns = 1e9 / shown["freq"]
    bits = [int(bit) for byte in (64, 1, 85) for bit in f"{byte:08b}"]
    # Each bit begins with its high part.
    levels = shown["levels"].lstrip("0")
    for number, bit in enumerate(bits):
        high = len(levels) - len(levels.lstrip("1"))
        rest = levels[high:]
        low = len(rest) - len(rest.lstrip("0"))
        # WS2812B: 400 and 850 ns for a 0, 800 and 450 ns for a 1, each within 150 ns.
        assert abs(high * cycle_ns - (800 if bit else 400)) <= 150
        if number < len(bits) - 1:
            assert abs(low * cycle_ns - (450 if bit else 850)) <= 150
        levels = rest[low:]
    assert levels == ""


def test_nothing_on_the_way_from_pin_to_usb_makes_an_object(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        pico.line.link()
        pico.do("lock")
        for number in range(20):
            pico.line.say(
                Ping(number), Lamps(1000, ((0, number % 16),) * 6), Sound(100, number + 1, ((440, 20),))
            )
            answer = pico.line.wait_for(lambda message: isinstance(message, Pong))
            assert isinstance(answer, Pong)
        assert pico.line.link().lost == 0


def test_stop_ends_at_the_prompt_of_the_next_start_and_only_of_that(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        hello = pico.line.link()
        light_everything(pico)
        pico.line.say(Stop(hello.boot))
        assert pico.ended() == "restart, dark"
    with running(tmp_path) as pico:
        assert pico.ended() == "prompt, dark"
    with running(tmp_path) as pico:
        assert isinstance(pico.line.link(), Hello)


def test_the_first_button_held_at_power_on_ends_at_the_prompt(tmp_path: Path) -> None:
    with running(tmp_path, f"held={BUTTON[0]}") as pico:
        assert pico.ended() == "prompt, dark"
    with running(tmp_path, f"held={BUTTON[1]}") as pico:
        pico.line.link()


def test_an_error_is_kept_and_the_board_starts_anew_but_not_for_ever(tmp_path: Path) -> None:
    with running(tmp_path) as pico:
        pico.line.link()
        light_everything(pico)
        pico.do("fail")
        assert pico.ended() == "restart, dark"
    assert "a fault of the firmware's own" in (tmp_path / "error.txt").read_text()
    with running(tmp_path, "cause=3") as pico:
        assert pico.line.link().reset == 3
        pico.do("fail")
        assert pico.ended() == "prompt, dark"
    with running(tmp_path, "cause=3") as pico:
        # The watchdog has started it once more.
        assert pico.ended() == "prompt, dark"
    with running(tmp_path, "cause=3") as pico:
        assert pico.line.link().reset == 2
