"""Rendered trays in which something makes reading hard or impossible, and how a reading of them is judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np

from tests.vision.plain_scenes import DICE, Dice, Rng, Truth, laid_out, some_dice, some_tray, wholly_seen
from vision.dice_set import parse_dice
from vision.reader import read
from vision.reading import DieReading, Frame, Reading
from vision.scene import Clutter, DieTruth, Glare, Hand, Scene, SceneDie, render_truth
from vision.scene.arrange import leaning_on, leaning_on_wall, stacked_on
from vision.scene.dice import glare_mask
from vision.scene.hand import silhouette
from vision.scene.looks import Colour
from vision.scene.marks import mark_mask
from vision.scene.model import ClutterKind
from vision.scene.optics import View
from vision.scene.play import overlap
from vision.scene.pose import Pose
from vision.scene.solids import solid_of

TroubleKind: TypeAlias = Literal["glare", "blur", "motion", "cocked", "stacked", "hand", "edge", "clutter"]
KINDS: tuple[TroubleKind, ...] = get_args(TroubleKind)

Verdict: TypeAlias = Literal["right", "wrong", "unsure"]


@dataclass(frozen=True)
class Trouble:
    """What is wrong in a scene, and the numbers of the dice (in the truth's order) that it touches.

    `may_ask` says whether being unsure is a right answer: not where only things that are no dice lie about.
    """

    kind: TroubleKind
    affected: tuple[int, ...]
    may_ask: bool = True


Troubled: TypeAlias = tuple[Scene, tuple[int, ...]]

_TRIES = 60


def read_scene(frame: Frame, dice: Dice) -> Reading:
    """Read a frame, told what is on the table."""
    return read(frame, parse_dice("d6,d8,d10,d12" if dice == "poly" else dice))


def trouble_scene(kind: TroubleKind, seed: int, dice: Dice = "favor") -> tuple[Scene, Truth, Trouble]:
    """A tray with this trouble, what a perfect reader that saw through it would read, and the trouble."""
    rng = np.random.default_rng([seed, 13, KINDS.index(kind), DICE.index(dice)])
    while True:
        troubled = _TROUBLES[kind](rng, dice)
        if troubled is not None:
            scene, affected = troubled
            return scene, render_truth(scene), Trouble(kind, affected, may_ask=kind != "clutter")


def judge(truth: Truth, trouble: Trouble | None, reading: Reading) -> Verdict:
    """How a reading is to be taken.

    Right: surely read whole, each die's kind and face; or, in a trouble that excuses it, unsure. Wrong: sure
    and anything else. A reader that asks about a plain scene is unsure.
    """
    if reading.status == "unsure":
        return "right" if trouble is not None and trouble.may_ask else "unsure"
    want = sorted((die.kind, die.face) for die in truth)
    return "right" if sorted((die.die, die.face) for die in reading.dice) == want else "wrong"


def dice_right(truth: Truth, reading: Reading) -> list[tuple[float, bool]]:
    """For each die that was read: its confidence, and whether a die of this kind and face lies there."""
    left = list(truth)
    found = []
    for die in sorted(reading.dice, key=lambda each: -each.confidence):
        match = next((one for one in left if _is(die, one)), None)
        if match is not None:
            left.remove(match)
        found.append((die.confidence, match is not None))
    return found


def _is(die: DieReading, truth: DieTruth) -> bool:
    x, y, width, height = truth.box
    middle_x, middle_y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
    there = x <= middle_x <= x + width and y <= middle_y <= y + height
    return there and (die.die, die.face) == (truth.kind, truth.face)


def _most(dice: Dice) -> int:
    return 5 if dice == "poly" else 9


def _glare(rng: Rng, dice: Dice) -> Troubled | None:
    """The lamp's mirror image on one or two dice, over a pip at least or a third of the mark."""
    scene = laid_out(rng, dice, _most(dice))
    laid = list(scene.dice)
    number = min(len(laid), int(rng.integers(1, 3)))
    affected = sorted(int(place) for place in rng.choice(len(laid), number, replace=False))
    for place in affected:
        glare = _hiding(rng, laid[place])
        if glare is None:
            return None
        laid[place] = replace(laid[place], glare=glare)
    return replace(scene, dice=tuple(laid)), tuple(affected)


def _hiding(rng: Rng, die: SceneDie) -> Glare | None:
    drawing = die.look.drawings.get(die.face, die.face) if die.make.is_cube else die.face
    mark = (mark_mask(drawing, 64, die.make.marks) > 0.5).astype(np.uint8)
    parts, areas = cv2.connectedComponents(mark)
    for _ in range(_TRIES):
        across, up = float(rng.uniform(0.25, 1.3)), float(rng.uniform(0.25, 1.0))
        place = (float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7)))
        glare = Glare(place, (across, up), float(rng.uniform(0, 180)), float(rng.uniform(0.85, 1)))
        hidden = (glare_mask(glare, 64) > 0.6) & (mark > 0)
        whole_pip = die.make.is_cube and any(hidden[areas == part].mean() > 0.9 for part in range(1, parts))
        if whole_pip or hidden.sum() > 0.4 * mark.sum():
            return glare
    return None


