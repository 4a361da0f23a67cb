"""The kinds of network: one finds dice in a frame, one reads a die from its crop, one tells stacks."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import Tensor, nn

from vision.network.outputs import STACK_SIDE, TROUBLES
from vision.training.tasks import TASKS

NETS = ("detector", "stacks", *TASKS)
"""The names of the nets."""


def _conv(inward: int, outward: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(True),
    )


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )
        self.last = nn.ReLU(True)

    def forward(self, x: Tensor) -> Tensor:
        """Same shape as `x`."""
        out: Tensor = self.last(x + self.body(x))
        return out


class Detector(nn.Module):
    """Frame (n, 3, h, w), h and w multiples of 16, to maps (n, 11, h/4, w/4).

    Channels: logit that a die's middle is here; its offset x and y in cells; log width and height of its box
    in units of 16 px; logit that this cell shows a hand; and, where a die's middle is, a logit for each of
    its troubles, which show in what is around the die more than in its face.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 16, 2), _conv(16, 24, 2))
        self.eighth = nn.Sequential(_conv(24, 48, 2), Block(48), Block(48))
        self.sixteenth = nn.Sequential(_conv(48, 72, 2), Block(72), Block(72), Block(72))
        self.down_to_eighth = nn.Sequential(nn.Conv2d(72, 48, 1, bias=False), nn.BatchNorm2d(48))
        self.at_eighth = Block(48)
        self.down_to_quarter = nn.Sequential(nn.Conv2d(48, 24, 1, bias=False), nn.BatchNorm2d(24))
        self.at_quarter = _conv(24, 32)
        self.head = nn.Conv2d(32, 6 + len(TROUBLES), 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            assert self.head.bias is not None
            self.head.bias[0] = -4.0
            self.head.bias[5] = -3.0

    def forward(self, x: Tensor) -> Tensor:
        """The maps."""
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        eighth = self.at_eighth(torch.relu(eighth + self.up(self.down_to_eighth(sixteenth))))
        quarter = self.at_quarter(torch.relu(quarter + self.up(self.down_to_quarter(eighth))))
        out: Tensor = self.head(quarter)
        return out


class FaceNet(nn.Module):
    """A crop (n, 3, side, side) to logits (n, faces + sides + kinds + troubles)."""

    def __init__(self, side: int, outputs: int) -> None:
        super().__init__()
        deep = side > 80
        widths = (16, 32, 64, 96) if deep else (20, 40, 80)
        layers: list[nn.Module] = [_conv(3, widths[0], 2), _conv(widths[0], widths[1], 2), Block(widths[1])]
        for before, width in pairwise(widths[1:]):
            layers += [_conv(before, width, 2), Block(width), Block(width)]
        self.trunk = nn.Sequential(*layers)
        width, map_side = widths[-1], side >> len(widths)
        # A fully connected layer over the whole map keeps what pooling would lose: where a pattern lies.
        self.squeeze = _conv(width, 24, 1, 1)
        self.mix = nn.Sequential(nn.Flatten(), nn.Linear(24 * map_side * map_side, 160), nn.ReLU(True))
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(160, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        out: Tensor = self.head(self.drop(self.mix(self.squeeze(self.trunk(x)))))
        return out


class StackNet(nn.Module):
    """A crop (n, 3, STACK_SIDE, STACK_SIDE) to (n, 1 + maps): whether the die is part of a stack, and where.

    The maps, `vision.training.piles` tells what of, show in training what makes a stack; at run time the
    first logit alone counts.
    """

    def __init__(self, maps: int = 3) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), Block(32))
        self.eighth = nn.Sequential(_conv(32, 64, 2), Block(64), Block(64))
        self.down = nn.Sequential(nn.Conv2d(64, 32, 1, bias=False), nn.BatchNorm2d(32))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        self.last = _conv(32, 32)
        self.maps = nn.Conv2d(32, maps, 1)
        self.squeeze = _conv(64, 16, 1, 1)
        cells = STACK_SIDE // 8
        self.mix = nn.Sequential(nn.Linear((16 + maps) * cells * cells, 64), nn.ReLU(True))
        self.drop = nn.Dropout(0.15)
        self.head = nn.Linear(64, 1)

    def forward(self, x: Tensor) -> Tensor:
        """The logits."""
        quarter = self.quarter(x)
        eighth = self.eighth(quarter)
        maps = self.maps(self.last(torch.relu(quarter + self.up(self.down(eighth)))))
        seen = torch.cat(
            [self.squeeze(eighth).flatten(1), nn.functional.avg_pool2d(torch.sigmoid(maps), 2).flatten(1)], 1
        )
        stacked = self.head(self.drop(self.mix(seen)))
        return torch.cat([stacked, maps.flatten(1)], 1)


def fresh(name: str) -> nn.Module:
    """The untrained net `name`, one of `NETS`."""
    if name == "detector":
        return Detector()
    return StackNet() if name == "stacks" else FaceNet(TASKS[name].side, TASKS[name].outputs)


def crop_side(name: str) -> int:
    """The side (px) of the crops that a net other than the detector takes."""
    return STACK_SIDE if name == "stacks" else TASKS[name].side
