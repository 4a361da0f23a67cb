from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.favor.bars import BARS, Place
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.dice import KINDS, Die, Kind, parse_die

FACES = [Die(kind, face) for kind in Kind for face in dict.fromkeys(KINDS[kind].faces)]
PLACES = [(bar, place) for bar in BARS for place in Place]

NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
HAVE = re.compile(rf"({'|'.join(NUMBERS)}) ([1-6])(s?)(?= and |, |$)")

SPLIT = "You may split a group of dice showing the same number into pairs or sets as needed"
SETS = "Dice must include one set of three equal dice and two sets of two equal dice"
NUMBER = "you must have set aside at least the number of dice shown on that level bar"
SYMBOLS = "Ignore symbols on die faces when checking these conditions"
COUNTED = "dice with symbol faces do count towards the number of locked dice needed on the level bar"
STAR = "This face is also a 1 (Dice, Artisan)"
NO_VALUE = "it has no value (Dice, Intrigue and Voyage; rules-facts, Dice)"
MORE_DICE = "extra dice allowed (ruling 2)"
ONLY_ALL = "Only an All condition needs at least as many locked dice as the bar's level (ruling 1)"
LOCKED = "This applies to all your locked dice"


def dice_of(text: str) -> list[Die]:
    return [parse_die(word) for word in text.split()]


def refusal(where: str, dice: str) -> str | None:
    bar, place = where.split()
    return claim_refusal(BARS[bar], Place(place), dice_of(dice))


@pytest.mark.parametrize(
    ("rule", "where", "dice"),
    [
        (SPLIT, "4A blue", "4 4 4 4"),
        (SPLIT, "7A yellow2", "6 6 6 6 6 6 6"),
        (SPLIT, "7A yellow2", "6 6 6 6 6 2 2"),
        (SPLIT, "7A yellow2", "6 6 6 2 2 2 2"),
        (SPLIT, "7A blue", "1 1 1 1 1 1 1"),
        (SPLIT, "7B yellow2", "1 1 1 1 1 1 1"),
        (SPLIT, "7B blue", "3 3 3 3 3 3 3"),
        (SPLIT, "6A yellow2", "5 5 5 5 2 2"),
        (SPLIT, "6A yellow2", "5 5 5 5 5 5"),
        (SPLIT, "6A blue", "5 5 5 5 5 5"),
        (SPLIT, "6B blue", "2 2 2 2 2 2"),
        (SPLIT, "5A blue", "2 2 2 2 2"),
        (SETS, "7A yellow2", "6 6 6 5 5 4 4"),
        (SETS, "7A yellow2", "6 6 6 5 5 5 4 4"),
        (MORE_DICE, "4A yellow2", "1 6 2 6 3 6 4"),
        (MORE_DICE, "5A yellow2", "6 5 4 3 2 2 2"),
        (MORE_DICE, "6B yellow2", "6 5 4 3 2 1 voyage:blocked"),
        (MORE_DICE, "4B blue", "6 6 1 1 3"),
        (ONLY_ALL, "5A red", "6 6 6 6 1"),
        (ONLY_ALL, "6A red", "6 6 6 6 6"),
        (ONLY_ALL, "4A red", "6 6 6 2"),
        (ONLY_ALL, "3A red", "6 4"),
        (ONLY_ALL, "7A red", "6 6 6 6 6 6 4"),
        (ONLY_ALL, "3A yellow2", "3 3"),
        (NUMBER, "3A blue", "2 4 6"),
        (NUMBER, "4B red", "1 2 3 4"),
        (NUMBER, "5B yellow2", "1 2 1 2 1"),
        (SYMBOLS, "3A blue", "2 4 6 voyage:star"),
        (SYMBOLS, "3B blue", "1 3 5 decree:decree"),
        (SYMBOLS, "4B yellow2", "5 6 5 6 intrigue:double-star"),
        (SYMBOLS, "4B red", "1 2 voyage:gain decree:decree intrigue:double-star"),
        (COUNTED, "3A blue", "2 4 voyage:reroll"),
        (COUNTED, "5B yellow2", "1 1 2 2 decree:decree"),
        (COUNTED, "4B red", "1 2 3 voyage:blocked"),
        (COUNTED, "3B yellow2", "voyage:star decree:decree intrigue:double-star"),
        (STAR, "3A yellow1", "1 1 artisan:star"),
        (STAR, "4A yellow2", "artisan:star 2 3 4"),
        (STAR, "3A red", "4 5 artisan:star"),
        (STAR, "4B blue", "6 6 1 artisan:star"),
        (STAR, "3B blue", "3 5 artisan:star"),
        (STAR, "5B yellow2", "1 2 2 2 artisan:star"),
    ],
)
def test_these_locked_dice_may_claim(rule: str, where: str, dice: str) -> None:
    assert refusal(where, dice) is None, rule


