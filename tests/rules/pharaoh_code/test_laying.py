from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.errors import Violation
from rules.pharaoh_code.actions import (
    Counted,
    Judged,
    Laid,
    Laying,
    Passed,
    Relaid,
    Restocked,
    Rolled,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.laying import shortage
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.tiles import SPACES, Colour, Tile

from .playing import GAME, TILES, laid, played

TYPED = Setup(("Ann", "Bob"))
KNOWN = Setup(("Ann", "Bob"), tiles=TILES)
NUMBERS = (77, 33, 45, 22, 18, 20, 3, 4, 5, 6)
FULL = Laid(tuple(Laying(space, number) for space, number in enumerate(NUMBERS)))


CHECK = "check its number and its colour (Setup)"


def refused(state: State, action: Laid | Relaid | Restocked) -> str:
    with pytest.raises(Violation) as caught:
        GAME.apply(state, action)
    return str(caught.value)


def test_ten_tiles_are_laid_out_by_colour_before_the_first_roll() -> None:
    """Rulebook, Setup."""
    state = GAME.apply(GAME.start(TYPED), FULL)
    assert state.phase is Phase.ROLL
    assert state.board[0] == Tile(77, Colour.BLACK)
    assert state.stacks == (11, 10, 9, 8)


def test_tiles_may_be_laid_one_by_one_in_any_order() -> None:
    state = GAME.start(TYPED)
    for laying in reversed(FULL.tiles):
        assert state.phase is Phase.LAY
        state = GAME.apply(state, Laid((laying,)))
    assert state == GAME.apply(GAME.start(TYPED), FULL)


def test_tiles_of_a_known_set_bring_their_scarabs_and_leave_their_stack() -> None:
    state = played(KNOWN, Laid((Laying(0, 77), Laying(9, 2))))
    assert state.board[0] == Tile(77, Colour.BLACK, 4)
    assert state.board[9] == Tile(2, Colour.YELLOW, 1)
    assert len(state.unseen) == 46


@pytest.mark.parametrize(
    ("setup", "action", "reason"),
    [
        (TYPED, Laid(()), "no tile was laid (Setup)"),
        (TYPED, Laid((Laying(10, 5),)), "the pyramid has spaces 0 to 9, not 10 (Setup)"),
        (TYPED, Laid((Laying(-1, 5),)), "the pyramid has spaces 0 to 9, not -1 (Setup)"),
        (TYPED, Laid((Laying(0, 0),)), "the dice make 1 to 960, so no tile shows 0 (Setup)"),
        (TYPED, Laid((Laying(0, 961),)), "the dice make 1 to 960, so no tile shows 961 (Setup)"),
        (
            TYPED,
            Laid((Laying(0, 5), Laying(0, 6))),
            "the black 5 lies on that space already (Setup)",
        ),
        (TYPED, Laid((Laying(0, 5, 2),)), "without the set of tiles nobody knows a tile's scarabs (Setup)"),
        (KNOWN, Laid((Laying(0, 2),)), f"no black 2 is left in the black stack; {CHECK}"),
        (KNOWN, Laid((Laying(9, 2), Laying(8, 2))), f"no yellow 2 is left in the yellow stack; {CHECK}"),
        (TYPED, Relaid(Laying(0, 5)), "no tile lies there (Setup)"),
    ],
)  # fmt: skip
def test_a_tile_that_cannot_lie_there_is_refused(setup: Setup, action: Laid | Relaid, reason: str) -> None:
    assert refused(GAME.start(setup), action) == reason


def test_two_tiles_that_look_the_same_are_told_by_their_scarabs() -> None:
    tiles = (*TILES[:-1], Tile(3, Colour.YELLOW, 5))
    state = GAME.start(Setup(("Ann", "Bob"), tiles=tiles))
    assert refused(state, Laid((Laying(9, 3),))) == (
        "two yellow 3 tiles are left: has this one 1 or 5 scarabs? (Setup)"
    )
    state = GAME.apply(state, Laid((Laying(9, 3, 5),)))
    assert state.board[9] == Tile(3, Colour.YELLOW, 5)
    assert GAME.apply(state, Laid((Laying(8, 3),))).board[8] == Tile(3, Colour.YELLOW, 1)


def test_a_number_that_was_entered_wrong_is_put_right_at_any_time() -> None:
    state = played(TYPED, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 1, 900))
    after = GAME.apply(state, Relaid(Laying(0, 78)))
    assert after.board[0] == Tile(78, Colour.BLACK)
    assert (after.phase, after.stacks, after.takes) == (state.phase, state.stacks, state.takes)


def test_the_number_of_a_taken_tile_is_put_right_too() -> None:
    state = played(TYPED, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 1, 900), TimeUp())
    after = GAME.apply(state, Relaid(Laying(1, 22)))
    assert after.takes[0].tile == Tile(22, Colour.RED)
    assert (after.board, after.stacks) == (state.board, state.stacks)


