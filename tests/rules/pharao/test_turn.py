from __future__ import annotations

from dataclasses import replace

import pytest

from rules.pharao.actions import Begins, Fell, Looked, MummiesSet, Pushed, Revealed, Slid, Turned
from rules.pharao.board import OUTSIDE, Side, space
from rules.pharao.pieces import OTHER, Card, Symbol
from rules.pharao.state import Phase, State

from .positions import GAME, LAID, do, laid, refusal, searching

UP, DOWN, RIGHT, LEFT = space(3, 3), space(5, 3), space(4, 4), space(4, 2)


@pytest.mark.parametrize("shows", ["sand", "hole"])
def test_after_sand_or_a_hole_the_same_player_slides_on(shows: str) -> None:
    state = do(searching(), Slid(UP, shows))
    assert (state.phase, state.current, state.gap, state.shows) == (Phase.SLIDE, 0, UP, shows)
    assert "only a secret passage lets a whole line slide (Course of Play)" in refusal(
        state, Slid(space(1, 3), "sand")
    )


def test_a_turn_begins_with_one_cover_even_where_the_gap_shows_a_passage() -> None:
    answer = refusal(searching(shows="passage"), Slid(space(2, 3), "sand"))
    assert "a turn begins with exactly one cover" in answer


def test_where_agreed_a_turn_that_begins_on_a_passage_may_slide_a_line_at_once() -> None:
    state = searching(shows="passage", passage_at_start=True)
    assert do(state, Slid(space(2, 3), "sand")).gap == space(2, 3)
    assert "turn begins with exactly one" in refusal(
        searching(passage_at_start=True), Slid(space(2, 3), "sand")
    )


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize(("advanced", "agreed"), [(True, True), (True, False), (False, True)])
def test_where_agreed_the_advanced_variant_pushes_before_the_very_first_card(
    players: int, advanced: bool, agreed: bool
) -> None:
    state = laid(players, advanced=advanced, push_before_first=agreed)
    state = do(state, Begins(0)) if players > 1 else state
    if not (advanced and agreed):
        assert state.phase is Phase.REVEAL
        return
    assert state.phase is Phase.PUSH
    assert do(state, Pushed(0, Side.LEFT)).phase is Phase.REVEAL


def test_a_passage_lets_a_line_slide_once_along_row_or_column() -> None:
    state = do(searching(), Slid(UP, "passage"))
    for to in (space(0, 3), space(5, 3), space(3, 0), space(3, 7)):
        after = do(state, Slid(to, "sand"))
        assert after.gap == to
        if after.phase is Phase.FALLS:
            after = do(after, Fell(()))
        assert "secret passage" in refusal(after, Slid(UP, "sand"))
    assert "neither in the row nor in the column" in refusal(state, Slid(space(2, 2), "sand"))
    assert "is the gap itself" in refusal(state, Slid(UP, "sand"))
    assert "no space number 60" in refusal(state, Slid(60, "sand"))


def test_a_passage_found_by_a_long_slide_allows_another() -> None:
    state = do(searching(), Slid(UP, "passage"), Slid(space(3, 0), "passage"), Slid(space(0, 0), "sand"))
    assert state.gap == 0


def test_every_cover_of_a_line_moves_by_one_space() -> None:
    state = do(searching(), Slid(LEFT, "passage"), Slid(space(4, 0), "sand"))
    assert space(4, 1) not in state.cracks
    assert LEFT in state.cracks, "the crack tile of B5 lies where the gap was"


def test_another_animal_ends_the_turn_and_the_left_hand_neighbour_is_next() -> None:
    for shows in ("dog", OTHER):
        state = do(searching(), Slid(UP, "sand"), Slid(space(2, 3), shows))
        assert (state.phase, state.current, state.sought) == (Phase.SLIDE, 1, Card("cat", 3))
        assert "a turn begins with exactly one" in refusal(state, Slid(space(0, 3), "sand"))


def test_after_the_last_seat_the_first_is_next() -> None:
    state = do(laid(), Begins(2), Revealed("cat", 3, False), Slid(UP, "dog"))
    assert state.current == 0


def test_another_animal_may_be_named_afterwards_but_not_as_the_sought_one() -> None:
    state = do(searching(), Slid(UP, OTHER))
    assert "undo the slide if it is the sought one" in refusal(state, Looked(UP, "cat"))
    assert "which sand is not" in refusal(state, Looked(UP, "sand"))
    assert "cat" not in state.memory.contents.named(state.memory.at(UP).may)
    named = do(state, Looked(UP, "dog"))
    assert named.phase is Phase.SLIDE
    assert named.memory.sure(UP) == "dog"
    assert "shows dog; undo" in refusal(named, Looked(UP, "lion"))


