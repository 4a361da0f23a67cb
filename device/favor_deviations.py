"""Dice that lie against the rules: what was seen, the rule, and what the table may let count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from device.favor_roll import LOOKS_LIKE
from device.favor_steps import GAME
from rules.favor.actions import FavorAction, Rolled, Unlocked
from rules.favor.dice import KINDS, Die, Kind, count_kinds
from rules.favor.referee import PLAY
from rules.favor.state import State
from rules.words import number_word
from vision.reading import DieReading, Reading


@dataclass(frozen=True)
class Deviation:
    """What goes against the rules, in words with the rulebook's section, and how it may count all the same.

    `action` is what the table may overrule, or None where nobody can say which dice are meant; `came_back`
    says that a locked die seems to lie among those that were rolled.
    """

    words: str
    action: FavorAction | None
    came_back: bool = False


def wrong_dice(state: State, reading: Reading) -> Deviation | None:
    """A sure reading of other dice than are to be rolled: too many, too few, or of other kinds."""
    seen = as_seen(reading)
    if seen is None:
        return None
    kinds, due = Counter(die.kind for die in seen), Counter(state.to_roll)
    extra, missing = kinds - due, due - kinds
    if not extra and not missing:
        return None
    told = f"I see {_dice(seen)}, but {_to_be_rolled(state)}"
    locked = Counter(die.kind for die in state.pyramid)
    if extra and not missing and not extra - locked:
        back = [die for die in state.pyramid if die.kind in extra]
        sure = len({(die.kind, die.face) for die in back}) == len(extra) or len(back) == extra.total()
        dice = tuple(sorted(back)[: extra.total()]) if sure and len(extra) == 1 else None
        words = f"{told}: a locked die may not be brought back ({PLAY})"
        return Deviation(words, Unlocked(dice) if dice else Rolled(seen), came_back=True)
    if extra and missing:
        told = f"I see {count_kinds(tuple(kinds.elements()))}, but {_to_be_rolled(state)}"
    return Deviation(f"{told} ({PLAY})", Rolled(seen))


def thrown_again(state: State, reading: Reading) -> Deviation | None:
    """Dice were thrown again before one was locked, or an Immediate die that must be locked is among them.

    `reading` is known to show dice that were taken up and fell anew.
    """
    seen = as_seen(reading)
    if seen is None:
        return None
    kinds, active = Counter(die.kind for die in seen), Counter(die.kind for die in state.active)
    if kinds - active:
        return None
    if kinds == active:
        refusal = GAME.explain(state, Rolled(seen))
        return (
            None if refusal is None else Deviation(f"these dice were rolled again: {refusal}", Rolled(seen))
        )
    if kinds[Kind.IMMEDIATE]:
        words = "an Immediate die was rolled again: every Immediate die is locked before the next roll"
        return Deviation(f"{words} ({PLAY})", None)
    return None


def as_seen(reading: Reading) -> tuple[Die, ...] | None:
    """The dice as they look, whatever is to be rolled; None where one of them is not sure."""
    if reading.status != "ok" or not reading.dice:
        return None
    dice = tuple(_as_it_looks(die) for die in reading.dice)
    return tuple(die for die in dice if die is not None) if None not in dice else None


def _as_it_looks(die: DieReading) -> Die | None:
    kinds = [kind for kind in Kind if die.die == kind.value]
    kinds = kinds or [kind for kind in Kind if die.body == KINDS[kind].body]
    kinds = kinds or [kind for kind in Kind if die.body in LOOKS_LIKE[kind]]
    fitting = [kind for kind in kinds if die.face in KINDS[kind].faces]
    return Die(fitting[0], die.face) if len(fitting) == 1 else None


def _dice(dice: tuple[Die, ...]) -> str:
    return f"{number_word(len(dice))} {'die' if len(dice) == 1 else 'dice'}"


def _to_be_rolled(state: State) -> str:
    return f"{count_kinds(state.to_roll)} {'is' if len(state.to_roll) == 1 else 'are'} to be rolled"
