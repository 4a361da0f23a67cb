from __future__ import annotations

import random

from rules.pharao.board import OUTSIDE, Side, turned
from rules.pharao.memory import MOST_GROUNDS, Memory
from rules.pharao.pieces import OTHER

ANIMALS = ("cat", "dog")
BLANK = Memory.blank(ANIMALS)
BIT = BLANK.contents.bit


def outside(memory: Memory, *shows: str, turn: int = 1) -> Memory:
    """The tile outside shows this."""
    for place, content in zip(OUTSIDE, shows, strict=False):
        memory = memory.see(place, BIT(content), turn)
    return memory


def shown(memory: Memory, *places: int) -> list[str | None]:
    return [memory.sure(place) for place in places]


def test_nothing_is_known_at_first() -> None:
    assert BLANK.contents.named(BLANK.at(0).may) == ("sand", "hole", "passage", "cat", "dog")
    assert BLANK.at(0).seen is None


def test_a_tile_that_went_out_and_in_again_is_still_known_and_how_long_ago() -> None:
    memory = outside(BLANK, "cat", "sand", "hole", "dog", turn=3)
    for _ in range(5):
        memory = memory.push(1, Side.RIGHT, 0)
    assert shown(memory, *OUTSIDE) == ["cat", "sand", "hole", "dog"]
    assert memory.at(OUTSIDE[2]).seen == 3


def test_a_tile_turned_clockwise_carries_its_quarters_round() -> None:
    memory = outside(BLANK, "cat", "sand", "hole", "dog").push(0, Side.LEFT, 1)
    assert shown(memory, 0, 1, 8, 9) == ["hole", "cat", "dog", "sand"]
    assert turned(turned("abcd", 3), 1) == tuple("abcd")


def test_a_tile_turned_nobody_knows_how_is_known_again_by_what_is_seen() -> None:
    memory = outside(BLANK, "cat", "sand", "hole", "dog").push(0, Side.LEFT, None)
    assert shown(memory, 0, 1, 8, 9) == [None] * 4
    assert memory.contents.named(memory.at(0).may) == ("sand", "hole", "cat", "dog")
    memory = memory.see(9, BIT("hole"), 2)
    assert shown(memory, 0, 1, 8, 9) == ["sand", "dog", "cat", "hole"]


def test_a_tile_that_is_the_same_all_round_stays_certain_however_it_is_turned() -> None:
    memory = outside(BLANK, "sand", "sand", "sand", "sand").push(0, Side.LEFT, None)
    assert shown(memory, 0, 1, 8, 9) == ["sand"] * 4


def test_two_sands_opposite_leave_two_ways_to_lie() -> None:
    memory = outside(BLANK, "sand", "hole", "hole", "sand").push(0, Side.LEFT, None).see(0, BIT("hole"), 2)
    assert shown(memory, 0, 1, 8, 9) == ["hole", "sand", "sand", "hole"]


def test_seen_anew_is_seen_now() -> None:
    memory = BLANK.see(4, BIT("sand"), 1).see(4, BIT("sand"), 6)
    assert memory.at(4).seen == 6


def test_a_space_seen_in_a_tile_turned_unknown_is_as_old_as_its_oldest_way_to_lie() -> None:
    memory = outside(BLANK, "cat", "sand", "hole", "dog", turn=2).see(OUTSIDE[0], BIT("cat"), 5)
    memory = memory.push(0, Side.LEFT, None)
    assert {memory.at(place).seen for place in (0, 1, 8, 9)} == {2}


def test_another_animal_is_any_but_the_sought_one() -> None:
    contents = BLANK.contents
    assert contents.named(contents.mask(OTHER, "cat")) == ("dog",)
    assert BLANK.see(7, contents.mask(OTHER, "cat"), 1).sure(7) == "dog"


def test_what_is_ruled_out_is_not_seen() -> None:
    memory = BLANK.rule_out(7, BIT("hole"))
    assert memory.at(7).seen is None
    assert "hole" not in memory.contents.named(memory.at(7).may)


def test_a_contradiction_forgets_the_tile_and_no_other() -> None:
    memory = BLANK.see(0, BIT("cat"), 1).see(1, BIT("dog"), 1).see(2, BIT("sand"), 1)
    memory = memory.see(0, BIT("hole"), 2)
    assert memory.forgotten == 0
    assert shown(memory, 0, 1, 2) == ["hole", None, "sand"]
    assert BLANK.see(0, BIT("hole"), 1).rule_out(0, BIT("hole")).forgotten == 0


def test_an_animal_outside_that_can_only_be_in_one_quarter_is_known_there() -> None:
    memory = outside(BLANK, "sand", "hole", "dog").outside_shows("cat")
    assert memory.sure(OUTSIDE[3]) == "cat"
    wrong = outside(BLANK, "sand", "hole", "dog", "dog").outside_shows("cat")
    assert wrong.forgotten == OUTSIDE[0]


def test_a_tile_turned_unseen_again_and_again_is_never_wrong_and_never_grows_without_end() -> None:
    rng = random.Random(3)
    truth = ["cat", "sand", "hole", "dog"]
    memory = BLANK
    for turn in range(60):
        quarter = rng.randrange(4)
        memory = memory.see(OUTSIDE[quarter], BIT(truth[quarter]), turn)
        for place, content in zip(OUTSIDE, truth, strict=True):
            assert memory.at(place).may & BIT(content)
        assert memory.forgotten is None
        assert len(memory.tiles[-1]) <= MOST_GROUNDS
        truth = list(turned(truth, rng.randrange(4)))
        memory = memory.push(0, Side.LEFT, None)
        for _ in range(4):
            memory = memory.push(0, Side.LEFT, 0)
