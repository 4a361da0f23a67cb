"""The words of the command line: every command's options, without importing what carries them out.

A command's module is imported when it is called, so that a question to the rules need not wait for screen and
camera to be loaded.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PAPERS = ("a4", "a3", "letter")
"""The sheets that `pharaoh mat` can make."""


class _AnyOrder(argparse.ArgumentParser):
    """Takes a word that may be left out also after an option: `journal show --journal FILE 7`."""

    _asked = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> Any:
        """As the base class does, which else takes such a word for left out where an option comes first."""
        if self._asked:
            return super().parse_known_args(args, namespace)
        self._asked = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._asked = False


def command_line() -> argparse.ArgumentParser:
    """The parser; its result names the `module` that has the command's `run`."""
    parser = argparse.ArgumentParser(
        prog="pharaoh", description="The table companion; without a command it runs the table."
    )
    parser.add_argument("--config", type=Path, help="a configuration file (TOML)")
    _table(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_AnyOrder)
    _demo(commands.add_parser("demo", help="play a recorded turn through the whole chain"))
    _read(commands.add_parser("read", help="read the dice in pictures, one line a picture"))
    _claims(commands.add_parser("claims", help="what locked dice may claim, and why not"))
    _code(commands.add_parser("code", help="the numbers that three dice of Pharaoh Code make, and how"))
    _tiles(commands.add_parser("tiles", help="show and edit the sliding tiles of Pharao that games taught"))
    _treasures(
        commands.add_parser("treasures", help="check, keep or export Pharaoh Code's set of treasure tiles")
    )
    _mat(commands.add_parser("mat", help="make the mat to print and put under the dice"))
    _doctor(commands.add_parser("doctor", help="test camera, screen, pins, serial ports and disk"))
    _enrol(commands.add_parser("enrol", help="let the table know a die by sight, face by face"))
    _firmware(commands.add_parser("firmware", help="the button board's firmware: show it, or install it"))
    _journal(commands.add_parser("journal", help="list, show or export the games that were played"))
    return parser


def _table(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.table")
    parser.add_argument(
        "--sim", action="store_true", help="on a desktop: keys and mouse instead of buttons and touch screen"
    )
    parser.add_argument(
        "--camera", metavar="SOURCE", help="a camera's number, a video or a folder of pictures"
    )
    parser.add_argument("--journal", type=Path, help="another journal than the configured one")
    parser.add_argument(
        "--new", action="store_true", help="begin a new game instead of resuming the last one"
    )


def _demo(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.demo")
    parser.add_argument(
        "--out", type=Path, default=Path("demo"), help="folder for the pictures (%(default)s)"
    )
    parser.add_argument("--size", choices=("800x480", "480x320"), default="800x480", help="the screen's size")
    parser.add_argument("--headless", action="store_true", help="write pictures although there is a display")


def _read(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.read")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a JPEG or PNG picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line and picture")
    parser.add_argument(
        "--dice", default="d6", help="the dice on the table: favor, or some of d6,d8,d10,d12 (%(default)s)"
    )
    parser.add_argument(
        "--enrolled", type=Path, metavar="DIR", help="the folder of dice that `pharaoh enrol` made known"
    )


def _claims(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.claims")
    parser.add_argument("--bars", required=True, help="the level bars on the table: 7A,6B,5A,4B,3A")
    parser.add_argument("--dice", required=True, help="the locked dice: 4,4,immediate:2,artisan:star")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _code(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.code")
    parser.add_argument(
        "dice", nargs=3, metavar="DIE", help="what the 8-, 10- and 12-sided die show, in any order"
    )
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="only these numbers; exit 1 if one of them cannot be made",
    )
    parser.add_argument("--uneven", action="store_true", help="divisions need not come out even on the way")
    parser.add_argument("--no-negative", action="store_true", help="nothing below zero on the way")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _tiles(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.tiles")
    parser.add_argument(
        "what",
        nargs="?",
        choices=("show", "export", "import", "add", "remove"),
        default="show",
        help="export writes the file that import takes; add names four spaces, remove a tile's number",
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="what import, add and remove are about")
    parser.add_argument("--tiles", type=Path, help="another file than the one beside the journal")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _treasures(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.treasures")
    parser.add_argument("what", choices=("check", "keep", "export"))
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="48 lines number,colour,scarabs; where to write to (export)",
    )
    # A default here would overrule a --journal that stands before the command.
    parser.add_argument(
        "--journal", type=Path, default=argparse.SUPPRESS, help="keep the tiles beside another journal"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _mat(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.mat")
    parser.add_argument("out", type=Path, metavar="OUT.pdf", help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="the sheet's size (%(default)s)")


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.doctor")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    # A default here would overrule a --camera that stands before the command.
    parser.add_argument(
        "--camera", metavar="SOURCE", default=argparse.SUPPRESS, help="another camera than the configured one"
    )
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="PNG",
        help="write what the camera sees: is red red, is the tray in it, is it sharp?",
    )


def _enrol(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.enrol")
    parser.add_argument("die", nargs="?", metavar="DIE", help="the die's name: d8, d8-blue, artisan, ...")
    parser.add_argument("--sides", type=int, metavar="N", help="how many sides a die of another name has")
    parser.add_argument("--faces", help="what stands on it: 1,2,3,star (default: 1 to its sides)")
    parser.add_argument(
        "--source",
        help="a camera's number, a video, or a folder of pictures named after the faces (3-1.jpg); "
        "the configured camera if left out",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the dice in DIR/dice")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="list the dice that are known")
    what.add_argument("--redo", metavar="FACE", help="take this face anew")
    what.add_argument("--remove", action="store_true", help="forget the die")


def _firmware(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.firmware")
    parser.description = (
        "A new Raspberry Pi Pico needs MicroPython first: hold its BOOTSEL button while you plug it in, and "
        "copy the .uf2 file of micropython.org onto the drive that appears. End the table before you install."
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=("show", "install"),
        default="show",
        help="show which firmware the board has (default), or copy this table's to it",
    )
    parser.add_argument(
        "--port", metavar="DEV", help="the board's port, if it is not found or there are several"
    )
    parser.add_argument("--force", action="store_true", help="install also where the version is right")
    parser.add_argument("--json", action="store_true", help="print one JSON object (show)")


def _journal(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(module="device.commands.journal")
    parser.add_argument("what", choices=("list", "show", "export"))
    parser.add_argument("game", nargs="?", type=int, help="the game's number; the newest if left out")
    parser.add_argument(
        "--journal",
        type=Path,
        # A default here would overrule a --journal that stands before the command.
        default=argparse.SUPPRESS,
        help="another journal than the configured one",
    )
    parser.add_argument("--json", action="store_true", help="print JSON (export always does)")
