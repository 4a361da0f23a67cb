from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import firmware_bridge.firmware
from firmware_bridge import installing
from firmware_bridge.errors import InstallError, PortError
from firmware_bridge.firmware.version import FIRMWARE
from firmware_bridge.framing import Deframer, encode
from firmware_bridge.installing import MAIN, SOURCES, Installer, ask_board, find_mpremote
from firmware_bridge.messages import Hello, Stop, Stranger, Who, from_host
from firmware_bridge.ports import SerialPort
from firmware_bridge.virtual.board import VirtualBoard
from tests.firmware_bridge.interpreters import needs_micropython

OLD = (0, 9, 0)
PORT = SerialPort("/dev/ttyACM0", "Board in FS mode", usable=True)


def hello(token: int, firmware: tuple[int, int, int]) -> Hello:
    return Hello(1, 0, firmware, token, 77, b"01234567", 1_000_000, 6, 24, 1, 0, 0, 0)


class PlayedBoard:
    """A board that answers WHO, stops on STOP, and has another firmware once it was copied."""

    def __init__(self, firmware: tuple[int, int, int] | None, *, major: int = 1, deaf_for: int = 0) -> None:
        self.firmware = firmware
        self.copied: tuple[int, int, int] | None = FIRMWARE
        self.exit_code = 0
        self.main = "none\n"
        self.commands: list[list[str]] = []
        self.stopped = False
        self.said: list[str] = []
        self.time = 0.0
        self._major = major
        self._away_until = 0.0
        self._deaf_for = deaf_for
        self._deframer = Deframer()
        self._answers = b""

    def installer(self, ports: tuple[SerialPort, ...] = (PORT,)) -> Installer:
        return Installer(
            lambda: ports, self.said.append,
            open_port=self.open, run=self.run, now=lambda: self.time, rest=self.rest,
        )  # fmt: skip

    def rest(self, seconds: float) -> None:
        self.time += seconds

    def open(self, device: str) -> PlayedBoard:
        if self.time < self._away_until:
            raise PortError(f"{device} cannot be opened (not there): check the board's cable")
        return self

    def read(self) -> bytes:
        self.time += 0.04
        if self.time < self._away_until:
            raise PortError("is gone")
        answers, self._answers = self._answers, b""
        return answers

    def write(self, data: bytes) -> None:
        for payload in self._deframer.feed(data):
            message = from_host(payload)
            if isinstance(message, Stop):
                assert message.boot == 77
                self.stopped = True
                self._away_until = self.time + 1.5
            elif isinstance(message, Who) and self.firmware is not None and not self.stopped:
                self._answer(message)

    def _answer(self, who: Who) -> None:
        assert self.firmware is not None
        if self._deaf_for:
            self._deaf_for -= 1
            return
        payload = bytearray(hello(who.token, self.firmware).encode())
        payload[1] = self._major
        self._answers += encode(hello(0, self.firmware).encode()) + encode(bytes(payload))

    def wake(self) -> None: ...

    def close(self) -> None: ...

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        self.commands.append(command)
        if "reset" in command and self.exit_code == 0:
            self.firmware, self.stopped = self.copied, False
            self._away_until = self.time + 2
        return subprocess.CompletedProcess(
            command, self.exit_code, self.main, "talk\nmpremote: no device found\n"
        )


def test_a_board_with_the_right_firmware_is_left_alone_unless_forced() -> None:
    board = PlayedBoard(FIRMWARE)
    assert board.installer().install().firmware == FIRMWARE
    assert board.commands == []
    assert not board.stopped
    assert board.installer().install(force=True).firmware == FIRMWARE
    assert len(board.commands) == 1


def test_an_older_one_is_stopped_copied_over_and_asked_again() -> None:
    board = PlayedBoard(OLD)
    assert board.installer().install().firmware == FIRMWARE
    (command,) = board.commands
    assert command[: len(find_mpremote())] == find_mpremote()
    for source in SOURCES:
        assert str(source) in command
    assert board.said == [
        "The board at /dev/ttyACM0 has firmware 0.9.0.",
        f"Copying firmware {installing.version_text(FIRMWARE)} …",
    ]


