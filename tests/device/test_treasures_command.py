from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli import main
from device.code_tiles import load_tiles, written
from tests.rules.pharaoh_code.playing import TILES

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.csv"
    path.write_text(written(TILES))
    return path


def test_a_set_is_checked_kept_and_exported(file: Path, tmp_path: Path, capsys: Output) -> None:
    journal = str(tmp_path / "table" / "journal.sqlite")
    assert main(["treasures", "check", str(file), "--journal", journal]) == 0
    assert capsys.readouterr().out == f"{file}: 48 tiles, 12 black, 12 red, 12 blue, 12 yellow\n"
    assert not (tmp_path / "table").exists()
    assert main(["treasures", "keep", str(file), "--journal", journal]) == 0
    assert "kept as" in capsys.readouterr().out
    assert main(["treasures", "export", "--journal", journal]) == 0
    assert capsys.readouterr().out == file.read_text()
    copy = tmp_path / "copy.csv"
    assert main(["treasures", "export", str(copy), "--journal", journal]) == 0
    assert set(load_tiles(copy)) == set(TILES)


def test_what_may_be_a_slip_is_told(file: Path, capsys: Output) -> None:
    file.write_text(file.read_text().replace("\n40,", "\n959,"))
    assert main(["treasures", "check", str(file)]) == 0
    assert "look again: is the black 959 really there? no roll makes 959" in capsys.readouterr().out
    assert main(["treasures", "check", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tiles"], told["colours"]["black"], len(told["doubts"]), told["kept"]) == (48, 12, 1, None)


def test_a_wrong_count_is_named_and_nothing_is_kept(file: Path, tmp_path: Path, capsys: Output) -> None:
    journal = str(tmp_path / "journal.sqlite")
    assert main(["treasures", "keep", str(file), "--journal", journal]) == 0
    file.write_text(file.read_text() + "33,red,3\n")
    assert main(["treasures", "keep", str(file), "--journal", journal]) == 1
    told = capsys.readouterr()
    assert "there are 49 tiles" in told.err
    assert main(["treasures", "export", "--journal", journal]) == 0
    assert capsys.readouterr().out.count("\n") == 49


def test_a_file_is_asked_for_and_a_missing_set_is_said(tmp_path: Path, capsys: Output) -> None:
    assert main(["treasures", "check"]) == 2
    assert "name the file to check" in capsys.readouterr().err
    assert main(["treasures", "export", "--journal", str(tmp_path / "j")]) == 1
    assert "No set of tiles is kept yet" in capsys.readouterr().err
    assert main(["treasures", "check", str(tmp_path / "none.csv")]) == 1
    assert "there is no such file" in capsys.readouterr().err
