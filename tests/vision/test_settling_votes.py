from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading import DieReading, Reading, Zone
from vision.settling import vote

from .settling_scenes import faces


def die(face: str, x: float, confidence: float = 0.9, kind: str = "standard") -> DieReading:
    value = int(face) if face.isdecimal() else None
    return DieReading(kind, 6, face, value, confidence, (x, 10.0, 40.0, 40.0), "red")


def ok(*dice: DieReading) -> Reading:
    return Reading("ok", None, dice, 4.0)


def test_agreeing_frames_are_averaged() -> None:
    result = vote([ok(die("4", 10, 0.8), die("6", 90)), ok(die("6", 92), die("4", 12, 0.6))])
    assert (result.status, result.reason, result.ms) == ("ok", None, 8.0)
    assert faces(result) == ["4", "6"]
    assert result.dice[0].confidence == pytest.approx(0.7)
    assert result.dice[0].box == (11.0, 10.0, 40.0, 40.0)


def test_frames_that_disagree_about_a_face_are_unsure_and_keep_the_commoner_one() -> None:
    result = vote([ok(die("4", 10)), ok(die("5", 11, 0.99)), ok(die("4", 10))])
    assert result.status == "unsure"
    assert result.reason == "Die 1 reads 4 or 5: turn it a little."
    assert faces(result) == ["4"]
    assert result.dice[0].value == 4


def test_frames_that_disagree_about_the_number_of_dice_are_unsure() -> None:
    result = vote([ok(die("4", 10), die("1", 90)), ok(die("4", 10)), ok(die("4", 10), die("1", 90))])
    assert result.status == "unsure"
    assert result.reason == "Die 2 is not seen in every picture: move it a little."
    assert len(result.dice) == 2


def test_a_die_that_only_few_frames_see_is_left_out_and_asked_about() -> None:
    result = vote([ok(die("4", 10), die("1", 90)), ok(die("4", 10)), ok(die("4", 10))])
    assert faces(result) == ["4"]
    assert result.reason == "It is not clear whether 1 or 2 dice lie there: move them apart."


def test_the_die_that_frames_disagree_about_is_named_whatever_order_they_see_dice_in() -> None:
    first = ok(die("4", 10), die("6", 90), die("2", 170))
    other = ok(die("2", 170), die("5", 90), die("4", 10))
    assert vote([first, other, first]).reason == "Die 2 reads 5 or 6: turn it a little."


def test_dice_that_swap_faces_between_frames_are_not_one_reading() -> None:
    """The same faces in all, and yet each die shows two."""
    one, two = ok(die("4", 10), die("6", 90)), ok(die("6", 10), die("4", 90))
    assert vote([one, two, one]).reason == "Die 1 reads 4 or 6: turn it a little."


def test_touching_dice_are_matched_each_to_its_own() -> None:
    result = vote([ok(die("1", 10), die("2", 28)), ok(die("2", 24), die("1", 6))])
    assert (result.status, faces(result)) == ("ok", ["1", "2"])


def on_mat(zone: Zone | None, place: float) -> DieReading:
    return replace(die("4", place), place_mm=(place, 20.0), zone=zone)


def test_a_die_keeps_its_place_on_the_mat() -> None:
    (result,) = vote([ok(on_mat("roll", 10)), ok(on_mat("roll", 12))]).dice
    assert (result.place_mm, result.zone) == ((11.0, 20.0), "roll")


def test_a_die_on_a_fields_border_is_asked_about() -> None:
    result = vote([ok(on_mat("roll", 10)), ok(on_mat("lock", 10)), ok(on_mat("lock", 10))])
    assert result.reason == "Die 1 lies on a field's border: move it in or out."
    assert result.dice[0].zone == "lock"


def test_frames_that_disagree_about_the_kind_are_unsure() -> None:
    result = vote([ok(die("4", 10)), ok(die("4", 10, kind="decree"))])
    assert (result.status, result.reason) == (
        "unsure",
        "Die 1 may be decree or standard: turn it a little.",
    )


def test_frames_that_see_dice_in_different_places_are_unsure() -> None:
    result = vote([ok(die("4", 10)), ok(die("4", 200))])
    assert result.status == "unsure"
    assert result.reason is not None
    assert "Die 1 is not seen in every picture" in result.reason


def test_the_readers_own_reason_is_passed_on_when_half_of_the_frames_have_one() -> None:
    glare = Reading("unsure", "A die is in glare: turn the lamp.", (die("4", 10),), 4.0)
    assert vote([glare, ok(die("4", 10))]).reason == glare.reason
    assert vote([glare, ok(die("4", 10)), ok(die("4", 10))]).status == "ok"


def test_a_vote_without_readings_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        vote([])


@given(
    st.lists(st.sampled_from("123456"), min_size=1, max_size=9),
    st.integers(1, 5),
    st.randoms(use_true_random=False),
)
def test_a_unanimous_vote_says_what_every_frame_says_in_whatever_order(
    shown: list[str], frames: int, random: Random
) -> None:
    dice = [die(face, 60.0 * place) for place, face in enumerate(shown)]
    shuffled = [ok(*sorted(dice, key=lambda _: random.random())) for _ in range(frames)]
    result = vote(shuffled)
    assert result.status == "ok"
    assert {(one.box, one.face) for one in result.dice} == {(one.box, one.face) for one in dice}
