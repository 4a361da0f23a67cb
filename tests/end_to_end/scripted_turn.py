"""A scripted turn as a process of its own, to be killed: plays on from wherever the journal stands.

    python scripted_turn.py JOURNAL

After each committed action it prints how many actions are committed; it ends when the script is played.
"""

from __future__ import annotations

import sys
from pathlib import Path

from device.config import Config, GameConfig, JournalConfig
from device.desk import current
from device.favor_table import FavorTable
from device.journal import Journal
from device.opening import open_table
from rules.favor.actions import (
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import Die, parse_die
from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace
from vision.reading import DieReading, Reading


def _dice(text: str) -> tuple[Die, ...]:
    return tuple(map(parse_die, text.split()))


_ROUND: tuple[FavorAction, ...] = (
    Rolled(_dice("2 5 2")),
    Corrected(*_dice("5 4")),
    Locked(_dice("2 2")),
    Rolled(_dice("6")),
    Locked(_dice("6")),
    Claimed("servant"),
    TokenDrawn(Token.REROLL),
    Ended(),
    Rolled(_dice("1 3 5")),
    Locked(_dice("1 3 5")),
    Claimed("herder"),
    Ended(),
)

SCRIPT: tuple[FavorAction, ...] = (Begins(0), TokenDrawn(Token.PIP), *_ROUND)
"""What the journal must hold at the end, action by action."""


def main(path: str) -> None:
    """Play what is left of the script, each step as the table gets it: a reading or an intent."""
    config = Config(JournalConfig(Path(path)), GameConfig(("Ann", "Bob"), "first", name="favor"))
    with Journal.open(config.journal.path) as journal:
        table = current(open_table(journal, config))
        assert isinstance(table, FavorTable)
        print(table.session.length, flush=True)
        while table.session.length < len(SCRIPT):
            _do(table, SCRIPT[table.session.length])
            print(table.session.length, flush=True)


def _do(table: FavorTable, action: FavorAction) -> None:
    before = table.session.length
    match action:
        case Rolled(dice):
            table.on_reading(_reading(dice, before))
            if table.session.length == before:
                # After a restart the table asks whether the dice in the tray are the roll.
                table.on_intent(Choose("accept"))
        case _:
            table.on_intent(_intent(table, action))
    assert table.session.length == before + 1, table.message


def _intent(table: FavorTable, action: FavorAction) -> Intent:
    match action:
        case Begins(seat):
            return Choose(f"begin:{seat}")
        case TokenDrawn(token):
            return Choose(f"token:{token.value}")
        case Corrected(was, now):
            return SetFace(table.state.active.index(was), now.face)
        case Locked(dice):
            left = list(dice)
            picked = []
            for index, die in enumerate(table.state.active):
                if die in left:
                    left.remove(die)
                    picked.append(index)
            return LockDice(tuple(picked))
        case Claimed(tile):
            return ClaimTile(tile)
    return Choose("end")


def _reading(dice: tuple[Die, ...], place: int) -> Reading:
    """The dice in a row, each roll at a place of its own."""
    seen = (
        DieReading("d6", 6, die.face, die.value, 0.99, (100.0 * n, 60.0 * place, 40.0, 40.0), "red")
        for n, die in enumerate(dice)
    )
    return Reading("ok", None, tuple(seen), 5.0)


if __name__ == "__main__":
    main(sys.argv[1])
