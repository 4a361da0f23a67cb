from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.plain_scenes import plain_scene
from tests.vision.trouble_scenes import trouble_scene
from vision.dice_set import FAVOR
from vision.errors import NetworkError
from vision.network import load, stacks
from vision.network.outputs import STACK_SIDE, STACK_SPAN
from vision.network.stacks import log_odds_of_stacks
from vision.reader import read
from vision.scene import render

FRAME = np.zeros((240, 320, 3), np.uint8)
FRAME[100:140, 150:190] = 255
BOX = (150.0, 100.0, 40.0, 40.0)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[NDArray[np.float32]]:
    """The blobs that the net is given; it says 0.5, 1.5, … of the crops."""
    blobs: list[NDArray[np.float32]] = []

    def forward(name: str, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        assert name == "stacks"
        blobs.append(blob)
        return np.stack([np.arange(len(blob)) + 0.5, np.full(len(blob), 99.0)], 1).astype(np.float32)

    monkeypatch.setattr(stacks, "forward", forward)
    return blobs


def test_a_die_is_shown_with_what_is_around_it(given: list[NDArray[np.float32]]) -> None:
    assert log_odds_of_stacks(FRAME, [BOX, (10.0, 10.0, 30.0, 30.0)]).tolist() == [0.5, 1.5]
    (blob,) = given
    assert blob.shape == (2, 3, STACK_SIDE, STACK_SIDE)
    # The white die fills as much of the crop as its box does.
    assert (blob[0, 0] > 0).mean() == pytest.approx(1 / STACK_SPAN**2, rel=0.1)


def test_where_there_are_no_dice_the_net_is_not_asked(given: list[NDArray[np.float32]]) -> None:
    assert log_odds_of_stacks(FRAME, []).shape == (0,)
    assert not given


@pytest.fixture
def no_nets(tmp_path: Path) -> Iterator[None]:
    load.use(tmp_path)
    yield
    load.use(None)


@pytest.mark.usefixtures("no_nets")
def test_a_missing_net_says_what_to_do() -> None:
    with pytest.raises(NetworkError, match=r"stacks\.onnx\.xz is missing or damaged: install"):
        log_odds_of_stacks(FRAME, [BOX])


def test_stacks_are_often_told_and_dice_on_the_table_hardly_ever_taken_for_one() -> None:
    told = taken = 0
    for seed in range(700, 712):
        scene, _, trouble = trouble_scene("stacked", seed, "favor")
        assert trouble.affected
        told += read(render(scene, seed=seed), FAVOR).status == "unsure"
        plain, _ = plain_scene("favor", seed)
        taken += "stack" in (read(render(plain, seed=seed), FAVOR).reason or "")
    assert told >= 4
    assert taken <= 2
