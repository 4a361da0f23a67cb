from __future__ import annotations

import pytest

from rules.errors import Violation
from rules.pharaoh_code.actions import (
    CodeAction,
    Corrected,
    Counted,
    Judged,
    Laid,
    Laying,
    Passed,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.round import space_of
from rules.pharaoh_code.state import Phase, Setup, State
from rules.pharaoh_code.statistics import missed, speeds
from rules.pharaoh_code.tiles import Colour, Tile

from .playing import GAME, played

SETUP = Setup(("Misha", "Olga", "Pavel"))
NUMBERS = (77, 33, 45, 22, 18, 20, 3, 4, 5, 6)
LAY = Laid(tuple(Laying(space, number) for space, number in enumerate(NUMBERS)))
THE_ROLL = Roll(2, 5, 11)
THIRTY_THREE, FORTY_FIVE, TWENTY = 1, 2, 5


def after(*actions: CodeAction, setup: Setup = SETUP) -> State:
    return played(setup, LAY, Rolled(THE_ROLL), *actions)


def refused(state: State, action: CodeAction) -> str:
    before = state
    with pytest.raises(Violation) as caught:
        GAME.apply(state, action)
    assert state == before
    assert str(GAME.explain(state, action)) == str(caught.value)
    return str(caught.value)


def test_the_rulebooks_example_is_played() -> None:
    """Rulebook, Game Play 2: Misha takes 33 with (5-2)x11."""
    state = after(Taken(0, THIRTY_THREE, 4_000), TimeUp(), Stated(THIRTY_THREE, "(5-2)x11"))
    assert state.players[0].up == (Tile(33, Colour.RED),)
    assert state.players[0].down == ()
    (past,) = state.rounds
    assert past.takes[0].equation == "(5 - 2) × 11"


def test_the_sand_begins_with_the_first_tile_and_not_with_the_roll() -> None:
    """Rulebook, Game Play 3."""
    state = after()
    assert state.phase is Phase.THINK
    assert refused(state, TimeUp()) == "the table waits for the first tile to be taken (Game Play 2)"
    assert GAME.apply(state, Taken(0, 0)).phase is Phase.SAND


def test_a_tile_that_was_taken_is_gone() -> None:
    state = after(Taken(0, THIRTY_THREE))
    assert refused(state, Taken(1, THIRTY_THREE)) == "33 was already taken by Misha (Game Play 2)"
    with pytest.raises(Violation, match="33 was already taken by Misha"):
        space_of(state, 33)


def test_a_number_that_is_not_on_the_pyramid_is_named() -> None:
    state = after()
    assert space_of(state, 45) == FORTY_FIVE
    with pytest.raises(Violation, match="34 is not on the pyramid"):
        space_of(state, 34)


def test_a_number_that_lies_twice_is_told_by_its_space() -> None:
    lay: CodeAction = Laid(tuple(Laying(space, 7) for space in range(10)))
    state = played(SETUP, lay, Rolled(THE_ROLL))
    with pytest.raises(Violation, match="7 lies on 10 spaces: touch the one that is taken"):
        space_of(state, 7)


def test_a_player_may_take_one_tile_a_round() -> None:
    """Rulebook, Game Play 2."""
    state = after(Taken(0, THIRTY_THREE))
    assert refused(state, Taken(0, TWENTY)) == "Misha has already taken 33: one tile a round (Game Play 2)"
    assert not [o for o in GAME.legal(state) if isinstance(o.action, Taken) and o.action.seat == 0]


def test_without_the_limit_a_player_may_take_many() -> None:
    """Rulebook, Variant for Experienced Players."""
    setup = Setup(SETUP.players, unlimited=True)
    state = after(
        Taken(0, THIRTY_THREE), Taken(0, FORTY_FIVE), Taken(1, TWENTY), TimeUp(),
        Stated(FORTY_FIVE, "5 × (11 - 2)"), Judged(THIRTY_THREE, right=True), Judged(TWENTY, right=False),
        setup=setup,
    )  # fmt: skip
    assert [tile.number for tile in state.players[0].up] == [33, 45]
    assert [tile.number for tile in state.players[1].down] == [20]


def test_a_wrong_equation_keeps_the_tile_face_down() -> None:
    """Rulebook, Game Play 6."""
    state = after(Taken(0, THIRTY_THREE), TimeUp(), Stated(THIRTY_THREE, "2 × 11"))
    assert state.players[0].down == (Tile(33, Colour.RED),)
    (past,) = state.rounds
    assert (past.takes[0].right, past.takes[0].equation) == (False, "2 × 11")


def test_no_equation_keeps_the_tile_face_down() -> None:
    """Rulebook, Game Play 6."""
    state = after(Taken(0, THIRTY_THREE), TimeUp(), Judged(THIRTY_THREE, right=False))
    assert state.players[0].down == (Tile(33, Colour.RED),)


@pytest.mark.parametrize(
    ("equation", "reason"),
    [
        ("5 × 5 + 11", "5 is used twice, but only one die shows it (Game Play 2)"),
        ("3 × 11", "no die shows 3: they show 2, 5 and 11 (Game Play 2)"),
        ("11 ÷ 2", "11 ÷ 2 does not come out even (Game Play 2)"),
        ("33", "no die shows 33: they show 2, 5 and 11 (Game Play 2)"),
        ("(5 - 2", "a bracket is not closed (Game Play 2)"),
        ("", "no equation was given (Game Play 2)"),
    ],
)
def test_what_is_no_equation_is_refused_and_costs_no_tile(equation: str, reason: str) -> None:
    state = after(Taken(0, THIRTY_THREE), TimeUp())
    assert refused(state, Stated(THIRTY_THREE, equation)) == reason
    assert GAME.apply(state, Stated(THIRTY_THREE, "(5 - 2) × 11")).players[0].up


def test_a_division_by_zero_is_refused() -> None:
    state = played(SETUP, LAY, Rolled(Roll(5, 5, 11)), Taken(0, 0), TimeUp())
    assert refused(state, Stated(0, "11 ÷ (5 - 5)")) == "11 ÷ (5 - 5) divides by zero (Game Play 2)"


def test_the_table_cannot_call_right_what_no_equation_makes() -> None:
    state = after(Taken(0, TWENTY), TimeUp())
    assert refused(state, Judged(TWENTY, right=True)).startswith("no equation makes 20 from 2, 5 and 11")


@pytest.mark.parametrize("action", [Stated(TWENTY, "5 + 2"), Judged(TWENTY, right=False)])
def test_only_taken_tiles_are_judged(action: CodeAction) -> None:
    state = after(Taken(0, THIRTY_THREE), TimeUp())
    assert refused(state, action) == "no tile was taken from that space, only 33 (Game Play 5)"


def test_no_tile_is_judged_twice() -> None:
    state = after(Taken(0, THIRTY_THREE), Taken(1, TWENTY), TimeUp(), Judged(THIRTY_THREE, right=True))
    assert refused(state, Judged(THIRTY_THREE, right=False)) == (
        "the equation for 33 is already judged (Game Play 5)"
    )


def test_the_dice_go_to_the_left_neighbour() -> None:
    """Rulebook, Game Play 7."""
    state = after(Passed())
    assert (state.phase, state.roller) == (Phase.ROLL, 1)
    state = played(Setup(SETUP.players, roller=2), LAY, Rolled(THE_ROLL), Passed())
    assert state.roller == 0


def test_dice_that_were_misread_are_put_right_and_judged_anew() -> None:
    state = after(Taken(0, THIRTY_THREE), Taken(1, TWENTY), TimeUp(), Stated(THIRTY_THREE, "2 + 5"))
    assert state.takes[0].right is False
    state = GAME.apply(state, Corrected(Roll(3, 5, 11)))
    assert [take.right for take in state.takes] == [None, None]
    state = GAME.apply(state, Stated(THIRTY_THREE, "3 × 11"))
    assert state.takes[0].right


@pytest.mark.parametrize("number", [0, 11, -1])
def test_a_die_has_only_its_own_numbers(number: int) -> None:
    with pytest.raises(ValueError, match="d8 shows 1 to 8"):
        Roll(number, 1, 1)


def test_a_zero_of_the_ten_sided_die_counts_as_ten_unless_the_table_says_otherwise() -> None:
    """Shared facts, 2."""
    state = GAME.apply(GAME.start(SETUP), LAY)
    assert refused(state, Rolled(Roll(2, 0, 11))) == (
        "a 0 of the ten-sided die counts as 10 at this table (Game Play 1)"
    )
    nothing = Setup(SETUP.players, zero_is_ten=False)
    state = GAME.apply(GAME.start(nothing), LAY)
    assert GAME.apply(state, Rolled(Roll(2, 0, 11))).phase is Phase.THINK
    assert refused(state, Rolled(Roll(2, 10, 11))).startswith("a 0 of the ten-sided die counts as 0")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Taken(3, 0), "there is no seat 3; the seats are 0 to 2 (Game Play 2)"),
        (Taken(-1, 0), "there is no seat -1; the seats are 0 to 2 (Game Play 2)"),
        (Taken(0, 10), "the pyramid has spaces 0 to 9, not 10 (Game Play 2)"),
        (Taken(0, -1), "the pyramid has spaces 0 to 9, not -1 (Game Play 2)"),
        (Taken(0, 0, -5), "a tile is taken after the roll, not -5 ms after it (Game Play 2)"),
        (Rolled(THE_ROLL), "the table waits for the first tile to be taken (Game Play 2)"),
        (Counted(0, 1, 1), "the table waits for the first tile to be taken (Game Play 2)"),
    ],
)
def test_what_does_not_fit_is_named(action: CodeAction, reason: str) -> None:
    assert refused(after(), action) == reason


def test_nobody_saw_45() -> None:
    state = after(Taken(0, THIRTY_THREE, 900), Taken(1, TWENTY, 2_100), TimeUp(),
                  Judged(THIRTY_THREE, right=True), Judged(TWENTY, right=False))  # fmt: skip
    found = {miss.number: miss.equations for miss in missed(state.rounds[0], state.setup)}
    assert found[45] == ("5 × (11 - 2)",)
    assert 20 not in found
    assert 33 not in found
    assert 5 not in found


def test_speed_counts_from_the_roll() -> None:
    state = after(Taken(0, THIRTY_THREE, 900), Taken(1, TWENTY, 2_100), TimeUp(),
                  Judged(THIRTY_THREE, right=True), Judged(TWENTY, right=False),
                  Laid((Laying(THIRTY_THREE, 32), Laying(TWENTY, 21))), Rolled(THE_ROLL),
                  Taken(0, 0, 1_200), TimeUp(), Judged(0, right=True))  # fmt: skip
    assert [(speed.fastest_ms, speed.mean_ms) for speed in speeds(state)] == [
        (900, 1_050),
        (2_100, 2_100),
        (None, None),
    ]
