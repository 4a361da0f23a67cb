"""What the mat's printing consists of: rectangles and lines of text in shades of grey, in mm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vision.mat.layout import GREY, RULER_MM, Box, Layout

WHITE, BLACK = 1.0, 0.0

_LINE_GREY = 0.8
"""The fields' outlines: seen by people, too faint to be a pip or a die's edge."""

_TEXT_GREY = 0.6
_LINE = 0.6
_RULER_LINE = 0.3
_TICK_MM = 10


@dataclass(frozen=True)
class Filled:
    """A rectangle of one shade, 0 black to 1 white."""

    box: Box
    shade: float


@dataclass(frozen=True)
class Text:
    """A line of text that begins at `x` and stands on `y` (mm), `size` mm high (the typeface's body)."""

    x: float
    y: float
    size: float
    words: str
    shade: float


def drawing(layout: Layout) -> tuple[Filled | Text, ...]:
    """All that is printed on the sheet, in the order in which it is painted on white paper."""
    return (
        *_fiducials(layout),
        Filled(layout.grey, GREY),
        *_outline(layout.roll),
        *_outline(layout.lock),
        Text(layout.roll.x + 3, layout.roll.y + 6, 4.0, "roll", _LINE_GREY),
        Text(layout.lock.x + 3, layout.lock.y + 6, 4.0, "locked", _LINE_GREY),
        *_ruler(layout),
    )


def _fiducials(layout: Layout) -> Iterator[Filled]:
    for fiducial in layout.fiducials:
        yield Filled(fiducial.box, BLACK)
        for cell in fiducial.white_cells:
            yield Filled(cell, WHITE)


def _outline(box: Box) -> Iterator[Filled]:
    """The box's edge, drawn inside it."""
    yield Filled(Box(box.x, box.y, box.width, _LINE), _LINE_GREY)
    yield Filled(Box(box.x, box.y + box.height - _LINE, box.width, _LINE), _LINE_GREY)
    yield Filled(Box(box.x, box.y, _LINE, box.height), _LINE_GREY)
    yield Filled(Box(box.x + box.width - _LINE, box.y, _LINE, box.height), _LINE_GREY)


def _ruler(layout: Layout) -> Iterator[Filled | Text]:
    """A line with a tick every 10 mm, whose outermost ticks' middles are `RULER_MM` apart."""
    box = layout.ruler
    yield Filled(Box(box.x, box.y + box.height - _RULER_LINE, box.width, _RULER_LINE), _TEXT_GREY)
    for mm in range(0, round(RULER_MM) + 1, _TICK_MM):
        yield Filled(Box(box.x + mm - _RULER_LINE / 2, box.y, _RULER_LINE, box.height), _TEXT_GREY)
    words = f"Print at 100 %: this ruler is {RULER_MM:.0f} mm long."
    yield Text(box.x, box.y - 2.5, 4.0, words, _TEXT_GREY)
    yield Text(box.x, box.y + box.height + 5, 3.0, f"pharaoh mat, {layout.name}", _TEXT_GREY)
