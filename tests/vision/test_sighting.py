from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice_set import D6, FAVOR, DiceSet, parse_dice
from vision.network.detector import Find
from vision.network.faces import Sight
from vision.network.outputs import KINDS, PIP_FACES, POLY_FACES, SIDES, TROUBLES
from vision.sighting import Sighting, sightings

HERE = Find((10.0, 10.0, 40.0, 40.0), 0.9)


def shares(names: tuple[object, ...], likely: dict[object, float]) -> NDArray[np.float32]:
    rest = (1 - sum(likely.values())) / max(1, len(names) - len(likely))
    return np.array([likely.get(name, rest) for name in names], np.float32)


def seen(
    faces: dict[object, float], dice: DiceSet, *, kinds: dict[object, float] | None = None,
    sides: dict[object, float] | None = None,
) -> Sighting:  # fmt: skip
    names: tuple[str, ...] = POLY_FACES if dice.numerals else PIP_FACES
    face = shares(names, faces)
    sight = Sight(
        names, face, shares(SIDES, sides or {}), shares(KINDS, kinds or {}),
        np.zeros(len(TROUBLES), np.float32), np.stack([face, face]),
    )  # fmt: skip
    (one,) = sightings([HERE], [sight], dice)
    return one


def test_the_likeliest_face_is_read_and_the_next_one_named() -> None:
    one = seen({"4": 0.7, "6": 0.2}, D6)
    assert (one.die, one.sides, one.face, one.runner_up) == ("d6", 6, "4", "6")
    assert one.value(D6) == 4


def test_a_face_that_the_kind_does_not_have_is_not_read() -> None:
    # A Serf die has the faces 1 to 4 only (rulebook, "Dice").
    one = seen({"6": 0.5, "4": 0.4}, FAVOR, kinds={"serf": 0.99})
    assert (one.die, one.face) == ("serf", "4")


def test_a_kind_that_does_not_have_the_face_is_not_read() -> None:
    one = seen({"double-star": 0.95}, FAVOR, kinds={"noble": 0.6, "intrigue": 0.35})
    assert one.die == "intrigue"


@pytest.mark.parametrize(("kind", "value"), [("artisan", 1), ("voyage", None)])
def test_only_the_artisans_star_counts_as_a_one(kind: str, value: int | None) -> None:
    one = seen({"star": 0.97}, FAVOR, kinds={kind: 0.97})
    assert (one.die, one.face, one.value(FAVOR)) == (kind, "star", value)


def test_a_nine_on_a_die_with_eight_sides_is_its_six() -> None:
    eight = parse_dice("d8")
    one = seen({"9": 0.6, "6": 0.35}, eight, sides={8: 1.0})
    assert (one.die, one.face) == ("d8", "6")


def test_a_printed_nought_counts_ten_or_nothing_by_setting() -> None:
    dice = parse_dice("d8,d10,d12")
    one = seen({"0": 0.97}, dice, sides={10: 0.98})
    assert (one.die, one.face, one.value(dice)) == ("d10", "0", 10)
    assert one.value(DiceSet(dice.sides, zero=0)) == 0


def test_pips_beside_numerals_belong_to_a_die_with_six_sides() -> None:
    one = seen({"5 pips": 0.95}, parse_dice("d6,d8,d10,d12"), sides={6: 0.95})
    assert (one.die, one.sides, one.face, one.value(parse_dice("d6,d8"))) == ("d6", 6, "5", 5)


def test_a_crop_without_a_die_is_none() -> None:
    assert not seen({"none": 0.8}, D6).is_die
    assert seen({"none": 0.2, "3": 0.7}, D6).is_die


@pytest.mark.parametrize(
    ("score", "nothing", "counts"),
    [(0.35, 0.05, True), (0.35, 0.3, False), (0.6, 0.3, True), (0.9, 0.6, False)],
)
def test_what_counts_as_a_die_is_told_by_the_look_and_its_own_picture_together(
    score: float, nothing: float, counts: bool
) -> None:
    one = seen({"3": 0.7}, D6)
    assert replace(one, find=replace(HERE, score=score), nothing=nothing).is_die == counts


def test_a_rival_face_and_an_unclear_kind_lower_the_confidence() -> None:
    clear = seen({"5": 0.98}, FAVOR, kinds={"standard": 0.98})
    rival = seen({"5": 0.55, "6": 0.43}, FAVOR, kinds={"standard": 0.98})
    unclear = seen({"5": 0.98}, FAVOR, kinds={"standard": 0.5, "serf": 0.0, "immediate": 0.5})
    assert rival.confidence < clear.confidence
    assert unclear.confidence < clear.confidence
