"""The journal: the actions of every game, committed before anything is shown, and the table's only truth."""

from device.journal.store import GameSummary, Journal

__all__ = ["GameSummary", "Journal"]
