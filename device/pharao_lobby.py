"""Before a game of Pharao: who plays, the aids that the table allows, and whence each tile row is pushed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from device.desk import Desk
from device.errors import DeviceError
from device.starts import Opening
from rules.pharao.board import TILE_ROWS, Recess
from rules.pharao.state import MemoryLevel, Setup
from ui.intents import Choose, Intent, Undo
from ui.view import Command, MenuView, Tone

SEATS = (1, 2, 3, 4)

_NEXT_LEVEL = {
    MemoryLevel.FULL: MemoryLevel.SEEN,
    MemoryLevel.SEEN: MemoryLevel.OFF,
    MemoryLevel.OFF: MemoryLevel.FULL,
}
_LEVEL_WORDS = {
    MemoryLevel.FULL: "Memory: all that was seen",
    MemoryLevel.SEEN: "Memory: only where",
    MemoryLevel.OFF: "Memory: after the game",
}
_NEXT_RECESS = {Recess.LEFT: Recess.RIGHT, Recess.RIGHT: Recess.BOTH, Recess.BOTH: Recess.LEFT}
_RECESS_WORDS = {
    Recess.LEFT: "from the left",
    Recess.RIGHT: "from the right",
    Recess.BOTH: "from both sides",
}


@dataclass(frozen=True)
class Terms:
    """What is agreed beside the players; the last game's are offered again."""

    sides: tuple[Recess, Recess, Recess] = (Recess.LEFT, Recess.LEFT, Recess.LEFT)
    advanced: bool = False
    memory: MemoryLevel = MemoryLevel.FULL
    paths: bool = True


class PharaoLobby(Desk):
    """Asks how many play and what is agreed, then hands over to the game that `begin` makes of it.

    `terms` are those of the last game, None where there was none: then people are told to look at the board's
    recesses. `tiles` makes the desk with the kept sliding tiles, given what leads back here. `begin` may
    raise DeviceError: the lobby says so and stays.
    """

    def __init__(
        self,
        opening: Opening,
        begin: Callable[[tuple[str, ...], Terms], Desk],
        terms: Terms | None,
        remark: str | None = None,
        tiles: Callable[[Callable[[], Desk]], Desk] | None = None,
    ) -> None:
        self._opening = opening
        self._begin = begin
        self._first = terms is None
        self._message = remark
        self._tone: Tone = "ask" if remark else "plain"
        self._players: tuple[str, ...] | None = None
        self._next: Desk | None = None
        self._tiles = tiles
        self.terms = terms or Terms()

    @property
    def successor(self) -> Desk | None:
        """The game, once its beginning is in the journal, or the choice of another."""
        return self._next

    def on_intent(self, intent: Intent) -> None:
        """Take an answer, or take the last one back."""
        self._message, self._tone = None, "plain"
        match intent:
            case Undo() if self._players is not None:
                self._players = None
            case Undo() if self._opening.config.game.name is None:
                self._next = self._opening.choose()
            case Choose("players:all"):
                self._players = self._opening.config.game.players
            case Choose(key) if key.startswith("players:"):
                number = int(key.partition(":")[2])
                self._players = tuple(f"Player {seat}" for seat in range(1, number + 1))
            case Choose("memory"):
                self.terms = replace(self.terms, memory=_NEXT_LEVEL[self.terms.memory])
            case Choose("paths"):
                self.terms = replace(self.terms, paths=not self.terms.paths)
            case Choose("advanced"):
                self.terms = replace(self.terms, advanced=not self.terms.advanced)
            case Choose(key) if key.startswith("side:"):
                self._turn_side(int(key.partition(":")[2]))
            case Choose("tiles") if self._tiles is not None:
                self._next = self._tiles(self._again)
            case Choose("begin") if self._players is not None:
                try:
                    self._next = self._begin(self._players, self.terms)
                except (DeviceError, ValueError) as error:
                    self._message, self._tone = str(error), "refusal"

    def _again(self) -> Desk:
        """The same lobby with what was answered, after a look at the tiles."""
        self._next = None
        return self

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> MenuView:
        """The question that is open."""
        named = self._opening.config.game.players
        if self._players is None:
            title = "Pharao: how many play?"
            everybody = (Command("players:all", ", ".join(named), main=True),) if named else ()
            numbers = (1,) if named else SEATS
            commands = (
                *everybody,
                *(Command(f"players:{n}", "One alone" if n == 1 else f"{n} players") for n in numbers),
            )
            message = self._message
        else:
            title = "Pharao: what is agreed?"
            commands = self._terms_keys()
            look = "look at the board: a tile goes in on the side with the recesses"
            message = self._message or (look if self._first else None)
        return MenuView(
            title=title,
            message=message,
            tone=self._tone if self._message else "ask" if message else "plain",
            commands=commands,
            can_undo=self._players is not None or self._opening.config.game.name is None,
            camera="",
            names=self._players or (),
        )

    def _terms_keys(self) -> tuple[Command, ...]:
        terms = self.terms
        if terms.memory is not MemoryLevel.FULL:
            # A way would tell where an animal is.
            paths = "Ways: after the game"
        else:
            paths = "Ways: shown" if terms.paths else "Ways: after the game"
        return (
            Command("begin", "Begin", main=True),
            Command("memory", _LEVEL_WORDS[terms.memory]),
            Command("paths", paths),
            Command("advanced", "Rules: advanced variant" if terms.advanced else "Rules: as usual"),
            *(
                Command(f"side:{row}", f"Row {row + 1}: {_RECESS_WORDS[terms.sides[row]]}")
                for row in range(TILE_ROWS)
            ),
            *((Command("tiles", "Known sliding tiles…"),) if self._tiles else ()),
        )

    def _turn_side(self, row: int) -> None:
        sides = list(self.terms.sides)
        sides[row] = _NEXT_RECESS[sides[row]]
        self.terms = replace(self.terms, sides=(sides[0], sides[1], sides[2]))


def terms_of(setup: Setup) -> Terms:
    """What an earlier game had agreed."""
    return Terms(setup.sides, setup.advanced, setup.memory, setup.paths)