def _blur(rng: Rng, dice: Dice) -> Troubled | None:
    """The camera is out of focus by a seventh to a third of a pip's distance to the next."""
    scene = laid_out(rng, dice, _most(dice))
    size = float(np.mean([die.size for die in scene.dice]))
    camera = replace(scene.camera, defocus=float(rng.uniform(0.05, 0.14)) * size)
    return replace(scene, camera=camera), tuple(range(len(scene.dice)))


def _motion(rng: Rng, dice: Dice) -> Troubled | None:
    """One die still moves while the shutter is open."""
    scene = laid_out(rng, dice, _most(dice))
    place, heading = int(rng.integers(len(scene.dice))), rng.uniform(0, 2 * np.pi)
    die = scene.dice[place]
    way = die.size * rng.uniform(0.3, 1.2)
    moving = replace(die, velocity=(float(way * np.cos(heading)), float(way * np.sin(heading))))
    return _with(scene, place, moving), (place,)


def _with(scene: Scene, place: int, die: SceneDie) -> Scene:
    return replace(scene, dice=(*scene.dice[:place], die, *scene.dice[place + 1 :]))


def _and(scene: Scene, die: SceneDie, but: int | None) -> Scene | None:
    """The scene with one more die, unless that is cut by the frame or lies in another one than `but`."""
    others = [other for place, other in enumerate(scene.dice) if place != but]
    more = replace(scene, dice=(*scene.dice, die))
    return more if wholly_seen(more) and not any(overlap(die, other) for other in others) else None


def _cocked(rng: Rng, dice: Dice) -> Troubled | None:
    """A die leans on a neighbour or on the tray's wall."""
    tray = some_tray(rng)
    against_wall = rng.random() < 0.5
    if against_wall and tray.walls == 0:
        tray = replace(tray, walls=0.03)
    scene = laid_out(rng, dice, _most(dice) - 1, tray)
    (die,) = some_dice(rng, dice, 1, scene.dice[0].size / (1.3 if dice == "poly" else 1))
    for _ in range(_TRIES):
        degrees, angle = float(rng.uniform(10, 0.95 * _half_way(die))), float(rng.uniform(0, 360))
        if against_wall:
            x, y = rng.uniform(0.1, 0.9, 2) * scene.size
            # A cube that leans on a wall stands square to it.
            square = 90.0 * int(rng.integers(4))
            flat = replace(die, centre=(float(x), float(y)), angle=square if die.make.is_cube else angle)
            more = _and(scene, leaning_on_wall(flat, scene, degrees, int(rng.integers(4))), None)
        else:
            place = int(rng.integers(len(scene.dice)))
            other = scene.dice[place]
            heading = other.angle + 90.0 * int(rng.integers(4)) if other.make.is_cube else angle
            flat = replace(die, angle=heading if die.make.is_cube else angle)
            slide = float(rng.uniform(-0.3, 0.3)) * die.size
            more = _and(scene, leaning_on(flat, other, degrees, heading, slide), place)
        if more is not None:
            return more, (len(scene.dice),)
    return None


def _half_way(die: SceneDie) -> float:
    """The tilt in degrees at which another face may be as much on top as the die's own."""
    normals = np.array([face.normal for face in solid_of(die.make.family).faces])
    return float(np.degrees(np.arccos(np.sort(normals @ normals[0])[-2]))) / 2


def _stacked(rng: Rng, dice: Dice) -> Troubled | None:
    """A die stands on another one."""
    scene = laid_out(rng, dice, _most(dice) - 1)
    (die,) = some_dice(rng, dice, 1, scene.dice[0].size / (1.3 if dice == "poly" else 1))
    for _ in range(_TRIES):
        place = int(rng.integers(len(scene.dice)))
        below = scene.dice[place]
        reach = (0.4 if below.make.is_cube else 0.2) * below.size * np.sqrt(rng.random())
        heading = rng.uniform(0, 2 * np.pi)
        offset = (float(reach * np.cos(heading)), float(reach * np.sin(heading)))
        upper = stacked_on(replace(die, angle=float(rng.uniform(0, 360))), below, offset)
        more = _and(scene, upper, place)
        if more is not None:
            return more, (place, len(scene.dice))
    return None


