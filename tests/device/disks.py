"""Disks that are full."""

from __future__ import annotations

from pathlib import Path


def fill(disk: Path, leave: int = 0) -> Path:
    """A file that takes all space but `leave` bytes."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - leave))
    return ballast
