from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.network.detector import Find, Look
from vision.training import bank
from vision.training.arrays import Box, Frame
from vision.training.bank import Bank, add_detected, fill
from vision.training.records import Die, Record
from vision.training.tasks import TASKS

PIPS = TASKS["pips"]


def tray(dice: list[Die]) -> Record:
    jpeg = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
    return Record(jpeg, dice, "rendered", "scene", "name", turnable=True)


def detects(monkeypatch: pytest.MonkeyPatch, boxes: list[Box]) -> None:
    def look(frame: Frame, longest: int) -> Look:
        return Look(tuple(Find(box, 0.6) for box in boxes), np.zeros((1, 1), np.float32), 1.0)

    monkeypatch.setattr(bank, "look", look)


def test_dice_take_the_boxes_that_the_detector_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    record = tray([Die((50, 50, 40, 40), 6, "3")])
    detects(monkeypatch, [(48.0, 49.0, 44.0, 43.0)])
    add_detected(Bank(), record, PIPS)
    assert [die.box for die in record.dice] == [(48.0, 49.0, 44.0, 43.0)]


def test_of_a_stack_that_is_detected_as_one_die_the_one_that_is_seen_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lower = Die((60, 50, 40, 40), 6, "3", visible=0.4, trouble=("stacked",))
    upper = Die((50, 50, 40, 40), 6, "5", trouble=("stacked",))
    record = tray([lower, upper])
    detects(monkeypatch, [(50.0, 50.0, 50.0, 40.0)])
    add_detected(Bank(), record, PIPS)
    assert record.dice == [upper]


def test_what_is_wrongly_detected_is_an_example_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = tray([Die((50, 50, 40, 40), 6, "3")])
    detects(monkeypatch, [(50.0, 50.0, 40.0, 40.0), (200.0, 150.0, 40.0, 40.0)])
    dice = Bank()
    add_detected(dice, record, PIPS)
    fill(dice, [record], PIPS, np.random.default_rng(1))
    assert None in dice.dice
    assert [die.face for die in dice.dice if die] == ["3"]
