"""The reader on rendered trays with any dice, light and trouble; `benchmarks.troubles` prints the tables."""

from __future__ import annotations

import pytest

from benchmarks.troubles import Row, run
from tests.vision.plain_scenes import DICE, Dice
from tests.vision.trouble_scenes import KINDS, TroubleKind, read_scene, trouble_scene
from vision.scene import render

LONG_FRAMES = 186
"""Frames a row: with 27 rows more than 5,000."""


def rows_of(dice: Dice, kind: TroubleKind | None, frames: int) -> Row:
    table, _ = run([(dice, kind)], frames)
    (row,) = table.values()
    return row


@pytest.mark.parametrize("dice", ["d6", "favor"])
def test_plain_dice_are_mostly_read_and_never_wrongly(dice: Dice) -> None:
    row = rows_of(dice, None, 16)
    assert row.verdicts["wrong"] == 0
    assert row.verdicts["right"] >= 8


@pytest.mark.parametrize("dice", ["d6", "favor", "poly"])
def test_a_die_that_the_edge_cuts_is_mostly_asked_about(dice: Dice) -> None:
    assert rows_of(dice, "edge", 16).verdicts["wrong"] <= 2


@pytest.mark.parametrize("seed", [80010, 80021, 80032])
def test_a_polyhedron_of_which_the_edge_leaves_a_strip_is_asked_about(seed: int) -> None:
    scene, _, trouble = trouble_scene("edge", seed, "poly")
    assert trouble.affected
    assert read_scene(render(scene, seed=seed), "poly").status == "unsure"


@pytest.mark.long
@pytest.mark.xfail(
    reason="what the reader is to reach; stacked and moving dice above all are missed", strict=False
)
@pytest.mark.parametrize("kind", [None, *KINDS])
@pytest.mark.parametrize("dice", DICE)
def test_hardly_any_scene_is_read_wrongly_and_plain_ones_are_read(
    dice: Dice, kind: TroubleKind | None
) -> None:
    row = rows_of(dice, kind, LONG_FRAMES)
    assert row.share("wrong") <= 0.5
    if kind is None:
        assert row.share("right") >= 99
