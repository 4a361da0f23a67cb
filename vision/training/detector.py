"""Train the net that finds dice: `python -m vision.training.detector RENDERED PHOTOS OUT.pt`."""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor

from vision.training.arrays import Rng
from vision.training.cuts import BOX_WEIGHT, HAND, HAND_WEIGHT, HEAT, HEAT_WEIGHT, OFFSET_X, TROUBLE, sample
from vision.training.loop import Schedule, add_options, fit, run, seeded, started
from vision.training.nets import Detector
from vision.training.records import Record, learned_from, rendered
from vision.training.throws import THEMES

_SHARES = {"heat": 1.0, "boxes": 1.0, "hand": 15.0, "trouble": 3.0}
"""What each loss counts."""

_REFRESH = 400
"""Steps after which frames that have been rendered meanwhile join."""


def loss_of(out: Tensor, target: Tensor) -> dict[str, Tensor]:
    """Focal loss of the heat, L1 of the boxes (Zhou et al., Objects as Points, 2019), entropy of the rest."""
    heat, weight = target[:, HEAT], target[:, HEAT_WEIGHT]
    p = torch.sigmoid(out[:, 0].float()).clamp(1e-5, 1 - 1e-5)
    exact = (heat >= 0.999).float()
    gain = exact * (1 - p) ** 2 * torch.log(p) + (1 - exact) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
    heat_loss = -(gain * weight).sum() / exact.sum().clamp(min=1)
    box_weight = target[:, BOX_WEIGHT : BOX_WEIGHT + 1]
    away = torch.abs(out[:, 1:5].float() - target[:, OFFSET_X:BOX_WEIGHT])
    boxes = (away * box_weight).sum() / box_weight.sum().clamp(min=1)
    hand = torch.nn.functional.binary_cross_entropy_with_logits(
        out[:, 5].float(), target[:, HAND], weight=target[:, HAND_WEIGHT]
    )
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(
        out[:, 6:].float(), target[:, TROUBLE:], reduction="none", pos_weight=torch.tensor(2.0)
    )
    trouble = (entropy * box_weight).sum() / box_weight.sum().clamp(min=1)
    return {"heat": heat_loss, "boxes": boxes, "hand": hand, "trouble": trouble}


class _Source:
    """Frames to learn from: in a `share` of the cases photographs, every repository as often as any other.

    A third of the rendered ones have a die that leans, moves, or lies on another.
    """

    def __init__(self, photos: list[Record], share: float, rng: Rng) -> None:
        names = sorted({record.source for record in photos})
        self._drawn: list[Record] = []
        self._troubled: list[Record] = []
        self.by_name = [[record for record in photos if record.source == name] for name in names]
        self.share, self.rng = share, rng

    def renew(self, drawn: list[Record]) -> None:
        """These are the rendered frames from now on."""
        self._drawn = drawn
        self._troubled = [record for record in drawn if any(die.trouble for die in record.dice)]

    def pick(self) -> Record:
        """One frame."""
        rng = self.rng
        records = self._troubled if self._troubled and rng.random() < 1 / 3 else self._drawn
        if self.by_name and rng.random() < self.share:
            records = self.by_name[int(rng.integers(len(self.by_name)))]
        return records[int(rng.integers(len(records)))]


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, rate=2.5e-3, photo_share=0.3, batch=24)
    args = parser.parse_args()
    rng = seeded(args.seed)
    photos = learned_from(args.photos, ("pip", "numeral"), args.photo_share, args.without)
    source = _Source(photos, args.photo_share, rng)
    drawn = rendered(args.rendered, THEMES)
    source.renew(drawn)
    print(
        f"{len(drawn)} rendered, {len(photos)} photographs of {len(source.by_name)} sources",
        flush=True,
    )
    net = started(Detector(), args.start)

    def losses_of(step: int) -> dict[str, Tensor]:
        if step and step % _REFRESH == 0:
            source.renew(rendered(args.rendered, THEMES))
        cuts, maps = zip(*(sample(source.pick(), rng) for _ in range(args.batch)), strict=True)
        return loss_of(run(net, np.stack(cuts)), torch.from_numpy(np.stack(maps)))

    fit(net, losses_of, _SHARES, Schedule(args.minutes, args.rate, decay=1e-4, report=100), args.out)


if __name__ == "__main__":
    main()
