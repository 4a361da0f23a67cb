"""The reader against photographs that other people took, where they lie beside the checkout."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.reader import read

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "dice-photos"

pytestmark = pytest.mark.skipif(
    not (PHOTOS / "labels.jsonl").exists(), reason="the photographs are not beside the checkout"
)


def rows(every: int) -> list[dict[str, Any]]:
    lines = (PHOTOS / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["style"] == "pip"][::every]


def tally(every: int) -> tuple[Counter[str], Counter[str]]:
    """Counts over all photographs, and over the easy and medium ones."""
    whole: Counter[str] = Counter()
    fair: Counter[str] = Counter()
    for row in rows(every):
        frame = np.asarray(cv2.imread(str(PHOTOS / row["image"])), np.uint8)
        reading = read(frame)
        exact = sorted(d["value"] for d in row["dice"]) == sorted(d.value or 0 for d in reading.dice)
        verdict = "unsure" if reading.status == "unsure" else "right" if exact else "wrong"
        for count in (whole, fair) if row["difficulty"] != "hard" else (whole,):
            count[verdict] += 1
    return whole, fair


def share(count: Counter[str], verdict: str) -> float:
    return count[verdict] / count.total()


def test_a_sample_of_photographs_is_read_or_asked_about() -> None:
    whole, _ = tally(every=4)
    assert share(whole, "right") >= 0.5
    assert share(whole, "wrong") <= 0.08


@pytest.mark.long
def test_most_photographs_are_read_and_few_wrongly() -> None:
    whole, fair = tally(every=1)
    assert share(whole, "right") >= 0.64
    assert share(fair, "right") >= 0.64
    assert share(whole, "wrong") <= 0.015
