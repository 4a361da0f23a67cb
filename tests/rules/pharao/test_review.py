from __future__ import annotations

from rules.pharao.actions import Begins, Looked, PharaoAction, Revealed, Slid, Turned
from rules.pharao.board import space
from rules.pharao.pieces import Symbol
from rules.pharao.review import best, turns
from rules.pharao.state import State

from .positions import GAME, LAID, do, laid

UP, CRACK = space(3, 3), LAID.cracks[2]


def states(*actions: PharaoAction) -> list[State]:
    found = [laid()]
    for action in actions:
        found.append(do(found[-1], action))
    return found


def test_each_turn_is_told_with_its_way_and_its_end() -> None:
    told = turns(
        states(
            Begins(0),
            Revealed("cat", 2, False),
            Slid(UP, "sand"),
            Slid(space(2, 3), "dog"),
            Slid(UP, "sand"),
            Slid(LAID.gap, "sand"),
            Slid(space(4, 2), "cat"),
            Turned(Symbol.MUMMIES),
            Revealed("lion", 2, False),
            Slid(space(4, 3), "sand"),
        )
    )
    assert [(turn.start.current, turn.way, turn.won) for turn in told] == [
        (0, (UP, space(2, 3)), False),
        (1, (UP, LAID.gap, space(4, 2)), True),
        (2, (space(4, 3),), False),
    ]


def test_the_best_way_is_that_of_what_was_known_then() -> None:
    all_states = states(
        Begins(0),
        Revealed("cat", 2, False),
        Looked(CRACK, "cat"),
        Slid(UP, "sand"),
        Slid(LAID.gap, "sand"),
        Slid(space(4, 2), "sand"),
        Slid(CRACK, "cat"),
    )
    (turn,) = turns(all_states)
    assert turn.won
    assert best(turn, turn.start.memory.spots()) is None, "the crack was looked through only later"
    later = all_states[3]
    plan = best(turn, later.memory.spots())
    assert plan is not None
    assert plan.steps == (space(4, 2), CRACK)


def test_a_game_that_ends_tells_its_last_turn() -> None:
    ready = do(laid(players=1), Revealed("cat", 2, False))
    last = GAME.apply(ready, Slid(UP, "cat"))
    assert turns([ready, last])[0].won
