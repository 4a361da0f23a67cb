from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codec import from_json, to_json
from rules.errors import Violation
from rules.pharao.board import OUTSIDE, SLOTS, Side, place_of, turned
from rules.pharao.memory import Memory
from rules.pharao.tile_set import Tile, TileSet, certain_tiles, deduced, learned, upright

ANIMALS = ("cat", "dog")
BLANK = Memory.blank(ANIMALS)
ALL = ("sand", "hole", "passage", *ANIMALS)
PLAIN_TILE: Tile = ("sand", "sand", "sand", "sand")
CAT_TILE: Tile = ("cat", "sand", "hole", "sand")
CONTENTS = st.sampled_from(("sand", "hole", "cat"))
TILE = st.tuples(CONTENTS, CONTENTS, CONTENTS, CONTENTS)


def seen(memory: Memory, slot: int, tile: Tile, quarters: range = range(4)) -> Memory:
    """Some quarters of a tile were seen."""
    for quarter in quarters:
        memory = memory.see(place_of(slot, quarter), memory.contents.bit(tile[quarter]), 1)
    return memory


@given(TILE, st.integers(0, 3))
def test_a_tile_is_the_same_however_it_is_turned(tile: Tile, times: int) -> None:
    assert upright(turned(tile, times)) == upright(tile)


def test_a_game_teaches_the_tiles_of_which_all_quarters_were_seen() -> None:
    memory = seen(seen(BLANK, 3, CAT_TILE), 5, PLAIN_TILE, range(3))
    known = learned(TileSet("ours", ANIMALS), memory)
    assert known.tiles == (upright(CAT_TILE),)


def test_equal_tiles_are_counted_by_what_one_game_showed_at_once() -> None:
    twice = seen(seen(BLANK, 3, CAT_TILE), 4, CAT_TILE)
    known = learned(learned(TileSet("ours", ANIMALS), twice), twice)
    assert known.tiles == (upright(CAT_TILE),) * 2


def test_a_tile_turned_nobody_knows_how_is_learned_all_the_same() -> None:
    memory = seen(BLANK, SLOTS - 1, CAT_TILE).push(0, Side.LEFT, None)
    assert [upright(tile) for tile in certain_tiles(memory)] == [upright(CAT_TILE)]


def test_a_tile_turned_nobody_knows_how_with_a_quarter_unseen_is_not_learned() -> None:
    memory = seen(BLANK, SLOTS - 1, CAT_TILE, range(3)).push(0, Side.LEFT, None)
    assert certain_tiles(memory) == ()


def test_a_fourteenth_tile_means_that_an_entry_was_wrong() -> None:
    full = TileSet("ours", ANIMALS, (PLAIN_TILE,) * 13)
    with pytest.raises(Violation, match="would have 14"):
        learned(full, seen(BLANK, 0, CAT_TILE))


def test_a_set_is_edited_and_survives_its_json_form() -> None:
    known = TileSet("ours", ANIMALS).with_tile(CAT_TILE).with_tile(PLAIN_TILE)
    assert from_json(TileSet, to_json(known)) == known
    assert known.without_tile(known.tiles.index(PLAIN_TILE)).tiles == (upright(CAT_TILE),)
    assert not known.complete


@pytest.mark.parametrize(
    ("name", "tiles", "words"),
    [
        (" ", (), "has no name"),
        ("ours", (PLAIN_TILE,) * 14, "14 tiles; the box has 13"),
        ("ours", (("sand", "sand", "sand", "yeti"),), "tile 1 shows 'yeti'"),
    ],
)
def test_a_set_that_is_none_is_refused(name: str, tiles: tuple[Tile, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        TileSet(name, ANIMALS, tiles)


def named(memory: Memory, may: tuple[int, ...] | None, *places: int) -> list[str | None]:
    assert may is not None
    return [memory.contents.sure(may[place]) for place in places]


def test_a_tile_nobody_looked_at_is_known_once_all_others_are_accounted_for() -> None:
    memory = BLANK
    for slot in range(12):
        memory = seen(memory, slot, PLAIN_TILE)
    memory = memory.see(OUTSIDE[2], BLANK.contents.bit("hole"), 1)
    may = deduced(memory, [PLAIN_TILE] * 12 + [CAT_TILE])
    assert named(memory, may, *OUTSIDE) == ["cat", "sand", "hole", "sand"]


def test_one_seen_corner_tells_the_rest_of_a_tile() -> None:
    may = deduced(BLANK.see(0, BLANK.contents.bit("cat"), 1), [CAT_TILE] + [PLAIN_TILE] * 12)
    assert named(BLANK, may, 0, 1, 8, 9) == ["cat", "sand", "hole", "sand"]
    assert named(BLANK, may, *OUTSIDE) == ["sand"] * 4, "the only cat is found"


def test_with_tiles_unknown_nothing_follows_that_they_could_break() -> None:
    may = deduced(BLANK.see(0, BLANK.contents.bit("cat"), 1), [CAT_TILE] + [PLAIN_TILE] * 11)
    assert named(BLANK, may, 1, *OUTSIDE) == [None] * 5


def test_tiles_that_cannot_lie_so_are_another_copys() -> None:
    assert deduced(BLANK.see(0, BLANK.contents.bit("dog"), 1), [CAT_TILE] + [PLAIN_TILE] * 12) is None


def everything_possible(memory: Memory, tiles: list[Tile]) -> list[int]:
    """What places may show, by laying tile after tile in every way (only for few kinds)."""
    bits = [tuple(memory.contents.bit(shows) for shows in tile) for tile in tiles]
    ways: list[dict[tuple[int, ...], list[tuple[int, ...]]]] = []
    for slot in range(SLOTS):
        fitting: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for kind in set(bits):
            for times in range(4):
                turn = tuple(turned(kind, times))
                if any(
                    all(bit & spot.may for bit, spot in zip(turn, ground, strict=True))
                    for ground in memory.tiles[slot]
                ):
                    fitting.setdefault(kind, []).append(turn)
        ways.append(fitting)

    memo: dict[tuple[int, int, tuple[tuple[tuple[int, ...], int], ...]], bool] = {}

    def can(slot: int, skip: int, left: Counter[tuple[int, ...]]) -> bool:
        if slot == SLOTS:
            return True
        if slot == skip:
            return can(slot + 1, skip, left)
        key = (slot, skip, tuple(sorted(left.items())))
        if key not in memo:
            memo[key] = any(can(slot + 1, skip, left - Counter([kind])) for kind in ways[slot] if left[kind])
        return memo[key]

    may = [0] * 52
    for slot in range(SLOTS):
        for kind, lying in ways[slot].items():
            left = Counter(bits)
            if left[kind] and can(0, slot, left - Counter([kind])):
                for way in lying:
                    for quarter in range(4):
                        may[place_of(slot, quarter)] |= way[quarter]
    return may


@settings(max_examples=40, deadline=None)
@given(st.lists(TILE, min_size=4, max_size=4), st.integers(0, 10**6))
def test_what_follows_is_what_every_way_of_laying_the_tiles_has_in_common(
    kinds: list[Tile], seed: int
) -> None:
    rng = random.Random(seed)
    tiles = [rng.choice(kinds) for _ in range(SLOTS)]
    memory = BLANK
    for slot, tile in enumerate(tiles):
        way = turned(tile, rng.randrange(4))
        for quarter in range(4):
            if rng.random() < 0.3:
                memory = memory.see(place_of(slot, quarter), memory.contents.bit(way[quarter]), 1)
    may = deduced(memory, tiles)
    assert may is not None
    assert list(may) == everything_possible(memory, tiles)
