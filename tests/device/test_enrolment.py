from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.config import load_config
from device.enrolment import Enrolment, dice_folder, die_to_enrol
from device.errors import UsageError
from tests.vision.enrolment.drawn_polyhedra import Shot, Solid, draw, solid
from vision.enrolment import Box, EnrolmentError, load_die
from vision.reading import Frame

CUBE = solid(6, (180, 60, 30), (230, 230, 230))
EMPTY = np.full((240, 320, 3), (70, 110, 60), np.uint8)
Lay = Callable[..., None]


def seen(frame: Frame) -> list[Box]:
    """A locator that knows where the drawn dice lie."""
    return [(110.0, 70.0, 100.0, 100.0)] if (frame != EMPTY).any() else []


class Table:
    """A person who lays a die and a camera that sees it at rest."""

    def __init__(self, root: Path, name: str = "d6", die: Solid = CUBE, views: int = 2) -> None:
        self.solid = die
        self.enrolment = Enrolment(die_to_enrol(root, name), root, views=views, find=lambda _: seen)
        self.turns = 0

    def lay(self, face: str) -> None:
        """Take the die up and lay it down with `face` up, turned another way than before."""
        self.turns += 1
        shot = Shot(angle=37.0 * self.turns, tilt=4, azimuth=50.0 * self.turns, size=100, seed=self.turns)
        self.enrolment.feed(EMPTY, False)
        self.enrolment.feed(draw(self.solid, face, shot), True)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_each_face_is_asked_for_in_turn_until_all_are_known(table: Table, tmp_path: Path) -> None:
    for face in ("1", "2", "3", "4", "5", "6"):
        assert table.enrolment.asked == face
        assert table.enrolment.message == f"Lay the die with {face} up."
        table.lay(face)
        assert table.enrolment.message == f"Face {face}: 1 of 2. Turn the die a little, with {face} still up."
        table.lay(face)
    assert table.enrolment.asked is None
    assert table.enrolment.message == "All 6 faces of d6 are known."
    assert table.enrolment.warnings == []
    assert load_die(tmp_path / "d6").complete


def test_a_die_that_lies_on_is_taken_once(table: Table) -> None:
    table.lay("1")
    frame = draw(CUBE, "1", Shot(size=100))
    for _ in range(5):
        table.enrolment.feed(frame, True)
    assert table.enrolment.progress[0].taken == 1


def test_nothing_is_taken_while_something_moves(table: Table) -> None:
    table.enrolment.feed(draw(CUBE, "1", Shot(size=100)), False)
    assert table.enrolment.progress[0].taken == 0
    table.enrolment.take_now()
    assert table.enrolment.progress[0].taken == 1, "unless people say so"


def test_each_face_is_on_the_disk_when_the_next_is_asked_for(table: Table, tmp_path: Path) -> None:
    table.lay("1")
    assert not (tmp_path / "d6").exists()
    table.lay("1")
    table.lay("2")
    assert load_die(tmp_path / "d6").missing == ("2", "3", "4", "5", "6")


def test_an_unfinished_enrolment_goes_on_at_the_next_missing_face(table: Table, tmp_path: Path) -> None:
    for face in ("1", "1", "2", "2", "3"):
        table.lay(face)
    again = Table(tmp_path)
    assert again.enrolment.asked == "3"
    assert [face.known for face in again.enrolment.progress] == [True, True, False, False, False, False]


def test_a_face_can_be_redone_and_is_kept_until_then(table: Table, tmp_path: Path) -> None:
    for face in ("1", "1", "2", "2"):
        table.lay(face)
    before = load_die(tmp_path / "d6").face("1").pictures
    table.enrolment.redo("1")
    table.lay("1")
    assert np.array_equal(load_die(tmp_path / "d6").face("1").pictures[0], before[0])
    table.lay("1")
    assert not np.array_equal(load_die(tmp_path / "d6").face("1").pictures[0], before[0])
    assert table.enrolment.asked == "3"


def test_the_last_face_is_redone_with_one_press(table: Table) -> None:
    for face in ("1", "1", "2"):
        table.lay(face)
    table.enrolment.redo_last()
    assert (table.enrolment.asked, table.enrolment.progress[1].taken) == ("2", 0), "begun anew"
    table.enrolment.redo_last()
    assert table.enrolment.asked == "1", "the one before"


