from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

from vision.training.raycast import Camera
from vision.training.throws import Placed, Shot, Thrower

ABOVE = Camera(np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 20.0]), 1000.0, (320.0, 240.0))
SIZE, PX = (640, 480), 50.0


def throws(trouble: float, count: int = 60) -> list[list[Placed]]:
    thrower = Thrower(np.random.default_rng(3), "favor", trouble, [])
    return [thrower.throw(ABOVE, SIZE, PX) for _ in range(count)]


def side(die: Placed) -> float:
    """The angle (degrees, 0 to 90) of a cube's sides on the table."""
    column = die.pose.rotation[:, np.argmin(np.abs(die.pose.rotation[2]))]
    return float(np.degrees(np.arctan2(column[1], column[0]))) % 90


def test_dice_that_lie_well_do_not_stand_in_each_other() -> None:
    for dice in throws(trouble=0.0):
        for one, other in combinations(dice, 2):
            assert np.linalg.norm(one.pose.place - other.pose.place) > 0.95
            assert not one.trouble


def test_some_dice_lie_side_at_side() -> None:
    flush = 0
    for dice in throws(trouble=0.0):
        for one, other in combinations(dice, 2):
            away = np.linalg.norm(one.pose.place - other.pose.place)
            turn = abs(side(one) - side(other))
            flush += bool(away < 1.04 and min(turn, 90 - turn) < 0.01)
    assert flush >= 10


def test_a_troubled_throw_has_one_troubled_die_or_more_and_each_stack_two() -> None:
    numbers = []
    for dice in throws(trouble=1.0):
        stacked = [die for die in dice if "stacked" in die.trouble]
        other = [die for die in dice if die.trouble - {"stacked"}]
        assert all(len(die.trouble) <= 1 for die in dice)
        assert len(stacked) % 2 == 0
        numbers.append(len(stacked) // 2 + len(other))
    assert min(numbers) == 1
    assert max(numbers) >= 3


def test_close_up_one_die_lies_in_the_middle_and_mostly_again() -> None:
    thrower = Thrower(np.random.default_rng(3), "favor", 0.0, [], "close")
    dice = [die for _ in range(60) for die in thrower.throw(ABOVE, SIZE, PX)]
    assert len(dice) == 60
    assert max(np.linalg.norm(die.pose.place[:2]) for die in dice) < 0.5
    again = sum(one.model is other.model for one, other in pairwise(dice))
    assert 0.5 < again / 59 < 0.95


@pytest.mark.parametrize("shot", ["near", "pile"])
def test_near_shots_have_stacks_and_no_other_trouble_and_of_each_stack_both_dice_show(shot: Shot) -> None:
    thrower = Thrower(np.random.default_rng(3), "favor", 1.0, [], shot)
    for _ in range(40):
        dice = thrower.throw(ABOVE, (200, 200), PX)
        stacked = [die for die in dice if die.trouble]
        assert all(die.trouble == {"stacked"} for die in stacked)
        for upper in (die for die in stacked if die.is_upper):
            off = min(
                float(np.linalg.norm(upper.pose.place[:2] - lower.pose.place[:2]))
                for lower in stacked
                if lower.pose.place[2] < 1
            )
            assert 0.1 < off < 0.65