def test_the_sought_animal_wins_the_card_and_the_neighbour_looks_at_the_next_back() -> None:
    state = do(searching(), Slid(UP, "cat"))
    assert state.players[0].cards == (Card("cat", 3),)
    assert (state.phase, state.current, state.sought) == (Phase.BACK, 1, None)
    assert len(state.deck) == 19


def found(symbol: Symbol, **more: object) -> State:
    """Ann found the cat, and the next back shows this symbol."""
    return do(searching(**more), Slid(UP, "cat"), Turned(symbol))  # type: ignore[arg-type]


def test_the_slide_symbol_asks_for_a_push_and_no_mummies() -> None:
    state = found(Symbol.SLIDE)
    assert (state.phase, state.current) == (Phase.PUSH, 1)
    assert do(state, Pushed(0, Side.LEFT)).phase is Phase.REVEAL


def test_the_mummies_symbol_fills_empty_base_tiles_and_pushes_nothing() -> None:
    state = replace(do(searching(), Slid(UP, "cat")), standing=())
    state = do(state, Turned(Symbol.MUMMIES))
    assert state.phase is Phase.MUMMIES
    state = do(state, MummiesSet(()))
    assert state.phase is Phase.REVEAL
    assert len(state.standing) == 4
    assert state.mummies_left == 12


def test_with_no_base_tile_empty_the_mummies_symbol_asks_nothing() -> None:
    assert found(Symbol.MUMMIES).phase is Phase.REVEAL


def test_the_double_symbol_pushes_first_and_then_fills() -> None:
    state = replace(do(searching(), Slid(UP, "cat")), standing=())
    state = do(state, Turned(Symbol.SLIDE_AND_MUMMIES))
    assert state.phase is Phase.PUSH
    assert do(state, Pushed(0, Side.LEFT)).phase is Phase.MUMMIES


@pytest.mark.parametrize("symbol", list(Symbol))
def test_the_advanced_variant_pushes_once_whatever_the_back_says(symbol: Symbol) -> None:
    state = found(symbol, advanced=True)
    assert state.phase is Phase.PUSH
    assert do(state, Pushed(0, Side.LEFT)).phase is Phase.REVEAL


def test_in_the_advanced_variant_mummies_follow_the_push_where_the_back_says_so() -> None:
    ready = replace(do(searching(advanced=True), Slid(UP, "cat")), standing=())
    for symbol, phase in ((Symbol.MUMMIES, Phase.MUMMIES), (Symbol.SLIDE, Phase.REVEAL)):
        assert do(ready, Turned(symbol), Pushed(0, Side.LEFT)).phase is phase


def test_a_card_whose_animal_lies_outside_goes_under_the_pile_without_its_back() -> None:
    state = do(found(Symbol.MUMMIES), Looked(OUTSIDE[1], "dog"))
    backs = state.deck
    assert "put the card back under the pile" in refusal(state, Revealed("dog", 2, outside=False))
    state = do(state, Revealed("dog", 2, outside=True))
    assert (state.phase, state.current) == (Phase.REVEAL, 1)
    assert state.deck == (*backs[1:], backs[0])


def test_a_card_is_not_put_back_where_the_tile_outside_is_known_not_to_show_its_animal() -> None:
    state = do(found(Symbol.MUMMIES), *(Looked(place, "sand") for place in OUTSIDE))
    assert "known not to show the dog" in refusal(state, Revealed("dog", 2, outside=True))


def test_what_the_cards_say_about_the_tile_outside_is_remembered() -> None:
    state = found(Symbol.MUMMIES)
    kept = do(state, Revealed("dog", 2, outside=False))
    assert all("dog" not in kept.memory.contents.named(kept.memory.at(place).may) for place in OUTSIDE)
    three = do(state, *(Looked(place, "sand") for place in OUTSIDE[:3]))
    assert do(three, Revealed("dog", 2, outside=True)).memory.sure(OUTSIDE[3]) == "dog"


def test_an_animal_that_lies_in_the_gap_is_a_gift() -> None:
    state = do(found(Symbol.MUMMIES), Revealed("cat", 4, outside=False))
    assert state.players[1].cards == (Card("cat", 4),)
    assert (state.phase, state.current) == (Phase.BACK, 2)


def test_when_every_card_left_was_put_back_the_tile_outside_is_pushed_in() -> None:
    state = found(Symbol.MUMMIES)
    state = replace(state, deck=state.deck[:2])
    state = do(state, Revealed("dog", 2, outside=True))
    assert state.phase is Phase.REVEAL
    state = do(state, Revealed("lion", 2, outside=True))
    assert state.phase is Phase.PUSH
    state = do(state, Pushed(0, Side.LEFT))
    assert state.phase is Phase.REVEAL
    assert do(state, Revealed("dog", 2, outside=True)).phase is Phase.REVEAL, "the count begins anew"


