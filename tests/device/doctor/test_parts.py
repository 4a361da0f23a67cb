from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.config import ButtonsConfig, ScreenConfig
from device.doctor import parts
from device.doctor.parts import (
    is_raspberry_pi,
    look_at_clock,
    look_at_disk,
    look_at_journal,
    look_at_pins,
    look_at_screen,
    look_at_serial,
)
from device.errors import ButtonError, JournalDamagedError
from device.journal import Journal
from firmware_bridge.ports import SerialPort


def test_a_disk_with_room_keeps_a_line_and_nothing_is_left_on_it(tmp_path: Path) -> None:
    finding = look_at_disk(tmp_path / "journal.sqlite")
    assert finding.ok
    assert finding.figures["free_bytes"] > 0
    assert finding.figures["sync_ms"] >= 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_made_yet_is_judged_by_the_one_around_it(tmp_path: Path) -> None:
    finding = look_at_disk(tmp_path / "state" / "pharaoh" / "journal.sqlite")
    assert finding.ok
    assert str(tmp_path) in finding.text
    assert list(tmp_path.iterdir()) == []


def test_a_small_disk_is_told_to_be_full(small_disk: Path) -> None:
    finding = look_at_disk(small_disk / "journal.sqlite")
    assert not finding.ok
    assert "has 1 MB left: free some space" in finding.text


def test_a_folder_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(folder: Path) -> float:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(parts, "_sync_ms", refuse)
    finding = look_at_disk(tmp_path / "journal.sqlite")
    assert not finding.ok
    assert "cannot be written (Permission denied): give this user the right to it" in finding.text


def test_a_card_that_takes_seconds_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parts, "_sync_ms", lambda folder: 2500.0)
    finding = look_at_disk(tmp_path / "journal.sqlite")
    assert not finding.ok
    assert "2500 ms" in finding.text


def test_a_journal_is_opened_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert look_at_journal(path).text.endswith("will be made with the first game")
    assert list(tmp_path.iterdir()) == []
    with Journal.open(path):
        # Also while a table has it.
        finding = look_at_journal(path)
    assert (finding.ok, finding.figures) == (True, {"games": 0})


def test_a_damaged_journal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"something else" * 100)
    with pytest.raises(JournalDamagedError, match="this is not a journal"):
        look_at_journal(path)


def ticking(*steps: int) -> Callable[[], int]:
    """A clock that goes by these steps in ns, again and again."""

    def stamps() -> Iterator[int]:
        now = 0
        while True:
            for step in steps:
                now += step
                yield now

    clock = stamps()
    return lambda: next(clock)


def test_this_machines_clock_goes_forward() -> None:
    finding = look_at_clock()
    assert finding.ok
    assert 0 < finding.figures["tick_ms"] < 1


@pytest.mark.parametrize(
    ("steps", "text"),
    [((1000, 1000, -1), "goes backwards"), ((0,), "stands still"), ((0, 4_000_000), "ticks too coarsely")],
)
def test_a_clock_that_is_of_no_use_is_told(steps: tuple[int, ...], text: str) -> None:
    finding = look_at_clock(ticking(*steps))
    assert not finding.ok
    assert text in finding.text


def refuse(config: ButtonsConfig, post: object) -> None:
    raise ButtonError("the pins cannot be used; run as a member of the group gpio")


def test_pins_that_can_be_used_are_given_back() -> None:
    closed: list[bool] = []
    finding = look_at_pins(
        ButtonsConfig(), open_pins=lambda config, post: SimpleNamespace(close=lambda: closed.append(True))
    )
    assert finding.ok
    assert finding.text == "the buttons can be used: up 5, down 6, ok 13, back 19"
    assert closed == [True]


def test_the_pins_of_the_players_own_buttons_are_told_too() -> None:
    finding = look_at_pins(
        ButtonsConfig(player_pins=(17, 27)),
        open_pins=lambda config, post: SimpleNamespace(close=lambda: None),
    )
    assert finding.text.endswith("back 19, player 1 17, player 2 27")
    assert finding.figures["buttons"] == 6


def test_pins_that_cannot_be_used_are_a_failure_on_a_raspberry_pi_alone() -> None:
    on_pi = look_at_pins(ButtonsConfig(), on_pi=True, open_pins=refuse)
    assert not on_pi.ok
    assert "group gpio" in on_pi.text
    elsewhere = look_at_pins(ButtonsConfig(), on_pi=False, open_pins=refuse)
    assert elsewhere.ok
    assert elsewhere.text == "no pins here: keys and touch serve"


def test_pins_that_are_switched_off_are_not_touched() -> None:
    assert look_at_pins(ButtonsConfig(enabled=False), on_pi=True, open_pins=refuse).ok


def test_a_raspberry_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_raspberry_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert is_raspberry_pi(model)


BOARD = SerialPort("/dev/ttyACM0", "Board in FS mode", True)


def test_no_board_is_no_failure_and_one_that_may_not_be_used_is() -> None:
    assert look_at_serial(lambda: ()).text == "no board found: touch and keys serve"
    assert look_at_serial(lambda: ()).ok
    found = look_at_serial(lambda: (BOARD,))
    assert (found.ok, found.text) == (True, "/dev/ttyACM0 (Board in FS mode)")
    shut = look_at_serial(lambda: (BOARD, SerialPort("/dev/ttyUSB0", "USB-Serial", False)))
    assert not shut.ok
    assert shut.text == "/dev/ttyUSB0 may not be used: add this user to the group dialout"


def test_a_screen_is_tried_by_a_program_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    finding = look_at_screen(ScreenConfig())
    assert finding.ok, finding.text
    assert finding.figures == {"driver": "dummy"}


def test_a_screen_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    finding = look_at_screen(ScreenConfig())
    assert not finding.ok
    assert "no window of 800x480 pixels can be opened" in finding.text
    assert "\n" not in finding.text


@pytest.mark.parametrize(
    ("program", "text"),
    [
        ("import time; time.sleep(60)", "no window of 800x480 opens within"),
        ("import os; os.abort()", "the display driver ended with -6"),
    ],
)
def test_a_driver_that_hangs_or_breaks_the_program_is_told(
    program: str, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand_in = tmp_path / "python"
    stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{program}"\n')
    stand_in.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(stand_in))
    monkeypatch.setattr(parts, "_SCREEN_S", 2.0)
    finding = look_at_screen(ScreenConfig())
    assert not finding.ok
    assert text in finding.text
