"""Rounds of Pharaoh Code as a process of its own, to be killed: plays on from wherever the journal stands.

    python scripted_round.py JOURNAL

It prints how many actions are committed, and, while the sand runs, how much of it is left: `left MS`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from device.clock import MonotonicClock
from device.code_claims import GRACE_NS
from device.code_table import CodeTable
from device.journal import Journal
from device.presses import PlayerPress
from device.session import TableSession
from rules.pharaoh_code.actions import (
    CodeAction,
    Judged,
    Laid,
    Laying,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Setup
from tests.device.code_tables import no_next, tray
from ui.intents import Choose

SECONDS = 2
SETUP = Setup(("Ann", "Bob"), seconds=SECONDS)
NUMBERS = (77, 33, 45, 22, 18, 20, 3, 4, 5, 6)

SCRIPT: tuple[CodeAction, ...] = (
    *(Laid((Laying(space, number),)) for space, number in enumerate(NUMBERS)),
    Rolled(Roll(2, 5, 11)),
    Taken(1, 1),
    Taken(0, 5),
    TimeUp(),
    Stated(1, "(5 - 2) × 11"),
    Judged(5, right=False),
    Laid((Laying(1, 34),)),
    Laid((Laying(5, 21),)),
    Rolled(Roll(3, 7, 12)),
    Taken(0, 0),
    TimeUp(),
    Judged(0, right=False),
)
"""What the journal must hold at the end, action by action, but for the times of the tiles taken."""


def main(path: str) -> None:
    """Play what is left of the script, each step as the table gets it: a reading, a press or an intent."""
    with Journal.open(Path(path)) as journal:
        clock = MonotonicClock()
        game = CodeGame()
        summary = journal.game_in_play()
        session = (
            TableSession.begin(game, journal, SETUP)
            if summary is None
            else TableSession.resume(game, journal, summary)
        )
        table = CodeTable(session, journal, clock, no_next)
        print(session.length, flush=True)
        while session.length < len(SCRIPT):
            _do(table, SCRIPT[session.length], clock)
            print(session.length, flush=True)


def _do(table: CodeTable, action: CodeAction, clock: MonotonicClock) -> None:
    before = table.session.length
    if table.race.stands:
        _choose(table, "sand:go-on" if table.race.sand.timer.standing == "paused" else "sand:end")
    match action:
        case Laid(tiles):
            _choose(table, *(f"pad:{digit}" for digit in str(tiles[0].number)), "pad:done")
        case Rolled(roll):
            table.on_reading(tray(*roll.values, shift=60.0 * before))
            if table.session.length == before:
                # After a restart the table asks whether the dice in the tray are the roll.
                _choose(table, "accept")
        case Taken(seat, space):
            table.on_press(PlayerPress(seat, clock.now_ns(), 0))
            time.sleep(GRACE_NS / 1e9)
            table.on_tick(clock.now_ns())
            _choose(table, f"space:{space}")
        case TimeUp():
            while table.session.length == before:
                table.on_tick(clock.now_ns())
                print(f"left {table.race.sand.timer.left_ms:.0f}", flush=True)
                time.sleep(0.02)
        case Stated(_, equation):
            dice = {str(value): f"d{sides}" for sides, value in ((8, 2), (10, 5), (12, 11))}
            words = equation.replace("(", "( ").replace(")", " )").split()
            _choose(table, *(f"pad:{dice.get(word, word)}" for word in words), "pad:done")
        case Judged(_, right):
            _choose(table, f"judge:{'right' if right else 'wrong'}")
    assert table.session.length == before + 1, (action, table.message)


def _choose(table: CodeTable, *keys: str) -> None:
    for key in keys:
        table.on_intent(Choose(key))


if __name__ == "__main__":
    main(sys.argv[1])
