from __future__ import annotations

from dataclasses import replace

import pytest

from rules.pharaoh_code.state import Setup
from rules.pharaoh_code.tiles import ROWS, SPACES, Colour, Tile, makeable, set_doubts, set_faults, tile_fault

from .playing import TILES


def test_the_pyramid_has_ten_spaces_black_on_top() -> None:
    """Shared facts, 2."""
    assert [colour.value for colour, _ in ROWS] == ["black", "red", "blue", "yellow"]
    assert len(SPACES) == 10
    assert SPACES[0] is Colour.BLACK
    assert SPACES[6:] == (Colour.YELLOW,) * 4


def test_a_whole_set_is_faultless_and_beyond_doubt() -> None:
    assert len(TILES) == 48
    assert set_faults(TILES) == ()
    assert set_doubts(TILES) == ()


@pytest.mark.parametrize(
    ("tiles", "fault"),
    [
        (
            TILES[:-1],
            "there are 47 tiles (12 black, 12 red, 12 blue and 11 yellow); the box has 48",
        ),
        ((*TILES, TILES[0]), "there are 49 tiles (13 black, 12 red, 12 blue and 12 yellow); the box has 48"),
        ((replace(TILES[0], number=961), *TILES[1:]), "black 961: the dice make 1 to 960, not 961"),
        ((replace(TILES[0], number=0), *TILES[1:]), "black 0: the dice make 1 to 960, not 0"),
        ((replace(TILES[0], scarabs=0), *TILES[1:]), "black 40: a tile shows 1 to 99 scarabs, not 0"),
        ((replace(TILES[0], scarabs=None), *TILES[1:]), "black 40: a tile shows 1 to 99 scarabs, not None"),
        (
            tuple(replace(tile, colour=Colour.BLUE) if tile.colour is Colour.RED else tile for tile in TILES),
            "0 red tiles cannot fill 2 spaces",
        ),
    ],
)
def test_a_set_with_a_wrong_tile_or_count_is_named(tiles: tuple[Tile, ...], fault: str) -> None:
    """Rulebook, Components: 48 treasure tiles in 4 colours."""
    assert fault in set_faults(tiles)
    with pytest.raises(ValueError, match=r".+"):
        Setup(("Ann", "Bob"), tiles=tiles)


def test_another_split_of_the_colours_is_asked_about_and_not_refused() -> None:
    """The split is unverified in the shared facts."""
    tiles = (replace(TILES[0], colour=Colour.BLUE), *TILES[1:])
    assert set_faults(tiles) == ()
    (doubt,) = set_doubts(tiles)
    assert doubt.startswith("are there really 11 black, 12 red, 13 blue and 12 yellow tiles?")


def test_a_number_twice_and_one_that_no_roll_makes_are_asked_about() -> None:
    tiles = (replace(TILES[0], number=959), *TILES[1:-1], replace(TILES[-1], number=3))
    assert set_faults(tiles) == ()
    assert set_doubts(tiles) == (
        "is the black 959 really there? no roll makes 959",
        "does 3 really stand on more than one tile?",
    )


def test_every_number_up_to_the_first_gap_can_be_made() -> None:
    assert set(range(1, 60)) <= makeable()
    assert 960 in makeable()
    assert tile_fault(Tile(33, Colour.RED, 2)) is None
