from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli import main
from device.pharao_tiles import TileFileError, load_tiles, parse_tiles, save_tiles, tiles_text
from rules.pharao.tile_set import TileSet

Output = pytest.CaptureFixture[str]
TILE = ("cat", "sand", "hole", "sand")
KNOWN = TileSet("ours", ("cat", "dog"), (TILE,))


def test_tiles_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "tiles.json"
    assert load_tiles(path) is None
    save_tiles(path, KNOWN)
    assert load_tiles(path) == KNOWN
    save_tiles(path, TileSet("none"))
    assert load_tiles(path) == TileSet("none")
    assert [file.name for file in path.parent.iterdir()] == ["tiles.json"]


def test_the_file_has_a_tile_a_line() -> None:
    assert '    ["cat", "sand", "hole", "sand"]\n' in tiles_text(KNOWN)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "correct the file"),
        ("[]", "no file of sliding tiles"),
        ('{"format": 2}', "no file of sliding tiles"),
        ('{"format": 1, "name": "x", "tiles": [["cat"]]}', "has 1 entries; it must have 4"),
        ('{"format": 1, "name": "x", "tiles": [["yak","sand","sand","sand"]]}', "tile 1 shows 'yak'"),
        ("[" * 10_000, "correct the file"),
        ("9" * 70_000, "no file of sliding tiles"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(TileFileError, match=words) as raised:
        parse_tiles(text, "box.json")
    assert str(raised.value).startswith("box.json: ")
    assert "\n" not in str(raised.value)


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TileFileError, match="cannot be written"):
        save_tiles(tmp_path / "file" / "tiles.json", KNOWN)


def test_tiles_are_shown_added_removed_exported_and_imported(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "tiles.json"
    tiles = ["--tiles", str(path)]
    assert main(["tiles", *tiles]) == 1
    assert main(["tiles", "add", "cat", "sand", "sand", "hole", *tiles]) == 0
    assert main(["tiles", "add", "sand", "sand", "sand", "sand", *tiles]) == 0
    capsys.readouterr()
    assert main(["tiles", "--json", *tiles]) == 0
    assert len(json.loads(capsys.readouterr().out)["tiles"]) == 2
    assert main(["tiles", "export", *tiles]) == 0
    exported = tmp_path / "export.json"
    exported.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["tiles", "remove", "1", *tiles]) == 0
    assert main(["tiles", "show", *tiles]) == 0
    assert "1 of 13" in capsys.readouterr().out
    assert main(["tiles", "import", str(exported), *tiles]) == 0
    known = load_tiles(path)
    assert known is not None
    assert len(known.tiles) == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["add", "cat"], "a tile has four spaces"),
        (["add", "cat", "cat", "cat", "yak"], "shows 'yak'"),
        (["remove", "7"], "the number of one of the 1 tiles"),
        (["remove"], "the number of one"),
        (["import"], "give the file to import"),
        (["import", "/nowhere.json"], "cannot be read"),
    ],
)
def test_wrong_words_are_answered_in_one_sentence(
    tmp_path: Path, capsys: Output, words: list[str], sentence: str
) -> None:
    path = tmp_path / "tiles.json"
    save_tiles(path, KNOWN)
    assert main(["tiles", *words, "--tiles", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert sentence in complaint
    assert complaint.count("\n") == 1
    assert load_tiles(path) == KNOWN
