from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vision.errors import NetworkError
from vision.network import load

FOLDER = Path(load.__file__).parent
BLOB = np.zeros((1, 3, 64, 64), np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    load.use(tmp_path)
    yield tmp_path
    load.use(None)


def test_all_networks_together_stay_within_four_megabytes() -> None:
    sizes = [path.stat().st_size for path in FOLDER.glob("*.onnx.*")]
    assert 0 < sum(sizes) <= 4_000_000


def test_a_network_runs_from_another_folder(folder: Path) -> None:
    (folder / "other.onnx.xz").write_bytes((FOLDER / "pips.onnx.xz").read_bytes())
    assert load.forward("other", BLOB).shape[0] == 1


def test_a_missing_network_is_told(folder: Path) -> None:
    with pytest.raises(NetworkError, match=r"pips\.onnx\.xz is missing or damaged"):
        load.forward("pips", BLOB)


@pytest.mark.parametrize("kept", [0, 20, 5000])
def test_a_network_that_is_cut_off_is_told(folder: Path, kept: int) -> None:
    (folder / "pips.onnx.xz").write_bytes((FOLDER / "pips.onnx.xz").read_bytes()[:kept])
    with pytest.raises(NetworkError, match="missing or damaged"):
        load.forward("pips", BLOB)


@pytest.mark.parametrize("whole", [b"no network", lzma.compress(b"no network")])
def test_a_file_that_holds_no_network_is_told(folder: Path, whole: bytes) -> None:
    (folder / "pips.onnx.xz").write_bytes(whole)
    with pytest.raises(NetworkError, match="missing or damaged"):
        load.forward("pips", BLOB)


def test_inputs_of_many_shapes_one_after_the_other_give_what_each_gives_alone() -> None:
    rng = np.random.default_rng(4)
    blobs = [rng.uniform(-0.5, 0.5, (1, 3, 32 * k, 64)).astype(np.float32) for k in range(1, 8)]
    load.use(None)
    alone = []
    for blob in blobs:
        alone.append(load.forward("detector", blob))
        load.use(None)
    for blob, out in [*zip(blobs, alone, strict=True)] * 2:
        np.testing.assert_allclose(load.forward("detector", blob), out, atol=1e-5)
