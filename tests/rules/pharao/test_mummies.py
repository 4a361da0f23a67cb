from __future__ import annotations

from dataclasses import replace

import pytest

from rules.pharao.actions import Fell, MummiesSet, Pushed, Slid, Stole, Turned
from rules.pharao.board import Side, space
from rules.pharao.pieces import COLOURS, OTHER, Colour, Symbol
from rules.pharao.state import Phase, Player, State

from .positions import GAME, do, refusal, searching

BLACK, GREY, WHITE, BROWN = COLOURS
AT_WHITE, AT_BROWN = space(5, 2), space(5, 4)
Seals = tuple[int, int, int, int]


def over_a_hole(players: int = 3) -> State:
    """Ann's gap shows a hole beside the white and the brown base tile."""
    return do(searching(players), Slid(space(5, 3), "hole"))


def with_seals(state: State, *seals: Seals) -> State:
    players = [replace(player, seals=held) for player, held in zip(state.players, seals, strict=True)]
    return replace(state, players=tuple(players))


def test_a_mummy_slid_over_a_hole_falls_and_its_colours_seal_is_taken() -> None:
    state = do(over_a_hole(), Slid(AT_WHITE, "sand"))
    assert WHITE not in state.standing
    assert state.players[0].seals == (0, 0, 1, 0)
    assert state.base(WHITE) == space(5, 3)
    assert (state.phase, state.current) == (Phase.SLIDE, 0)


def test_a_mummy_slid_over_sand_stays_on_its_base_tile() -> None:
    state = do(searching(), Slid(space(5, 3), "sand"), Slid(AT_WHITE, "sand"))
    assert WHITE in state.standing
    assert sum(state.players[0].seals) == 0


def test_a_pyramid_over_a_hole_wins_nothing() -> None:
    state = do(searching(), Slid(space(3, 3), "hole"), Slid(space(2, 3), "sand"))
    assert sum(state.players[0].seals) == 0


def test_a_mummy_that_falls_with_the_move_that_ends_the_turn_rewards_who_moved_it() -> None:
    state = do(over_a_hole(), Slid(AT_WHITE, OTHER))
    assert state.players[0].seals == (0, 0, 1, 0)
    assert state.current == 1


def test_of_mummies_in_a_long_slide_the_table_says_whether_they_fell() -> None:
    state = do(searching(), Slid(space(5, 3), "passage"), Slid(space(5, 7), "cat"))
    assert state.standing == COLOURS, "the brown one came onto the passage, which lies open"
    assert state.phase is Phase.BACK
    state = do(searching(), Slid(space(4, 4), "sand"), Slid(space(4, 5), "passage"))
    state = do(state, Slid(space(2, 5), "sand"))
    assert state.phase is Phase.SLIDE, "the grey one came onto the passage"
    far = do(searching(), Slid(space(4, 2), "sand"), Slid(space(4, 1), "passage"), Slid(space(0, 1), "sand"))
    assert (far.phase, far.unsure) == (Phase.FALLS, (BLACK,))
    assert do(far, Fell((BLACK,))).players[0].seals == (1, 0, 0, 0)
    stays = do(far, Fell(()))
    assert stays.players[0].seals == (0, 0, 0, 0)
    assert "hole" not in stays.memory.contents.named(stays.memory.at(stays.base(BLACK)).may)
    assert "grey base tile is not one that was moved onto unseen ground: only black" in refusal(
        far, Fell((GREY,))
    )
    assert "black is named twice" in refusal(far, Fell((BLACK, BLACK)))


def test_mummies_that_fall_in_a_push_reward_who_pushes() -> None:
    state = do(searching(), Slid(space(3, 3), "cat"), Turned(Symbol.SLIDE), Pushed(2, Side.LEFT))
    assert state.unsure == (WHITE, BROWN)
    assert {option.action for option in GAME.legal(state) if option.action} == {
        Fell(()), Fell((WHITE,)), Fell((BROWN,)), Fell((WHITE, BROWN))
    }  # fmt: skip
    state = do(state, Fell((WHITE, BROWN)))
    assert state.players[1].seals == (0, 0, 1, 1)
    assert state.memory.sure(AT_WHITE) == "hole"
    assert state.phase is Phase.REVEAL


