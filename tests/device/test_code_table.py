from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.code_claims import GRACE_NS
from device.errors import JournalFullError
from device.journal import Journal
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.state import Phase, Setup
from rules.pharaoh_code.tiles import Colour, Tile
from tests.rules.pharaoh_code.playing import TILES

from .code_tables import EMPTY, FRAME_MS, KNOWN, MS, NAMES, NUMBERS, TYPED, Bench, bench, resumed, tray

THE_ROLL = tray(2, 5, 11)
THIRTY_THREE, FORTY_FIVE, TWENTY = 1, 2, 5
GRACE_MS = GRACE_NS / MS


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        # What a pulled plug leaves is tested elsewhere; waiting for the disk would only take time here.
        opened._db.execute("PRAGMA synchronous = OFF")
        yield opened


@pytest.fixture
def laid(journal: Journal) -> Bench:
    """The pyramid is full and Ann is to roll."""
    made = bench(journal)
    made.lay(*NUMBERS)
    return made


@pytest.fixture
def rolled(laid: Bench) -> Bench:
    """2, 5 and 11 were read."""
    laid.table.on_reading(THE_ROLL)
    return laid


@pytest.fixture
def running(rolled: Bench) -> Bench:
    """Ann has taken 33 and the sand runs."""
    rolled.wait(2_000)
    rolled.take(0, THIRTY_THREE)
    return rolled


def test_numbers_are_typed_space_by_space_from_the_top(journal: Journal) -> None:
    made = bench(journal)
    pad = made.view.pad
    assert pad is not None
    assert pad.hint == "Black: which number lies there?"
    made.lay(77, 33)
    assert [tile and tile.number for tile in made.state.board][:3] == [77, 33, None]
    made.lay(*NUMBERS[2:])
    assert made.is_in(Phase.ROLL)
    assert made.view.pad is None


def test_tiles_of_a_known_set_are_dealt_by_one_press(journal: Journal) -> None:
    made = bench(journal, KNOWN)
    assert made.view.pad is None
    made.choose("deal")
    assert made.is_in(Phase.ROLL)
    assert all(tile in TILES for tile in made.state.board)


def test_tiles_of_a_known_set_may_lie_on_the_table_and_be_typed(journal: Journal) -> None:
    made = bench(journal, KNOWN)
    made.choose("space:0")
    made.type("7 7")
    assert made.state.board[0] == Tile(77, Colour.BLACK, 4)
    made.choose("space:1")
    made.type("2")
    assert made.table.tone == "refusal"
    assert made.table.message is not None
    assert made.table.message.startswith("no red 2 is left in the red stack")
    assert made.view.pad is not None


def test_twins_are_told_apart_by_one_more_press(journal: Journal) -> None:
    tiles = (*TILES[:-1], Tile(3, Colour.YELLOW, 5))
    made = bench(journal, Setup(NAMES, tiles=tiles))
    made.choose("space:9")
    made.type("3")
    pad = made.view.pad
    assert pad is not None
    assert [key.label for key in pad.keys] == ["1", "5", "Close"]
    made.choose("pad:5")
    assert made.state.board[9] == Tile(3, Colour.YELLOW, 5)


def test_a_certain_reading_of_the_dice_begins_the_round(rolled: Bench) -> None:
    assert rolled.state.roll == Roll(2, 5, 11)
    assert rolled.is_in(Phase.THINK)


@pytest.mark.parametrize(
    ("reading", "question"),
    [
        (tray(2, 5, 11, reason="Glare on a die."), "Glare on a die."),
        (tray(2, 5), "I see two dice, but three are rolled"),
        (tray(2, 5, 6, 7, sides=(8, 10, 12, 12)), "I see four dice, but three are rolled"),
        (tray(2, 5, 6, sides=(8, 10, 10)), "I see two dice with 10 sides: touch the die that is another"),
        (tray(2, 5, 6, sides=(8, 10, 6)), "a die has neither 8, 10 nor 12 sides: roll the game's three dice"),
    ],
)
def test_a_doubtful_reading_is_offered_and_asked_about(laid: Bench, reading: object, question: str) -> None:
    laid.table.on_reading(reading)  # type: ignore[arg-type]
    assert laid.is_in(Phase.ROLL)
    assert (laid.table.message, laid.table.tone) == (question, "ask")


