from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli import main
from firmware_bridge.firmware.version import FIRMWARE
from firmware_bridge.installing import version_text
from firmware_bridge.virtual.board import VirtualBoard
from tests.firmware_bridge.interpreters import needs_micropython

Output = pytest.CaptureFixture[str]
WANTED = version_text(FIRMWARE)


def test_show_tells_the_boards_firmware(capsys: Output) -> None:
    with VirtualBoard("cpython", seed=9) as board:
        assert main(["firmware", "--port", str(board.port)]) == 0
        assert capsys.readouterr().out == f"The board at {board.port} has firmware {WANTED}, protocol 1.0.\n"
        assert main(["firmware", "show", "--json", "--port", str(board.port)]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "port": board.port,
            "firmware": WANTED,
            "protocol": "1.0",
            "board": board.board_id.hex(),
            "wanted": {"firmware": WANTED, "protocol": "1.0"},
        }


def test_without_a_board_it_says_so(capsys: Output, tmp_path: Path) -> None:
    config = tmp_path / "pharaoh.toml"
    # Ids that no product has.
    config.write_text('[board]\nusb = "ffff:ffff"\n')
    assert main(["--config", str(config), "firmware", "install"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pharaoh: no board is found")
    assert told.err.count("\n") == 1


def test_a_port_that_is_not_there_is_named(capsys: Output) -> None:
    assert main(["firmware", "--port", "/dev/no-such-board"]) == 1
    assert "/dev/no-such-board cannot be opened" in capsys.readouterr().err


@needs_micropython
def test_a_board_without_firmware_is_to_be_installed(capsys: Output, tmp_path: Path) -> None:
    with VirtualBoard("micropython", flash=tmp_path) as board:
        assert main(["firmware", "--port", str(board.port)]) == 1
        assert "run 'pharaoh firmware install'" in capsys.readouterr().out
