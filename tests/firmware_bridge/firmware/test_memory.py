from __future__ import annotations

import json
from pathlib import Path

import benchmarks
from tests.firmware_bridge.interpreters import needs_micropython, run_micropython

SCRIPT = Path(benchmarks.__file__).with_name("firmware_load.py")
PICO_HEAP = 180_000
"""Bytes that MicroPython leaves to programs on a Pico, roughly; its objects are half as large as here."""


@needs_micropython
def test_no_turn_of_the_loop_makes_an_object_and_all_fits_into_a_picos_memory() -> None:
    # The heap is locked during the turns: an object would end the script.
    said = json.loads(run_micropython(SCRIPT, "2000", heap="160k"))
    assert said["garbage_bytes"] == 0
    assert said["whole_bytes"] < PICO_HEAP / 2
    assert said["link"] == 1
    assert said["events"] > 300
    assert said["lost"] == 0
