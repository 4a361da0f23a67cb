from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.choice import GameChoice
from device.config import Config, GameConfig, JournalConfig, PharaoConfig
from device.desk import current
from device.journal import Journal
from device.opening import open_table
from device.pharao_lobby import PharaoLobby, Terms
from device.pharao_opening import setup_of
from device.pharao_tiles import save_tiles, tiles_path
from rules.pharao.board import Recess
from rules.pharao.pieces import ANIMALS
from rules.pharao.state import MemoryLevel
from rules.pharao.tile_set import TileSet
from ui.intents import Choose, Undo

from .pharao_hands import begin, configured, table_of

PETS = ("cat", "dog")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return configured(tmp_path, PETS)


@pytest.fixture
def journal(config: Config) -> Iterator[Journal]:
    with Journal.open(config.journal.path) as opened:
        yield opened


def test_one_to_four_may_play(journal: Journal, config: Config) -> None:
    for number in (1, 2, 3, 4):
        hands = table_of(journal, config)
        begin(hands, number)
        assert len(hands.state.players) == number
        hands.table.session.finish()


def test_the_recesses_are_asked_with_a_hint_at_first_and_offered_again_later(
    journal: Journal, config: Config
) -> None:
    hands = table_of(journal, config)
    hands.choose("players:2")
    assert "recesses" in (hands.view.message or "")
    for key in ("side:0", "side:2", "side:2", "memory", "advanced"):
        hands.choose(key)
    hands.choose("begin")
    setup = hands.state.setup
    assert setup.sides == (Recess.RIGHT, Recess.LEFT, Recess.BOTH)
    assert (setup.memory, setup.advanced, setup.paths) == (MemoryLevel.SEEN, True, True)
    hands.table.session.finish()
    again = table_of(journal, config)
    again.choose("players:3")
    assert again.view.message is None
    again.choose("begin")
    assert again.state.setup.sides == setup.sides
    assert again.state.setup.advanced


def test_the_memorys_levels_and_the_recesses_go_round(journal: Journal, config: Config) -> None:
    hands = table_of(journal, config)
    hands.choose("players:2")
    lobby = hands.desk
    assert isinstance(lobby, PharaoLobby)
    before = lobby.terms
    for key in ("memory", "side:1"):
        for _ in range(3):
            hands.choose(key)
        assert lobby.terms == before


def test_a_way_is_not_offered_where_the_memory_is_hidden(journal: Journal, config: Config) -> None:
    hands = table_of(journal, config)
    hands.choose("players:2")
    hands.choose("memory")
    assert "Ways: after the game" in [command.label for command in hands.view.commands]


def test_configured_players_may_still_leave_one_alone(tmp_path: Path) -> None:
    config = configured(tmp_path, PETS, ("Ann", "Bob"))
    with Journal.open(config.journal.path) as journal:
        hands = table_of(journal, config)
        assert [command.label for command in hands.view.commands] == ["Ann, Bob", "One alone"]
        hands.choose("players:all")
        hands.choose("begin")
        assert [player.name for player in hands.state.players] == ["Ann", "Bob"]


def test_undo_goes_back_to_the_number_of_players_and_to_the_choice_of_games(tmp_path: Path) -> None:
    config = Config(JournalConfig(tmp_path / "journal.sqlite"), GameConfig())
    with Journal.open(config.journal.path) as journal:
        desk = open_table(journal, config)
        desk.on_intent(Choose("pharao"))
        lobby = current(desk)
        assert isinstance(lobby, PharaoLobby)
        lobby.on_intent(Choose("players:2"))
        lobby.on_intent(Undo())
        assert "how many" in lobby.view("").title
        lobby.on_intent(Undo())
        assert isinstance(current(lobby), GameChoice)


def test_a_damaged_file_of_tiles_keeps_nobody_from_playing(journal: Journal, config: Config) -> None:
    path = tiles_path(config.journal.path)
    path.write_text("not at all", encoding="utf-8")
    hands = table_of(journal, config)
    assert "goes without the kept tiles" in (hands.view.message or "")
    begin(hands, 2)
    assert hands.state.setup.tiles == ()
    assert path.read_text(encoding="utf-8") == "not at all"


def test_kept_tiles_serve_a_game_with_the_same_animals(journal: Journal, config: Config) -> None:
    tile = ("cat", "sand", "sand", "hole")
    save_tiles(tiles_path(config.journal.path), TileSet("ours", PETS, (tile,)))
    hands = table_of(journal, config)
    begin(hands, 2)
    assert hands.state.setup.tiles == (tile,)


def test_kept_tiles_with_other_animals_are_left_out() -> None:
    tiles = TileSet("theirs", ("yak",), (("yak", "sand", "sand", "hole"),))
    config = PharaoConfig(animals=PETS)
    assert setup_of(("Ann",), Terms(), config, tiles).tiles == ()
    assert setup_of(("Ann",), Terms(), PharaoConfig(), tiles).animals == ("yak",)
    assert setup_of(("Ann",), Terms(), PharaoConfig(deck=(5, 5, 10)), None).animals == ANIMALS


def test_what_the_configuration_agrees_on_reaches_the_game() -> None:
    config = PharaoConfig(PETS, (5, 5, 10), passage_at_start=True, push_before_first=True)
    setup = setup_of(("Ann",), Terms(), config, None)
    assert setup.deck == (5, 5, 10)
    assert setup.passage_at_start
    assert setup.push_before_first
