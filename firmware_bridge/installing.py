"""The board's firmware: which one it has, and how another is put there."""

from __future__ import annotations

import importlib.util
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import firmware_bridge.firmware
from firmware_bridge.errors import InstallError, MessageError, PortError
from firmware_bridge.firmware.version import FIRMWARE
from firmware_bridge.framing import Deframer, encode
from firmware_bridge.messages import MAJOR, MINOR, Hello, Stop, Stranger, Who, from_board
from firmware_bridge.ports import SerialPort
from firmware_bridge.serial_port import Port, SerialLine

SOURCES = tuple(sorted(Path(firmware_bridge.firmware.__file__).parent.glob("*.py")))
"""The files that are copied into the board's folder `firmware`."""

MAIN = "from firmware.start import start\n\nstart()\n"
"""The board's `main.py`, which MicroPython runs at every start."""

ANSWER_S = 2.0
"""How long a running board has for its answer."""

RETURN_S = 15.0
"""How long a board may take to come back after a restart."""

COPY_S = 120.0
"""How long copying may take; a Pico needs some 10 s."""

_ASK_S = 0.25
_LOOK_S = 0.2

# A board whose copying was broken off must come to its prompt, not to half a program: `main.py` goes first
# and comes last.
_PREPARE = """
import os
for name in ('main.py', 'stop', 'error.txt'):
    try:
        os.remove(name)
    except OSError:
        pass
try:
    os.mkdir('firmware')
except OSError:
    pass
"""
_LOOK = f"""
try:
    print('ours' if open('main.py').read() == {MAIN!r} else 'other')
except OSError:
    print('none')
"""
_FINISH = f"""
with open('main.py', 'w') as file:
    file.write({MAIN!r})
"""

HELD_BUTTON = "hold the first player's button while you plug the board in, and try again"


def version_text(version: Sequence[int]) -> str:
    """A version with its dots."""
    return ".".join(map(str, version))


def ask_board(
    port: Port, seconds: float = ANSWER_S, now: Callable[[], float] = time.monotonic
) -> Hello | Stranger | None:
    """Who is at an open port; None where nobody answers within `seconds`. Raises PortError.

    The board takes the asking program for its host: end the table first.
    """
    chance = random.SystemRandom()
    tokens = set()
    deframer = Deframer()
    end = now() + seconds
    asked = now() - _ASK_S
    port.write(b"\0")
    while now() < end:
        if now() - asked >= _ASK_S:
            asked = now()
            token = chance.randrange(1, 1 << 16)
            tokens.add(token)
            port.write(encode(Who(MAJOR, MINOR, token).encode()))
        for payload in deframer.feed(port.read()):
            try:
                message = from_board(payload)
            except MessageError:
                continue
            if isinstance(message, Stranger) or (isinstance(message, Hello) and message.token in tokens):
                return message
    return None


