"""A real X server without a screen, and a person's hands on its keys and mouse."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NEEDED = ("Xvfb", "xdotool")


def skip_without_programs() -> None:
    """Skip the test where Xvfb or xdotool is missing, naming them."""
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}: apt-get install xvfb xdotool")


@contextmanager
def x_server(width: int = 1024, height: int = 768) -> Iterator[str]:
    """Xvfb, so many px large, on a display number of its own choosing; gives the number as `:7`."""
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
        pass_fds=(write_end,),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    try:
        with os.fdopen(read_end) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=10)


class Hands:
    """Clicks and keys for the one window of a display, by xdotool."""

    def __init__(self, display: str) -> None:
        self._environ = {**os.environ, "DISPLAY": display}
        # Without a window manager xdotool finds no titles.
        self._window = self._do("search", "--sync", "--onlyvisible", "--class", ".").split()[0]
        self._do("windowfocus", "--sync", self._window)

    def click(self, x: float, y: float) -> None:
        """Press the left button at a point of the window, in px."""
        self._do("mousemove", "--window", self._window, str(round(x)), str(round(y)), "click", "1")

    def key(self, name: str) -> None:
        """Press one key by its X name."""
        self._do("key", "--window", self._window, name)

    def _do(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environ, capture_output=True, text=True, timeout=30, check=True
        )
        return done.stdout
