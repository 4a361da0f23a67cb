"""`python -m benchmarks.throws [number]`: are filmed throws read once each, and how soon after they lie?"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from vision.reader import read
from vision.reading import DieReading, Frame, Reading
from vision.scene import FAVOR_LOOKS, Hand, Scene, Surface, render, render_truth, scatter, throw
from vision.scene.render import expose, lit_scene
from vision.settling import Settler
from vision.sources import open_source

FRAMES_A_SECOND = 30
QUIET, ROLLING, RESTING, PASSING = 10, 16, 16, 14
"""Frames of a film: the empty tray, the throw, dice that lie, a hand over them; then they lie once more."""

LAST_MOTION = QUIET + ROLLING - 1
SURFACES: tuple[Surface, ...] = ("felt", "wood", "paper", "cloth")


@dataclass(frozen=True)
class Outcome:
    """What came of one filmed throw: the readings of the dice with their frames' numbers."""

    scene: Scene
    readings: tuple[tuple[int, Reading], ...]
    looked_early: bool

    @property
    def delay(self) -> int | None:
        """Frames from the last one with motion to the first reading, None for a roll that was lost."""
        return self.readings[0][0] - LAST_MOTION if self.readings else None

    @property
    def second_rolls(self) -> int:
        """Readings behind the first one of dice that nobody threw again."""
        return max(0, len(self.readings) - 1)

    @property
    def is_right(self) -> bool:
        """Whether the first reading is sure and says what was thrown."""
        if not self.readings:
            return False
        reading = self.readings[0][1]
        shown = sorted(die.face for die in reading.dice)
        return reading.status == "ok" and shown == sorted(die.face for die in self.scene.dice)


def twelve_dice(seed: int, size: tuple[int, int], kinds: int = 12) -> Scene:
    """Twelve dice, the first `kinds` of them Favor dice of any kind, the others Standard ones."""
    rng = np.random.default_rng([seed, 12])
    dice = []
    for number in range(12):
        kind = rng.choice(list(FAVOR_LOOKS)) if number < kinds else "standard"
        look = FAVOR_LOOKS[str(kind)]
        dice.append((look.body, look.mark, str(rng.choice(look.faces))))
    tray = Scene(size=size, surface=SURFACES[seed % len(SURFACES)], texture=seed)
    return scatter(dice, seed=seed, base=tray, die_size=0.095 * size[1])


def play(scene: Scene, seed: int) -> Iterator[Frame]:
    """The throw of `scene`, and a hand that passes over the dice once they lie."""
    yield from throw(scene, seed=seed, quiet=QUIET, rolling=ROLLING, still=RESTING)
    width, height = scene.size
    rng = np.random.default_rng([seed, 13])
    angle = float(rng.uniform(0, 360))
    ahead = np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])
    for number in range(PASSING):
        reach = np.sin(np.pi * (number + 0.5) / PASSING)
        x, y = np.array([width, height]) / 2 + ahead * (0.75 * height - reach * height)
        hand = Hand((float(x), float(y)), angle + 180, 0.19 * height)
        yield render(replace(scene, hand=hand), seed=seed * 1000 + number)
    resting = lit_scene(scene)
    for number in range(RESTING):
        yield expose(resting, scene.camera, seed * 1000 + 500 + number)


def film(path: Path, frames: Iterable[Frame]) -> Path:
    """Write a Motion JPEG video as a camera's software would."""
    writer: cv2.VideoWriter | None = None
    for frame in frames:
        if writer is None:
            size = (frame.shape[1], frame.shape[0])
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FRAMES_A_SECOND, size)
        writer.write(frame)
    if writer is not None:
        writer.release()
    return path


def watch(video: Path, scene: Scene, *, really: bool = False) -> Outcome:
    """Watch a film through the project's own video source.

    The dice are read by the project's reader if `really`, else by one that knows them, which is quick.
    """
    frames: list[int] = []

    def look(frame: Frame) -> Reading:
        frames.append(number)
        return (
            read(frame) if really else (_truth(scene) if number > LAST_MOTION else Reading("ok", None, (), 0))
        )

    settler = Settler(look)
    readings = []
    number = 0
    with open_source(str(video)) as source:
        while (frame := source.read()) is not None:
            reading = settler.watch(frame)
            if reading is not None:
                readings.append((number, reading))
            number += 1
    early = any(QUIET <= each <= LAST_MOTION for each in frames)
    return Outcome(scene, tuple(readings), early)


def outcome(seed: int, folder: Path, *, size: tuple[int, int] = (320, 240)) -> Outcome:
    """Film and watch one throw of twelve dice."""
    scene = twelve_dice(seed, size)
    video = film(folder / f"{seed}.avi", play(scene, seed))
    try:
        return watch(video, scene)
    finally:
        video.unlink()


def watch_ms(frames: list[Frame]) -> list[float]:
    """Processor time (ms) of each `Settler.watch`, reading left out."""
    settler = Settler(lambda frame: Reading("ok", None, (), 0.0))
    times = []
    for frame in frames:
        begin = time.process_time()
        settler.watch(frame)
        times.append((time.process_time() - begin) * 1000)
    return times


def _truth(scene: Scene) -> Reading:
    dice = tuple(
        DieReading(die.kind, 6, die.face, die.value, 0.9, die.box, die.body) for die in render_truth(scene)
    )
    return Reading("ok", None, dice, 0.0)


def main(number: int) -> None:
    """Print the figures of `number` throws."""
    with tempfile.TemporaryDirectory() as folder:
        outcomes = [outcome(seed, Path(folder)) for seed in range(number)]
    delays = Counter(each.delay for each in outcomes if each.delay is not None)
    print(f"throws of twelve dice              {number}")
    print(f"read once and right                {sum(o.is_right and not o.second_rolls for o in outcomes)}")
    print(f"rolls lost                         {sum(each.delay is None for each in outcomes)}")
    print(f"second rolls                       {sum(each.second_rolls for each in outcomes)}")
    print(f"looked at before the dice lay      {sum(each.looked_early for each in outcomes)}")
    for frames, throws in sorted(delays.items()):
        print(f"delay {frames:3} frames = {1000 * frames / FRAMES_A_SECOND:4.0f} ms           {throws}")
    cv2.setNumThreads(1)
    scene = twelve_dice(1, (640, 480))
    times = watch_ms(list(play(scene, 1)) * 2)
    print(f"watching a frame of 640x480        median {median(times):.2f} ms, longest {max(times):.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
