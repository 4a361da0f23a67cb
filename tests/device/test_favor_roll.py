from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.favor_roll import LOOKS_LIKE, DraftDie, blank, filled_in, known, match_roll
from rules.favor.dice import KINDS, Die, Kind
from vision.colours import NAMES
from vision.reading import Reading

from .trays import seen, tray

STANDARD, IMMEDIATE, ARTISAN = Kind.STANDARD, Kind.IMMEDIATE, Kind.ARTISAN


def reading(*dice: tuple[str, str]) -> Reading:
    placed = (seen(face, body, (100.0 * n, 0.0)) for n, (face, body) in enumerate(dice))
    return Reading("ok", None, tuple(placed), 1.0)


def test_dice_are_named_by_body_colour_and_by_what_was_to_be_rolled() -> None:
    found = match_roll(reading(("4", "white"), ("6", "blue"), ("2", "red")), (STANDARD, IMMEDIATE, ARTISAN))
    assert found.doubt is None
    assert found.roll == (Die(STANDARD, "2"), Die(IMMEDIATE, "4"), Die(ARTISAN, "6"))


def test_borrowed_dice_of_another_colour_serve_where_one_kind_is_rolled() -> None:
    found = match_roll(tray("1", "2", "2", body="yellow"), (STANDARD,) * 3)
    assert found.roll == (Die(STANDARD, "1"), Die(STANDARD, "2"), Die(STANDARD, "2"))


def test_a_stranger_among_dice_of_one_kind_is_asked_about() -> None:
    found = match_roll(reading(("4", "red"), ("5", "red"), ("2", "white")), (STANDARD,) * 3)
    assert found.roll is None
    assert found.doubt == "3 Standard dice are to be rolled; a die's colour or face does not fit"


@pytest.mark.parametrize(
    ("faces", "doubt"),
    [
        ((), "I see no dice, but 3 Standard dice are to be rolled"),
        (("1",), "I see one die, but 3 Standard dice are to be rolled"),
        (("1", "2", "3", "4"), "I see four dice, but 3 Standard dice are to be rolled"),
    ],
)
def test_another_number_of_dice_is_asked_about(faces: tuple[str, ...], doubt: str) -> None:
    assert match_roll(tray(*faces), (STANDARD,) * 3).doubt == doubt


def test_what_was_read_of_too_few_dice_is_offered() -> None:
    found = match_roll(tray("1", "6"), (STANDARD,) * 3)
    assert [die.face for die in found.dice] == ["1", "6", None]


def test_of_too_many_dice_none_is_offered() -> None:
    found = match_roll(tray("1", "6", "2", "2"), (STANDARD,) * 3)
    assert [die.face for die in found.dice] == [None, None, None]


def test_an_unsure_reading_is_offered_with_its_reason_and_never_a_roll() -> None:
    found = match_roll(tray("1", "6", "2", reason="Two dice overlap."), (STANDARD,) * 3)
    assert (found.roll, found.doubt) == (None, "Two dice overlap.")
    assert all(die.doubtful for die in found.dice)


def test_a_face_that_the_kind_does_not_have_does_not_fit() -> None:
    found = match_roll(reading(("5", "orange"), ("2", "red")), (Kind.SERF, STANDARD))
    assert found.roll is None


def test_two_dice_that_may_change_places_are_asked_about() -> None:
    found = match_roll(reading(("3", "yellow"), ("4", "yellow")), (Kind.SERF, Kind.NOBLE))
    assert found.doubt == "which die is the Serf one and which the Noble?"


def test_dice_that_look_alike_are_told_apart_by_faces_that_only_one_has() -> None:
    found = match_roll(reading(("6", "yellow"), ("1", "yellow")), (Kind.SERF, Kind.NOBLE))
    assert found.roll == (Die(Kind.SERF, "1"), Die(Kind.NOBLE, "6"))


def test_every_kind_may_be_seen_in_a_colour_that_the_reader_names() -> None:
    for kind in Kind:
        assert LOOKS_LIKE[kind] <= set(NAMES)
        assert LOOKS_LIKE[kind]


@given(
    st.lists(
        st.sampled_from(Kind).flatmap(
            lambda kind: st.tuples(
                st.just(kind), st.sampled_from(KINDS[kind].faces), st.sampled_from(sorted(LOOKS_LIKE[kind]))
            )
        ),
        max_size=5,
    ),
    st.randoms(use_true_random=False),
)
def test_a_sure_roll_is_the_only_way_to_name_the_dice(dice: list[tuple[Kind, str, str]], rng: object) -> None:
    """The truth is always among the possible namings, so a sure answer that is not the truth is a lie."""
    kinds = tuple(kind for kind, _, _ in dice)
    shuffled = sorted(dice, key=lambda _: rng.random())  # type: ignore[attr-defined]
    found = match_roll(reading(*((face, body) for _, face, body in shuffled)), kinds)
    truth = sorted(Die(kind, face) for kind, face, _ in dice)
    possible = {
        tuple(sorted(Die(kind, die[1]) for kind, die in zip(kinds, order, strict=True)))
        for order in itertools.permutations(shuffled)
        if all(
            die[1] in KINDS[kind].faces and die[2] in LOOKS_LIKE[kind]
            for kind, die in zip(kinds, order, strict=True)
        )
    }
    assert tuple(truth) in possible
    if found.roll is not None:
        assert sorted(found.roll) == truth
    if len(possible) > 1:
        assert found.roll is None


def test_a_roll_is_known_once_every_face_is() -> None:
    assert known(blank((STANDARD, STANDARD))) is None
    assert known(()) == ()


def test_a_die_entered_by_hand_takes_the_place_of_the_seen_one_with_its_face() -> None:
    one = DraftDie(STANDARD, "1", by_hand=True)
    five, six = (DraftDie(STANDARD, face, doubtful=True) for face in "56")
    gap = DraftDie(STANDARD)
    assert filled_in((one, gap, gap), match_roll(tray("5", "1", "6"), (STANDARD,) * 3).dice) == (
        one,
        five,
        six,
    )
    assert filled_in((gap, one), match_roll(tray("5", "6"), (STANDARD,) * 2).dice) == (five, one)


def test_two_dice_entered_alike_take_two_places() -> None:
    one = DraftDie(STANDARD, "1", by_hand=True)
    gap = DraftDie(STANDARD)
    filled = filled_in((one, one, gap, gap), match_roll(tray("1", "5", "1", "6"), (STANDARD,) * 4).dice)
    assert sorted(die.face or "" for die in filled) == ["1", "1", "5", "6"]
    filled = filled_in((one, one, gap, gap), match_roll(tray("5", "6", "1", "1"), (STANDARD,) * 4).dice)
    assert sorted(die.face or "" for die in filled) == ["1", "1", "5", "6"]
