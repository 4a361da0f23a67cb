"""`pharaoh demo`: a recorded turn through the whole chain, on a screen or into pictures."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from device.demo import UNWATCHED, WATCHED, Demo
from device.errors import DemoError
from device.journal import Journal
from ui.errors import ScreenError
from ui.window import Window


def run(args: argparse.Namespace) -> int:
    """Play the turn in a window, or without a display into PNG files, and print what happened."""
    width, height = map(int, args.size.split("x"))
    with (
        tempfile.TemporaryDirectory(prefix="pharaoh-demo-") as work,
        Journal.open(Path(work) / "journal.sqlite") as journal,
        _window((width, height), headless=args.headless or not _has_display()) as window,
    ):
        if window.headless:
            _empty(args.out)
        demo = Demo(
            window,
            journal,
            Path(work) / "frames",
            say=lambda line: print(line, flush=True),
            pictures=args.out if window.headless else None,
            pace=UNWATCHED if window.headless else WATCHED,
        )
        demo.play()
        if window.headless:
            print(f"There is no display here: the screens are in {args.out.resolve()} as PNG files.")
    return 0


def _window(size: tuple[int, int], *, headless: bool) -> Window:
    """A window, or a headless one where the display that the environment names does not answer."""
    caption = "Pharaoh: the demo turn"
    try:
        return Window.open(size, headless=headless, caption=caption)
    except ScreenError:
        return Window.open(size, headless=True, caption=caption)


def _empty(folder: Path) -> None:
    """Make the folder, or take the pictures of an earlier demo out of it and nothing else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for picture in folder.glob("[0-9][0-9].png"):
            picture.unlink()
    except OSError as error:
        raise DemoError(
            f"{folder} cannot hold the pictures ({error.strerror}): give another --out"
        ) from error


def _has_display() -> bool:
    """Whether a window can be hoped for; only X and Wayland tell by the environment."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
