from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.errors import JournalFullError
from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import SideRolled
from rules.favor.dice import Die, parse_die
from rules.favor.state import Phase, Tokens
from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.view import FavorView
from vision.reading import Reading

from .tables import ROLLED_GAME, new_game, resumed_game
from .trays import EMPTY, seen, tray

START = (Choose("begin:0"), Choose("token:pip"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> FavorTable:
    """Ann is about to roll three Standard dice."""
    made = new_game(journal)
    play(made, *START)
    return made


def play(table: FavorTable, *events: Intent | Reading) -> None:
    for event in events:
        if isinstance(event, Reading):
            table.on_reading(event)
        else:
            table.on_intent(event)


def dice(text: str) -> tuple[Die, ...]:
    return tuple(map(parse_die, text.split()))


def test_a_certain_reading_of_the_roll_is_committed_at_once(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"))
    assert table.state.active == dice("2 5 2")
    assert table.message is None


def test_an_unsure_reading_is_offered_and_asked_about(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", reason="Glare hides a pip."))
    assert table.state.phase is Phase.ROLL
    assert (table.message, table.tone) == ("Glare hides a pip.", "ask")
    view = main_view(table)
    assert [(die.face, die.doubtful) for die in view.dice] == [("2", True), ("5", True), ("2", True)]
    assert keys(table) == ["accept", "referee"]


def test_an_offered_roll_is_taken_by_one_press(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", reason="Glare hides a pip."), Choose("accept"))
    assert table.state.active == dice("2 5 2")


def test_a_face_of_an_offered_roll_is_put_right_before_it_is_taken(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", reason="Glare hides a pip."), SetFace(1, "6"), Choose("accept"))
    assert table.state.active == dice("2 6 2")


def test_a_roll_can_be_entered_wholly_by_hand(table: FavorTable) -> None:
    play(table, SetFace(0, "1"), SetFace(1, "1"))
    assert "accept" not in keys(table)
    play(table, Choose("accept"))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")
    play(table, SetFace(2, "4"), Choose("accept"))
    assert table.state.active == dice("1 1 4")


def test_the_camera_fills_gaps_of_a_roll_entered_by_hand_but_never_overrules(table: FavorTable) -> None:
    play(table, SetFace(0, "1"), tray("2", "5", "6"))
    assert [die.face for die in table.draft] == ["1", "5", "6"]
    assert table.state.phase is Phase.ROLL


def test_what_the_camera_filled_in_follows_the_camera(table: FavorTable) -> None:
    play(table, SetFace(0, "1"), tray("2", "5", "6"), tray("3", "3", "4", shift=30))
    assert [die.face for die in table.draft] == ["1", "3", "4"]


def test_a_question_ends_with_the_last_face_entered_by_hand(table: FavorTable) -> None:
    play(table, Choose("accept"))
    assert table.tone == "ask"
    play(table, SetFace(0, "1"), SetFace(1, "1"))
    assert table.tone == "ask"
    play(table, SetFace(2, "1"))
    assert (table.message, table.tone) == (None, "plain")


def test_a_refusal_ends_with_the_next_face(table: FavorTable) -> None:
    play(table, SetFace(0, "star"))
    assert table.tone == "refusal"
    play(table, SetFace(0, "1"))
    assert (table.message, table.tone) == (None, "plain")


def test_dice_taken_out_of_an_unanswered_roll_leave_the_offer_as_it_is(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", reason="Glare hides a pip."))
    play(table, Reading("ok", None, tray("2", "5", "2").dice[1:], 1.0))
    assert table.message == "Glare hides a pip."
    play(table, Choose("accept"))
    assert table.state.active == dice("2 5 2")


def test_a_die_too_many_that_is_taken_out_leaves_the_roll(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", "6"))
    assert table.tone == "ask"
    play(table, tray("2", "5", "2"))
    assert table.state.active == dice("2 5 2")


def test_a_roll_entered_by_hand_and_seen_later_is_not_the_next_roll(table: FavorTable) -> None:
    play(table, SetFace(0, "2"), SetFace(1, "5"), SetFace(2, "2"), Choose("accept"))
    play(table, tray("2", "5", "2"), Reading("ok", None, tray("2", "5", "2").dice[1:], 1.0))
    play(table, LockDice((0,)))
    assert (table.message, [die.face for die in table.draft]) == (None, [None, None])


def test_an_empty_tray_says_nothing(table: FavorTable) -> None:
    play(table, EMPTY)
    assert (table.state.phase, table.message) == (Phase.ROLL, None)


def test_dice_left_in_the_tray_after_a_lock_are_not_the_next_roll(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0, 2)))
    left = Reading("ok", None, tray("2", "5", "2").dice[1:2], 1.0)
    play(table, left)
    assert (table.state.phase, table.message) == (Phase.ROLL, None)
    play(table, EMPTY, tray("3", shift=100))
    assert table.state.active == dice("3")


def test_dice_left_in_the_tray_and_pushed_about_are_not_the_next_roll(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0,)), tray("2", "5", shift=250))
    assert (table.state.phase, table.message) == (
        Phase.ROLL,
        "was every die rolled? they show what they showed before",
    )
    play(table, Choose("accept"))
    assert sorted(table.state.active) == sorted(dice("5 2"))


def fresh(reading: Reading) -> Reading:
    """The same dice in places that were seen bare in between."""
    return replace(reading, dice=tuple(replace(die, fresh=True) for die in reading.dice))


def test_a_die_rolled_to_where_it_lay_with_the_face_it_had_is_asked_about(table: FavorTable) -> None:
    left = Reading("ok", None, tray("2", "5", "2").dice[1:2], 1.0)
    play(table, tray("2", "5", "2"), LockDice((0, 2)), left, fresh(left))
    assert (table.state.phase, table.message) == (
        Phase.ROLL,
        "was every die rolled? they show what they showed before",
    )
    play(table, Choose("accept"))
    assert table.state.active == dice("5")


def test_dice_that_were_taken_up_may_fall_where_they_lay_though_no_empty_tray_was_read(
    table: FavorTable,
) -> None:
    rolled = fresh(Reading("ok", None, tray("2", "5", "6").dice[1:], 1.0))
    play(table, tray("2", "5", "2"), LockDice((0,)), rolled)
    assert table.state.active == dice("5 6")


def test_dice_of_the_turn_before_that_were_put_back_or_pushed_about_are_no_roll(table: FavorTable) -> None:
    play(table, tray("2", "4", "2"), LockDice((0, 1, 2)), Choose("end"))
    play(table, fresh(tray("2", "4", "2")))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")
    play(table, tray("2", "4", "2", shift=450))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")
    play(table, tray("3", "4", "2", shift=850))
    assert table.state.active == dice("3 4 2")


def test_a_die_read_otherwise_where_it_lies_is_not_the_next_roll(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0, 2)))
    play(table, Reading("ok", None, tray("2", "6", "2").dice[1:2], 1.0))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")


def test_a_roll_made_before_the_lock_was_pressed_is_offered(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), tray("6", shift=250), LockDice((0, 2)))
    assert (table.state.phase, table.message) == (Phase.ROLL, "are these dice the new roll?")
    play(table, tray("6", shift=255))
    assert [die.face for die in table.draft] == ["6"]
    play(table, Choose("accept"))
    assert table.state.active == dice("6")


def test_a_roll_made_before_the_turn_was_ended_is_offered_until_the_dice_are_rolled_again(
    table: FavorTable,
) -> None:
    play(table, tray("2", "4", "2"), LockDice((0, 1, 2)), EMPTY, tray("1", "5", "6"), Choose("end"))
    assert [die.face for die in table.draft] == ["1", "5", "6"]
    assert table.message == "are these dice the new roll?"
    play(table, tray("3", "3", "4", shift=250))
    assert table.state.active == dice("3 3 4")


@pytest.mark.parametrize("shift", [0.0, 250.0])
def test_dice_taken_out_before_the_lock_was_pressed_leave_no_roll(table: FavorTable, shift: float) -> None:
    left = tray("2", "5", "2", shift=shift).dice[1:]
    play(table, tray("2", "5", "2"), Reading("ok", None, left, 1.0), LockDice((0,)))
    assert (table.message, [die.face for die in table.draft]) == (None, [None, None])


def test_a_hand_that_takes_locked_dice_out_leaves_no_question_behind(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0, 2)))
    left = tray("2", "5", "2").dice[1:2]
    play(table, Reading("unsure", "Something reaches into the tray.", (*left, seen("1", at=(300, 300))), 1.0))
    assert table.tone == "ask"
    play(table, Reading("ok", None, left, 1.0))
    assert (table.message, [die.face for die in table.draft]) == (None, [None])


