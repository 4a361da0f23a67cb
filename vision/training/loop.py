"""What both trainings share: options, the start, and steps at a falling rate for so many minutes."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.training.arrays import Frame, Rng

Net = TypeVar("Net", bound=nn.Module)

_WARM_UP = 100
"""Steps in which the rate rises."""


def add_options(parser: argparse.ArgumentParser, *, rate: float, photo_share: float, batch: int) -> None:
    """The options of both trainings, with the given defaults."""
    parser.add_argument("rendered", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument(
        "--without",
        default="",
        help="repositories whose photographs are left out: parts of names, with commas",
    )
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--photo-share", type=float, default=photo_share)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--seed", type=int, default=1)


def seeded(seed: int) -> Rng:
    """Seed torch and give a generator; one thread each, since more on a batch this small only wait."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    return np.random.default_rng(seed)


def started(net: Net, weights: Path | None) -> Net:
    """The net in training mode, with the given weights."""
    if weights:
        net.load_state_dict(torch.load(weights, weights_only=True))
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    net.train()
    return net


@lru_cache(maxsize=1)
def _halves() -> bool:
    """Whether this processor computes with 16 bits; others only imitate it, ten times slower."""
    about = Path("/proc/cpuinfo")
    words = about.read_text(encoding="utf-8").split() if about.exists() else []
    return "amx_bf16" in words or "avx512_bf16" in words


def run(net: nn.Module, pictures: Frame) -> Tensor:
    """The net's output for pictures (n, h, w, 3)."""
    blob = torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div(255).sub(0.5)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=_halves()):
        out: Tensor = net(blob.contiguous(memory_format=torch.channels_last))
    return out


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to learn, how fast weights decay, and every how many steps to report and save."""

    minutes: float
    rate: float
    decay: float
    report: int


def fit(
    net: nn.Module,
    losses_of: Callable[[int], dict[str, Tensor]],
    shares: Mapping[str, float],
    schedule: Schedule,
    out: Path,
) -> None:
    """Lower the losses, summed by their shares, that `losses_of` gives for a new batch at each step.

    The rate rises in the first steps and then falls along a cosine (Loshchilov and Hutter, SGDR, 2017). The
    weights are written to `out` with every report and at the end.
    """
    adam = torch.optim.AdamW(net.parameters(), lr=schedule.rate, weight_decay=schedule.decay)
    begin, step = time.monotonic(), 0
    sums: dict[str, float] = {}
    while (gone := (time.monotonic() - begin) / 60 / schedule.minutes) < 1:
        for group in adam.param_groups:
            group["lr"] = rate_at(schedule.rate, step, gone)
        losses = losses_of(step)
        adam.zero_grad()
        total = sum((shares[name] * loss for name, loss in losses.items()), start=torch.zeros(()))
        total.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        step += 1
        for name, value in losses.items():
            sums[name] = sums.get(name, 0.0) + float(value.detach())
        if step % schedule.report == 0:
            means = {name: round(total / schedule.report, 4) for name, total in sums.items()}
            print(step, f"{gone:.2f}", means, flush=True)
            sums.clear()
            torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)


def rate_at(rate: float, step: int, gone: float) -> float:
    """The learning rate at a step, when `gone` of the time (0 to 1) is over."""
    return float(rate * min(1.0, step / _WARM_UP) * (0.5 + 0.5 * np.cos(np.pi * gone)) + 1e-6)
