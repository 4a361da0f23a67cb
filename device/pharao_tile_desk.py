"""The kept sliding tiles on the screen: looked through, added and removed by four buttons or touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from device.desk import Desk
from device.errors import DeviceError
from device.pharao_tiles import load_tiles, save_tiles
from rules.pharao.board import SLOTS
from rules.pharao.pieces import PLAIN
from rules.pharao.tile_set import Tile, TileSet
from ui.intents import Choose, Intent, Undo
from ui.view import Command, MenuView, Tone

PAGE = 6
"""Keys of one page: more would be too small for a finger."""

_QUARTERS = ("top left", "top right", "bottom left", "bottom right")


class PharaoTileDesk(Desk):
    """Edits the tiles of `path`, of which `animals` may be on; `back` makes the desk that follows.

    Every change is in the file before it is shown. Undo goes back one step, at last out of here.
    """

    def __init__(self, path: Path, animals: tuple[str, ...], back: Callable[[], Desk]) -> None:
        self._path = path
        self._animals = animals
        self._back = back
        self._next: Desk | None = None
        self._message: str | None = None
        self._tone: Tone = "plain"
        self._page = 0
        self._chosen: int | None = None
        self._adding: tuple[str, ...] | None = None
        self.tiles = TileSet("our box", animals)
        try:
            self.tiles = load_tiles(path) or self.tiles
        except DeviceError as error:
            self._message, self._tone = f"{error}; a change here replaces it", "refusal"

    @property
    def successor(self) -> Desk | None:
        """Where people came from, once they are done."""
        return self._next

    def on_intent(self, intent: Intent) -> None:
        """Look at a tile, remove it, add another, or go back."""
        self._message, self._tone = None, "plain"
        match intent:
            case Undo() if self._adding:
                self._adding, self._page = self._adding[:-1], 0
            case Undo() if self._chosen is not None or self._adding is not None:
                self._leave()
            case Undo() | Choose("done"):
                self._next = self._back()
            case Choose("page"):
                self._page += 1
            case Choose("add") if not self.tiles.complete:
                self._adding, self._page = (), 0
            case Choose("keep"):
                self._leave()
            case Choose("remove") if self._chosen is not None:
                self._save(self.tiles.without_tile(self._chosen))
            case Choose(key) if key.startswith("tile:") and int(key[5:]) < len(self.tiles.tiles):
                self._chosen = int(key[5:])
            case Choose(key) if key.startswith("shows:") and self._adding is not None:
                self._add(key.partition(":")[2])

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> MenuView:
        """The list, one tile, or the question what the next quarter shows."""
        if self._adding is not None:
            title = f"The new tile's {_QUARTERS[len(self._adding)]}?"
            choices = [Command(f"shows:{name}", name) for name in (*PLAIN, *self._animals)]
            commands = self._paged(choices, ())
        elif self._chosen is not None:
            title = f"Tile {self._chosen + 1}: {tile_words(self.tiles.tiles[self._chosen])}"
            commands = (Command("keep", "Keep it", main=True), Command("remove", "Remove it"))
        else:
            title = f"{len(self.tiles.tiles)} of {SLOTS} sliding tiles are known"
            choices = [
                Command(f"tile:{number}", tile_words(tile)) for number, tile in enumerate(self.tiles.tiles)
            ]
            add = () if self.tiles.complete else (Command("add", "Add a tile"),)
            commands = self._paged(choices, (*add, Command("done", "Done", main=True)))
        return MenuView(title, self._message, self._tone, commands, True, "")

    def _paged(self, choices: Sequence[Command], last: tuple[Command, ...]) -> tuple[Command, ...]:
        pages = max(1, -(-len(choices) // PAGE))
        first = self._page % pages * PAGE
        more = (Command("page", "More…"),) if pages > 1 else ()
        return (*choices[first : first + PAGE], *more, *last)

    def _add(self, shows: str) -> None:
        if self._adding is None or shows not in (*PLAIN, *self._animals):
            return
        self._adding, self._page = (*self._adding, shows), 0
        if len(self._adding) == len(_QUARTERS):
            self._save(self.tiles.with_tile(self._adding))

    def _save(self, tiles: TileSet) -> None:
        try:
            save_tiles(self._path, tiles)
        except DeviceError as error:
            self._message, self._tone = str(error), "refusal"
        else:
            self.tiles = tiles
        self._leave()

    def _leave(self) -> None:
        self._chosen = self._adding = None
        self._page = 0


def tile_words(tile: Tile) -> str:
    """A tile on its key: upper quarters, then lower ones."""
    a, b, c, d = tile
    return f"{a}, {b} / {c}, {d}"
