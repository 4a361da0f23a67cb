"""Beginning a game of Pharaoh Code, and going on with one."""

from __future__ import annotations

from device.clock import MonotonicClock
from device.code_lobby import CodeLobby
from device.code_table import CodeTable
from device.desk import Desk
from device.journal import GameSummary
from device.session import TableSession
from device.starts import Opening, Start
from rules.pharaoh_code.game import CodeGame
from rules.pharaoh_code.state import Setup


def begin(opening: Opening) -> Desk:
    """The questions before a new game."""

    def begun(setup: Setup) -> Desk:
        session = TableSession.begin(CodeGame(), opening.journal, setup)
        return CodeTable(session, opening.journal, MonotonicClock(), lambda: opening.following(begin))

    return CodeLobby(opening, begun)


def resume(opening: Opening, summary: GameSummary) -> Desk:
    """The game of `summary` as it stood; sand that ran stands still. Raises JournalError."""
    session = TableSession.resume(CodeGame(), opening.journal, summary)
    return CodeTable(session, opening.journal, MonotonicClock(), lambda: opening.following(begin))


START = Start(begin, resume)
