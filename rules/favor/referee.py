"""The referee's two voices: by the rulebook, or overruled by the table.

A handler of an action takes a `Refuse` beside state and action. What the rulebook forbids it tells to
`Refuse`, which raises, or lets it pass where the table overruled; what no table could do it raises
itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.errors import Violation

Refuse: TypeAlias = Callable[[str, str], None]
"""Called with the reason and the rulebook section of what the rules forbid."""

PLAY = "Play"
POWERS = "Powers"
DICE = "Dice"
CLAIMING = "Claiming Tiles"
SCARABS = "Scarab Tokens"
ROLL_OFF = "Final Roll-Off"
LATER_GAMES = "Later Games"
PLAYER_SETUP = "Player Setup"


def by_the_book(reason: str, section: str) -> None:
    """Refuse: raises Violation."""
    raise Violation(reason, section)


def overruled(reason: str, section: str) -> None:
    """Let it pass."""
