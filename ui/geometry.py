"""Rectangles in pixels of the screen, immutable and free of pygame."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """Left, top, width and height in px; the right and bottom edges are exclusive."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def encloses(self, other: Rect) -> bool:
        """Whether the whole of `other` lies inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share a pixel."""
        return (
            self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom
        )

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """The rectangle with each side moved inwards (negative: outwards); `dy` defaults to `dx`."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0, self.w - 2 * dx), max(0, self.h - 2 * dy))
