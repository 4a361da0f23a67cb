"""`python -m benchmarks.troubles`: rendered trays read, a row a kind of trouble, and a reliability curve.

Right, wrong and unsure are shares of the frames in percent: see `tests.vision.trouble_scenes.judge`. The
scenes follow from their seeds; the reader was not made from them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

import cv2

from tests.vision.plain_scenes import DICE, Dice, plain_scene
from tests.vision.trouble_scenes import KINDS, TroubleKind, dice_right, judge, read_scene, trouble_scene
from vision.scene import render

BINS = 10


@dataclass
class Row:
    """The verdicts on one kind of scene."""

    verdicts: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)

    def share(self, verdict: str) -> float:
        """The percentage of frames with this verdict."""
        return 100 * self.verdicts[verdict] / max(1, self.verdicts.total())


@dataclass
class Reliability:
    """Confidences of dice against how often they are right, in ten bins of equal width."""

    number: list[int] = field(default_factory=lambda: [0] * BINS)
    right: list[int] = field(default_factory=lambda: [0] * BINS)
    total: list[float] = field(default_factory=lambda: [0.0] * BINS)

    def add(self, confidence: float, right: bool) -> None:
        """Count one die."""
        place = min(BINS - 1, int(confidence * BINS))
        self.number[place] += 1
        self.right[place] += right
        self.total[place] += confidence

    def lines(self) -> list[str]:
        """The curve as text; its last line is the confidence's mean distance from the share that is right."""
        rows = [f"{'confidence':>12} {'dice':>7} {'mean':>7} {'right':>7}"]
        gap = 0.0
        for place, number in enumerate(self.number):
            if number:
                mean, right = self.total[place] / number, self.right[place] / number
                gap += abs(mean - right) * number
                rows.append(
                    f"{place / BINS:6.1f} – {(place + 1) / BINS:.1f} {number:7d} {mean:7.3f} {right:7.3f}"
                )
        rows.append(f"expected calibration error: {gap / max(1, sum(self.number)):.4f}")
        return rows


def run(
    rows: Sequence[tuple[Dice, TroubleKind | None]], frames: int, first: int = 0
) -> tuple[dict[str, Row], Reliability]:
    """Read that many frames of each row: dice with a trouble or none."""
    table: dict[str, Row] = {}
    curve = Reliability()
    for dice, kind in rows:
        row = table.setdefault(f"{dice} {kind or 'plain'}", Row())
        for seed in range(first, first + frames):
            if kind is None:
                scene, truth = plain_scene(dice, seed)
                trouble = None
            else:
                scene, truth, trouble = trouble_scene(kind, seed, dice)
            reading = read_scene(render(scene, seed=seed), dice)
            row.verdicts[judge(truth, trouble, reading)] += 1
            row.ms.append(reading.ms)
            for confidence, right in dice_right(truth, reading):
                curve.add(confidence, right)
    return table, curve


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.troubles", description=__doc__)
    parser.add_argument("--frames", type=int, default=540, help="how many in all, shared among the rows")
    parser.add_argument("--dice", default=",".join(DICE), help="which of " + ", ".join(DICE))
    parser.add_argument("--kinds", default=",".join(("plain", *KINDS)), help="plain, " + ", ".join(KINDS))
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args(arguments)
    dice = [name for name in DICE if name in given.dice.split(",")]
    kinds: list[TroubleKind | None] = [None] if "plain" in given.kinds.split(",") else []
    kinds += [kind for kind in KINDS if kind in given.kinds.split(",")]
    unknown = {*given.dice.split(","), *given.kinds.split(",")} - {*DICE, "plain", *get_args(TroubleKind)}
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    rows = [(name, kind) for name in dice for kind in kinds]
    table, curve = run(rows, max(1, given.frames // max(1, len(rows))), given.first)

    print(f"{'':16} {'n':>5} {'right':>7} {'wrong':>7} {'unsure':>7} {'ms':>7}")
    for name, row in table.items():
        shares = " ".join(f"{row.share(verdict):7.1f}" for verdict in ("right", "wrong", "unsure"))
        print(f"{name:16} {row.verdicts.total():5d} {shares} {statistics.median(row.ms):7.1f}")
    print()
    print("\n".join(curve.lines()))
    return 0


if __name__ == "__main__":
    cv2.setNumThreads(1)
    sys.exit(main())