def _hand(rng: Rng, dice: Dice) -> Troubled | None:
    """A hand in the tray that covers no die, a part of one, or all of one, each as often."""
    scene = laid_out(rng, dice, _most(dice))
    view = View.of_scene(scene)
    width, height = scene.size
    wanted = int(rng.integers(3))
    tones = ((128, 158, 208), (92, 122, 176), (52, 74, 116), (150, 178, 222))
    for _ in range(_TRIES):
        side = 90 * int(rng.integers(4))
        x, y = rng.uniform(0.15, 0.85, 2) * scene.size
        hand = Hand(
            (float(x), float(y)),
            float(side + rng.uniform(-30, 30)),
            float(rng.uniform(0.17, 0.26)) * height,
            tones[int(rng.integers(4))],
        )
        covered = silhouette(hand, (height, width), (0.0, 0.0))
        shares = [_covered(covered, die, view) for die in scene.dice]
        most = max(shares)
        if (covered > 0).mean() > 0.04 and (most == 0, 0.15 < most < 0.85, most > 0.97)[wanted]:
            affected = tuple(place for place, share in enumerate(shares) if share > 0)
            return replace(scene, hand=hand), affected
    return None


def _covered(mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], die: SceneDie, view: View) -> float:
    """The share of a die's silhouette that a mask covers."""
    shape = np.zeros(mask.shape[:2], np.uint8)
    cv2.fillConvexPoly(shape, np.rint(Pose.of(die).outline(view)).astype(np.int32), 1)
    return float((mask[shape > 0] > 0).mean())


def _edge(rng: Rng, dice: Dice) -> Troubled | None:
    """The frame's edge cuts a die."""
    scene = laid_out(rng, dice, _most(dice) - 1, replace(some_tray(rng), walls=0.0))
    (die,) = some_dice(rng, dice, 1, scene.dice[0].size / (1.3 if dice == "poly" else 1))
    view = View.of_scene(scene)
    width, height = scene.size
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    floor = np.linalg.inv(view.floor_to_frame())
    for _ in range(_TRIES):
        x, y = rng.uniform(0, 1, 2) * scene.size
        side = int(rng.integers(4))
        x, y = (width, y) if side == 0 else (x, height) if side == 1 else (0.0, y) if side == 2 else (x, 0.0)
        (place,) = cv2.perspectiveTransform(np.array([[(x, y)]], np.float64), floor)[0]
        centre = place + rng.uniform(-0.5, 0.5, 2) * die.size
        cut = replace(die, centre=(float(centre[0]), float(centre[1])), angle=float(rng.uniform(0, 360)))
        outline = Pose.of(cut).outline(view)
        inside, _ = cv2.intersectConvexConvex(outline, frame.reshape(-1, 1, 2))
        share = inside / cv2.contourArea(outline)
        if 0.25 < share < 0.85 and not any(overlap(cut, other) for other in scene.dice):
            return replace(scene, dice=(*scene.dice, cut)), (len(scene.dice),)
    return None


_SIZES: dict[ClutterKind, tuple[float, float]] = {
    "coin": (0.9, 1.7),
    "pen": (4.0, 7.0),
    "button": (0.6, 1.1),
    "dots": (2.5, 6.0),
}
"""Sizes of things in die sizes."""

_METALS: tuple[Colour, ...] = ((60, 140, 190), (150, 160, 166), (40, 80, 130))
_PLASTICS: tuple[Colour, ...] = ((225, 225, 225), (36, 34, 34), (40, 36, 170), (140, 60, 30), (70, 120, 150))


def _clutter(rng: Rng, dice: Dice) -> Troubled | None:
    """Coins, pens, buttons and printed dots among the dice; dots may lie under them."""
    scene = laid_out(rng, dice, _most(dice))
    size = float(np.mean([die.size for die in scene.dice]))
    things: list[Clutter] = []
    for _ in range(int(rng.integers(1, 5))):
        kind = get_args(ClutterKind)[int(rng.integers(4))]
        tones = _METALS if kind == "coin" else _PLASTICS
        x, y = rng.uniform(0.08, 0.92, 2) * scene.size
        thing = Clutter(
            kind,
            (float(x), float(y)),
            size * float(rng.uniform(*_SIZES[kind])),
            float(rng.uniform(0, 360)),
            tones[int(rng.integers(len(tones)))],
            int(rng.integers(1 << 16)),
        )
        if kind == "dots" or not any(_under(thing, die) for die in scene.dice):
            things.append(thing)
    return (replace(scene, clutter=tuple(things)), ()) if things else None


def _under(thing: Clutter, die: SceneDie) -> bool:
    """Whether a thing, a pen taken as its middle line, reaches under a die."""
    turn = np.deg2rad(thing.angle)
    half = thing.size / 2 if thing.kind == "pen" else 0.0
    along = np.linspace(-half, half, 15)[:, None] * np.array([np.cos(turn), np.sin(turn)])
    nearest = np.linalg.norm(np.array(thing.centre) + along - die.centre, axis=1).min()
    return bool(nearest < 0.9 * die.size + (0.0 if thing.kind == "pen" else thing.size / 2))


_TROUBLES: dict[TroubleKind, Callable[[Rng, Dice], Troubled | None]] = {
    "glare": _glare,
    "blur": _blur,
    "motion": _motion,
    "cocked": _cocked,
    "stacked": _stacked,
    "hand": _hand,
    "edge": _edge,
    "clutter": _clutter,
}
