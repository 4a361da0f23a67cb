"""Before the first action: how many play, and which set-up; what is configured is not asked."""

from __future__ import annotations

from collections.abc import Callable

from device.desk import Desk
from device.errors import DeviceError
from device.starts import Opening
from rules.favor.rulings import Rulings
from rules.favor.state import Setup
from ui.intents import Choose, Intent, Undo
from ui.view import Command, MenuView, Tone

SEATS = (2, 3, 4)


class Lobby(Desk):
    """Asks what the configuration leaves open, then hands over to the game that `begin` makes of it.

    `begin` may raise DeviceError, say where the journal cannot be written: the lobby says so and stays.
    """

    def __init__(self, opening: Opening, begin: Callable[[Setup], Desk]) -> None:
        self._opening = opening
        self._config = config = opening.config.game
        self._begin = begin
        self._message: str | None = None
        self._tone: Tone = "plain"
        # The configuration may name more people than this game takes.
        self._named = config.players if len(config.players or ()) in SEATS else None
        self._players = self._named
        self._first_game = None if config.setup is None else config.setup == "first"
        self._next: Desk | None = None
        self._go_on()

    @property
    def successor(self) -> Desk | None:
        """The game, once all is known and its beginning is in the journal, or the choice of another."""
        return self._next

    def on_intent(self, intent: Intent) -> None:
        """Take an answer, or take the last one back."""
        self._message, self._tone = None, "plain"
        match intent:
            case Choose("players:2" | "players:3" | "players:4" as key):
                number = int(key.partition(":")[2])
                self._players = tuple(f"Player {seat}" for seat in range(1, number + 1))
            case Choose("setup:first" | "setup:rolled" as key):
                self._first_game = key == "setup:first"
            case Undo() if self._players != self._named:
                self._players = self._named
                return
            case Undo() if self._config.name is None:
                self._next = self._opening.choose()
                return
        self._go_on()

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> MenuView:
        """The question that is open."""
        commands: tuple[Command, ...]
        if self._players is None:
            title = "Favor of the Pharaoh: how many play?"
            commands = tuple(Command(f"players:{n}", f"{n} players", main=n == SEATS[0]) for n in SEATS)
        elif self._first_game is None:
            title = "Which set-up?"
            commands = (
                Command("setup:first", "First game", main=True),
                Command("setup:rolled", "Roll for sides and tiles"),
            )
        else:
            title = "Ready"
            commands = (Command("begin", "Begin", main=True),)
        return MenuView(
            title=title,
            message=self._message,
            tone=self._tone,
            commands=commands,
            can_undo=self._players != self._named or self._config.name is None,
            camera=camera,
            names=self._players or (),
        )

    def _go_on(self) -> None:
        if self._players is None or self._first_game is None:
            return
        try:
            rulings = Rulings(**vars(self._opening.config.favor))
            self._next = self._begin(Setup(self._players, self._first_game, rulings))
        except DeviceError as error:
            self._message, self._tone = str(error), "refusal"
