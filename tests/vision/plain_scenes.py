"""Rendered trays as they stand on tables, sampled from a seed, with what a perfect reader reads of them."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np

from vision.errors import SceneError
from vision.scene import (
    FAMILY_FACES,
    FAVOR_LOOKS,
    Camera,
    DieTruth,
    Light,
    Make,
    Scene,
    SceneDie,
    Surface,
    render_truth,
    scatter,
)
from vision.scene.looks import Colour, Family, Finish, Marker, NumeralStyle

Dice: TypeAlias = Literal["favor", "poly", "d6"]
DICE: tuple[Dice, ...] = get_args(Dice)
"""What is on the table: the eight Favor kinds, d8, d10, d12 and now and then a d6, or any pip dice."""

Truth: TypeAlias = tuple[DieTruth, ...]
Rng: TypeAlias = np.random.Generator

_KINDS = (
    "standard", "standard", "standard", "immediate", "immediate",
    "serf", "noble", "artisan", "intrigue", "voyage", "decree",
)  # fmt: skip
"""Favor kinds about as often as a game's rolls hold them."""

_PIP_LOOKS: tuple[tuple[str, str, Finish, str], ...] = (
    ("black", "white", "plain", "white"),
    ("ivory", "black", "plain", "white"),
    ("white", "black", "plain", "white"),
    ("white", "red", "plain", "white"),
    ("red", "white", "plain", "white"),
    ("orange", "black", "plain", "white"),
    ("yellow", "black", "plain", "white"),
    ("teal", "white", "plain", "white"),
    ("brown", "gold", "plain", "white"),
    ("red", "white", "translucent", "white"),
    ("blue", "white", "translucent", "white"),
    ("purple", "white", "translucent", "white"),
    ("green", "gold", "marbled", "black"),
    ("blue", "white", "marbled", "black"),
    ("purple", "gold", "marbled", "black"),
    ("white", "black", "marbled", "pink"),
    ("ivory", "black", "speckled", "brown"),
    ("grey", "white", "speckled", "black"),
)
"""Ordinary pip dice: body, pips, finish and the second colour."""

_NUMERAL_LOOKS: tuple[tuple[str, str, Finish, str], ...] = (
    *((body, mark, finish, second) for body, mark, finish, second in _PIP_LOOKS if finish != "speckled"),
    ("black", "red", "plain", "white"),
    ("black", "gold", "plain", "white"),
    ("pink", "white", "plain", "white"),
    ("grey", "white", "plain", "white"),
    ("ivory", "red", "plain", "white"),
    ("teal", "gold", "marbled", "black"),
    ("blue", "gold", "speckled", "black"),
)

_DYES: dict[Surface, tuple[Colour | None, ...]] = {
    "felt": (None, None, (40, 34, 150), (128, 62, 34), (120, 110, 24), (54, 50, 48)),
    "wood": (None, None, (52, 78, 112), (132, 170, 200)),
    "paper": (None, (222, 226, 226), (170, 200, 214)),
    "cloth": (None, (120, 60, 40), (44, 40, 116), (150, 150, 146)),
    "stripes": (None, (176, 168, 150), (60, 170, 208)),
    "carpet": (None, (92, 96, 130), (120, 104, 92)),
}
"""Each surface's usual colour (None) and others it comes in."""


def pick(rng: Rng, choices: tuple[str, ...]) -> str:
    """One of several names."""
    return choices[int(rng.integers(len(choices)))]


def favor_die(rng: Rng, size: float) -> SceneDie:
    """One of the eight kinds, sometimes marbled or translucent, with any of its faces up."""
    look = FAVOR_LOOKS[pick(rng, _KINDS)]
    finishes: tuple[Finish, ...] = ("plain", "plain", "plain", "plain", "plain", "marbled", "translucent")
    second = "grey" if look.mark == "black" else "black"
    finish = finishes[int(rng.integers(len(finishes)))]
    make = Make("favor", _rounding(rng), finish, second, int(rng.integers(16)), pip=_pip(rng))
    return SceneDie(look.body, look.mark, pick(rng, look.faces), (0, 0), size=size, make=make)


def pip_die(rng: Rng, size: float) -> SceneDie:
    """A pip die of any ordinary look."""
    body, mark, finish, second = _PIP_LOOKS[int(rng.integers(len(_PIP_LOOKS)))]
    make = Make("d6", _rounding(rng), finish, second, int(rng.integers(16)), pip=_pip(rng))
    return SceneDie(body, mark, pick(rng, FAMILY_FACES["d6"]), (0, 0), size=size, make=make)


