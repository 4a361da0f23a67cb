"""Beginning a game of Favor of the Pharaoh, and going on with one."""

from __future__ import annotations

from collections.abc import Callable

from device.desk import Desk
from device.favor_table import FavorTable
from device.journal import GameSummary, Journal
from device.lobby import Lobby
from device.session import TableSession
from device.starts import Opening, Start
from rules.favor.game import FavorGame
from rules.favor.state import Setup


def open_lobby(opening: Opening) -> Lobby:
    """The questions before a new game; where everything is configured, its successor is the game."""

    def begin(setup: Setup) -> FavorTable:
        return new_table(
            opening.journal, setup, lambda: opening.following(open_lobby), ask_again=_asks(opening)
        )

    return Lobby(opening, begin)


def new_table(
    journal: Journal, setup: Setup, new_game: Callable[[], Desk], *, ask_again: bool = False
) -> FavorTable:
    """A new game, entered in the journal; see `FavorTable` for the rest. Raises JournalError."""
    return FavorTable(TableSession.begin(FavorGame(), journal, setup), new_game, ask_again=ask_again)


def resume(opening: Opening, summary: GameSummary) -> FavorTable:
    """The game of `summary` as it stood. Raises JournalError."""
    session = TableSession.resume(FavorGame(), opening.journal, summary)
    return FavorTable(session, lambda: opening.following(open_lobby), ask_again=_asks(opening))


def _asks(opening: Opening) -> bool:
    """Whether the lobby has a question to ask."""
    game = opening.config.game
    return game.players is None or game.setup is None


START = Start(open_lobby, resume)
