from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.enrolment import (
    EnrolledDie,
    EnrolledFace,
    EnrolmentDiskError,
    EnrolmentError,
    files,
    load_dice,
    load_die,
    remove_die,
    save_die,
)
from vision.errors import VisionError
from vision.reading import Frame


def picture(seed: int) -> Frame:
    return np.random.default_rng(seed).integers(0, 255, (80, 80, 3), np.uint8)


def a_die(name: str = "d4-red") -> EnrolledDie:
    faces = tuple(EnrolledFace(str(n), n, (picture(n), picture(n + 10))) for n in (1, 2, 3))
    return EnrolledDie(name, 4, (*faces, EnrolledFace("star", None)))


def same(one: EnrolledDie, other: EnrolledDie) -> bool:
    return (
        (one.name, one.sides) == (other.name, other.sides)
        and [(face.name, face.value, len(face.pictures)) for face in one]
        == [(face.name, face.value, len(face.pictures)) for face in other]
        and all(
            np.array_equal(a, b)
            for left, right in zip(one, other, strict=True)
            for a, b in zip(left.pictures, right.pictures, strict=True)
        )
    )


def test_a_saved_die_is_loaded_as_it_was(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    assert same(load_die(tmp_path / "d4-red"), a_die())


def test_a_die_can_be_copied_and_renamed_with_its_folder(tmp_path: Path) -> None:
    save_die(tmp_path / "here", a_die())
    shutil.copytree(tmp_path / "here" / "d4-red", tmp_path / "there" / "d4-copied")
    (copied,) = load_dice(tmp_path / "there").dice
    assert same(copied, a_die("d4-copied"))


def test_the_card_can_be_read_by_a_person(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    card = (tmp_path / "d4-red" / "die.toml").read_text()
    assert "sides = 4" in card
    assert 'name = "star"\npictures = []' in card
    assert 'name = "2"\nvalue = 2\npictures = ["2-1.png", "2-2.png"]' in card


def test_a_face_taken_anew_replaces_its_pictures_and_no_others(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    again = a_die().with_pictures("2", [picture(99)])
    before = (tmp_path / "d4-red" / "1-1.png").stat().st_ino
    save_die(tmp_path, again, sure=("1", "3"))
    assert same(load_die(tmp_path / "d4-red"), again)
    assert (tmp_path / "d4-red" / "1-1.png").stat().st_ino == before
    assert len(list((tmp_path / "d4-red").iterdir())) == 1 + 5


class PlugPulled(BaseException):
    pass


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A countdown of replaced files; at zero the power goes."""
    left = [10**6]
    really = Path.replace

    def replace(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise PlugPulled
        return really(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    yield left


@pytest.mark.parametrize("survived", range(7))
def test_a_pulled_plug_leaves_the_old_die_or_the_new_one(
    tmp_path: Path, writes: list[int], survived: int
) -> None:
    old = a_die()
    save_die(tmp_path, old)
    new = EnrolledDie(old.name, 4, tuple(EnrolledFace(f.name, f.value, (picture(50),)) for f in old))
    writes[0] = survived
    try:
        save_die(tmp_path, new)
        finished = True
    except PlugPulled:
        finished = False
    writes[0] = 10**6
    assert finished == (survived >= 5)
    assert same(load_die(tmp_path / "d4-red"), new if finished else old)
    save_die(tmp_path, new)
    assert len(list((tmp_path / "d4-red").iterdir())) == 1 + 4, "what was half written has been tidied up"


def test_a_full_disk_is_said_and_the_old_die_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_die(tmp_path, a_die())

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnrolmentDiskError, match=r"No space left on device.*free some space"):
        save_die(tmp_path, a_die().with_pictures("1", [picture(5)]))
    assert same(load_die(tmp_path / "d4-red"), a_die())


def test_no_folder_of_dice_is_no_dice(tmp_path: Path) -> None:
    assert load_dice(tmp_path / "none").dice == ()


def change_card(folder: Path, old: str, new: str) -> None:
    card = folder / "die.toml"
    text = card.read_text()
    assert old in text
    card.write_text(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("format = 1", "format = 2", "newer version"),
        ("format = 1", "format = 'x'", "no enrolled die's card"),
        ("format = 1", "", "no enrolled die's card"),
        ("sides = 4", "sides = true", "sides must be a whole number"),
        ("sides = 4", "sides = 400", "400 sides"),
        ("sides = 4", "sides = 3", "4 different faces"),
        ('name = "star"', 'name = "3"', "named twice"),
        ('name = "star"', 'name = "../star"', "cannot be the name of a face"),
        ('name = "star"', "name = 7", "a name in quotes"),
        ("value = 2", "value = 2.5", "whole number"),
        ("value = 2", "value = true", "whole number"),
        ('"2-1.png"', '"../../2-1.png"', "name a file of this folder"),
        ('"2-1.png"', '"/etc/passwd"', "name a file of this folder"),
        ('"2-1.png"', '"2-1.PNG\\u0000.png"', "name a file of this folder"),
        ('"2-1.png"', "21", "name a file of this folder"),
        ('"2-1.png"', '"2-7.png"', "2-7.png that .* is missing"),
        ("[[face]]", "[face]", "cannot be read as an enrolled die"),
        ('["2-1.png", "2-2.png"]', '"2-1.png"', "must be a list"),
    ],
)
def test_a_card_that_is_wrong_is_named_with_its_fault(tmp_path: Path, old: str, new: str, words: str) -> None:
    save_die(tmp_path, a_die())
    change_card(tmp_path / "d4-red", old, new)
    with pytest.raises(EnrolmentError, match=words) as told:
        load_die(tmp_path / "d4-red")
    assert str(tmp_path / "d4-red" / "die.toml") in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"format", b"a = [" * 5000, b"x = 1\n" * 100_000])
def test_a_card_that_is_no_card_is_refused(tmp_path: Path, content: bytes) -> None:
    save_die(tmp_path, a_die())
    (tmp_path / "d4-red" / "die.toml").write_bytes(content)
    with pytest.raises(EnrolmentError, match=r"die\.toml"):
        load_die(tmp_path / "d4-red")


def test_a_truncated_picture_is_named(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    damaged = tmp_path / "d4-red" / "3-2.png"
    damaged.write_bytes(damaged.read_bytes()[:-200])
    with pytest.raises(VisionError, match=r"3-2\.png breaks off.*copy it again"):
        load_die(tmp_path / "d4-red")


def test_a_photograph_in_the_place_of_a_portrait_is_refused(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    cv2.imwrite(str(tmp_path / "d4-red" / "3-2.png"), np.zeros((90, 120, 3), np.uint8))
    with pytest.raises(EnrolmentError, match=r"3-2\.png is 120 x 90 px and no picture of an enrolled die"):
        load_die(tmp_path / "d4-red")


def test_a_picture_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    inside = tmp_path / "d4-red" / "3-2.png"
    inside.rename(tmp_path / "elsewhere.png")
    inside.symlink_to(tmp_path / "elsewhere.png")
    with pytest.raises(EnrolmentError, match="missing"):
        load_die(tmp_path / "d4-red")


def test_a_damaged_die_costs_only_itself(tmp_path: Path) -> None:
    save_die(tmp_path, a_die("good"))
    save_die(tmp_path, a_die("bad"))
    (tmp_path / "bad" / "1-1.png").unlink()
    (tmp_path / "Not A Die").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    found = load_dice(tmp_path)
    assert [die.name for die in found.dice] == ["good"]
    assert len(found.faults) == 2
    assert any("Not A Die is no enrolled die" in fault for fault in found.faults)
    assert any("1-1.png" in fault and "pharaoh enrol bad" in fault for fault in found.faults)


def test_a_removed_die_is_gone_and_other_files_stay(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    assert remove_die(tmp_path, "d4-red")
    assert not (tmp_path / "d4-red").exists()
    assert not remove_die(tmp_path, "d4-red")
    save_die(tmp_path, a_die())
    (tmp_path / "d4-red" / "notes.txt").write_text("mine")
    assert remove_die(tmp_path, "d4-red")
    assert [path.name for path in (tmp_path / "d4-red").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", "ä", "x" * 33, "-a", ".a", "a\n", "con "])
def test_a_name_that_is_no_file_name_everywhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(EnrolmentError, match="cannot be the name of a die"):
        a_die(name)
    with pytest.raises(EnrolmentError, match="cannot be the name of a die"):
        remove_die(tmp_path, name)


def test_the_format_is_written_into_the_card(tmp_path: Path) -> None:
    save_die(tmp_path, a_die())
    assert f"format = {files.FORMAT}\n" in (tmp_path / "d4-red" / "die.toml").read_text()
