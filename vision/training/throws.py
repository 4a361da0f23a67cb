"""Throws: which dice lie where, on which face, and which of them lie so that nobody could read them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np

from vision.training.arrays import Array, Picture, Rng, Size
from vision.training.dice_models import FAVOR, DieModel, favor_kind, model
from vision.training.raycast import Camera, Pose
from vision.training.turns import spin, upright

THEMES = ("mixed", "favor", "d6", "poly")
"""What a throw is made of: six-sided or Favor dice, Favor dice only, six-sided ones only, d8 to d12."""

Shot: TypeAlias = Literal["whole", "near", "pile", "close"]
SHOTS: tuple[Shot, ...] = get_args(Shot)
"""A whole tray; a few dice in a small frame, and stacks the only trouble; the same with more room around the
dice and little else in it; one die in a yet smaller frame."""

STACK_SHOTS: tuple[Shot, ...] = ("near", "pile")
"""Those whose only trouble is stacks."""

_ONE_MORE = 0.6
"""Chance that no further die of a troubled throw is in trouble."""

_ANOTHER = 0.25
"""Chance that the next throw close up is of another die."""

_FLUSH_SHARE = 0.4
"""How many of the dice that fell beside others lie with a whole side at theirs."""

_TOUCHING = 0.004
"""Area that two dice's feet may share without standing in each other."""


@dataclass
class Placed:
    """A die in the tray with what is true of it; `velocity` is in dice an exposure, on the screen."""

    model: DieModel
    pose: Pose
    top: int
    trouble: set[str] = field(default_factory=set)
    velocity: tuple[float, float] = (0.0, 0.0)

    @property
    def is_upper(self) -> bool:
        """Whether it lies on another die."""
        return "stacked" in self.trouble and float(self.pose.place[2]) > 1


