from __future__ import annotations

from dataclasses import replace

import pytest

from rules.codec import from_json, to_json
from rules.pharao.actions import Begins, CrackTiles, Laid, Looked, PharaoAction, Placed, Slid
from rules.pharao.board import Recess, space
from rules.pharao.pieces import COLOURS, OTHER, PYRAMIDS
from rules.pharao.state import SPREAD, MemoryLevel, Phase, Setup

from .positions import GAME, LAID, do, laid, refusal, setup


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": ()}, "1 to 4 players, not 0"),
        ({"players": ("A", "B", "C", "D", "E")}, "1 to 4 players, not 5"),
        ({"players": ("Ann", " ")}, "name is empty"),
        ({"players": ("Ann", "Ann")}, "two players are called 'Ann'"),
        ({"animals": ()}, "name each animal"),
        ({"animals": ("cat", "cat")}, "'cat' is named twice"),
        ({"animals": ("cat", "hole")}, "'hole' is named twice"),
        ({"animals": ("cat", "other")}, "'other' is named twice"),
        ({"deck": (7, 7, 7)}, "21 search cards; they must have 20"),
        ({"deck": (21, 0, -1)}, "must have 20"),
        ({"tiles": (("sand",) * 4,) * 14}, "14 sliding tiles are known; there are only 13"),
        ({"tiles": (("sand", "sand", "sand", "yeti"),)}, "shows 'yeti'"),
    ],
)
def test_a_set_up_that_does_not_fit_the_box_is_refused_in_one_sentence(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        setup(**changes) if "players" not in changes else replace(setup(), **changes)  # type: ignore[arg-type]


def test_a_set_up_survives_its_json_form() -> None:
    whole = setup(
        2, sides=(Recess.LEFT, Recess.RIGHT, Recess.BOTH), memory=MemoryLevel.SEEN, tiles=(("sand",) * 4,)
    )
    assert from_json(Setup, to_json(whole)) == whole


def test_the_offered_spread_has_five_cracks_four_bases_and_38_pyramids() -> None:
    state = do(GAME.start(setup()), SPREAD)
    assert len(state.cracks) == 5
    assert len(state.pyramids) == PYRAMIDS - 3
    tiles = {(at // 16, at % 8 // 2) for at in (*state.cracks, *state.bases)}
    assert len(tiles) == 9, "evenly across the sliding tiles"


def test_with_two_cracks_all_41_pyramids_are_used() -> None:
    state = do(GAME.start(setup()), replace(LAID, cracks=LAID.cracks[:2]))
    assert len(state.pyramids) == PYRAMIDS


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (replace(LAID, cracks=LAID.cracks[:1]), "one crack tiles lie on the board; at least two"),
        (replace(LAID, cracks=tuple(range(6))), "six crack tiles"),
        (replace(LAID, gap=LAID.cracks[0]), "two things lie on B2"),
        (replace(LAID, bases=(0, 0, 1, 2)), "two things lie on A1"),
        (replace(LAID, gap=48), "no space number 48"),
    ],
)
def test_covers_that_cannot_lie_so_are_refused(action: Laid, words: str) -> None:
    answer = refusal(GAME.start(setup()), action)
    assert words in answer
    assert answer.endswith("(Setup)")


def test_all_four_mummies_stand_and_sixteen_are_left() -> None:
    state = do(GAME.start(setup()), LAID)
    assert state.standing == COLOURS
    assert state.mummies_left == 16


def test_no_base_tile_lies_over_a_hole_at_first_so_the_memory_knows_that_much() -> None:
    state = laid()
    for at in state.bases:
        assert "hole" not in state.memory.contents.named(state.memory.at(at).may)
        assert state.memory.at(at).seen is None


def test_the_table_asks_for_the_gaps_ground_and_then_who_begins() -> None:
    state = do(GAME.start(setup()), LAID)
    assert state.phase is Phase.GROUND
    assert "what the gap shows" in refusal(state, Begins(0))
    assert "no ground shows 'other'" in refusal(state, Looked(LAID.gap, OTHER))
    state = do(state, Looked(LAID.gap, "hole"))
    assert state.phase is Phase.FIRST_PLAYER
    assert state.memory.sure(LAID.gap) == "hole"
    assert "no seat 4" in refusal(state, Begins(3))
    assert do(state, Begins(2)).current == 2


def test_who_plays_alone_is_not_asked_who_begins() -> None:
    assert laid(players=1).phase is Phase.REVEAL


def test_only_what_is_in_sight_can_be_told() -> None:
    state = laid()
    assert "A1 is covered" in refusal(state, Looked(0, "sand"))
    assert "B3 is covered" in refusal(state, Looked(space(2, 1), "sand")), "a mummy stands in the base tile"
    assert "no place number 52" in refusal(state, Looked(52, "sand"))
    assert "no ground shows 'yeti'" in refusal(state, Looked(50, "yeti"))
    state = do(state, Looked(LAID.cracks[0], "dog"), Looked(50, "passage"))
    assert state.memory.sure(LAID.cracks[0]) == "dog"
    assert state.memory.sure(50) == "passage"


def test_nothing_but_the_layout_is_possible_at_first() -> None:
    assert (
        refusal(GAME.start(setup()), Slid(3, "sand"))
        == "the table waits for the covers to be laid out (Setup)"
    )


def test_a_layout_is_made_cover_by_cover() -> None:
    state = do(GAME.start(setup()), CrackTiles(2), Placed(SPREAD.gap, 0), Placed(SPREAD.bases[0], 0))
    assert state.phase is Phase.LAYOUT
    assert state.layout.gap == SPREAD.bases[0], "the two changed places"
    assert state.layout.bases[0] == 0
    laid_out = do(state, state.layout)
    assert (laid_out.gap, laid_out.cracks) == (SPREAD.bases[0], SPREAD.cracks[:2])
    assert do(state, CrackTiles(5)).layout.cracks == SPREAD.cracks


def test_crack_tiles_that_come_back_avoid_what_lies_there() -> None:
    state = do(GAME.start(setup()), CrackTiles(2), Placed(SPREAD.gap, SPREAD.cracks[4]), CrackTiles(5))
    spaces = (state.layout.gap, *state.layout.cracks, *state.layout.bases)
    assert len(set(spaces)) == 10


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (CrackTiles(1), "at least two and at most five"),
        (CrackTiles(6), "not six"),
        (Placed(0, 1), "a pyramid lies on A1"),
        (Placed(SPREAD.gap, 48), "no space number 48"),
    ],
)
def test_a_layout_that_the_box_does_not_allow_is_refused(action: PharaoAction, words: str) -> None:
    answer = refusal(GAME.start(setup()), action)
    assert words in answer
    assert answer.endswith("(Setup)")


def test_a_set_up_may_know_all_thirteen_tiles() -> None:
    assert len(setup(tiles=(("sand", "sand", "sand", "cat"),) * 13).tiles) == 13
