"""`pharaoh treasures`: check, keep and export Pharaoh Code's set of treasure tiles."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from device.code_tiles import TileFileError, load_tiles, save_tiles, tiles_path, written
from device.config import load_config
from device.errors import UsageError
from rules.pharaoh_code.tiles import Colour, set_doubts, stack_sizes


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1, with a line for each fault, where a file holds no set of tiles."""
    kept = tiles_path(args.journal or load_config(args.config).journal.path)
    if args.what == "export":
        return _export(kept, args.file)
    if args.file is None:
        raise UsageError(f"name the file to {args.what}: pharaoh treasures {args.what} tiles.csv")
    tiles = load_tiles(args.file)
    sizes = dict(zip((colour.value for colour in Colour), stack_sizes(tiles), strict=True))
    doubts = set_doubts(tiles)
    if args.what == "keep":
        save_tiles(kept, tiles)
    if args.json:
        where = str(kept) if args.what == "keep" else None
        print(json.dumps({"tiles": len(tiles), "colours": sizes, "doubts": doubts, "kept": where}))
        return 0
    print(f"{args.file}: {len(tiles)} tiles, " + ", ".join(f"{n} {colour}" for colour, n in sizes.items()))
    for doubt in doubts:
        print(f"look again: {doubt}")
    if args.what == "keep":
        print(f"kept as {kept}")
    return 0


def _export(kept: Path, target: Path | None) -> int:
    """Write the kept set to a file, or to stdout."""
    if not kept.exists():
        print(
            "No set of tiles is kept yet: enter it at the table or with 'pharaoh treasures keep'.",
            file=sys.stderr,
        )
        return 1
    text = written(load_tiles(kept))
    if target is None:
        print(text, end="")
        return 0
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TileFileError(f"{target}: cannot be written ({error.strerror}); name another file") from error
    print(f"{target}: written")
    return 0
