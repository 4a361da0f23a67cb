from __future__ import annotations

import numpy as np
import pytest

from vision.enrolment import Box, Locator
from vision.reading import Frame

from .drawn_polyhedra import Shot, box, draw, solid

BLUE = solid(12, (180, 60, 30), (230, 230, 230))


def overlap(one: Box, other: Box) -> float:
    """Share of the two boxes' area that both cover."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    both = max(0.0, right - left) * max(0.0, bottom - top)
    return both / (one[2] * one[3] + other[2] * other[3] - both)


def patterned() -> Frame:
    rng = np.random.default_rng(4)
    coarse = rng.integers(20, 220, (24, 32, 3), np.uint8)
    return np.kron(coarse, np.ones((10, 10, 1), np.uint8)).astype(np.uint8)


@pytest.mark.parametrize("size", [30, 60, 120])
@pytest.mark.parametrize("body", [(180, 60, 30), (30, 30, 30), (235, 235, 235)])
def test_a_die_on_a_plain_table_is_found(size: float, body: tuple[int, int, int]) -> None:
    shot = Shot(size=size, centre=(180, 100), angle=20)
    (found,) = Locator()(draw(solid(12, body, (120, 120, 120)), "3", shot))
    assert overlap(found, box(shot)) > 0.6


def test_a_plain_table_has_no_die() -> None:
    rng = np.random.default_rng(1)
    table = np.clip(rng.normal((70, 110, 60), 3, (240, 320, 3)), 0, 255).astype(np.uint8)
    assert Locator()(table) == []


def test_a_die_in_a_tray_with_things_around_it_is_found() -> None:
    shot = Shot(size=60)
    frame = patterned()
    frame[40:200, 60:260] = (20, 20, 20)
    (found,) = Locator()(draw(BLUE, "3", shot, frame))
    assert overlap(found, box(shot)) > 0.6


def test_on_a_pattern_the_die_is_found_against_the_empty_tray() -> None:
    shot = Shot(size=60, centre=(100, 90))
    (found,) = Locator(patterned())(draw(BLUE, "3", shot, patterned()))
    assert overlap(found, box(shot)) > 0.6
    assert Locator(patterned())(patterned()) == []


def test_the_empty_tray_under_a_dimmed_lamp_is_still_empty() -> None:
    assert Locator(patterned())((patterned() * 0.93).astype(np.uint8)) == []


def test_two_dice_are_two_boxes() -> None:
    left = draw(BLUE, "3", Shot(size=60, centre=(90, 120), noise=0))
    both = draw(BLUE, "5", Shot(size=60, centre=(230, 120), noise=0), left)
    assert len(Locator()(both)) == 2


@pytest.mark.parametrize("fill", [0, 255])
@pytest.mark.parametrize("shape", [(240, 320), (33, 500), (64, 64)])
def test_frames_without_anything_raise_nothing(shape: tuple[int, int], fill: int) -> None:
    assert Locator()(np.full((*shape, 3), fill, np.uint8)) == []
    Locator()(np.random.default_rng(2).integers(0, 255, (*shape, 3), np.uint8))
