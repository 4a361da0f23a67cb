"""Train the net that tells stacks: `python -m vision.training.stacks RENDERED PHOTOS OUT.pt`."""

from __future__ import annotations

import argparse

import torch
from torch import Tensor

from vision.training.loop import Schedule, add_options, fit, run, seeded, started
from vision.training.nets import StackNet
from vision.training.piles import Piles, Sheet
from vision.training.records import learned_from, rendered
from vision.training.throws import THEMES

_SHARES = {"maps": 6.0, "stacked": 1.0}
"""What each loss counts."""


def loss_of(out: Tensor, batch: Sheet) -> dict[str, Tensor]:
    """Entropy of the maps, cell by cell where they are known, and of whether the die is part of a stack."""
    entropy = torch.nn.functional.binary_cross_entropy_with_logits
    known = torch.from_numpy(batch.known)
    maps = torch.from_numpy(batch.maps).flatten(1)
    each = entropy(out[:, 1:], maps, reduction="none").mean(1)
    weight = torch.from_numpy(batch.weight)
    stacked = entropy(out[:, 0], torch.from_numpy(batch.stacked), reduction="none") * weight
    return {
        "maps": (each * known).sum() / known.sum().clamp(min=1),
        "stacked": stacked.sum() / weight.sum().clamp(min=1),
    }


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_options(parser, rate=3e-3, photo_share=0.15, batch=96)
    args = parser.parse_args()
    rng = seeded(args.seed)
    photos = learned_from(args.photos, ("pip", "numeral"), args.photo_share, args.without)
    piles = Piles(rendered(args.rendered, THEMES), photos, args.photo_share, rng)
    print(piles.counts, flush=True)
    net = started(StackNet(), args.start)

    def losses_of(step: int) -> dict[str, Tensor]:
        batch = piles.batch(args.batch)
        return loss_of(run(net, batch.pictures), batch)

    fit(net, losses_of, _SHARES, Schedule(args.minutes, args.rate, decay=2e-3, report=100), args.out)


if __name__ == "__main__":
    main()
