"""How a game is begun and gone on with at this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.config import Config
from device.desk import Desk
from device.journal import GameSummary, Journal


@dataclass(frozen=True)
class Opening:
    """What a game needs to begin or to go on; `choose` makes the desk that asks what is played next."""

    journal: Journal
    config: Config
    choose: Callable[[], Desk]

    def following(self, begin: Callable[[Opening], Desk]) -> Desk:
        """What comes after a game: another one by `begin` where the game is configured, else the choice."""
        return begin(self) if self.config.game.name else self.choose()


@dataclass(frozen=True)
class Start:
    """One game's two ways to the table; both may raise DeviceError.

    `begin` makes the desk of a new game: its questions first, where the configuration leaves any open.
    `resume` makes the desk of a game that the journal has in play.
    """

    begin: Callable[[Opening], Desk]
    resume: Callable[[Opening, GameSummary], Desk]
