from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")
pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

import torch

from vision.network.outputs import KINDS, NONE, TROUBLES
from vision.training import detector, faces
from vision.training.bank import Bank, fill
from vision.training.crops import Sampler
from vision.training.cuts import BOX_WEIGHT, HAND_WEIGHT, HEAT, HEAT_WEIGHT, MAPS
from vision.training.loop import Schedule, fit, rate_at, run
from vision.training.nets import Detector, FaceNet
from vision.training.records import Die, Record
from vision.training.tasks import TASKS

PIPS = TASKS["pips"]


def record(trouble: tuple[str, ...] = ()) -> Record:
    frame = np.random.default_rng(1).integers(0, 256, (240, 320, 3), np.uint8)
    _, code = cv2.imencode(".png", frame)
    die = Die((100.0, 80.0, 40.0, 40.0), 6, "5", "serf", 1.0, trouble)
    return Record(code.tobytes(), [die], "rendered", "s", "n", turnable=True)


def bank_of(*records: Record) -> Bank:
    bank = Bank()
    fill(bank, list(records), PIPS, np.random.default_rng(1))
    return bank


def test_the_detector_gives_maps_of_a_quarter() -> None:
    out = Detector().eval()(torch.zeros(1, 3, 96, 64))
    assert tuple(out.shape) == (1, 6 + len(TROUBLES), 24, 16)


@pytest.mark.parametrize("name", sorted(TASKS))
def test_a_face_net_gives_a_logit_for_every_name(name: str) -> None:
    task = TASKS[name]
    out = FaceNet(task.side, task.outputs).eval()(torch.zeros(2, 3, task.side, task.side))
    assert tuple(out.shape) == (2, task.outputs)


def test_a_bank_keeps_dice_and_places_without_one() -> None:
    bank = bank_of(record())
    assert bank.dice[0] is not None
    assert len(bank.patches) == len(bank.dice) == len(bank.turnable)
    assert {cut.shape for cut in bank.patches} == {(102, 102, 3)}


def test_a_crop_without_a_die_has_no_face_and_no_trouble_to_learn() -> None:
    bank = bank_of(record(("cocked",)))
    batch = Sampler(PIPS, bank, {}, 0.0, np.random.default_rng(2)).batch(80)
    assert batch.pictures.shape == (80, 64, 64, 3)
    none = batch.face == PIPS.faces.index(NONE)
    assert 0 < none.sum() < 80
    assert (batch.trouble_weight[none] == 0).all()
    assert (batch.sides[none] == -1).all()
    assert (batch.kind[~none] == KINDS.index("serf")).all()
    assert (batch.trouble[~none][:, TROUBLES.index("cocked")] == 1).all()
    assert (batch.face_weight[~none] < 0.2).all()


def test_the_right_maps_cost_less_than_wrong_ones() -> None:
    target = torch.zeros(1, MAPS, 8, 8)
    target[:, [HEAT_WEIGHT, HAND_WEIGHT]] = 1
    target[0, [HEAT, BOX_WEIGHT], 3, 4] = 1
    good = torch.full((1, 6 + len(TROUBLES), 8, 8), -6.0)
    good[:, 1:5] = 0
    good[0, 0, 3, 4] = 6
    wrong = -good
    wrong[:, 1:5] = 1
    cheap, dear = detector.loss_of(good, target), detector.loss_of(wrong, target)
    assert set(cheap) == {"heat", "boxes", "hand", "trouble"}
    for name in cheap:
        assert cheap[name] < dear[name]


def test_a_head_that_nothing_is_known_for_costs_nothing() -> None:
    bank = bank_of(record())
    batch = Sampler(PIPS, bank, {}, 0.0, np.random.default_rng(2)).batch(6)
    batch.kind[:] = -1
    losses = faces.loss_of(PIPS, torch.zeros(6, PIPS.outputs), batch)
    assert "kind" not in losses
    assert losses["face"] > 0


def test_the_rate_rises_and_then_falls_to_almost_nothing() -> None:
    assert rate_at(1e-2, 0, 0.0) == pytest.approx(1e-6)
    assert rate_at(1e-2, 50, 0.0) == pytest.approx(5e-3, rel=1e-3)
    assert rate_at(1e-2, 500, 0.5) == pytest.approx(5e-3, rel=1e-3)
    assert rate_at(1e-2, 500, 1.0) == pytest.approx(1e-6)


def test_fitting_lowers_the_loss_and_writes_the_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    minutes = iter(range(1000))
    monkeypatch.setattr("vision.training.loop.time.monotonic", lambda: 60.0 * next(minutes))
    torch.manual_seed(1)
    net = torch.nn.Linear(4, 1)
    seen: list[float] = []

    def losses_of(step: int) -> dict[str, torch.Tensor]:
        loss = (net(torch.ones(2, 4)) - 1.0).square().mean()
        seen.append(float(loss.detach()))
        return {"face": loss}

    fit(
        net,
        losses_of,
        {"face": 1.0},
        Schedule(minutes=60, rate=0.1, decay=0.0, report=20),
        tmp_path / "net.pt",
    )
    assert seen[-1] < 0.1 * seen[0]
    kept = torch.load(tmp_path / "net.pt", weights_only=True)
    assert (kept["weight"] == net.weight).all()


def test_what_runs_at_the_table_gives_what_was_trained(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="the export needs onnx, of the extra `train`")
    from vision.training.export import packed

    torch.manual_seed(3)
    net = FaceNet(PIPS.side, PIPS.outputs).eval()
    crops = np.random.default_rng(3).integers(0, 256, (2, 64, 64, 3), np.uint8)
    exported = cv2.dnn.readNetFromONNX(np.frombuffer(packed("pips", net.state_dict()), np.uint8))
    exported.setInput(cv2.dnn.blobFromImages(list(crops), 1 / 255, mean=(127.5, 127.5, 127.5)))
    with torch.no_grad():
        meant = run(net, crops).float().numpy()
    assert exported.forward() == pytest.approx(meant, abs=0.03)
