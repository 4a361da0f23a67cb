"""The mat as one frame shows it: from px to mm and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.mat.layout import LAYOUTS, Layout, Paper
from vision.reading import Zone

Floats: TypeAlias = NDArray[np.float64]
Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class MatView:
    """Where the mat lies in one frame.

    `to_frame` (3, 3) takes mm on the sheet to px, and `upwards` (3,) is what each mm of height above the
    sheet adds to it. `grey` is the grey patch's colour, blue-green-red 0 to 255, or None where the patch is
    hidden, in part shaded, or too bright or dark to tell. `fiducials` are those of the layout's four that
    were seen.
    """

    paper: Paper
    to_frame: Floats
    upwards: Floats
    grey: Colour | None
    fiducials: tuple[int, ...]

    @property
    def layout(self) -> Layout:
        """The sheet's measures."""
        return LAYOUTS[self.paper]

    def place(self, point_px: Point, *, height_mm: float = 0.0) -> Point:
        """Where on the sheet a point of the frame lies, in mm.

        With `height_mm` the point is one that high above the sheet, and the place is straight below it.
        """
        x, y, w = np.linalg.solve(self._plane(height_mm), np.array([*point_px, 1.0]))
        return (float(x / w), float(y / w))

    def pixel(self, place_mm: Point, *, height_mm: float = 0.0) -> Point:
        """Where a place on the sheet, or the point `height_mm` above it, is in the frame, in px."""
        x, y, w = self._plane(height_mm) @ np.array([*place_mm, 1.0])
        return (float(x / w), float(y / w))

    def zone(self, place_mm: Point) -> Zone | None:
        """The field that a place on the sheet lies in, or None outside both."""
        return self.layout.zone(place_mm)

    def px_per_mm(self, point_px: Point) -> float:
        """How large a mm of the sheet is at a point of the frame: the root of a square mm's area in px."""
        x, y = self.place(point_px)
        w = float(self.to_frame[2] @ np.array([x, y, 1.0]))
        # The area that a homography gives to a small square falls with the third power of the distance.
        return float(np.sqrt(abs(np.linalg.det(self.to_frame) / w**3)))

    def _plane(self, height_mm: float) -> Floats:
        """The homography of the plane so high above the sheet."""
        return self.to_frame + height_mm * np.outer(self.upwards, (0.0, 0.0, 1.0))
