from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.presses import PlayerPress, Stamp, firsts, surely_before

MS = 1_000_000

presses = st.lists(
    st.builds(PlayerPress, st.integers(0, 5), st.integers(0, 40), st.integers(0, 20)), min_size=1, max_size=8
)


def test_the_earliest_press_is_first_however_late_it_is_told() -> None:
    late, early = PlayerPress(1, 20 * MS, MS), PlayerPress(0, 10 * MS, MS)
    assert firsts([late, early]) == (early,)


@pytest.mark.parametrize(("apart_ms", "tied"), [(3, True), (4, True), (5, False)])
def test_presses_closer_than_both_uncertainties_together_are_a_tie(apart_ms: int, tied: bool) -> None:
    one, other = PlayerPress(0, 0, MS), PlayerPress(1, apart_ms * MS, 3 * MS)
    assert (firsts([one, other]) == (one, other)) is tied


def test_nobody_ties_with_themselves() -> None:
    assert firsts([PlayerPress(2, 5, 9), PlayerPress(2, 4, 9)]) == (PlayerPress(2, 4, 9),)


def test_a_vague_press_that_may_have_been_first_is_not_passed_over() -> None:
    sharp, vague = PlayerPress(0, 10 * MS, 0), PlayerPress(1, 25 * MS, 20 * MS)
    between = PlayerPress(2, 12 * MS, 0)
    assert firsts([sharp, between, vague]) == (sharp, vague)


def test_presses_of_one_board_are_told_apart_by_its_own_clock() -> None:
    one = PlayerPress(0, 10 * MS, MS, Stamp("board-1", 5 * MS, 1_000))
    other = PlayerPress(1, 10 * MS, MS, Stamp("board-1", 5 * MS + 100_000, 1_000))
    assert firsts([other, one]) == (one,)
    elsewhere = PlayerPress(1, 10 * MS, MS, Stamp("board-2", 5 * MS + 100_000, 1_000))
    assert len(firsts([elsewhere, one])) == 2


def test_clocks_that_contradict_each_other_make_a_tie() -> None:
    one = PlayerPress(0, 30, 1, Stamp("board", 10, 1))
    other = PlayerPress(1, 10, 1, Stamp("board", 20, 1))
    between = PlayerPress(2, 20, 1)
    assert {press.player for press in firsts([one, other, between])} == {0, 1, 2}


def test_nobody_pressed() -> None:
    assert firsts([]) == ()


@given(presses)
def test_the_earliest_stamp_is_always_among_the_firsts_and_all_others_may_have_been(
    given: list[PlayerPress],
) -> None:
    found = firsts(given)
    assert min(press.at_ns for press in given) == found[0].at_ns
    assert len({press.player for press in found}) == len(found)
    assert not any(surely_before(one, other) for one in found for other in found)
