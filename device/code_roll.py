"""The roll of Pharaoh Code while it is not certain yet: what the camera saw and what people entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.pharaoh_code.dice import SIDES, Die, Roll
from rules.words import listing, number_word
from vision.reading import DieReading, Reading

SURE = 0.9
"""A die that is read less surely than this is pointed out."""


@dataclass(frozen=True)
class DraftDie:
    """One die of the roll: its number where it is known, who says so, and whether that is in doubt."""

    die: Die
    value: int | None = None
    by_hand: bool = False
    doubtful: bool = False


BLANK: tuple[DraftDie, ...] = tuple(DraftDie(die) for die in SIDES)
"""Nothing is known of the three dice."""


def as_draft(roll: Roll, *, doubtful: bool = False) -> tuple[DraftDie, ...]:
    """A roll that is known, to be looked at or put right."""
    return tuple(
        DraftDie(die, value, doubtful=doubtful) for die, value in zip(SIDES, roll.values, strict=True)
    )


def seen_roll(reading: Reading) -> tuple[tuple[DraftDie, ...], str | None]:
    """What the camera saw of the three dice, and why that is no certain roll, or None where it is one."""
    by_sides: dict[int, list[DieReading]] = {sides: [] for sides in SIDES.values()}
    others = 0
    for die in reading.dice:
        if die.sides in by_sides:
            by_sides[die.sides].append(die)
        else:
            others += 1
    # Where no die is to blame, all of them are in doubt.
    all_doubtful = reading.status == "unsure" and not _unclear(reading.dice)
    draft = tuple(_draft_die(die, by_sides[sides], doubtful=all_doubtful) for die, sides in SIDES.items())
    return draft, _doubt(reading, by_sides, others)


def _draft_die(die: Die, found: Sequence[DieReading], *, doubtful: bool) -> DraftDie:
    if len(found) != 1:
        return DraftDie(die)
    return DraftDie(die, found[0].value, doubtful=doubtful or _unclear(found))


def _doubt(reading: Reading, by_sides: dict[int, list[DieReading]], others: int) -> str | None:
    if reading.status == "unsure":
        unclear = [f"the {die}" for die, sides in SIDES.items() if _unclear(by_sides[sides])]
        if unclear and len(reading.dice) == len(SIDES) and all(by_sides.values()):
            # The camera counts dice as they lie; people know them by their sides.
            return f"is this the roll? {listing(unclear)} {'is' if len(unclear) == 1 else 'are'} not clear"
        return reading.reason
    if len(reading.dice) != len(SIDES):
        return f"I see {_dice(len(reading.dice))}, but three are rolled"
    if others:
        return "a die has neither 8, 10 nor 12 sides: roll the game's three dice"
    for sides, found in by_sides.items():
        if len(found) > 1:
            return f"I see {number_word(len(found))} dice with {sides} sides: touch the die that is another"
    if any(found[0].value is None for found in by_sides.values()):
        return "a die's number is not clear: touch it and choose what it shows"
    return None


def _unclear(found: Sequence[DieReading]) -> bool:
    return any(die.confidence < SURE for die in found)


def _dice(number: int) -> str:
    return "no die" if number == 0 else "one die" if number == 1 else f"{number_word(number)} dice"


def filled_in(mine: Sequence[DraftDie], seen: Sequence[DraftDie]) -> tuple[DraftDie, ...]:
    """The draft `mine`, with what was `seen` for every die that nobody entered by hand."""
    return tuple(own if own.by_hand else other for own, other in zip(mine, seen, strict=True))


def with_value(draft: Sequence[DraftDie], die: Die, value: int) -> tuple[DraftDie, ...]:
    """The draft with a number that a person entered."""
    return tuple(DraftDie(die, value, by_hand=True) if own.die == die else own for own in draft)


def known(draft: Sequence[DraftDie]) -> Roll | None:
    """The roll, once every die has its number."""
    values = [own.value for own in draft if own.value is not None]
    return Roll(*values) if len(values) == len(SIDES) else None
