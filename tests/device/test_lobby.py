from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.config import GameConfig
from device.desk import current
from device.errors import JournalFullError
from device.favor_table import FavorTable
from device.journal import Journal
from device.lobby import Lobby
from device.opening import open_lobby, open_table
from rules.favor.state import Phase
from ui.intents import Choose, Undo

from .trays import tray


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def keys(lobby: Lobby) -> list[str]:
    return [command.key for command in lobby.view("").commands]


def test_without_a_configuration_players_and_set_up_are_asked_at_the_table(journal: Journal) -> None:
    lobby = open_lobby(journal, GameConfig())
    assert keys(lobby) == ["players:2", "players:3", "players:4"]
    lobby.on_intent(Choose("players:3"))
    assert keys(lobby) == ["setup:first", "setup:rolled"]
    lobby.on_intent(Choose("setup:rolled"))
    table = current(lobby)
    assert isinstance(table, FavorTable)
    assert [player.name for player in table.state.players] == ["Player 1", "Player 2", "Player 3"]
    assert table.state.phase is Phase.SIDES


def test_what_is_configured_is_not_asked(journal: Journal) -> None:
    assert keys(open_lobby(journal, GameConfig(("Ann", "Bob")))) == ["setup:first", "setup:rolled"]
    assert keys(open_lobby(journal, GameConfig(None, "first"))) == ["players:2", "players:3", "players:4"]
    assert isinstance(current(open_lobby(journal, GameConfig(("Ann", "Bob"), "first"))), FavorTable)


def test_an_answer_can_be_taken_back(journal: Journal) -> None:
    lobby = open_lobby(journal, GameConfig())
    assert not lobby.view("").can_undo
    lobby.on_intent(Choose("players:3"))
    assert lobby.view("").can_undo
    lobby.on_intent(Undo())
    assert keys(lobby) == ["players:2", "players:3", "players:4"]


def test_nothing_is_in_the_journal_before_all_is_known(journal: Journal) -> None:
    lobby = open_lobby(journal, GameConfig())
    lobby.on_intent(Choose("players:2"))
    lobby.on_reading(tray("1"))
    lobby.on_intent(Choose("nonsense"))
    assert journal.games() == ()


def test_a_journal_that_cannot_be_written_is_said_and_can_be_tried_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "begin", full)
        lobby = open_lobby(journal, GameConfig(("Ann", "Bob"), "first"))
    assert (lobby.successor, lobby.view("").message) == (None, "the disk is full: free some space")
    assert keys(lobby) == ["begin"]
    lobby.on_intent(Choose("begin"))
    assert isinstance(lobby.successor, FavorTable)


def test_answers_can_be_changed_until_the_game_has_an_action(journal: Journal) -> None:
    lobby = open_lobby(journal, GameConfig())
    lobby.on_intent(Choose("players:3"))
    lobby.on_intent(Choose("setup:first"))
    table = current(open_table(journal, GameConfig()))
    assert isinstance(table, FavorTable)
    table.on_intent(Choose("begin:0"))
    assert "new" not in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert table.successor is None
    table.on_intent(Undo())
    assert "new" in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert isinstance(table.successor, Lobby)
    assert keys(table.successor) == ["players:2", "players:3", "players:4"]
    # Nor does a restart come back to the game that nobody wanted.
    assert isinstance(current(open_table(journal, GameConfig())), Lobby)


def test_where_all_is_configured_there_are_no_answers_to_change(journal: Journal) -> None:
    table = current(open_lobby(journal, GameConfig(("Ann", "Bob"), "first")))
    assert isinstance(table, FavorTable)
    assert "new" not in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert table.successor is None


def test_what_is_said_at_the_start_reaches_the_desk_that_is_shown(journal: Journal) -> None:
    desk = open_table(journal, GameConfig(("Ann", "Bob"), "first"))
    desk.ask("The buttons cannot be used.")
    assert current(desk).view("").message == "The buttons cannot be used."


def test_a_fresh_start_leaves_the_game_in_play_in_the_journal(journal: Journal) -> None:
    config = GameConfig(("Ann", "Bob"), "first")
    first = current(open_table(journal, config))
    second = current(open_table(journal, config, fresh=True))
    assert isinstance(first, FavorTable)
    assert isinstance(second, FavorTable)
    assert [game.finished for game in journal.games()] == [False, False]
    assert (first.session.number, second.session.number) == (1, 2)
