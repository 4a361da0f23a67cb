from __future__ import annotations

from dataclasses import replace

import pytest

from rules.pharao.pieces import Card
from rules.pharao.scoring import burial, score, winners
from rules.pharao.state import Player

from .positions import searching

CARDS = (Card("cat", 2), Card("dog", 4), Card("cat", 3))


def test_cards_count_what_is_printed_on_them() -> None:
    """End of the Game."""
    assert score(Player("Ann", CARDS), solo=False).total == 9


def test_each_seal_counts_one_and_a_set_of_four_colours_seven_in_all() -> None:
    """Mummies and Pharaoh Seals: 1 a seal, 3 more a set, so 7 points in total for a set."""
    assert score(Player("Ann", seals=(1, 1, 1, 0)), solo=False).total == 3
    assert score(Player("Ann", seals=(1, 1, 1, 1)), solo=False).total == 7
    assert score(Player("Ann", seals=(2, 2, 3, 2)), solo=False).total == 9 + 6


def test_alone_a_card_counts_one_and_a_set_one_more() -> None:
    """Solo Rule."""
    result = score(Player("Ann", CARDS, (2, 2, 3, 2)), solo=True)
    assert (result.cards, result.seals, result.sets, result.total) == (3, 9, 2, 14)


def test_the_most_that_one_can_reach_alone_is_45() -> None:
    """Solo Rule: 20 cards, 5 seals of each colour, 5 sets."""
    best = Player("Ann", (Card("cat", 4),) * 20, (5, 5, 5, 5))
    assert score(best, solo=True).total == 45
    assert burial(45) == "In a gold sarcophagus"


def test_most_points_win_and_equal_points_share() -> None:
    state = searching()
    ann, bob, cem = state.players
    players = (replace(ann, cards=CARDS), replace(bob, seals=(2, 2, 2, 0)), replace(cem, seals=(1, 1, 1, 1)))
    assert winners(replace(state, players=players)) == (0,)
    players = (replace(ann, cards=CARDS[:2]), replace(bob, seals=(2, 2, 2, 0)), cem)
    assert winners(replace(state, players=players)) == (0, 1)


#   the burial table's edges, both ends of every row (Solo Rule)
@pytest.mark.parametrize(
    ("points", "words"),
    [
        (24, "In a gold sarcophagus"),
        (23, "In a silver sarcophagus"),
        (22, "In a silver sarcophagus"),
        (21, "In a marble sarcophagus"),
        (20, "In a marble sarcophagus"),
        (19, "In a sandstone sarcophagus"),
        (18, "In a sandstone sarcophagus"),
        (17, "In a wooden sarcophagus"),
        (15, "In a wooden sarcophagus"),
        (14, "Wrapped in papyrus"),
        (12, "Wrapped in papyrus"),
        (11, "Squeezed into an old clay pot"),
        (9, "Squeezed into an old clay pot"),
        (8, "Weighted down with stones and thrown into the Nile"),
        (6, "Weighted down with stones and thrown into the Nile"),
        (5, "Buried in the camel cemetery"),
        (3, "Buried in the camel cemetery"),
        (2, "Thrown to the beetles as food"),
        (0, "Thrown to the beetles as food"),
    ],
)
def test_each_edge_of_the_burial_table(points: int, words: str) -> None:
    assert burial(points) == words


def test_nobody_is_buried_with_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="nobody has -1 points"):
        burial(-1)
