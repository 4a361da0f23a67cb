from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch, of the extra `train`")

import torch

from vision.training.mean import main, mean


def test_weights_are_averaged_name_by_name_and_keep_their_type() -> None:
    one = {"a": torch.tensor([1.0, 2.0]), "count": torch.tensor(4)}
    other = {"a": torch.tensor([3.0, 6.0]), "count": torch.tensor(8)}
    both = mean([one, other])
    assert both["a"].tolist() == [2.0, 4.0]
    assert both["count"] == 6
    assert both["count"].dtype == torch.int64


def test_weights_of_different_nets_are_refused() -> None:
    with pytest.raises(ValueError, match="different kinds of nets"):
        mean([{"a": torch.zeros(2)}, {"a": torch.zeros(3)}])


def test_the_mean_of_files_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("one", 1.0), ("other", 2.0)):
        torch.save({"a": torch.full((2,), value)}, tmp_path / f"{name}.pt")
    names = [str(tmp_path / f"{name}.pt") for name in ("out", "one", "other")]
    monkeypatch.setattr(sys, "argv", ["mean", *names])
    main()
    assert torch.load(names[0], weights_only=True)["a"].tolist() == [1.5, 1.5]