def test_a_face_can_be_skipped_and_comes_again(table: Table) -> None:
    table.enrolment.skip()
    for face in ("2", "3", "4", "5", "6"):
        assert table.enrolment.asked == face
        table.lay(face)
        table.enrolment.skip()
    assert table.enrolment.asked == "1"
    assert [face.taken for face in table.enrolment.progress] == [0, 1, 1, 1, 1, 1], "one picture is enough"
    table.enrolment.skip()
    assert table.enrolment.asked == "1", "nothing else is left"


def test_a_face_laid_twice_is_noticed_and_named(table: Table) -> None:
    for face in ("1", "1", "2", "2", "2", "2"):
        table.lay(face)
    assert table.enrolment.asked == "4"
    assert table.enrolment.tone == "refusal"
    assert "This looks like face 2, which is already known" in table.enrolment.message
    assert table.enrolment.message.endswith("Lay the die with 4 up.")
    assert len(table.enrolment.warnings) == 1


def test_more_than_one_die_is_not_taken(tmp_path: Path) -> None:
    two: list[Box] = [(0.0, 0.0, 50.0, 50.0), (100.0, 0.0, 50.0, 50.0)]
    enrolment = Enrolment(die_to_enrol(tmp_path, "d6"), tmp_path, find=lambda _: lambda _: two)
    enrolment.feed(EMPTY, True)
    assert enrolment.progress[0].taken == 0
    assert "leave only the die" in enrolment.message


def test_the_empty_tray_is_learnt_first_where_it_is_asked_for(tmp_path: Path) -> None:
    learnt: list[Frame | None] = []

    def find(empty: Frame | None) -> Callable[[Frame], list[Box]]:
        learnt.append(empty)
        return seen

    enrolment = Enrolment(die_to_enrol(tmp_path, "d6"), tmp_path, find=find)
    enrolment.ask_for_empty_tray()
    assert "Take every die off" in enrolment.message
    enrolment.feed(draw(CUBE, "1", Shot(size=100)), True)
    assert "Something lies there" in enrolment.message
    enrolment.feed(EMPTY, False)
    enrolment.feed(EMPTY, True)
    assert learnt[0] is None
    assert learnt[1] is EMPTY
    assert enrolment.message == "Lay the die with 1 up."


def test_take_now_without_a_die_says_so(table: Table) -> None:
    table.enrolment.take_now()
    assert "no picture yet" in table.enrolment.message
    table.enrolment.feed(EMPTY, True)
    table.enrolment.take_now()
    assert "No die is seen" in table.enrolment.message


@pytest.mark.parametrize(
    ("name", "sides", "faces"),
    [
        ("d8", 8, "1 2 3 4 5 6 7 8"),
        ("d10-green", 10, "1 2 3 4 5 6 7 8 9 10"),
        ("standard", 6, "1 6 2 5 3 4"),
        ("voyage", 6, "star gain reroll blocked"),
        ("intrigue-2", 6, "1 double-star 2 5 3 4"),
    ],
)
def test_a_name_says_which_faces_a_die_has(tmp_path: Path, name: str, sides: int, faces: str) -> None:
    die = die_to_enrol(tmp_path, name)
    assert (die.sides, [face.name for face in die]) == (sides, faces.split())


def test_faces_have_their_values(tmp_path: Path) -> None:
    values = {face.name: face.value for face in die_to_enrol(tmp_path, "artisan")}
    assert values == {"star": 1, "6": 6, "2": 2, "5": 5, "3": 3, "4": 4}
    assert [face.value for face in die_to_enrol(tmp_path, "mine", faces=["1", "sun"])] == [1, None]


def test_a_die_of_another_name_needs_its_faces(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--sides 6 or --faces"):
        die_to_enrol(tmp_path, "mine")
    assert die_to_enrol(tmp_path, "mine", sides=5).sides == 5
    with pytest.raises(EnrolmentError, match="1000000000 sides"):
        die_to_enrol(tmp_path, "mine", sides=1_000_000_000)


def test_a_known_die_is_not_given_other_faces(table: Table, tmp_path: Path) -> None:
    table.lay("1")
    table.lay("1")
    assert die_to_enrol(tmp_path, "d6", sides=6).missing[0] == "2"
    with pytest.raises(UsageError, match="enrolled already, with the faces 1, 2, 3, 4, 5, 6"):
        die_to_enrol(tmp_path, "d6", faces=["1", "2", "star"])


def test_the_dice_lie_beside_the_journal_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    config = load_config()
    assert dice_folder(config) == tmp_path / "state" / "dice"
    assert dice_folder(config, tmp_path / "usb") == tmp_path / "usb" / "dice"
