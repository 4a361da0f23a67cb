"""What the nets learn of how a die with numerals lies, and of its upper face set upright."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")
pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

from vision.network.outputs import ASKEW, NONE, REACH_UNIT
from vision.network.upper_faces import UpperFace
from vision.training import crops, tops
from vision.training.arrays import Array, Frame
from vision.training.bank import Bank, fill
from vision.training.crops import Sampler
from vision.training.records import Die, Record, Top, rendered
from vision.training.tasks import TASKS
from vision.training.tops import TopBank, TopSampler, fill_tops, top_patch
from vision.training.trays import Maker

WHOLE, TOPS = TASKS["polyhedra"], TASKS["numerals"]


def arrow(up: float) -> tuple[np.ndarray, Top]:
    """A frame with a white line from a face's middle to where its head is, `up` in degrees."""
    frame = np.full((300, 400, 3), 40, np.uint8)
    middle, reach = (210.0, 140.0), 30.0
    way = np.array([math.cos(math.radians(up)), math.sin(math.radians(up))])
    end = np.array(middle) + reach * way
    cv2.line(frame, (210, 140), tuple(int(v) for v in np.rint(end)), (255, 255, 255), 5, cv2.LINE_AA)
    return frame, Top(middle, reach, up)


def record(top: Top, frame: np.ndarray, face: str = "7", sides: int = 10) -> Record:
    _, code = cv2.imencode(".png", frame)
    die = Die((150.0, 90.0, 100.0, 100.0), sides, face, top=top)
    return Record(code.tobytes(), [die], "rendered", "s", "n", turnable=True)


def head_of(picture: np.ndarray) -> float:
    """Where the bright line of a picture points, in degrees, seen from the picture's middle."""
    grey = picture.max(2).astype(float)
    grey[grey < grey.max() / 2] = 0
    ys, xs = np.mgrid[: grey.shape[0], : grey.shape[1]] - (grey.shape[0] - 1) / 2
    return math.degrees(math.atan2((ys * grey).sum(), (xs * grey).sum()))


@pytest.mark.parametrize("up", [0.0, 37.0, 90.0, 200.0, -120.0])
def test_a_patch_of_an_upper_face_has_its_head_above(up: float) -> None:
    frame, top = arrow(up)
    assert head_of(top_patch(frame, top.middle, top.reach, up)) == pytest.approx(-90, abs=4)


