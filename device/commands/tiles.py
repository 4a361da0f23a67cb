"""`pharaoh tiles`: show, edit, export and import the sliding tiles of Pharao that games taught."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from device.config import load_config
from device.errors import UsageError
from device.pharao_tiles import load_tiles, parse_tiles, save_tiles, tiles_path, tiles_text
from rules.codec import to_json
from rules.pharao.tile_set import TileSet


def run(args: argparse.Namespace) -> int:
    """Do what was asked for; 1 where there are no tiles yet."""
    config = load_config(args.config)
    path = args.tiles or tiles_path(config.journal.path)
    if args.what == "import":
        tiles = parse_tiles(_read(args.words), args.words[0])
        save_tiles(path, tiles)
        print(f"{len(tiles.tiles)} sliding tiles are kept now.", file=sys.stderr)
        return 0
    known = load_tiles(path)
    if args.what == "add":
        animals = (config.pharao.animals,) if config.pharao.animals else ()
        before = known or TileSet("our box", *animals)
        return _save(path, _with(before, args.words))
    if known is None:
        print("No sliding tile is known yet: a game teaches those that were seen whole.", file=sys.stderr)
        return 1
    if args.what == "remove":
        return _save(path, known.without_tile(_number(args.words, known)))
    if args.what == "export":
        sys.stdout.write(tiles_text(known))
    elif args.json:
        print(json.dumps(to_json(known)))
    else:
        print("\n".join(_lines(known)))
    return 0


def _lines(known: TileSet) -> list[str]:
    """The tiles, numbered, each as its two lines of spaces."""
    wide = max((len(shows) for tile in known.tiles for shows in tile), default=0)
    lines = [f"{known.name}: {len(known.tiles)} of 13 sliding tiles are known"]
    for number, (a, b, c, d) in enumerate(known.tiles, start=1):
        lines += [f"{number:3}  {a:{wide}}  {b}", f"     {c:{wide}}  {d}"]
    return lines


def _with(known: TileSet, words: list[str]) -> TileSet:
    if len(words) != 4:
        raise UsageError("a tile has four spaces: give top left, top right, bottom left, bottom right")
    try:
        return known.with_tile(words)
    except ValueError as error:
        raise UsageError(str(error)) from error


def _number(words: list[str], known: TileSet) -> int:
    if len(words) != 1 or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(known.tiles):
        raise UsageError(f"give the number of one of the {len(known.tiles)} tiles that 'pharaoh tiles' lists")
    return int(words[0]) - 1


def _read(words: list[str]) -> str:
    if len(words) != 1:
        raise UsageError("give the file to import")
    try:
        return Path(words[0]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise UsageError(f"{words[0]}: cannot be read ({reason})") from error


def _save(path: Path, tiles: TileSet) -> int:
    save_tiles(path, tiles)
    print("\n".join(_lines(tiles)))
    return 0
