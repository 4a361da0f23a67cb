"""Finding the mat's fiducials in a frame: dark squares on white, read and measured to a fraction of a px.

They are the project's own: OpenCV has its ArUco markers only in some builds, and with two different APIs.
Everything is done for all candidate squares at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.edges import Squares, laid_along_edges
from vision.mat.layout import CELLS, CODE_CELLS, LAYOUTS, Paper
from vision.mat.sampling import Floats, sampled
from vision.reading import Frame

Grey: TypeAlias = NDArray[np.uint8]

_LOOKS = ((320, 16, 0.9), (640, 16, 0.9))
"""How to look: longer side in px to which the frame is reduced, how often the window that says what is dark
goes into the width, and below which share of the window's mean a place is dark."""

_LONGEST_PX = 32_000
"""Longest frame that OpenCV can sample at places between pixels."""

_ENOUGH = 3
_SMALLEST = 9
_LARGEST_SHARE = 0.45
_LEAST_FILL = 0.22
_MOST_CANDIDATES = 80
_LEAST_AREA_OF_HULL = 0.8

_LEAST_CONTRAST = 12.0
_LEAST_CONTRAST_SHARE = 0.25
_WRONG_BORDER_CELLS = 1
_WRONG_WHITE_CELLS = 7
_WRONG_BITS = 1
"""Bits of the code that may be misread: codes differ in five, see `layout`."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A fiducial that was found: of which sheet, its place in `Layout.fiducials`, and its corners (4, 2) px.

    Corners are in the layout's order, so that the first one is the upper left of the sheet that lies upright.
    """

    paper: Paper
    index: int
    corners: Floats


