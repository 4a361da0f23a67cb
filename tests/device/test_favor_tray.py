from __future__ import annotations

from dataclasses import replace

from device.favor_tray import NEW_ROLL, ONE_LIES, SAME_FACES, Tray, in_place, untouched
from vision.reading import Reading

from .trays import EMPTY, seen, tray

ROLL = tray("2", "5", "2")


def counted() -> Tray:
    """A tray whose three dice were counted as a roll."""
    made = Tray(strange=False)
    made.see(ROLL)
    made.count()
    return made


def test_dice_that_lie_where_they_lay_were_not_rolled() -> None:
    assert untouched(tray("1", "2", "3"), tray("1", "2", "3", shift=10))
    assert not untouched(tray("1", "2", "3"), tray("1", "2", "3", shift=45))
    assert not untouched(tray("1", "2", "3"), tray("1", "5", "3"))
    assert not untouched(EMPTY, tray("1"))
    assert not untouched(None, tray("1"))
    assert not untouched(tray("1"), EMPTY)


def test_a_die_in_the_place_of_one_with_another_face_is_in_its_place() -> None:
    pairs = in_place(tray("1", "2"), tray("1", "5", "3"))
    assert [(old.face, die.face) for old, die in pairs] == [("1", "1"), ("2", "5")]
    assert in_place(None, tray("1")) == ()


def test_a_die_whose_place_was_bare_in_between_was_taken_up() -> None:
    first, second = tray("1", "2").dice
    now = Reading("ok", None, (replace(first, fresh=True), replace(second, fresh=False)), 1.0)
    assert [die.face for _, die in in_place(tray("1", "2"), now)] == ["2"]
    assert not untouched(tray("1", "2"), now)


def test_on_the_mat_places_are_in_mm_and_a_bumped_camera_changes_none() -> None:
    die = replace(seen("4", at=(0, 0)), place_mm=(50.0, 60.0))
    bumped = replace(seen("4", at=(200, 80)), place_mm=(53.0, 58.0))
    moved = replace(seen("4", at=(0, 0)), place_mm=(50.0, 70.0))
    assert untouched(Reading("ok", None, (die,), 1.0), Reading("ok", None, (bumped,), 1.0))
    assert not untouched(Reading("ok", None, (die,), 1.0), Reading("ok", None, (moved,), 1.0))


def test_one_die_of_before_is_not_taken_for_two_of_now() -> None:
    before = Reading("ok", None, (seen("4", at=(0, 0)),), 1.0)
    now = Reading("ok", None, (seen("4", at=(0, 0)), seen("4", at=(10, 0))), 1.0)
    assert len(in_place(before, now)) == 1


def test_a_first_roll_is_no_question() -> None:
    assert Tray(strange=False).question(ROLL) is None


def test_dice_of_before_a_restart_are_a_question_until_the_tray_was_empty() -> None:
    strange = Tray(strange=True)
    strange.see(ROLL)
    assert strange.question(ROLL) == NEW_ROLL
    strange.see(EMPTY)
    assert strange.question(ROLL) is None


def test_dice_pushed_about_after_a_restart_stay_a_question_and_a_roll_ends_it() -> None:
    strange = Tray(strange=True)
    strange.see(ROLL)
    pushed = tray("2", "5", "2", shift=45)
    strange.see(pushed)
    assert strange.question(pushed) == NEW_ROLL
    rolled = tray("1", "5", "6", shift=500)
    strange.see(rolled)
    assert strange.question(rolled) is None


def test_a_die_where_one_lay_is_a_question() -> None:
    assert counted().question(Reading("ok", None, (seen("6", at=(100, 50)),), 1.0)) == ONE_LIES


def test_dice_left_after_a_lock_are_a_question_wherever_they_are_pushed() -> None:
    made = counted()
    made.leave("25")
    assert made.question(tray("5", "2", shift=450)) == SAME_FACES
    assert made.question(tray("5", "3", shift=450)) is None


def test_an_undone_roll_is_a_question_wherever_it_is_seen() -> None:
    made = counted()
    made.take_back("252")
    assert made.is_untouched(ROLL)
    assert made.question(tray("2", "2", "5", shift=450)) == SAME_FACES


def test_a_tray_seen_empty_forgets_what_lay_there() -> None:
    made = counted()
    made.leave("52")
    made.see(EMPTY)
    assert made.question(tray("5", "2")) is None


def test_only_dice_that_were_not_counted_are_an_early_roll() -> None:
    made = counted()
    assert made.early_roll() is None
    early = tray("6", "1", shift=450)
    made.see(early)
    assert made.early_roll() is early
    made.see(EMPTY)
    assert made.early_roll() is None


def test_a_die_that_a_power_turned_where_it_lies_is_no_roll() -> None:
    made = counted()
    made.turn(["2", "6", "2"])
    assert made.was_turned(tray("2", "6", "2", shift=5))
    assert made.is_untouched(tray("2", "6", "2", shift=5))
    assert not made.was_turned(tray("2", "1", "2", shift=5))


def test_dice_that_all_fell_elsewhere_are_a_roll_whatever_a_power_turned() -> None:
    made = counted()
    made.turn(["2", "6", "2"])
    assert not made.was_turned(tray("2", "6", "2", shift=450))


def test_nothing_was_turned_before_a_power_said_so_and_after_the_next_roll() -> None:
    made = counted()
    made.leave(["2", "6", "2"])
    assert not made.was_turned(tray("2", "6", "2"))
    made.turn(["2", "6", "2"])
    made.count_roll()
    assert not made.was_turned(tray("2", "6", "2"))


def test_dice_are_thrown_where_all_fell_anew_and_show_a_face_that_did_not_lie_there() -> None:
    made = Tray(strange=False)
    made.see(ROLL)
    made.count_roll()
    made.leave(["2", "5", "2"])
    assert made.is_thrown(tray("1", "5", "2", shift=450))
    assert not made.is_thrown(tray("2", "5", "2", shift=450)), "pushed about"
    assert not made.is_thrown(tray("1", "5", "2")), "turned where they lay"
    assert not made.is_thrown(tray("1", "5", "2", shift=450, reason="Glare."))
    made.see(EMPTY)
    assert made.is_thrown(tray("1", "5", "2"))
    made.turn(["2", "5", "2"])
    assert not made.is_thrown(tray("1", "5", "2", shift=450)), "hands do what a power says"


def test_of_a_roll_that_nobody_saw_the_dice_are_not_thrown_again() -> None:
    made = Tray(strange=False)
    made.see(EMPTY)
    made.count_roll()
    made.leave(["2", "5", "2"])
    assert not made.is_thrown(tray("1", "5", "2"))


def test_after_a_restart_nobody_can_say_that_dice_were_thrown() -> None:
    made = Tray(strange=True)
    made.see(ROLL)
    made.leave(["2", "5", "2"])
    assert not made.is_thrown(tray("1", "5", "2", shift=450))