def test_dice_that_are_not_clear_are_named_by_their_sides(laid: Bench) -> None:
    reading = tray(2, 5, 11, reason="I cannot tell whether die 1 shows 5 or 6.")
    unclear = replace(
        reading, dice=(reading.dice[0], replace(reading.dice[1], confidence=0.4), reading.dice[2])
    )
    laid.table.on_reading(unclear)
    assert laid.table.message == "is this the roll? the d10 is not clear"
    assert [die.doubtful for die in laid.view.dice] == [False, True, False]


def test_dice_are_entered_by_hand_with_two_presses_each(laid: Bench) -> None:
    laid.choose("die:d8", "pad:2", "die:d10", "pad:5")
    assert "accept" not in [command.key for command in laid.view.commands]
    laid.choose("die:d12", "pad:11", "accept")
    assert laid.state.roll == Roll(2, 5, 11)


def test_a_doubtful_die_is_put_right_before_the_roll_is_taken(laid: Bench) -> None:
    laid.table.on_reading(tray(2, 5, 9, reason="Is it a 6 or a 9?"))
    laid.choose("die:d12", "pad:6", "accept")
    assert laid.state.roll == Roll(2, 5, 6)


def test_a_misread_die_is_corrected_with_two_presses_while_people_think(rolled: Bench) -> None:
    rolled.choose("die:d12", "pad:12")
    assert rolled.state.roll == Roll(2, 5, 12)


def test_dice_left_in_the_tray_are_not_the_next_roll(rolled: Bench) -> None:
    rolled.choose("nobody")
    rolled.table.on_reading(THE_ROLL)
    assert rolled.is_in(Phase.ROLL)
    rolled.table.on_reading(EMPTY)
    rolled.table.on_reading(tray(3, 7, 9, shift=300))
    assert rolled.state.roll == Roll(3, 7, 9)


def test_dice_rolled_before_the_tiles_lie_are_offered(journal: Journal) -> None:
    made = bench(journal, KNOWN)
    made.table.on_reading(EMPTY)
    made.table.on_reading(THE_ROLL)
    made.choose("deal")
    assert (made.state.phase, made.table.message) == (Phase.ROLL, "are these dice the new roll?")
    made.choose("accept")
    assert made.state.roll == Roll(2, 5, 11)


def test_the_first_press_has_the_floor_and_takes_the_tile_that_is_touched(rolled: Bench) -> None:
    rolled.wait(1_000)
    rolled.press(1)
    assert rolled.table.race.claims.floor is None
    rolled.wait(GRACE_MS + FRAME_MS)
    assert rolled.view.title == "Bob: which number?"
    rolled.choose("space:1")
    take = rolled.state.takes[0]
    assert (take.seat, take.tile.number) == (1, 33)
    assert take.after_ms == 1_000
    assert rolled.view.message == "Bob takes 33"


def test_a_press_from_before_the_roll_that_comes_late_means_nothing(rolled: Bench) -> None:
    rolled.wait(100)
    rolled.press(1, ago_ms=150)
    rolled.wait(GRACE_MS + FRAME_MS)
    assert not rolled.table.race.claims.open


def test_a_press_before_the_dice_are_known_is_answered(laid: Bench) -> None:
    laid.press(1)
    assert laid.table.message == "Bob: press once the dice are shown here"
    laid.table.on_reading(tray(2, 5, 9, reason="Is it a 6 or a 9?"))
    laid.press(0)
    assert laid.table.message == "Is it a 6 or a 9?"


def test_an_earlier_press_that_comes_later_is_first(rolled: Bench) -> None:
    rolled.wait(1_000)
    rolled.press(1)
    rolled.clock.advance(20)
    rolled.press(2, ago_ms=45)
    rolled.wait(GRACE_MS + FRAME_MS)
    assert rolled.view.title == "Cem: which number?"


def test_presses_within_the_uncertainty_are_the_tables_to_decide(rolled: Bench) -> None:
    rolled.wait(1_000)
    rolled.press(0, uncertainty_ms=3)
    rolled.press(2, ago_ms=2, uncertainty_ms=3)
    rolled.wait(GRACE_MS + FRAME_MS)
    assert rolled.view.title == "Who was first: Ann or Cem?"
    assert [player.press for player in rolled.view.players] == ["claim:0", None, "claim:2"]
    rolled.choose("claim:2", "space:1")
    assert rolled.state.takes[0].seat == 2
    rolled.wait(FRAME_MS)
    assert rolled.view.title == "Ann: which number?"


