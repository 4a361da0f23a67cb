"""Pharao's path aid on full boards: median and worst time, and the ratio against a plain search."""

from __future__ import annotations

import random
import statistics
import time
from collections import deque

from rules.pharao.board import NEIGHBOURS
from rules.pharao.paths import DETOUR, Field, find
from rules.pharao.tile_set import deduced
from tests.rules.pharao.walking import every_way, random_field
from tests.rules.pharao.world import GAME, World, random_setup

BOARDS = 300


def plainly(field: Field) -> int | None:
    """A plain breadth-first search for the fewest slides of the gap alone."""
    queue, met = deque([(field.gap, 0)]), {field.gap}
    while queue:
        gap, slides = queue.popleft()
        if gap in field.targets:
            return slides
        for to in NEIGHBOURS[gap]:
            if to not in met and to not in field.walls:
                met.add(to)
                queue.append((to, slides + 1))
    return None


def main() -> None:
    """Whole answers (ways, secret passage, mummies on the way) on random 6 x 8 boards."""
    ours, plain, first, slices = [], [], [], []
    for seed in range(BOARDS):
        field = random_field(random.Random(seed))
        begin = time.perf_counter()
        plainly(field)
        between = time.perf_counter()
        answers = find(field, slice_nodes=100)
        next(answers)
        told = time.perf_counter()
        at = told
        for _ in answers:
            slices.append((time.perf_counter() - at) * 1000)
            at = time.perf_counter()
        plain.append((between - begin) * 1000)
        first.append((told - between) * 1000)
        ours.append((time.perf_counter() - between) * 1000)
    against = statistics.median(plain)
    for name, times in (("pharao: fewest slides", first), ("pharao: and all mummies", ours)):
        median = statistics.median(times)
        print(
            f"{name:34} {median:9.2f} ms   {median / against:8.2f} x  plain breadth-first search "
            f"({against:.2f} ms); worst {max(times):.0f} ms of {BOARDS} boards"
        )
    longest, median = max(slices), statistics.median(slices)
    print(f"{'pharao: one slice of the search':34} {median:9.2f} ms   longest {longest:.0f} ms")
    _against_everything()
    rng = random.Random(1)
    setup = random_setup(rng)
    world = World(rng, setup)
    state = GAME.start(setup)
    for _ in range(120):
        state = GAME.apply(state, world.next_action(state))
    tiles = [world.tile(number) for number in range(13)]
    begin = time.perf_counter()
    for _ in range(20):
        deduced(state.memory, tiles)
    print(f"{'pharao: what follows from 13 tiles':34} {(time.perf_counter() - begin) * 50:9.2f} ms")


def _against_everything() -> None:
    """The same sets of two mummies, by our search and by a breadth-first one over gap and mummies."""
    ours = plain = 0.0
    for seed in range(12):
        field = random_field(random.Random(seed), mummies=2)
        begin = time.perf_counter()
        *_, last = find(field)
        between = time.perf_counter()
        best = last.passage or last.plain
        if best is None:
            continue
        every_way(field, len(best.steps) + DETOUR, passage=True)
        ours += between - begin
        plain += time.perf_counter() - between
    print(
        f"{'pharao: two mummies, 12 boards':34} {ours * 1000:9.2f} ms   {plain / ours:8.0f} x  faster than a "
        f"breadth-first search over gap and mummies ({plain * 1000:.0f} ms)"
    )


if __name__ == "__main__":
    main()
