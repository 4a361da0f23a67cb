"""The first question of all: what is played."""

from __future__ import annotations

from collections.abc import Mapping

from device.desk import Desk
from device.errors import DeviceError
from device.games import GAMES
from device.starts import Opening, Start
from ui.intents import Choose, Intent
from ui.view import Command, MenuView, Tone


class GameChoice(Desk):
    """Asks which of the games in `starts` is played, then hands over to it.

    A game that cannot be begun, say where the journal cannot be written, says why, and the question stays.
    """

    def __init__(self, opening: Opening, starts: Mapping[str, Start]) -> None:
        self._opening = opening
        self._starts = starts
        self._message: str | None = None
        self._tone: Tone = "plain"
        self._chosen: Desk | None = None

    @property
    def successor(self) -> Desk | None:
        """The chosen game's desk."""
        return self._chosen

    def on_intent(self, intent: Intent) -> None:
        """Take the answer."""
        self._message, self._tone = None, "plain"
        match intent:
            case Choose(key) if key in self._starts:
                try:
                    self._chosen = self._starts[key].begin(self._opening)
                except DeviceError as error:
                    self._message, self._tone = str(error), "refusal"

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> MenuView:
        """The question."""
        commands = (Command(name, GAMES[name].title) for name in self._starts)
        return MenuView("What do you play?", self._message, self._tone, tuple(commands), False, camera)
