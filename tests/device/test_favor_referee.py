"""The table as referee: dice against the rules are named, put right or overruled; powers fit the camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import CODEC, Claimed, Ended, FavorAction, Overruled, Rolled, Unlocked
from rules.favor.dice import Kind
from rules.favor.state import Phase, Tokens
from ui.intents import Choose, Intent, LockDice, SetFace, Undo
from vision.reading import Reading

from .favor_hands import Hands, dice, owning, put
from .tables import new_game, resumed_game
from .trays import EMPTY, seen, tray


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> FavorTable:
    """Ann is about to roll three Standard dice."""
    made = new_game(journal)
    play(made, Choose("begin:0"), Choose("token:pip"))
    return made


def play(table: FavorTable, *events: Intent | Reading) -> None:
    for event in events:
        if isinstance(event, Reading):
            table.on_reading(event)
        else:
            table.on_intent(event)


def last(journal: Journal) -> FavorAction:
    (game,) = journal.games()
    return CODEC.decode(list(journal.actions(game.id))[-1])


def keys(table: FavorTable) -> set[str]:
    return {command.key for command in table.view("").commands}


def lying(*told: str, shift: float = 0.0) -> Reading:
    """Dice in a row, 100 px apart: "5" is a red one, "white:5" one of another colour."""
    found = []
    for place, die in enumerate(told):
        body, colon, face = die.rpartition(":")
        found.append(seen(face, body if colon else "red", (100.0 * place + shift, 50.0)))
    return Reading("ok", None, tuple(found), 1.0)


OVERRULE = Choose("overrule")


def test_a_die_too_many_is_named_with_its_rule_and_may_count(table: FavorTable, journal: Journal) -> None:
    play(table, tray("2", "5", "2", "6"))
    assert (table.message, table.tone) == (
        "I see four dice, but 3 Standard dice are to be rolled (Play)",
        "ask",
    )
    assert table.state.phase is Phase.ROLL
    play(table, OVERRULE)
    assert last(journal) == Overruled(Rolled(dice("2 5 2 6")))
    assert table.state.active == dice("2 5 2 6")
    assert resumed_game(journal).state == table.state


def test_a_die_too_few_may_count_as_well_or_is_put_right(table: FavorTable) -> None:
    play(table, tray("2", "5"))
    assert table.message == "I see two dice, but 3 Standard dice are to be rolled (Play)"
    assert "overrule" in keys(table)
    play(table, tray("2", "5", "6", shift=450))
    assert table.state.active == dice("2 5 6")
    assert table.view("").message is None


def test_dice_of_other_kinds_than_this_players_are_named(table: FavorTable) -> None:
    play(table, lying("2", "5", "white:6"))
    assert table.message == (
        "I see 2 Standard and 1 Immediate dice, but 3 Standard dice are to be rolled (Play)"
    )
    play(table, OVERRULE)
    assert table.state.active == dice("2 5 immediate:6")


def test_what_is_not_sure_can_only_be_asked_about(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", "6", reason="Glare hides a pip."))
    assert (table.message, table.refused) == ("Glare hides a pip.", None)
    assert "overrule" not in keys(table)


def test_what_may_be_overruled_is_forgotten_with_what_was_said(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", "6"), SetFace(0, "1"), OVERRULE)
    assert table.state.phase is Phase.ROLL


def second_roll(table: FavorTable) -> None:
    """Ann has locked a 5, then a 2, and is about to roll her last die."""
    play(table, tray("2", "5", "2"), LockDice((1,)), EMPTY, tray("2", "3", shift=30), LockDice((0,)), EMPTY)


def test_a_locked_die_among_the_rolled_ones_is_named_and_put_right(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((1,)), EMPTY, tray("6", "1", "4"))
    assert table.message == (
        "I see three dice, but 2 Standard dice are to be rolled: a locked die may not be brought back (Play)"
    )
    play(table, tray("6", "1"))
    assert sorted(table.state.active) == list(dice("1 6"))
    assert table.view("").message is None


def test_the_only_locked_die_may_come_back_by_the_tables_word(table: FavorTable, journal: Journal) -> None:
    play(table, tray("2", "5", "2"), LockDice((1,)), EMPTY, tray("6", "1", "4"), OVERRULE)
    assert last(journal) == Overruled(Unlocked(dice("5")))
    assert table.state.pyramid == ()
    assert table.message is not None
    assert "the table waits for at least one die to be locked" in table.message
    play(table, OVERRULE)
    assert sorted(table.state.active) == list(dice("1 4 6"))


def test_which_of_several_locked_dice_came_back_is_asked(table: FavorTable, journal: Journal) -> None:
    second_roll(table)
    play(table, tray("6", "1"))
    assert "unlock" in keys(table)
    hands = Hands(table)
    hands.do("A locked die came back", "die:1", "Bring back 1 die")
    assert table.message == "locked dice may not be brought back into play (Play)"
    hands.do("It counts all the same")
    assert last(journal) == Overruled(Unlocked(dice("2")))
    assert table.state.pyramid == dice("5")


def test_dice_rolled_again_without_a_lock_are_named(table: FavorTable, journal: Journal) -> None:
    play(table, tray("2", "5", "2"), EMPTY, tray("6", "1", "4", shift=450))
    assert table.state.active == dice("2 5 2")
    assert table.message == (
        "these dice were rolled again: the table waits for at least one die to be locked (Play)"
    )
    play(table, OVERRULE)
    assert last(journal) == Overruled(Rolled(dice("6 1 4")))
    assert table.state.active == dice("6 1 4")


def test_dice_rolled_again_too_early_are_put_right_by_taking_the_lock_that_was_meant(
    table: FavorTable,
) -> None:
    play(table, tray("2", "5", "2"), tray("6", "1", "4", shift=450), LockDice((0,)))
    assert (table.state.phase, table.state.pyramid) == (Phase.ROLL, dice("2"))


@pytest.mark.parametrize("shown", [tray("2", "5", "2", shift=450), tray("2", "6", "2", shift=4), EMPTY])
def test_dice_that_are_only_pushed_or_turned_are_no_offence(table: FavorTable, shown: Reading) -> None:
    play(table, tray("2", "5", "2"), shown)
    assert (table.message, table.refused) == (None, None)


def with_an_immediate_die(table: FavorTable) -> None:
    state = owning(table.state, 0, "indentured-worker")
    kinds = (*(Kind.STANDARD,) * 3, Kind.IMMEDIATE)
    put(table, replace(state, to_roll=kinds, gained=kinds))
    play(table, lying("2", "5", "2", "white:3"))
    assert table.state.active == dice("2 5 2 immediate:3")


def test_an_immediate_die_rolled_again_is_named_with_its_rule(table: FavorTable, journal: Journal) -> None:
    with_an_immediate_die(table)
    play(table, LockDice((0,)), EMPTY, lying("6", "1", "white:4", shift=450))
    assert table.message == (
        "these dice were rolled again: every Immediate die must be locked; one Immediate die left (Play)"
    )
    play(table, OVERRULE)
    assert last(journal) == Overruled(Rolled(dice("6 1 immediate:4")))


def test_an_immediate_die_rolled_again_before_the_lock_is_named_at_once(table: FavorTable) -> None:
    with_an_immediate_die(table)
    play(table, EMPTY, lying("6", "1", "white:4", shift=450))
    assert table.message == (
        "an Immediate die was rolled again: every Immediate die is locked before the next roll (Play)"
    )
    play(table, LockDice((0,)))
    assert table.message is not None
    assert "every Immediate die must be locked" in table.message
    play(table, OVERRULE)
    assert table.state.active == dice("6 1 immediate:4")


def test_other_dice_than_the_rules_say_are_entered_by_hand(table: FavorTable, journal: Journal) -> None:
    hands = Hands(table)
    hands.do(
        "Referee", "Other dice were rolled", "die:0", "die:0", "Serf", "Rolled: 1 Standard and 1 Serf dice"
    )
    assert [die.kind for die in table.draft] == [Kind.STANDARD, Kind.SERF]
    play(table, SetFace(0, "6"), SetFace(1, "4"), Choose("accept"))
    assert table.message == "to be rolled are 3 Standard dice, not 1 Standard and 1 Serf dice (Play)"
    play(table, OVERRULE)
    assert table.state.active == dice("6 serf:4")


def test_other_dice_than_the_rules_say_are_read_by_the_camera(table: FavorTable) -> None:
    hands = Hands(table)
    hands.do("Referee", "Other dice were rolled", "Serf", "die:0", "Rolled: 2 Standard and 1 Serf dice")
    play(table, lying("2", "orange:4", "6"))
    assert table.tone == "refusal"
    play(table, OVERRULE)
    assert sorted(table.state.active) == sorted(dice("2 6 serf:4"))


@pytest.mark.parametrize("back", [Undo(), Choose("by-the-rules")])
def test_other_dice_are_given_up_for_those_of_the_rules(table: FavorTable, back: Intent) -> None:
    before = table.session.length
    Hands(table).do("Referee", "Other dice were rolled", "Serf", "Rolled: 3 Standard and 1 Serf dice")
    play(table, back)
    assert [die.kind for die in table.draft] == [Kind.STANDARD] * 3
    assert table.session.length == before


def test_an_overruled_roll_that_is_undone_can_be_corrected(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", "6"), OVERRULE, Undo())
    assert [die.face for die in table.draft] == ["2", "5", "2", "6"]
    play(table, SetFace(3, "1"), Choose("accept"), OVERRULE)
    assert table.state.active == dice("2 5 2 1")


def test_a_die_misread_before_the_lock_is_put_right_behind_it(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0,)))
    hands = Hands(table)
    hands.do("Referee", "A die was misread", "die:0", "6")
    assert sorted(table.state.active) == sorted(dice("6 2"))


def test_a_turn_ends_early_by_the_tables_word(table: FavorTable, journal: Journal) -> None:
    play(table, tray("2", "5", "2"), LockDice((0,)))
    hands = Hands(table)
    hands.do("Referee", "The turn ends here")
    assert table.message == "the table waits for a roll (Play)"
    hands.do("It counts all the same")
    assert last(journal) == Overruled(Ended())
    assert table.state.current == 1


def test_a_claim_that_the_rules_refuse_counts_by_the_tables_word(table: FavorTable, journal: Journal) -> None:
    play(table, tray("2", "5", "2"), LockDice((0, 1, 2)))
    hands = Hands(table)
    hands.do("tile:worker", "tile:worker", "Claim the Worker")
    assert table.message == "Worker: needs three of a kind, you have two 2s (Claiming Tiles)"
    hands.do("It counts all the same")
    assert last(journal) == Overruled(Claimed("worker"))
    assert table.state.player.tiles == ("worker",)


def test_the_rules_have_the_word_where_nothing_can_be_overruled(table: FavorTable) -> None:
    play(table, OVERRULE)
    assert table.state.phase is Phase.ROLL
    play(table, Choose("unlock"))
    assert table.steps == ()


def rerolling(table: FavorTable, active: str, die: str) -> Hands:
    """Ann rerolls one of her dice, which were read as they lie, with a token."""
    told = active.split()
    kinds = tuple(die.kind for die in dice(active))
    put(table, replace(owning(table.state, 0, tokens=Tokens(reroll=1)), to_roll=kinds, gained=kinds))
    play(table, tray(*told))
    hands = Hands(table)
    hands.do("Use a power (1)", "Reroll token", f"die:{told.index(die)}")
    assert table.state.phase is Phase.REROLL
    return hands


def test_of_a_reroll_the_camera_takes_the_one_die_among_the_others(table: FavorTable) -> None:
    rerolling(table, "2 5 6", "5")
    play(table, Reading("ok", None, (*lying("2").dice, seen("6", at=(200.0, 50.0))), 1.0))
    assert table.view("").title == "Ann: roll 1 Standard die again (Reroll token)", "it is in the hand"
    others = (seen("2", at=(0.0, 50.0)), seen("6", at=(200.0, 50.0)))
    play(table, Reading("ok", None, (*others, seen("3", at=(400.0, 300.0))), 1.0))
    assert table.state.phase is Phase.LOCK
    assert sorted(table.state.active) == list(dice("2 3 6"))


def test_a_reroll_may_show_the_face_of_another_die(table: FavorTable) -> None:
    rerolling(table, "2 5 6", "5")
    others = (seen("2", at=(0.0, 50.0)), seen("6", at=(200.0, 50.0)))
    play(table, Reading("ok", None, (*others, seen("6", at=(400.0, 300.0))), 1.0))
    assert sorted(table.state.active) == list(dice("2 6 6"))


def test_a_reroll_alone_in_the_tray_is_taken(table: FavorTable) -> None:
    rerolling(table, "2 5 6", "5")
    play(table, EMPTY, tray("1", shift=300))
    assert sorted(table.state.active) == list(dice("1 2 6"))


def test_dice_that_still_lie_there_are_no_reroll(table: FavorTable) -> None:
    rerolling(table, "2 5 6", "5")
    play(table, tray("2", "5", "6", shift=3))
    assert (table.state.phase, table.message) == (Phase.REROLL, None)


def test_a_reroll_made_before_the_token_was_pressed_is_offered(table: FavorTable) -> None:
    kinds = (Kind.STANDARD,) * 3
    put(table, replace(owning(table.state, 0, tokens=Tokens(reroll=1)), to_roll=kinds, gained=kinds))
    others = (seen("2", at=(0.0, 50.0)), seen("6", at=(200.0, 50.0)))
    play(table, tray("2", "5", "6"), Reading("ok", None, (*others, seen("3", at=(400.0, 300.0))), 1.0))
    Hands(table).do("Use a power (1)", "Reroll token", "die:1")
    assert (table.message, [die.face for die in table.draft]) == ("are these dice the new roll?", ["3"])
    play(table, Choose("accept"))
    assert sorted(table.state.active) == list(dice("2 3 6"))


def test_where_the_number_of_dice_leaves_a_reroll_open_it_is_asked_for(table: FavorTable) -> None:
    rerolling(table, "2 5 6", "5")
    play(table, tray("2", "3", shift=300))
    assert (table.state.phase, table.tone) == (Phase.REROLL, "ask")
    play(table, SetFace(0, "4"), Choose("accept"))
    assert sorted(table.state.active) == list(dice("2 4 6"))


def test_a_die_turned_as_a_power_says_is_not_the_next_roll(table: FavorTable) -> None:
    kinds = (Kind.STANDARD,) * 3
    hands = put(table, replace(owning(table.state, 0, tokens=Tokens(pip=1)), to_roll=kinds, gained=kinds))
    play(table, tray("2", "5", "6"), LockDice((2,)))
    hands.show()
    hands.do("Use a power (1)", "+1 Pip token", "die:0")
    assert table.state.phase is Phase.ROLL
    play(table, Reading("ok", None, tray("3", "5").dice, 1.0))
    assert (table.state.phase, table.message) == (Phase.ROLL, None)
    play(table, EMPTY, tray("6", "6", shift=30))
    assert table.state.active == dice("6 6")


def test_a_die_put_in_as_a_power_says_is_not_the_next_roll(table: FavorTable) -> None:
    hands = put(table, owning(table.state, 0, "guard"))
    play(table, tray("2", "5", "6"), LockDice((2,)))
    hands.show()
    hands.do("Use a power (1)", "Guard")
    play(table, Reading("ok", None, (*tray("2", "5").dice, seen("2", at=(500.0, 200.0))), 1.0))
    assert (table.state.phase, table.message) == (Phase.ROLL, None)
    play(table, EMPTY, tray("6", "6", "4", shift=30))
    assert table.state.active == dice("6 6 4")


def test_a_turned_die_is_not_taken_for_a_roll_while_a_lock_is_owed(table: FavorTable) -> None:
    hands = put(table, owning(table.state, 0, tokens=Tokens(pip=1)))
    play(table, tray("2", "5", "6"))
    hands.show()
    hands.do("Use a power (1)", "+1 Pip token", "die:0")
    play(table, tray("3", "5", "6"))
    assert (table.state.phase, table.message) == (Phase.LOCK, None)
    play(table, LockDice((2,)), Reading("ok", None, tray("3", "5").dice, 1.0))
    assert (table.state.phase, table.message) == (Phase.ROLL, None)


def test_a_shortage_of_dice_is_said_and_borrowed_dice_stand_in(table: FavorTable) -> None:
    kinds = (Kind.STANDARD,) * 13
    put(table, replace(table.state, to_roll=kinds, gained=kinds))
    assert table.message == "the box lacks 1 Standard: borrow dice, or roll others in their place (Play)"
    play(table, lying(*("5" for _ in range(12)), "green:3"))
    assert table.state.phase is Phase.LOCK
    assert sorted(table.state.active) == sorted(dice("5 " * 12 + "3"))


def test_without_a_shortage_no_die_stands_in(table: FavorTable) -> None:
    play(table, lying("5", "5", "green:3"))
    assert table.state.phase is Phase.ROLL
    assert table.tone == "ask"