def test_touch_alone_is_enough_player_first(rolled: Bench) -> None:
    rolled.choose("claim:0")
    rolled.wait(GRACE_MS + FRAME_MS)
    rolled.choose("space:1")
    assert rolled.state.takes[0].seat == 0


def test_touch_alone_is_enough_tile_first(rolled: Bench) -> None:
    rolled.choose("space:1")
    assert rolled.view.title == "Who takes 33?"
    rolled.choose("claim:2")
    assert (rolled.state.takes[0].seat, rolled.state.takes[0].tile.number) == (2, 33)


def test_one_who_has_a_tile_may_not_claim_another(running: Bench) -> None:
    running.press(0)
    assert running.table.message == "Ann has already taken 33"
    running.wait(GRACE_MS + FRAME_MS)
    assert running.table.race.claims.floor is None
    assert running.view.players[0].state == "served"


def test_without_the_limit_everybody_may_claim_again(journal: Journal) -> None:
    made = bench(journal, Setup(NAMES, unlimited=True))
    made.lay(*NUMBERS)
    made.table.on_reading(THE_ROLL)
    made.take(0, THIRTY_THREE)
    made.take(0, FORTY_FIVE)
    assert [take.tile.number for take in made.state.takes] == [33, 45]


def test_a_number_may_be_named_by_typing_it(rolled: Bench) -> None:
    rolled.press(1)
    rolled.wait(GRACE_MS + FRAME_MS)
    rolled.choose("name")
    rolled.type("3 4")
    assert rolled.table.message == "34 is not on the pyramid (Game Play 2)"
    rolled.undo()
    rolled.undo()
    rolled.type("3 3")
    assert (rolled.state.takes[0].seat, rolled.state.takes[0].tile.number) == (1, 33)
    assert rolled.view.sand is not None
    rolled.press(0)
    rolled.wait(GRACE_MS + FRAME_MS)
    rolled.choose("name")
    rolled.type("3 3")
    assert rolled.table.message == "33 was already taken by Bob (Game Play 2)"


def test_a_claim_may_be_withdrawn_and_the_next_has_the_floor(rolled: Bench) -> None:
    rolled.wait(100)
    rolled.press(0)
    rolled.clock.advance(10)
    rolled.press(1)
    rolled.wait(GRACE_MS + FRAME_MS)
    rolled.choose("withdraw")
    rolled.wait(FRAME_MS)
    assert rolled.view.title == "Bob: which number?"


def test_the_sand_begins_with_the_first_tile(rolled: Bench) -> None:
    rolled.wait(40_000)
    assert rolled.is_in(Phase.THINK)
    assert rolled.view.sand is None
    rolled.take(0, THIRTY_THREE)
    assert rolled.view.sand is not None
    assert rolled.view.sand.left_ms == 30_000


def test_the_round_ends_when_the_sand_has_run_out(running: Bench) -> None:
    running.wait(29_900)
    assert running.is_in(Phase.SAND)
    assert running.view.sand is not None
    assert running.view.sand.left_ms == 100
    running.wait(101)
    assert running.view.sand is not None
    assert running.view.sand.state == "expired"
    running.wait(GRACE_MS + 2 * FRAME_MS)
    assert running.is_in(Phase.STATE)
    assert running.view.title == "Ann: which equation makes 33?"


def test_the_end_is_shown_at_most_one_frame_late(running: Bench) -> None:
    deadline = running.table.race.sand.timer.deadline_ns
    assert deadline is not None
    shown: int | None = None
    while shown is None:
        running.wait(FRAME_MS)
        sand = running.view.sand
        if sand is not None and sand.state == "expired":
            shown = running.clock.now_ns()
    assert 0 <= shown - deadline <= FRAME_MS * MS


def test_the_loop_need_not_wait_for_a_frame_at_the_end(running: Bench) -> None:
    assert running.table.wakes_ns == running.table.race.sand.timer.deadline_ns
    running.choose("sand:pause")
    assert running.table.wakes_ns is None
    running.choose("sand:go-on")
    running.wait(30_010)
    assert running.table.wakes_ns is None


