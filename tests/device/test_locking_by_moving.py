"""Dice moved from the mat's roll field into its lock field lock themselves; what is unclear is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.errors import JournalFullError
from device.favor_fields import ALIKE, NOT_ASIDE, NOT_LOCKED, OTHER_DICE, STRAY, by_field
from device.favor_table import FavorTable
from device.journal import Journal
from rules.favor.actions import Locked
from rules.favor.dice import Die, parse_die
from rules.favor.state import Phase
from ui.intents import Choose, Intent, LockDice, SetFace, Undo
from vision.reading import DieReading, Reading, Zone

from .tables import new_game, resumed_game
from .trays import seen

MM_A_PX = 0.4


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


@pytest.fixture
def table(journal: Journal) -> FavorTable:
    """Ann has rolled 2, 5 and 2 on the mat."""
    made = new_game(journal)
    play(made, Choose("begin:0"), Choose("token:pip"), mat("2 5 2"))
    return made


def play(table: FavorTable, *events: Intent | Reading) -> None:
    for event in events:
        if isinstance(event, Reading):
            table.on_reading(event)
        else:
            table.on_intent(event)


def lying(face: str, zone: Zone | None, x: float, body: str = "red") -> DieReading:
    y = 400.0 if zone == "lock" else 100.0
    return replace(seen(face, body, (x, y)), zone=zone, place_mm=(x * MM_A_PX, y * MM_A_PX))


def mat(
    rolled: str = "", aside: str = "", *, shift: float = 0.0, stray: str = "", reason: str | None = None
) -> Reading:
    """Dice by field, 100 px apart, with - for a place that is empty."""
    fields: tuple[tuple[Zone | None, str], ...] = (("roll", rolled), ("lock", aside), (None, stray))
    dice = [
        lying(face, zone, 100.0 * place + (shift if zone == "roll" else 0.0))
        for zone, faces in fields
        for place, face in enumerate(faces.split())
        if face != "-"
    ]
    return Reading("unsure" if reason else "ok", reason, tuple(dice), 5.0)


def dice(text: str) -> tuple[Die, ...]:
    return tuple(map(parse_die, text.split()))


def locked(table: FavorTable) -> list[tuple[Die, ...]]:
    return [tuple(sorted(lock)) for lock in table.state.locked]


def test_dice_moved_into_the_lock_field_are_locked_and_shown(table: FavorTable) -> None:
    play(table, mat("- 5 -", "2 2"))
    assert (table.state.phase, locked(table)) == (Phase.ROLL, [dice("2 2")])
    assert table.message == "locked Standard 2, Standard 2: so they lie in the lock field"
    assert table.tone == "plain"


def test_only_the_die_that_was_moved_is_locked(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"))
    assert locked(table) == [dice("5")]


def test_the_next_roll_leaves_the_lock_field_out(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"), mat("", "5"), mat("6 6", "5", shift=300))
    assert (table.state.phase, table.state.active) == (Phase.LOCK, dice("6 6"))
    play(table, mat("6 -", "5 - 6", shift=300))
    assert locked(table) == [dice("5"), dice("6")]


def test_a_lock_by_moving_is_in_the_journal_and_taken_back_by_one_press(
    journal: Journal, table: FavorTable
) -> None:
    play(table, mat("2 - 2", "5"))
    assert resumed_game(journal).state == table.state
    play(table, Undo())
    assert (table.state.phase, table.state.active) == (Phase.LOCK, dice("2 5 2"))


def test_a_lock_that_was_taken_back_is_not_made_again_until_a_die_is_moved(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"), Undo(), mat("2 - 2", "5"))
    assert table.state.phase is Phase.LOCK
    play(table, mat("2 5 2"), mat("2 5 -", "2"))
    assert locked(table) == [dice("2")]


def test_dice_moved_one_after_the_other_are_one_lock(table: FavorTable) -> None:
    length = table.session.length
    play(table, mat("- 5 2", "2"), mat("- - 2", "2 5"))
    assert locked(table) == [dice("2 5")]
    assert table.session.length == length + 1
    assert table.message == "locked Standard 2, Standard 5: so they lie in the lock field"


def test_a_die_locked_on_the_screen_may_be_moved_afterwards(table: FavorTable) -> None:
    play(table, LockDice((1,)), mat("2 5 2"), mat("2 - 2", "5"))
    assert (locked(table), table.message) == ([dice("5")], None)


def test_other_dice_in_the_lock_field_than_were_locked_are_asked_about(table: FavorTable) -> None:
    play(table, LockDice((1,)), mat("- 5 2", "2"))
    assert (table.message, table.tone) == (NOT_LOCKED, "ask")
    play(table, mat("3 6", "2", shift=300))
    assert (table.state.phase, table.message) == (Phase.ROLL, NOT_LOCKED)


def test_a_locked_die_that_is_moved_back_is_asked_about(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"), mat("2 5 2"))
    assert (table.state.phase, table.message, table.tone) == (Phase.ROLL, NOT_ASIDE, "ask")
    play(table, mat("2 - 2", "5"))
    assert (table.message, table.tone) == (None, "plain")


def test_another_face_than_was_rolled_is_asked_about(table: FavorTable) -> None:
    play(table, mat("2 - 2", "6"))
    assert (table.state.phase, table.message) == (Phase.LOCK, OTHER_DICE)
    play(table, mat("2 5 2"))
    assert table.message is None


def test_dice_rolled_on_before_the_lock_was_seen_are_asked_about_and_not_lost(table: FavorTable) -> None:
    play(table, mat("6 1", "5", shift=300))
    assert table.state.phase is Phase.LOCK
    assert table.message == "is Standard 5 locked? the other dice do not lie as they were rolled"
    play(table, LockDice((1,)))
    assert [die.face for die in table.draft] == ["6", "1"]
    play(table, Choose("accept"))
    assert table.state.active == dice("6 1")


def test_a_number_that_does_not_fit_is_asked_about(table: FavorTable) -> None:
    play(table, mat("2 5 2", "4"))
    assert table.state.phase is Phase.LOCK
    assert table.message == "I see four dice of this roll in both fields, but three were rolled"


def test_an_unsure_reading_locks_nothing(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5", reason="Glare hides a pip."))
    assert (table.state.phase, table.message) == (Phase.LOCK, "Glare hides a pip.")


def test_a_die_outside_both_fields_is_reported(table: FavorTable) -> None:
    play(table, mat("2 - 2", stray="5"))
    assert (table.state.phase, table.message) == (Phase.LOCK, STRAY)
    play(table, LockDice((1,)), mat("", "5", stray="3 4"))
    assert (table.state.phase, table.message) == (Phase.ROLL, STRAY)
    play(table, mat("3", "5", stray="4"))
    assert (table.state.phase, table.message) == (Phase.ROLL, STRAY)


def test_dice_that_only_left_the_fields_for_a_while_are_no_roll(table: FavorTable) -> None:
    play(table, LockDice((1,)), mat("", "5", stray="2 2"), mat("2 2", "5", shift=300))
    assert (table.state.phase, table.tone) == (Phase.ROLL, "ask")


def test_dice_that_lay_in_the_lock_field_before_are_not_locked(journal: Journal) -> None:
    table = new_game(journal)
    play(table, Choose("begin:0"), Choose("token:pip"), mat("2 5 2", "5 1"))
    assert table.state.active == dice("2 5 2")
    play(table, mat("2 5 2", "5 1", shift=3))
    assert table.state.phase is Phase.LOCK
    play(table, mat("2 - 2", "5 1 5"))
    assert locked(table) == [dice("5")]


def test_after_a_restart_dice_locked_before_are_told_from_those_that_are_moved_now(
    journal: Journal, table: FavorTable
) -> None:
    play(table, mat("2 - 2", "5"), mat("", "5"), mat("5 6", "5", shift=300))
    again = resumed_game(journal)
    play(again, mat("5 6", "5", shift=300))
    assert again.state.phase is Phase.LOCK
    play(again, mat("- 6", "5 5", shift=300))
    assert locked(again) == [dice("5"), dice("5")]


def test_a_corrected_die_is_locked_as_it_was_corrected_only_where_the_camera_agrees(
    table: FavorTable,
) -> None:
    play(table, SetFace(1, "4"), mat("2 - 2", "5"))
    assert (table.state.phase, table.message) == (Phase.LOCK, OTHER_DICE)
    play(table, mat("2 - 2", "4"))
    assert locked(table) == [dice("4")]


def test_every_immediate_die_must_come_along(journal: Journal) -> None:
    table = new_game(journal)
    play(table, Choose("begin:0"), Choose("token:pip"), mat("2 5 2"), Undo())
    assert table.state.phase is Phase.ROLL
    state = replace(table.state, phase=Phase.LOCK, to_roll=(), active=dice("immediate:3 2"))
    table.session._states[-1] = state
    immediate = lying("3", "roll", 100, "white")
    play(table, Reading("ok", None, (immediate, lying("2", "lock", 0)), 1.0))
    assert table.tone == "refusal"
    assert table.message is not None
    assert "every Immediate die must be locked" in table.message


def test_dice_whose_colours_do_not_tell_them_apart_are_asked_about(table: FavorTable) -> None:
    state = replace(table.state, active=dice("2 decree:2 5"))
    table.session._states[-1] = state
    pink = [lying("2", "lock", 0, "pink"), lying("2", "roll", 100, "pink"), lying("5", "roll", 200)]
    play(table, Reading("ok", None, tuple(pink), 1.0))
    assert (table.state.phase, table.message) == (Phase.LOCK, ALIKE)
    read_by_kind = [
        replace(die, die=kind) for die, kind in zip(pink, ("decree", "standard", "standard"), strict=True)
    ]
    play(table, Reading("ok", None, tuple(read_by_kind), 1.0))
    assert locked(table) == [dice("decree:2")]


def test_a_full_disk_loses_no_die(table: FavorTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space, then do it again")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", full)
        play(table, mat("2 - 2", "5"))
        assert (table.state.phase, table.tone) == (Phase.LOCK, "refusal")
    play(table, mat("2 - 2", "5", shift=2))
    assert locked(table) == [dice("5")]


def test_a_bumped_camera_does_not_make_a_roll_of_dice_on_the_mat(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"))
    left = mat("2 - 2", "5")
    bumped = tuple(replace(die, box=(die.box[0] + 90, *die.box[1:])) for die in left.dice)
    message = table.message
    play(table, Reading("ok", None, bumped, 1.0))
    assert (table.state.phase, table.message) == (Phase.ROLL, message)


def test_without_a_mat_all_dice_are_in_the_roll() -> None:
    reading = Reading("ok", None, (seen("2"), seen("5", at=(100, 0))), 1.0)
    assert by_field(reading).rolled is reading
    assert not by_field(reading).mat


def test_a_lock_is_the_action_that_the_screen_would_have_made(table: FavorTable) -> None:
    play(table, mat("2 - 2", "5"))
    assert table.session.undo() == Locked(dice("5"))
