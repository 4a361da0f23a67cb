"""Fields by chance, and every way over one: a breadth-first search that moves covers about by hand."""

from __future__ import annotations

import random
from itertools import combinations

from rules.pharao.paths import Field
from rules.pharao.pieces import COLOURS, Colour


def random_field(rng: random.Random, *, mummies: int = 4, passages: int | None = None) -> Field:
    """A 6 x 8 board of which some is known."""
    spaces = list(range(48))
    rng.shuffle(spaces)

    def some(number: int) -> frozenset[int]:
        taken = frozenset(spaces[:number])
        del spaces[:number]
        return taken

    gap = spaces.pop()
    targets, walls = some(rng.choice((1, 1, 2))), some(rng.randint(0, 14))
    holes = some(rng.randint(1, 10))
    known_passages = some(rng.randint(0, 5) if passages is None else passages)
    unknown = some(rng.randint(0, len(spaces)))
    if rng.random() < 0.5:
        # The turn before ended with another animal.
        walls |= {gap}
    bases = rng.sample([space for space in range(48) if space != gap and space not in holes], mummies)
    return Field(
        gap=gap,
        targets=targets,
        walls=walls,
        holes=holes,
        passages=known_passages,
        unknown=unknown,
        line_now=rng.random() < 0.3,
        mummies=tuple(zip(COLOURS, bases, strict=False)),
    )


Node = tuple[int, bool, bool, tuple[int | None, ...]]


def every_way(field: Field, slides: int, *, passage: bool) -> dict[frozenset[Colour], int]:
    """The fewest slides to a target for each set of mummies that may sink on the way, up to `slides`."""
    colours = [colour for colour, _ in field.mummies]
    start: Node = (field.gap, False, field.line_now, tuple(at for _, at in field.mummies))
    level, met = [start], {start}
    found: dict[frozenset[Colour], int] = {}
    for depth in range(1, slides + 1):
        following: list[Node] = []
        for node in level:
            for after in _moves(field, node, passage=passage):
                if after in met:
                    continue
                met.add(after)
                if after[0] not in field.targets:
                    following.append(after)
                    continue
                sunk = [colour for colour, at in zip(colours, after[3], strict=True) if at is None]
                for size in range(len(sunk) + 1):
                    for part in combinations(sunk, size):
                        found.setdefault(frozenset(part), depth)
        level = following
    return found


def _moves(field: Field, node: Node, *, passage: bool) -> list[Node]:
    gap, used, line, bases = node
    row, column = divmod(gap, 8)
    found = []
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        longest = 7 if passage and not used and line and gap in field.passages else 1
        shifted: dict[int, int] = {}
        for reach in range(1, longest + 1):
            r, c = row + down * reach, column + right * reach
            if not (0 <= r < 6 and 0 <= c < 8):
                break
            shifted[r * 8 + c] = (r - down) * 8 + c - right
            if r * 8 + c in field.walls:
                continue
            moved: list[int | None] = []
            for at in bases:
                to = at if at is None else shifted.get(at, at)
                moved.append(None if to != at and to in field.holes else to)
            found.append((r * 8 + c, used or reach > 1, True, tuple(moved)))
    return found