class Thrower:
    """Throws dice of one theme; a share `trouble` of the throws has a die that cannot be read.

    Close up one die is thrown, in the middle, and mostly the same one again.
    """

    def __init__(self, rng: Rng, theme: str, trouble: float, fonts: list[Path], shot: Shot = "whole") -> None:
        self.rng, self.theme, self.trouble, self.fonts, self.shot = rng, theme, trouble, fonts, shot
        self._kept: DieModel | None = None

    def throw(self, camera: Camera, size: Size, px: float) -> list[Placed]:
        """Dice of about `px` px that lie where the camera looks, in a frame of `size`."""
        rng = self.rng
        inverse = np.asarray(np.linalg.inv(camera.plane()), np.float64)
        number = self._number(size, px)
        favor = self.theme == "favor" or (self.theme == "mixed" and rng.random() < 0.5)
        alike = None
        if self.theme != "poly" and not favor and rng.random() < 0.3:
            alike = model(rng, "d6", 6, self.fonts)
        placed: list[Placed] = []
        crowd = rng.random() < 0.55
        # Some fall where others lie already, and are left out.
        for _ in range(number * 4):
            if len(placed) >= number:
                break
            spot = self._spot(inverse, size, px)
            picked, along = alike or self._pick_again(favor), None
            if placed and crowd and rng.random() < 0.6:
                near = placed[int(rng.integers(len(placed)))]
                flush = picked.sides == near.model.sides == 6 and rng.random() < _FLUSH_SHARE
                along = _heading(near) if flush else None
                spot = near.pose.place[:2] + self._beside(along)
            die = self._settle(picked, spot)
            if along is not None:
                die = _turned(die, along - _heading(die))
            if _is_free(die, placed):
                placed.append(die)
        if placed and rng.random() <= self.trouble:
            for _ in range(min(len(placed), int(rng.geometric(_ONE_MORE)))):
                self._make_trouble(placed)
        return placed

    def _number(self, size: Size, px: float) -> int:
        rng = self.rng
        if self.shot == "close":
            return 1
        if self.shot == "pile":
            return int(min(5, rng.geometric(0.4)))
        room = size[0] * size[1] / (px * px * 3.2)
        if self.theme == "poly":
            return int(np.clip(rng.integers(1, 8), 1, max(1, room)))
        return int(np.clip(rng.geometric(0.16), 1, min(18, max(1, room))))

    def _spot(self, inverse: Array, size: Size, px: float) -> Array:
        """A place on the table that is seen, at times at the frame's very edge."""
        rng = self.rng
        at = rng.uniform([px * 0.4, px * 0.4], [size[0] - px * 0.4, size[1] - px * 0.4])
        if self.shot == "close":
            at = np.array(size) / 2 + rng.normal(0, 0.06 * px, 2)
        elif self.shot == "pile":
            at = np.array(size) / 2 + rng.normal(0, 0.6 * px, 2)
        elif rng.random() < 0.08:
            at = rng.uniform([0, 0], size)
        spot = inverse @ np.array([at[0], at[1], 1.0])
        return np.asarray(spot[:2] / spot[2], np.float64)

    def _beside(self, along: float | None) -> Array:
        """Where a neighbour lies from another's middle: at a side, if that heads `along`, or anyhow."""
        rng = self.rng
        angle = rng.uniform(0, 2 * np.pi)
        reach = rng.uniform(1.0, 1.35)
        if along is not None:
            angle, reach = along + np.pi / 2 * rng.integers(4), rng.uniform(1.0, 1.03)
        return np.array([np.cos(angle), np.sin(angle)]) * reach

    def _pick_again(self, favor: bool) -> DieModel:
        """Another die, or close up mostly the last one again."""
        if self._kept is None or self.shot != "close" or self.rng.random() < _ANOTHER:
            self._kept = self._pick(favor)
        return self._kept

    def _pick(self, favor: bool) -> DieModel:
        rng = self.rng
        if self.theme == "poly":
            sides = int(rng.choice([8, 10, 12, 6], p=[0.28, 0.34, 0.28, 0.1]))
            return model(rng, f"d{sides}", sides, self.fonts)
        return model(rng, favor_kind(rng) if favor else "d6", 6, self.fonts)

    def _settle(self, die: DieModel, spot: Array, base: float = 0.0, lean: float = 0.0) -> Placed:
        """Lay a die on a random face at the height `base`, or `lean` radians off that face."""
        rng = self.rng
        top = int(rng.integers(len(die.faces)))
        marked = [i for i, face in enumerate(die.faces) if not face.isdecimal()]
        # There are fewer symbols than pips, and more to learn of them.
        if marked and rng.random() < 0.3:
            top = marked[int(rng.integers(len(marked)))]
        turn = upright(die.body.faces[top].normal)
        turn = spin(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi)) @ turn
        if lean:
            axis = rng.uniform(0, 2 * np.pi)
            turn = spin(np.array([np.cos(axis), np.sin(axis), 0.0]), lean) @ turn
        scale = 1.0 if die.sides == 6 else 1.05
        lowest = float((scale * die.body.corners @ turn.T)[:, 2].min())
        return Placed(die, Pose(turn, np.array([spot[0], spot[1], base - lowest]), scale), top)

    def _make_trouble(self, placed: list[Placed]) -> None:
        """Make one of the dice that lie well lean, carry another, or move."""
        rng = self.rng
        well = [i for i, die in enumerate(placed) if not die.trouble]
        i = well[int(rng.integers(len(well)))]
        die = placed[i]
        kind = rng.choice(["cocked", "stacked", "moving"], p=[0.25, 0.5, 0.25])
        if self.shot in STACK_SHOTS:
            kind = "stacked"
        if kind == "cocked":
            placed[i] = self._settle(die.model, die.pose.place[:2], 0.0, np.radians(rng.uniform(13, 42)))
            placed[i].trouble.add("cocked")
        elif kind == "stacked":
            above = die.model if rng.random() < 0.3 else self._pick(die.model.kind in FAVOR)
            placed.append(self._settle(above, die.pose.place[:2] + self._off(), 1.0))
            placed[-1].trouble.add("stacked")
            die.trouble.add("stacked")
        else:
            self._set_moving(die)

    def _off(self) -> Array:
        """How far a stack's upper die lies off the lower one's middle.

        Hardest to see is a die that is nearly all under another, but nothing is to be learned of one that is
        wholly so.
        """
        rng = self.rng
        if self.shot in STACK_SHOTS:
            way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.12, 0.62)
            return np.array([np.cos(way), np.sin(way)]) * reach
        return np.asarray(rng.uniform(-0.45, 0.45, 2) * rng.choice([0.4, 1.0]), np.float64)

    def _set_moving(self, die: Placed) -> None:
        rng = self.rng
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.9)
        die.velocity = (float(np.cos(angle) * reach), float(np.sin(angle) * reach))
        if rng.random() < 0.5:
            axis = rng.normal(0, 1, 3) * [1, 1, 0.2]
            lean = spin(axis / np.linalg.norm(axis), np.radians(rng.uniform(5, 45)))
            lift = np.array([0, 0, rng.uniform(0, 0.5)])
            die.pose = Pose(lean @ die.pose.rotation, die.pose.place + lift, die.pose.scale)
        die.trouble.add("moving")


def _heading(die: Placed) -> float:
    """The angle (radians) of one of a cube's sides on the table."""
    level = int(np.argmin(np.abs(die.pose.rotation[2])))
    x, y, _ = die.pose.rotation[:, level]
    return float(np.arctan2(y, x))


def _turned(die: Placed, angle: float) -> Placed:
    """The die turned by `angle` (radians) where it lies."""
    turn = spin(np.array([0, 0, 1.0]), angle) @ die.pose.rotation
    return replace(die, pose=Pose(turn, die.pose.place, die.pose.scale))


def _is_free(die: Placed, placed: list[Placed]) -> bool:
    foot = _foot(die)
    return all(cv2.intersectConvexConvex(foot, _foot(other))[0] < _TOUCHING for other in placed)


def _foot(die: Placed) -> Picture:
    """The outline of the die seen from above (n, 2)."""
    points = die.pose.world(die.model.body.corners)
    return np.asarray(cv2.convexHull(points[:, :2].astype(np.float32))[:, 0], np.float32)
