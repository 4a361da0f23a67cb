"""Weights to go on from: `python -m vision.training.resume NET IN.onnx.xz OUT.pt RENDERED`."""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.training.arrays import Frame, Rng
from vision.training.bank import Bank, fill
from vision.training.crops import Sampler
from vision.training.cuts import sample
from vision.training.loop import seeded
from vision.training.nets import NETS, fresh
from vision.training.piles import Piles
from vision.training.records import Record, rendered
from vision.training.tasks import TASKS
from vision.training.throws import THEMES
from vision.training.tops import TopBank, TopSampler, fill_tops

Layer = nn.Conv2d | nn.Linear

_FRESH_NORM = 3**-0.5
"""The norm of a channel's weights as PyTorch begins with them, whatever the channel's width."""

_BATCH = 32
_BATCHES = 12
"""How many example inputs tell the means and variances inside a net."""

_CLOSE = 1e-2
"""The difference of an output that rounding explains."""


def main() -> None:
    """Write weights that do what the exported net does; ends with an error where they do not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=NETS)
    parser.add_argument("exported", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("rendered", type=Path, help="a folder of frames: what goes on inside on them")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    file = lzma.decompress(args.exported.read_bytes())
    records = rendered(args.rendered, TASKS[args.net].themes if args.net in TASKS else THEMES)
    if not records:
        parser.error(f"{args.rendered} holds no frames that this net learns from.")
    examples = _examples(args.net, records, seeded(args.seed))
    net = refilled(fresh(args.net), file)
    normalise(net, (blob(next(examples)) for _ in range(_BATCHES)))
    inputs = blob(next(examples))
    away = difference(net, file, inputs)
    print(f"largest difference from the exported net {away:.5f}", flush=True)
    if away > _CLOSE:
        parser.error("The weights do not do what the exported net does.")
    learning = blob(np.concatenate([next(examples) for _ in range(4)]))
    print(f"in training, outputs correlate with it by {correlation(net, learning):.4f}", flush=True)
    torch.save(net.state_dict(), args.out)


def refilled(net: nn.Module, file: bytes) -> nn.Module:
    """The net in evaluation mode with the weights of an ONNX file, whose layers come in the net's order.

    An export folds every normalisation into the convolution before it; here it only scales and adds.
    Raises ValueError where the file's layers are not the net's.
    """
    layers = [module for module in net.modules() if isinstance(module, nn.Conv2d | nn.Linear)]
    filled = list(_weights(file))
    if [weight.shape for weight, _ in filled] != [layer.weight.shape for layer in layers]:
        raise ValueError("This file's layers are not those of the net: it is of another kind or version.")
    norms = _norms(net)
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, filled, strict=True):
            norm = norms.get(layer)
            if norm is None:
                assert layer.bias is not None
                layer.weight.copy_(weight)
                layer.bias.copy_(bias)
                continue
            # Adam's steps have a fixed length: what they mean depends on the length of the weights.
            scale = _FRESH_NORM / weight.flatten(1).norm(dim=1).clamp(min=1e-6)
            layer.weight.copy_(weight * scale.view(-1, 1, 1, 1))
            _set(norm, torch.zeros_like(bias), torch.full_like(bias, 1 - norm.eps), 1 / scale, bias)
    return net.eval()


def normalise(net: nn.Module, inputs: Iterator[Tensor]) -> None:
    """Let a refilled net's normalisations expect what they meet on blobs (n, 3, h, w) and undo it.

    The net computes what it did, and about the same in training, where the batch's own statistics count.
    """
    norms = list(_norms(net).values())
    sums = {norm: torch.zeros(3, norm.num_features, dtype=torch.float64) for norm in norms}

    def add(norm: nn.Module, met: tuple[Tensor]) -> None:
        values = met[0].double().transpose(0, 1).flatten(1)
        count = torch.full((len(values),), float(values.shape[1]))
        sums[norm] += torch.stack([count, values.sum(1), values.square().sum(1)])  # type: ignore[index]

    hooks = [norm.register_forward_pre_hook(add) for norm in norms]
    net.eval()
    with torch.no_grad():
        for pictures in inputs:
            net(pictures)
        for hook in hooks:
            hook.remove()
        for norm in norms:
            count, total, squares = sums[norm]
            mean = total / count
            variance = (squares / count - mean.square()).clamp(min=0)
            slope = norm.weight / (norm.running_var + norm.eps).sqrt()
            bias = norm.bias + (mean - norm.running_mean) * slope
            _set(norm, mean, variance, slope * (variance + norm.eps).sqrt(), bias)


def difference(net: nn.Module, file: bytes, inputs: Tensor) -> float:
    """The largest difference of an output between the net and the ONNX file run by OpenCV."""
    exported = cv2.dnn.readNetFromONNX(np.frombuffer(file, np.uint8))
    exported.setInput(inputs.numpy())
    with torch.no_grad():
        ours = net.eval()(inputs).numpy()
    return float(np.abs(ours - exported.forward()).max())


def correlation(net: nn.Module, inputs: Tensor) -> float:
    """How far outputs with the batch's own statistics go with those in evaluation; the net keeps its own."""
    kept = {name: value.clone() for name, value in net.state_dict().items()}
    with torch.no_grad():
        meant = net.eval()(inputs)
        for norm in _norms(net).values():
            norm.train()
        learning = net(inputs)
    net.load_state_dict(kept)
    net.eval()
    return float(np.corrcoef(meant.flatten().numpy(), learning.flatten().numpy())[0, 1])


def blob(pictures: Frame) -> Tensor:
    """Pictures (n, h, w, 3) as the nets take them, (n, 3, h, w)."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div(255).sub(0.5).contiguous()


def _examples(name: str, records: list[Record], rng: Rng) -> Iterator[Frame]:
    """Batches of pictures like those that the net learns from, without end."""
    if name == "detector":
        while True:
            picks = rng.integers(len(records), size=_BATCH)
            yield np.stack([sample(records[int(i)], rng)[0] for i in picks])
    sampler: Piles | Sampler | TopSampler
    if name == "stacks":
        sampler = Piles(records, [], 0.0, rng)
    elif (task := TASKS[name]).whole:
        bank = Bank()
        fill(bank, records, task, rng)
        sampler = Sampler(task, bank, {}, 0.0, rng)
    else:
        tops = TopBank()
        fill_tops(tops, records, task, rng)
        sampler = TopSampler(task, tops, {}, 0.0, rng)
    while True:
        yield sampler.batch(_BATCH).pictures


def _weights(file: bytes) -> Iterator[tuple[Tensor, Tensor]]:
    """Weight and bias of every layer of an ONNX file."""
    graph = onnx.load_from_string(file).graph
    values = {initial.name: initial for initial in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (_tensor(numpy_helper.to_array(values[name])) for name in node.input[1:3])
            yield weight, bias


def _tensor(values: NDArray[np.float32]) -> Tensor:
    return torch.from_numpy(values.copy())


def _norms(net: nn.Module) -> dict[nn.Module, nn.BatchNorm2d]:
    """The normalisation right after a convolution, by the convolution."""
    modules = [module for module in net.modules() if isinstance(module, Layer | nn.BatchNorm2d)]
    return {layer: norm for layer, norm in pairwise(modules) if isinstance(norm, nn.BatchNorm2d)}


def _set(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor, weight: Tensor, bias: Tensor) -> None:
    assert norm.running_mean is not None and norm.running_var is not None
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(weight)
    norm.bias.copy_(bias)


if __name__ == "__main__":
    main()
