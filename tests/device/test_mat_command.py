from __future__ import annotations

from pathlib import Path

import pytest

from device.cli import main
from device.commands.parsers import PAPERS
from vision.mat.layout import LAYOUTS
from vision.mat.pdf import mat_pdf

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize("paper", LAYOUTS)
def test_mat_writes_the_sheet_of_the_paper_that_was_asked_for(
    paper: str, tmp_path: Path, capsys: Output
) -> None:
    out = tmp_path / "mat.pdf"
    assert main(["mat", "--paper", paper, str(out)]) == 0
    assert [name for name, layout in LAYOUTS.items() if out.read_bytes() == mat_pdf(layout)] == [paper]
    assert "100 %" in capsys.readouterr().out


def test_the_command_knows_the_papers_that_there_are() -> None:
    assert tuple(LAYOUTS) == PAPERS


def test_mat_makes_an_a4_sheet_where_no_paper_is_named(tmp_path: Path) -> None:
    assert main(["mat", str(tmp_path / "mat.pdf")]) == 0
    assert (tmp_path / "mat.pdf").read_bytes() == mat_pdf(LAYOUTS["a4"])


def test_mat_replaces_an_older_file_of_that_name(tmp_path: Path) -> None:
    out = tmp_path / "mat.pdf"
    out.write_bytes(b"x" * 100_000)
    assert main(["mat", str(out)]) == 0
    assert out.read_bytes() == mat_pdf(LAYOUTS["a4"])


@pytest.mark.parametrize("name", ["missing/mat.pdf", "folder.pdf"])
def test_a_file_that_cannot_be_written_is_one_sentence(name: str, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "folder.pdf").mkdir()
    assert main(["mat", str(tmp_path / name)]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert name in err
    assert "cannot be written" in err


def test_a_file_that_is_no_pdf_is_left_alone(tmp_path: Path, capsys: Output) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"dear")
    assert main(["mat", str(photo)]) == 2
    assert photo.read_bytes() == b"dear"
    assert capsys.readouterr().err.count("\n") == 1


def test_another_paper_is_wrong_usage(tmp_path: Path, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(["mat", "--paper", "a5", str(tmp_path / "mat.pdf")])
    assert left.value.code == 2
    assert "a3" in capsys.readouterr().err
    assert not (tmp_path / "mat.pdf").exists()
