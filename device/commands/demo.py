"""`pharaoh demo`: a recorded turn through the whole chain, on a screen or into pictures."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from device.demo import UNWATCHED, WATCHED, Demo
from device.journal import Journal
from ui.window import Window


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command to the parser."""
    parser = commands.add_parser("demo", help="play a recorded turn through the whole chain")
    parser.add_argument(
        "--out", type=Path, default=Path("demo"), help="folder for the pictures (%(default)s)"
    )
    parser.add_argument("--size", choices=("800x480", "480x320"), default="800x480", help="the screen's size")
    parser.add_argument("--headless", action="store_true", help="write pictures although there is a display")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the turn in a window, or without a display into PNG files, and print what happened."""
    headless = args.headless or not _has_display()
    width, height = map(int, args.size.split("x"))
    if headless:
        shutil.rmtree(args.out, ignore_errors=True)
        args.out.mkdir(parents=True)
    with (
        tempfile.TemporaryDirectory(prefix="pharaoh-demo-") as work,
        Journal.open(Path(work) / "journal.sqlite") as journal,
        Window.open((width, height), headless=headless, caption="Pharaoh: the demo turn") as window,
    ):
        pictures = args.out if headless else None
        demo = Demo(
            window,
            journal,
            Path(work) / "frames",
            say=lambda line: print(line, flush=True),
            pictures=pictures,
            pace=UNWATCHED if headless else WATCHED,
        )
        demo.play()
    if headless:
        print(f"There is no display here: the screens are in {args.out.resolve()} as PNG files.")
    return 0


def _has_display() -> bool:
    """Whether a window can be hoped for; only X and Wayland tell by the environment."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