@pytest.mark.parametrize(("animal", "value"), [("yeti", 2), ("cat", 1), ("cat", 5)])
def test_a_card_that_is_not_in_the_box_is_refused(animal: str, value: int) -> None:
    assert "Course of Play" in refusal(found(Symbol.MUMMIES), Revealed(animal, value, outside=False))


def test_the_game_ends_with_the_last_card() -> None:
    state = replace(searching(), deck=())
    state = do(state, Slid(UP, "cat"))
    assert state.phase is Phase.END
    assert GAME.legal(state) == ()
    assert "nothing more" in refusal(state, Slid(LEFT, "sand"))


def test_alone_a_wrong_animal_takes_the_card_out_of_the_game() -> None:
    state = do(searching(players=1), Slid(UP, "dog"))
    assert (state.phase, state.sought, state.aside) == (Phase.BACK, None, (Card("cat", 3),))
    assert state.player.cards == ()


def test_alone_an_unnamed_animal_is_named_before_the_next_card_can_be_a_gift() -> None:
    state = do(searching(players=1), Slid(UP, OTHER), Turned(Symbol.MUMMIES))
    assert state.phase is Phase.GROUND
    assert all(option.words != "the gap shows sand" for option in GAME.legal(state))
    state = do(state, Looked(UP, "dog"), Revealed("dog", 2, outside=False))
    assert state.player.cards == (Card("dog", 2),)


def test_alone_the_game_ends_when_the_deck_is_used_up_by_a_wrong_animal_too() -> None:
    for shows in ("cat", "dog"):
        assert do(replace(searching(players=1), deck=()), Slid(UP, shows)).phase is Phase.END


def test_alone_the_back_is_carried_out_after_every_card() -> None:
    for shows in ("cat", "dog"):
        state = do(searching(players=1), Slid(UP, shows), Turned(Symbol.SLIDE))
        assert (state.phase, state.current) == (Phase.PUSH, 0)


def test_a_push_that_moves_the_gaps_ground_asks_what_it_shows_now() -> None:
    state = found(Symbol.SLIDE)
    assert do(state, Pushed(0, Side.LEFT)).shows == "cat"
    moved = do(state, Pushed(1, Side.LEFT))
    assert moved.phase is Phase.FALLS
    assert moved.shows is None
    assert "which mummies fell" in refusal(moved, Looked(UP, "sand"))


def test_the_gap_that_a_push_carried_lies_nearer_to_the_side_of_the_push() -> None:
    state = found(Symbol.SLIDE)
    carried = do(state, Pushed(1, Side.LEFT, gap=space(3, 0)))
    assert carried.gap == space(3, 0)
    assert "only towards the left along its own row 4, not to E4" in refusal(
        state, Pushed(1, Side.LEFT, gap=space(3, 4))
    )
    assert "Tips & Tricks" in refusal(state, Pushed(0, Side.LEFT, gap=space(3, 0)))


def test_a_push_from_the_side_without_recesses_is_refused() -> None:
    answer = refusal(found(Symbol.SLIDE), Pushed(2, Side.RIGHT))
    assert answer == ("tile row 3 has its recesses on the left; push from there (Tips & Tricks for Sliding)")
    assert "no tile row 4" in refusal(found(Symbol.SLIDE), Pushed(3, Side.LEFT))
    assert "four ways to lie" in refusal(found(Symbol.SLIDE), Pushed(0, Side.LEFT, 4))


def test_contents_move_by_one_tile_and_the_far_tile_comes_out() -> None:
    state = do(found(Symbol.SLIDE), *(Looked(place, "dog") for place in OUTSIDE))
    state = do(state, Pushed(0, Side.LEFT))
    assert [state.memory.sure(space(0, column)) for column in range(3)] == ["dog", "dog", None]
    for _ in range(4):
        state = do(replace(state, phase=Phase.PUSH), Pushed(0, Side.LEFT))
    assert [state.memory.sure(place) for place in OUTSIDE] == ["dog"] * 4


def test_what_contradicts_the_memory_lets_it_forget_that_tile() -> None:
    crack = LAID.cracks[0]
    state = do(searching(), Looked(crack, "dog"), Looked(crack, "hole"))
    assert state.memory.forgotten == crack
    assert state.memory.sure(crack) == "hole"
    assert do(state, Slid(UP, "sand")).memory.forgotten is None


def test_turns_are_counted_so_that_the_memory_can_say_how_long_ago() -> None:
    state = do(searching(), Slid(UP, "sand"), Slid(space(2, 3), "dog"))
    assert state.turns == 1
    state = do(state, Slid(UP, "sand"))
    assert state.memory.at(UP).seen == 1
    assert state.memory.at(space(2, 3)).seen == 0
    assert do(state, Slid(space(3, 2), "cat")).turns == 2
