from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.choice import GameChoice
from device.config import GameConfig
from device.desk import current
from device.errors import JournalFullError
from device.expected import ExpectedDice
from device.favor_opening import START
from device.favor_table import FavorTable
from device.games import GAMES
from device.journal import Journal
from device.lobby import Lobby
from device.opening import STARTS, open_table
from device.starts import Opening, Start
from ui.intents import Choose, Undo
from vision.dice_set import D6, FAVOR

from .tables import FIRST_GAME, configured


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def test_where_no_game_is_configured_the_table_asks_what_is_played(journal: Journal) -> None:
    desk = open_table(journal, configured(GameConfig()))
    assert isinstance(desk, GameChoice)
    assert [(key.key, key.label) for key in desk.view("").commands] == [
        (name, game.title) for name, game in GAMES.items() if name in STARTS
    ]
    desk.on_intent(Choose("favor"))
    assert isinstance(current(desk), Lobby)
    assert journal.games() == ()


def test_from_the_first_question_of_a_game_one_gets_back_to_the_choice(journal: Journal) -> None:
    desk = open_table(journal, configured(GameConfig()))
    desk.on_intent(Choose("favor"))
    lobby = current(desk)
    lobby.on_intent(Choose("players:3"))
    lobby.on_intent(Undo())
    assert current(desk) is lobby
    assert lobby.view("").can_undo
    lobby.on_intent(Undo())
    assert isinstance(current(desk), GameChoice)


def test_a_configured_game_is_begun_without_the_question(journal: Journal) -> None:
    assert isinstance(current(open_table(journal, configured(FIRST_GAME))), FavorTable)
    lobby = current(open_table(journal, configured(GameConfig(name="favor")), fresh=True))
    assert isinstance(lobby, Lobby)
    assert not lobby.view("").can_undo


def test_the_game_in_play_is_gone_on_with_whatever_is_configured(journal: Journal) -> None:
    begun = current(open_table(journal, configured(FIRST_GAME)))
    assert isinstance(begun, FavorTable)
    begun.on_intent(Choose("begin:0"))
    resumed = open_table(journal, configured(GameConfig()))
    assert isinstance(resumed, FavorTable)
    assert resumed.session.length == 1
    assert resumed.view("").message == "Welcome back: the game goes on where it stood."


def test_a_game_of_the_journal_that_this_table_does_not_know_leaves_the_choice(journal: Journal) -> None:
    journal.begin("senet", {})
    assert isinstance(open_table(journal, configured(GameConfig())), GameChoice)
    assert [game.finished for game in journal.games()] == [False]


def test_a_game_that_cannot_be_begun_says_why_and_the_question_stays(journal: Journal) -> None:
    def full(_: Opening) -> Lobby:
        raise JournalFullError("the disk is full: free some space")

    broken = Start(full, START.resume)
    desk = open_table(journal, configured(GameConfig()), starts={"favor": broken})
    desk.on_intent(Choose("favor"))
    assert desk.successor is None
    assert (desk.view("").message, desk.view("").tone) == ("the disk is full: free some space", "refusal")
    desk.on_intent(Choose("chess"))
    assert (desk.successor, desk.view("").message) == (None, None)


def test_the_camera_follows_the_dice_of_the_desk_in_charge() -> None:
    expected = ExpectedDice()
    expected.follow(None)
    assert expected.dice == FAVOR
    expected.follow(D6)
    assert expected.dice == D6
