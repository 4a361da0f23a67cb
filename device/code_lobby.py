"""The questions before a game of Pharaoh Code; what is configured is not asked."""

from __future__ import annotations

from collections.abc import Callable

from device.code_tile_desk import TileDesk
from device.code_tiles import TileFileError, load_tiles, tiles_path
from device.desk import Desk
from device.errors import DeviceError
from device.starts import Opening
from rules.pharaoh_code.state import FEWEST, MOST, Setup
from rules.pharaoh_code.tiles import Tile
from ui.intents import Choose, Intent, Undo
from ui.view import Command, MenuView, Tone


class CodeLobby(Desk):
    """Asks how many play, who rolls first and with which limit, then hands over to what `begin` makes.

    A kept set of tiles is used; without one people enter numbers at the table, or the set here. `begin` may
    raise DeviceError: the lobby says so and stays.
    """

    def __init__(self, opening: Opening, begin: Callable[[Setup], Desk]) -> None:
        self._opening = opening
        self._config = opening.config.code
        self._begin = begin
        self._path = tiles_path(opening.journal.path)
        self._message: str | None = None
        self._tone: Tone = "plain"
        self._named = opening.config.game.players
        self._players = self._named
        self._roller: int | None = None
        self._unlimited = self._config.unlimited
        self._tiles: tuple[Tile, ...] = ()
        self._next: Desk | None = None
        self._read_tiles()

    @property
    def successor(self) -> Desk | None:
        """The game, the entry of the tiles, or the choice of another game."""
        return self._next

    def on_intent(self, intent: Intent) -> None:
        """Take an answer, or take the last one back."""
        self._message, self._tone = None, "plain"
        match intent:
            case Choose(key) if key in {command.key for command in self._question()[1]}:
                self._answer(*key.partition(":")[::2])
            case Undo() if self._unlimited != self._config.unlimited:
                self._unlimited = self._config.unlimited
            case Undo() if self._players != self._named:
                self._players = self._named
            case Undo() if self._opening.config.game.name is None:
                self._next = self._opening.choose()

    def _answer(self, name: str, value: str) -> None:
        match name:
            case "players":
                self._players = tuple(f"Player {seat}" for seat in range(1, int(value) + 1))
            case "limit":
                self._unlimited = value == "none"
            case "tiles":
                self._next = TileDesk(self._path, lambda: CodeLobby(self._opening, self._begin))
            case "roller":
                self._roller = int(value)
                self._go_on()

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> MenuView:
        """The question that is open."""
        title, commands = self._question()
        answered = self._players != self._named or self._unlimited != self._config.unlimited
        return MenuView(
            title=title,
            message=self._message,
            tone=self._tone,
            commands=commands,
            can_undo=answered or self._opening.config.game.name is None,
            camera=camera,
            names=self._players or (),
        )

    def _question(self) -> tuple[str, tuple[Command, ...]]:
        if self._players is None:
            seats = range(FEWEST, MOST + 1)
            count = (Command(f"players:{n}", f"{n} players", main=n == FEWEST) for n in seats)
            return "Pharaoh Code: how many play?", (*count, self._tiles_command())
        if self._unlimited is None:
            return "How many tiles may each take in a round?", (
                Command("limit:one", "One", main=True),
                Command("limit:none", "As many as they can"),
            )
        names = enumerate(self._players)
        rollers = tuple(Command(f"roller:{seat}", name, main=seat == 0) for seat, name in names)
        asks_players = self._named is None
        return "Who rolls first?", rollers if asks_players else (*rollers, self._tiles_command())

    def _tiles_command(self) -> Command:
        return Command("tiles", "The set of tiles" if self._tiles else "Enter the set of tiles")

    def _read_tiles(self) -> None:
        if not self._path.exists():
            return
        try:
            self._tiles = load_tiles(self._path)
        except TileFileError:
            # Entered in part: the desk where it is entered shows how far.
            self.ask("the set of tiles is not whole yet: enter the rest, or play with the numbers you lay")

    def _go_on(self) -> None:
        assert self._players is not None, "who rolls first is asked last"
        config = self._config
        setup = Setup(
            self._players,
            self._roller or 0,
            bool(self._unlimited),
            config.seconds,
            config.uneven,
            config.negative,
            config.zero_is_ten,
            self._tiles,
        )
        try:
            self._next = self._begin(setup)
        except DeviceError as error:
            self._message, self._tone = str(error), "refusal"
