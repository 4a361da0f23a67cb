from __future__ import annotations

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.pharaoh_code.arithmetic import Arithmetic
from rules.pharaoh_code.equations import EquationError, work_out
from rules.pharaoh_code.solver import solve

ROLL = (2, 5, 11)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("(5-2)x11", 33),
        ("2x11", 22),
        ("5x(11-2)", 45),
        ("2+5+11", 18),
        ("5-2", 3),
        ("11 - 5 × 2", 1),
        ("(11 − 5) : 2", 3),
        ("((11)-(5))/2", 3),
        ("2 · 11", 22),
    ],
)
def test_an_equation_may_be_written_as_people_write_it(text: str, made: int) -> None:
    assert work_out(text, ROLL).value == made


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no equation was given"),
        ("   ", "no equation was given"),
        ("5 × 5 - 2", "5 is used twice, but only one die shows it"),
        ("5 + 5 + 5", "5 is used 3 times, but only one die shows it"),
        ("5 × 7", "no die shows 7: they show 2, 5 and 11"),
        ("25 + 11", "no die shows 25: they show 2, 5 and 11"),
        ("11", "one die alone is no equation: use two or three"),
        ("(5", "a bracket is not closed"),
        ("(5 - 2", "a bracket is not closed"),
        ("5 - 2)", "a bracket is closed that was not opened"),
        ("5 +", "the equation ends where a die belongs"),
        ("5 × × 2", "× stands where a die belongs"),
        ("- 5 + 11", "- stands where a die belongs"),
        ("5 11", "a sign is missing before 11"),
        ("(5 11) + 2", "a sign is missing before 11"),
        ("2(5 + 11)", "a sign is missing before ("),
        ("()", ") stands where a die belongs"),
        ("2 ^ 5", "an equation has dice, + - × ÷ and brackets, not '^'"),
        ("2 + ٥", "an equation has dice, + - × ÷ and brackets, not '٥'"),
        ("11 ÷ 2", "11 ÷ 2 does not come out even"),
        ("(" * 40 + "5" + ")" * 40, "an equation with three dice has at most 60 characters"),
    ],
)
def test_what_is_no_equation_with_these_dice_is_named(text: str, reason: str) -> None:
    with pytest.raises(EquationError) as caught:
        work_out(text, ROLL)
    assert str(caught.value) == reason


def test_nothing_is_divided_by_zero() -> None:
    with pytest.raises(EquationError, match=r"^11 ÷ \(5 - 5\) divides by zero$"):
        work_out("11 ÷ (5 - 5)", (5, 5, 11))


def test_a_value_that_two_dice_show_may_be_used_twice_but_not_three_times() -> None:
    assert work_out("5 × 5 + 11", (5, 5, 11)).value == 36
    with pytest.raises(EquationError, match="5 is used 3 times, but only 2 dice show it"):
        work_out("5 + 5 + 5", (5, 5, 11))


def test_an_uneven_division_is_a_setting() -> None:
    with pytest.raises(EquationError, match="5 ÷ 2 does not come out even"):
        work_out("5 ÷ 2 × 8", (8, 5, 2))
    form = work_out("5 ÷ 2 × 8", (8, 5, 2), Arithmetic(uneven=True))
    assert (form.value, form.text) == (20, "5 × 8 ÷ 2")


def test_an_uneven_end_is_no_whole_number() -> None:
    assert work_out("5 ÷ 2", (8, 5, 2), Arithmetic(uneven=True)).value == Fraction(5, 2)


def test_a_negative_intermediate_result_is_a_setting() -> None:
    assert work_out("2 - 5 + 11", ROLL).value == 8
    with pytest.raises(EquationError, match="2 - 5 is below zero"):
        work_out("2 - 5 + 11", ROLL, Arithmetic(negative=False))
    assert work_out("11 + 2 - 5", ROLL, Arithmetic(negative=False)).value == 8


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("11 × (5 - 2)", "(5 - 2) × 11"),
        ("5 - (2 - 11)", "5 + 11 - 2"),
        ("11 - 2 + 5", "5 + 11 - 2"),
        ("(11 + (5)) + 2", "2 + 5 + 11"),
        ("11 - (5 + 2)", "11 - 2 - 5"),
        ("11 × 5 ÷ 5", None),
        ("5 × 2 + 11", "2 × 5 + 11"),
    ],
)
def test_the_usual_form_knows_no_order_and_no_needless_brackets(text: str, usual: str | None) -> None:
    if usual is None:
        with pytest.raises(EquationError):
            work_out(text, ROLL)
    else:
        assert work_out(text, ROLL).text == usual


SIGNS = {"+": operator.add, "-": operator.sub, "×": operator.mul, "÷": operator.truediv}


@given(
    st.tuples(st.integers(1, 8), st.integers(1, 10), st.integers(1, 12)),
    st.permutations([0, 1, 2]),
    st.sampled_from(sorted(SIGNS)),
    st.sampled_from(sorted(SIGNS)),
    st.booleans(),
)
def test_a_stated_equation_is_worked_out_exactly(
    roll: tuple[int, int, int], order: list[int], one: str, other: str, bracket_first: bool
) -> None:
    a, b, c = (Fraction(roll[die]) for die in order)
    text = f"({a} {one} {b}) {other} {c}" if bracket_first else f"{a} {one} ({b} {other} {c})"
    try:
        made = SIGNS[other](SIGNS[one](a, b), c) if bracket_first else SIGNS[one](a, SIGNS[other](b, c))
    except ZeroDivisionError:
        with pytest.raises(EquationError, match="divides by zero"):
            work_out(text, roll, Arithmetic(uneven=True))
        return
    form = work_out(text, roll, Arithmetic(uneven=True))
    assert form.value == made
    assert work_out(form.text, roll, Arithmetic(uneven=True)) == form
    if made > 0 and made.denominator == 1:
        assert form.text in solve(roll)[int(made)], "the device's own list has what people state"


@given(st.text("0123456789+-×÷() ", max_size=70))
def test_no_text_makes_the_judge_stumble(text: str) -> None:
    try:
        form = work_out(text, ROLL)
    except EquationError as error:
        assert str(error)
    else:
        assert form.dice in (2, 3)
