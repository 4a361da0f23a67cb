"""Dice that do not lie flat: leaning on a neighbour or on the tray's wall, or standing on another die."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.scene.model import Scene, SceneDie
from vision.scene.optics import Points
from vision.scene.pose import Pose


def leaning(die: SceneDie, degrees: float, heading: float) -> SceneDie:
    """`die` with the side that points to `heading` (degrees clockwise from the right) raised."""
    x, y = _towards(heading)
    return replace(die, tumble=(degrees * float(y), -degrees * float(x)))


def leaning_on(
    die: SceneDie, other: SceneDie, degrees: float, heading: float, along: float = 0.0
) -> SceneDie:
    """`die` raised at the side where it touches `other`, which lies at `heading` from it.

    `along` slides it sideways (px). Two cubes touch where `heading` is square to a side of `other`.
    """
    ahead = _towards(heading)
    raised = leaning(die, degrees, heading)
    apart = Pose.of(raised).reach(ahead) + Pose.of(other).reach(-ahead)
    x, y = np.array(other.centre) - apart * ahead + along * _towards(heading + 90)
    return replace(raised, centre=(float(x), float(y)))


def leaning_on_wall(die: SceneDie, scene: Scene, degrees: float, side: int) -> SceneDie:
    """`die` raised at the side where it touches the tray's wall.

    `side` is the wall's: 0 right, 1 below, 2 left, 3 above. Along the wall the die keeps its place.
    """
    ahead = _towards(90.0 * side)
    raised = leaning(die, degrees, 90.0 * side)
    wall = scene.walls * scene.size[1]
    middle = np.array(scene.size) / 2
    reach = (middle - wall) @ np.abs(ahead) - Pose.of(raised).reach(ahead)
    offset = np.array(die.centre) - middle
    x, y = middle + offset - (offset @ ahead) * ahead + reach * ahead
    return replace(raised, centre=(float(x), float(y)))


def stacked_on(die: SceneDie, below: SceneDie, offset: tuple[float, float]) -> SceneDie:
    """`die` flat on top of `below`, its middle moved by `offset` (px); keep that within the face it is on."""
    x, y = np.array(below.centre) + np.array(offset)
    return replace(die, centre=(float(x), float(y)), lift=below.lift + below.size, tumble=(0.0, 0.0))


def _towards(heading: float) -> Points:
    turn = np.deg2rad(heading)
    return np.array([np.cos(turn), np.sin(turn)])
