"""What leaves a frame's reading in doubt, apart from how sure the faces are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.evidence import CLEAR
from vision.dice_set import D6, DiceSet
from vision.network.detector import Find, Look
from vision.network.faces import Box
from vision.network.outputs import TROUBLES
from vision.sighting import Sighting
from vision.verdict import Doubt, doubt_about, doubt_about_stacks

FRAME = np.zeros((480, 640, 3), np.uint8)
CALM = dict.fromkeys(TROUBLES, 0.01)
DIE = Sighting(Find((100.0, 100.0, 60.0, 60.0), 0.9), "d6", 6, "4", "6", CLEAR, 0.99, CALM, nothing=0.01)
NO_HAND = Look((), np.zeros((60, 80), np.float32), 1.8)


def doubt(*seen: Sighting, looked: Look = NO_HAND) -> Doubt | None:
    return doubt_about(FRAME, list(seen), looked)


def faint(score: float, nothing: float, around: float, **troubles: float) -> Sighting:
    """A find that does not count as a die, beside the die."""
    find = Find((300.0, 100.0, 70.0, 60.0), score, tuple(around * (n == "moving") for n in TROUBLES))
    evidence = replace(CLEAR, find=score, least=0.1, nothing=nothing)
    return Sighting(find, "d6", 6, "1", "2", evidence, 0.01, CALM | troubles, nothing)


def test_a_clear_die_leaves_no_doubt() -> None:
    assert doubt(DIE) is None


def test_an_empty_tray_is_asked_about() -> None:
    assert doubt() == Doubt("There are no dice in view.")


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("cocked", "Die 1 is cocked."),
        ("moving", "Die 1 is blurred."),
        ("hidden", "Die 1 is partly hidden."),
        ("glare", "Glare hides a mark of die 1."),
    ],
)
def test_a_troubled_die_is_named_with_its_trouble(trouble: str, words: str) -> None:
    assert doubt(replace(DIE, troubles=CALM | {trouble: 0.99})) == Doubt(words)


def stacked(odds: float, own: float) -> Doubt | None:
    die = replace(DIE, troubles=CALM | {"stacked": own})

    def look(boxes: list[Box]) -> NDArray[np.float32]:
        return np.full(len(boxes), odds, np.float32)

    return doubt_about_stacks([replace(DIE, troubles=CALM | {"stacked": 0.001}), die], look)


def test_a_die_of_a_stack_is_named_whatever_another_reader_says() -> None:
    assert stacked(6.0, own=0.5) == Doubt("Die 2 is part of a stack.")


@pytest.mark.parametrize("unsure", [(6.0, 0.15), (0.0, 0.85), (3.0, 0.5)])
def test_two_views_that_are_both_fairly_sure_tell_a_stack_where_one_alone_would_not(
    unsure: tuple[float, float],
) -> None:
    odds, own = unsure
    assert stacked(odds, own) == Doubt("Die 2 is part of a stack.")
    assert stacked(odds - 5, own) is None
    assert stacked(odds, 0.001) is None


def test_dice_that_lie_alone_leave_no_doubt_about_stacks() -> None:
    assert stacked(-6.0, own=0.02) is None
    assert doubt_about_stacks([], lambda boxes: np.zeros(len(boxes), np.float32)) is None


def test_only_dice_that_their_pictures_leave_open_are_looked_at_for_stacks() -> None:
    looked: list[Box] = []

    def look(boxes: list[Box]) -> NDArray[np.float32]:
        looked.extend(boxes)
        return np.full(len(boxes), 0.0, np.float32)

    open_one = replace(
        DIE, find=replace(DIE.find, box=(300.0, 100.0, 60.0, 60.0)), troubles=CALM | {"stacked": 0.3}
    )
    clear = replace(DIE, troubles=CALM | {"stacked": 0.001})
    assert doubt_about_stacks([clear, open_one, clear], look) is None
    assert looked == [open_one.find.box]


def test_a_blur_too_faint_for_a_die_is_asked_about_whatever_another_reader_says() -> None:
    found = doubt(DIE, faint(0.2, nothing=0.1, around=0.5, moving=0.99))
    assert found == Doubt("Something blurred is in the tray.")
    assert found is not None
    assert not found.settled_by_agreement


def test_a_blur_that_its_own_picture_takes_for_nothing_but_not_surely_is_asked_about() -> None:
    blurred = Doubt("Something blurred is in the tray.")
    assert doubt(DIE, faint(0.2, nothing=0.8, around=0.5, moving=0.99)) == blurred
    assert doubt(DIE, faint(0.2, nothing=0.8, around=0.5, moving=0.8)) is None
    assert doubt(DIE, faint(0.2, nothing=0.8, around=0.3, moving=0.99)) is None


def test_a_blurred_spot_of_the_ground_is_nothing() -> None:
    assert doubt(DIE, faint(0.2, nothing=0.97, around=0.5, moving=0.99)) is None


def test_a_faint_find_that_is_hardly_nothing_may_be_a_die() -> None:
    found = doubt(DIE, faint(0.2, nothing=0.3, around=0.0))
    assert found == Doubt("Something in the tray may be a die or not.", settled_by_agreement=True)


def test_what_was_probably_found_and_looks_like_a_part_of_a_die_may_be_one() -> None:
    maybe = Doubt("Something in the tray may be a die or not.", settled_by_agreement=True)
    assert doubt(DIE, faint(0.6, nothing=0.99, around=0.0, hidden=0.99)) == maybe
    assert doubt(DIE, faint(0.3, nothing=0.99, around=0.0, hidden=0.99)) is None
    assert doubt(DIE, faint(0.6, nothing=0.99, around=0.0, hidden=0.1)) is None


def test_what_sticks_out_under_a_die_may_be_one_but_not_the_shadow_beside_it() -> None:
    below = Find((150.0, 130.0, 60.0, 60.0), 0.3)
    lower, shadow = (
        replace(faint(0.3, nothing, around=0.0, hidden=0.99), find=below) for nothing in (0.85, 0.95)
    )
    assert doubt(DIE, lower) == Doubt("Something in the tray may be a die or not.", settled_by_agreement=True)
    assert doubt(DIE, shadow) is None


def test_what_looks_like_a_part_of_a_die_at_the_pictures_edge_may_be_one() -> None:
    part = faint(0.3, nothing=0.96, around=0.0, hidden=0.99)
    cut = replace(part, find=replace(part.find, box=(621.0, 242.0, 19.0, 27.0)))
    assert doubt(DIE, cut) == Doubt("Something in the tray may be a die or not.", settled_by_agreement=True)


def test_what_the_edge_cuts_is_nothing_only_where_that_is_surer_than_elsewhere() -> None:
    inside = faint(0.2, nothing=0.6, around=0.0)
    cut = replace(inside, find=replace(inside.find, box=(610.0, 200.0, 30.0, 60.0)))
    assert doubt(DIE, inside) is None
    # Another reader that takes no notice of cut dice settles nothing.
    assert doubt(DIE, cut) == Doubt("A die may be cut by the picture's edge.")
    assert doubt(DIE, replace(cut, nothing=0.8)) is None


def test_a_hand_is_named_before_anything_else() -> None:
    hand = np.zeros((60, 80), np.float32)
    hand[20:40, 20:40] = 0.9
    looked = Look((), hand, 1.8)
    assert doubt(replace(DIE, confidence=0.2), looked=looked) == Doubt("A hand is in the tray.")


def test_a_die_of_little_confidence_is_asked_about_with_both_faces() -> None:
    found = doubt(replace(DIE, confidence=0.5))
    assert found == Doubt("I cannot tell whether die 1 shows 4 or 6.", settled_by_agreement=True)


def test_a_die_that_the_edge_cuts_is_named() -> None:
    cut = replace(DIE, find=Find((0.0, 100.0, 30.0, 60.0), 0.9))
    assert doubt(cut) == Doubt("Die 1 is cut by the picture's edge.")


def test_two_dice_that_overlap_are_named() -> None:
    other = replace(DIE, find=Find((115.0, 100.0, 60.0, 60.0), 0.9))
    assert doubt(DIE, other) == Doubt("Dice 1 and 2 overlap.")


def test_an_uncertain_kind_is_asked_about() -> None:
    unsure = replace(DIE, evidence=replace(CLEAR, kind=0.4))
    assert doubt(unsure) == Doubt("I cannot tell which kind of die 1 is.")


def test_a_die_is_asked_about_below_the_confidence_that_its_set_needs() -> None:
    doubtful = replace(DIE, confidence=0.91)
    asked = doubt_about(FRAME, [doubtful], NO_HAND, D6.least)
    assert asked == Doubt("I cannot tell whether die 1 shows 4 or 6.", settled_by_agreement=True)
    assert doubt_about(FRAME, [doubtful], NO_HAND, DiceSet(frozenset({8, 10})).least) is None
    assert doubt_about(FRAME, [replace(DIE, confidence=0.93)], NO_HAND, D6.least) is None
