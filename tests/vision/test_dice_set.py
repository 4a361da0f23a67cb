from __future__ import annotations

import pytest

from vision.dice_set import D6, FAVOR, parse_dice
from vision.errors import DiceSetError, VisionError


def test_the_words_of_the_command_line_name_the_sets() -> None:
    assert parse_dice("d6") == D6
    assert parse_dice("favor") == FAVOR
    assert parse_dice("d8,d10,d12").sides == {8, 10, 12}
    assert parse_dice(" D6 , d12 ").sides == {6, 12}


def test_only_dice_with_more_than_six_sides_bring_numerals() -> None:
    assert not D6.numerals
    assert not FAVOR.numerals
    assert parse_dice("d6,d8").numerals


@pytest.mark.parametrize("words", ["", "d7", "d6,,d8", "dice", "d20"])
def test_unknown_dice_are_refused_with_the_words_that_are_known(words: str) -> None:
    with pytest.raises(DiceSetError, match=r"say favor, or some of d6,d8,d10,d12") as refusal:
        parse_dice(words)
    assert isinstance(refusal.value, VisionError)
    assert isinstance(refusal.value, ValueError)


@pytest.mark.parametrize("words", ["favor,d6", "d8, Favor"])
def test_favor_beside_other_dice_is_refused_with_what_to_say(words: str) -> None:
    with pytest.raises(DiceSetError, match=r"say favor alone or some of d6,d8,d10,d12"):
        parse_dice(words)