@pytest.mark.parametrize("up", [15.0, 160.0, -75.0])
def test_the_pose_to_learn_is_where_the_face_is_in_the_turned_crop(
    up: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A veil is brighter than the line that tells the face, and the edge may cut the line off.
    monkeypatch.setattr(crops, "VEILED", 0.0)
    monkeypatch.setattr(crops, "_CUT_OFF", 0.0)
    frame, top = arrow(up)
    bank = Bank()
    fill(bank, [record(top, frame)], WHOLE, np.random.default_rng(1))
    bank.patches, bank.dice, bank.turnable = bank.patches[:1], bank.dice[:1], bank.turnable[:1]
    sampler = Sampler(WHOLE, bank, {}, 0.0, np.random.default_rng(4))
    sampler._spoil = lambda picture, target, die: picture  # type: ignore[method-assign]
    batch = sampler.batch(40)
    known = (batch.pose_weight > 0) & (batch.face != WHOLE.faces.index(NONE))
    assert known.sum() > 30
    for picture, pose in zip(batch.pictures[known], batch.pose[known], strict=True):
        grey = picture.max(2).astype(float)
        ys, xs = np.nonzero(grey > grey.max() / 2)
        line = np.array([np.ptp(xs), np.ptp(ys)])
        reach = math.exp(pose[2]) * REACH_UNIT * 96
        assert math.hypot(*line) == pytest.approx(reach, rel=0.4)
        # The line goes from the face's middle as far as the face reaches.
        middle = (pose[:2] + 0.5) * 96
        away = np.hypot(xs - middle[0], ys - middle[1])
        assert away.min() < 4
        assert away.max() == pytest.approx(reach, rel=0.35)


def test_a_drawn_die_says_where_its_upper_face_is() -> None:
    maker = Maker(5, "poly", trouble=0.0)
    for _ in range(6):
        frame, truth = maker.frame()
        for die in truth["dice"]:  # type: ignore[attr-defined]
            x, y, width, height = die["box"]
            if die["visible"] == 1:
                assert x < die["top"][0] < x + width
                assert y < die["top"][1] < y + height
                assert 0.1 < die["reach"] / max(width, height) < 0.6
                assert -180 <= die["up"] <= 180
        assert frame.ndim == 3


def test_a_d6_has_no_way_up(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(cv2.imencode(".jpg", np.zeros((50, 50, 3), np.uint8))[1].tobytes())
    die = (
        '{"box": [1, 2, 30, 30], "top": [16, 17], "reach": 9.5, "up": 12.0, "sides": %d, "kind": "d", '
        '"face": "5", "visible": 1.0, "trouble": []}'
    )
    (tmp_path / "truth-poly-1.jsonl").write_text(
        f'{{"image": "a.jpg", "dice": [{die % 6}, {die % 8}], "hand": false, "tilt": 1.0}}\n'
    )
    six, eight = rendered(tmp_path, ("poly",))[0].dice
    assert six.top == Top((16, 17), 9.5, None)
    assert eight.top == Top((16, 17), 9.5, 12.0)


def test_crops_of_upper_faces_stand_upright_or_are_called_askew_or_none() -> None:
    frame, top = arrow(50.0)
    bank = TopBank()
    fill_tops(bank, [record(top, frame)], TOPS, np.random.default_rng(2))
    bank.patches, bank.faces = bank.patches[:1], bank.faces[:1]
    batch = TopSampler(TOPS, bank, {}, 0.0, np.random.default_rng(3)).batch(300)
    face, askew = batch.face == TOPS.faces.index("7"), batch.face == TOPS.faces.index(ASKEW)
    assert face.sum() > 140
    assert 50 < askew.sum() < 130
    assert (batch.face == TOPS.faces.index(NONE)).sum() > 4
    clear = face & (batch.face_weight == 1)
    off = []
    for picture, pose in zip(batch.pictures[clear], batch.pose[clear], strict=True):
        there = np.array([[1, 0, -pose[0] * 64], [0, 1, -pose[1] * 64]])
        off.append(abs((head_of(cv2.warpAffine(picture, there, (64, 64))) + 90 + 180) % 360 - 180))
    assert np.median(off) < 14
    assert (batch.pose_weight[~face & ~askew] == 0).all()


def test_pips_are_never_askew() -> None:
    frame, top = arrow(50.0)
    bank = TopBank()
    fill_tops(
        bank,
        [record(Top(top.middle, top.reach, None), frame, "5 pips", 6)],
        TOPS,
        np.random.default_rng(2),
    )
    batch = TopSampler(TOPS, bank, {}, 0.0, np.random.default_rng(3)).batch(200)
    assert not (batch.face == TOPS.faces.index(ASKEW)).any()


@pytest.mark.parametrize("likely", [True, False])
def test_a_photographed_face_is_turned_as_the_nets_read_its_label_or_left_out(
    likely: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame, top = arrow(70.0)
    label = TOPS.faces.index("7")

    def shares(frame: Frame, top: object, cuts: list[tuple[float, float]]) -> tuple[Array, None]:
        out = np.zeros((len(cuts), len(TOPS.faces)))
        for row, (_, turn) in enumerate(cuts):
            out[row, label] = likely and max(0.0, math.cos(math.radians(turn - 160)))
        return out, None

    where = UpperFace(*top.middle, top.reach)
    monkeypatch.setattr(tops, "add_detected", lambda bank, record, task: None)
    monkeypatch.setattr(tops, "whole_dice", lambda frame, boxes: boxes)
    monkeypatch.setattr(tops, "centred", lambda frame, dice: [(where, 1.0) for _ in dice])
    monkeypatch.setattr(tops, "faces_in", shares)
    bank = TopBank()
    tops.fill_photographed_tops(bank, record(top, frame), TOPS)
    assert bank.faces == (["7"] if likely else [])
    for patch in bank.patches:
        assert head_of(patch) == pytest.approx(-90, abs=6)
