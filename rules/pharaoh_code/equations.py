"""Equations as people state them: parsed, held against the dice, worked out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.codec import shown
from rules.errors import RulesError
from rules.pharaoh_code.arithmetic import Arithmetic, Form, Sign, combined, number, outcome, refusal
from rules.pharaoh_code.solver import USUAL
from rules.words import listing

LONGEST = 60
"""Characters of the longest equation that is looked at; three dice need far fewer."""

_SIGNS: dict[str, Sign] = {
    "+": "+", "-": "-", "−": "-", "–": "-", "*": "×", "×": "×", "·": "×", "x": "×", "X": "×",
    "÷": "÷", "/": "÷", ":": "÷",
}  # fmt: skip


class EquationError(RulesError, ValueError):
    """Words that are no equation with these dice; the text says which part is not."""


def work_out(text: str, dice: Sequence[int], arithmetic: Arithmetic = USUAL) -> Form:
    """The equation `text` with its value, in its usual form; products go before sums.

    Raises EquationError where it cannot be read, uses something else than two or three of the dice, each at
    most once, or has an intermediate result that the table does not allow. (Rulebook, Game Play 2.)
    """
    if len(text) > LONGEST:
        raise EquationError(f"an equation with three dice has at most {LONGEST} characters")
    tokens = _tokens(text)
    if not tokens:
        raise EquationError("no equation was given")
    _hold_against([int(token) for token in tokens if token.isdecimal()], dice)
    form = _Parser(tokens, arithmetic).equation()
    if form.dice < 2:
        raise EquationError("one die alone is no equation: use two or three")
    return form


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    digits = False
    for char in text:
        if char in "0123456789":
            if digits:
                tokens[-1] += char
            else:
                tokens.append(char)
        elif char in _SIGNS:
            tokens.append(_SIGNS[char])
        elif char in "()":
            tokens.append(char)
        elif not char.isspace():
            raise EquationError(f"an equation has dice, + - × ÷ and brackets, not {shown(char)}")
        digits = char in "0123456789"
    return tokens


def _hold_against(used: list[int], dice: Sequence[int]) -> None:
    there = Counter(dice)
    for value, times in Counter(used).items():
        if not there[value]:
            raise EquationError(f"no die shows {value}: they show {listing(list(map(str, dice)))}")
        if times > there[value]:
            showing = "one die shows" if there[value] == 1 else f"{there[value]} dice show"
            raise EquationError(f"{value} is used {_times(times)}, but only {showing} it")


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


class _Parser:
    """Recursive descent over the tokens; works out as it reads."""

    def __init__(self, tokens: list[str], arithmetic: Arithmetic) -> None:
        self._tokens = tokens
        self._at = 0
        self._arithmetic = arithmetic

    def equation(self) -> Form:
        form = self._sum()
        if self._at < len(self._tokens):
            left_over = self._tokens[self._at]
            if left_over == ")":
                raise EquationError("a bracket is closed that was not opened")
            raise EquationError(f"a sign is missing before {left_over}")
        return form

    def _sum(self) -> Form:
        form = self._product()
        while (sign := self._next_of("+", "-")) is not None:
            form = self._joined(sign, form, self._product())
        return form

    def _product(self) -> Form:
        form = self._part()
        while (sign := self._next_of("×", "÷")) is not None:
            form = self._joined(sign, form, self._part())
        return form

    def _part(self) -> Form:
        token = self._tokens[self._at] if self._at < len(self._tokens) else None
        if token is None:
            raise EquationError("the equation ends where a die belongs")
        self._at += 1
        if token.isdecimal():
            return number(int(token))
        if token != "(":
            raise EquationError(f"{token} stands where a die belongs")
        form = self._sum()
        closing = self._tokens[self._at] if self._at < len(self._tokens) else None
        if closing is None:
            raise EquationError("a bracket is not closed")
        if closing != ")":
            raise EquationError(f"a sign is missing before {closing}")
        self._at += 1
        return form

    def _next_of(self, *signs: Sign) -> Sign | None:
        for sign in signs:
            if self._at < len(self._tokens) and self._tokens[self._at] == sign:
                self._at += 1
                return sign
        return None

    def _joined(self, sign: Sign, left: Form, right: Form) -> Form:
        value = outcome(sign, left.value, right.value, self._arithmetic)
        if value is None:
            raise EquationError(refusal(sign, left, right))
        return combined(sign, left, right, value)
