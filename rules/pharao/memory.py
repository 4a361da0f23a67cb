"""The memory aid: what is known of every place, carried along when tiles move, and since when.

Knowledge of a place is a set of contents that it may show, as bits; it is narrowed by what is seen and by
what follows (no mummy stands over a hole). A tile that was turned by nobody knows how much has several
possible grounds until something seen decides. What contradicts itself is forgotten, the whole tile of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from rules.pharao.board import OUTSIDE, OUTSIDE_SLOT, PLACES, SLOTS, Side, pushed, slot_of, turned
from rules.pharao.pieces import OTHER, PLAIN


class Spot(NamedTuple):
    """One place: `may` are the contents that it may show, `seen` the turn in which it was last seen."""

    may: int
    seen: int | None = None


Ground: TypeAlias = tuple[Spot, Spot, Spot, Spot]
"""One way in which a tile may lie, quarter by quarter."""
TileMemory: TypeAlias = tuple[Ground, ...]
"""All ways in which a tile may lie, each once; more than one only after an unknown turn."""


MOST_GROUNDS = 64
"""A tile that was turned unseen again and again has more ways to lie than are worth keeping apart."""


@dataclass(frozen=True)
class Contents:
    """What spaces of this game may show, and their bits."""

    names: tuple[str, ...]

    @classmethod
    def with_animals(cls, animals: Iterable[str]) -> Contents:
        """Sand, hole, passage and these animals."""
        return cls((*PLAIN, *animals))

    @property
    def all(self) -> int:
        """Nothing known."""
        return (1 << len(self.names)) - 1

    @property
    def animals(self) -> int:
        """Any animal."""
        return self.all & ~((1 << len(PLAIN)) - 1)

    def bit(self, name: str) -> int:
        """The bit of one content; raises ValueError for an unknown name."""
        return 1 << self.names.index(name)

    def mask(self, shows: str, sought: str | None = None) -> int:
        """What `shows` leaves possible; "other" is any animal but the sought one."""
        if shows == OTHER:
            return self.animals & ~(self.bit(sought) if sought else 0)
        return self.bit(shows)

    def named(self, may: int) -> tuple[str, ...]:
        """The contents that `may` leaves possible."""
        return tuple(name for index, name in enumerate(self.names) if may >> index & 1)

    def sure(self, may: int) -> str | None:
        """The only content that `may` leaves possible, or None."""
        return self.names[may.bit_length() - 1] if may and not may & (may - 1) else None


@dataclass(frozen=True)
class Memory:
    """What is known of all 52 places; `tiles` by slot.

    `forgotten` is the place that the last action contradicted, or None.
    """

    contents: Contents
    tiles: tuple[TileMemory, ...]
    forgotten: int | None = None

    @classmethod
    def blank(cls, animals: Iterable[str]) -> Memory:
        """Nothing seen yet."""
        contents = Contents.with_animals(animals)
        return cls(contents, ((_unknown(contents),),) * SLOTS)

    def at(self, place: int) -> Spot:
        """What is known of a place: over all ways in which its tile may lie."""
        slot, quarter = slot_of(place)
        return _over_all([ground[quarter] for ground in self.tiles[slot]])

    def sure(self, place: int) -> str | None:
        """What a place shows for certain, or None."""
        return self.contents.sure(self.at(place).may)

    def spots(self) -> tuple[Spot, ...]:
        """All places, as `at` gives them."""
        return tuple(self.at(place) for place in range(PLACES))

    def see(self, place: int, may: int, turn: int) -> Memory:
        """A place was seen in this turn and shows one of `may`."""
        return self._narrow(place, lambda spot: Spot(spot.may & may, turn))

    def rule_out(self, place: int, never: int) -> Memory:
        """A place shows none of `never`, though nobody saw what it shows."""
        return self._narrow(place, lambda spot: Spot(spot.may & ~never, spot.seen))

    def outside_shows(self, animal: str) -> Memory:
        """Some quarter of the tile outside shows this animal."""
        bit = self.contents.bit(animal)
        grounds = []
        for ground in self.tiles[OUTSIDE_SLOT]:
            where = [quarter for quarter, spot in enumerate(ground) if spot.may & bit]
            if len(where) == 1:
                grounds.append(_put(ground, where[0], Spot(bit, ground[where[0]].seen)))
            elif where:
                grounds.append(ground)
        return (
            self._with(OUTSIDE_SLOT, grounds)
            if grounds
            else replace(self.forget(OUTSIDE[0]), forgotten=OUTSIDE[0])
        )

    def forget(self, place: int) -> Memory:
        """Nothing is known any more of the tile at this place."""
        return self._with(slot_of(place)[0], [_unknown(self.contents)])

    def push(self, row: int, side: Side, turn: int | None) -> Memory:
        """The tile outside goes into a tile row, after `turn` quarter-turns clockwise or unknown ones."""
        turns = range(4) if turn is None else (turn,)
        grounds = [turned(ground, times) for times in turns for ground in self.tiles[OUTSIDE_SLOT]]
        before = self._with(OUTSIDE_SLOT, grounds)
        return replace(before, tiles=pushed(before.tiles, row, side))

    def _narrow(self, place: int, narrowed: Callable[[Spot], Spot]) -> Memory:
        slot, quarter = slot_of(place)
        grounds = [_put(ground, quarter, narrowed(ground[quarter])) for ground in self.tiles[slot]]
        possible = [ground for ground in grounds if ground[quarter].may]
        if possible:
            return self._with(slot, possible)
        # Which of the entries was wrong nobody can tell: the tile's others are no better than this one.
        unknown = _unknown(self.contents)
        restarted = _put(unknown, quarter, narrowed(unknown[quarter]))
        return replace(self._with(slot, [restarted]), forgotten=place)

    def _with(self, slot: int, grounds: Iterable[Ground]) -> Memory:
        tile = tuple(dict.fromkeys(grounds))
        if len(tile) > MOST_GROUNDS:
            tile = (_joined(tile),)
        return replace(self, tiles=(*self.tiles[:slot], tile, *self.tiles[slot + 1 :]))


def _joined(tile: TileMemory) -> Ground:
    """One ground that allows all that any of these allows: less is known, and nothing false."""
    a, b, c, d = (_over_all(spots) for spots in zip(*tile, strict=True))
    return a, b, c, d


def _over_all(spots: Sequence[Spot]) -> Spot:
    may = 0
    for spot in spots:
        may |= spot.may
    seen = [spot.seen for spot in spots if spot.seen is not None]
    return Spot(may, min(seen) if len(seen) == len(spots) else None)


def _unknown(contents: Contents) -> Ground:
    spot = Spot(contents.all)
    return spot, spot, spot, spot


def _put(ground: Ground, quarter: int, spot: Spot) -> Ground:
    spots = list(ground)
    spots[quarter] = spot
    return spots[0], spots[1], spots[2], spots[3]