def test_the_end_is_shown_even_when_the_display_stalled_over_it(running: Bench) -> None:
    running.clock.advance(45_000)
    assert running.table.on_tick(running.clock.now_ns())
    assert running.view.sand is not None
    assert running.view.sand.state == "expired"
    running.wait(FRAME_MS)
    assert running.is_in(Phase.STATE)


def test_a_press_made_in_time_counts_though_it_comes_late(running: Bench) -> None:
    running.wait(30_020)
    running.press(1, ago_ms=40)
    running.wait(GRACE_MS + 2 * FRAME_MS)
    assert running.is_in(Phase.SAND)
    assert running.view.title == "The sand has run out – Bob: which number?"
    running.choose(f"space:{TWENTY}")
    running.wait(3 * FRAME_MS)
    assert [take.seat for take in running.state.takes] == [0, 1]
    assert running.is_in(Phase.STATE)


def test_a_press_made_too_late_is_refused(running: Bench) -> None:
    running.wait(30_040)
    running.press(1, ago_ms=10)
    assert running.table.message == "Bob pressed when the sand had run out"
    running.wait(GRACE_MS + 2 * FRAME_MS)
    assert running.is_in(Phase.STATE)


def test_a_tile_touched_too_late_is_refused(running: Bench) -> None:
    running.wait(30_010)
    running.choose(f"space:{TWENTY}")
    assert running.table.message == "the sand has run out"
    assert running.table.race.picked is None


def test_the_sand_can_be_stopped_and_goes_on_with_what_was_left(running: Bench) -> None:
    running.wait(10_000)
    running.choose("sand:pause")
    left = running.table.race.sand.timer.left_ms
    running.wait(60_000)
    running.press(1)
    running.choose(f"space:{TWENTY}")
    assert running.table.race.claims.waiting == ()
    assert running.table.race.picked is None
    assert running.table.race.sand.timer.left_ms == left
    running.choose("sand:go-on")
    running.wait(1_000)
    assert running.table.race.sand.timer.left_ms == left - 1_000


def test_the_round_can_be_ended_and_given_more_time(running: Bench) -> None:
    running.choose("sand:pause", "sand:more")
    assert running.table.race.sand.timer.left_ms > 39_000
    running.choose("sand:end")
    running.wait(GRACE_MS + 3 * FRAME_MS)
    assert running.is_in(Phase.STATE)


def test_once_everybody_has_a_tile_the_round_need_not_wait_for_the_sand(running: Bench) -> None:
    assert "sand:end" not in [command.key for command in running.view.commands]
    running.take(1, TWENTY)
    running.take(2, FORTY_FIVE)
    assert running.view.commands[0].key == "sand:end"
    running.choose("sand:end")
    running.wait(GRACE_MS + 3 * FRAME_MS)
    assert running.is_in(Phase.STATE)


@pytest.fixture
def stating(running: Bench) -> Bench:
    """Ann has 33, Bob 20; both are to state their equations."""
    running.take(1, TWENTY)
    running.wait(32_000)
    assert running.is_in(Phase.STATE)
    return running


def test_a_typed_equation_is_judged(stating: Bench) -> None:
    stating.type("( 5 - 2 ) × 11")
    assert stating.state.takes[0].right
    assert stating.table.message == "(5 - 2) × 11 is right"
    assert stating.view.title == "Bob: which equation makes 20?"


def test_a_die_can_be_typed_once(stating: Bench) -> None:
    stating.choose("pad:d10", "pad:d10")
    pad = stating.view.pad
    assert pad is not None
    assert pad.text == "5"
    assert [key.key for key in pad.keys[:3]] == ["pad:d8", None, "pad:d12"]


def test_a_wrong_equation_goes_face_down(stating: Bench) -> None:
    stating.type("5 + 11")
    assert stating.state.takes[0].right is False
    assert stating.table.message == "5 + 11 is wrong: that does not make 33, face down"


def test_an_unfinished_equation_is_refused_and_stays_on_the_pad(stating: Bench) -> None:
    stating.type("5 -")
    assert stating.table.message == "the equation ends where a die belongs (Game Play 2)"
    assert stating.view.pad is not None
    assert stating.view.pad.text == "5 -"
    stating.undo()
    assert stating.view.pad is not None
    assert stating.view.pad.text == "5"


