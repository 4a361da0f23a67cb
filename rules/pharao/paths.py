"""The path aid: the fewest slides that bring the gap to a remembered animal, and mummies to sink on the way.

The gap walks over the board; each space that it enters comes to light, so known other animals are walls, and
the sought animal ends the walk. Slides after a known secret passage may move a whole line, once. For mummies
the search is A* (Hart, Nilsson, Raphael 1968) over the gap and the wanted base tiles; its lower bound is the
exact number of slides for each single mummy, which ignores the others (a pattern database, Culberson and
Schaeffer 1998).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, pairwise

from rules.pharao.board import NEIGHBOURS, SPACES, line
from rules.pharao.memory import Contents, Spot
from rules.pharao.pieces import HOLE, PASSAGE, Colour
from rules.pharao.state import State

DETOUR = 16
"""How many slides more than the fewest still count as "on the way"."""

_FAR = 1 << 20
_LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(path for to in range(SPACES) if len(path := line(start, to)) > 1) for start in range(SPACES)
)
"""From each space, the lines of two and more spaces that a secret passage there can move."""


@dataclass(frozen=True)
class Field:
    """What the search must know of a board; all are spaces.

    `targets` are where the sought animal is, `walls` other animals and those that nobody named, since any
    animal ends the turn; of the `unknown` nobody knows whether there is an animal.
    `line_now` says that a line may be slid at once. `mummies` are those that stand, with their spaces.
    """

    gap: int
    targets: frozenset[int]
    walls: frozenset[int] = frozenset()
    holes: frozenset[int] = frozenset()
    passages: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()
    line_now: bool = False
    mummies: tuple[tuple[Colour, int], ...] = ()


@dataclass(frozen=True)
class Plan:
    """A way: the spaces that the gap comes to, slide by slide, and the mummies that sink.

    `passage` says that one slide moves a whole line; `unknown` counts the spaces of which nobody knows that
    they show no other animal.
    """

    steps: tuple[int, ...]
    passage: bool
    unknown: int
    sinks: tuple[Colour, ...] = ()


@dataclass(frozen=True)
class Paths:
    """What the path aid found so far.

    `plain` has the fewest slides, `passage` the fewest with one secret passage where these are fewer still,
    `sinking` the fewest for each set of mummies on the way, fewest first. All is known once `done`.
    """

    plain: Plan | None
    passage: Plan | None
    sinking: tuple[Plan, ...] = ()
    done: bool = False


def field_of(
    state: State, spots: Sequence[Spot], contents: Contents, *, line_now: bool, animal: str
) -> Field:
    """The field as far as `spots`, what is known of each place, tells it."""
    sought = contents.bit(animal)
    animals = contents.animals
    may = [spot.may for spot in spots[:SPACES]]
    standing = tuple((colour, state.base(colour)) for colour in state.standing)
    return Field(
        gap=state.gap,
        targets=frozenset(at for at in range(SPACES) if may[at] == sought),
        walls=frozenset(at for at in range(SPACES) if not may[at] & ~animals and may[at] != sought),
        holes=frozenset(at for at in range(SPACES) if may[at] == contents.bit(HOLE)),
        passages=frozenset(at for at in range(SPACES) if may[at] == contents.bit(PASSAGE)),
        unknown=frozenset(at for at in range(SPACES) if may[at] & animals and may[at] & ~animals),
        line_now=line_now,
        mummies=standing,
    )


def find(field: Field, detour: int = DETOUR, slice_nodes: int = 500) -> Iterator[Paths]:
    """What is found so far, at least every `slice_nodes` nodes of the search; the last one is `done`.

    Mummies are looked for with at most `detour` slides more than the fewest.
    """
    plain = shortest(field, passage=False)
    passage = shortest(field, passage=True)
    if passage is not None and plain is not None and len(passage.steps) >= len(plain.steps):
        passage = None
    best = plain if passage is None else passage
    if best is None:
        yield Paths(None, None, done=True)
        return
    found = Paths(plain, passage)
    yield found
    search = _Sinking(field, len(best.steps) + detour, slice_nodes)
    for plans in search.run():
        yield Paths(plain, passage, plans)
    yield Paths(plain, passage, search.found, done=True)


def shortest(field: Field, *, passage: bool) -> Plan | None:
    """The fewest slides to a target, fewest unknown spaces first among these; None where there is no way.

    With `passage` at most one slide moves a whole line, from a known secret passage.
    """
    # (slides, unknown spaces, gap, whether the passage is used up, arrived by a slide) and the way there
    queue: list[tuple[int, int, int, bool, bool, tuple[int, ...]]] = [(0, 0, field.gap, False, False, ())]
    done = set()
    while queue:
        slides, unknown, gap, used, arrived, way = heappop(queue)
        if arrived and gap in field.targets:
            return Plan(way, used, unknown)
        if (gap, used, arrived) in done:
            continue
        done.add((gap, used, arrived))
        ends = [(to, used) for to in NEIGHBOURS[gap]]
        if passage and not used and gap in field.passages and (arrived or field.line_now):
            ends += [(path[-1], True) for path in _LINES[gap]]
        for to, then_used in ends:
            if to not in field.walls:
                entry = (slides + 1, unknown + (to in field.unknown), to, then_used, True, (*way, to))
                heappush(queue, entry)
    return None


class _Sinking:
    """The fewest slides that sink a set of mummies and then reach a target, for every set, up to a bound."""

    def __init__(self, field: Field, bound: int, slice_nodes: int) -> None:
        self._field = field
        self._bound = bound
        self._slice = slice_nodes
        self._nodes = 0
        self.found: tuple[Plan, ...] = ()
        self._enter = [tuple(to for to in NEIGHBOURS[gap] if to not in field.walls) for gap in range(SPACES)]
        self._lines = [
            tuple(path for path in _LINES[gap] if path[-1] not in field.walls)
            if gap in field.passages
            else ()
            for gap in range(SPACES)
        ]
        # Without a line to slide the second half of every table would only repeat the first.
        self._start_used = not any(self._lines)
        self._walk = self._distances()

    def run(self) -> Iterator[tuple[Plan, ...]]:
        """Set by set, larger ones only where all their parts are within the bound; yields in between."""
        at = dict(self._field.mummies)
        holes = self._field.holes - set(at.values())
        if not holes:
            return
        alone: list[int] = []
        for _ in self._sink_alone(holes, alone):
            yield self.found
        within: dict[frozenset[Colour], int] = {}
        colours = [colour for colour, _ in self._field.mummies]
        for size in range(1, len(colours) + 1):
            for wanted in combinations(colours, size):
                parts = [frozenset(part) for part in combinations(wanted, size - 1) if part]
                if not all(part in within for part in parts):
                    continue
                plan: Plan | None = None
                for plan in self._search(wanted, [at[colour] for colour in wanted], holes, alone):
                    if plan is None:
                        yield self.found
                if plan is not None:
                    within[frozenset(wanted)] = len(plan.steps)
                    plans = sorted((*self.found, plan), key=lambda each: (len(each.steps), -len(each.sinks)))
                    self.found = tuple(plans)
                yield self.found

    def _distances(self) -> list[list[int]]:
        """Slides from each space to a target: without the secret passage, and with it."""
        plain = self._spread([(0, to) for to in self._field.targets])
        seeds = [(0, to) for to in self._field.targets]
        for gap, lines in enumerate(self._lines):
            best = min((plain[path[-1]] for path in lines), default=_FAR)
            if best < _FAR:
                seeds.append((best + 1, gap))
        return [self._spread(seeds), plain]

    def _spread(self, seeds: list[tuple[int, int]]) -> list[int]:
        """Distances by single slides to these seeds; no way leads into a wall or out of a target."""
        away = [_FAR] * SPACES
        queue = sorted(seeds)
        while queue:
            cost, gap = heappop(queue)
            if cost >= away[gap]:
                continue
            away[gap] = cost
            if gap not in self._field.walls:
                for before in NEIGHBOURS[gap]:
                    if before not in self._field.targets and cost + 1 < away[before]:
                        heappush(queue, (cost + 1, before))
        return away

    def _sink_alone(self, holes: frozenset[int], cost: list[int]) -> Iterator[None]:
        """Fills `cost` for one mummy: slides from (used, gap, base) until it sank and a target is reached.

        Backwards from every slide that sinks it; slides are undone by sliding back. Yields in between.
        """
        cost += [_FAR] * (2 * SPACES * SPACES)
        buckets: list[list[int]] = [[] for _ in range(self._bound + 2)]

        def seed(used: int, gap: int, base: int, slides: int) -> None:
            if slides <= self._bound:
                buckets[slides].append((used * SPACES + gap) * SPACES + base)

        for hole in holes:
            for to in self._enter[hole]:
                for used in (0, 1):
                    seed(used, hole, to, 1 + self._walk[used][to])
        for gap, lines in enumerate(self._lines):
            for path in lines:
                for before, after in pairwise(path):
                    if before in holes:
                        seed(0, gap, after, 1 + self._walk[1][path[-1]])
        closed = self._field.walls | self._field.targets
        ending: dict[int, list[tuple[int, ...]]] = {}
        for lines in self._lines:
            for path in lines:
                ending.setdefault(path[-1], []).append(path)
        starts = {path: gap for gap, lines in enumerate(self._lines) for path in lines}
        for slides, bucket in enumerate(buckets):
            for node in bucket:
                if cost[node] <= slides:
                    continue
                cost[node] = slides
                self._nodes += 1
                if self._nodes % self._slice == 0:
                    yield
                if slides >= self._bound:
                    continue
                rest, base = divmod(node, SPACES)
                used, gap = divmod(rest, SPACES)
                if gap in closed:
                    continue
                for before in NEIGHBOURS[gap]:
                    was = gap if base == before else base
                    earlier = (used * SPACES + before) * SPACES + was
                    if cost[earlier] > slides + 1:
                        buckets[slides + 1].append(earlier)
                if used:
                    for path in ending.get(gap, ()):
                        start = starts[path]
                        was = base
                        if base == start:
                            was = path[0]
                        elif base in path[:-1]:
                            was = path[path.index(base) + 1]
                        earlier = start * SPACES + was
                        if cost[earlier] > slides + 1:
                            buckets[slides + 1].append(earlier)
        yield

    def _search(
        self, wanted: Sequence[Colour], bases: Sequence[int], holes: frozenset[int], alone: list[int]
    ) -> Iterator[Plan | None]:
        """A*: yields None from time to time, and the plan at last where there is one within the bound."""
        walk, enter, targets, bound = self._walk, self._enter, self._field.targets, self._bound
        sunk = SPACES

        def least(used: int, gap: int, at: tuple[int, ...]) -> int:
            first = (used * SPACES + gap) * SPACES
            return max([alone[first + base] for base in at if base != sunk], default=walk[used][gap])

        start = (int(self._start_used), self._field.gap, tuple(bases))
        slides_to = {start: 0}
        came: dict[tuple[int, int, tuple[int, ...]], tuple[int, int, tuple[int, ...]]] = {}
        # Equal sums: what has come further is nearer to the end.
        queue = [(least(*start), 0, start)]
        while queue:
            _, behind, node = heappop(queue)
            slides = -behind
            if slides > slides_to[node]:
                continue
            used, gap, at = node
            ended = all(base == sunk for base in at)
            if ended and gap in targets:
                yield self._plan(wanted, came, node)
                return
            self._nodes += 1
            if self._nodes % self._slice == 0:
                yield None
            following = []
            into_hole = gap in holes
            for to in enter[gap]:
                if to in at:
                    fate = sunk if into_hole else gap
                    following.append((used, to, tuple([fate if base == to else base for base in at])))
                else:
                    following.append((used, to, at))
            if not used and self._lines[gap] and (slides or self._field.line_now):
                for path in self._lines[gap]:
                    moves = dict(zip(path, (gap, *path), strict=False))
                    moved = [moves.get(base, base) for base in at]
                    moved = [
                        sunk if new in holes and new != old else new
                        for new, old in zip(moved, at, strict=True)
                    ]
                    following.append((1, path[-1], tuple(moved)))
            for after in following:
                if after[1] in targets and any(base != sunk for base in after[2]):
                    continue
                if slides + 1 < slides_to.get(after, _FAR):
                    whole = slides + 1 + least(*after)
                    if whole <= bound:
                        slides_to[after] = slides + 1
                        came[after] = node
                        heappush(queue, (whole, -slides - 1, after))

    def _plan(
        self,
        wanted: Sequence[Colour],
        came: dict[tuple[int, int, tuple[int, ...]], tuple[int, int, tuple[int, ...]]],
        node: tuple[int, int, tuple[int, ...]],
    ) -> Plan:
        steps: list[int] = []
        used = bool(node[0]) and not self._start_used
        while node in came:
            steps.append(node[1])
            node = came[node]
        steps.reverse()
        return Plan(tuple(steps), used, sum(to in self._field.unknown for to in steps), tuple(wanted))
