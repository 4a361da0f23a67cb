from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.favor.bars import BARS, Place
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.dice import KINDS, Die, Kind
from tests.rules.favor.claims_oracle import LEVEL_BARS, may_claim, value_of

RULEBOOK = Path(__file__).parents[4] / "shared" / "rulebooks" / "favor-of-the-pharaoh.txt"
PLACES = [(bar, place) for bar, row in LEVEL_BARS.items() for place in row]
every_place = pytest.mark.parametrize(
    ("bar", "place"), PLACES, ids=[f"{bar}-{place}: {LEVEL_BARS[bar][place].title}" for bar, place in PLACES]
)

FACES = [Die(kind, face) for kind in Kind for face in dict.fromkeys(KINDS[kind].faces)]
SYMBOLS = [die for die in FACES if value_of(die.kind, die.face) is None]


@cache
def standard_rolls() -> list[tuple[Die, ...]]:
    """Every result of zero to nine Standard dice, as a multiset."""
    faces = [Die(Kind.STANDARD, face) for face in "123456"]
    return [roll for count in range(10) for roll in combinations_with_replacement(faces, count)]


@cache
def rolls_with_symbols() -> list[tuple[Die, ...]]:
    """Every result of one to seven dice of which at least one shows no value; symbols taken in turn."""
    faces = [Die(Kind.STANDARD, face) for face in "123456"]
    turn = [SYMBOLS[index % len(SYMBOLS)] for index in range(7)]
    return [
        (*turn[:symbols], *roll)
        for count in range(1, 8)
        for symbols in range(1, count + 1)
        for roll in combinations_with_replacement(faces, count - symbols)
    ]


def disagreements(bar: str, place: str, rolls: Iterable[tuple[Die, ...]]) -> list[str]:
    found = []
    for dice in rolls:
        expected = may_claim(bar, place, [value_of(die.kind, die.face) for die in dice])
        refusal = claim_refusal(BARS[bar], Place(place), dice)
        if (refusal is None) != expected:
            found.append(f"{', '.join(map(str, dice))}: the rulebook says {expected}, refusal {refusal!r}")
    return found


def test_the_engine_has_the_rulebooks_ten_bars_with_four_places_each() -> None:
    assert set(BARS) == set(LEVEL_BARS)
    assert {place.value for place in Place} == {"yellow1", "yellow2", "blue", "red"}
    assert {name: bar.level for name, bar in BARS.items()} == {name: int(name[0]) for name in LEVEL_BARS}


@every_place
def test_the_oracle_quotes_the_rulebook(bar: str, place: str) -> None:
    if not RULEBOOK.exists():
        pytest.skip("the rulebook's text does not lie beside this checkout")
    table = RULEBOOK.read_text(encoding="utf-8").partition("\nLevel 7\n")[2]
    level = table.partition(f"Level {bar[0]}\n")[2] if bar[0] != "7" else table
    row = next(line for line in level.splitlines() if line.startswith(f"| {bar[1]} |"))
    cell = row.split("|")[2 + ["yellow1", "yellow2", "blue", "red"].index(place)].strip()
    printed_title, _, printed_sentence = cell.replace(" (QUEEN)", "").partition(" — ")
    assert (printed_title, printed_sentence) == (
        LEVEL_BARS[bar][place].title,
        LEVEL_BARS[bar][place].sentence,
    )


def test_the_exhaustive_rolls_are_all_there() -> None:
    assert len(set(standard_rolls())) == 5005
    assert len(set(rolls_with_symbols())) == 3431 - 1715


@every_place
def test_every_roll_of_up_to_nine_standard_dice_is_judged_as_the_rulebook_says(bar: str, place: str) -> None:
    assert disagreements(bar, place, standard_rolls()) == []


@every_place
def test_every_roll_of_up_to_seven_dice_with_symbols_is_judged_as_the_rulebook_says(
    bar: str, place: str
) -> None:
    assert disagreements(bar, place, rolls_with_symbols()) == []


@st.composite
def mixed_rolls(draw: st.DrawFn) -> tuple[Die, ...]:
    """Up to twelve dice of all kinds; few different faces, so that sets come up."""
    pool = draw(st.lists(st.sampled_from(FACES), min_size=1, max_size=6))
    return tuple(draw(st.lists(st.sampled_from(pool), max_size=12)))


@settings(max_examples=300, deadline=None)
@given(mixed_rolls())
def test_any_mix_of_the_eight_kinds_is_judged_as_the_rulebook_says_at_all_places(
    dice: tuple[Die, ...],
) -> None:
    for bar, place in PLACES:
        assert disagreements(bar, place, [dice]) == []


@settings(max_examples=100, deadline=None)
@given(mixed_rolls().flatmap(lambda dice: st.tuples(st.just(dice), st.permutations(dice))))
def test_the_order_in_which_dice_were_locked_never_matters(
    orders: tuple[tuple[Die, ...], list[Die]],
) -> None:
    one, other = orders
    for bar, place in PLACES:
        assert claim_refusal(BARS[bar], Place(place), one) == claim_refusal(BARS[bar], Place(place), other)


@settings(max_examples=100, deadline=None)
@given(mixed_rolls())
def test_a_herder_takes_any_roll_of_at_least_one_die(dice: tuple[Die, ...]) -> None:
    assert (herder_refusal(dice) is None) == (len(dice) >= 1)