@pytest.mark.parametrize(
    ("rule", "where", "dice", "reason"),
    [
        (SPLIT, "4A yellow1", "5 5 5 2", "needs four of a kind, you have three 5s"),
        (SPLIT, "4A yellow1", "5 2 2 2", "needs four of a kind, you have three 2s"),
        (SPLIT, "7A yellow1", "", "needs seven of a kind, you have no dice with a value"),
        (SPLIT, "3A yellow1", "5 2 2 5", "needs three of a kind, you have two 5s"),
        (SPLIT, "3A yellow2", "6", "needs a pair, you have one 6"),
        (SPLIT, "4A blue", "4 4 4 2", "needs two pairs, you have three 4s and one 2"),
        (
            SETS,
            "7A yellow2",
            "5 5 5 5 5 5 2",
            "needs three of a kind and two pairs, you have six 5s and one 2",
        ),
        (
            SETS,
            "7A yellow2",
            "6 6 5 5 4 4 3",
            "needs three of a kind and two pairs, you have two 6s, two 5s, two 4s and one 3",
        ),
        (
            SETS,
            "7A blue",
            "5 5 5 2 2 2 1",
            "needs three of a kind and four of a kind, you have three 5s, three 2s and one 1",
        ),
        (
            SPLIT,
            "7B yellow2",
            "1 1 1 1 1 1 2",
            "needs four of a kind and three 1s, you have six 1s and one 2",
        ),
        (SPLIT, "7B blue", "3 3 3 3 3 3", "needs a pair and five of a kind, you have six 3s"),
        (SPLIT, "6A yellow2", "3 3 3 3 3 2", "needs three pairs, you have five 3s and one 2"),
        (SPLIT, "6A blue", "3 3 3 2 2 2", "needs a pair and four of a kind, you have three 3s and three 2s"),
        (SPLIT, "6B blue", "3 3 3 3 3", "needs two threes of a kind, you have five 3s"),
        (SPLIT, "5A blue", "3 3 3 3", "needs a pair and three of a kind, you have four 3s"),
        (SPLIT, "5B blue", "6 6 1 1 1", "needs three 6s and a pair of 1s, you have three 1s and two 6s"),
        (SPLIT, "4B blue", "6 6 6 1", "needs a pair of 6s and a pair of 1s, you have three 6s and one 1"),
        (MORE_DICE, "4A yellow2", "2 3 4 4", "needs 1-2-3-4 or 2-3-4-5 or 3-4-5-6, you lack a 1 or a 5"),
        (MORE_DICE, "4A yellow2", "1 2 4 6", "needs 1-2-3-4 or 2-3-4-5 or 3-4-5-6, you lack a 3"),
        (
            MORE_DICE,
            "4A yellow2",
            "3 4",
            "needs 1-2-3-4 or 2-3-4-5 or 3-4-5-6, you lack a 1 and a 2 for 1-2-3-4",
        ),
        (MORE_DICE, "5A yellow2", "2 3 4 5 5", "needs 1-2-3-4-5 or 2-3-4-5-6, you lack a 1 or a 6"),
        (MORE_DICE, "6B yellow2", "1 2 2 4 6", "needs 1-2-3-4-5-6, you lack a 3 and a 5"),
        (ONLY_ALL, "4A red", "6 6 4 3", "needs a sum of 20 or more, yours is 19"),
        (ONLY_ALL, "3A red", "", "needs a sum of 10 or more, yours is 0"),
        (LOCKED, "3A blue", "2 4 6 5 3 5", "needs all dice even, you have two 5s and one 3"),
        (LOCKED, "3B blue", "1 3 5 2", "needs all dice odd, you have one 2"),
        (LOCKED, "3B yellow2", "4 5 6 3", "needs all dice 4 or more, you have one 3"),
        (LOCKED, "4B yellow2", "5 6 5 4", "needs all dice 5 or more, you have one 4"),
        (LOCKED, "5B yellow2", "1 2 1 2 3", "needs all dice 2 or less, you have one 3"),
        (LOCKED, "4B red", "1 2 3 4 4", "needs all dice different, you have two 4s"),
        (LOCKED, "5B red", "1 1 2 3 4 4 4", "needs all dice different, you have three 4s and two 1s"),
        (NUMBER, "3A blue", "2 4", "needs all dice even on at least three locked dice, you have two"),
        (NUMBER, "4B red", "", "needs all dice different on at least four locked dice, you have none"),
        (NUMBER, "5B red", "1 2 3 4", "needs all dice different on at least five locked dice, you have four"),
        (
            COUNTED,
            "3B blue",
            "1 voyage:gain",
            "needs all dice odd on at least three locked dice, you have two",
        ),
        (STAR, "3A blue", "2 4 6 artisan:star", "needs all dice even, you have one 1"),
        (STAR, "4B red", "1 2 3 artisan:star", "needs all dice different, you have two 1s"),
        (NO_VALUE, "3A yellow2", "5 intrigue:double-star", "needs a pair, you have one 5"),
        (NO_VALUE, "3A yellow2", "voyage:star voyage:star", "needs a pair, you have no dice with a value"),
        (NO_VALUE, "3A red", "4 5 voyage:gain decree:decree", "needs a sum of 10 or more, yours is 9"),
        (
            NO_VALUE,
            "6B yellow2",
            "2 3 4 5 6 decree:decree intrigue:double-star voyage:star",
            "needs 1-2-3-4-5-6, you lack a 1",
        ),
    ],
)
def test_these_locked_dice_may_not_claim_and_the_reason_says_why(
    rule: str, where: str, dice: str, reason: str
) -> None:
    assert refusal(where, dice) == reason, rule


