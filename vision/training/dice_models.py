"""Dice as things: random bodies, marks and materials of six-sided dice, Favor dice, d8, d10 and d12."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.arrays import Array, Picture, Rng
from vision.training.grounds import colour
from vision.training.marks import SYMBOLS, PipStyle, symbol
from vision.training.numerals import NumeralStyle
from vision.training.raycast import Material, atlas_of
from vision.training.solids import Solid, solid

Range = tuple[float, float]


@dataclass(frozen=True)
class FavorDie:
    """How one kind of Favor die looks: its body's hue (degrees), saturation and value, its marks, its faces.

    `share` is how often it is thrown.
    """

    hue: Range
    saturation: Range
    value: Range
    white_marks: bool
    faces: tuple[str, ...]
    share: float


_PIPS = ("1", "2", "3", "4", "5", "6")
_VOYAGE = ("star", "gain", "reroll", "blocked", "reroll", "blocked")

FAVOR: dict[str, FavorDie] = {
    "standard": FavorDie((-14, 12), (0.7, 1.0), (0.35, 0.95), True, _PIPS, 0.2),
    "immediate": FavorDie((0, 360), (0.0, 0.14), (0.72, 1.0), False, _PIPS, 0.13),
    "serf": FavorDie((26, 50), (0.72, 1.0), (0.7, 1.0), True, ("1", "2", "3", "4", "1", "2"), 0.09),
    "noble": FavorDie((56, 82), (0.5, 0.95), (0.3, 0.75), True, ("5", "6", "3", "4", "5", "6"), 0.1),
    "artisan": FavorDie((200, 238), (0.6, 1.0), (0.3, 0.9), True, ("star", "6", "2", "5", "3", "4"), 0.11),
    "intrigue": FavorDie(
        (95, 160), (0.55, 1.0), (0.22, 0.7), True, ("1", "double-star", "2", "5", "3", "4"), 0.12
    ),
    "voyage": FavorDie((0, 360), (0.0, 0.3), (0.02, 0.16), True, _VOYAGE, 0.15),
    "decree": FavorDie((262, 305), (0.45, 1.0), (0.25, 0.7), True, ("decree", "6", "2", "5", "3", "4"), 0.1),
}
"""The eight Favor dice; two faces that follow each other lie opposite."""


@dataclass
class DieModel:
    """One die as a thing: its solid, its marks, its material, its names.

    `upside_down` tells that its numerals stand the other way up than `Face.up` points.
    """

    sides: int
    kind: str
    faces: tuple[str, ...]
    body: Solid
    atlas: Picture
    material: Material
    upside_down: bool = False


def favor_kind(rng: Rng) -> str:
    """One of the eight, as often as `FAVOR` says."""
    return str(rng.choice(list(FAVOR), p=np.array([die.share for die in FAVOR.values()])))


def model(rng: Rng, kind: str, sides: int, fonts: list[Path]) -> DieModel:
    """A random die of a kind: one of `FAVOR`, or any other word for dice of any colour."""
    bevel = float(rng.choice([0.0, 0.02, 0.04, 0.07, 0.1, 0.15, 0.22]))
    if sides != 6:
        bevel = min(bevel, 0.07) * 0.6
    elevation = float(rng.choice([40.0, 43.0, 46.0, 49.0]))
    # A d10's numerals stand along its kites, either way up.
    body = solid(sides, bevel, elevation, int(rng.choice([0, 3])) if sides == 10 else int(rng.integers(4)))
    pips = PipStyle(rng)
    upside_down = False
    if sides == 6:
        faces = _d6_faces(rng, kind)
        tiles = [_d6_tile(rng, face, kind, pips) for face in faces]
    else:
        faces = _numbering(rng, body)
        upside_down = rng.random() < 0.5
        tiles = _numeral_tiles(rng, faces, fonts, upside_down)
    return DieModel(sides, kind, faces, body, atlas_of(tiles), _material(rng, kind), upside_down)


def _d6_faces(rng: Rng, kind: str) -> tuple[str, ...]:
    if kind in FAVOR:
        pairs = FAVOR[kind].faces
    elif rng.random() < 0.12:
        pairs = tuple(str(name) for name in rng.choice([s for s in SYMBOLS if s != "star-and-pip"], 6))
    else:
        pairs = ("1", "6", "2", "5", "3", "4")
    # A solid's faces stand as x, y, z and then their opposites.
    return pairs[::2] + pairs[1::2]


def _d6_tile(rng: Rng, face: str, kind: str, pips: PipStyle) -> Picture:
    if face.isdecimal():
        tile = pips.draw(int(face))
    else:
        # The Artisan's star counts one pip, which stands beside it.
        tile = symbol("star-and-pip" if face == "star" and kind == "artisan" else face, rng, pips)
    return np.ascontiguousarray(np.rot90(tile, int(rng.integers(4))))


def _numbering(rng: Rng, body: Solid) -> tuple[str, ...]:
    """Numbers for the faces, so that opposite ones add up to the same."""
    low, high = (0, 9) if body.sides == 10 else (1, body.sides)
    names = [""] * body.sides
    pairs = [(n, low + high - n) for n in range(low, low + body.sides // 2)]
    rng.shuffle(pairs)
    for i in range(body.sides):
        if not names[i]:
            one, other = pairs.pop(0)[:: int(rng.choice([-1, 1]))]
            names[i], names[body.opposite[i]] = str(one), str(other)
    return tuple(names)


def _numeral_tiles(rng: Rng, faces: tuple[str, ...], fonts: list[Path], upside_down: bool) -> list[Picture]:
    style = NumeralStyle(rng, fonts)
    tiles = [style.draw(face, {"6", "9"} <= set(faces)) for face in faces]
    return [np.ascontiguousarray(tile[::-1, ::-1]) for tile in tiles] if upside_down else tiles


@dataclass(frozen=True)
class _Colours:
    body: Array | Picture
    second: Array | Picture
    mark: Array | Picture
    marble: float


def _material(rng: Rng, kind: str) -> Material:
    colours = _favor_colours(rng, FAVOR[kind]) if kind in FAVOR else _any_colours(rng)
    return Material(
        body=colours.body,
        second=colours.second,
        mark=colours.mark,
        marble=colours.marble,
        marble_scale=float(rng.uniform(1.5, 7)),
        speckle=float(rng.uniform(0.3, 1)) if rng.random() < 0.1 else 0.0,
        gloss=float(rng.beta(1.2, 3)),
        shine=float(rng.uniform(10, 140)),
        roundness=float(rng.uniform(0.008, 0.045)),
        drilled=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.6 else 0.0,
        clear=float(rng.uniform(0.1, 0.5)) if kind not in FAVOR and rng.random() < 0.2 else 0.0,
        seed=int(rng.integers(1 << 30)),
        rim=float(rng.uniform(0, 0.5)) if rng.random() < 0.3 else 0.0,
    )


def _favor_colours(rng: Rng, look: FavorDie) -> _Colours:
    hsv = [rng.uniform(*look.hue) % 360, rng.uniform(*look.saturation), rng.uniform(*look.value)]
    body = np.asarray(cv2.cvtColor(np.array([[hsv]], np.float32), cv2.COLOR_HSV2BGR)[0, 0], np.float32)
    level = rng.uniform(0.82, 1.0) if look.white_marks else rng.uniform(0.02, 0.18)
    tint = 1 - 0.12 * colour(rng) * look.white_marks
    mark = np.asarray(np.full(3, level, np.float32) * tint, np.float32)
    second = np.clip(body * rng.uniform(0.55, 1.4), 0, 1)
    if rng.random() < 0.5:
        # Marbled with white, which a white pip hardly shows against.
        second = body + rng.uniform(0.3, 0.95) * (1 - body)
    marble = rng.uniform(0.2, 1.0) if rng.random() < 0.35 else 0.0
    return _Colours(body, second, mark, marble)


def _any_colours(rng: Rng) -> _Colours:
    for _ in range(60):
        body, mark = _any_body(rng), _any_mark(rng)
        if _contrast(body, mark) > rng.uniform(0.22, 0.7):
            break
    second = colour(rng) if rng.random() < 0.5 else np.clip(body * rng.uniform(0.4, 1.7), 0, 1)
    marble = rng.uniform(0.2, 1.0) if rng.random() < 0.4 else 0.0
    if marble and _contrast(second, mark) < 0.2:
        second = body
    return _Colours(body, second, mark, marble)


def _any_body(rng: Rng) -> Picture:
    """White and black dice are common, the rest is of any colour."""
    roll = rng.random()
    body = colour(rng, (0, 0.12), (0.75, 1.0)) if roll < 0.3 else colour(rng)
    return colour(rng, (0, 0.3), (0.02, 0.2)) if roll > 0.88 else body


def _any_mark(rng: Rng) -> Picture:
    """White, black and golden marks are common, the rest is of any colour."""
    roll = rng.random()
    mark = colour(rng)
    if roll < 0.35:
        return colour(rng, (0, 0.1), (0.85, 1.0))
    if roll < 0.7:
        return colour(rng, (0, 0.4), (0.0, 0.15))
    if roll < 0.78:
        return np.asarray(np.array([0.25, 0.65, 0.85], np.float32) * rng.uniform(0.7, 1.1), np.float32)
    return mark


def _contrast(a: Picture, b: Picture) -> float:
    return float(np.abs(a - b).max() * 0.6 + abs(float(a.mean() - b.mean())) * 0.8)
