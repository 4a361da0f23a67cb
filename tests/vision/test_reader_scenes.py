"""The reader on the project's own pictures of a tray, which the demo plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from vision.reader import read
from vision.reading import Frame
from vision.scene import FAVOR_LOOKS, Scene, Surface, render, scatter


def scattered(number: int, surface: Surface) -> Iterator[tuple[Frame, list[int]]]:
    """Frames with one to six standard and immediate dice, and their values."""
    for seed in range(number):
        rng = np.random.default_rng(seed)
        looks = [FAVOR_LOOKS[str(rng.choice(["standard", "immediate"]))] for _ in range(1 + seed % 6)]
        dice = [(look.body, look.mark, str(rng.integers(1, 7))) for look in looks]
        scene = scatter(dice, seed=seed, base=Scene(surface=surface))
        yield render(scene, seed=seed), sorted(int(face) for _, _, face in dice)


# White dice hardly stand out of white paper: more of those are asked about.
@pytest.mark.parametrize(("surface", "least"), [("felt", 36), ("wood", 36), ("cloth", 36), ("paper", 30)])
def test_scattered_red_and_white_dice_are_read_surely_and_never_wrongly(surface: Surface, least: int) -> None:
    verdicts: Counter[str] = Counter()
    for frame, values in scattered(40, surface):
        reading = read(frame)
        exact = sorted(die.value or 0 for die in reading.dice) == values
        verdicts["unsure" if reading.status == "unsure" else "right" if exact else "wrong"] += 1
    assert verdicts["wrong"] == 0
    assert verdicts["right"] >= least
