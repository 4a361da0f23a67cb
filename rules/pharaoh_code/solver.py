"""Every number that three dice make, with all its equations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from rules.pharaoh_code.arithmetic import Arithmetic, Form, Sign, combined, number, outcome

USUAL = Arithmetic()
"""Division comes out even; a negative intermediate result is allowed."""


def solve(dice: Sequence[int], arithmetic: Arithmetic = USUAL) -> Mapping[int, tuple[str, ...]]:
    """The positive whole numbers that two or three of these three dice make, each die used at most once.

    Each number, in ascending order, has all its equations in their usual form, those with two dice first.
    (Rulebook, Game Play 2.)
    """
    first, second, third = sorted(dice)
    return _solved(first, second, third, arithmetic)


def forget_solved() -> None:
    """Solve anew from now on; what was solved is otherwise remembered."""
    _solved.cache_clear()


@lru_cache(maxsize=1024)
def _solved(first: int, second: int, third: int, arithmetic: Arithmetic) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, set[tuple[int, str]]] = {}
    a, b, c = number(first), number(second), number(third)
    for one, other, rest in ((a, b, c), (a, c, b), (b, c, a)):
        for pair in _joined(one, other, arithmetic, positive=False):
            if isinstance(pair.value, int) and pair.value > 0:
                found.setdefault(pair.value, set()).add((2, pair.text))
            for triple in _joined(pair, rest, arithmetic, positive=True):
                assert isinstance(triple.value, int), "only whole results were asked for"
                found.setdefault(triple.value, set()).add((3, triple.text))
    return MappingProxyType({n: tuple(text for _, text in sorted(found[n])) for n in sorted(found)})


_WAYS: tuple[tuple[Sign, bool], ...] = (
    ("+", False), ("-", False), ("-", True), ("×", False), ("÷", False), ("÷", True),
)  # fmt: skip


def _joined(one: Form, other: Form, arithmetic: Arithmetic, *, positive: bool) -> Iterator[Form]:
    """Both joined in every way that is allowed; with `positive` only those that end at a positive number."""
    for sign, turned in _WAYS:
        left, right = (other, one) if turned else (one, other)
        value = outcome(sign, left.value, right.value, arithmetic)
        if value is not None and (not positive or (isinstance(value, int) and value > 0)):
            yield combined(sign, left, right, value)
