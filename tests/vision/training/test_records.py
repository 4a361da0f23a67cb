from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training.records import largest_thing, left_out, photographs, rendered

BOX = [10.0, 20.0, 30.0, 32.0]


def jpeg(box: tuple[int, int, int, int] | None = None) -> bytes:
    frame = np.full((240, 320, 3), (60, 120, 60), np.uint8)
    if box:
        x, y, width, height = box
        frame[y : y + height, x : x + width] = (40, 40, 220)
    done, code = cv2.imencode(".jpg", frame)
    assert done
    return code.tobytes()


DIE: dict[str, object] = {
    "box": BOX,
    "top": [25, 30],
    "reach": 12.5,
    "up": 40.0,
    "sides": 6,
    "kind": "d6",
    "face": "5",
    "visible": 0.9,
    "trouble": ["cocked"],
}


def truth(name: str, **changes: object) -> dict[str, object]:
    return {"image": name, "dice": [DIE], "hand": False, "tilt": 3.0, **changes}


def write(folder: Path, theme: str, rows: list[dict[str, object]], tail: str = "") -> None:
    for row in rows:
        (folder / str(row["image"])).write_bytes(jpeg())
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / f"truth-{theme}-7.jsonl").write_text(lines + tail, encoding="utf-8")


def test_a_rendered_frame_comes_with_its_truth(tmp_path: Path) -> None:
    write(tmp_path, "mixed", [truth("mixed-7-00000.jpg"), truth("mixed-7-00001.jpg", tilt=20.0, hand=True)])
    first, second = rendered(tmp_path, ("mixed",))
    assert first.frame().shape == (240, 320, 3)
    assert (first.source, first.scene, first.turnable, first.hand) == ("rendered", "mixed-7", True, None)
    assert (second.turnable, second.hand) == (False, tmp_path / "mixed-7-00001-hand.png")
    assert (first.tilt, second.tilt) == (3.0, 20.0)
    (die,) = first.dice
    assert (die.box, die.face, die.visible, die.trouble) == (tuple(BOX), "5", 0.9, ("cocked",))


def test_only_the_themes_asked_for_are_read(tmp_path: Path) -> None:
    write(tmp_path, "mixed", [truth("mixed-7-00000.jpg")])
    assert rendered(tmp_path, ("favor", "poly")) == []


def test_a_d6_beside_numerals_has_faces_of_its_own(tmp_path: Path) -> None:
    write(tmp_path, "poly", [truth("poly-7-00000.jpg")])
    assert rendered(tmp_path, ("poly",))[0].dice[0].face == "5 pips"


def test_a_truth_line_that_is_still_being_written_is_left_out(tmp_path: Path) -> None:
    whole = json.dumps(truth("d6-7-00001.jpg"))
    for cut in range(1, len(whole)):
        write(tmp_path, "d6", [truth("d6-7-00000.jpg")], whole[:cut])
        assert [record.name for record in rendered(tmp_path, ("d6",))] == ["d6-7-00000.jpg"]


@pytest.mark.parametrize(
    ("source", "without", "out"),
    [
        ("DamianTab/DiceDetection", "", False),
        ("DamianTab/DiceDetection", "nell-byler", False),
        ("DamianTab/DiceDetection", "nell-byler,DamianTab", True),
        ("DamianTab/DiceDetection", ",", False),
    ],
)
def test_sources_are_left_out_by_parts_of_their_names(source: str, without: str, out: bool) -> None:
    assert left_out(source, without) is out


def test_the_largest_thing_is_found_on_plain_ground() -> None:
    x, y, width, height = largest_thing(jpeg((120, 80, 60, 50)))
    assert (x, y) == pytest.approx((120, 80), abs=8)
    assert (width, height) == pytest.approx((60, 50), abs=12)


def test_where_nothing_stands_out_the_middle_is_taken() -> None:
    assert largest_thing(jpeg()) == pytest.approx((96, 72, 128, 96))


def label(**changes: object) -> dict[str, object]:
    known = {"bbox": [50, 60, 40, 40], "sides": 6, "value": 4}
    unknown = {"bbox": [0, 0, 9, 9], "sides": 6, "value": None}
    row: dict[str, object] = {"image": "images/a.jpg", "repo": "nell-byler/dice_detection", "scene": "s"}
    return {**row, "style": "pip", "ignore": [[1, 2, 3, 4]], "dice": [known, unknown], **changes}


def labelled(folder: Path, *rows: dict[str, object]) -> Path:
    (folder / "images").mkdir()
    (folder / "images" / "a.jpg").write_bytes(jpeg((120, 80, 60, 50)))
    (folder / "labels.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def test_a_photograph_comes_with_the_dice_whose_value_is_known(tmp_path: Path) -> None:
    (record,) = photographs(labelled(tmp_path, label(), label(style="numeral")), ("pip",))
    assert [(die.box, die.face) for die in record.dice] == [((50, 60, 40, 40), "4")]
    assert (record.turnable, record.ignore) == (True, [(1, 2, 3, 4)])


def test_a_photograph_without_boxes_takes_its_largest_thing(tmp_path: Path) -> None:
    row = label(dice=[{"bbox": None, "sides": 6, "value": 2}], repo="other/set")
    (record,) = photographs(labelled(tmp_path, row), ("pip",))
    assert record.dice[0].box[:2] == pytest.approx((120, 80), abs=8)
    assert not record.turnable


def test_boxes_of_pips_only_are_grown_to_the_die(tmp_path: Path) -> None:
    (record,) = photographs(labelled(tmp_path, label(note="boxes cover the pips only")), ("pip",))
    x, y, width, height = record.dice[0].box
    assert x < 50
    assert y < 60
    assert x + width > 90
    assert y + height > 100


@pytest.mark.parametrize(("visible", "told"), [(0.1, False), (0.3, True)])
def test_a_stack_is_told_only_where_enough_of_both_its_dice_shows(
    tmp_path: Path, visible: float, told: bool
) -> None:
    upper = {**DIE, "trouble": ["stacked"]}
    x, y, width, height = BOX
    lower = {**upper, "box": [x + 5, y + 5, width, height], "visible": visible}
    beside = {**upper, "box": [x + 90, y, width, height]}
    write(tmp_path, "mixed", [truth("mixed-7-00000.jpg", dice=[upper, lower, beside, DIE])])
    (record,) = rendered(tmp_path, ("mixed",))
    assert [die.told for die in record.dice] == [told, told, True, True]
