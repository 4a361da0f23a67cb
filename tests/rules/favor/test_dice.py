from __future__ import annotations

import pytest

from rules.favor.dice import KINDS, Die, Kind, count_kinds, parse_die

FACTS = {
    "standard": (12, "1/6 2/5 3/4"),
    "immediate": (8, "1/6 2/5 3/4"),
    "serf": (1, "1/2 2/1 3/4"),
    "noble": (1, "5/6 6/5 3/4"),
    "artisan": (1, "star/6 2/5 3/4"),
    "intrigue": (1, "1/double-star 2/5 3/4"),
    "voyage": (1, "star/gain reroll/blocked reroll/blocked"),
    "decree": (1, "decree/6 2/5 3/4"),
}
OPPOSITES = [
    (kind, *sides.split("/")) for kind, (_, pairs) in FACTS.items() for sides in dict.fromkeys(pairs.split())
]
EVERY_DIE = [Die(kind, face) for kind in Kind for face in dict.fromkeys(KINDS[kind].faces)]


def test_the_box_has_the_eight_kinds_and_twenty_six_dice() -> None:
    assert [kind.value for kind in KINDS] == list(FACTS) == list(Kind)
    assert {kind.value: KINDS[kind].count for kind in Kind} == {
        kind: count for kind, (count, _) in FACTS.items()
    }
    assert sum(die_kind.count for die_kind in KINDS.values()) == 26


@pytest.mark.parametrize("kind", Kind)
def test_a_die_has_exactly_the_six_faces_of_its_kind(kind: Kind) -> None:
    assert sorted(KINDS[kind].faces) == sorted(FACTS[kind][1].replace("/", " ").split())
    assert len(KINDS[kind].faces) == 6


@pytest.mark.parametrize(("kind", "one", "other"), OPPOSITES)
def test_opposite_faces_lie_as_on_the_real_die(kind: str, one: str, other: str) -> None:
    assert Die(Kind(kind), one).opposite == Die(Kind(kind), other)
    assert Die(Kind(kind), other).opposite == Die(Kind(kind), one)


@pytest.mark.parametrize("die", EVERY_DIE, ids=str)
def test_a_die_turned_over_twice_lies_as_before(die: Die) -> None:
    assert die.opposite != die
    assert die.opposite.opposite == die


@pytest.mark.parametrize("face", list("123456"))
@pytest.mark.parametrize("kind", [Kind.STANDARD, Kind.IMMEDIATE])
def test_opposite_faces_of_a_pip_die_add_up_to_seven(kind: Kind, face: str) -> None:
    value, below = Die(kind, face).value, Die(kind, face).opposite.value
    assert value is not None
    assert below == 7 - value


def test_pips_count_the_artisan_star_is_one_and_no_other_symbol_has_a_value() -> None:
    values = {str(die): die.value for die in EVERY_DIE if not die.face.isdecimal()}
    assert values == {
        "Artisan star": 1,
        "Intrigue double-star": None,
        "Voyage star": None,
        "Voyage gain": None,
        "Voyage reroll": None,
        "Voyage blocked": None,
        "Decree decree": None,
    }
    assert all(die.value == int(die.face) for die in EVERY_DIE if die.face.isdecimal())


@pytest.mark.parametrize("die", EVERY_DIE, ids=str)
def test_a_die_is_read_back_from_kind_and_face(die: Die) -> None:
    assert parse_die(f"{die.kind.value}:{die.face}") == die


@pytest.mark.parametrize("face", list("123456"))
def test_a_bare_number_is_a_standard_die(face: str) -> None:
    assert parse_die(f" {face} ") == Die(Kind.STANDARD, face)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7", "Standard dice have no face '7'; their faces are 1, 6, 2, 5, 3, 4"),
        ("", "Standard dice have no face ''; their faces are 1, 6, 2, 5, 3, 4"),
        ("star", "Standard dice have no face 'star'; their faces are 1, 6, 2, 5, 3, 4"),
        ("serf:5", "Serf dice have no face '5'; their faces are 1, 2, 3, 4"),
        ("noble:2", "Noble dice have no face '2'; their faces are 5, 6, 3, 4"),
        ("artisan:1", "Artisan dice have no face '1'; their faces are star, 6, 2, 5, 3, 4"),
        ("intrigue:6", "Intrigue dice have no face '6'; their faces are 1, double-star, 2, 5, 3, 4"),
        ("voyage:1", "Voyage dice have no face '1'; their faces are star, gain, reroll, blocked"),
        ("decree:", "Decree dice have no face ''; their faces are decree, 6, 2, 5, 3, 4"),
        (
            "golden:1",
            "there is no die kind 'golden'; the kinds are "
            "standard, immediate, serf, noble, artisan, intrigue, voyage, decree",
        ),
        (
            ":3",
            "there is no die kind ''; the kinds are "
            "standard, immediate, serf, noble, artisan, intrigue, voyage, decree",
        ),
    ],
)
def test_an_unknown_die_is_refused_with_the_names_that_exist(text: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse_die(text)
    assert str(refused.value) == message


@pytest.mark.parametrize("face", ["٣", "³", "03", "+3", " 3"])
def test_a_number_that_only_looks_like_a_face_is_no_face(face: str) -> None:
    with pytest.raises(ValueError, match="have no face"):
        Die(Kind.STANDARD, face)


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ([], "no dice"),
        ([Kind.SERF], "1 Serf die"),
        ([Kind.STANDARD] * 3, "3 Standard dice"),
        ([Kind.IMMEDIATE, Kind.STANDARD, Kind.STANDARD], "2 Standard and 1 Immediate dice"),
        ([Kind.DECREE, Kind.SERF, Kind.STANDARD], "1 Standard, 1 Serf and 1 Decree dice"),
    ],
)
def test_kinds_are_counted_in_words(kinds: list[Kind], words: str) -> None:
    assert count_kinds(tuple(kinds)) == words