def test_an_equation_said_aloud_is_judged_by_the_table(stating: Bench) -> None:
    stating.choose("sheet:equations")
    assert stating.view.sheet == ("33 from 2, 5 and 11:", "(5 - 2) × 11")
    stating.choose("judge:right")
    assert stating.state.takes[0].right
    assert not stating.view.sheet
    stating.choose("judge:right")
    assert stating.table.message is not None
    assert stating.table.message.startswith("no equation makes 20 from 2, 5 and 11")
    stating.choose("sheet:equations")
    assert stating.view.sheet == ("20 from 2, 5 and 11:", "no equation")
    stating.choose("judge:wrong")
    assert [len(player.down) for player in stating.state.players] == [0, 1, 0]


def test_what_nobody_saw_is_hidden_until_the_round_is_over(stating: Bench) -> None:
    assert "45 =" not in str(stating.view)
    stating.choose("judge:right", "judge:wrong")
    assert stating.table.message == "20 goes face down; nobody saw 77 = (2 + 5) × 11 and six more"
    stating.choose("sheet:missed")
    assert "45 = 5 × (11 - 2)" in stating.view.sheet
    stating.choose("sheet:points")
    assert stating.view.sheet[0].startswith("Ann: points not counted, 1 face up, 0 face down; fastest ")


def test_the_dice_can_be_corrected_while_equations_are_stated(stating: Bench) -> None:
    stating.choose("correct", "die:d8", "pad:3")
    assert stating.state.roll == Roll(3, 5, 11)
    stating.type("3 × 11")
    assert stating.state.takes[0].right


def test_a_number_that_was_typed_wrong_is_corrected_in_the_round(rolled: Bench) -> None:
    rolled.choose("correct", "space:0")
    rolled.type("7 8")
    assert rolled.state.board[0] == Tile(78, Colour.BLACK)
    assert rolled.is_in(Phase.THINK)


def test_undo_takes_back_one_thing_at_a_time(running: Bench) -> None:
    running.press(1)
    running.wait(GRACE_MS + FRAME_MS)
    running.undo()
    assert running.table.race.claims.floor is None
    running.undo()
    assert (running.state.phase, running.state.takes) == (Phase.THINK, ())
    assert running.view.sand is None
    running.undo()
    assert running.is_in(Phase.ROLL)
    assert [(die.value, die.doubtful) for die in running.view.dice] == [(2, True), (5, True), (11, True)]
    running.choose("accept")
    assert running.state.roll == Roll(2, 5, 11)


def test_the_end_of_a_round_can_be_taken_back_and_ten_seconds_added(stating: Bench) -> None:
    stating.choose("judge:right")
    stating.undo()
    stating.undo()
    assert stating.is_in(Phase.SAND)
    stating.wait(5_000)
    assert stating.is_in(Phase.SAND)
    stating.choose("sand:more")
    stating.take(2, FORTY_FIVE)
    stating.wait(11_000)
    assert stating.is_in(Phase.STATE)
    assert [take.seat for take in stating.state.takes] == [0, 1, 2]


def test_the_end_taken_back_after_the_whole_round_is_not_a_whole_new_sand(stating: Bench) -> None:
    stating.choose("judge:right", "judge:wrong")
    for _ in range(3):
        stating.undo()
    assert stating.is_in(Phase.SAND)
    assert stating.table.race.sand.timer.left_ms == 0


def test_a_restart_in_mid_round_stands_still_with_what_was_left(running: Bench, journal: Journal) -> None:
    running.wait(12_000)
    left = running.table.race.sand.timer.left_ms
    again = resumed(journal)
    assert again.state == running.state
    assert again.view.title == "The sand stands still"
    assert left <= again.table.race.sand.timer.left_ms <= left + 550
    again.wait(60_000)
    assert again.is_in(Phase.SAND)
    again.choose("sand:go-on")
    again.take(1, TWENTY)
    again.wait(left + 1_000)
    assert again.is_in(Phase.STATE)


def test_a_restart_before_the_first_mark_gives_the_whole_sand(running: Bench, journal: Journal) -> None:
    journal.note(running.table.session.number, "timer", None)
    again = resumed(journal)
    assert again.table.race.sand.timer.left_ms == 30_000
    assert again.table.race.sand.timer.standing == "paused"


