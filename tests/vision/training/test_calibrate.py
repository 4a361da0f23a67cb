"""What confidences are fitted on, and that a fit never weighs evidence the wrong way round."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.evidence import CLEAR
from vision.confidence import NAMES
from vision.dice_set import D6, DiceSet
from vision.network.detector import Find, Look
from vision.reading import Frame
from vision.sighting import Sighting
from vision.training import calibrate
from vision.training.calibrate import examples, fit
from vision.training.records import Die, Record

BOX = (10.0, 10.0, 40.0, 40.0)


class Drawn(Record):
    """A frame that need not be decoded."""

    def frame(self) -> Frame:
        return np.zeros((60, 60, 3), np.uint8)


def record(face: str = "5", tilt: float | None = None, trouble: tuple[str, ...] = ()) -> Record:
    die = Die(BOX, 6, face, trouble=trouble)
    return Drawn(b"", [die], "rendered", "scene", "frame", turnable=True, tilt=tilt)


@pytest.fixture
def sees_a_five(monkeypatch: pytest.MonkeyPatch) -> None:
    troubles = dict.fromkeys(("cocked", "stacked", "moving", "hidden", "glare"), 0.0)
    one = Sighting(Find(BOX, 0.9), "d6", 6, "5", "4", CLEAR, 0.99, troubles, 0.0)

    def sight(frame: Frame, dice: DiceSet) -> tuple[list[Sighting], Look]:
        return [one], Look((one.find,), np.zeros((15, 15), np.float32), 1.0)

    monkeypatch.setattr(calibrate, "sight", sight)


@pytest.mark.usefixtures("sees_a_five")
def test_a_reading_is_held_against_the_die_in_its_place() -> None:
    records = [record("5"), record("4")]
    assert list(examples(records, D6)) == [(CLEAR.features(), True), (CLEAR.features(), False)]


@pytest.mark.usefixtures("sees_a_five")
@pytest.mark.parametrize(("tilt", "count"), [(None, 1), (20.0, 1), (35.0, 1), (36.0, 0)])
def test_frames_that_look_farther_across_than_35_degrees_tell_nothing(tilt: float | None, count: int) -> None:
    assert len(list(examples([record(tilt=tilt)], D6))) == count


@pytest.mark.usefixtures("sees_a_five")
def test_dice_that_cannot_be_read_tell_nothing() -> None:
    assert not list(examples([record(trouble=("cocked",))], D6))


def test_evidence_counts_the_way_it_speaks_or_not_at_all() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(0, 2, (600, len(NAMES)))
    find, nothing = NAMES.index("find"), NAMES.index("nothing")
    # Here "nothing" seems to speak for a reading, which it cannot.
    right = features[:, find] + features[:, nothing] + rng.normal(0, 1, 600) > 0
    weights = fit(features, right)[1:]
    assert weights[find] > 0.5
    assert weights[nothing] == 0