class Installer:
    """Puts this project's firmware on a board; `say` hears what is being done.

    `find` lists the ports at which the board may be, `open_port` opens one, `run` carries out a command line
    as `subprocess.run` does, `rest` waits for so many seconds.
    """

    def __init__(
        self,
        find: Callable[[], Sequence[SerialPort]],
        say: Callable[[str], None],
        *,
        open_port: Callable[[str], Port] = SerialLine,
        run: Callable[[list[str]], subprocess.CompletedProcess[str]] | None = None,
        now: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self._find = find
        self._say = say
        self._open_port = open_port
        self._run = run or _run
        self._now = now
        self._rest = rest

    def look(self) -> tuple[SerialPort, Hello | Stranger | None]:
        """The only board there is, and its answer; InstallError where there is none, or more than one."""
        port = self._only_port()
        return port, self._ask(port)

    def install(self, *, force: bool = False) -> Hello:
        """Bring the board to this project's firmware and return what it says then.

        Without `force`, a board that has it is left alone, and so is one with another program of its owner's.
        Raises InstallError, or PortError for a port that cannot be used.
        """
        tool = find_mpremote()
        port, board = self.look()
        if isinstance(board, Hello):
            self._say(f"The board at {port.device} has firmware {version_text(board.firmware)}.")
            if board.firmware == FIRMWARE and not force:
                return board
            port = self._stop(port, board)
        elif isinstance(board, Stranger):
            raise InstallError(
                f"the board's firmware {version_text(board.firmware)} speaks another protocol and cannot be "
                f"told to stop: {HELD_BUTTON}"
            )
        else:
            self._say(f"No firmware answers at {port.device}.")
            if not force:
                self._spare_others(tool, port)
        self._say(f"Copying firmware {version_text(FIRMWARE)} …")
        self._copy(tool, port)
        return self._check()

    def _only_port(self) -> SerialPort:
        ports = self._find()
        if not ports:
            raise InstallError(
                "no board is found: plug it in; a new one needs MicroPython first (hardware.md); "
                "or name its port with --port"
            )
        if len(ports) > 1:
            listed = ", ".join(port.device for port in ports)
            raise InstallError(f"more than one board is plugged in ({listed}): name one with --port")
        return ports[0]

    def _ask(self, port: SerialPort) -> Hello | Stranger | None:
        opened = self._open_port(port.device)
        try:
            return ask_board(opened, now=self._now)
        finally:
            opened.close()

    def _stop(self, port: SerialPort, board: Hello) -> SerialPort:
        """Bring a running board to its prompt, and find it again."""
        opened = self._open_port(port.device)
        try:
            opened.write(encode(Stop(board.boot).encode()))
            self._wait_for_end(opened)
        finally:
            opened.close()
        end = self._now() + RETURN_S
        while self._now() < end:
            for found in self._find():
                # A port that is named by hand is told also while it is away.
                with suppress(PortError):
                    self._open_port(found.device).close()
                    return found
            self._rest(_LOOK_S)
        raise InstallError("the board did not come back after it was stopped: unplug it, and try again")

    def _wait_for_end(self, opened: Port) -> None:
        """Until the port goes, which it does when the board restarts."""
        end = self._now() + ANSWER_S
        try:
            while self._now() < end:
                opened.read()
        except PortError:
            return

    def _spare_others(self, tool: list[str], port: SerialPort) -> None:
        """Refuse a board whose `main.py` is not this project's."""
        said = self._mpremote(tool, port, "exec", _LOOK).strip()
        if said.endswith("other"):
            raise InstallError(
                f"the board at {port.device} has a program of its own (main.py): "
                "save it if you need it, and install with --force"
            )

    def _copy(self, tool: list[str], port: SerialPort) -> None:
        sources = [str(path) for path in SOURCES]
        self._mpremote(
            tool, port,
            "exec", _PREPARE, "+", "cp", *sources, ":firmware/", "+", "exec", _FINISH, "+", "reset",
        )  # fmt: skip

    def _mpremote(self, tool: list[str], port: SerialPort, *what: str) -> str:
        """What mpremote prints; InstallError where it fails."""
        done = self._run([*tool, "connect", port.device, "resume", *what])
        if done.returncode:
            why = (done.stderr or done.stdout).strip().rpartition("\n")[2] or f"exit code {done.returncode}"
            raise InstallError(
                f"the files could not be copied (mpremote: {why}): {HELD_BUTTON}; "
                "a new board needs MicroPython first (hardware.md)"
            )
        return done.stdout

    def _check(self) -> Hello:
        """Wait for the board to come back, and see that it runs what was copied."""
        end = self._now() + RETURN_S
        said: Hello | Stranger | None = None
        while self._now() < end:
            try:
                said = self._ask(self._only_port())
            except (InstallError, PortError):
                # It is on its way: the port goes and comes back.
                self._rest(_LOOK_S)
                continue
            if isinstance(said, Hello) and said.firmware == FIRMWARE:
                return said
        if said is None:
            raise InstallError(
                "the files were copied, but the board does not answer: unplug it and plug it in again"
            )
        raise InstallError(
            f"the files were copied, but the board still has firmware {version_text(said.firmware)}: "
            "unplug it, plug it in again, and install once more"
        )


def find_mpremote() -> list[str]:
    """How mpremote is called; InstallError where it is not installed."""
    if importlib.util.find_spec("mpremote") is not None:
        return [sys.executable, "-m", "mpremote"]
    if found := shutil.which("mpremote"):
        return [found]
    raise InstallError(f"mpremote is needed to copy files: {sys.executable} -m pip install mpremote")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=COPY_S, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise InstallError(
            f"copying did not end within {COPY_S:.0f} s: unplug the board, and {HELD_BUTTON}"
        ) from error
