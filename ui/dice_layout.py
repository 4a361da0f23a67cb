"""How many dice stand in how much room: the tray of active dice and the pyramid of locked ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ui.geometry import Rect
from ui.metrics import Size, gap, px, touch_size
from ui.view import FavorView


@dataclass(frozen=True)
class Tray:
    """How the active dice stand: columns, side of a die and width of the pencil beside it, in px."""

    columns: int
    side: int
    pencil: int
    height: int


def tray_of(view: FavorView, size: Size, left: Rect) -> Tray:
    """The largest dice that leave the pyramid room, in the fewest rows; none without active dice."""
    count = len(view.dice)
    if not count:
        return Tray(1, 0, 0, 0)
    space = gap(size)
    pencil = touch_size(size) if view.dice_role == "lock" else 0
    least_pyramid = _pyramid_rows(len(view.pyramid)) * px(size, 17, 26) + 2 * space
    tray = Tray(1, 0, 0, 0)
    for side in range(px(size, 44, 66), 11, -1):
        # More dice than ever lie on a table shrink below the touch size rather than leave the screen.
        pencil = min(pencil, max(side, 1))
        columns = max(1, min(count, (left.w - space) // (side + pencil + space)))
        tray = Tray(columns, side, pencil, math.ceil(count / columns) * (side + space) + space)
        enough = least_pyramid if side > touch_size(size) else 0
        if tray.height + enough <= left.h:
            break
    return tray


def _pyramid_rows(count: int) -> int:
    """Rows of the pyramid that holds this many dice: 1 + 2 + 3 + … from the top, three at least."""
    rows = 3
    while rows * (rows + 1) // 2 < count:
        rows += 1
    return rows


def pyramid_slots(area: Rect, count: int, size: Size) -> tuple[Rect, ...]:
    """The squares of the pyramid for `count` dice in the order they are filled: base first, left to right."""
    rows = _pyramid_rows(count)
    space = px(size, 4, 6)
    side = min((area.h - 2 * space) // rows, (area.w - 2 * space) // rows, px(size, 36, 54))
    if side < 8:
        return ()
    bottom = area.y + (area.h + rows * side) // 2
    return tuple(
        Rect(area.x + (area.w - dice * side) // 2 + column * side, bottom - level * side, side, side)
        for level, dice in enumerate(range(rows, 0, -1), start=1)
        for column in range(dice)
    )
