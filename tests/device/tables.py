"""Tables of Favor for tests, on a journal that the test opens."""

from __future__ import annotations

from device.config import GameConfig
from device.desk import current
from device.favor_table import FavorTable
from device.journal import Journal
from device.opening import open_lobby, open_table

FIRST_GAME = GameConfig(("Ann", "Bob"), "first")
ROLLED_GAME = GameConfig(("Ann", "Bob"), "rolled")


def new_game(journal: Journal, config: GameConfig = FIRST_GAME) -> FavorTable:
    """A game of Ann and Bob before its first action."""
    table = current(open_lobby(journal, config))
    assert isinstance(table, FavorTable)
    return table


def resumed_game(journal: Journal) -> FavorTable:
    """The game that the journal has in play, or a new one of Ann and Bob."""
    table = current(open_table(journal, FIRST_GAME))
    assert isinstance(table, FavorTable)
    return table
