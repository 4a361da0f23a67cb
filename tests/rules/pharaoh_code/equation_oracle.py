"""Another way to find everything that three dice make, to hold the solver against.

Here an equation is a word in reverse Polish notation, tried over every order of the dice and every choice of
signs. Two words are the same equation when they are the same function of their dice: compared by their values
in the field of integers modulo a large prime, with an unrelated large number for each die. No brackets, trees
or usual forms are shared with the solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import TypeAlias

Word: TypeAlias = tuple[int | str, ...]
"""Dice by position and signs, in the order in which they are worked out: (1, 0, "-", 2, "*")."""

PRIME = 2**61 - 1
MARKS = (1_092_374_656_120_987_311, 823_498_761_234_987_655, 1_777_777_123_456_789_013)
SHAPES = {2: ("dds",), 3: ("ddsds", "dddss")}
"""Shapes of words: d takes the next die, s joins the last two with the next sign."""


def _words() -> list[Word]:
    found: list[Word] = []
    for count, shapes in SHAPES.items():
        for dice, shape, signs in product(
            permutations(range(3), count), shapes, product("+-*/", repeat=count - 1)
        ):
            next_die, next_sign = iter(dice), iter(signs)
            found.append(tuple(next(next_die) if step == "d" else next(next_sign) for step in shape))
    return found


def _function(word: Word) -> int:
    """What the word makes of the marks, modulo the prime."""
    stack: list[int] = []
    for step in word:
        if isinstance(step, int):
            stack.append(MARKS[step])
            continue
        right, left = stack.pop(), stack.pop()
        if step == "/":
            step, right = "*", pow(right, -1, PRIME)
        stack.append({"+": left + right, "-": left - right, "*": left * right}[step] % PRIME)
    return stack.pop()


FUNCTIONS: dict[Word, int] = {word: _function(word) for word in _words()}


def results(word: Word, dice: Sequence[int]) -> list[Fraction] | None:
    """All results on the way and at the end, or None where something is divided by zero."""
    stack: list[Fraction] = []
    on_the_way = []
    for step in word:
        if isinstance(step, int):
            stack.append(Fraction(dice[step]))
            continue
        right, left = stack.pop(), stack.pop()
        if step == "/" and right == 0:
            return None
        if step == "+":
            left += right
        elif step == "-":
            left -= right
        else:
            left = left * right if step == "*" else left / right
        stack.append(left)
        on_the_way.append(left)
    return on_the_way


def functions(dice: Sequence[int]) -> dict[tuple[bool, bool], dict[int, set[int]]]:
    """The positive numbers that can be made, each with its distinct functions of the three dice.

    Keyed by whether uneven divisions and negative intermediate results are allowed.
    """
    found: dict[tuple[bool, bool], dict[int, set[int]]] = {
        (uneven, negative): {} for uneven in (False, True) for negative in (False, True)
    }
    for word, function in FUNCTIONS.items():
        on_the_way = results(word, dice)
        if on_the_way is None or on_the_way[-1].denominator != 1 or on_the_way[-1] <= 0:
            continue
        needs_uneven = any(result.denominator != 1 for result in on_the_way)
        needs_negative = any(result < 0 for result in on_the_way)
        for (uneven, negative), numbers in found.items():
            if uneven >= needs_uneven and negative >= needs_negative:
                numbers.setdefault(int(on_the_way[-1]), set()).add(function)
    return found
