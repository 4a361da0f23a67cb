from __future__ import annotations

from collections import Counter

import pytest

from rules.errors import Violation
from rules.favor.actions import Begins, SideRolled, TileRolled, Token, TokenDrawn
from rules.favor.bars import Place
from rules.favor.setup import next_place
from rules.favor.state import Phase, Setup, State
from rules.favor.tiles import TILES, stack_size

from .playing import GAME

TWO = ("Ann", "Bob")
FOUR = ("Ann", "Bob", "Cem", "Dia")


def tile_at(state: State, level: int, place: Place) -> str:
    return next(stack.tile for stack in state.stacks if (stack.level, stack.place) == (level, place))


def rolled_sides(players: tuple[str, ...] = TWO, numbers: tuple[int, ...] = (1, 2, 3, 4, 5)) -> State:
    state = GAME.start(Setup(players, first_game=False))
    for number in numbers:
        state = GAME.apply(state, SideRolled(number))
    return state


def test_the_first_game_shows_all_a_sides_and_waits_for_the_first_player() -> None:
    state = GAME.start(Setup(TWO))
    assert [bar.name for bar in state.bars] == ["3A", "4A", "5A", "6A", "7A"]
    assert state.phase is Phase.FIRST_PLAYER


@pytest.mark.parametrize(
    ("level", "names"),
    [
        (7, ["Queen", "General", "Heir", "Queen's Favor"]),
        (6, ["Embalmer", "Royal Attendants", "Surveyor", "Treasure"]),
        (5, ["Charioteer", "Conspirator", "Master Artisan", "Burial Mask"]),
        (4, ["Artisan", "Builder", "Entertainer", "Palace Key"]),
        (3, ["Worker", "Farmer", "Servant", "Omen"]),
    ],
)
def test_first_game_setup_lays_out_the_tiles_that_it_names(level: int, names: list[str]) -> None:
    state = GAME.start(Setup(TWO))
    assert [TILES[tile_at(state, level, place)].name for place in Place] == names


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, {7: 1, 6: 1, 5: 1, 4: 1, 3: 2, 0: 2}),
        (3, {7: 1, 6: 1, 5: 1, 4: 2, 3: 3, 0: 3}),
        (4, {7: 1, 6: 2, 5: 2, 4: 3, 3: 4, 0: 4}),
    ],
)
def test_stacks_have_the_size_that_first_game_setup_gives_for_the_players(
    players: int, sizes: dict[int, int]
) -> None:
    state = GAME.start(Setup(FOUR[:players]))
    assert {stack.level: stack.left for stack in state.stacks} == sizes
    assert {level: stack_size(level, players) for level in sizes} == sizes


def test_later_games_an_odd_die_gives_side_a_and_an_even_one_side_b_from_level_3_up() -> None:
    state = rolled_sides(numbers=(1, 2, 3, 4, 6))
    assert [bar.name for bar in state.bars] == ["3A", "4B", "5A", "6B", "7B"]
    assert state.phase is Phase.TILES


def test_later_games_the_corner_number_names_the_tile_of_its_place() -> None:
    state = rolled_sides()
    assert next_place(state) == (3, Place.YELLOW1)
    state = GAME.apply(state, TileRolled(5))
    state = GAME.apply(state, TileRolled(1))
    state = GAME.apply(state, TileRolled(4))
    state = GAME.apply(state, TileRolled(3))
    assert [tile_at(state, 3, place) for place in Place] == ["worker", "farmer", "servant", "ankh"]


def test_later_games_a_number_that_names_no_tile_is_rolled_again() -> None:
    state = rolled_sides()
    with pytest.raises(Violation, match="no yellow level 3 tile bears a 6: roll again"):
        GAME.apply(state, TileRolled(6))


def test_later_games_a_yellow_tile_already_laid_out_is_rolled_again() -> None:
    state = GAME.apply(rolled_sides(), TileRolled(2))
    with pytest.raises(Violation, match="the Guard is already laid out: roll again"):
        GAME.apply(state, TileRolled(2))


def test_later_games_the_queen_always_takes_the_first_yellow_place_of_level_7() -> None:
    state = rolled_sides()
    numbers = iter([1, 2, 1, 1] * 4 + [1, 1, 1])
    while state.phase is Phase.TILES:
        state = GAME.apply(state, TileRolled(next(numbers)))
    assert tile_at(state, 7, Place.YELLOW1) == "queen"
    assert [tile_at(state, 7, place) for place in Place][1:] == ["general", "heir", "queens-favor"]
    assert state.phase is Phase.FIRST_PLAYER
    assert len(state.stacks) == 21


def test_a_set_up_die_shows_one_to_six() -> None:
    for action in (SideRolled(0), SideRolled(7)):
        with pytest.raises(Violation, match="a die shows 1 to 6"):
            GAME.apply(GAME.start(Setup(TWO, first_game=False)), action)
    with pytest.raises(Violation, match="a die shows 1 to 6"):
        GAME.apply(rolled_sides(), TileRolled(9))


def test_player_setup_clockwise_from_the_first_player_the_others_draw_1_2_and_3_tokens() -> None:
    state = GAME.apply(GAME.start(Setup(FOUR)), Begins(2))
    drawn: list[int] = []
    while state.phase is Phase.DRAW:
        assert state.drawer is not None
        drawn.append(state.drawer)
        state = GAME.apply(state, TokenDrawn(Token.PIP))
    assert drawn == [3, 0, 0, 1, 1, 1]
    assert [player.tokens.total for player in state.players] == [2, 3, 0, 1]
    assert (state.phase, state.current) == (Phase.ROLL, 2)


def test_player_setup_names_the_seats_when_another_is_given() -> None:
    for seat in (-1, 2):
        with pytest.raises(Violation, match="the seats are 0 to 1"):
            GAME.apply(GAME.start(Setup(TWO)), Begins(seat))


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (("Ann",), "2 to 4 players, not 1"),
        (("A", "B", "C", "D", "E"), "2 to 4 players, not 5"),
        (("Ann", " "), "name is empty"),
        (("Ann", "Ann"), "two players are called 'Ann'"),
    ],
)
def test_a_set_up_that_no_table_can_have_is_refused_in_words(players: tuple[str, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Setup(players)


def test_the_box_has_the_tiles_that_its_contents_count() -> None:
    """Populace 63 with the Herders, Priesthood 36, Artifact 36: kinds by level times the largest stack."""
    largest = {level: stack_size(level, 4) for level in (0, 3, 4, 5, 6, 7)}
    copies: Counter[str] = Counter()
    for tile in TILES.values():
        copies[tile.colour] += largest[tile.level]
    assert copies == {"yellow": 63, "blue": 36, "red": 36}


@pytest.mark.parametrize("level", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("colour", ["yellow", "blue", "red"])
def test_no_corner_number_names_two_tiles_of_a_level_and_colour(level: int, colour: str) -> None:
    tiles = [t for t in TILES.values() if (t.level, t.colour) == (level, colour) and t.name != "Queen"]
    numbers = [number for tile in tiles for number in tile.numbers]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == ({1, 2, 3, 4, 5} if colour == "yellow" and level < 7 else {1, 2, 3, 4, 5, 6})
