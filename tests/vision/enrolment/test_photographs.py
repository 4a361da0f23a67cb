"""Real dice, where the photographs lie beside the checkout."""

from __future__ import annotations

from collections import Counter

import pytest

from .photographed import PHOTOS, by_die, left_out, shots

pytestmark = pytest.mark.skipif(
    not (PHOTOS / "labels.jsonl").exists(), reason="the photographs are not beside the checkout"
)


def test_photographs_left_out_are_read_by_the_die_s_others_and_never_surely_wrong() -> None:
    dice = by_die(shots())
    verdicts: Counter[str] = Counter()
    for die in dice:
        for shot, match in left_out(dice, die, rivals=False):
            if match is None or not match.sure:
                verdicts["unsure"] += 1
            else:
                verdicts["right" if match.face == shot.face else "wrong"] += 1
    assert verdicts.total() == 78, "ten dice have a face that was photographed twice"
    assert verdicts["wrong"] == 0
    assert verdicts["right"] >= 0.97 * verdicts.total()
