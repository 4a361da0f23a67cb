"""The set of Pharaoh Code's tiles in a file: one line a tile, `number,colour,scarabs`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from device.errors import DeviceError
from rules.codec import shown
from rules.pharaoh_code.tiles import Colour, Tile, set_faults, tile_fault

HEADER = "number,colour,scarabs"
MAX_BYTES = 1 << 16
"""Far more than 48 lines need."""


class TileFileError(DeviceError, ValueError):
    """A file that holds no set of tiles; `str()` has one line for each fault, with its place in the file."""


def tiles_path(journal: Path) -> Path:
    """Where the set is kept: beside the journal."""
    return journal.parent / "pharaoh-code-tiles.csv"


def parse_tiles(text: str, name: str) -> tuple[Tile, ...]:
    """The whole set that the text holds; `name` is what errors call it.

    Raises TileFileError that names every line that is no tile, and a wrong number of tiles.
    """
    tiles, faults = read_lines(text, name)
    faults = faults or tuple(f"{name}: {fault}" for fault in set_faults(tiles))
    if faults:
        raise TileFileError("\n".join(faults))
    return tiles


def read_lines(text: str, name: str) -> tuple[tuple[Tile, ...], tuple[str, ...]]:
    """The tiles of the lines that hold one, whole set or not, and what is wrong with the others."""
    tiles: list[Tile] = []
    faults: list[str] = []
    for place, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = [word.strip() for word in line.replace(";", ",").split(",")]
        if not any(words) or line.lstrip().startswith("#") or words == HEADER.split(","):
            continue
        tile = _tile(words)
        if isinstance(tile, Tile):
            tiles.append(tile)
        else:
            faults.append(f"{name}, line {place}: {tile}")
    return tuple(tiles), tuple(faults)


def written(tiles: Sequence[Tile]) -> str:
    """The set as a file's text, sorted from the pyramid's top."""
    order = list(Colour)
    lines = [
        f"{tile.number},{tile.colour},{tile.scarabs}"
        for tile in sorted(tiles, key=lambda tile: (order.index(tile.colour), tile.number, tile.scarabs or 0))
    ]
    return "\n".join([HEADER, *lines, ""])


def load_tiles(path: Path) -> tuple[Tile, ...]:
    """The set in a file; raises TileFileError, also where there is none or it cannot be read."""
    return parse_tiles(file_text(path), str(path))


def file_text(path: Path) -> str:
    """A tile file's text; raises TileFileError where there is none."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise TileFileError(f"{path}: there is no such file; write one with lines {HEADER}") from None
    except OSError as error:
        raise TileFileError(f"{path}: cannot be read ({error.strerror or error})") from error
    if len(raw) > MAX_BYTES:
        raise TileFileError(f"{path}: this is too large for 48 tiles; give another file")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise TileFileError(f"{path}: this is not UTF-8 text; save the file as UTF-8") from None


def save_tiles(path: Path, tiles: Sequence[Tile]) -> None:
    """Keep these tiles, a whole set or one that is being entered, so that a pulled plug leaves old or new.

    Raises TileFileError where the file cannot be written; the old one then stays.
    """
    draft = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as file:
            file.write(written(tiles))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        reason = error.strerror or error
        raise TileFileError(f"{path}: the tiles cannot be kept ({reason}); the last set stays") from error


def _tile(words: Sequence[str]) -> Tile | str:
    """The tile of one line, or what is wrong with it."""
    if len(words) != 3:
        return f"a tile has a number, a colour and scarabs, such as 33,red,3; here are {len(words)} entries"
    number, colour, scarabs = words
    if colour.lower() not in list(Colour):
        return f"{shown(colour)} is no colour; use {', '.join(Colour)}"
    if not _is_number(number) or not _is_number(scarabs):
        wrong = scarabs if _is_number(number) else number
        return f"{shown(wrong)} is not a whole number"
    tile = Tile(int(number), Colour(colour.lower()), int(scarabs))
    return tile_fault(tile) or tile


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 6
