"""How surely and exactly the mat is found, and how long that takes: a table, a row a kind of picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from tests.vision.mat.photographed import Shot, covered, photograph, project, projection
from vision.mat.finding import find_mat
from vision.mat.layout import LAYOUTS

PICTURES = 100
DARK, BLURRED = {"light": 0.25, "noise": 3.0}, {"blur": 1.5}

ROWS: dict[str, tuple[dict[str, float], tuple[int, ...]]] = {
    "plain": ({}, ()),
    "a quarter of the light": (DARK, ()),
    "blurred by 1.5 px": (BLURRED, ()),
    "35 degrees oblique": ({"tilt": 35.0}, ()),
    "all three": ({**DARK, **BLURRED, "tilt": 35.0}, ()),
    "all three, a corner hidden": ({**DARK, **BLURRED, "tilt": 35.0}, (1,)),
    "opposite corners hidden": (DARK, (0, 2)),
    "a short side hidden": (DARK, (1, 2)),
    "a long side hidden": (DARK, (0, 1)),
    "from farther away": ({"fill": 0.6}, ()),
}


def shots(change: dict[str, float]) -> Iterator[Shot]:
    """Cameras up to 35 degrees oblique, the mat turned in any way, with what the row asks for."""
    random = np.random.default_rng(7)
    for seed in range(PICTURES):
        shot = Shot(tilt=random.uniform(0, 35), turn=random.uniform(0, 360), seed=seed)
        yield replace(shot, **change)  # type: ignore[arg-type]


def row(change: dict[str, float], hidden: tuple[int, ...]) -> str:
    """Found of all, the place's error in mm (median, 95 in 100, largest), ms of one thread's time."""
    scene = covered("a4", *hidden)
    layout = LAYOUTS["a4"]
    x, y = np.meshgrid(np.linspace(5, layout.width - 5, 9), np.linspace(5, layout.height - 5, 7))
    places = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    errors: list[float] = []
    spent = []
    found = 0
    for shot in shots(change):
        frame = photograph(shot, scene)
        begin = time.thread_time()
        view = find_mat(frame)
        spent.append(time.thread_time() - begin)
        if view is None:
            continue
        found += 1
        for pixel, place in zip(project(projection(shot), places), places, strict=True):
            errors.append(float(np.hypot(*np.subtract(view.place((pixel[0], pixel[1])), place[:2]))))
    middle, most, worst = np.quantile(errors, [0.5, 0.95, 1.0])
    return f"{found}/{PICTURES} | {middle:.2f} | {most:.2f} | {worst:.2f} | {1000 * np.median(spent):.1f}"


def main() -> None:
    """Print the table."""
    cv2.setNumThreads(1)
    print("| A4, 640 x 480 | found | error mm, median | 95 % | largest | ms |")
    print("|---|---|---|---|---|---|")
    for name, (change, hidden) in ROWS.items():
        print(f"| {name} | {row(change, hidden)} |", flush=True)


if __name__ == "__main__":
    main()