def numeral_die(rng: Rng, size: float, family: Family) -> SceneDie:
    """A d8, d10 or d12 of any look."""
    body, mark, finish, second = _NUMERAL_LOOKS[int(rng.integers(len(_NUMERAL_LOOKS)))]
    styles: tuple[NumeralStyle, ...] = ("sans", "serif", "narrow", "angular")
    markers: tuple[Marker, ...] = ("bar", "dot")
    make = Make(
        family,
        float(rng.uniform(0.03, 0.08)),
        finish,
        second,
        int(rng.integers(16)),
        numerals=styles[int(rng.integers(4))],
        marker=markers[int(rng.integers(2))],
        height=float(rng.choice([0.46, 0.52, 0.58])),
    )
    return SceneDie(body, mark, pick(rng, FAMILY_FACES[family]), (0, 0), size=size, make=make)


def _rounding(rng: Rng) -> float:
    return float(rng.uniform(0.05, 0.19))


def _pip(rng: Rng) -> float:
    return float(rng.choice([0.08, 0.095, 0.108]))


def some_dice(rng: Rng, dice: Dice, number: int, size: float) -> list[SceneDie]:
    """That many dice, of about one size; polyhedra of three kinds where there are three."""
    if dice == "favor":
        return [favor_die(rng, size) for _ in range(number)]
    if dice == "d6":
        return [pip_die(rng, size * float(rng.uniform(0.9, 1.1))) for _ in range(number)]
    families: list[Family] = ["d8", "d10", "d12"]
    rng.shuffle(families)
    laid = []
    for place in range(number):
        sized = size * float(rng.uniform(1.15, 1.5))
        if place >= 3 and rng.random() < 0.3:
            laid.append(pip_die(rng, sized))
        else:
            laid.append(numeral_die(rng, sized, families[place % 3]))
    return laid


def some_tray(rng: Rng) -> Scene:
    """An empty tray or bare table under any ordinary light, the camera above it or up to 35 degrees aside."""
    surfaces: tuple[Surface, ...] = ("felt", "wood", "paper", "cloth", "stripes", "carpet")
    surface = surfaces[int(rng.integers(len(surfaces)))]
    dyes = _DYES[surface]
    light = Light(
        azimuth=float(rng.uniform(0, 360)),
        elevation=float(rng.uniform(35, 80)),
        strength=float(rng.uniform(0.8, 1.12)),
        ambient=float(rng.uniform(0.35, 0.8)),
        softness=float(rng.uniform(0.02, 0.3)),
        warmth=float(rng.uniform(-0.4, 0.7)),
    )
    oblique = rng.random() < 0.5
    camera = Camera(
        height=float(rng.uniform(1.5, 2.3)),
        nadir=(float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.6, 0.95))),
        vignette=float(rng.uniform(0.05, 0.3)),
        noise=float(rng.uniform(0.8, 4)),
        defocus=float(rng.uniform(0.35, 0.9)),
        tilt=float(rng.uniform(5, 35)) if oblique else 0.0,
    )
    return Scene(
        surface=surface,
        light=light,
        camera=camera,
        walls=float(rng.choice([0.0, 0.02 if oblique else 0.04])),
        texture=int(rng.integers(1 << 30)),
        dye=dyes[int(rng.integers(len(dyes)))],
    )


def laid_out(rng: Rng, dice: Dice, most: int, tray: Scene | None = None) -> Scene:
    """One to `most` dice somewhere in a tray, wholly in view."""
    while True:
        base = tray or some_tray(rng)
        number = int(rng.integers(1, most + 1))
        size = float(rng.uniform(30, 62 if number < 8 else 48))
        try:
            scene = scatter(
                some_dice(rng, dice, number, size),
                seed=int(rng.integers(1 << 30)),
                touching=bool(rng.random() < 0.3),
                base=base,
            )
        except SceneError:
            continue
        if wholly_seen(scene):
            return scene


def wholly_seen(scene: Scene) -> bool:
    """Whether no die is cut by the frame's edge."""
    width, height = scene.size
    boxes = [truth.box for truth in render_truth(scene)]
    return len(boxes) == len(scene.dice) and all(
        x > 0 and y > 0 and x + wide < width and y + high < height for x, y, wide, high in boxes
    )


def plain_scene(dice: Dice, seed: int) -> tuple[Scene, Truth]:
    """A tray with up to twelve dice (six polyhedra) that a reader must read, and its truth."""
    rng = np.random.default_rng([seed, 11, DICE.index(dice)])
    scene = laid_out(rng, dice, 6 if dice == "poly" else 12)
    return scene, render_truth(scene)
