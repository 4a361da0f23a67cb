from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.choice import GameChoice
from device.code_lobby import CodeLobby
from device.code_table import CodeTable
from device.code_tile_desk import TileDesk
from device.code_tiles import save_tiles, tiles_path
from device.config import CodeConfig, GameConfig
from device.desk import Desk, current
from device.errors import JournalFullError
from device.journal import Journal
from device.opening import open_table
from rules.pharaoh_code.state import Phase
from tests.rules.pharaoh_code.playing import TILES
from ui.intents import Choose, Undo
from ui.view import MenuView

from .tables import configured

ASKED = CodeConfig()
NAMED = GameConfig(("Ann", "Bob"), name="pharaoh-code")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def lobby(journal: Journal, game: GameConfig, code: CodeConfig = ASKED) -> Desk:
    return current(open_table(journal, replace(configured(game), code=code)))


def keys(desk: Desk) -> list[str]:
    return [command.key for command in desk.view("").commands]


def choose(desk: Desk, *chosen: str) -> Desk:
    for key in chosen:
        desk.on_intent(Choose(key))
    return current(desk)


def test_players_limit_and_first_roller_are_asked(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="pharaoh-code"))
    assert keys(asked) == [*(f"players:{n}" for n in (2, 3, 4, 5)), "tiles"]
    choose(asked, "players:5")
    assert keys(asked) == ["limit:one", "limit:none"]
    choose(asked, "limit:none")
    table = choose(asked, "roller:3")
    assert isinstance(table, CodeTable)
    setup = table.state.setup
    assert setup.players == tuple(f"Player {n}" for n in range(1, 6))
    assert (setup.unlimited, setup.roller, setup.tiles) == (True, 3, ())


def test_what_is_configured_is_not_asked(journal: Journal) -> None:
    code = CodeConfig(False, 45, uneven=True, negative=False, zero_is_ten=False)
    asked = lobby(journal, NAMED, code)
    assert keys(asked) == ["roller:0", "roller:1", "tiles"]
    table = choose(asked, "roller:0")
    assert isinstance(table, CodeTable)
    setup = table.state.setup
    assert (setup.players, setup.unlimited, setup.seconds) == (("Ann", "Bob"), False, 45)
    assert (setup.uneven, setup.negative, setup.zero_is_ten) == (True, False, False)


def test_a_kept_set_of_tiles_is_played_with(journal: Journal) -> None:
    save_tiles(tiles_path(journal.path), TILES)
    table = choose(lobby(journal, NAMED), "limit:one", "roller:1")
    assert isinstance(table, CodeTable)
    assert set(table.state.setup.tiles) == set(TILES)
    assert "deal" in keys(table)


def test_a_set_that_is_not_whole_is_said_and_hinders_nobody(journal: Journal) -> None:
    save_tiles(tiles_path(journal.path), TILES[:30])
    asked = lobby(journal, NAMED)
    assert isinstance(asked.view(""), MenuView)
    message = asked.view("").message
    assert message is not None
    assert message.startswith("the set of tiles is not whole yet")
    table = choose(asked, "limit:one", "roller:0")
    assert isinstance(table, CodeTable)
    assert table.state.setup.tiles == ()


def test_the_set_is_entered_from_here_and_one_comes_back(journal: Journal) -> None:
    asked = lobby(journal, NAMED, CodeConfig(unlimited=False))
    desk = choose(asked, "tiles")
    assert isinstance(desk, TileDesk)
    assert isinstance(choose(desk, "leave"), CodeLobby)


def test_answers_are_taken_back_one_by_one(journal: Journal) -> None:
    asked = lobby(journal, GameConfig())
    assert isinstance(asked, GameChoice)
    asked = choose(asked, "pharaoh-code")
    choose(asked, "players:3", "limit:one")
    asked.on_intent(Undo())
    assert keys(asked) == ["limit:one", "limit:none"]
    asked.on_intent(Undo())
    assert keys(asked)[0] == "players:2"
    asked.on_intent(Undo())
    assert isinstance(current(asked), GameChoice)


def test_a_journal_that_cannot_be_written_is_said(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space")

    asked = lobby(journal, NAMED, CodeConfig(unlimited=False))
    with monkeypatch.context() as patch:
        patch.setattr(journal, "begin", full)
        assert choose(asked, "roller:0") is asked
    assert asked.view("").message == "the disk is full: free some space"
    assert isinstance(choose(asked, "roller:0"), CodeTable)


def test_a_game_in_play_is_gone_on_with(journal: Journal) -> None:
    table = choose(lobby(journal, NAMED, CodeConfig(unlimited=False)), "roller:0")
    assert isinstance(table, CodeTable)
    choose(table, "pad:4", "pad:2", "pad:done")
    again = open_table(journal, configured(NAMED))
    assert isinstance(again, CodeTable)
    assert again.state == table.state
    assert again.state.phase is Phase.LAY
    assert again.view("").message == "Welcome back: the game goes on where it stood."


def test_strange_answers_change_nothing(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="pharaoh-code"))
    choose(asked, "nonsense", "players:9", "players:x", "roller:0", "limit")
    assert keys(asked)[0] == "players:2"
    assert journal.games() == ()
