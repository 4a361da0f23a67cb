from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import main
from rules.pharaoh_code.solver import solve

Output = pytest.CaptureFixture[str]


def test_the_issues_example_is_answered(capsys: Output) -> None:
    assert main(["code", "2", "5", "11", "33"]) == 0
    assert capsys.readouterr().out == "  33 = (5 - 2) × 11\n"


def test_all_numbers_as_json(capsys: Output) -> None:
    assert main(["code", "--json", "2", "5", "11"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["33"] == ["(5 - 2) × 11"]
    assert {int(n): tuple(equations) for n, equations in made.items()} == dict(solve((2, 5, 11)))


def test_the_dice_may_stand_in_any_order(capsys: Output) -> None:
    assert main(["code", "--json", "11", "2", "5", "45"]) == 0
    assert json.loads(capsys.readouterr().out) == {"45": ["5 × (11 - 2)"]}


def test_a_number_that_cannot_be_made_is_the_answer_no(capsys: Output) -> None:
    assert main(["code", "2", "5", "11", "33", "34"]) == 1
    assert capsys.readouterr().out == "  33 = (5 - 2) × 11\n  34   cannot be made from 2, 5, 11\n"
    assert main(["code", "--json", "2", "5", "11", "34"]) == 1
    assert json.loads(capsys.readouterr().out) == {"34": []}


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        (["12", "12", "12"], "dice with 8, 10 and 12 sides cannot show 12, 12, 12"),
        (["2", "0", "11"], "a 0 of the ten-sided one counts as 10"),
        (["2", "five", "11"], "'five' is not a whole number"),
        (["2", "٥", "11"], "'٥' is not a whole number"),
        (["2", "5", "-11"], "'-11' is not a whole number"),
        (["2", "5", "11", "3.5"], "'3.5' is not a whole number"),
        (["2", "5", "11", "9" * 5000], "is not a whole number"),
        (["2", "5", "11", "0"], "0 lies on no tile"),
    ],
)
def test_dice_and_numbers_that_cannot_be_are_wrong_usage(
    numbers: list[str], words: str, capsys: Output
) -> None:
    assert main(["code", *numbers]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
    assert told.err.count("\n") == 1


def test_two_dice_are_wrong_usage(capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(["code", "2", "5"])
    assert left.value.code == 2
    assert "DIE" in capsys.readouterr().err


def test_it_loads_neither_screen_nor_camera() -> None:
    program = (
        "import sys; from device.cli import main; code = main(['code', '2', '5', '11', '33']); "
        "sys.exit(str({'cv2', 'numpy', 'pygame'} & set(sys.modules)) if code or 'cv2' in sys.modules "
        "or 'pygame' in sys.modules else 0)"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=root
    )
    assert (done.returncode, done.stderr) == (0, "")
