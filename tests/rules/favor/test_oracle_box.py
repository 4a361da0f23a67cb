from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rules.favor.bars import Place
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.tiles import FIRST_GAME, TILES, stack_size, tile_by_number
from tests.rules.favor.oracle import box

RULEBOOK = Path(__file__).parents[4] / "shared" / "rulebooks" / "favor-of-the-pharaoh.txt"
DIE_PLACES = [(kind, face) for kind, faces in box.FACES.items() for face in faces]


def tile_reference() -> dict[str, tuple[str, str]]:
    """The rulebook's Tile Reference: tile -> what stands in the brackets, and the sentence."""
    if not RULEBOOK.exists():
        pytest.skip("the rulebook's text does not lie beside this checkout")
    text = RULEBOOK.read_text(encoding="utf-8").partition("\nTile Reference\n")[2].partition("\nDice\n")[0]
    entries = re.findall(r"^([A-Z' ]+) \(([^)]*)\) — (.*)$", text, re.MULTILINE)
    return {
        name.lower().replace("'", "").replace(" ", "-"): (corner, words) for name, corner, words in entries
    }


@pytest.mark.parametrize("tile", box.TILES)
def test_the_oracle_quotes_the_tile_reference(tile: str) -> None:
    corner, words = tile_reference()[tile]
    if tile == "herder":
        # Its entry begins with the requirement, and the sentence stands on a line of its own.
        assert box.TILES[tile].sentence in RULEBOOK.read_text(encoding="utf-8")
        return
    assert words == box.TILES[tile].sentence
    numbers = re.match(r"(\d)(?:-(\d))?", corner)
    if tile == "ankh":
        # The rulebook's text prints a dash; rules-facts, Setup, gives the Ankh 3-4.
        assert numbers is None
        return
    assert numbers is not None
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    assert box.TILES[tile].corner == tuple(range(first, last + 1))


def test_the_oracle_has_every_tile_of_the_reference_at_its_level() -> None:
    assert set(box.TILES) == set(tile_reference())
    text = RULEBOOK.read_text(encoding="utf-8").partition("\nTile Reference\n")[2]
    for level in range(3, 8):
        section = text.partition(f"\nLevel {level} Tiles\n")[2].partition(f"\nLevel {level + 1} Tiles\n")[0]
        for tile, entry in box.TILES.items():
            if entry.level == level:
                assert entry.sentence in section, tile


@pytest.mark.parametrize("tile", box.TILES)
def test_the_engines_tile_is_the_one_that_the_oracle_read(tile: str) -> None:
    ours, theirs = box.TILES[tile], TILES[tile]
    assert (theirs.level, theirs.colour, theirs.numbers) == (ours.level, ours.colour, ours.corner)
    assert Counter(kind.value for kind in theirs.start_dice) == Counter(box.START_DICE.get(tile, []))


def test_both_know_the_same_tiles() -> None:
    assert set(TILES) == set(box.TILES)


@pytest.mark.parametrize("die", DIE_PLACES, ids=":".join)
def test_the_engines_die_has_the_face_its_value_and_its_opposite(die: box.D) -> None:
    theirs = Die(Kind(die[0]), die[1])
    assert theirs.value == box.pips(die)
    assert (theirs.opposite.kind.value, theirs.opposite.face) == box.upside_down(die)


@pytest.mark.parametrize("kind", box.SIDES)
def test_a_kind_has_no_face_that_the_oracle_did_not_read(kind: str) -> None:
    assert Counter(KINDS[Kind(kind)].faces) == Counter(box.SIDES[kind])


def test_the_first_game_and_the_stacks_are_those_of_the_set_up_pages() -> None:
    assert {level: list(tiles) for level, tiles in FIRST_GAME.items()} == box.FIRST_GAME
    assert [place.value for place in Place] == box.PLACES
    for players in (2, 3, 4):
        for level in (0, 3, 4, 5, 6, 7):
            assert stack_size(level, players) == box.copies(level, players)


def test_a_corner_number_names_the_same_tile_for_both() -> None:
    for level in range(3, 8):
        for colour in ("yellow", "blue", "red"):
            for number in range(1, 7):
                ours = [
                    tile
                    for tile, entry in box.TILES.items()
                    if (entry.level, entry.colour) == (level, colour)
                    and number in entry.corner
                    and tile != "queen"
                ]
                theirs = tile_by_number(level, colour, number)
                assert ours == ([] if theirs is None else [theirs.id])
