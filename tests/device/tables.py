"""Tables of Favor for tests, on a journal that the test opens."""

from __future__ import annotations

from pathlib import Path

from device.config import Config, GameConfig, JournalConfig
from device.desk import Desk, current
from device.favor_opening import open_lobby
from device.favor_table import FavorTable
from device.journal import Journal
from device.opening import open_table
from device.starts import Opening

FIRST_GAME = GameConfig(("Ann", "Bob"), "first", name="favor")
ROLLED_GAME = GameConfig(("Ann", "Bob"), "rolled", name="favor")


def configured(game: GameConfig) -> Config:
    """A configuration of which only the game matters."""
    return Config(JournalConfig(Path("/nowhere")), game)


def opening(journal: Journal, game: GameConfig) -> Opening:
    """What a game needs to begin; nothing may be asked about another one."""

    def choose() -> Desk:
        raise AssertionError("nobody asked for another game")

    return Opening(journal, configured(game), choose)


def new_game(journal: Journal, config: GameConfig = FIRST_GAME) -> FavorTable:
    """A game of Ann and Bob before its first action."""
    table = current(open_lobby(opening(journal, config)))
    assert isinstance(table, FavorTable)
    return table


def resumed_game(journal: Journal) -> FavorTable:
    """The game that the journal has in play, or a new one of Ann and Bob."""
    table = current(open_table(journal, configured(FIRST_GAME)))
    assert isinstance(table, FavorTable)
    return table
