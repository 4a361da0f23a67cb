"""How exact the sand is in the running table: real time from the first tile to the end that is shown.

python -m benchmarks.timer [SECONDS]
"""

from __future__ import annotations

import os
import queue
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

from device.app import FRAME_S, TableApp
from device.clock import MonotonicClock
from device.code_table import CodeTable
from device.journal import Journal
from device.session import TableSession
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Setup
from tests.device.code_tables import NUMBERS, Bench, no_next, tray
from ui.code_view import CodeView
from ui.screens import Screens
from ui.window import Window


def lateness_ms(seconds: int) -> float:
    """How long after so many seconds of the machine's clock the table has drawn the sand's end."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.sqlite") as journal:
        clock = MonotonicClock()
        session = TableSession.begin(CodeGame(), journal, Setup(("Ann", "Bob"), seconds=seconds))
        table = CodeTable(session, journal, clock, no_next)
        Bench(table, clock).lay(*NUMBERS)  # type: ignore[arg-type]
        table.on_reading(tray(2, 5, 11))
        with Window.open((800, 480), headless=True) as window:
            app = TableApp(table, Screens((800, 480)), window, queue.SimpleQueue(), clock=clock)
            Bench(table, clock).choose("space:1", "claim:0")  # type: ignore[arg-type]
            # The sand has just been turned; writing that down took a moment of it.
            begun_ns = time.monotonic_ns() - round((seconds * 1000 - table.race.sand.timer.left_ms) * 1e6)
            while app.step(FRAME_S):
                view = app.view
                assert isinstance(view, CodeView)
                if view.sand is None or view.sand.state == "expired":
                    return (time.monotonic_ns() - begun_ns) / 1e6 - seconds * 1000
    raise AssertionError("the window was closed")


def main() -> None:
    """Print how late the end was shown, for several runs."""
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    late = []
    for _ in range(3):
        late.append(lateness_ms(seconds))
        print(f"{seconds} s of sand: the end was shown {late[-1]:.1f} ms late", flush=True)
    print(f"median {statistics.median(late):.1f} ms, most {max(late):.1f} ms; a frame is {FRAME_S:.3f} s")


if __name__ == "__main__":
    main()
