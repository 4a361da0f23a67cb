from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.network import faces
from vision.network.faces import Box, Faces, crop, turned_crops
from vision.network.outputs import KINDS, NONE, PIP_FACES, SIDES, TROUBLES

FRAME = np.zeros((240, 320, 3), np.uint8)
ONE, OTHER = (40.0, 30.0, 50.0, 44.0), (150.0, 100.0, 40.0, 40.0)


@pytest.mark.parametrize(
    "box", [(40.0, 30.0, 50.0, 44.0), (-8.0, 90.0, 300.0, 280.0), (150.0, 100.0, 9.0, 9.0)]
)
def test_crops_in_several_turns_are_those_of_each_turn(box: Box) -> None:
    frame = np.random.default_rng(2).integers(0, 256, (240, 320, 3), np.uint8)
    turns = [0.0, 30.0, 180.0, 275.0]
    for turn, cut in zip(turns, turned_crops(frame, box, 64, 1.1, turns), strict=True):
        assert cut.shape == (64, 64, 3)
        assert (cut == crop(frame, box, 64, 1.1, turn)).all()


def test_a_quarter_turn_brings_the_right_side_up() -> None:
    frame = np.zeros((200, 200, 3), np.uint8)
    frame[:, 100:] = 255
    straight, turned = turned_crops(frame, (60.0, 60.0, 80.0, 80.0), 64, 1.0, [0.0, 90.0])
    assert straight[:, :24].max() == 0
    assert straight[:, 40:].min() == 255
    assert turned[:24].min() == 255
    assert turned[40:].max() == 0


def says(monkeypatch: pytest.MonkeyPatch, face: str, share: float, hidden: float = 0.0) -> list[int]:
    """Let the net give every crop this face; the list is of how many crops it was given each time."""
    asked: list[int] = []
    names = list(PIP_FACES)
    faces_of = np.full(len(names), (1 - share) / (len(names) - 1))
    faces_of[names.index(face)] = share
    troubles = np.full(len(TROUBLES), -9.0)
    troubles[TROUBLES.index("hidden")] = np.log((hidden + 1e-4) / (1 - hidden + 1e-4))
    row = np.concatenate([np.log(faces_of), np.zeros(len(SIDES) + len(KINDS)), troubles])

    def forward(net: str, blob: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(len(blob))
        return np.tile(row, (len(blob), 1)).astype(np.float32)

    monkeypatch.setattr(faces, "forward", forward)
    return asked


def test_each_box_is_read_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = says(monkeypatch, "3", 0.99)
    reader = Faces(FRAME)
    (first,) = reader.see([ONE])
    again, other = reader.see([ONE, OTHER])
    assert asked == [1, 1]
    assert first is again
    assert other is not first
    assert reader.see([]) == []


@pytest.mark.parametrize(
    ("face", "share", "hidden", "clear"),
    [("4", 0.99, 0.1, True), ("4", 0.9, 0.1, False), ("4", 0.99, 0.8, False), (NONE, 0.95, 0.9, True),
     (NONE, 0.8, 0.1, False)],
)  # fmt: skip
def test_a_picture_is_clear_that_surely_shows_a_whole_die_or_hardly_one(
    monkeypatch: pytest.MonkeyPatch, face: str, share: float, hidden: float, clear: bool
) -> None:
    says(monkeypatch, face, share, hidden)
    assert Faces(FRAME).are_clear([ONE]) == [clear]