def test_a_roll_in_which_a_die_lies_as_before_is_asked_about(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0,)))
    before = tray("2", "5", "2").dice
    play(table, Reading("ok", None, (before[1], tray("6").dice[0]), 1.0))
    assert table.state.phase is Phase.ROLL
    assert table.message == "was every die rolled? one lies where it lay before"
    play(table, Choose("accept"))
    assert sorted(table.state.active) == sorted(dice("5 6"))


def test_a_roll_read_again_for_sure_after_a_doubt_is_taken(table: FavorTable) -> None:
    play(table, tray("2", "5", "2", reason="Glare hides a pip."), tray("2", "5", "2"))
    assert table.state.active == dice("2 5 2")


def test_dice_taken_up_into_an_empty_tray_may_fall_where_they_lay(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((1,)), EMPTY, tray("2", "2"))
    assert table.state.active == dice("2 2")


def test_an_undone_roll_is_offered_for_correction(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), Undo())
    assert [(die.face, die.doubtful) for die in table.draft] == [("2", True), ("5", True), ("2", True)]
    play(table, SetFace(0, "3"), Choose("accept"))
    assert table.state.active == dice("3 5 2")


def test_an_undone_roll_outlasts_another_look_at_the_dice(table: FavorTable) -> None:
    rolled = tray("2", "5", "2")
    play(table, rolled, Undo(), tray("2", "5", "2", shift=3))
    hand = seen("1", at=(300, 300))
    play(table, Reading("unsure", "Something reaches into the tray.", (*rolled.dice, hand), 1.0), rolled)
    assert [(die.face, die.doubtful) for die in table.draft] == [("2", True), ("5", True), ("2", True)]