def find_fiducials(frame: Frame) -> list[Sighting]:
    """The fiducials in a frame of any size, at most one of each kind.

    Looks in a much reduced frame first, and more closely where that shows fewer than three: with three, the
    mat is known about as exactly as with all four.
    """
    if max(frame.shape) > _LONGEST_PX:
        return []
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    found: dict[tuple[Paper, int], Sighting] = {}
    for side, windows, share in _LOOKS:
        factor = max(1, min(round(max(grey.shape) / side), min(grey.shape) // _SMALLEST))
        squares = _candidates(grey, factor, windows, share)
        for sighting in _decoded(grey, squares, factor):
            found.setdefault((sighting.paper, sighting.index), sighting)
        if len(found) >= _ENOUGH:
            break
    return list(found.values())


def _candidates(grey: Grey, factor: int, windows: int, share: float) -> Squares:
    """Dark patches whose outline has four corners, as px of `grey`, corners clockwise."""
    small = _reduced(grey, factor)
    height, width = small.shape
    window = max(15, width // windows) | 1
    mean = cv2.boxFilter(small, cv2.CV_8U, (window, window), borderType=cv2.BORDER_REPLICATE)
    dark = cv2.compare(small, cv2.convertScaleAbs(mean, alpha=share), cv2.CMP_LT)
    _, found, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8, ltype=cv2.CV_32S)
    labels = np.asarray(found, np.int32)
    across, down = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    area = stats[:, cv2.CC_STAT_AREA]
    fits = (np.minimum(across, down) >= _SMALLEST) & (
        np.maximum(across, down) <= _LARGEST_SHARE * max(width, height)
    )
    fits &= (across < 3 * down) & (down < 3 * across) & (area > _LEAST_FILL * across * down)
    fits[0] = False
    chosen = np.flatnonzero(fits)
    if len(chosen) > _MOST_CANDIDATES:
        chosen = chosen[np.argsort(-area[chosen])[:_MOST_CANDIDATES]]
    squares = [
        square for label in chosen if (square := _square(labels, int(label), stats[label])) is not None
    ]
    corners = np.array(squares, np.float32).reshape(-1, 4, 2)
    return (corners + 0.5) * factor - 0.5


def _reduced(grey: Grey, factor: int) -> Grey:
    if factor == 1:
        return grey
    size = (grey.shape[1] // factor, grey.shape[0] // factor)
    # Whole steps only: other ratios cost several times as much.
    cropped = grey[: size[1] * factor, : size[0] * factor]
    return np.asarray(cv2.resize(cropped, size, interpolation=cv2.INTER_AREA), np.uint8)


def _square(labels: NDArray[np.int32], label: int, stats: NDArray[np.int32]) -> Floats | None:
    """The four corners of one patch, or None where its hull is not nearly a quadrangle.

    They are the hull's two points farthest apart, and those farthest from the line between on either side.
    """
    left, top, width, height = (int(side) for side in stats[:4])
    patch = (labels[top : top + height, left : left + width] == label).astype(np.uint8)
    outline = max(cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0], key=len)
    hull = cv2.convexHull(outline)[:, 0].astype(np.float32)
    if len(hull) < 4:
        return None
    between = hull[:, None] - hull[None]
    first, third = np.unravel_index(int(np.argmax((between**2).sum(2))), (len(hull), len(hull)))
    along = hull[third] - hull[first]
    side = along[0] * (hull[:, 1] - hull[first, 1]) - along[1] * (hull[:, 0] - hull[first, 0])
    corners = hull[[first, int(np.argmin(side)), third, int(np.argmax(side))]]
    whole = cv2.contourArea(hull)
    if whole < _SMALLEST or cv2.contourArea(corners) < _LEAST_AREA_OF_HULL * whole:
        return None
    return np.asarray(corners + np.array([left, top], np.float32), np.float32)


def _decoded(grey: Grey, squares: Squares, factor: int) -> Iterator[Sighting]:
    """The fiducials among the candidates."""
    squares = squares[_plausible(_cells(grey, squares), slack=5)]
    # The candidates' corners are off by a reduced pixel, blur included.
    squares = laid_along_edges(grey, squares, reach=1.5 * factor + 1.0)
    cells = _cells(grey, squares)
    fine = _plausible(cells, slack=0)
    squares, cells = squares[fine], cells[fine]
    bits = cells[:, 2:-2, 2:-2] > _levels(cells)[3][:, None, None]
    for square, read in zip(squares, bits, strict=True):
        match = _match(read)
        if match is not None:
            paper, index, turns = match
            yield Sighting(paper, index, square[(np.arange(4) - turns) % 4])


def _rings() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of the cells, row by row, are the white ring around a fiducial and its black border."""
    depth = np.minimum(np.arange(CELLS + 2), np.arange(CELLS + 2)[::-1])
    ring = np.minimum.outer(depth, depth).ravel()
    return np.flatnonzero(ring == 0), np.flatnonzero(ring == 1)


_WHITE, _BORDER = _rings()


def _cell_grid() -> Floats:
    """Points of the fiducial and of a ring around it one cell wide, (cells, cells, 9, 2) in cells."""
    centres = np.arange(-1, CELLS + 1, dtype=np.float32) + 0.5
    inner = np.array([-0.2, 0, 0.2], np.float32)
    x = centres[None, :, None] + np.tile(inner, 3)
    y = centres[:, None, None] + np.repeat(inner, 3)
    return np.stack(np.broadcast_arrays(x, y), axis=-1)


_GRID = _cell_grid()


def _cells(grey: Grey, squares: Squares) -> Floats:
    """Mean grey of every square's cells and of the ring around, (n, cells + 2, cells + 2)."""
    if not len(squares):
        return np.zeros((0, CELLS + 2, CELLS + 2), np.float32)
    unit = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32)
    points = np.concatenate(
        [
            cv2.perspectiveTransform(_GRID.reshape(1, -1, 2), cv2.getPerspectiveTransform(unit, square))
            for square in squares
        ]
    )
    values = sampled(grey, points).reshape(len(squares), CELLS + 2, CELLS + 2, 9)
    return np.asarray(values.mean(axis=3), np.float32)


def _levels(cells: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The white ring's and the border's cells in order (n, …), their medians' contrast, the grey between."""
    rows = cells.reshape(-1, (CELLS + 2) ** 2)
    white, black = np.sort(rows.take(_WHITE, axis=1), axis=1), np.sort(rows.take(_BORDER, axis=1), axis=1)
    bright, dark = white[:, len(_WHITE) // 2], black[:, len(_BORDER) // 2]
    contrast, between = np.asarray(bright - dark, np.float32), np.asarray((bright + dark) / 2, np.float32)
    return white, black, contrast, between


def _plausible(cells: Floats, *, slack: int) -> NDArray[np.bool_]:
    """Flags of the squares that have a dark border on a bright ground.

    `slack` more cells may be wrong: for squares that are not yet in their exact place.
    """
    white, black, contrast, between = _levels(cells)
    fine = contrast > np.maximum(_LEAST_CONTRAST, _LEAST_CONTRAST_SHARE * between)
    # The brightest cells of the border and the darkest of the ring are those that may be wrong.
    fine &= black[:, -1 - _WRONG_BORDER_CELLS - slack] <= between
    fine &= white[:, _WRONG_WHITE_CELLS + slack] >= between
    return np.asarray(fine, np.bool_)


def _codes() -> tuple[NDArray[np.bool_], list[tuple[Paper, int, int]]]:
    """Every code in each of its four rotations, (n, 16), and what each row is: paper, index, turns."""
    rows, names = [], []
    for paper, layout in LAYOUTS.items():
        for index, fiducial in enumerate(layout.fiducials):
            bits = np.array([bit == "1" for bit in f"{fiducial.code:0{CODE_CELLS**2}b}"])
            for turns in range(4):
                rows.append(np.rot90(bits.reshape(CODE_CELLS, CODE_CELLS), turns).ravel())
                names.append((paper, index, turns))
    return np.array(rows), names


_CODES, _NAMES = _codes()


def _match(bits: NDArray[np.bool_]) -> tuple[Paper, int, int] | None:
    """Which fiducial these cells are, and how many corners it is turned on."""
    wrong = (bits.ravel() != _CODES).sum(1)
    best = int(np.argmin(wrong))
    return _NAMES[best] if wrong[best] <= _WRONG_BITS else None
