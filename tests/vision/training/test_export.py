from __future__ import annotations

import lzma
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")
onnx = pytest.importorskip("onnx", reason="the export needs onnx, of the extra `train`")

import torch

from vision.network import load
from vision.training import export
from vision.training.nets import FaceNet
from vision.training.tasks import TASKS

PIPS = TASKS["pips"]


@pytest.fixture
def exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    torch.manual_seed(3)
    torch.save(FaceNet(PIPS.side, PIPS.outputs).state_dict(), tmp_path / "net.pt")
    out = tmp_path / "pips.onnx.xz"
    monkeypatch.setattr(sys, "argv", ["export", "pips", str(tmp_path / "net.pt"), str(out)])
    export.main()
    return out


def test_the_table_runs_the_file_that_an_export_writes(exported: Path) -> None:
    load.use(exported.parent)
    try:
        out = load.forward("pips", np.zeros((2, 3, PIPS.side, PIPS.side), np.float32))
    finally:
        load.use(None)
    assert out.shape == (2, PIPS.outputs)


def test_a_packed_net_takes_less_than_two_bytes_a_weight(exported: Path) -> None:
    net = FaceNet(PIPS.side, PIPS.outputs)
    assert exported.stat().st_size < 2 * sum(weight.numel() for weight in net.parameters())


def test_weights_keep_seven_bits_of_their_mantissa(exported: Path) -> None:
    model = onnx.load_from_string(lzma.decompress(exported.read_bytes()))
    for initial in model.graph.initializer:
        values = onnx.numpy_helper.to_array(initial)
        if values.dtype == np.float32:
            assert not (np.ascontiguousarray(values).view(np.uint32) & 0xFFFF).any()


def test_rounding_takes_the_nearest_number() -> None:
    values = np.array([[1.0, -1.0], [1 + 2**-8 + 2**-12, 1 + 2**-9]], np.float32)
    assert export._rounded(values).tolist() == [[1.0, -1.0], [1 + 2**-7, 1.0]]
