"""The sliding tiles of one copy of the game, learned over games, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.errors import Violation
from rules.pharao import sections
from rules.pharao.board import PLACES, SLOTS, place_of, turned
from rules.pharao.memory import Contents, Memory, TileMemory
from rules.pharao.pieces import ANIMALS, PLAIN

Tile: TypeAlias = tuple[str, str, str, str]
"""What the quarters of a tile show, from its top left row by row."""


def upright(tile: Sequence[str]) -> Tile:
    """The tile turned so that its quarters come first in the alphabet: one form for all four turns."""
    return min(turned(tile, times) for times in range(4))


@dataclass(frozen=True)
class TileSet:
    """A named set of up to 13 sliding tiles with the animals that search cards may show.

    Raises ValueError for too many tiles and for a tile that shows what is neither plain nor an animal.
    """

    name: str
    animals: tuple[str, ...] = ANIMALS
    tiles: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("the tile set has no name; give it one")
        if len(self.tiles) > SLOTS:
            raise ValueError(f"the tile set has {len(self.tiles)} tiles; the box has {SLOTS}")
        known = {*PLAIN, *self.animals}
        for number, tile in enumerate(self.tiles, start=1):
            for shows in tile:
                if shows not in known:
                    names = ", ".join((*PLAIN, *self.animals))
                    raise ValueError(f"tile {number} shows {shows!r}; it may be one of {names}")

    @property
    def complete(self) -> bool:
        """Whether all 13 tiles are known."""
        return len(self.tiles) == SLOTS

    def with_tile(self, tile: Sequence[str]) -> TileSet:
        """With one more tile."""
        return replace(self, tiles=tuple(sorted((*self.tiles, upright(tile)))))

    def without_tile(self, number: int) -> TileSet:
        """Without the tile of this number, from 0."""
        return replace(self, tiles=(*self.tiles[:number], *self.tiles[number + 1 :]))


def learned(tile_set: TileSet, memory: Memory) -> TileSet:
    """The set with the tiles that one game taught: those of which all four quarters are certain.

    Of equal tiles the set has as many as were ever certain in one game. Raises Violation where the box would
    have more than 13 tiles: then an entry was wrong, and the set must be edited.
    """
    now = Counter(upright(tile) for tile in certain_tiles(memory))
    both = Counter(upright(tile) for tile in tile_set.tiles) | now
    tiles = tuple(sorted(both.elements()))
    if len(tiles) > SLOTS:
        raise Violation(
            f"with this game's tiles the set {tile_set.name!r} would have {len(tiles)}, "
            f"and the box has {SLOTS}; remove the wrong ones",
            sections.SETUP,
        )
    animals = tuple(dict.fromkeys((*tile_set.animals, *memory.contents.named(memory.contents.animals))))
    return replace(tile_set, animals=animals, tiles=tiles)


def certain_tiles(memory: Memory) -> tuple[Tile, ...]:
    """The tiles of which every quarter is certain, as they lie."""
    found = []
    for slot in range(SLOTS):
        a, b, c, d = (memory.sure(place_of(slot, quarter)) for quarter in range(4))
        if a and b and c and d:
            found.append((a, b, c, d))
        elif len(memory.tiles[slot]) > 1:
            # A tile known in full, though not how it lies.
            ways = {_named(memory.contents, ground) for ground in memory.tiles[slot]}
            upright_ways = {upright(way) for way in ways if way is not None}
            if None not in ways and len(upright_ways) == 1:
                found.append(upright_ways.pop())
    return tuple(found)


def deduced(memory: Memory, tiles: Sequence[Tile]) -> tuple[int, ...] | None:
    """What each place may show given the known tiles of the box: never more than the memory says by itself.

    `tiles` may be fewer than 13; the others may show anything. None where these tiles cannot lie as people
    saw them: then the set is another copy's, or an entry was wrong.
    """
    counts = Counter(upright(tile) for tile in tiles)
    kinds = [tuple(memory.contents.bit(shows) for shows in tile) for tile in counts]
    room = [*counts.values(), SLOTS - sum(counts.values())]
    lying = [_ways_to_lie(memory.tiles[slot], kinds) for slot in range(SLOTS)]
    # The last kind stands for the tiles that nobody knows.
    fits = [[bool(ways) for ways in of_slot] + [room[-1] > 0] for of_slot in lying]
    matching = _Matching(fits, room)
    if not matching.complete:
        return None
    may = [0] * PLACES
    for slot in range(SLOTS):
        possible = [kind for kind, fit in enumerate(fits[slot]) if fit and matching.allows(slot, kind)]
        for quarter in range(4):
            place = place_of(slot, quarter)
            if len(kinds) in possible:
                may[place] = memory.at(place).may
            else:
                may[place] = _union(way[quarter] for kind in possible for way in lying[slot][kind])
    return tuple(may)


def _named(contents: Contents, ground: Iterable[tuple[int, int | None]]) -> Tile | None:
    names = [contents.sure(may) for may, _ in ground]
    a, b, c, d = names
    return (a, b, c, d) if a and b and c and d else None


def _ways_to_lie(tile: TileMemory, kinds: Sequence[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """For each kind of tile, the turns in which it agrees with what is known of this one."""
    return [
        [
            way
            for way in {turned(kind, times) for times in range(4)}
            if any(all(bit & spot.may for bit, spot in zip(way, ground, strict=True)) for ground in tile)
        ]
        for kind in kinds
    ]


def _union(bits: Iterable[int]) -> int:
    union = 0
    for bit in bits:
        union |= bit
    return union


class _Matching:
    """Which slot holds which kind of tile, each kind as often as there is `room` (augmenting paths)."""

    def __init__(self, fits: Sequence[Sequence[bool]], room: Sequence[int]) -> None:
        self._fits = fits
        self._room = room
        self._held: list[list[int]] = [[] for _ in room]
        self.complete = all(self._place(slot, set()) for slot in range(len(fits)))

    def allows(self, slot: int, kind: int) -> bool:
        """Whether some complete matching puts this slot and this kind together."""
        now, wanted = next(held for held in self._held if slot in held), self._held[kind]
        if wanted is now:
            return True
        now.remove(slot)
        wanted.append(slot)
        if len(wanted) <= self._room[kind]:
            return True
        for other in wanted[:-1]:
            wanted.remove(other)
            # The kind is full: nobody else may enter it, and the other one must find another place.
            if self._place(other, {kind}):
                return True
            wanted.insert(0, other)
        wanted.remove(slot)
        now.append(slot)
        return False

    def _place(self, slot: int, tried: set[int]) -> bool:
        for kind, fit in enumerate(self._fits[slot]):
            if not fit or kind in tried:
                continue
            tried.add(kind)
            held = self._held[kind]
            if len(held) < self._room[kind]:
                held.append(slot)
                return True
            for other in list(held):
                if self._place(other, tried):
                    held.remove(other)
                    held.append(slot)
                    return True
        return False