@pytest.mark.parametrize(
    "symbol", [die for die in FACES if not die.face.isdecimal() and die.kind is not Kind.ARTISAN], ids=str
)
def test_a_face_without_a_value_matches_not_even_its_like(symbol: Die) -> None:
    assert claim_refusal(BARS["3A"], Place.YELLOW2, [symbol, symbol]) is not None
    assert claim_refusal(BARS["3A"], Place.RED, [symbol] * 12) == "needs a sum of 10 or more, yours is 0"
    assert claim_refusal(BARS["4B"], Place.RED, [symbol] * 4) is None


@pytest.mark.parametrize("die", FACES, ids=str)
def test_one_die_of_any_face_claims_a_herder(die: Die) -> None:
    assert herder_refusal([die]) is None


def test_no_die_at_all_claims_no_herder() -> None:
    assert herder_refusal([]) == "needs any roll of at least one locked die, you have none"


rolls = st.lists(st.sampled_from(FACES), min_size=1, max_size=6).flatmap(
    lambda pool: st.lists(st.sampled_from(pool), max_size=12)
)


@settings(max_examples=200, deadline=None)
@given(rolls)
def test_every_reason_tells_the_truth_about_the_dice(dice: list[Die]) -> None:
    counts = Counter(die.value for die in dice if die.value is not None)
    for bar, place in PLACES:
        reason = claim_refusal(BARS[bar], place, dice)
        if reason is None:
            continue
        assert re.match(r"needs .+, (you have|you lack|yours is) [^,]", reason)
        told = re.split(r", (?=you have |you lack |yours is )", reason)[1]
        if told.startswith("yours is "):
            assert told == f"yours is {sum(counts.elements())}"
        elif told.startswith("you lack "):
            assert_each_offered_way_fills_the_gap(bar, place, dice, told.removeprefix("you lack "))
        elif "at least" in reason:
            assert told == f"you have {NUMBERS[len(dice)] if dice else 'none'}"
        elif told == "you have no dice with a value":
            assert not counts
        else:
            assert_counts_are_as_told(counts, told)


def assert_each_offered_way_fills_the_gap(bar: str, place: Place, dice: list[Die], lacks: str) -> None:
    ways = [
        [Die(Kind.STANDARD, face) for face in re.findall(r"a ([1-6])", way)] for way in lacks.split(" or ")
    ]
    if len(ways[0]) == 1:
        single = [[Die(Kind.STANDARD, face)] for face in "123456"]
        assert ways == [way for way in single if claim_refusal(BARS[bar], place, [*dice, *way]) is None]
    for way in ways:
        assert claim_refusal(BARS[bar], place, [*dice, *way]) is None
        for left_out in way:
            assert (
                claim_refusal(BARS[bar], place, [*dice, *(die for die in way if die != left_out)]) is not None
            )


def assert_counts_are_as_told(counts: Counter[int], told: str) -> None:
    found = HAVE.findall(told.removeprefix("you have "))
    named = [f"{number} {value}{plural}" for number, value, plural in found]
    assert told == "you have " + " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))
    for number, value, plural in found:
        assert NUMBERS.index(number) == counts[int(value)] > 0
        assert (plural == "s") == (counts[int(value)] > 1)
