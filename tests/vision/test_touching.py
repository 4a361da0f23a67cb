from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from vision import windows
from vision.network.detector import Find, Look
from vision.network.faces import Box
from vision.reading import Frame
from vision.touching import parted

Y, X = np.mgrid[:480, :640]
FRAME = np.stack([X % 256, Y % 256, X // 256 * 16 + Y // 256], -1).astype(np.uint8)
"""Each pixel tells its own place."""

OTHERS = [Find((60.0 * i + 10, 400.0, 40.0, 42.0), 0.7) for i in range(4)]
PAIR = Find((300.0, 100.0, 41.0, 74.0), 0.5)
UPPER, LOWER = (300.0, 98.0, 40.0, 41.0), (301.0, 136.0, 40.0, 41.0)

See: TypeAlias = Callable[..., list[tuple[int, int]]]


@pytest.fixture
def see(monkeypatch: pytest.MonkeyPatch) -> See:
    """Let a closer look see these boxes (px of the frame) with scores; the list is of the parts looked at."""

    def seen(*finds: tuple[Box, float]) -> list[tuple[int, int]]:
        looks: list[tuple[int, int]] = []

        def look(part: Frame, longest: int) -> Look:
            looks.append((part.shape[1], part.shape[0]))
            # The part's first pixel carries where it was cut.
            x_low, y_low, high = (int(value) for value in part[0, 0])
            left, top = x_low + high // 16 * 256, y_low + high % 16 * 256
            inside = tuple(Find((x - left, y - top, w, h), score) for (x, y, w, h), score in finds)
            return Look(inside, np.zeros((1, 1), np.float32), 1.0)

        monkeypatch.setattr(windows, "look", look)
        return looks

    return seen


def test_two_touching_dice_that_were_found_as_one_are_parted(see: See) -> None:
    looks = see((UPPER, 0.8), (LOWER, 0.7))
    found = parted([*OTHERS, PAIR], FRAME)
    assert PAIR not in found
    assert {find.box for find in found} == {*(find.box for find in OTHERS), UPPER, LOWER}
    assert len(looks) == 1


@pytest.mark.parametrize("score", [0.2, 0.35])
def test_what_is_not_surely_two_dice_stays_one(see: See, score: float) -> None:
    see((UPPER, 0.8), (LOWER, score))
    assert parted([*OTHERS, PAIR], FRAME) == [*OTHERS, PAIR]


def test_a_find_much_larger_than_the_others_is_looked_at_closely(see: See) -> None:
    large = Find((300.0, 100.0, 60.0, 62.0), 0.6)
    one, other = (298.0, 97.0, 40.0, 41.0), (322.0, 124.0, 40.0, 41.0)
    see((one, 0.8), (other, 0.7))
    assert {find.box for find in parted([*OTHERS, large], FRAME)} >= {one, other}


def test_a_die_whose_box_reached_into_its_neighbour_is_told_from_that(see: See) -> None:
    loose = Find((300.0, 100.0, 47.0, 46.0), 0.6)
    one, other = (302.0, 100.0, 44.0, 45.0), (322.0, 118.0, 40.0, 41.0)
    see((one, 0.8), (other, 0.7))
    assert {find.box for find in parted([*OTHERS, loose], FRAME)} >= {one, other}


def test_a_neighbour_that_was_found_already_is_not_found_twice(see: See) -> None:
    known = Find((330.0, 150.0, 40.0, 41.0), 0.6)
    upper = (300.0, 100.0, 36.0, 62.0)
    see((upper, 0.8), ((331.0, 151.0, 39.0, 40.0), 0.7))
    found = parted([*OTHERS, known, Find((300.0, 100.0, 58.0, 72.0), 0.5)], FRAME)
    assert sorted(find.box for find in found if find not in OTHERS) == [upper, known.box]


def test_two_dice_whose_loose_boxes_overlap_are_looked_at_together(see: See) -> None:
    upper, lower = Find((298.0, 94.0, 46.0, 58.0), 0.6), Find((297.0, 120.0, 47.0, 58.0), 0.5)
    looks = see((UPPER, 0.8), (LOWER, 0.7))
    found = parted([*OTHERS, upper, lower], FRAME)
    assert {find.box for find in found} == {*(find.box for find in OTHERS), UPPER, LOWER}
    assert len(looks) == 1


def test_two_dice_whose_boxes_overlap_stay_as_they_are_where_a_closer_look_shows_one(see: See) -> None:
    upper, lower = Find((298.0, 94.0, 46.0, 50.0), 0.6), Find((297.0, 114.0, 47.0, 50.0), 0.5)
    see((UPPER, 0.8))
    assert parted([*OTHERS, upper, lower], FRAME) == [*OTHERS, upper, lower]


def test_dice_that_are_all_as_oblong_are_no_pairs(see: See) -> None:
    looks = see((UPPER, 0.8), (LOWER, 0.7))
    squeezed = [Find((60.0 * i + 10, 300.0, 40.0, 70.0), 0.7) for i in range(5)]
    assert parted(squeezed, FRAME) == squeezed
    assert looks == []


@pytest.mark.parametrize(("height", "looked"), [(54.0, 0), (60.0, 1)])
def test_of_few_finds_one_is_suspect_that_is_longer_than_a_cube_can_be_seen(
    see: See, height: float, looked: int
) -> None:
    looks = see()
    find = Find((300.0, 100.0, 40.0, height), 0.6)
    assert parted([find, OTHERS[0]], FRAME) == [find, OTHERS[0]]
    assert len(looks) == looked


def test_at_the_frames_edge_only_the_frame_is_looked_at(see: See) -> None:
    looks = see()
    parted([*OTHERS, Find((0.0, 0.0, 41.0, 74.0), 0.5)], FRAME)
    assert looks == [(78, 111)]


def test_faint_finds_are_left_as_they_are(see: See) -> None:
    looks = see((UPPER, 0.8), (LOWER, 0.7))
    faint = Find(PAIR.box, 0.2)
    assert parted([*OTHERS, faint], FRAME) == [*OTHERS, faint]
    assert looks == []
