"""`python -m benchmarks`: medians in ms, and ratios that hold on another machine too."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import cv2

from benchmarks import favor, firmware, pharao
from benchmarks.plain_reader import read_plainly
from device.desk import Desk
from device.favor_opening import new_table
from device.journal import Journal
from rules.favor.game import FavorGame
from rules.favor.state import Setup
from rules.pharaoh_code.equations import work_out
from rules.pharaoh_code.solver import forget_solved, solve
from tests.rules.favor.playing import random_game
from tests.vision.plain_scenes import plain_scene
from ui.screens import Screens
from vision.reader import read
from vision.scene import render, scatter


def median_ms(work: Callable[[], object], runs: int = 30) -> float:
    """The median time of one run, after one that is not counted."""
    work()
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def row(name: str, ms: float, against: str, other_ms: float) -> None:
    """One line: a time, and how often the other one fits into it."""
    print(f"{name:34} {ms:9.2f} ms   {ms / other_ms:8.2f} x  {against} ({other_ms:.2f} ms)")


def reading() -> None:
    """Reading rendered trays, against the plain blob-and-cluster reader on the same frames."""
    for number in (1, 5, 12):
        dice = [("red", "white", str(1 + n % 6)) for n in range(number)]
        frame = render(scatter(dice, seed=number))
        plain = median_ms(partial(read_plainly, frame))
        row(f"reading {number} dice, 640x480", median_ms(partial(read, frame)), "blobs and clusters", plain)
    frames = 40
    ours = plainly = wrong = 0
    for seed in range(frames):
        scene, truth = plain_scene("d6", seed)
        frame = render(scene, seed=seed)
        want = sorted(int(die.face) for die in truth)
        reading = read(frame)
        exact = sorted(die.value or 0 for die in reading.dice) == want
        ours += reading.status == "ok" and exact
        wrong += reading.status == "ok" and not exact
        plainly += read_plainly(frame) == want
    print(
        f"{'plain trays read whole':34} {ours:6d} of {frames}, {wrong} more wrongly; "
        f"blobs and clusters {plainly} of {frames}, and never unsure"
    )


def journal() -> None:
    """Committing an action, against a bare write that is synced."""
    with tempfile.TemporaryDirectory() as folder:
        raw = os.open(Path(folder) / "raw", os.O_WRONLY | os.O_CREAT)

        def synced_write() -> None:
            os.write(raw, b"x" * 100)
            os.fsync(raw)

        with Journal.open(Path(folder) / "journal.sqlite") as opened:
            game = opened.begin("favor", {})
            count = iter(range(10**6))
            entry = {"do": "ended"}
            ms = median_ms(lambda: opened.append(game, next(count), entry), runs=100)
        row("journal: one action committed", ms, "write and fsync", median_ms(synced_write, runs=100))


def rules() -> None:
    """Random play, against starting games."""
    game = FavorGame()

    def play() -> int:
        return sum(1 for _ in random_game(random.Random(1), Setup(("Ann", "Bob")), actions=300))

    def copy() -> None:
        for _ in range(300):
            game.start(Setup(("Ann", "Bob")))

    row("rules: 300 random actions", median_ms(play, runs=10), "300 new games", median_ms(copy, runs=10))


def code() -> None:
    """Solving every roll of Pharaoh Code's dice, against working out one equation of each."""
    rolls = list(product(range(1, 9), range(1, 11), range(1, 13)))

    def solve_all() -> None:
        forget_solved()
        for roll in rolls:
            solve(roll)

    def work_out_all() -> None:
        for one, two, three in rolls:
            work_out(f"({one} + {two}) × {three}", (one, two, three))

    ms = median_ms(solve_all, runs=5)
    row(
        f"Pharaoh Code: {len(rolls)} rolls solved",
        ms,
        "one equation of each",
        median_ms(work_out_all, runs=5),
    )


def nothing_more() -> Desk:
    """The desk that no benchmark asks for."""
    raise AssertionError("a benchmark plays one game")


def screen() -> None:
    """Drawing the screen, against filling a surface of its size."""
    # After `ui`, which keeps pygame from greeting.
    import pygame

    for size in ((800, 480), (480, 320)):
        surface = pygame.Surface(size)
        shown = Screens(size)
        with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "j.sqlite") as opened:
            shown.show(new_table(opened, Setup(("Ann", "Bob")), nothing_more).view("still"))
        fill = median_ms(partial(surface.fill, (9, 9, 9)))
        ms = median_ms(partial(shown.draw, surface))
        row(f"screen: drawing {size[0]}x{size[1]}", ms, "one fill", fill)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    for part in (reading, journal, rules, favor.main, code, pharao.main, screen, firmware.main):
        part()
