"""The path aid at the table: searches in slices between frames, so that nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from device.clock import Clock
from rules.pharao.flow import may_slide_a_line
from rules.pharao.memory import Memory, Spot
from rules.pharao.paths import Field, Paths, Plan, field_of, find
from rules.pharao.state import MemoryLevel, Phase, State
from rules.pharao.tile_set import Tile, deduced

SLICE_MS = 12.0
"""How long one slice may take; a frame has 33 ms."""
VISIBLE_MS = 200.0
"""A search that takes longer than this is shown as one."""


@lru_cache(maxsize=16)
def known_spots(memory: Memory, tiles: tuple[Tile, ...]) -> tuple[Spot, ...]:
    """What is known of every place, with what follows from the tiles of the box.

    Tiles that do not fit what was seen are those of another copy: then only what was seen counts.
    """
    spots = memory.spots()
    may = _followed(memory, tiles)
    if may is None:
        return spots
    return tuple(Spot(bits, spot.seen) for bits, spot in zip(may, spots, strict=True))


def tiles_fit(memory: Memory, tiles: tuple[Tile, ...]) -> bool:
    """Whether the kept tiles can lie as people saw them."""
    return not tiles or _followed(memory, tiles) is not None


@lru_cache(maxsize=16)
def _followed(memory: Memory, tiles: tuple[Tile, ...]) -> tuple[int, ...] | None:
    return deduced(memory, tiles) if tiles else None


class PathAid:
    """Ways to the sought animal for the state last told; `paths` grows while `step` is called."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._field: Field | None = None
        self._answers: Iterator[Paths] | None = None
        self._began_ms = 0.0
        self._searching = False
        self.paths: Paths | None = None

    @property
    def searching(self) -> bool:
        """Whether the search goes on for so long that people should see it."""
        return self._searching

    def follow(self, state: State) -> None:
        """Search for this state; None where the table allows no aid or nothing is sought."""
        field = _field(state)
        if field == self._field:
            return
        self._field, self._answers, self.paths, self._searching = field, None, None, False
        if field is not None:
            self._answers = find(field, slice_nodes=100)
            self._began_ms = self._clock.now_ms()
            self.paths = next(self._answers)

    def step(self) -> bool:
        """Search for one slice's time; whether what can be seen of it changed."""
        if self._answers is None:
            return False
        before = (self.paths, self._searching)
        begin = self._clock.now_ms()
        for answer in self._answers:
            self.paths = answer
            if answer.done:
                break
            if self._clock.now_ms() - begin >= SLICE_MS:
                break
        if self.paths is not None and self.paths.done:
            self._answers = None
        self._searching = self._answers is not None and self._clock.now_ms() - self._began_ms >= VISIBLE_MS
        return before != (self.paths, self._searching)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The ways worth showing: the fewest slides first, then those that sink what no cheaper one sinks."""
        if self.paths is None or self.paths.plain is None:
            return () if self.paths is None or self.paths.passage is None else (self.paths.passage,)
        shown = [plan for plan in (self.paths.plain, self.paths.passage) if plan is not None]
        for plan in self.paths.sinking:
            better = any(
                set(plan.sinks) < set(other.sinks) and len(other.steps) <= len(plan.steps)
                for other in self.paths.sinking
            )
            if not better:
                shown.append(plan)
        return tuple(shown)


def _field(state: State) -> Field | None:
    setup = state.setup
    if state.phase is not Phase.SLIDE or state.sought is None:
        return None
    # Where the memory is hidden, a way would tell what it hides.
    if not setup.paths or setup.memory is not MemoryLevel.FULL:
        return None
    return field_of(
        state,
        known_spots(state.memory, setup.tiles),
        state.memory.contents,
        line_now=may_slide_a_line(state),
        animal=state.sought.animal,
    )