def test_an_undone_roll_whose_dice_were_pushed_about_is_not_taken_again(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), Undo(), tray("2", "5", "2", shift=250))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")
    play(table, tray("2", "5", "6", shift=600))
    assert table.state.active == dice("2 5 6")


def test_after_a_restart_the_dice_are_asked_about_until_they_were_taken_up(
    journal: Journal, table: FavorTable
) -> None:
    again = resumed_game(journal)
    play(again, tray("2", "5", "2", reason="Something reaches into the tray."), tray("2", "5", "2"))
    play(again, tray("2", "5", "2", shift=10), tray("2", "5", "2", shift=600))
    assert (again.state.phase, again.message) == (Phase.ROLL, "are these dice the new roll?")
    play(again, tray("1", "5", "6", shift=250))
    assert again.state.active == dice("1 5 6")


def test_after_a_restart_a_set_up_die_is_asked_about_until_it_was_taken_up(journal: Journal) -> None:
    play(new_game(journal, ROLLED_GAME), tray("3"))
    again = resumed_game(journal)
    play(again, tray("3"), tray("3", shift=3))
    assert (again.state.sides, again.tone) == (("A",), "ask")
    play(again, EMPTY, tray("4"))
    assert again.state.sides == ("A", "B")


def test_after_a_restart_the_dice_in_the_tray_are_asked_about_once(
    journal: Journal, table: FavorTable
) -> None:
    again = resumed_game(journal)
    play(again, tray("2", "5", "2"))
    assert (again.state.phase, again.message) == (Phase.ROLL, "are these dice the new roll?")
    play(again, EMPTY, tray("1", "5", "6", shift=30))
    assert again.state.active == dice("1 5 6")


