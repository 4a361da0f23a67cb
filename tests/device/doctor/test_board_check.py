from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from device.config import BoardConfig
from device.doctor import board as doctors
from device.doctor.board import look_at_board
from device.doctor.checkup import Finding
from firmware_bridge.conversation import Conversation
from firmware_bridge.framing import encode
from firmware_bridge.link import BoardLink
from firmware_bridge.messages import Hello
from firmware_bridge.ports import SerialPort
from tests.firmware_bridge.hand_moved import Faults, S, World


def looked(world: World) -> Finding:
    """What the doctor finds at the board of a world whose time the test moves."""
    make = partial(
        BoardLink,
        open_port=world._open,
        now_ns=lambda: world.now_ns,
        rest=lambda seconds: world.advance(round(seconds * S)),
        conversation=Conversation(world.chance),
    )
    return look_at_board(BoardConfig(), world._find, make_link=make, now_s=lambda: world.now_ns / S)


def test_a_board_that_answers_is_told_with_its_figures_and_given_back() -> None:
    world = World()
    finding = looked(world)
    assert finding.ok, finding.text
    assert finding.text.startswith("/dev/ttyACM0, firmware 1.0.0, 6 buttons, clock known to 0.")
    assert finding.figures["damaged_frames"] == 0
    assert finding.figures["uncertainty_ms"] < 1
    assert world.opened is None


def test_no_board_need_be_there_and_one_may_be_switched_off() -> None:
    assert look_at_board(BoardConfig(), lambda: ()).ok
    finding = look_at_board(BoardConfig(enabled=False))
    assert (finding.ok, finding.figures) == (True, {"found": False})


def test_a_port_without_permission_is_told_with_the_remedy() -> None:
    finding = look_at_board(BoardConfig(), lambda: [SerialPort("/dev/ttyACM0", "Board", False)])
    assert (finding.ok, finding.text) == (
        False,
        "/dev/ttyACM0 may not be used: add this user to the group dialout",
    )


def test_a_board_that_does_not_answer_is_told_with_the_remedy() -> None:
    world = World()
    world.hangs = True
    finding = looked(world)
    assert not finding.ok
    assert "does not answer" in finding.text
    assert "pharaoh firmware install" in finding.text


def test_a_board_of_another_protocol_is_told_with_the_remedy() -> None:
    world = World()
    world.hangs = True
    stranger = Hello(2, 0, (2, 1, 0), 0, 1, bytes(8), 10**6, 6, 24, 1, 0, 0, 0)
    world.to_host.put(encode(stranger.encode()), world.now_ns)
    finding = looked(world)
    assert not finding.ok
    assert "speaks protocol 2.0, this table 1.0: run 'pharaoh firmware install'" in finding.text


def test_older_firmware_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctors, "FIRMWARE", (1, 0, 1))
    finding = looked(World())
    assert not finding.ok
    assert finding.text.endswith("1.0.1 is here: run 'pharaoh firmware install'")


def test_a_bad_cable_is_told() -> None:
    world = World()
    world.disturb(Faults(garble=0.003))
    finding = looked(world)
    assert not finding.ok
    assert finding.text.endswith("bytes are damaged: take another cable")


def test_a_frame_that_the_opening_cut_is_no_bad_cable() -> None:
    world = World()
    world.to_host.put(b"\x05\x81\x01\x02\0", world.now_ns)
    world.to_board.put(b"\x05\x81\x01\x02\0", world.now_ns)
    assert looked(world).ok


def test_a_slow_way_is_told() -> None:
    world = World()
    world.disturb(replace(Faults(), delay_ms=(15, 20)))
    finding = looked(world)
    assert not finding.ok
    assert finding.text.endswith("it is too slow: plug it straight into the computer")
