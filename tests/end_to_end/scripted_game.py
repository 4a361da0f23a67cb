"""A scripted game as a process of its own, to be killed: plays on from wherever the journal stands.

    python scripted_game.py JOURNAL

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
    Adjusted,
    Begins,
    Change,
    Claimed,
    Contested,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Overruled,
    Rerolled,
    Rolled,
    Token,
    TokenDrawn,
    Used,
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

_POWERS: tuple[FavorAction, ...] = (
    Rolled(_dice("2 5 3")),
    Adjusted("servant", (Change(*_dice("2 5")),)),
    Rerolled("reroll-token", _dice("3")),
    Rolled(_dice("5")),
    Locked(_dice("5 5 5")),
    Claimed("worker"),
    Ended(),
    Rolled(_dice("1 1 2")),
    Locked(_dice("1 1")),
    Used("herder"),
    Rolled(_dice("2 2")),
    Adjusted("pip-token", (Change(*_dice("2 3")),)),
    Locked(_dice("3 2")),
    Claimed("farmer"),
    Ended(),
)

_SIXES = _dice("6 6 6 6 6 6 6")

_ROLL_OFF: tuple[FavorAction, ...] = (
    Overruled(Rolled(_SIXES)),
    Locked(_SIXES),
    Claimed("queen"),
    Ended(),
    Contested(),
    Rolled(_dice("6 6 6 6 1")),
    Locked(_dice("6 6 6 6 1")),
    Ended(),
)

SCRIPT: tuple[FavorAction, ...] = (Begins(0), TokenDrawn(Token.PIP), *_ROUND, *_POWERS, *_ROLL_OFF)
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
        case Overruled(Rolled(dice)):
            table.on_reading(_reading(dice, before))
            table.on_intent(Choose("overrule"))
        case _:
            for intent in _intents(table, action):
                table.on_intent(intent)
    assert table.session.length == before + 1, table.message


def _intents(table: FavorTable, action: FavorAction) -> tuple[Intent, ...]:
    active = table.state.active
    match action:
        case Adjusted(source, (Change(was, now),)):
            die = Choose(f"die:{active.index(was)}")
            face = Choose(f"face:{now.face}")
            single = source == "pip-token"
            return (Choose("powers"), Choose(f"adjusted:{source}"), die, *(() if single else (face,)))
        case Rerolled(source, (was,)):
            return Choose("powers"), Choose(f"rerolled:{source}"), Choose(f"die:{active.index(was)}")
        case Used(tile):
            return Choose("powers"), Choose(f"used:{tile}")
    return (_intent(table, action),)


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
        case Contested():
            return Choose("contest")
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
