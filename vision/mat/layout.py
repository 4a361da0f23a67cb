"""What is printed where on the mat, in mm: the one table that the sheet and the finder share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from vision.reading import Zone

Paper: TypeAlias = Literal["a4", "a3", "letter"]

CELLS = 6
"""Cells along a fiducial's side: a black border one cell wide around 4 x 4 cells of code."""

CODE_CELLS = CELLS - 2

MARGIN = 10.0
"""White edge in mm: home printers leave up to 6 mm unprinted, and fiducials need white around them."""

GREY = 119 / 255
"""Lightness of the grey patch, sRGB: it reflects 18 % of the light."""

RULER_MM = 100.0
"""Length of the printed ruler by which people check that the sheet was printed at 100 %."""

_GAP = 6.0
_FIELD_GAP = 5.0
_ROLL_SHARE = 0.69
_PATCH = (30.0, 20.0)


@dataclass(frozen=True)
class Box:
    """A rectangle in mm; x goes right and y down from the sheet's upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from the upper left one."""
        right, bottom = self.x + self.width, self.y + self.height
        return ((self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom))

    @property
    def middle(self) -> tuple[float, float]:
        """The point where the diagonals cross."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def holds(self, place: tuple[float, float]) -> bool:
        """Whether `place` (mm) lies in it; what lies on its edge does."""
        x, y = place
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


@dataclass(frozen=True)
class Fiducial:
    """One corner's marker: `code` has a bit a cell, row by row from the upper left one, 1 for white."""

    code: int
    box: Box

    @property
    def cell(self) -> float:
        """Side of a cell in mm."""
        return self.box.width / CELLS

    @property
    def white_cells(self) -> tuple[Box, ...]:
        """The cells that are left white."""
        last = CODE_CELLS * CODE_CELLS - 1
        return tuple(
            Box(
                self.box.x + (1 + index % CODE_CELLS) * self.cell,
                self.box.y + (1 + index // CODE_CELLS) * self.cell,
                self.cell,
                self.cell,
            )
            for index in range(last + 1)
            if self.code >> (last - index) & 1
        )


@dataclass(frozen=True)
class Layout:
    """All measures of one sheet, which lies with its long side across.

    `fiducials` go clockwise from the upper left corner. Dice are rolled in `roll` and set aside in `lock`.
    """

    paper: Paper
    name: str
    width: float
    height: float
    fiducials: tuple[Fiducial, Fiducial, Fiducial, Fiducial]
    grey: Box
    roll: Box
    lock: Box
    ruler: Box

    def zone(self, place: tuple[float, float]) -> Zone | None:
        """The field that `place` (mm) lies in, or None outside both."""
        return "roll" if self.roll.holds(place) else "lock" if self.lock.holds(place) else None


def _layout(
    paper: Paper, name: str, size: tuple[float, float], cell: float, codes: tuple[int, int, int, int]
) -> Layout:
    """The sheet of `size` mm: strips with the fiducials above and below, the two fields between them."""
    width, height = size
    side = CELLS * cell
    right, bottom = width - MARGIN - side, height - MARGIN - side
    places = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom))
    first, second, third, fourth = (
        Fiducial(code, Box(x, y, side, side)) for code, (x, y) in zip(codes, places, strict=True)
    )
    top = MARGIN + side + _GAP
    across = width - 2 * MARGIN - _FIELD_GAP
    roll = Box(MARGIN, top, round(_ROLL_SHARE * across, 1), height - 2 * top)
    lock_x = roll.x + roll.width + _FIELD_GAP
    patch_width, patch_height = _PATCH
    return Layout(
        paper=paper,
        name=name,
        width=width,
        height=height,
        fiducials=(first, second, third, fourth),
        grey=Box((width - patch_width) / 2, MARGIN + (side - patch_height) / 2, patch_width, patch_height),
        roll=roll,
        lock=Box(lock_x, top, width - MARGIN - lock_x, roll.height),
        ruler=Box((width - RULER_MM) / 2, bottom + side / 2, RULER_MM, 4.0),
    )


LAYOUTS: Mapping[Paper, Layout] = MappingProxyType(
    {
        # No two of the twelve codes, however turned or mirrored, agree in more than 11 of their 16 cells, nor
        # does one agree with itself turned: any one fiducial tells the sheet's size, its corner and which way
        # is up.
        "a4": _layout("a4", "A4", (297.0, 210.0), 4.0, (0x8590, 0xE128, 0xE28F, 0xEF5C)),
        "a3": _layout("a3", "A3", (420.0, 297.0), 5.5, (0x77D2, 0x9C5F, 0x874A, 0x0B13)),
        "letter": _layout("letter", "Letter", (279.4, 215.9), 4.0, (0xCB2B, 0xE276, 0x4A3C, 0x234F)),
    }
)
