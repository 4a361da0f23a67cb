"""What a second reader settles, of whole frames and of single dice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import vision.reader
from tests.vision.evidence import CLEAR
from vision.agreement import agree, confirmed, second_opinion
from vision.dice_set import D6, FAVOR, DiceSet
from vision.network.detector import Find, Look
from vision.network.outputs import TROUBLES
from vision.reader import read
from vision.reading import DieReading, Frame, Reading, Status
from vision.sighting import Sighting

LEFT, RIGHT = (100.0, 100.0, 60.0, 60.0), (300.0, 100.0, 60.0, 60.0)
FRAME = np.zeros((480, 640, 3), np.uint8)


def sighting(
    box: tuple[float, float, float, float], face: str, confidence: float = 0.8, kind: float = 0.99
) -> Sighting:
    calm = dict.fromkeys(TROUBLES, 0.01)
    evidence = replace(CLEAR, kind=kind)
    return Sighting(Find(box, 0.9), "standard", 6, face, "6", evidence, confidence, calm, nothing=0.01)


def opinion(*faces: str, confidence: float = 0.9, status: Status = "ok") -> Reading:
    dice = tuple(
        DieReading("d6", 6, face, int(face), confidence, box, "red")
        for face, box in zip(faces, (LEFT, RIGHT), strict=False)
    )
    return Reading(status, None if status == "ok" else "Something is hard to read.", dice, 1.0)


def test_two_readers_agree_where_both_read_the_same_faces_in_the_same_places() -> None:
    shown = [sighting(LEFT, "4"), sighting(RIGHT, "2")]
    assert agree(shown, opinion("4", "2"))
    assert not agree(shown, opinion("2", "4"))
    assert not agree(shown, opinion("4"))
    assert not agree(shown[:1], opinion("4", "2"))
    assert not agree(shown, opinion("4", "2", status="unsure"))


def test_a_die_is_confirmed_whatever_the_other_reader_makes_of_the_rest() -> None:
    seen = [sighting(LEFT, "4"), sighting(RIGHT, "2")]
    left, right = confirmed(seen, opinion("4", "3", status="unsure"))
    assert left.confidence > 0.95
    assert right == seen[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (sighting(LEFT, "4", confidence=0.4), opinion("4")),
        (sighting(LEFT, "4", kind=0.8), opinion("4")),
        (replace(sighting(LEFT, "4"), troubles=dict.fromkeys(TROUBLES, 0.3)), opinion("4")),
        (sighting(LEFT, "4"), opinion("4", confidence=0.6)),
        (sighting(LEFT, "4"), opinion("5")),
        (sighting(RIGHT, "4"), opinion("4")),
    ],
    ids=["hardly likely", "kind in doubt", "leans", "other hardly sure", "another face", "another place"],
)
def test_a_die_is_not_confirmed_otherwise(one: Sighting, other: Reading) -> None:
    assert confirmed([one], other) == [one]


def test_confirming_makes_no_die_less_sure() -> None:
    (one,) = confirmed([sighting(LEFT, "4", confidence=0.999)], opinion("4"))
    assert one.confidence == 0.999


def test_a_frame_too_small_for_the_other_reader_gets_no_second_opinion() -> None:
    assert second_opinion(np.zeros((40, 300, 3), np.uint8)) is None
    assert second_opinion(FRAME) is not None


@pytest.mark.parametrize(
    ("dice", "reason"), [(FAVOR, None), (D6, "I cannot tell whether die 1 shows 4 or 6.")]
)
def test_single_dice_are_settled_where_they_are_of_a_known_make(
    dice: DiceSet, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sight(frame: Frame, dice: DiceSet) -> tuple[list[Sighting], Look]:
        return [sighting(LEFT, "4"), sighting(RIGHT, "2", 0.999)], Look(
            (), np.zeros((60, 80), np.float32), 1.8
        )

    monkeypatch.setattr(vision.reader, "sight", sight)
    monkeypatch.setattr(vision.reader, "log_odds_of_stacks", lambda frame, boxes: np.full(len(boxes), -9.0))
    monkeypatch.setattr(vision.reader, "second_opinion", lambda frame: opinion("4", status="unsure"))
    assert read(FRAME, dice).reason == reason


def test_what_else_is_in_doubt_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def sight(frame: Frame, dice: DiceSet) -> tuple[list[Sighting], Look]:
        return [sighting(LEFT, "4"), sighting(RIGHT, "2", 0.7)], Look((), np.zeros((60, 80), np.float32), 1.8)

    monkeypatch.setattr(vision.reader, "sight", sight)
    monkeypatch.setattr(vision.reader, "log_odds_of_stacks", lambda frame, boxes: np.full(len(boxes), -9.0))
    monkeypatch.setattr(vision.reader, "second_opinion", lambda frame: opinion("4", status="unsure"))
    assert read(FRAME, FAVOR).reason == "I cannot tell whether die 2 shows 2 or 6."
