from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.code_tiles import HEADER, TileFileError, load_tiles, parse_tiles, save_tiles, written
from tests.rules.pharaoh_code.playing import TILES


def test_a_set_is_kept_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "tiles.csv"
    save_tiles(path, TILES)
    assert set(load_tiles(path)) == set(TILES)
    assert written(load_tiles(path)) == path.read_text()
    assert [file.name for file in path.parent.iterdir()] == ["tiles.csv"]


def test_a_spreadsheets_file_is_read_too() -> None:
    lines = written(TILES).replace(",", " ; ").splitlines()
    text = "\ufeff" + "\r\n".join(["# my box", lines[0], "", *lines[1:]]).replace("red", "RED")
    assert set(parse_tiles(text, "tiles.csv")) == set(TILES)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("33,red", "a tile has a number, a colour and scarabs, such as 33,red,3; here are 2 entries"),
        ("33,red,3,4", "here are 4 entries"),
        ("33,green,3", "'green' is no colour; use black, red, blue, yellow"),
        ("x,red,3", "'x' is not a whole number"),
        ("33,red,1.5", "'1.5' is not a whole number"),
        ("٣,red,1", "'٣' is not a whole number"),
        ("0,red,1", "the dice make 1 to 960, not 0"),
        ("961,red,1", "the dice make 1 to 960, not 961"),
        ("33,red,0", "a tile shows 1 to 99 scarabs, not 0"),
        ("9" * 5000 + ",red,1", "is not a whole number"),
    ],
)
def test_a_line_that_is_no_tile_is_named_with_its_place(line: str, fault: str) -> None:
    text = written(TILES[:47]) + line + "\n"
    with pytest.raises(TileFileError) as caught:
        parse_tiles(text, "tiles.csv")
    assert str(caught.value).startswith("tiles.csv, line 49: ")
    assert fault in str(caught.value)
    assert len(str(caught.value)) < 200


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(TileFileError) as caught:
        parse_tiles(f"{HEADER}\n1,red\n2,green,2\n", "t")
    assert str(caught.value).count("\n") == 1


@pytest.mark.parametrize("count", [0, 1, 47, 49])
def test_a_file_with_a_wrong_count_is_named(count: int) -> None:
    tiles = (*TILES, TILES[0])[:count]
    with pytest.raises(TileFileError, match=f"there are {count} tiles .*; the box has 48"):
        parse_tiles(written(tiles), "tiles.csv")


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"x" * 70_000])
def test_a_file_that_is_no_text_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "t.csv").write_bytes(raw)
    with pytest.raises(TileFileError, match=r"t\.csv: this is"):
        load_tiles(tmp_path / "t.csv")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TileFileError, match="there is no such file"):
        load_tiles(tmp_path / "t.csv")
    with pytest.raises(TileFileError, match="cannot be read"):
        load_tiles(tmp_path)


def test_a_set_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tiles.csv"
    save_tiles(path, TILES)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TileFileError, match="No space left on device"):
        save_tiles(path, TILES[:3])
    assert len(load_tiles(path)) == 48


@given(st.text(max_size=200))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    with pytest.raises(TileFileError):
        parse_tiles(text, "t")
