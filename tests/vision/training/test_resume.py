from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")
pytest.importorskip("onnx", reason="exported nets are read with onnx, of the extra `train`")
pytest.importorskip("PIL", reason="numerals are drawn with Pillow, of the extra `train`")

import torch
from torch import nn

from vision.training import resume
from vision.training.export import packed
from vision.training.nets import fresh
from vision.training.resume import blob, correlation, difference, normalise, refilled

SIDES = {"detector": 96, "pips": 64, "polyhedra": 96, "numerals": 64, "stacks": 64}


def pictures(name: str, count: int, seed: int) -> torch.Tensor:
    side = SIDES[name]
    return blob(np.random.default_rng(seed).integers(0, 256, (count, side, side, 3), np.uint8))


def exported(name: str) -> bytes:
    """A net whose normalisations are no longer those of a new one."""
    torch.manual_seed(5)
    net = fresh(name)
    with torch.no_grad():
        for norm in (module for module in net.modules() if isinstance(module, nn.BatchNorm2d)):
            norm.weight.uniform_(0.5, 1.5)
            norm.bias.uniform_(-0.3, 0.3)
        for seed in range(3):
            net(pictures(name, 8, seed))
    return packed(name, net.state_dict())


@pytest.mark.parametrize("name", sorted(SIDES))
def test_a_refilled_net_does_what_the_exported_one_does(name: str) -> None:
    file = exported(name)
    assert difference(refilled(fresh(name), file), file, pictures(name, 4, 9)) < 1e-3


@pytest.mark.parametrize("name", ["detector", "pips"])
def test_a_net_that_is_gone_on_with_does_in_training_what_it_did(name: str) -> None:
    file = exported(name)
    net = refilled(fresh(name), file)
    before = correlation(net, pictures(name, 32, 9))
    normalise(net, (pictures(name, 16, seed) for seed in range(4)))
    assert difference(net, file, pictures(name, 4, 9)) < 1e-3
    assert correlation(net, pictures(name, 32, 9)) > max(0.95, before)


def test_channels_are_as_long_as_those_of_a_new_net() -> None:
    net, new = refilled(fresh("pips"), exported("pips")), fresh("pips")
    for module, other in zip(net.modules(), new.modules(), strict=True):
        if isinstance(module, nn.Conv2d):
            lengths = module.weight.flatten(1).norm(dim=1)
            usual = float(other.weight.detach().flatten(1).norm(dim=1).mean())
            assert lengths.detach().numpy() == pytest.approx(usual, rel=0.1)


def test_checking_what_a_net_does_in_training_leaves_it_as_it_was() -> None:
    net = refilled(fresh("pips"), exported("pips"))
    kept = {name: value.clone() for name, value in net.state_dict().items()}
    correlation(net, pictures("pips", 8, 9))
    assert not any(module.training for module in net.modules())
    assert all(torch.equal(value, kept[name]) for name, value in net.state_dict().items())


def test_a_file_of_another_net_is_refused() -> None:
    with pytest.raises(ValueError, match="of another kind or version"):
        refilled(fresh("numerals"), exported("pips"))


@pytest.fixture
def trays(tmp_path: Path) -> Path:
    picture = np.random.default_rng(1).integers(0, 256, (240, 320, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "d6-1-0.jpg"), picture)
    die = {"box": [100, 80, 40, 40], "sides": 6, "face": "5", "kind": None, "visible": 1.0, "trouble": []}
    die |= {"top": [120, 98], "reach": 18.0, "up": 0.0}
    truth = {"image": "d6-1-0.jpg", "dice": [die], "tilt": 0, "hand": False}
    (tmp_path / "truth-d6-1.jsonl").write_text(json.dumps(truth) + "\n", encoding="utf-8")
    return tmp_path


def ask(monkeypatch: pytest.MonkeyPatch, name: str, trays: Path) -> Path:
    whole, out = trays / "net", trays / "net.pt"
    whole.write_bytes(lzma.compress(exported(name)))
    monkeypatch.setattr(resume, "_BATCH", 4)
    monkeypatch.setattr(resume, "_BATCHES", 2)
    monkeypatch.setattr(sys, "argv", ["resume", name, str(whole), str(out), str(trays)])
    resume.main()
    return out


@pytest.mark.parametrize("name", ["detector", "pips"])
def test_weights_are_written_that_a_training_takes(
    name: str, trays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = torch.load(ask(monkeypatch, name, trays), weights_only=True)
    fresh(name).load_state_dict(weights)


def test_weights_that_do_something_else_are_not_written(
    trays: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(resume, "difference", lambda *_: 0.5)
    with pytest.raises(SystemExit):
        ask(monkeypatch, "pips", trays)
    assert "do not do what the exported net does" in capsys.readouterr().err
    assert not (trays / "net.pt").exists()


def test_a_folder_without_frames_of_the_nets_theme_is_refused(
    trays: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        ask(monkeypatch, "numerals", trays)
    assert "holds no frames that this net learns from" in capsys.readouterr().err
