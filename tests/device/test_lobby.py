from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.config import FavorConfig, GameConfig
from device.desk import current
from device.errors import JournalFullError
from device.favor_opening import open_lobby
from device.favor_table import FavorTable
from device.journal import Journal
from device.lobby import Lobby
from device.opening import open_table
from rules.favor.rulings import Rulings
from rules.favor.state import Phase
from ui.intents import Choose, Undo

from .tables import FIRST_GAME, configured, opening
from .trays import tray


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


SEATS = ["players:2", "players:3", "players:4"]


def lobby(journal: Journal, game: GameConfig) -> Lobby:
    return open_lobby(opening(journal, game))


def keys(lobby: Lobby) -> list[str]:
    return [command.key for command in lobby.view("").commands]


def test_without_a_configuration_players_and_set_up_are_asked_at_the_table(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="favor"))
    assert keys(asked) == SEATS
    asked.on_intent(Choose("players:3"))
    assert keys(asked) == ["setup:first", "setup:rolled"]
    asked.on_intent(Choose("setup:rolled"))
    table = current(asked)
    assert isinstance(table, FavorTable)
    assert [player.name for player in table.state.players] == ["Player 1", "Player 2", "Player 3"]
    assert table.state.phase is Phase.SIDES


def test_what_is_configured_is_not_asked(journal: Journal) -> None:
    assert keys(lobby(journal, GameConfig(("Ann", "Bob"), name="favor"))) == ["setup:first", "setup:rolled"]
    assert keys(lobby(journal, GameConfig(None, "first", name="favor"))) == SEATS
    assert isinstance(current(lobby(journal, FIRST_GAME)), FavorTable)


def test_five_configured_players_are_too_many_for_this_game_and_asked_about(journal: Journal) -> None:
    five = ("Ann", "Bob", "Cem", "Dora", "Emil")
    assert keys(lobby(journal, GameConfig(five, "first", name="favor"))) == SEATS


def test_an_answer_can_be_taken_back(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="favor"))
    assert not asked.view("").can_undo
    asked.on_intent(Choose("players:3"))
    assert asked.view("").can_undo
    asked.on_intent(Undo())
    assert keys(asked) == SEATS


def test_nothing_is_in_the_journal_before_all_is_known(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="favor"))
    asked.on_intent(Choose("players:2"))
    asked.on_reading(tray("1"))
    asked.on_intent(Choose("nonsense"))
    assert journal.games() == ()


def test_a_journal_that_cannot_be_written_is_said_and_can_be_tried_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise JournalFullError("the disk is full: free some space")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "begin", full)
        asked = lobby(journal, FIRST_GAME)
    assert (asked.successor, asked.view("").message) == (None, "the disk is full: free some space")
    assert keys(asked) == ["begin"]
    asked.on_intent(Choose("begin"))
    assert isinstance(asked.successor, FavorTable)


def test_answers_can_be_changed_until_the_game_has_an_action(journal: Journal) -> None:
    asked = lobby(journal, GameConfig(name="favor"))
    asked.on_intent(Choose("players:3"))
    asked.on_intent(Choose("setup:first"))
    table = current(open_table(journal, configured(GameConfig(name="favor"))))
    assert isinstance(table, FavorTable)
    table.on_intent(Choose("begin:0"))
    assert "new" not in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert table.successor is None
    table.on_intent(Undo())
    assert "new" in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert isinstance(table.successor, Lobby)
    assert keys(table.successor) == SEATS
    # Nor does a restart come back to the game that nobody wanted.
    assert isinstance(current(open_table(journal, configured(GameConfig(name="favor")))), Lobby)


def test_where_all_is_configured_there_are_no_answers_to_change(journal: Journal) -> None:
    table = current(lobby(journal, FIRST_GAME))
    assert isinstance(table, FavorTable)
    assert "new" not in [command.key for command in table.view("").commands]
    table.on_intent(Choose("new"))
    assert table.successor is None


def test_what_is_said_at_the_start_reaches_the_desk_that_is_shown(journal: Journal) -> None:
    desk = open_table(journal, configured(FIRST_GAME))
    desk.ask("The buttons cannot be used.")
    assert current(desk).view("").message == "The buttons cannot be used."


def test_a_fresh_start_leaves_the_game_in_play_in_the_journal(journal: Journal) -> None:
    config = FIRST_GAME
    first = current(open_table(journal, configured(config)))
    second = current(open_table(journal, configured(config), fresh=True))
    assert isinstance(first, FavorTable)
    assert isinstance(second, FavorTable)
    assert [game.finished for game in journal.games()] == [False, False]
    assert (first.session.number, second.session.number) == (1, 2)


def test_a_game_is_played_by_the_tables_own_reading_of_the_rules(journal: Journal) -> None:
    config = replace(configured(FIRST_GAME), favor=FavorConfig(herder_joins_locks=True, skip_hopeless=False))
    table = current(open_table(journal, config))
    assert isinstance(table, FavorTable)
    assert table.state.rulings == Rulings(herder_joins_locks=True, skip_hopeless=False)
    again = current(open_table(journal, configured(FIRST_GAME)))
    assert isinstance(again, FavorTable)
    assert again.state.rulings == table.state.rulings


def test_the_configuration_knows_every_ruling_that_a_table_may_change() -> None:
    assert vars(FavorConfig()) == vars(Rulings())
