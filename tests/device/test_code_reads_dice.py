"""From a picture of the three dice to the round: what the camera is sure of begins it, the rest is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.journal import Journal
from rules.pharaoh_code.state import Phase
from tests.vision.plain_scenes import laid_out
from vision.reader import read
from vision.scene import render, render_truth

from .code_tables import EMPTY, NUMBERS, Bench, bench

TRAYS = 6


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[Bench]:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        made = bench(journal)
        made.lay(*NUMBERS)
        yield made


def test_rolls_in_drawn_trays_are_taken_as_they_lie_or_asked_about(laid: Bench) -> None:
    taken = 0
    rng = np.random.default_rng(41)
    for seed in range(TRAYS):
        scene = laid_out(rng, "poly", 3)
        while len(scene.dice) != 3:
            scene = laid_out(rng, "poly", 3)
        truth = {die.kind: die.value for die in render_truth(scene)}
        laid.table.on_reading(EMPTY)
        laid.table.on_reading(read(render(scene, seed=seed), laid.table.dice))
        if laid.state.phase is Phase.THINK:
            taken += 1
        else:
            assert laid.table.tone == "ask"
            for die in laid.view.dice:
                if die.value != truth[die.name]:
                    # Two presses put a misread die right.
                    laid.choose(f"die:{die.name}", f"pad:{truth[die.name]}")
            laid.choose("accept")
        roll = laid.state.roll
        assert roll is not None
        assert dict(zip(("d8", "d10", "d12"), roll.values, strict=True)) == truth
        laid.choose("nobody")
    print(f"{taken} of {TRAYS} rolls were taken without a question")
