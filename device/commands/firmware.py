"""`pharaoh firmware`: which firmware the button board has, and putting this project's on it.

Exit code 1 where there is no board, where it has another firmware than this project's, or where installing
failed.
"""

from __future__ import annotations

import argparse
import json
from functools import partial

from device.board import ports_of
from device.config import load_config
from firmware_bridge.firmware.version import FIRMWARE, PROTOCOL
from firmware_bridge.installing import Installer, version_text
from firmware_bridge.messages import Hello, Stranger
from firmware_bridge.ports import SerialPort

NO_ANSWER = "No firmware answers at {port}: run 'pharaoh firmware install'."


def run(args: argparse.Namespace) -> int:
    """Carry out one of its two commands; raises BridgeError where that cannot be done."""
    config = load_config(args.config).board
    named = (SerialPort(args.port, "named by --port", usable=True),) if args.port else None
    installer = Installer((lambda: named) if named else partial(ports_of, config), partial(print, flush=True))
    if args.what == "install":
        board = installer.install(force=args.force)
        print(f"The board has firmware {version_text(board.firmware)} and answers. It is ready.")
        return 0
    return _show(installer, as_json=args.json)


def _show(installer: Installer, *, as_json: bool) -> int:
    port, board = installer.look()
    right = isinstance(board, Hello) and board.firmware == FIRMWARE
    if as_json:
        print(json.dumps(_figures(port, board)))
        return 0 if right else 1
    if board is None:
        print(NO_ANSWER.format(port=port.device))
        return 1
    print(
        f"The board at {port.device} has firmware {version_text(board.firmware)}, "
        f"protocol {board.major}.{board.minor}."
    )
    if not right:
        print(f"This table brings {version_text(FIRMWARE)}: run 'pharaoh firmware install'.")
    return 0 if right else 1


def _figures(port: SerialPort, board: Hello | Stranger | None) -> dict[str, object]:
    return {
        "port": port.device,
        "firmware": version_text(board.firmware) if board else None,
        "protocol": f"{board.major}.{board.minor}" if board else None,
        "board": board.board.hex() if isinstance(board, Hello) else None,
        "wanted": {"firmware": version_text(FIRMWARE), "protocol": version_text(PROTOCOL)},
    }