def test_a_corrected_tile_of_a_known_set_goes_back_to_its_stack() -> None:
    state = played(KNOWN, Laid((Laying(0, 77),)), Relaid(Laying(0, 80)))
    assert state.board[0] == Tile(80, Colour.BLACK, 4)
    assert Counter(tile for tile in (*state.unseen, *state.board) if tile) == Counter(TILES)
    assert refused(state, Relaid(Laying(0, 2))).startswith("no black 2 is left")


def test_empty_spaces_are_filled_with_their_own_colour_before_the_next_round() -> None:
    """Rulebook, Game Play 7."""
    state = played(TYPED, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 1), Taken(1, 6), TimeUp(),
                      Judged(1, right=True), Judged(6, right=True))  # fmt: skip
    assert (state.phase, state.empty, state.roller) == (Phase.LAY, (1, 6), 1)
    state = GAME.apply(state, Laid((Laying(6, 7), Laying(1, 44))))
    assert state.phase is Phase.ROLL
    assert (state.board[1], state.board[6]) == (Tile(44, Colour.RED), Tile(7, Colour.YELLOW))
    assert state.stacks == (11, 9, 9, 7)


def played_until_one_is_left(setup: Setup, space: int) -> State:
    """Rounds in which only the tile of one space is taken, until its stack is empty and the board full."""
    rng = random.Random(1)
    state = GAME.apply(GAME.start(setup), laid(GAME.start(setup), rng))
    while state.left(SPACES[space]):
        for action in (Rolled(Roll(2, 5, 11)), Taken(0, space), TimeUp(), Judged(space, right=False)):
            state = GAME.apply(state, action)
        state = GAME.apply(state, laid(state, rng))
    return state


@pytest.mark.parametrize("setup", [TYPED, KNOWN], ids=["typed", "known set"])
def test_the_game_ends_when_one_colours_stack_cannot_fill_its_spaces(setup: Setup) -> None:
    """Rulebook, End of the Game: "not enough tiles in the stacks to fill the empty spaces"."""
    state = played_until_one_is_left(setup, 0)
    assert (state.phase, state.stacks[0]) == (Phase.ROLL, 0)
    for action in (Rolled(Roll(2, 5, 11)), Taken(0, 0), TimeUp(), Judged(0, right=False)):
        state = GAME.apply(state, action)
    assert shortage(state) == (Colour.BLACK,)
    # The other stacks are nearly full, which helps a black space nothing.
    assert state.stacks[1:] == (10, 9, 8)
    assert state.phase is (Phase.OVER if setup.tiles else Phase.COUNT)


def test_tiles_that_are_left_after_all_let_the_game_go_on() -> None:
    """How the 48 tiles are split is unverified in the shared facts: the stacks on the table count."""
    setup = Setup(("Ann", "Bob"), stacks=(1, 2, 3, 4))
    over = played(
        setup, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 0), Taken(1, 1), TimeUp(),
        Judged(0, right=False), Judged(1, right=True), Counted(0, 0, 2),
    )  # fmt: skip
    assert over.phase is Phase.COUNT
    state = GAME.apply(over, Restocked(Colour.BLACK, 1))
    assert state.phase is Phase.COUNT
    state = GAME.apply(state, Restocked(Colour.RED, 3))
    assert (state.phase, state.stacks) == (Phase.LAY, (1, 3, 0, 0))
    assert all(player.counted is None for player in state.players)
    assert refused(over, Restocked(Colour.RED, -1)) == (
        "a stack holds 0 to 48 tiles, not -1 (End of the Game)"
    )
    assert refused(GAME.start(KNOWN), Restocked(Colour.RED, 5)) == (
        "the set of tiles says how many are left in each stack (End of the Game)"
    )


def test_a_stack_that_is_empty_before_it_was_reckoned_ends_the_game() -> None:
    """Rulebook, End of the Game."""
    state = played(TYPED, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 1), TimeUp(), Judged(1, right=True))
    assert GAME.apply(state, Restocked(Colour.BLACK, 0)).phase is Phase.LAY
    assert GAME.apply(state, Restocked(Colour.RED, 0)).phase is Phase.COUNT


def test_a_stack_that_is_just_enough_goes_on() -> None:
    """Rulebook, End of the Game."""
    setup = Setup(("Ann", "Bob"), stacks=(2, 2, 3, 4))
    state = played(setup, FULL, Rolled(Roll(2, 5, 11)), Taken(0, 0), TimeUp(), Judged(0, right=False))
    assert (state.phase, state.stacks) == (Phase.LAY, (1, 0, 0, 0))


def test_a_round_without_a_tile_taken_ends_no_game_though_stacks_are_empty() -> None:
    state = played(Setup(("Ann", "Bob"), stacks=(1, 2, 3, 4)), FULL, Rolled(Roll(2, 5, 11)), Passed())
    assert (state.phase, state.roller) == (Phase.ROLL, 1)
