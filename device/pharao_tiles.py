"""The sliding tiles that games taught, kept in one JSON file that people can edit, export and import."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from device.errors import DeviceError
from rules.codec import from_json, to_json
from rules.errors import RulesError
from rules.pharao.tile_set import TileSet

FORMAT = 1
"""The version of the file."""

_LARGEST = 1 << 16


class TileFileError(DeviceError, OSError):
    """A file of sliding tiles that cannot be read or written; the text says which and what to do."""


def tiles_path(journal: Path) -> Path:
    """Where the tiles are kept: beside the journal."""
    return journal.with_name("pharao-tiles.json")


def load_tiles(path: Path) -> TileSet | None:
    """The tiles of the file, or None where there is none yet; TileFileError for a damaged one."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise TileFileError(f"{path}: cannot be read ({_reason(error)}); check or remove it") from error
    return parse_tiles(text, str(path))


def parse_tiles(text: str, name: str) -> TileSet:
    """The tiles that the JSON `text` holds; `name` is what errors call it. Raises TileFileError."""
    try:
        data: Any = json.loads(text) if len(text) <= _LARGEST else None
        if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
            raise TileFileError(f"{name}: this is no file of sliding tiles; export one to see its form")
        return from_json(TileSet, data, "tile set")
    except TileFileError:
        raise
    except (RulesError, ValueError, RecursionError) as error:
        raise TileFileError(f"{name}: {error}; correct the file or remove it") from error


def tiles_text(tiles: TileSet) -> str:
    """The tiles as the file holds them: one tile a line."""
    data = {"format": FORMAT, **to_json(tiles)}
    lines = [f"    {json.dumps(tile, ensure_ascii=False)}" for tile in data.pop("tiles")]
    head = json.dumps(data, ensure_ascii=False, indent=2)[:-2]
    body = ",\n".join(lines)
    return f'{head},\n  "tiles": [\n{body}\n  ]\n}}\n' if lines else f'{head},\n  "tiles": []\n}}\n'


def save_tiles(path: Path, tiles: TileSet) -> None:
    """Put the tiles into the file, whole or not at all; raises TileFileError."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("w", encoding="utf-8") as file:
            file.write(tiles_text(tiles))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            # Else a power cut may bring the old file back.
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise TileFileError(
            f"{path}: cannot be written ({_reason(error)}); check the disk and its permissions"
        ) from error


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
