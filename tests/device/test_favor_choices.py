"""Powers used in steps on the screen, by the four buttons alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.favor_reasons import why_not
from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import (
    Adjusted,
    Borrowed,
    Brought,
    Change,
    Declined,
    Divided,
    FavorAction,
    LeftOut,
    Locked,
    Replaced,
    Rerolled,
    Share,
    Used,
)
from rules.favor.dice import Kind, parse_die
from rules.favor.state import Growing, Phase, Tokens
from rules.favor.tiles import TILES
from ui.intents import Choose, Undo
from ui.page_view import PageView

from .favor_hands import Hands, dice, locking, owning, put
from .tables import new_game


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> FavorTable:
    made = new_game(journal)
    made.on_intent(Choose("begin:0"))
    made.on_intent(Choose("token:pip"))
    return made


def last(table: FavorTable, journal: Journal) -> FavorAction:
    """The action that was committed last."""
    (game,) = journal.games()
    return table.session.game.codec.decode(list(journal.actions(game.id))[-1])


def changes(*pairs: str) -> tuple[Change, ...]:
    made = (Change(parse_die(was), parse_die(now)) for was, now in (pair.split(">") for pair in pairs))
    return tuple(sorted(made))


ONE_DIE = [
    ("servant", "2 5", ("Servant", "die:0", "4"), changes("2>4")),
    ("master-artisan", "artisan:2 5", ("Master Artisan", "die:0", "star"), changes("artisan:2>artisan:star")),
    ("matchmaker", "2 5", ("Matchmaker", "die:1"), changes("5>3")),
]
SEVERAL = [
    ("entertainer", "2 5 6", ("Entertainer", "die:0", "die:2", "Done: 2 dice"), changes("2>5", "6>1")),
    ("priest", "2 5 1", ("Priest", "die:0", "die:2", "Done: 2 dice"), changes("2>3", "1>2")),
    ("priestess", "2 5 4", ("Priestess", "die:0", "Done: 1 die"), changes("2>4")),
    ("heir", "2 5", ("Heir", "die:0", "face:1", "die:1", "Done: 2 dice"), changes("2>4", "5>6")),
    ("soothsayer", "2 5", ("Soothsayer", "die:0", "3", "die:1", "4", "Done: 2 dice"), changes("2>3", "5>4")),
    (
        "astrologer",
        "2 5 1",
        ("Astrologer", "die:0", "4", "die:1", "2", "die:2", "2", "Done: 3 dice"),
        changes("2>4", "5>2", "1>2"),
    ),
    (
        "head-servant",
        "2 immediate:5 immediate:5",
        ("Head Servant", "die:1", "1", "die:2", "6", "Done: 2 dice"),
        changes("immediate:5>immediate:1", "immediate:5>immediate:6"),
    ),
    (
        "royal-astrologer",
        "2 serf:1 voyage:blocked",
        ("Royal Astrologer", "die:1", "4", "die:2", "gain", "Done: 2 dice"),
        changes("serf:1>serf:4", "voyage:blocked>voyage:gain"),
    ),
]


@pytest.mark.parametrize(("tile", "active", "steps", "turned"), ONE_DIE + SEVERAL)
def test_dice_are_turned_by_a_tile_in_steps(
    table: FavorTable,
    journal: Journal,
    tile: str,
    active: str,
    steps: tuple[str, ...],
    turned: tuple[Change, ...],
) -> None:
    hands = locking(table, active, tile, locked="3 3")
    hands.do("Use a power (1)", *steps)
    assert last(table, journal) == Adjusted(tile, turned)
    assert table.steps == ()


@pytest.mark.parametrize(
    ("active", "steps", "action"),
    [
        ("artisan:star 5", ("Artisan die", "die:1", "2"), Adjusted("artisan:star", changes("5>2"))),
        (
            "intrigue:double-star 5",
            ("Intrigue die", "die:0", "5", "die:1", "2", "Done: 2 dice"),
            Adjusted("intrigue:double-star", changes("intrigue:double-star>intrigue:5", "5>2")),
        ),
        (
            "voyage:star 5",
            ("Voyage die", "die:0", "gain"),
            Adjusted("voyage:star", changes("voyage:star>voyage:gain")),
        ),
        ("voyage:reroll 5", ("Voyage die", "die:1"), Rerolled("voyage:reroll", dice("5"))),
        (
            "decree:decree 5",
            ("Decree die", "die:0", "6"),
            Adjusted("decree:decree", changes("decree:decree>decree:6")),
        ),
    ],
)
def test_the_face_of_a_custom_die_is_used_in_steps(
    table: FavorTable, journal: Journal, active: str, steps: tuple[str, ...], action: FavorAction
) -> None:
    hands = locking(table, active)
    hands.do("Use a power (1)", *steps)
    assert last(table, journal) == action


def test_tokens_say_how_many_there_are_and_are_used_in_steps(table: FavorTable, journal: Journal) -> None:
    hands = locking(table, "2 5", tokens=Tokens(reroll=2, pip=1))
    hands.do("Use a power (2)")
    view = table.view("")
    assert isinstance(view, PageView)
    assert [(entry.title, entry.tag) for entry in view.entries] == [
        ("+1 Pip token", "you have one"),
        ("Reroll token", "you have two"),
    ]
    hands.do("+1 Pip token", "die:0")
    assert last(table, journal) == Adjusted("pip-token", changes("2>3"))
    hands.do("Use a power (1)", "Reroll token", "die:1")
    assert last(table, journal) == Rerolled("reroll-token", dice("5"))
    assert table.state.phase is Phase.REROLL


@pytest.mark.parametrize(
    ("tile", "active", "steps", "action"),
    [
        ("worker", "5 6", ("Worker",), Brought("worker", parse_die("1"))),
        ("queen", "5 6", ("Queen", "4"), Brought("queen", parse_die("4"))),
        (
            "surveyor",
            "5 6",
            ("Surveyor", "die:0", "an Immediate 2 and an Immediate 3"),
            Replaced("surveyor", dice("5"), dice("immediate:2 immediate:3")),
        ),
        (
            "royal-mother",
            "5 immediate:6 serf:1",
            ("Royal Mother", "die:1", "die:2", "Replace 2 dice"),
            Replaced("royal-mother", dice("immediate:6 serf:1")),
        ),
        (
            "grain-merchant",
            "5 6 6",
            ("Grain Merchant", "die:0", "die:2", "Reroll 2 dice"),
            Rerolled("grain-merchant", dice("5 6")),
        ),
        ("ancestral-guidance", "5 6", ("Ancestral Guidance",), Used("ancestral-guidance")),
    ],
)
def test_dice_come_in_and_go_by_a_tile_in_steps(
    table: FavorTable, journal: Journal, tile: str, active: str, steps: tuple[str, ...], action: FavorAction
) -> None:
    hands = locking(table, active, tile)
    hands.do("Use a power (1)", *steps)
    assert last(table, journal) == action


def test_a_die_that_grows_on_its_tile_says_its_value_before_it_comes_in(
    table: FavorTable, journal: Journal
) -> None:
    hands = locking(table, "5 6", "granary-master", growing=(Growing("granary-master", 3),))
    hands.do("player:0")
    assert [entry.tag for entry in entries(table)] == ["its die is a 3 now"]
    hands.do("Close", "Use a power (1)")
    assert [entry.tag for entry in entries(table)] == ["its die is a 3 now"]
    hands.do("Granary Master")
    assert last(table, journal) == Brought("granary-master", parse_die("3"))


def test_more_dice_are_locked_before_the_next_roll(table: FavorTable, journal: Journal) -> None:
    hands = locking(table, "2 5 6")
    hands.do("die:0", "Lock 1 die", "Lock more dice", "die:1", "Lock 1 die")
    assert last(table, journal) == Locked(dice("6"))
    assert [str(die) for die in table.state.active] == ["Standard 5"]


def test_one_step_back_keeps_the_others_and_the_last_one_leaves_the_choice(table: FavorTable) -> None:
    hands = locking(table, "2 5", "entertainer")
    before = table.session.length
    hands.do("Use a power (1)", "Entertainer", "die:0", "die:1")
    assert "Done: 2 dice" in {command.label for command in table.view("").commands}
    hands.do("Back")
    assert "Done: 1 die" in {command.label for command in table.view("").commands}
    hands.do("Back", "Back", "Back")
    assert table.steps == ()
    assert table.session.length == before


def test_a_die_is_turned_back_by_a_second_press(table: FavorTable) -> None:
    hands = locking(table, "2 5", "entertainer", "heir")
    hands.do("Use a power (2)", "Entertainer", "die:0", "die:0")
    assert "Done: 0 dice" in {command.label for command in table.view("").commands}
    hands.do("Never mind", "Use a power (2)", "Heir", "die:0", "4", "die:0")
    hands.do("2")
    assert "Done: 0 dice" in {command.label for command in table.view("").commands}


def test_never_mind_leaves_a_choice_with_all_its_steps(table: FavorTable) -> None:
    hands = locking(table, "2 5", "soothsayer")
    before = table.state
    hands.do("Use a power (1)", "Soothsayer", "die:0", "4", "Never mind")
    assert (table.steps, table.state) == ((), before)


def test_pips_on_their_way_are_counted_and_must_arrive(
    table: FavorTable,
) -> None:
    hands = locking(table, "2 5", "soothsayer")
    hands.do("Use a power (1)", "Soothsayer", "die:1", "3")
    assert table.view("").message == "two pips still to be put on a die"
    hands.do("die:0", "3")
    assert table.view("").message == "one pip still to be put on a die"
    hands.do("Done: 2 dice")
    assert table.tone == "refusal"
    assert table.message is not None
    assert "their total must stay" in table.message
    assert table.steps, "people go on from where they were"
    hands.do("die:0", "4", "Done: 2 dice")
    assert [die.face for die in table.state.active] == ["4", "3"]


def test_a_refused_power_counts_all_the_same_where_the_table_says_so(table: FavorTable) -> None:
    hands = locking(table, "2 5", "soothsayer")
    hands.do("Use a power (1)", "Soothsayer", "die:1", "3", "Done: 1 die", "It counts all the same")
    assert [die.face for die in table.state.active] == ["2", "3"]


def test_a_list_of_many_powers_is_turned_page_by_page(table: FavorTable, journal: Journal) -> None:
    tiles = ("servant", "soothsayer", "entertainer", "worker", "guard", "soldier", "heir")
    hands = locking(table, "2 5", *tiles, tokens=Tokens(1, 1))
    hands.do("Use a power (9)")
    assert "entry:5" not in hands.offers
    hands.do("More (1 of 2)")
    assert [entry.title for entry in entries(table)] == ["Soldier", "Heir", "+1 Pip token", "Reroll token"]
    hands.do("More (2 of 2)")
    assert entries(table)[0].title == "Servant"
    hands.do("Worker")
    assert last(table, journal) == Brought("worker", parse_die("1"))


def entries(table: FavorTable) -> tuple[Any, ...]:
    view = table.view("")
    assert isinstance(view, PageView)
    return view.entries


def claimed(table: FavorTable, locked: str) -> Hands:
    """Ann has claimed the Omen and may still use her Treasure."""
    state = owning(table.state, 0, "treasure", "omen")
    locks = (dice(locked),)
    state = replace(state, phase=Phase.END, to_roll=(), gained=(), locked=locks, rolls=1)
    return put(table, replace(state, claimed="omen", done=True))


def test_the_treasure_divides_the_locked_dice_and_each_group_claims(
    table: FavorTable, journal: Journal
) -> None:
    hands = claimed(table, "6 6 6 2 2 2")
    hands.do("Use a power (1)", "Treasure")
    hands.do("These two groups")
    assert table.message == "each group needs at least one die (Level 6 Tiles)"
    hands.do("die:0", "die:1")
    assert table.view("").message == (
        "touched dice: Herder and Farmer; the others: Herder, Worker, Farmer and Servant"
    )
    hands.do("These two groups", "Farmer", "Servant")
    shares = (Share(dice("6 6"), "farmer"), Share(dice("2 2 2 6"), "servant"))
    assert last(table, journal) == Divided(shares)


def test_one_group_of_the_treasure_may_claim_nothing_but_not_both(
    table: FavorTable, journal: Journal
) -> None:
    hands = claimed(table, "6 6 2")
    hands.do("Use a power (1)", "Treasure", "die:2", "These two groups", "Nothing", "Nothing")
    assert table.tone == "refusal"
    hands.do("Farmer")
    assert last(table, journal) == Divided((Share(dice("6 6"), "farmer"), Share(dice("2"), None)))


def borrowing(table: FavorTable) -> Hands:
    state = owning(owning(table.state, 0, "grand-vizier"), 1, "servant", "worker")
    locks = (dice("decree:decree"),)
    state = replace(state, phase=Phase.LOCK, to_roll=(), gained=(), active=dice("5"), locked=(), rolls=1)
    return put(table, replace(state, phase=Phase.BORROW, locked=locks, fresh_locks=1, borrowing=True))


def test_a_tile_is_borrowed_for_the_decree_die_and_used(table: FavorTable, journal: Journal) -> None:
    hands = borrowing(table)
    assert [(entry.title, entry.tag) for entry in entries(table)] == [
        ("Servant", "Bob"),
        ("Worker", "Bob"),
        ("Nothing", ""),
    ]
    hands.do("Servant")
    assert last(table, journal) == Borrowed("servant", 1)
    hands.do("Use a power (1)")
    assert [entry.tag for entry in entries(table) if entry.title == "Servant"] == ["borrowed"]


def test_nothing_need_be_borrowed(table: FavorTable, journal: Journal) -> None:
    borrowing(table).do("Nothing")
    assert last(table, journal) == Declined()


def test_the_dice_for_a_bad_omen_are_picked_and_there_is_no_way_round(
    table: FavorTable, journal: Journal
) -> None:
    kinds = (Kind.STANDARD, Kind.STANDARD, Kind.STANDARD, Kind.IMMEDIATE)
    hands = put(table, replace(table.state, phase=Phase.LEAVE, to_roll=(), gained=kinds, leave=2))
    assert "command:cancel" not in hands.offers
    hands.do("die:3", "Leave out 1 die")
    assert table.tone == "refusal"
    hands.do("die:0", "Leave out 2 dice")
    assert last(table, journal) == LeftOut((Kind.IMMEDIATE, Kind.STANDARD))
    assert table.state.phase is Phase.ROLL


def test_tiles_that_a_claimed_one_brings_are_taken_from_the_grid(table: FavorTable) -> None:
    state = owning(table.state, 0, "omen")
    state = replace(
        state, phase=Phase.CLAIM, to_roll=(), gained=(), locked=(dice("6 6 6 6 6 6 6 2 2 2"),), rolls=1
    )
    hands = put(table, state)
    hands.do("tile:queens-favor", "Claim Queen's Favor", "Reroll token", "Reroll token")
    assert table.state.phase is Phase.TAKE
    assert table.view("").title == "Ann: take a tile (Queen's Favor)"
    hands.do("tile:farmer", "Claim Farmer")
    assert table.state.player.tiles == ("omen", "queens-favor", "farmer")
    assert table.view("").title == "Ann: end the turn, then take another one (Queen's Favor)"


def test_opponents_tiles_can_be_looked_at_and_used_red_ones_lie_face_down(table: FavorTable) -> None:
    state = owning(table.state, 1, "servant", "omen", tokens=Tokens(reroll=2))
    bob = replace(state.players[1], spent=("omen",), fewer=2)
    hands = put(table, replace(state, players=(state.players[0], bob)))
    hands.do("player:1")
    assert table.view("").message == (
        "two Reroll tokens and no +1 Pip tokens; rolls two dice fewer next turn (Bad Omen)"
    )
    assert [(entry.title, entry.tag, entry.dim) for entry in entries(table)] == [
        ("Servant", "", False),
        ("Omen", "face down: used", True),
    ]
    assert not [key for key in hands.offers if key.startswith("entry")]
    hands.do("Ann")
    assert table.view("").title == "Ann's tiles"
    hands.do("Close")
    assert table.steps == ()


def test_a_tile_of_the_grid_tells_what_it_does_and_who_has_it(table: FavorTable) -> None:
    hands = put(table, owning(table.state, 1, "servant"))
    hands.do("tile:servant", "tile:servant")
    assert [entry.title for entry in entries(table)] == ["Servant", "Asks for All Even", "Owned by Bob"]
    hands.do("Back")
    assert table.steps == ()


def test_a_used_power_is_no_longer_offered_and_undo_brings_it_back(table: FavorTable) -> None:
    hands = locking(table, "2 5", "servant")
    hands.do("Use a power (1)", "Servant", "die:0", "3")
    assert "command:powers" not in hands.offers
    table.on_intent(Undo())
    assert "powers" in {command.key for command in table.view("").commands}


def test_a_press_that_no_step_offers_changes_nothing(table: FavorTable) -> None:
    hands = locking(table, "2 5", "servant", "royal-mother")
    for steps in ((), ("Servant",), ("Servant", "die:0")):
        hands.do("Use a power (1)", *steps)
        before = (table.state, table.steps)
        for key in ("die:9", "face:9", "pair:0", "end", "claim:farmer", "die:x", "seat:7", "kind:gold", ""):
            table.on_intent(Choose(key))
        assert (table.state, table.steps) == before
        table.on_intent(Choose("cancel"))
        hands.show()


@pytest.mark.parametrize(
    ("tile", "title", "words"),
    [
        ("servant", "Servant", 'Servant can be used now: choose "Use a power"'),
        ("head-servant", "Head Servant", "Head Servant: no active die allows it now (Level 5 Tiles)"),
        ("farmer", "Farmer", "Farmer gives what it gives by itself, to start each turn (Level 3 Tiles)"),
        ("omen", "Omen", "Omen acted when it was claimed (Level 3 Tiles)"),
        (
            "herder",
            "Herder",
            "the Herder needs two dice of one value locked together since the last roll (Herder)",
        ),
    ],
)
def test_a_press_on_an_own_tile_says_why_it_cannot_be_used(
    table: FavorTable, tile: str, title: str, words: str
) -> None:
    hands = locking(table, "2 5", tile)
    hands.do("player:0", title)
    assert (table.message, table.tone) == (words, "plain")
    assert table.steps, "the tiles stay on the screen"


def test_a_tile_that_was_used_says_so_when_it_is_pressed(table: FavorTable) -> None:
    hands = locking(table, "2 5", "servant", used=("servant",))
    hands.do("player:0", "Servant")
    assert table.message == "the Servant was used already this turn (Powers)"


@pytest.mark.parametrize("phase", [Phase.LOCK, Phase.ROLL, Phase.REROLL, Phase.CLAIM, Phase.END, Phase.DRAW])
def test_every_tile_says_why_it_cannot_be_used_at_any_moment(table: FavorTable, phase: Phase) -> None:
    for tile, known in TILES.items():
        bare = replace(owning(table.state, 0, tile), phase=phase, active=dice("5"), rolls=1)
        words = why_not(bare, tile)
        assert known.name in words
        assert words.endswith((")", '"Use a power"')), words
