"""The shapes of dice: where each face points, its outline, and which way its mark stands.

Directions are those of the tray's space: x to the right, y down, z up to the camera. Angles about a face's
normal therefore grow clockwise as seen from outside. Lengths are in inscribed radii: every face lies at
distance 1 from the middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.scene.looks import Family

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Face:
    """One face: its name, outward normal, the mark's right and foot directions (unit vectors, (3,)).

    `outline` (n, 3) are its corners, clockwise as seen from outside; `middle` and `reach` are the largest
    circle inside it. A mark is drawn in the square around that circle.
    """

    name: str
    normal: Points
    right: Points
    foot: Points
    outline: Points
    middle: Points
    reach: float

    @property
    def square(self) -> Points:
        """The corners (4, 3) of the mark's square: top left, top right, bottom right, bottom left."""
        across, down = self.reach * self.right, self.reach * self.foot
        around = np.array([-across - down, across - down, across + down, down - across])
        return np.asarray(self.middle + around, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Solid:
    """A die's shape with sharp edges: its corners (n, 3) and its faces."""

    corners: Points
    faces: tuple[Face, ...]

    def place_of(self, name: str) -> int:
        """The number of the face with this name."""
        return next(place for place, face in enumerate(self.faces) if face.name == name)


@lru_cache(maxsize=4)
def solid_of(family: Family) -> Solid:
    """The shape of a family of dice, its faces numbered as on dice that are sold.

    A cube's faces are called after their sides ("top", "bottom", …): which face of a kind lies there depends
    on the die. On the others opposite faces add up to 9 (d8, d10) or 13 (d12).
    """
    return {"d8": _octahedron, "d10": _trapezohedron, "d12": _dodecahedron}.get(family, _cube)()


def _cube() -> Solid:
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    sides = {
        "top": ((0, 0, 1), (0, 1, 0)),
        "bottom": ((0, 0, -1), (1, 0, 0)),
        "right": ((1, 0, 0), (0, 0, 1)),
        "left": ((-1, 0, 0), (0, 1, 0)),
        "front": ((0, 1, 0), (1, 0, 0)),
        "back": ((0, -1, 0), (0, 0, 1)),
    }
    return _solid(corners, {name: (_vector(*n), _vector(*foot)) for name, (n, foot) in sides.items()})


def _octahedron() -> Solid:
    """Even numbers around one corner, odd ones around the opposite one, all standing up to their corner."""
    pole = _vector(0, 0, 1)
    upper = {name: _direction(45 + 90 * place, 1 / np.sqrt(3)) for place, name in enumerate("8642")}
    normals = upper | {str(9 - int(name)): -normal for name, normal in upper.items()}
    return _solid(
        np.vstack([np.eye(3), -np.eye(3)]),
        {name: (n, -np.sign(n[2]) * pole) for name, n in normals.items()},
    )


_POLE = 1.0
"""Height of a d10's tips over its middle, in radii of its zigzag girdle: about a right angle at the tips."""


def _trapezohedron() -> Solid:
    """Even numbers around one tip, odd ones around the other, all standing up to their tip."""
    # The girdle's zigzag follows from the kites being flat.
    fifth = np.cos(np.pi / 5)
    zigzag = _POLE * (1 - fifth) / (1 + fifth)
    turns = np.deg2rad(36 * np.arange(10))
    girdle = np.column_stack(
        [np.cos(turns), np.sin(turns), np.where(np.arange(10) % 2 == 0, -zigzag, zigzag)]
    )
    tips = np.array([(0, 0, _POLE), (0, 0, -_POLE)])
    rise = 1 / np.hypot(1, _POLE + zigzag)
    upper = {name: _direction(72 * place, rise) for place, name in enumerate("08264")}
    normals = upper | {str(9 - int(name)): -normal for name, normal in upper.items()}
    return _solid(
        np.vstack([girdle, tips]), {name: (n, _vector(0, 0, -np.sign(n[2]))) for name, n in normals.items()}
    )


_FEET = {"6": "1", "7": "12"} | dict.fromkeys(("1", "4", "5", "10", "11"), "6")
"""The neighbour below each of a d12's numerals; all that are not named stand on the 7."""


def _dodecahedron() -> Solid:
    ring = {name: _direction(72 * place, 1 / np.sqrt(5)) for place, name in enumerate("32465")}
    upper = {"1": _vector(0, 0, 1)} | ring
    normals = upper | {str(13 - int(name)): -normal for name, normal in upper.items()}
    # Three faces meet in each corner.
    names = list(normals)
    corners = []
    for first in range(12):
        for second in range(first):
            for third in range(second):
                three = np.array([normals[names[place]] for place in (first, second, third)])
                if (three @ three.T > 0.4).all():
                    corners.append(three.sum(axis=0))
    return _solid(
        np.array(corners), {name: (n, normals[_FEET.get(name, "7")]) for name, n in normals.items()}
    )


def _vector(x: float, y: float, z: float) -> Points:
    return np.array([x, y, z], dtype=np.float64)


def _direction(azimuth: float, rise: float) -> Points:
    """A unit vector by its azimuth in degrees and its height."""
    turn, flat = np.deg2rad(azimuth), np.sqrt(1 - rise * rise)
    return _vector(flat * np.cos(turn), flat * np.sin(turn), rise)


def _solid(corners: Points, normals: dict[str, tuple[Points, Points]]) -> Solid:
    """A solid from its corners, and for each face its normal and roughly where the mark's foot points."""
    normal = next(iter(normals.values()))[0]
    corners = corners / (corners @ normal).max()
    return Solid(corners, tuple(_face(name, corners, *pair) for name, pair in normals.items()))


def _face(name: str, corners: Points, normal: Points, downwards: Points) -> Face:
    foot = downwards - (downwards @ normal) * normal
    foot /= np.linalg.norm(foot)
    right = np.cross(foot, normal)
    outline = corners[corners @ normal > 1 - 1e-6]
    spokes = outline - outline.mean(axis=0)
    outline = outline[np.argsort(np.arctan2(spokes @ foot, spokes @ right))]
    # All outlines are symmetric about the mark's upright, so the circle's middle lies on it.
    middles = outline.mean(axis=0) + np.linspace(-0.5, 0.5, 1001)[:, None] * foot
    distances = _distances(middles, outline, normal)
    best = int(distances.argmax())
    return Face(name, normal, right, foot, outline, middles[best], float(distances[best]))


def _distances(places: Points, outline: Points, normal: Points) -> NDArray[np.float64]:
    """How far inside the outline each place (m, 3) of its plane lies (m,)."""
    edges = np.roll(outline, -1, axis=0) - outline
    inwards = np.cross(normal, edges)
    inwards /= np.linalg.norm(inwards, axis=1, keepdims=True)
    return np.asarray(((places[:, None] - outline) * inwards).sum(axis=2).min(axis=1), dtype=np.float64)
