from __future__ import annotations

import random

import pytest

from device.games import GAMES
from device.pharao_words import in_words
from rules.pharao.actions import (
    CrackTiles,
    Fell,
    Forgot,
    MummiesSet,
    PharaoAction,
    Placed,
    Pushed,
    Revealed,
    Slid,
    Stole,
)
from rules.pharao.board import Side
from rules.pharao.pieces import OTHER, Colour
from rules.pharao.state import Phase
from tests.rules.pharao.world import GAME, World, random_setup


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (CrackTiles(3), "took three crack tiles"),
        (Placed(0, 9), "moved the cover on A1 to B2"),
        (Forgot(0), "let the tile at A1 be forgotten"),
        (
            Pushed(0, Side.LEFT, 1, 8),
            "pushed tile row 1 from the left, turned right, the gap went along to A2",
        ),
        (Pushed(2, Side.RIGHT, None), "pushed tile row 3 from the right, turned somehow"),
        (Fell(()), "sank no mummy"),
        (Fell((Colour.GREY,)), "sank the grey mummy"),
        (Fell((Colour.GREY, Colour.BROWN)), "sank the grey and brown mummies"),
        (Stole(None), "stole no seal"),
        (Stole(1), "stole a seal from seat 2"),
        (MummiesSet((Colour.BLACK,)), "set mummies, but not on black"),
        (Revealed("cat", 3, outside=True), "turned over the cat for 3, which went under the pile"),
        (Slid(47, OTHER), "brought the gap to H6: another animal"),
    ],
)
def test_each_action_is_told_in_plain_words(action: PharaoAction, words: str) -> None:
    assert in_words(action) == words


def test_the_log_has_words_for_every_action_of_a_game() -> None:
    rng = random.Random(4)
    setup = random_setup(rng)
    world = World(rng, setup)
    state = GAME.start(setup)
    told = set()
    for _ in range(300):
        if state.phase is Phase.END:
            break
        action = world.next_action(state)
        state = GAME.apply(state, action)
        told.add(GAMES["pharao"].in_words(action))
    assert len(told) > 40
    assert all("\n" not in words and len(words) < 100 for words in told)
