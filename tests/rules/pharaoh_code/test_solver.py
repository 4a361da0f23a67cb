from __future__ import annotations

from itertools import product

import pytest

from rules.pharaoh_code.arithmetic import Arithmetic
from rules.pharaoh_code.equations import work_out
from rules.pharaoh_code.solver import solve

from .equation_oracle import functions

SETTINGS = [Arithmetic(uneven, negative) for uneven in (False, True) for negative in (False, True)]
ROLLS = list(product(range(1, 9), range(1, 11), range(1, 13)))


@pytest.mark.parametrize(
    ("made", "equation"),
    [(33, "(5 - 2) × 11"), (22, "2 × 11"), (45, "5 × (11 - 2)"), (18, "2 + 5 + 11"), (3, "5 - 2")],
)
def test_the_rulebooks_examples_are_found_as_it_writes_them(made: int, equation: str) -> None:
    """Rulebook, Game Play 2."""
    assert equation in solve((2, 5, 11))[made]


def test_numbers_ascend_and_equations_with_fewer_dice_come_first() -> None:
    found = solve((2, 5, 11))
    assert list(found) == sorted(found)
    assert found[3] == ("5 - 2", "(11 - 5) ÷ 2")


def test_the_order_of_the_dice_does_not_matter() -> None:
    assert solve((11, 2, 5)) == solve((2, 5, 11))


def test_one_die_alone_is_no_equation() -> None:
    """Shared facts, 2."""
    assert 7 not in solve((7, 9, 12))


def test_dice_that_show_the_same_give_no_equation_twice() -> None:
    found = solve((5, 5, 11))
    assert found[16] == ("5 + 11",)
    assert found[1] == ("5 ÷ 5", "11 - 5 - 5")
    assert found[11] == ("5 + 11 - 5", "5 × 11 ÷ 5")


def test_the_solver_finds_what_an_exhaustive_search_finds_for_all_rolls_and_settings() -> None:
    assert len(ROLLS) == 960
    # Where the table lets a 0 of the ten-sided die count as nothing there are more.
    for roll in [*ROLLS, *product(range(1, 9), [0], range(1, 13))]:
        for (uneven, negative), oracle in functions(roll).items():
            found = solve(roll, Arithmetic(uneven, negative))
            assert set(found) == set(oracle), (roll, uneven, negative)
            if len(set(roll)) == 3:
                # Each die has a mark of its own only where no two show the same.
                counts = {number: len(equations) for number, equations in found.items()}
                assert counts == {number: len(same) for number, same in oracle.items()}, roll


def test_every_equation_that_is_listed_is_right_under_the_strictest_settings() -> None:
    strictest = Arithmetic(uneven=False, negative=False)
    for roll in ROLLS:
        for made, equations in solve(roll).items():
            assert len(set(equations)) == len(equations)
            for equation in equations:
                form = work_out(equation, roll, strictest)
                assert (form.value, form.text) == (made, equation)


def test_the_settings_take_no_number_out_of_reach() -> None:
    for roll in ROLLS[::7]:
        assert len({tuple(solve(roll, arithmetic).items()) for arithmetic in SETTINGS}) == 1
