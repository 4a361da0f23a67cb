from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main
from device.journal import Journal
from ui.intents import Choose
from vision.scene import render, scatter

from .disks import fill
from .tables import new_game

ROOT = Path(__file__).resolve().parents[2]
Output = pytest.CaptureFixture[str]
BARS = ("claims", "--bars", "7A,6B,5A,4B,3A")


def one_sentence(text: str) -> str:
    """The text, which must be one line without a traceback."""
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    return text.strip()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with one game of two actions."""
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as opened:
        table = new_game(opened)
        table.on_intent(Choose("begin:0"))
        table.on_intent(Choose("token:pip"))
    return path


def test_claims_lists_every_place_and_the_herder(capsys: Output) -> None:
    dice = "4,4,4,immediate:2,artisan:star"
    assert main([*BARS, "--json", "--dice", dice]) == 0
    verdicts = json.loads(capsys.readouterr().out)
    assert list(verdicts) == ["7A", "6B", "5A", "4B", "3A", "herder"]
    assert list(verdicts["7A"]) == ["yellow1", "yellow2", "blue", "red"]
    assert verdicts["3A"]["yellow1"] == {"claimable": True, "reason": None}
    assert verdicts["4B"]["yellow1"] == {
        "claimable": False,
        "reason": "needs four of a kind, you have three 4s",
    }
    assert verdicts["3A"]["red"]["claimable"]
    assert verdicts["herder"] == {"claimable": True, "reason": None}


def test_claims_in_words_has_a_line_for_each_place(capsys: Output) -> None:
    assert main([*BARS, "--dice", "4,4,4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 20 + 1
    assert lines[0] == "Locked: Standard 4, Standard 4, Standard 4"
    assert lines[-1].split() == ["Herder", "Any", "Roll", "yes"]


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["claims", "--bars", "9Z", "--dice", "4"], "there is no level bar '9Z'"),
        (["claims", "--bars", "7A,7B", "--dice", "4"], "level 7 has two sides"),
        (["claims", "--bars", "7A", "--dice", "7"], "no face '7'"),
        (["claims", "--bars", "7A", "--dice", "moon:4"], "there is no die kind 'moon'"),
        (["claims", "--bars", "7A", "--dice", "voyage:6"], "their faces are"),
        (["claims", "--bars", "", "--dice", "4"], "there is no level bar ''"),
    ],
)
def test_claims_of_things_that_do_not_exist_are_wrong_usage_in_one_sentence(
    capsys: Output, argv: list[str], words: str
) -> None:
    assert main(argv) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in one_sentence(output.err)


def test_read_prints_one_json_object_a_picture(tmp_path: Path, capsys: Output) -> None:
    paths = []
    for number, faces in enumerate((("2", "5"), ("6",))):
        scene = scatter([("red", "white", face) for face in faces], seed=number + 1)
        paths.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(paths[-1], render(scene))
    assert main(["read", "--json", *paths]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["image"] for row in rows] == paths
    for row in rows:
        assert set(row) == {"image", "status", "reason", "ms", "dice"}
        assert set(row["dice"][0]) == {"die", "sides", "face", "value", "confidence", "box", "body"}
    assert [sorted(die["value"] for die in row["dice"]) for row in rows] == [[2, 5], [6]]


def bad_pictures(folder: Path) -> dict[str, bytes]:
    good = render(scatter([("red", "white", "5")], seed=3))
    jpeg = cv2.imencode(".jpg", good)[1].tobytes()
    return {
        "truncated.jpg": jpeg[: len(jpeg) // 2],
        "text.png": b"this is no picture\n",
        "empty.png": b"",
        "tiny.png": cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes(),
        "huge.png": cv2.imencode(".png", np.zeros((9000, 12000), np.uint8))[1].tobytes(),
    }


def test_pictures_that_cannot_be_used_get_a_sentence_each_and_the_others_are_read(
    tmp_path: Path, capsys: Output
) -> None:
    pictures = bad_pictures(tmp_path)
    for name, data in pictures.items():
        (tmp_path / name).write_bytes(data)
    good = tmp_path / "good.png"
    cv2.imwrite(str(good), render(scatter([("red", "white", "5")], seed=3)))
    names = [*pictures, "missing.png", "good.png"]
    assert main(["read", "--json", *(str(tmp_path / name) for name in names)]) == 1
    output = capsys.readouterr()
    assert [json.loads(line)["image"] for line in output.out.splitlines()] == [str(good)]
    errors = output.err.splitlines()
    assert len(errors) == len(names) - 1
    for name, line in zip(names, errors, strict=False):
        assert name in line


def test_journal_list_show_and_export_tell_what_was_played(journal: Path, capsys: Output) -> None:
    assert main(["journal", "list", "--journal", str(journal)]) == 0
    assert "favor" in one_sentence(capsys.readouterr().out)
    assert main(["journal", "show", "--journal", str(journal)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split(maxsplit=1) == ["1", "Ann begins"]
    assert lines[2].split(maxsplit=1) == ["2", "Bob drew a +1 Pip token"]
    assert main(["journal", "export", "1", "--journal", str(journal)]) == 0
    export = json.loads(capsys.readouterr().out)
    assert export["game"] == "favor"
    assert export["actions"] == [{"do": "begins", "seat": 0}, {"do": "tokendrawn", "token": "pip"}]


def test_a_word_that_may_be_left_out_may_also_come_after_the_options(journal: Path, capsys: Output) -> None:
    assert main(["journal", "export", "1", "--journal", str(journal)]) == 0
    expected = capsys.readouterr().out
    for words in (["export", "--journal", str(journal), "1"], ["--journal", str(journal), "export", "1"]):
        assert main(["journal", *words]) == 0
        assert capsys.readouterr().out == expected


def test_a_word_too_many_is_still_refused(journal: Path, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["journal", "show", "--journal", str(journal), "1", "2"])
    assert ended.value.code == 2
    assert "unrecognized arguments: 2" in capsys.readouterr().err


def test_journal_list_as_json_has_a_row_for_each_game(journal: Path, capsys: Output) -> None:
    assert main(["journal", "list", "--json", "--journal", str(journal)]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["id"], row["game"], row["actions"], row["finished"]) == (1, "favor", 2, False)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    "spoil",
    [newer, lambda path: path.write_text("not a journal"), lambda path: path.unlink()],
    ids=["newer version", "text file", "missing"],
)
@pytest.mark.parametrize("what", ["list", "show", "export"])
def test_a_journal_that_cannot_be_read_is_one_sentence_and_left_as_it_is(
    journal: Path, capsys: Output, spoil: Callable[[Path], object], what: str
) -> None:
    spoil(journal)
    before = journal.read_bytes() if journal.exists() else None
    assert main(["journal", what, "--journal", str(journal)]) == 1
    assert str(journal) in one_sentence(capsys.readouterr().err)
    assert (journal.read_bytes() if journal.exists() else None) == before


def test_a_game_that_is_not_in_the_journal_is_one_sentence(journal: Path, capsys: Output) -> None:
    assert main(["journal", "show", "7", "--journal", str(journal)]) == 1
    assert "there is no game 7" in one_sentence(capsys.readouterr().err)


def test_a_typo_in_the_configuration_is_named_with_its_line(tmp_path: Path, capsys: Output) -> None:
    config = tmp_path / "pharaoh.toml"
    config.write_text('[screen]\nsizze = "800x480"\n')
    assert main(["--config", str(config), "--sim"]) == 2
    error = one_sentence(capsys.readouterr().err)
    assert "line 2" in error
    assert '"size"' in error


@pytest.mark.parametrize("argv", [["read"], ["nonsense"], ["claims"], ["journal", "burn"]])
def test_wrong_usage_exits_with_2(argv: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2


@pytest.mark.parametrize("camera", ["/dev/video87", "nowhere/at/all", "87"])
def test_a_camera_named_on_the_command_line_that_is_missing_is_one_sentence(
    tmp_path: Path, capsys: Output, camera: str
) -> None:
    assert main(["--sim", "--camera", camera, "--journal", str(tmp_path / "journal.sqlite")]) == 1
    assert camera in one_sentence(capsys.readouterr().err)


@pytest.mark.parametrize("spoil", [newer, lambda path: path.write_text("not a journal")])
def test_the_table_does_not_start_on_a_journal_that_it_cannot_use(
    journal: Path, capsys: Output, spoil: Callable[[Path], object]
) -> None:
    spoil(journal)
    before = journal.read_bytes()
    assert main(["--sim", "--journal", str(journal)]) == 1
    assert str(journal) in one_sentence(capsys.readouterr().err)
    assert journal.read_bytes() == before


def test_the_table_on_a_full_disk_is_one_sentence(small_disk: Path, capsys: Output) -> None:
    fill(small_disk)
    assert main(["--sim", "--journal", str(small_disk / "journal.sqlite")]) == 1
    assert "the disk is full" in one_sentence(capsys.readouterr().err)


def test_dice_may_be_written_with_spaces_and_capitals(capsys: Output) -> None:
    assert main(["claims", "--bars", " 3a", "--dice", "4, Artisan : STAR ,"]) == 0
    assert capsys.readouterr().out.startswith("Locked: Standard 4, Artisan star\n")


@pytest.mark.parametrize("number", ["-1", "0", str(2**63), str(-(2**63) - 1), "9" * 400])
def test_no_number_of_a_game_is_too_strange_for_one_sentence(
    journal: Path, capsys: Output, number: str
) -> None:
    assert main(["journal", "show", number, "--journal", str(journal)]) == 1
    assert f"there is no game {number}" in one_sentence(capsys.readouterr().err)


def test_the_journal_may_be_named_before_the_command(journal: Path, capsys: Output) -> None:
    assert main(["--journal", str(journal), "journal", "list"]) == 0
    assert "favor" in one_sentence(capsys.readouterr().out)


@pytest.mark.parametrize("words", [["show"], ["show", "--json"], ["export"]])
def test_a_journal_without_a_game_is_said_beside_the_data(
    tmp_path: Path, capsys: Output, words: list[str]
) -> None:
    Journal.open(tmp_path / "journal.sqlite").close()
    assert main(["--journal", str(tmp_path / "journal.sqlite"), "journal", *words]) == 1
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "The journal has no game yet.\n")


def pharaoh(*argv: str, stdout: int, **environ: str) -> tuple[int, str]:
    """Exit code and stderr of the command in a process of its own, its output held back until the end."""
    done = subprocess.run(
        [sys.executable, "-m", "device", *argv],
        cwd=Path(__file__).resolve().parents[2],
        env={key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"} | environ,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
    )
    return done.returncode, done.stderr


CLAIMS = ("claims", "--bars", "5B", "--dice", "1,1")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("argv", [CLAIMS, ("--help",)])
def test_a_reader_that_has_enough_ends_the_command_without_a_word(
    argv: tuple[str, ...], unbuffered: str
) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        code, error = pharaoh(*argv, stdout=write_end, PYTHONUNBUFFERED=unbuffered)
    finally:
        os.close(write_end)
    assert error == ""
    # argparse itself takes a help text that nobody reads for a success.
    assert code == 1 or (code == 0 and argv == ("--help",))


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_finds_no_space_is_one_sentence(unbuffered: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full, which Linux has")
    with Path("/dev/full").open("w") as full:
        code, error = pharaoh(*CLAIMS, stdout=full.fileno(), PYTHONUNBUFFERED=unbuffered)
    assert code == 1
    assert "No space left" in one_sentence(error)


def test_a_terminal_without_the_rulebooks_signs_shows_what_it_can(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as out:
        code, error = pharaoh(*CLAIMS, stdout=out.fileno(), PYTHONIOENCODING="ascii")
    assert (code, error) == (0, "")
    assert "All \\u2264 2" in (tmp_path / "out").read_text()


def test_dice_that_nobody_knows_are_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--dice", "d7", "x.png"]) == 2
    assert 'There are no dice called "d7": say favor, or some of d6,d8,d10,d12.' in capsys.readouterr().err


def test_a_picture_may_have_any_name(tmp_path: Path) -> None:
    picture = cv2.imencode(".png", render(scatter([("red", "white", "5")], seed=3)))[1].tobytes()
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.png")
    Path(path).write_bytes(picture)
    with (tmp_path / "out").open("w") as out:
        # Python's UTF-8 mode for the C locale would hide what another locale does.
        code, error = pharaoh("read", path, stdout=out.fileno(), PYTHONIOENCODING="utf-8:strict")
    assert (code, error) == (0, "")
    assert "\\udcff.png: red d6 5" in (tmp_path / "out").read_text()


def test_a_question_to_the_rules_or_the_journal_loads_neither_screen_nor_camera(journal: Path) -> None:
    program = (
        "import sys; from device.cli import main; code = main(sys.argv[1:]); "
        "heavy = {'cv2', 'numpy', 'pygame', 'gpiozero'} & set(sys.modules); "
        "sys.exit(str(heavy) if heavy else code)"
    )
    for argv in ([*BARS, "--dice", "4"], ["journal", "show", "--journal", str(journal)]):
        done = subprocess.run(
            [sys.executable, "-c", program, *argv], capture_output=True, text=True, check=False, cwd=ROOT
        )
        assert (done.returncode, done.stderr) == (0, "")
