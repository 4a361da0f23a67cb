"""The bodies of dice as convex solids: planes, faces, corners and bevels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from vision.training.arrays import Array


@dataclass(frozen=True)
class Face:
    """One flat face: its unit normal, its middle, two unit axes in its plane, and its inradius.

    `up` is where its mark points to and `right` where the mark's lines run to, seen from outside.
    """

    normal: Array
    middle: Array
    right: Array
    up: Array
    inradius: float


@dataclass(frozen=True)
class Solid:
    """A convex body around the origin.

    `planes` are (n, 4) rows of normal and offset: the faces first, then the bevels of edges and corners.
    `opposite[i]` is the face parallel to face i; every two such faces are 1 apart.
    """

    sides: int
    planes: Array
    faces: tuple[Face, ...]
    corners: Array
    opposite: tuple[int, ...]


@lru_cache(maxsize=512)
def solid(sides: int, bevel: float, elevation: float = 45.0, up_corner: int = 0) -> Solid:
    """A d6, d8, d10 or d12.

    `bevel` is the share of the radius that is cut from edges and corners, `elevation` (degrees) how steep a
    d10's faces stand to its axis, `up_corner` the corner of a face that its numeral points to.

    Raises ValueError for any other number of sides.
    """
    normals = _normals(sides, elevation)
    offsets = np.full(len(normals), 0.5)
    corners = _corners(normals, offsets)
    faces = tuple(_face(n, 0.5, corners, up_corner) for n in normals)
    planes = [np.hstack([normals, offsets[:, None]])]
    if bevel > 0:
        planes.append(_bevels(normals, offsets, corners, bevel))
    opposite = tuple(int(np.argmin(normals @ n)) for n in normals)
    return Solid(sides, np.vstack(planes), faces, corners, opposite)


def _normals(sides: int, elevation: float) -> Array:
    if sides == 6:
        return np.vstack([np.eye(3), -np.eye(3)])
    if sides == 8:
        grid = np.array(np.meshgrid([1, -1], [1, -1], [1, -1])).reshape(3, -1).T
        return grid / np.sqrt(3)
    if sides == 10:
        turn = np.radians(72 * np.arange(5))
        low, high = np.cos(np.radians(elevation)), np.sin(np.radians(elevation))
        upper = np.stack([low * np.cos(turn), low * np.sin(turn), np.full(5, high)], 1)
        return np.vstack([upper, -upper])
    if sides == 12:
        golden = (1 + 5**0.5) / 2
        base = np.array([(0, a, b * golden) for a in (1, -1) for b in (1, -1)])
        every = np.vstack([np.roll(base, shift, axis=1) for shift in range(3)])
        return every / np.linalg.norm(every[0])
    raise ValueError(f"There is no solid with {sides} sides here: take 6, 8, 10 or 12.")


def _corners(normals: Array, offsets: Array) -> Array:
    triples = np.array(list(combinations(range(len(normals)), 3)))
    matrices = normals[triples]
    fine = np.abs(np.linalg.det(matrices)) > 1e-4
    points = np.linalg.solve(matrices[fine], offsets[triples[fine]][..., None])[..., 0]
    inside = (points @ normals.T <= offsets + 1e-5).all(1)
    return np.unique(np.round(points[inside], 5), axis=0)


def _face(normal: Array, offset: float, corners: Array, up_corner: int) -> Face:
    on = corners[np.abs(corners @ normal - offset) < 1e-3]
    middle = on.mean(0)
    spokes = on - middle
    first = spokes[0] / np.linalg.norm(spokes[0])
    spokes = spokes[np.argsort(np.arctan2(spokes @ np.cross(normal, first), spokes @ first))]
    lengths = np.linalg.norm(spokes, axis=1)
    edges = np.roll(spokes, -1, axis=0) - spokes
    inradius = (np.linalg.norm(np.cross(edges, spokes), axis=1) / np.linalg.norm(edges, axis=1)).min()
    if len(on) == 4 and np.ptp(lengths) < 1e-3:
        # A cube's marks stand along its edges, not towards a corner.
        up = edges[up_corner % 4]
    else:
        up = spokes[np.argsort(-lengths.round(3), kind="stable")[up_corner % len(on)]]
    up = up / np.linalg.norm(up)
    return Face(normal, middle, np.cross(up, normal), up, float(inradius))


def _bevels(normals: Array, offsets: Array, corners: Array, bevel: float) -> Array:
    reaches = [float(np.linalg.norm(corner)) for corner in corners]
    cuts = [_cut(corner / reach, reach, 1.6 * bevel) for corner, reach in zip(corners, reaches, strict=True)]
    on = np.abs(corners @ normals.T - offsets) < 1e-3
    for one, other in combinations(range(len(normals)), 2):
        shared = corners[on[:, one] & on[:, other]]
        if len(shared) == 2:
            across = normals[one] + normals[other]
            across = across / np.linalg.norm(across)
            cuts.append(_cut(across, float(shared[0] @ across), bevel))
    return np.array(cuts)


def _cut(normal: Array, reach: float, share: float) -> Array:
    return np.append(normal, reach - share * 0.5)