def test_a_correction_puts_another_face_on_an_active_die(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), SetFace(1, "4"))
    assert table.state.active == dice("2 4 2")


def test_undo_takes_the_last_action_back_and_says_which(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), SetFace(1, "4"), Undo())
    assert table.state.active == dice("2 5 2")
    assert table.message == "taken back: corrected Standard 5 to Standard 4"


def test_undo_at_the_beginning_says_that_there_is_nothing(journal: Journal) -> None:
    table = new_game(journal)
    play(table, Undo())
    assert table.message == "nothing to undo"


def test_a_refusal_is_shown_with_its_section_and_changes_nothing(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0, 1, 2)))
    before = table.state
    play(table, ClaimTile("worker"))
    assert table.tone == "refusal"
    assert table.message == "Worker: needs three of a kind, you have two 2s (Claiming Tiles)"
    assert table.state is before


def test_a_turn_goes_from_the_roll_to_the_next_player(table: FavorTable) -> None:
    play(table, tray("2", "4", "2"), LockDice((0, 1, 2)), ClaimTile("servant"))
    assert table.state.phase is Phase.DRAW
    play(table, Choose("token:reroll"), Choose("end"))
    assert (table.state.current, table.state.players[0].tokens) == (1, Tokens(reroll=1))


@pytest.mark.parametrize("key", ["end", "begin:7", "begin:x", "token:gold", "side:3", "nonsense", ""])
def test_a_command_that_does_not_fit_changes_nothing(table: FavorTable, key: str) -> None:
    before = table.state
    play(table, Choose(key))
    assert table.state is before


@pytest.mark.parametrize("intent", [SetFace(9, "1"), SetFace(0, "9"), LockDice((7,)), ClaimTile("moon")])
def test_an_intent_for_something_that_is_not_there_changes_nothing(table: FavorTable, intent: Intent) -> None:
    before = table.state
    play(table, intent)
    play(table, tray("1", "2", "3"), intent)
    assert before.phase is Phase.ROLL
    assert table.state.active in ((), dice("1 2 3"))


def test_set_up_dice_are_read_one_at_a_time(journal: Journal) -> None:
    table = new_game(journal, ROLLED_GAME)
    play(table, tray("3"), EMPTY, tray("4"), EMPTY, tray("4", "4"))
    assert table.state.sides == ("A", "B")
    assert table.message == "roll one die, or choose its number on the screen"
    play(table, *(Choose(f"side:{number}") for number in (1, 2, 3)))
    assert table.state.phase is Phase.TILES
    assert [bar.name for bar in table.state.bars] == ["3A", "4B", "5A", "6B", "7A"]
    play(table, EMPTY, tray("6"))
    assert table.message == "no yellow level 3 tile bears a 6: roll again (Later Games)"
    assert table.session.undo() == SideRolled(3)


def test_a_set_up_die_that_nobody_took_up_is_not_counted_again(journal: Journal) -> None:
    table = new_game(journal, ROLLED_GAME)
    play(table, tray("3"), tray("3", shift=4))
    assert table.state.sides == ("A",)