def test_each_colour_has_five_seals_and_the_sixth_is_stolen_or_left() -> None:
    """Mummies and Pharaoh Seals: only where the supply has none, and only from incomplete sets."""
    ready = with_seals(over_a_hole(), (0, 0, 0, 0), (0, 0, 3, 0), (0, 0, 1, 0))
    assert do(ready, Slid(AT_WHITE, "sand")).players[0].seals == (0, 0, 1, 0)
    ready = with_seals(over_a_hole(), (0, 0, 0, 0), (0, 0, 3, 0), (1, 1, 2, 1))
    state = do(ready, Slid(AT_WHITE, "sand"))
    assert state.phase is Phase.SEAL
    assert {option.action for option in GAME.legal(state) if option.action} == {
        Stole(1),
        Stole(2),
        Stole(None),
    }
    taken = do(state, Stole(2))
    assert [player.of(WHITE) for player in taken.players] == [1, 3, 1]
    assert taken.phase is Phase.SLIDE
    left = do(state, Stole(None))
    assert [player.of(WHITE) for player in left.players] == [0, 3, 2]


def test_a_seal_of_a_complete_set_is_never_stolen() -> None:
    ready = with_seals(over_a_hole(), (0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 4, 1))
    state = do(ready, Slid(AT_WHITE, "sand"))
    assert "Bob's white seals all belong to complete sets (Mummies and Pharaoh Seals)" in refusal(
        state, Stole(1)
    )
    assert "not from oneself" in refusal(state, Stole(0))
    assert "no seat 8" in refusal(state, Stole(7))
    assert do(state, Stole(2)).players[2].seals == (1, 0, 3, 1)


def test_where_all_seals_belong_to_complete_sets_nothing_is_asked() -> None:
    ready = with_seals(over_a_hole(2), (0, 0, 0, 0), (5, 5, 5, 5))
    state = do(ready, Slid(AT_WHITE, "sand"))
    assert state.phase is Phase.SLIDE
    assert state.players[0].seals == (0, 0, 0, 0)


def test_who_has_no_seal_of_the_colour_cannot_be_robbed() -> None:
    ready = with_seals(over_a_hole(), (0, 0, 0, 0), (0, 0, 5, 0), (1, 0, 0, 0))
    assert "Cem has no white seal" in refusal(do(ready, Slid(AT_WHITE, "sand")), Stole(2))


def test_alone_with_all_five_seals_of_a_colour_one_comes_away_empty_handed() -> None:
    """Solo Rule: nobody is there to steal from."""
    state = do(with_seals(over_a_hole(1), (0, 0, 5, 0)), Slid(AT_WHITE, "sand"))
    assert state.phase is Phase.SLIDE
    assert state.players[0].seals == (0, 0, 5, 0)
    assert WHITE not in state.standing


def test_two_seals_short_are_two_thefts() -> None:
    state = do(searching(), Slid(space(3, 3), "cat"), Turned(Symbol.SLIDE), Pushed(2, Side.LEFT))
    state = with_seals(state, (0, 0, 5, 5), (0, 0, 0, 0), (0, 0, 0, 0))
    state = do(state, Fell((WHITE, BROWN)), Stole(0))
    assert state.phase is Phase.SEAL
    assert do(state, Stole(0)).players[1].seals == (0, 0, 1, 1)


def emptied(left: int = 16) -> State:
    state = do(searching(), Slid(space(3, 3), "cat"))
    return do(replace(state, standing=(BLACK,), mummies_left=left), Turned(Symbol.MUMMIES))


def test_a_base_tile_over_a_hole_is_left_out_and_the_memory_learns_the_hole() -> None:
    state = do(emptied(), MummiesSet((GREY,)))
    assert state.standing == (BLACK, WHITE, BROWN)
    assert state.mummies_left == 14
    assert state.memory.sure(state.base(GREY)) == "hole"
    assert "hole" not in state.memory.contents.named(state.memory.at(state.base(WHITE)).may)


def test_base_tiles_with_mummies_cannot_be_left_out() -> None:
    assert "the black base tile is not one that is empty: only grey, white and brown" in refusal(
        emptied(), MummiesSet((BLACK,))
    )


def test_when_mummies_run_short_base_tiles_stay_empty_and_nothing_is_learned() -> None:
    assert "only 2 mummies are left" in refusal(emptied(2), MummiesSet(()))
    state = do(emptied(2), MummiesSet((WHITE,)))
    assert state.mummies_left == 0
    assert state.memory.sure(state.base(WHITE)) is None


def test_with_no_mummy_left_the_symbol_asks_nothing() -> None:
    assert emptied(0).phase is Phase.REVEAL


@pytest.mark.parametrize("colour", COLOURS)
def test_the_supply_is_five_of_each_colour(colour: Colour) -> None:
    assert searching().supply(colour) == 5


def test_loose_seals_are_those_beyond_the_complete_sets() -> None:
    player = Player("Ann", seals=(3, 2, 2, 4))
    assert player.sets == 2
    assert [player.loose(colour) for colour in COLOURS] == [1, 0, 0, 2]
