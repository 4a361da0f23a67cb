"""Places of dice that were seen bare: what lies there afterwards has come there anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.reading import DieReading, Reading
from vision.settling.pictures import Mask
from vision.settling.voting import pairs_by_place

_CORE = 0.6
"""Share of a die's box that is looked at: its neighbours and shadow stay outside."""

_CLEAR_SHARE = 0.5
"""Share of that core in which the die must differ from the empty tray to be missed when it is gone."""

_BARE_FRAMES = 2


@dataclass
class _Watched:
    rows: slice
    columns: slice
    bare_frames: int = 0

    @property
    def was_bare(self) -> bool:
        return self.bare_frames >= _BARE_FRAMES


class Vacancies:
    """Watches the places of the dice that were read last, while something moves.

    `bare` marks where the tray looks as it does when it is empty, without as much as a shadow.
    """

    def __init__(self) -> None:
        self._dice: tuple[DieReading, ...] = ()
        self._places: list[_Watched | None] = []

    def watch_over(self, dice: Sequence[DieReading], bare: Mask | None, scale: float) -> None:
        """Begin anew with these dice; a place that cannot be told from an empty one is left out."""
        self._dice = tuple(dice)
        self._places = [None if bare is None else _watched(die, bare, scale) for die in dice]

    def see(self, bare: Mask) -> None:
        """Look at all places in one frame."""
        for place in self._places:
            if place is not None and not place.was_bare:
                core = bare[place.rows, place.columns]
                place.bare_frames = place.bare_frames + 1 if core.size and core.all() else 0

    @property
    def any_bare(self) -> bool:
        """Whether the place of any die was bare."""
        return any(place is not None and place.was_bare for place in self._places)

    def marked(self, reading: Reading) -> Reading:
        """The reading with `DieReading.fresh` of each die that lies where one lay before."""
        pairs = pairs_by_place(reading.dice, self._dice)
        dice = list(reading.dice)
        for index, before in pairs.items():
            place = self._places[before]
            dice[index] = replace(dice[index], fresh=None if place is None else place.was_bare)
        return replace(reading, dice=tuple(dice))


def _watched(die: DieReading, bare: Mask, scale: float) -> _Watched | None:
    x, y, width, height = (side / scale for side in die.box)
    rows, columns = _middle_of(y, height), _middle_of(x, width)
    core = bare[rows, columns]
    return _Watched(rows, columns) if core.size and core.mean() <= 1 - _CLEAR_SHARE else None


def _middle_of(start: float, length: float) -> slice:
    rim = (1 - _CORE) / 2 * length
    first = max(0, round(start + rim))
    return slice(first, max(first + 1, round(start + length - rim)))
