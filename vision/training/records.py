"""Frames with truth, from random trays and from labelled photographs, in one form."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.network.detector import common
from vision.training.arrays import Box, Frame

_STEEP = 15
"""Degrees of tilt up to which a frame may be turned any way."""

WHOLE = 0.93
"""The share of a die that must be seen for it not to be partly hidden."""

_HARDLY = 0.2
"""The share of a stack's die that must be seen for anyone to tell that it is a stack."""

_FROM_ABOVE = ("nell-byler", "burksbuilds")
"""Beginnings of the names of repositories whose photographs may be turned any way."""


@dataclass(frozen=True)
class Top:
    """An upper face: its `middle` and `reach` in px, and where its numeral's head points.

    `up` is in degrees from the picture's right towards its lower side, None where no way is up (pips).
    """

    middle: tuple[float, float]
    reach: float
    up: float | None


@dataclass
class Die:
    """A die's truth: `box` x, y, width, height in px; `face` as the network names it.

    `told` is False for a die of a stack whose other die hardly shows: its troubles nobody could tell.
    """

    box: Box
    sides: int
    face: str
    kind: str | None = None
    visible: float = 1.0
    trouble: tuple[str, ...] = ()
    top: Top | None = None
    told: bool = True


@dataclass
class Record:
    """One frame: JPEG bytes, dice, files of the hand's mask and of layers, boxes not to be judged, source.

    `turnable` tells a frame that any in-plane rotation leaves a likely picture; `tilt` how many degrees off
    the vertical the camera looks, None where nobody knows.
    """

    jpeg: bytes
    dice: list[Die]
    source: str
    scene: str
    name: str
    turnable: bool
    hand: Path | None = None
    layers: Path | None = None
    ignore: list[Box] = field(default_factory=list)
    tilt: float | None = None

    def frame(self) -> Frame:
        """Decode."""
        return _decoded(self.jpeg)


def _decoded(jpeg: bytes) -> Frame:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def rendered(folder: Path, themes: tuple[str, ...]) -> list[Record]:
    """Every frame that `vision.training.frames` has written so far.

    A line that is still being written is left out.
    """
    records = []
    for path in sorted(folder.glob("truth-*.jsonl")):
        theme = path.name.split("-")[1]
        if theme not in themes:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            records.append(_rendered(folder, row, theme))
    return records


def _rendered(folder: Path, row: dict[str, Any], theme: str) -> Record:
    picture = folder / row["image"]
    layers = picture.with_name(picture.stem + "-layers.png")
    dice = []
    for die in row["dice"]:
        # Beside numerals, a d6's faces have names of their own.
        face = f"{die['face']} pips" if theme == "poly" and die["sides"] == 6 else die["face"]
        box, trouble = tuple(die["box"]), tuple(die["trouble"])
        up = die["up"] if die["sides"] != 6 else None
        top = Top(tuple(die["top"]), die["reach"], up)
        dice.append(Die(box, die["sides"], face, die["kind"], die["visible"], trouble, top))
    _mark_hidden_stacks(dice)
    return Record(
        picture.read_bytes(),
        dice,
        source="rendered",
        scene=row["image"].rsplit("-", 1)[0],
        name=row["image"],
        turnable=row["tilt"] < _STEEP,
        hand=picture.with_name(picture.stem + "-hand.png") if row["hand"] else None,
        layers=layers if layers.exists() else None,
        tilt=row["tilt"],
    )


def _mark_hidden_stacks(dice: list[Die]) -> None:
    stacked = [die for die in dice if "stacked" in die.trouble]
    for die in stacked:
        stack = [other for other in stacked if common(die.box, other.box) > 0]
        die.told = min(other.visible for other in stack) >= _HARDLY


def photographs(folder: Path, styles: tuple[str, ...]) -> list[Record]:
    """The labelled photographs of the given styles; boxes that cover the pips only are grown to the die."""
    records = []
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["style"] in styles:
            records.append(_photograph(folder, row))
    return records


def _photograph(folder: Path, row: dict[str, Any]) -> Record:
    jpeg = (folder / row["image"]).read_bytes()
    dice = []
    for die in row["dice"]:
        if die.get("value") is not None:
            box = die["bbox"] if die["bbox"] is not None else largest_thing(jpeg)
            dice.append(Die(tuple(box), die["sides"], str(die["value"])))
    if "pips only" in str(row.get("note")):
        _grow(dice)
    return Record(
        jpeg,
        dice,
        source=row["repo"],
        scene=row["scene"],
        name=row["image"],
        turnable=row["repo"].startswith(_FROM_ABOVE),
        ignore=[tuple(box) for box in row["ignore"]],
    )


def learned_from(folder: Path, styles: tuple[str, ...], share: float, without: str) -> list[Record]:
    """The photographs that a training uses: none at a `share` of 0, else all but the sources left out."""
    records = photographs(folder, styles) if share > 0 else []
    return [record for record in records if not left_out(record.source, without)]


def left_out(source: str, without: str) -> bool:
    """Whether a repository is one of those to leave out: parts of names, with commas between them."""
    return any(part in source for part in without.split(",") if part)


def _grow(dice: list[Die]) -> None:
    """Pips' extents to a die's box: the largest face in the frame tells the size of all."""
    extents = [max(d.box[2:]) for d in dice if d.face in ("4", "5", "6")]
    side = 1.65 * (float(np.median(extents)) if extents else 45.0)
    for die in dice:
        x, y, w, h = die.box
        die.box = (x + w / 2 - side / 2, y + h / 2 - side / 2 + 0.06 * side, side, side * 1.08)


@lru_cache(maxsize=256)
def largest_thing(jpeg: bytes) -> Box:
    """The box of the one thing that differs from the picture's border in colour."""
    soft = cv2.GaussianBlur(_decoded(jpeg), (0, 0), 2)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    edge = np.zeros((height, width), bool)
    edge[: height // 10] = edge[-height // 10 :] = True
    edge[:, : width // 10] = edge[:, -width // 10 :] = True
    ys, xs = np.nonzero(edge)
    design = np.stack([np.ones_like(xs), xs, ys, xs * ys, xs**2, ys**2], 1).astype(np.float64)
    fit, *_ = np.linalg.lstsq(design, lab[edge].astype(np.float64), rcond=None)
    gy, gx = np.mgrid[:height, :width]
    full = np.stack([np.ones_like(gx), gx, gy, gx * gy, gx**2, gy**2], -1).reshape(-1, 6).astype(np.float64)
    rest = np.abs(lab - (full @ fit).reshape(lab.shape)) * [0.5, 1.0, 1.0]
    strange = rest.sum(2)
    strange[edge] = 0
    level = max(16.0, 3.0 * float(np.percentile(strange[~edge], 50)))
    mask = cv2.morphologyEx((strange > level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7)))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((15, 15)))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return (width * 0.3, height * 0.3, width * 0.4, height * 0.4)
    best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    x, y, w, h, _ = stats[best]
    return (float(x), float(y), float(w), float(h))
