"""What people enter with large keys in Pharaoh Code: a die, a number, an equation, scarabs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.pharaoh_code.dice import SIDES, Die, Roll
from ui.code_view import PadKey, PadView

PadKind: TypeAlias = Literal["die", "number", "scarabs", "named", "equation", "won", "lost", "stack"]

LONGEST_NUMBER = 3
"""Digits of the highest number that the dice make, and of all scarabs in the box."""

LONGEST_EQUATION = 13
"""Keys of the longest equation with three dice, and some brackets more."""

DELETE, DONE, CLOSE = "delete", "done", "close"


@dataclass(frozen=True)
class Pad:
    """An entry that is under way.

    `of` says what it is for: a die's name, or the index of a space or of a seat. `typed` are the keys pressed
    so far; `choices` the numbers that one press chooses from. One that `waits` cannot be closed: the table
    waits for its entry.
    """

    kind: PadKind
    of: str
    hint: str
    typed: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()
    waits: bool = False

    @property
    def index(self) -> int:
        """The space or seat that it is for."""
        return int(self.of)

    @property
    def number(self) -> int | None:
        """The number that was typed, or None before the first digit."""
        return int("".join(self.typed)) if self.typed else None


def die_pad(die: Die, *, zero_is_ten: bool) -> Pad:
    """A pad to choose what a die shows."""
    numbers = range(1, SIDES[die] + 1)
    if die == "d10" and not zero_is_ten:
        numbers = range(10)
    return Pad("die", die, f"What does the {die} show?", choices=tuple(numbers))


def equation_text(pad: Pad, roll: Roll) -> str:
    """The equation that was typed so far."""
    return " ".join(_label(key, roll) for key in pad.typed).replace("( ", "(").replace(" )", ")")


def pressed(pad: Pad, key: str) -> Pad:
    """The pad after one of its keys; keys that end it, or that it has not, change nothing."""
    if key == DELETE:
        return replace(pad, typed=pad.typed[:-1])
    if pad.kind == "equation":
        fits = key in _free_dice(pad) or key in _SIGNS
        return replace(pad, typed=(*pad.typed, key)) if fits and len(pad.typed) < LONGEST_EQUATION else pad
    if key.isdecimal() and len(key) == 1 and len(pad.typed) < LONGEST_NUMBER and not pad.choices:
        # A number has no leading zeros.
        return replace(pad, typed=(key,) if pad.typed == ("0",) else (*pad.typed, key))
    return pad


def pad_view(pad: Pad, roll: Roll | None) -> PadView:
    """The pad as it is shown."""
    if pad.choices:
        choices = (PadKey(str(number), f"pad:{number}") for number in pad.choices)
        return PadView("", pad.hint, (*choices, PadKey("Close", f"pad:{CLOSE}")), 4)
    if pad.kind == "equation":
        assert roll is not None, "equations are stated for a roll"
        return _equation_view(pad, roll)
    digits = (PadKey(str(digit), f"pad:{digit}") for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9))
    closes = not pad.waits and not pad.typed
    away = PadKey("Close", f"pad:{CLOSE}") if closes else _key("Delete", DELETE, pad.typed)
    keys = (*digits, away, PadKey("0", "pad:0"), _done(pad))
    return PadView("".join(pad.typed), pad.hint, keys, 3)


_SIGNS: Sequence[str] = ("+", "-", "×", "÷", "(", ")")


def _equation_view(pad: Pad, roll: Roll) -> PadView:
    free = _free_dice(pad)
    dice = [PadKey(_label(die, roll), f"pad:{die}" if die in free else None) for die in SIDES]
    signs = [PadKey(sign, f"pad:{sign}") for sign in _SIGNS]
    keys = (*dice, *signs, _key("Delete", DELETE, pad.typed), _done(pad))
    return PadView(equation_text(pad, roll), pad.hint, keys, 3)


def _free_dice(pad: Pad) -> tuple[Die, ...]:
    return tuple(die for die in SIDES if die not in pad.typed)


def _label(key: str, roll: Roll) -> str:
    return str(getattr(roll, key)) if key in SIDES else key


def _key(label: str, key: str, typed: Sequence[str]) -> PadKey:
    return PadKey(label, f"pad:{key}" if typed else None)


def _done(pad: Pad) -> PadKey:
    return PadKey("Done", f"pad:{DONE}" if pad.typed else None, main=True)