@pytest.mark.parametrize("phase", ["laid", "rolled", "stating"])
def test_a_restart_anywhere_else_goes_on_where_it_stood(
    phase: str, journal: Journal, request: pytest.FixtureRequest
) -> None:
    made: Bench = request.getfixturevalue(phase)
    again = resumed(journal)
    assert again.state == made.state
    assert again.view.title == made.view.title
    assert (again.view.pad is None) is (made.view.pad is None)


def test_a_full_disk_is_said_once_and_the_sand_runs_on(
    running: Bench, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalFullError("the disk is full: free some space")

    monkeypatch.setattr(journal, "note", full)
    running.wait(2_000)
    assert running.table.message == "the disk is full: free some space"
    running.table.message = None
    running.wait(2_000)
    assert running.table.message is None
    assert running.table.race.sand.timer.left_ms == 26_000


def test_what_the_disk_refuses_changes_nothing(
    rolled: Bench, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space")

    rolled.press(0)
    rolled.wait(GRACE_MS + FRAME_MS)
    with monkeypatch.context() as patch:
        patch.setattr(journal, "append", full)
        rolled.choose("space:1")
        assert rolled.table.tone == "refusal"
        assert rolled.state.takes == ()
        assert rolled.view.sand is None
    rolled.choose("space:1")
    assert len(rolled.state.takes) == 1


def test_a_game_whose_set_is_unknown_counts_its_scarabs_at_the_end(journal: Journal) -> None:
    made = bench(journal, Setup(NAMES[:2], stacks=(1, 2, 3, 4)))
    made.lay(*NUMBERS)
    made.table.on_reading(THE_ROLL)
    made.take(0, THIRTY_THREE)
    made.take(1, TWENTY)
    made.wait(32_000)
    made.choose("judge:right", "judge:wrong")
    assert made.is_in(Phase.COUNT)
    assert made.view.title == "Ann: count your scarabs"
    made.type("5")
    made.type("1")
    assert made.table.message == "Ann has no tile face down, so no scarabs there (End of the Game)"
    made.undo()
    made.undo()
    made.type("5")
    made.type("0")
    assert made.view.title == "Bob: count your scarabs"
    made.type("2")
    assert made.is_in(Phase.OVER)
    assert made.view.title == "Ann wins"
    assert made.view.sheet[0].startswith("Ann: 5 points, 1 face up, 0 face down")
    assert made.view.sheet[1].startswith("Bob: -2 points, 0 face up, 1 face down")


def test_a_game_that_is_not_over_after_all_goes_on(journal: Journal) -> None:
    made = bench(journal, Setup(NAMES[:2], stacks=(1, 2, 3, 4)))
    made.lay(*NUMBERS)
    made.table.on_reading(THE_ROLL)
    made.take(0, THIRTY_THREE)
    made.wait(32_000)
    made.choose("judge:right")
    assert made.view.commands[0].label == "More red tiles are left"
    made.choose("stack")
    assert made.view.title == "Is the game over?"
    made.undo()
    assert made.view.title == "Ann: count your scarabs"
    made.choose("stack")
    made.type("5")
    assert made.is_in(Phase.LAY)
    made.lay(34)
    assert made.state.stacks == (0, 4, 0, 0)


def test_a_stack_that_is_empty_early_ends_the_game(journal: Journal) -> None:
    made = bench(journal, Setup(NAMES[:2]))
    made.lay(*NUMBERS)
    made.table.on_reading(THE_ROLL)
    made.take(0, THIRTY_THREE)
    made.wait(32_000)
    made.choose("judge:right")
    assert made.view.commands[0].label == "No red tile is left"
    made.choose("none-left")
    assert made.view.title == "Ann: count your scarabs"
    made.undo()
    assert made.is_in(Phase.LAY)


def test_between_two_rounds_the_game_can_be_left_with_two_presses(journal: Journal) -> None:
    made = bench(journal, KNOWN, new_game=lambda: next_desk)
    next_desk = bench(journal, KNOWN).table
    made.choose("deal", "leave:go")
    assert made.table.successor is None
    made.choose("leave:ask", "leave:stay", "leave:ask", "leave:go")
    assert made.table.successor is next_desk


def test_a_whole_game_with_a_known_set_is_played_to_its_winner(journal: Journal) -> None:
    made = bench(journal, KNOWN)
    rounds = 0
    while not made.is_in(Phase.OVER):
        if made.is_in(Phase.LAY):
            made.choose("deal")
        made.choose("die:d8", "pad:2", "die:d10", "pad:5", "die:d12", "pad:11", "accept")
        for seat in range(3):
            space = next(space for space, tile in enumerate(made.state.board) if tile is not None)
            made.take(seat, space)
        made.wait(31_000)
        while made.is_in(Phase.STATE):
            made.choose("judge:right")
            if made.table.tone == "refusal":
                made.choose("judge:wrong")
        rounds += 1
    assert rounds >= 3
    assert made.view.title.endswith(("wins", "share the victory"))
    assert made.view.commands[0].key == "leave:go"
    made.choose("sheet:missed")
    assert made.view.sheet[0] == "Nobody saw, round by round:"
    assert len(made.view.sheet) == rounds + 1
    again = resumed(journal)
    assert again.state == made.state


def test_lamps_say_who_may_press_and_the_ring_runs_with_the_sand(rolled: Bench) -> None:
    assert rolled.table.lights.may_press == {0, 1, 2}
    assert rolled.table.lights.countdown is None
    rolled.press(1)
    rolled.wait(GRACE_MS + FRAME_MS)
    assert rolled.table.lights.pressed == {1}
    chime = rolled.table.lights.chime
    assert chime is not None
    assert chime.name == "first"
    rolled.choose("space:1")
    lights = rolled.table.lights
    assert lights.may_press == {0, 2}
    assert lights.countdown is not None
    assert lights.countdown.deadline_ns == rolled.table.race.sand.timer.deadline_ns
    rolled.wait(31_000)
    later = rolled.table.lights
    assert later.countdown is None
    assert not later.may_press
    assert later.chime is not None
    assert (later.chime.name, later.chime.number) == ("time up", chime.number + 1)


def test_a_tie_and_a_verdict_are_heard(rolled: Bench) -> None:
    rolled.press(0, uncertainty_ms=5)
    rolled.press(1, uncertainty_ms=5)
    rolled.wait(GRACE_MS + FRAME_MS)
    lights = rolled.table.lights
    assert lights.pressed == {0, 1}
    assert lights.chime is not None
    assert lights.chime.name == "tie"
    rolled.choose("claim:0", "space:1")
    rolled.wait(FRAME_MS)
    rolled.choose("withdraw")
    rolled.wait(31_000)
    rolled.choose("judge:right")
    heard = rolled.table.lights.chime
    assert heard is not None
    assert heard.name == "right"


def test_a_touch_meant_for_what_is_no_longer_shown_chooses_nothing(rolled: Bench) -> None:
    rolled.choose("pad:1", "accept", "deal", "space:99", "claim:9", "judge:right", "withdraw")
    assert (rolled.state.phase, rolled.view.message) == (Phase.THINK, None)


def test_whoever_presses_while_a_pad_is_open_sees_the_tiles(rolled: Bench) -> None:
    rolled.choose("die:d8")
    assert rolled.view.pad is not None
    rolled.press(0)
    rolled.wait(GRACE_MS + FRAME_MS)
    assert rolled.view.pad is None
    rolled.choose("space:1")
    assert rolled.state.takes[0].seat == 0


def test_the_sand_fills_the_screen_until_somebody_is_to_choose(running: Bench) -> None:
    running.choose("large")
    assert running.view.sand is not None
    assert running.view.sand.large
    running.press(1)
    running.wait(GRACE_MS + FRAME_MS)
    assert running.view.sand is not None
    assert not running.view.sand.large


def test_the_camera_is_told_to_look_for_the_games_dice(journal: Journal) -> None:
    assert bench(journal).table.dice.sides == {8, 10, 12}
    assert bench(journal, Setup(NAMES, zero_is_ten=False)).table.dice.zero == 0


def test_strange_choices_and_presses_change_nothing(journal: Journal) -> None:
    made = bench(journal, TYPED)
    before = made.view
    made.choose("nonsense", "accept:x:y", "judge:right", "sand:pause", "pad:zzz", "die:d8", "nobody")
    made.press(7)
    made.press(0)
    made.wait(200)
    assert made.is_in(Phase.LAY)
    assert made.view.spaces == before.spaces
