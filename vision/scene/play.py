"""How dice get into the tray: laid out at random, or thrown frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.errors import SceneError
from vision.reading import Frame
from vision.scene.model import Hand, Scene, SceneDie
from vision.scene.optics import View
from vision.scene.pose import Pose
from vision.scene.render import expose, lit_scene, render

_TRIES = 400
_CLEAR = 1.12
"""Distance that dice keep from each other, in their size: 1 is touching."""

_TURNS_PER_SIZE = 62.0
"""Degrees that a die tumbles while it travels its own size; sliding makes it less than a cube's 90."""

_SPIN_PER_SIZE = 17.0
_SHUTTER = 0.4
"""Share of a frame's time during which the sensor sees light."""


def scatter(
    dice: Sequence[tuple[str, str, str] | SceneDie],
    *,
    seed: int,
    die_size: float | None = None,
    touching: bool = False,
    base: Scene | None = None,
) -> Scene:
    """Lay dice, each given as (body, mark, face) or whole, at random places of a tray without overlap.

    `die_size` is the size in px of those that are not given whole, by default a tenth of the frame's height;
    the others keep all but their place and turn. With `touching` every other die
    lies against the one before it, side by side. `base` is the tray to lay them in; its own dice stay and are
    kept clear of. Raises `SceneError` when the dice find no room.
    """
    base = base or Scene()
    size = die_size if die_size is not None else 0.1 * base.size[1]
    rng = np.random.default_rng([seed, 5])
    laid: list[SceneDie] = list(base.dice)
    for number, given in enumerate(dice):
        one = given if isinstance(given, SceneDie) else SceneDie(*given, (0.0, 0.0), size=size)
        against = laid[-1] if touching and number % 2 == 1 else None
        for _ in range(_TRIES):
            centre, angle = _beside(against, one, rng) if against else _anywhere(base, one, rng)
            die = replace(one, centre=centre, angle=angle)
            clear = [other for other in laid if other is not against]
            if _inside(die, base) and not any(overlap(die, other) for other in clear):
                laid.append(die)
                break
        else:
            raise SceneError(
                f"{len(dice)} dice of {one.size:.0f} px find no room in {base.size[0]} x {base.size[1]} px: "
                "draw fewer or smaller dice."
            )
    return replace(base, dice=tuple(laid))


def throw(
    scene: Scene,
    *,
    seed: int,
    before: Scene | None = None,
    quiet: int = 10,
    rolling: int = 16,
    still: int = 14,
    with_hand: bool = False,
) -> Iterator[Frame]:
    """Play a throw that ends as `scene`: `quiet` frames of the tray before, `rolling` ones, `still` ones.

    `before` is the tray before the throw, empty by default; dice that lie in both stay where they are, the
    others roll in from one side, tumbling and blurred, and come to rest on their faces. Every frame has
    sensor noise of its own. With `with_hand` a hand reaches in during the second half of the quiet frames and
    is gone when the dice roll.
    """
    rng = np.random.default_rng([seed, 7])
    before = before or replace(scene, dice=(), hand=None)
    staying = tuple(die for die in scene.dice if die in before.dice)
    thrown = [die for die in scene.dice if die not in before.dice]
    heading = rng.uniform(0, 360)
    ways = [_Way(die, heading, scene, rng) for die in thrown]
    noise = iter(range(seed * 100_003, seed * 100_003 + quiet + rolling + still))

    resting = lit_scene(before)
    for number in range(quiet):
        picture = resting
        if with_hand and (reach := _reach(number, quiet)) > 0:
            picture = lit_scene(replace(before, hand=_reaching(scene, heading, reach)))
        yield expose(picture, scene.camera, next(noise))
    for number in range(rolling):
        on_the_way = tuple(way.at((number + 1) / (rolling + 1), 1 / (rolling + 1)) for way in ways)
        yield render(replace(scene, dice=staying + on_the_way), seed=next(noise))
    resting = lit_scene(scene)
    for _ in range(still):
        yield expose(resting, scene.camera, next(noise))


