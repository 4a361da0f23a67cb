"""Entering the set of Pharaoh Code's tiles on the screen: every tile is kept as soon as it is whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.code_pad import CLOSE, DONE, Pad, pad_view, pressed
from device.code_tiles import TileFileError, file_text, read_lines, save_tiles
from device.desk import Desk
from rules.pharaoh_code.tiles import (
    TILES_IN_THE_BOX,
    USUAL_STACK,
    Colour,
    Tile,
    set_doubts,
    set_faults,
    tile_fault,
)
from ui.code_view import CellView, TileSetView, offered
from ui.intents import Choose, Intent, Undo
from ui.view import Command, Tone

SCARABS = tuple(range(1, 13))
"""What the keys offer; a file may say more."""


class TileDesk(Desk):
    """The tiles of the file at `path`, to be entered and put right; `back` makes the desk to go on with.

    A file that holds something else than tiles is not written over: what can be read of it is shown, and it
    is kept under another name with the first change.
    """

    def __init__(self, path: Path, back: Callable[[], Desk]) -> None:
        self._path = path
        self._back = back
        self._next: Desk | None = None
        self._tiles: dict[Colour, tuple[Tile, ...]] = dict.fromkeys(Colour, ())
        self._before: list[dict[Colour, tuple[Tile, ...]]] = []
        self._message: str | None = None
        self._tone: Tone = "plain"
        self._pad: Pad | None = None
        self._at: tuple[Colour, int] | None = None
        self._doubts_told = False
        self._spoilt = False
        self._read()

    @property
    def successor(self) -> Desk | None:
        """The desk to go on with."""
        return self._next

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles that were entered, from the pyramid's top."""
        return tuple(tile for tiles in self._tiles.values() for tile in tiles)

    def on_intent(self, intent: Intent) -> None:
        """People entered or chose something."""
        self._message, self._tone = None, "plain"
        match intent:
            case Undo():
                self._undo()
            case Choose(key) if key in offered(self.view("")):
                name, _, value = key.partition(":")
                if name == "cell":
                    colour, _, index = value.partition(":")
                    self._open(Colour(colour), int(index))
                elif name == "pad" and self._pad is not None:
                    self._press(self._pad, value)
                elif name == "remove" and self._at is not None:
                    self._remove(*self._at)
                elif name == "finish":
                    self._finish()
                elif name == "leave":
                    self._next = self._back()

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self._message, self._tone = question, "ask"

    def view(self, camera: str) -> TileSetView:
        """The whole screen."""
        return TileSetView(
            title=self._title(),
            message=self._message,
            tone=self._tone,
            commands=self._commands(),
            can_undo=bool(self._before) or self._pad is not None,
            camera=camera,
            rows=tuple((colour.value, self._cells(colour)) for colour in Colour),
            pad=None if self._pad is None else pad_view(self._pad, None),
        )

    def _title(self) -> str:
        if self._at is None:
            return f"The set of tiles: {len(self.tiles)} of {TILES_IN_THE_BOX}"
        colour, index = self._at
        return f"{colour.title()}, tile {index + 1}"

    def _commands(self) -> tuple[Command, ...]:
        if self._at is not None:
            there = self._at[1] < len(self._tiles[self._at[0]])
            return (Command("remove", "Remove this tile"),) if there else ()
        whole = len(self.tiles) == TILES_IN_THE_BOX
        return (Command("finish", "This is the set", main=whole), Command("leave", "Go on later"))

    def _cells(self, colour: Colour) -> tuple[CellView, ...]:
        free = self._pad is None
        cells = [
            CellView(
                tile.number,
                tile.scarabs,
                f"cell:{colour}:{index}" if free else None,
                chosen=self._at == (colour, index),
            )
            for index, tile in enumerate(self._tiles[colour])
        ]
        if len(self.tiles) < TILES_IN_THE_BOX:
            index = len(cells)
            press = f"cell:{colour}:{index}" if free else None
            cells.append(CellView(None, None, press, chosen=self._at == (colour, index)))
        return tuple(cells)

    def _open(self, colour: Colour, index: int) -> None:
        self._at = colour, index
        there = self._tiles[colour][index].number if index < len(self._tiles[colour]) else None
        hint = "Which number?" if there is None else f"Not {there}, but which number?"
        self._pad = Pad("number", str(index), hint)

    def _press(self, pad: Pad, key: str) -> None:
        if key == CLOSE:
            self._pad = self._at = None
        elif pad.choices:
            if key.isdecimal() and int(key) in pad.choices and pad.number is not None:
                self._keep(pad.number, int(key))
        elif key == DONE and pad.number is not None:
            self._ask_scarabs(pad, pad.number)
        else:
            self._pad = pressed(pad, key)

    def _ask_scarabs(self, pad: Pad, number: int) -> None:
        assert self._at is not None, "a pad is open for a tile"
        fault = tile_fault(Tile(number, self._at[0], 1))
        if fault is not None:
            self._message, self._tone = fault, "refusal"
            return
        hint = f"How many scarabs has {number}?"
        self._pad = Pad("scarabs", pad.of, hint, pad.typed, SCARABS)

    def _keep(self, number: int, scarabs: int) -> None:
        assert self._at is not None, "a pad is open for a tile"
        colour, index = self._at
        tiles = self._tiles[colour]
        tile = Tile(number, colour, scarabs)
        if not self._change(colour, (*tiles[:index], tile, *tiles[index + 1 :])):
            return
        self._message = f"{tile} with {scarabs} scarab{'' if scarabs == 1 else 's'} is kept"
        self._pad = self._at = None
        if index == len(tiles) and index + 1 < USUAL_STACK and len(self.tiles) < TILES_IN_THE_BOX:
            self._open(colour, index + 1)

    def _remove(self, colour: Colour, index: int) -> None:
        tiles = self._tiles[colour]
        if index < len(tiles) and self._change(colour, (*tiles[:index], *tiles[index + 1 :])):
            self._message = f"the {tiles[index]} is removed"
            self._pad = self._at = None

    def _change(self, colour: Colour, tiles: tuple[Tile, ...]) -> bool:
        return self._save({**self._tiles, colour: tiles}, remember=True)

    def _save(self, tiles: dict[Colour, tuple[Tile, ...]], *, remember: bool) -> bool:
        """Keep these tiles; where the disk says no, all stays as it was."""
        try:
            if self._spoilt:
                self._path.replace(self._path.with_name(self._path.name + ".unreadable"))
                self._spoilt = False
            save_tiles(self._path, [tile for row in tiles.values() for tile in row])
        except (TileFileError, OSError) as error:
            self._message, self._tone = str(error), "refusal"
            return False
        if remember:
            self._before.append(self._tiles)
        self._tiles = tiles
        self._doubts_told = False
        return True

    def _finish(self) -> None:
        """Go on with the set, if it is one; what may be a slip is asked about once."""
        faults, doubts = set_faults(self.tiles), set_doubts(self.tiles)
        if faults:
            self._message, self._tone = faults[0], "refusal"
        elif doubts and not self._doubts_told:
            self._doubts_told = True
            more = f" and {len(doubts) - 1} more to look at" if len(doubts) > 1 else ""
            self.ask(f"{doubts[0]}{more}; once more to keep it so")
        else:
            self._next = self._back()

    def _undo(self) -> None:
        pad = self._pad
        if pad is not None and pad.choices:
            self._pad = Pad("number", pad.of, "Which number?", pad.typed)
        elif pad is not None and pad.typed:
            self._pad = pressed(pad, "delete")
        elif pad is not None:
            self._pad = self._at = None
        elif self._before:
            tiles = self._before.pop()
            if self._save(tiles, remember=False):
                self._message = "taken back"
            else:
                self._before.append(tiles)

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            tiles, faults = read_lines(file_text(self._path), str(self._path))
        except TileFileError as error:
            tiles, faults = (), (str(error),)
        for tile in tiles:
            self._tiles[tile.colour] = (*self._tiles[tile.colour], tile)
        if faults:
            self._spoilt = True
            self._message, self._tone = faults[0], "refusal"
