"""Trained weights to what OpenCV runs: `python -m vision.training.export NET IN.pt OUT.onnx.xz`."""

from __future__ import annotations

import argparse
import lzma
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from vision.training.nets import NETS, crop_side, fresh

Axes = dict[str, dict[int, str]]

_DROPPED_BITS = 16
"""Of the 23 bits of a weight's mantissa."""


def main() -> None:
    """Write an ONNX file, packed.

    Weights are rounded to seven bits of mantissa but kept as 32-bit numbers: older OpenCV reads no others,
    and the zeros pack away.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=NETS)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    weights = torch.load(args.weights, weights_only=True, map_location="cpu")
    args.out.write_bytes(lzma.compress(packed(args.net, weights), preset=9 | lzma.PRESET_EXTREME))


def packed(name: str, weights: dict[str, torch.Tensor]) -> bytes:
    """The ONNX file of the net `name`, one of `NETS`, with the given weights, rounded."""
    net = fresh(name)
    net.load_state_dict(weights)
    if name == "detector":
        axes = ({"frame": {2: "height", 3: "width"}}, {"maps": {2: "rows", 3: "columns"}})
        model = _traced(net, torch.zeros(1, 3, 288, 384), *axes)
    else:
        side = crop_side(name)
        model = _traced(net, torch.zeros(1, 3, side, side), {"crops": {0: "dice"}}, {"logits": {0: "dice"}})
    _inline_identities(model)
    for initial in model.graph.initializer:
        values = numpy_helper.to_array(initial)
        if values.dtype == np.float32:
            initial.CopyFrom(numpy_helper.from_array(_rounded(values), initial.name))
    # Traces name source files of the machine that made them.
    model.doc_string = ""
    for node in model.graph.node:
        node.doc_string = ""
    return bytes(model.SerializeToString())


def _traced(net: torch.nn.Module, example: torch.Tensor, inward: Axes, outward: Axes) -> onnx.ModelProto:
    """Trace a net; `inward` and `outward` name its input and output, and their axes of any length."""
    net.eval()
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "net.onnx"
        # OpenCV 4.6 reads what the older exporter writes, and this version of the operators.
        torch.onnx.export(
            net, (example,), str(whole), dynamo=False, opset_version=11, input_names=list(inward),
            output_names=list(outward), dynamic_axes={**inward, **outward},
        )  # fmt: skip
        return onnx.load(str(whole))


def _rounded(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """The nearest numbers whose last bits are zero."""
    bits = np.ascontiguousarray(values).view(np.uint32)
    half = np.uint32(1 << (_DROPPED_BITS - 1))
    return ((bits + half) & ~np.uint32((1 << _DROPPED_BITS) - 1)).view(np.float32).reshape(values.shape)


def _inline_identities(model: onnx.ModelProto) -> None:
    """Give every copy of a weight its own values: older OpenCV cannot follow the copies."""
    weights = {w.name: w for w in model.graph.initializer}
    for node in [n for n in model.graph.node if n.op_type == "Identity" and n.input[0] in weights]:
        copy = numpy_helper.from_array(numpy_helper.to_array(weights[node.input[0]]), node.output[0])
        model.graph.initializer.append(copy)
        model.graph.node.remove(node)


if __name__ == "__main__":
    main()