class _Way:
    """The way of one thrown die from outside the frame to its place, slowing down evenly."""

    def __init__(self, die: SceneDie, heading: float, scene: Scene, rng: np.random.Generator) -> None:
        self._die = die
        direction = np.deg2rad(heading + rng.uniform(-14, 14))
        self._back = np.array([np.cos(direction), np.sin(direction)])
        self._length = float(np.hypot(*scene.size)) * 0.75
        self._start = rng.uniform(0.0, 0.22)
        self._end = rng.uniform(0.78, 0.98)
        self._spin = rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.5)

    def _left(self, time: float) -> float:
        """Distance still to go (px) at a share of the rolling time."""
        gone = np.clip((time - self._start) / (self._end - self._start), 0.0, 1.0)
        return float(self._length * (1 - gone) ** 2)

    def at(self, time: float, step: float) -> SceneDie:
        left = self._left(time)
        if left == 0.0:
            return self._die
        covered = (self._left(time - step) - left) * _SHUTTER
        sizes = left / self._die.size
        # The axis lies across the way; x and y are swapped because the frame's y points down.
        axis = np.array([-self._back[1], self._back[0]])
        tumble = _TURNS_PER_SIZE * sizes * axis
        x, y = np.array(self._die.centre) + left * self._back
        return replace(
            self._die,
            centre=(float(x), float(y)),
            angle=self._die.angle + self._spin * _SPIN_PER_SIZE * sizes,
            tumble=(float(tumble[0]), float(tumble[1])),
            velocity=(float(-covered * self._back[0]), float(-covered * self._back[1])),
            lift=self._die.size * 0.5 * abs(float(np.sin(1.7 * sizes))) * min(1.0, sizes / 6),
        )


def _reach(number: int, quiet: int) -> float:
    """How far the hand is in (0 to 1): in and out again during the second half of the quiet frames."""
    time = (number + 0.5) / quiet
    return float(np.sin(np.pi * np.clip((time - 0.5) / 0.45, 0, 1)))


def _reaching(scene: Scene, heading: float, reach: float) -> Hand:
    width, height = scene.size
    breadth = 0.19 * height
    back = np.array([np.cos(np.deg2rad(heading)), np.sin(np.deg2rad(heading))])
    outside = np.array([width, height]) / 2 + back * (np.hypot(width, height) / 2 + breadth)
    x, y = outside - back * reach * 0.55 * np.hypot(width, height)
    return Hand((float(x), float(y)), heading + 180, breadth)


def _anywhere(scene: Scene, die: SceneDie, rng: np.random.Generator) -> tuple[tuple[float, float], float]:
    keep = _keep_off(scene, die)
    x, y = (float(rng.uniform(keep, side - keep)) if side > 2 * keep else side / 2 for side in scene.size)
    return (x, y), float(rng.uniform(0, 360))


def _beside(other: SceneDie, die: SceneDie, rng: np.random.Generator) -> tuple[tuple[float, float], float]:
    """A place against the other die: between two cubes side against side, slid along it a little."""
    if not (other.make.is_cube and die.make.is_cube):
        angle, heading = rng.uniform(0, 360, 2)
        towards = np.array([np.cos(np.deg2rad(heading)), np.sin(np.deg2rad(heading))])
        mine = Pose.of(replace(die, angle=float(angle))).reach(-towards)
        x, y = np.array(other.centre) + (Pose.of(other).reach(towards) + mine) * towards
        return (float(x), float(y)), float(angle)
    side = np.deg2rad(other.angle + 90 * rng.integers(4))
    ahead = np.array([np.cos(side), np.sin(side)]) * (other.size + die.size) / 2 * 1.005
    along = np.array([-np.sin(side), np.cos(side)]) * rng.uniform(-0.35, 0.35) * die.size
    x, y = np.array(other.centre) + ahead + along
    return (float(x), float(y)), other.angle + 90 * float(rng.integers(4))


def _keep_off(scene: Scene, die: SceneDie) -> float:
    widest = float(np.linalg.norm(Pose.of(die).footprint().reshape(-1, 2) - die.centre, axis=1).max())
    return scene.walls * scene.size[1] + 1.2 * widest


def _inside(die: SceneDie, scene: Scene) -> bool:
    keep = _keep_off(scene, die)
    if not all(keep <= place <= side - keep for place, side in zip(die.centre, scene.size, strict=True)):
        return False
    if scene.camera.tilt == 0:
        return True
    # An oblique camera sees less of the floor close to it.
    seen = Pose.of(die).outline(View.of_scene(scene)).reshape(-1, 2)
    return bool((seen >= 0).all() and (seen <= np.array(scene.size)).all())


def overlap(die: SceneDie, other: SceneDie) -> bool:
    """Whether two dice on the floor are closer to each other than scattered dice keep."""
    area, _ = cv2.intersectConvexConvex(Pose.of(die).footprint(_CLEAR), Pose.of(other).footprint(_CLEAR))
    return area > 0
