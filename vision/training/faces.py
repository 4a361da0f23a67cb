"""Train a net that reads one die: `python -m vision.training.faces pips|numerals RENDERED PHOTOS OUT.pt`."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor

from vision.network import load
from vision.training.arrays import Rng
from vision.training.bank import Bank, add_detected, fill
from vision.training.crops import Batch, Sampler
from vision.training.loop import Schedule, add_options, fit, run, seeded, started
from vision.training.nets import FaceNet
from vision.training.records import Record, learned_from, rendered
from vision.training.tasks import TASKS, Task
from vision.training.tops import TopBank, TopSampler, fill_photographed_tops, fill_tops

_SHARES = {"face": 1.0, "sides": 0.3, "kind": 0.5, "trouble": 1.0, "pose": 4.0}
"""What each head's loss counts."""


def loss_of(task: Task, out: Tensor, batch: Batch) -> dict[str, Tensor]:
    """Cross entropies of the heads; one that nothing in the batch is known for is left out."""
    faces, *rest = torch.split(out.float(), task.heads, dim=1)
    entropy = torch.nn.functional.cross_entropy
    weight = torch.from_numpy(batch.face_weight)
    face = entropy(faces, torch.from_numpy(batch.face), reduction="none", label_smoothing=0.02) * weight
    losses = {"face": face.sum() / weight.sum().clamp(min=1)}
    if task.poses:
        weight = torch.from_numpy(batch.pose_weight)[:, None]
        away = torch.abs(rest.pop() - torch.from_numpy(batch.pose)) * weight
        losses["pose"] = away.sum() / weight.sum().clamp(min=1)
    if not rest:
        return losses
    sides, kinds, troubles = rest
    for name, logit, target in (("sides", sides, batch.sides), ("kind", kinds, batch.kind)):
        known = torch.from_numpy(target)
        if (known >= 0).any():
            losses[name] = entropy(logit, known, ignore_index=-1)
    losses["trouble"] = torch.nn.functional.binary_cross_entropy_with_logits(
        troubles,
        torch.from_numpy(batch.trouble),
        weight=torch.from_numpy(batch.trouble_weight),
        pos_weight=torch.tensor(2.0),
    )
    return losses


def _drawn(records: list[Record], task: Task, rng: Rng, detected: bool) -> Bank:
    """A bank of rendered dice; with `detected`, part of them in the boxes that the detector gives them.

    Stacks always: it boxes them as one, which is what must be told.
    """
    bank = Bank()
    for record in records if detected else []:
        if rng.random() < 0.4 or any("stacked" in die.trouble for die in record.dice):
            add_detected(bank, record, task)
    fill(bank, records, task, rng)
    return bank


def _photographed(records: list[Record], task: Task, rng: Rng, detected: bool) -> dict[str, Bank]:
    """A bank for every source of photographs."""
    banks: dict[str, Bank] = {}
    for record in records:
        bank = banks.setdefault(record.source, Bank())
        if detected:
            add_detected(bank, record, task)
        fill(bank, [record], task, rng)
    return banks


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=tuple(TASKS))
    add_options(parser, rate=3e-3, photo_share=0.25, batch=128)
    parser.add_argument("--most", type=int, default=100000, help="rendered frames to use at most")
    parser.add_argument("--detector", type=Path, help="the folder of the exported nets, for closer boxes")
    args = parser.parse_args()
    if args.detector:
        load.use(args.detector)
    task = TASKS[args.task]
    rng = seeded(args.seed)
    frames = rendered(args.rendered, task.themes)
    rng.shuffle(frames)  # type: ignore[arg-type]
    frames = frames[: args.most]
    labelled = learned_from(args.photos, task.styles, args.photo_share, args.without)
    sampler: Sampler | TopSampler
    if task.whole:
        drawn = _drawn(frames, task, rng, bool(args.detector))
        photos = _photographed(labelled, task, rng, bool(args.detector))
        print(len(drawn.patches), {source: len(bank.patches) for source, bank in photos.items()}, flush=True)
        sampler = Sampler(task, drawn, photos, args.photo_share, rng)
    else:
        tops = TopBank()
        fill_tops(tops, frames, task, rng)
        photo_tops: dict[str, TopBank] = {}
        for record in labelled:
            fill_photographed_tops(photo_tops.setdefault(record.source, TopBank()), record, task)
        print(
            len(tops.patches), {source: len(bank.patches) for source, bank in photo_tops.items()}, flush=True
        )
        sampler = TopSampler(task, tops, photo_tops, args.photo_share, rng)
    net = started(FaceNet(task.side, task.outputs), args.start)

    def losses_of(step: int) -> dict[str, Tensor]:
        batch = sampler.batch(args.batch)
        return loss_of(task, run(net, batch.pictures), batch)

    fit(net, losses_of, _SHARES, Schedule(args.minutes, args.rate, decay=2e-3, report=50), args.out)


if __name__ == "__main__":
    main()