def test_a_board_without_firmware_is_copied_to_at_once() -> None:
    board = PlayedBoard(None)
    assert board.installer().install().firmware == FIRMWARE


def test_a_board_with_another_program_is_spared_unless_forced() -> None:
    board = PlayedBoard(None)
    board.main = "other\n"
    with pytest.raises(InstallError, match=r"a program of its own \(main.py\): save it.*--force"):
        board.installer().install()
    assert not any("reset" in command for command in board.commands)
    assert board.installer().install(force=True).firmware == FIRMWARE


def test_a_question_that_is_lost_is_asked_again() -> None:
    board = PlayedBoard(OLD, deaf_for=3)
    answer = ask_board(board, now=lambda: board.time)
    assert isinstance(answer, Hello)


def test_a_board_of_another_protocol_is_known_and_not_stopped() -> None:
    board = PlayedBoard((3, 1, 4), major=2)
    assert ask_board(board, now=lambda: board.time) == Stranger(2, 0, (3, 1, 4))
    with pytest.raises(InstallError, match=r"3\.1\.4 speaks another protocol.*hold the first"):
        board.installer().install()
    assert board.commands == []


def test_no_board_and_two_boards_are_told_apart() -> None:
    board = PlayedBoard(OLD)
    with pytest.raises(InstallError, match="no board is found"):
        board.installer(()).install()
    two = (PORT, SerialPort("/dev/ttyACM1", "another", usable=True))
    with pytest.raises(InstallError, match="/dev/ttyACM0, /dev/ttyACM1"):
        board.installer(two).install()


def test_copying_that_fails_says_what_mpremote_said_and_what_to_do() -> None:
    board = PlayedBoard(OLD)
    board.exit_code = 1
    with pytest.raises(InstallError, match=r"mpremote: mpremote: no device found.*hold the first"):
        board.installer().install()


@pytest.mark.parametrize(
    ("copied", "what"), [(OLD, r"still has firmware 0\.9\.0"), (None, "does not answer")]
)
def test_a_copy_that_does_not_run_is_noticed(copied: tuple[int, int, int] | None, what: str) -> None:
    board = PlayedBoard(OLD)
    board.copied = copied
    with pytest.raises(InstallError, match=what):
        board.installer().install()


def test_without_mpremote_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(InstallError, match="pip install mpremote"):
        find_mpremote()


def test_all_of_the_firmware_is_copied() -> None:
    folder = Path(firmware_bridge.firmware.__file__).parent
    assert {path.name for path in SOURCES} == {path.name for path in folder.iterdir() if path.suffix == ".py"}
    assert "start.py" in {path.name for path in SOURCES}


@needs_micropython
def test_mpremote_puts_the_firmware_on_a_board_that_has_none_and_on_one_that_has_another(
    tmp_path: Path,
) -> None:
    with VirtualBoard("micropython", flash=tmp_path) as board:

        def find() -> list[SerialPort]:
            return [SerialPort(port, "virtual board", usable=True)] if (port := board.port) else []

        said: list[str] = []
        assert board.at_prompt
        (board.files / "main.py").write_text("print('a clock that somebody built')\n")
        with pytest.raises(InstallError, match="a program of its own"):
            Installer(find, said.append).install()
        (board.files / "main.py").unlink()
        said.clear()
        assert Installer(find, said.append).install().firmware == FIRMWARE
        assert not board.at_prompt
        assert (board.files / "main.py").read_text() == MAIN
        for source in SOURCES:
            assert (board.files / "firmware" / source.name).read_bytes() == source.read_bytes()

        version = board.files / "firmware" / "version.py"
        version.write_text("FIRMWARE = (0, 9, 0)\nPROTOCOL = (1, 0)\n")
        board.reboot()
        assert Installer(find, said.append).install().firmware == FIRMWARE
        assert "0.9.0" in said[2]
        assert version.read_text() != "FIRMWARE = (0, 9, 0)\nPROTOCOL = (1, 0)\n"
