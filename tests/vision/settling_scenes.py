"""Scenes for the settler: trays, what a perfect reader says about them, and frames of them."""

from __future__ import annotations

from collections.abc import Iterable

from vision.reading import DieReading, Frame, Reading
from vision.scene import Scene, render_truth
from vision.scene.render import expose, lit_scene
from vision.settling import Settler

SIZE = (320, 240)
TRAY = Scene(size=SIZE)
ROLL = [("red", "white", "6"), ("red", "white", "2"), ("white", "black", "5"), ("black", "white", "reroll")]


def seen(scene: Scene) -> Reading:
    """What a perfect reader says about a scene."""
    dice = tuple(
        DieReading(die.kind, 6, die.face, die.value, 0.9, die.box, die.body) for die in render_truth(scene)
    )
    return Reading("ok", None, dice, 5.0)


def frames_of(scene: Scene, number: int, first_seed: int = 0) -> list[Frame]:
    """A resting scene taken several times, each time with other sensor noise."""
    picture = lit_scene(scene)
    return [expose(picture, scene.camera, first_seed + seed) for seed in range(number)]


class Reader:
    """A perfect reader that is told what lies in the tray, and remembers what it was shown."""

    def __init__(self) -> None:
        self.scene = TRAY
        self.shown: list[Frame] = []

    def __call__(self, frame: Frame) -> Reading:
        self.shown.append(frame)
        return seen(self.scene)


def readings(settler: Settler, frames: Iterable[Frame]) -> list[Reading]:
    return [reading for frame in frames if (reading := settler.watch(frame)) is not None]


def lay(settler: Settler, reader: Reader, scene: Scene, seed: int = 500) -> list[Reading]:
    """Let a scene lie long enough to be read."""
    reader.scene = scene
    return readings(settler, frames_of(scene, 12, seed))


def faces(reading: Reading) -> list[str]:
    return [die.face for die in reading.dice]
