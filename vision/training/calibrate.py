"""Fit and show what confidences mean: `python -m vision.training.calibrate CURVE OUT.json --rendered DIR`.

Frames must be ones that no net was trained on: other seeds of the random trays, and photographs (`--photos`)
whose source was left out (`--nets` names the folder with the weights trained without it).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.confidence import NAMES
from vision.dice_set import D6, FAVOR, DiceSet
from vision.network import load
from vision.network.detector import common
from vision.network.outputs import KINDS, PIPS
from vision.reader import sight
from vision.sighting import Sighting
from vision.training.arrays import Array
from vision.training.records import Record, photographs, rendered

SETS = {"d6": D6, "favor": FAVOR, "numerals": DiceSet(frozenset({6, 8, 10, 12}))}
_UNREADABLE = {"cocked", "stacked", "moving", "hidden"}
_WHOLE = 0.85
"""How much of a die must be seen."""

_STEEPEST = 35.0
"""How far off the vertical (degrees) a camera may look."""

_SIGNS = np.array([1, 1, 1, 1, -1, -1, -1, 1, 1, 1])
"""Whether more of each evidence of `NAMES` speaks for a reading or against it."""


def examples(records: list[Record], dice: DiceSet) -> Iterator[tuple[tuple[float, ...], bool]]:
    """Evidence and whether the reading was right, of every find that counts as a die.

    Dice that cannot be read are left out: what troubles them has limits of its own (`vision.verdict`). So are
    frames that look farther across the table than the reader is made for.
    """
    for record in records:
        if record.tilt is not None and record.tilt > _STEEPEST:
            continue
        if dice.favor and any(die.kind not in KINDS for die in record.dice):
            continue
        seen, _ = sight(record.frame(), dice)
        for one in seen:
            right = _is_right(one, record, dice) if one.is_die else None
            if right is not None:
                yield one.evidence.features(), right


def _is_right(one: Sighting, record: Record, dice: DiceSet) -> bool | None:
    near = [die for die in record.dice if common(one.find.box, die.box) > 0.5]
    if not dice.favor and not dice.numerals and any(die.face not in PIPS for die in near):
        return None
    if any(_UNREADABLE & set(die.trouble) or die.visible < _WHOLE for die in near):
        return None
    return any(
        one.face == die.face.removesuffix(" pips")
        and one.sides == die.sides
        and (not dice.favor or one.die == die.kind)
        for die in near
    )


def fit(features: Array, right: NDArray[np.bool_]) -> Array:
    """The logistic curve's constant and weights; what would count the wrong way round is not weighed."""
    kept = np.ones(len(NAMES), bool)
    while True:
        weights = np.zeros(len(NAMES) + 1)
        weights[np.concatenate([[True], kept])] = _newton(_design(features[:, kept]), right)
        wrong_way = kept & (weights[1:] * _SIGNS < 0)
        if not wrong_way.any():
            return weights
        kept &= ~wrong_way


def _newton(design: Array, right: NDArray[np.bool_], rounds: int = 60) -> Array:
    """Newton's method with a small ridge."""
    weights = np.zeros(design.shape[1])
    ridge = np.diag([0.0, *([2.0] * (design.shape[1] - 1))])
    for _ in range(rounds):
        chance = _chance(design, weights)
        slope = design.T @ (right - chance) - ridge @ weights
        bend = (design * (chance * (1 - chance))[:, None]).T @ design + ridge + 1e-6 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights, np.float64)


def _design(features: Array) -> Array:
    return np.column_stack([np.ones(len(features)), features])


def _chance(design: Array, weights: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(design @ weights, -30, 30))), np.float64)


def reliability(chance: Array, right: NDArray[np.bool_]) -> str:
    """A table of confidence, dice, and the share that was right."""
    edges = [0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.000001]
    lines = []
    for low, high in pairwise(edges):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            share, mean = right[inside].mean(), chance[inside].mean()
            span = f"{low:6.3f} to {min(high, 1):5.3f}"
            lines.append(f"{span} {int(inside.sum()):7d} dice  said {mean:.3f}  right {share:.3f}")
    return "\n".join(lines)


def main() -> None:
    """Fit on one half of the frames, show the curve on the other, write the fit on all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", choices=tuple(SETS))
    parser.add_argument("out", type=Path)
    parser.add_argument("--rendered", type=Path)
    parser.add_argument("--themes", default="mixed,favor")
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--nets", action="append", default=[], metavar="SOURCE=FOLDER")
    parser.add_argument("--most", type=int, default=600)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    dice = SETS[args.curve]
    rows: list[tuple[tuple[float, ...], bool]] = []
    if args.rendered:
        rows += examples(rendered(args.rendered, tuple(args.themes.split(",")))[: args.most], dice)
    styles = ("numeral",) if dice.numerals else ("pip",)
    for pair in args.nets:
        source, folder = pair.split("=", 1)
        load.use(Path(folder))
        rows += examples([r for r in photographs(args.photos, styles) if source in r.source], dice)
    features = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows])
    half = np.arange(len(rows)) % 2 == 0
    trial = fit(features[half], right[half])
    chance = _chance(_design(features), trial)
    print(f"{len(rows)} dice, {right.mean():.3f} right; the half that was not fitted on:")
    print(reliability(chance[~half], right[~half]))
    weights = fit(features, right)
    whole = json.loads(args.out.read_text(encoding="utf-8")) if args.out.exists() else {"curves": {}}
    whole["curves"][args.curve] = {
        name: round(float(value), 4) for name, value in zip(("constant", *NAMES), weights, strict=True)
    }
    args.out.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
