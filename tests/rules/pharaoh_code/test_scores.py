from __future__ import annotations

from dataclasses import replace

import pytest

from rules.errors import Violation
from rules.pharaoh_code.actions import Counted
from rules.pharaoh_code.scores import scores, winners
from rules.pharaoh_code.state import Phase, Player, Setup, State
from rules.pharaoh_code.tiles import Colour, Tile

from .playing import GAME

Scarabs = tuple[int, ...]


def tiles(scarabs: Scarabs) -> tuple[Tile, ...]:
    return tuple(Tile(5, Colour.YELLOW, n) for n in scarabs)


def finished(*players: tuple[Scarabs, Scarabs]) -> State:
    """A game at its end, each player with tiles face up and face down."""
    names = ("Ann", "Bob", "Cem")[: len(players)]
    state = GAME.start(Setup(names))
    return replace(
        state,
        phase=Phase.OVER,
        players=tuple(
            Player(name, tiles(up), tiles(down)) for name, (up, down) in zip(names, players, strict=True)
        ),
    )


def test_penalty_tiles_are_subtracted() -> None:
    """Rulebook, End of the Game."""
    state = finished(((3, 4), (2,)), ((1,), (4, 4)))
    assert [score.points for score in scores(state)] == [5, -7]
    assert winners(state) == (0,)


def test_of_those_with_most_points_more_tiles_win_penalty_tiles_too() -> None:
    """Rulebook, End of the Game."""
    state = finished(((5,), ()), ((4, 2), (1,)), ((3, 2), ()))
    assert [score.points for score in scores(state)] == [5, 5, 5]
    assert winners(state) == (1,)


def test_fewer_points_with_more_tiles_do_not_win() -> None:
    """Rulebook, End of the Game: tiles only decide between equal points."""
    assert winners(finished(((5,), ()), ((1, 1, 1, 1), ()))) == (0,)


def test_a_tie_in_points_and_tiles_is_shared() -> None:
    """The rulebook knows no further tie-break."""
    assert winners(finished(((4, 1), ()), ((2, 3), ()), ((1, 1), ()))) == (0, 1)


def test_nobody_wins_while_scarabs_are_unknown() -> None:
    state = finished(((4,), ()), ((2,), ()))
    unknown = replace(state.players[1], up=(Tile(5, Colour.YELLOW),))
    state = replace(state, players=(state.players[0], unknown), phase=Phase.COUNT)
    assert winners(state) == ()
    assert [score.points for score in scores(state)] == [4, None]
    state = GAME.apply(state, Counted(1, 6, 0))
    assert state.phase is Phase.OVER
    assert winners(state) == (1,)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Counted(0, 1, 1), "Ann has two tiles face up, so at least as many scarabs (End of the Game)"),
        (Counted(0, 2, 0), "Ann has one tile face down, so at least as many scarabs (End of the Game)"),
        (Counted(1, 3, 0), "Bob has no tile face up, so no scarabs there (End of the Game)"),
        (Counted(2, 0, 0), "there is no seat 2; the seats are 0 to 1 (Game Play 2)"),
    ],
)
def test_a_count_that_cannot_be_is_refused(action: Counted, reason: str) -> None:
    state = replace(finished(((1, 1), (1,)), ((), ())), phase=Phase.COUNT)
    with pytest.raises(Violation) as caught:
        GAME.apply(state, action)
    assert str(caught.value) == reason
