"""Filmed throws through the whole of vision; `python -m benchmarks.throws 200` prints the figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.throws import LAST_MOTION, QUIET, Outcome, film, outcome, play, twelve_dice, watch
from vision.scene import Scene, scatter

MOST_FRAMES = 12
"""400 ms at 30 frames a second."""


def is_read_once_and_in_time(found: Outcome) -> None:
    assert [reading.reason for _, reading in found.readings] == [None]
    assert found.is_right
    assert found.second_rolls == 0
    assert not found.looked_early
    assert found.delay is not None
    assert 0 < found.delay <= MOST_FRAMES


@pytest.mark.parametrize("seed", range(20))
def test_a_throw_of_twelve_dice_is_read_once_soon_after_they_lie_and_not_again_under_a_hand(
    tmp_path: Path, seed: int
) -> None:
    is_read_once_and_in_time(outcome(seed, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 220))
def test_many_throws_of_twelve_dice_are_read_once_each(tmp_path: Path, seed: int) -> None:
    is_read_once_and_in_time(outcome(seed, tmp_path))


@pytest.mark.parametrize("seed", range(2))
def test_a_filmed_throw_is_read_by_the_real_reader(tmp_path: Path, seed: int) -> None:
    dice = [("red", "white", face) for face in "123456123456"]
    scene = scatter(dice, seed=seed, base=Scene(surface="felt"))
    found = watch(film(tmp_path / "throw.avi", play(scene, seed)), scene, really=True)
    is_read_once_and_in_time(found)


def test_a_film_cut_off_while_dice_roll_gives_no_roll(tmp_path: Path) -> None:
    scene = twelve_dice(3, (320, 240))
    frames = list(play(scene, 3))[QUIET : LAST_MOTION + 1]
    assert watch(film(tmp_path / "cut.avi", frames), scene).readings == ()