def test_a_full_disk_is_said_and_the_roll_waits_until_there_is_space(
    table: FavorTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space, then do it again")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        play(table, tray("2", "5", "2"))
        assert table.state.phase is Phase.ROLL
        assert (table.message, table.tone) == (
            "the disk is full: free some space, then do it again",
            "refusal",
        )
    play(table, Choose("accept"))
    assert table.state.active == dice("2 5 2")


def test_the_view_lights_exactly_what_may_be_claimed(table: FavorTable) -> None:
    play(table, tray("2", "4", "2"), LockDice((0, 1, 2)))
    view = main_view(table)
    lit = {tile.id for tile in view.tiles if tile.state == "claimable"}
    assert lit == {"herder", "farmer", "servant"}
    reasons = {tile.id: tile.reason for tile in view.tiles}
    assert reasons["omen"] == "needs a sum of 10 or more, yours is 8 (Claiming Tiles)"


def main_view(table: FavorTable) -> FavorView:
    view = table.view("still")
    assert isinstance(view, FavorView)
    return view


def keys(table: FavorTable) -> list[str]:
    return [command.key for command in table.view("").commands]


def test_a_game_is_left_between_turns_by_two_presses_without_a_keyboard(table: FavorTable) -> None:
    assert keys(table) == ["referee", "leave"]
    play(table, Choose("leave"))
    assert (keys(table), table.tone) == (["stay", "new"], "ask")
    play(table, Choose("new"))
    assert table.successor is not None


def test_a_game_that_people_stay_in_goes_on(table: FavorTable) -> None:
    play(table, Choose("leave"), Choose("stay"), Choose("new"))
    assert (table.successor, table.message, keys(table)) == (None, None, ["referee", "leave"])


def test_a_roll_means_that_people_stay(table: FavorTable) -> None:
    play(table, Choose("leave"), tray("2", "5", "2"), Choose("new"))
    assert table.successor is None
    assert table.state.active == dice("2 5 2")


@pytest.mark.parametrize("event", [SetFace(0, "1"), tray("2", "5", "2", reason="Glare hides a pip.")])
def test_dice_that_are_entered_or_offered_mean_that_people_stay(
    table: FavorTable, event: Intent | Reading
) -> None:
    play(table, Choose("leave"), event, Choose("new"), Choose("stay"))
    assert table.successor is None
    assert table.draft[0].face is not None


def test_people_who_see_an_empty_tray_say_so_by_one_press(table: FavorTable) -> None:
    play(table, Reading("unsure", "Something in the tray cannot be read as dice.", (), 1.0))
    assert (keys(table), table.tone) == (["tray-is-empty", "referee"], "ask")
    play(table, Choose("tray-is-empty"))
    assert (table.message, keys(table)) == (None, ["referee", "leave"])


def test_a_game_is_not_left_within_a_turn(table: FavorTable) -> None:
    play(table, tray("2", "5", "2"), LockDice((0,)), Choose("leave"), Choose("new"))
    assert (table.successor, table.leaving, keys(table)) == (None, False, ["lock-more", "referee"])


def test_another_game_follows_only_one_that_is_over(table: FavorTable) -> None:
    play(table, Choose("new"))
    assert table.successor is None


INTENTS = st.one_of(
    st.builds(SetFace, st.integers(0, 4), st.sampled_from("123456")),
    st.builds(LockDice, st.sets(st.integers(0, 3)).map(lambda chosen: tuple(sorted(chosen)))),
    st.builds(ClaimTile, st.sampled_from(("herder", "farmer", "worker", "servant", "omen", "queen"))),
    st.builds(
        Choose,
        st.sampled_from(
            (
                "accept",
                "end",
                "begin:0",
                "begin:1",
                "token:pip",
                "token:reroll",
                "side:1",
                "powers",
                "referee",
                "overrule",
                "unlock",
                "cancel",
                "done",
                "more",
                "die:0",
                "die:1",
                "face:2",
                "face:6",
                "dice",
                "kind:serf",
                "by-the-rules",
                "adjusted:pip-token",
                "rerolled:reroll-token",
                "locked:",
                "look:1",
                "about:servant",
                "claim",
                "correct",
            )
        ),
    ),
    st.just(Undo()),
)
READINGS = st.builds(
    lambda faces, shift, doubt: tray(*faces, shift=shift, reason="Hm." if doubt else None),
    st.lists(st.sampled_from("123456"), max_size=4),
    st.sampled_from((0.0, 10.0, 60.0)),
    st.booleans(),
)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(INTENTS | READINGS, max_size=60))
def test_whatever_people_and_camera_do_the_journal_replays_to_what_is_shown(
    tmp_path_factory: pytest.TempPathFactory, events: list[Intent | Reading]
) -> None:
    with Journal.open(tmp_path_factory.mktemp("table") / "journal.sqlite") as journal:
        table = new_game(journal)
        for event in events:
            play(table, event)
            table.view("still")
        again = resumed_game(journal)
        assert again.state == table.state
        assert again.session.length == table.session.length
