"""Exact arithmetic as the table allows it, and equations brought into their usual form."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

Value: TypeAlias = int | Fraction
"""An intermediate result: a whole number is always an int."""

Sign: TypeAlias = Literal["+", "-", "×", "÷"]


@dataclass(frozen=True)
class Arithmetic:
    """What intermediate results are allowed (shared ruling: whole numbers, negative ones too).

    With three dice neither setting takes a number out of reach: a sum can be taken with its negative terms
    last and a product with its divisors last. They decide which equations are right as they are stated.
    """

    uneven: bool = False
    negative: bool = True


class Form(NamedTuple):
    """An equation in its usual form: sums of products of sums, each flat, in ascending order.

    `sign` is "+" for a sum, "×" for a product, "" for a die; `parts` are added (or multiplied) and `taken`
    subtracted (or divided by). Two equations that differ by commuting or by needless brackets have the same
    `text`: "5 - (2 - 11)", "11 - 2 + 5" and "5 + 11 - 2".
    """

    value: Value
    text: str
    dice: int
    sign: Literal["", "+", "×"] = ""
    parts: tuple[Form, ...] = ()
    taken: tuple[Form, ...] = ()


def number(value: int) -> Form:
    """A die that shows `value`."""
    return Form(value, str(value), 1)


def outcome(sign: Sign, left: Value, right: Value, arithmetic: Arithmetic) -> Value | None:
    """The exact result, or None where it is not allowed; `refusal` then says why."""
    if sign == "÷":
        if right == 0:
            return None
        quotient = Fraction(left) / right
        if quotient.denominator != 1:
            return quotient if arithmetic.uneven and _signed(quotient, arithmetic) else None
        result: Value = quotient.numerator
    else:
        result = left + right if sign == "+" else left - right if sign == "-" else left * right
        if isinstance(result, Fraction) and result.denominator == 1:
            result = result.numerator
    return result if _signed(result, arithmetic) else None


def refusal(sign: Sign, left: Form, right: Form) -> str:
    """Why `outcome` gave None for these two."""
    words = combined(sign, left, right, 0).text
    if sign == "÷":
        if right.value == 0:
            return f"{words} divides by zero"
        if (Fraction(left.value) / right.value).denominator != 1:
            return f"{words} does not come out even"
    return f"{words} is below zero"


def combined(sign: Sign, left: Form, right: Form, value: Value) -> Form:
    """The usual form of two joined by `sign`, which makes `value`."""
    joined: Literal["+", "×"] = "+" if sign in "+-" else "×"
    parts, taken = _opened(left, joined)
    more, less = _opened(right, joined)
    if sign in "-÷":
        more, less = less, more
    ordered = tuple(sorted(parts + more, key=_order))
    removed = tuple(sorted(taken + less, key=_order))
    plus, minus = (" + ", " - ") if joined == "+" else (" × ", " ÷ ")
    text = plus.join([_within(part, joined) for part in ordered])
    text = minus.join([text, *[_within(part, joined) for part in removed]])
    return Form(value, text, left.dice + right.dice, joined, ordered, removed)


def _signed(value: Value, arithmetic: Arithmetic) -> bool:
    return arithmetic.negative or value >= 0


def _opened(form: Form, sign: str) -> tuple[tuple[Form, ...], tuple[Form, ...]]:
    return (form.parts, form.taken) if form.sign == sign else ((form,), ())


def _order(form: Form) -> tuple[Value, str]:
    return form.value, form.text


def _within(form: Form, sign: str) -> str:
    """The text as a part of a sum or product: only a sum within a product needs its brackets."""
    return f"({form.text})" if sign == "×" and form.sign == "+" else form.text
