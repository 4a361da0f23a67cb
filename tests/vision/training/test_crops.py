from __future__ import annotations

import numpy as np
import pytest

from vision.network.outputs import TROUBLES
from vision.training import crops
from vision.training.bank import BANK_SPAN, Bank
from vision.training.crops import Sampler, cut_off
from vision.training.records import Die
from vision.training.tasks import TASKS

PIPS = TASKS["pips"]
FULL = 100
HALF = FULL / BANK_SPAN / 2

Y, X = np.mgrid[:FULL, :FULL]
WHOLE = np.stack([X, Y, X * 0], -1).astype(np.uint8)
"""Each pixel tells its own place."""


@pytest.mark.parametrize(
    ("side", "axis", "towards"),
    [(0, 0, 1), (1, 1, 1), (2, 0, -1), (3, 1, -1)],
    ids=["left", "top", "right", "bottom"],
)
def test_a_die_cut_by_the_pictures_edge_ends_there_and_is_aimed_at_as_it_is_left(
    side: int, axis: int, towards: int
) -> None:
    picture, shift = cut_off(WHOLE, 0.4, side)
    edge = FULL / 2 - towards * 0.1 * 2 * HALF
    seen = picture[..., axis].astype(float)
    assert picture.shape == WHOLE.shape
    if towards > 0:
        assert seen.min() == pytest.approx(edge, abs=1)
    else:
        assert seen.max() == pytest.approx(edge, abs=1)
    # Of what is left, nothing is moved.
    left = (WHOLE[..., axis] - edge) * towards > 1
    assert (picture[left] == WHOLE[left]).all()
    assert shift[axis] == pytest.approx(towards * 0.4 * HALF)
    assert shift[1 - axis] == 0


def test_a_die_that_the_edge_cuts_is_partly_hidden_and_its_face_weighs_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crops, "_CUT_OFF", 1.0)
    monkeypatch.setattr(crops, "SPOILERS", ())
    bank = Bank()
    bank.add(WHOLE, Die((0, 0, 40, 40), 6, "3"), turnable=True)
    batch = Sampler(PIPS, bank, {}, 0.0, np.random.default_rng(1)).batch(300)
    dice = batch.face == PIPS.faces.index("3")
    assert dice.mean() > 0.9
    hidden = batch.trouble[dice, TROUBLES.index("hidden")]
    assert 0.9 < hidden.mean() < 1
    assert 0.5 < (batch.face_weight[dice] < 0.2).mean() < 0.8
