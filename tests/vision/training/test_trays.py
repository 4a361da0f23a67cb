from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

from vision.network.outputs import KINDS, NUMERALS, PIPS, SYMBOLS, TROUBLES
from vision.training import frames
from vision.training.dice_models import FAVOR, model
from vision.training.marks import TILE
from vision.training.numerals import NumeralStyle, fonts
from vision.training.records import rendered
from vision.training.trays import Maker

NEEDS_FONTS = pytest.mark.skipif(not fonts(), reason="this machine has no fonts for numerals")
THEMES = ["mixed", "favor", "d6", pytest.param("poly", marks=NEEDS_FONTS)]


@pytest.mark.parametrize("theme", THEMES)
def test_every_dies_truth_agrees_with_itself(theme: str) -> None:
    maker = Maker(5, theme, 0.8)
    found = 0
    for _ in range(4):
        picture, truth = maker.frame()
        assert picture.dtype == np.uint8
        assert list(picture.shape[1::-1]) == truth["size"]
        dice: Any = truth["dice"]
        for die in dice:
            found += 1
            x, y, width, height = die["box"]
            top_x, top_y = np.clip(die["top"], 0, truth["size"])
            assert x - 0.2 <= top_x <= x + width + 0.2
            assert y - 0.2 <= top_y <= y + height + 0.2
            assert 0 < die["visible"] <= 1
            assert set(die["trouble"]) <= set(TROUBLES)
            assert die["face"] in (*PIPS, *SYMBOLS, *NUMERALS)
    assert found


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_seed_gives_the_same_frame(theme: str) -> None:
    one, other, third = (Maker(seed, theme).frame() for seed in (8, 8, 9))
    assert (one[0] == other[0]).all()
    assert one[1] == other[1]
    assert one[1] != third[1]


def test_the_favor_dice_are_those_that_the_network_knows() -> None:
    assert tuple(FAVOR) == KINDS
    assert sum(die.share for die in FAVOR.values()) == pytest.approx(1.0)
    assert all(len(die.faces) == 6 for die in FAVOR.values())


@NEEDS_FONTS
@pytest.mark.parametrize("sides", [8, 10, 12])
def test_opposite_numerals_add_up_to_the_same(sides: int) -> None:
    for seed in range(4):
        die = model(np.random.default_rng(seed), f"d{sides}", sides, fonts())
        numbers = [int(face) for face in die.faces]
        assert sorted(numbers) == (list(range(10)) if sides == 10 else list(range(1, sides + 1)))
        assert {numbers[i] + numbers[die.body.opposite[i]] for i in range(sides)} == {
            9 if sides == 10 else sides + 1
        }


@pytest.mark.parametrize(
    ("kind", "pairs"),
    [("d6", {"16", "25", "34"}), ("standard", {"12", "34", "56"}), ("serf", {"12", "34"})],
)
def test_pips_lie_opposite_as_the_kind_has_them(kind: str, pairs: set[str]) -> None:
    for seed in range(4):
        die = model(np.random.default_rng(seed), kind, 6, [])
        if all(face.isdecimal() for face in die.faces):
            found = {"".join(sorted((die.faces[i], die.faces[die.body.opposite[i]]))) for i in range(6)}
            assert found == pairs


@NEEDS_FONTS
def test_a_six_and_a_nine_on_one_die_are_told_apart() -> None:
    style = NumeralStyle(np.random.default_rng(1), fonts())
    style.mark, style.mark_every = "bar", False
    marked, bare = style.draw("6", True), style.draw("6", False)
    assert marked.shape == (TILE, TILE)
    assert marked.sum() > bare.sum() * 1.05
    assert (style.draw("8", True) == style.draw("8", False)).all()


def test_frames_are_written_with_their_truth_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["frames", str(tmp_path), "--count", "3", "--seed", "4", "--theme", "d6", "--trouble", "1"]
    monkeypatch.setattr(sys, "argv", arguments)
    frames.main()
    rows = [
        json.loads(line) for line in (tmp_path / "truth-d6-4.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    records = rendered(tmp_path, ("d6",))
    assert [record.name for record in records] == [row["image"] for row in rows]
    assert [len(record.dice) for record in records] == [len(row["dice"]) for row in rows]
    assert [list(record.frame().shape[1::-1]) for record in records] == [row["size"] for row in rows]


def test_without_fonts_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(frames, "fonts", list)
    monkeypatch.setattr(sys, "argv", ["frames", str(tmp_path / "out"), "--theme", "poly"])
    with pytest.raises(SystemExit):
        frames.main()
    assert "install some" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
