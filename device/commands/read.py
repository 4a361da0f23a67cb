"""`pharaoh read`: read the dice in pictures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

from vision.errors import VisionError
from vision.images import load_image
from vision.reader import read
from vision.reading import Reading


def run(args: argparse.Namespace) -> int:
    """Read every picture that can be read; 1 where one could not be opened."""
    # A reading is timed on one thread, and a Pi's other cores have the screen and the rules to serve.
    cv2.setNumThreads(1)
    code = 0
    for path in args.images:
        try:
            reading = read(load_image(path))
        except VisionError as error:
            print(f"pharaoh read: {error}", file=sys.stderr)
            code = 1
            continue
        print(json.dumps(reading.to_json(str(path))) if args.json else _line(path, reading), flush=True)
    return code


def _line(path: Path, reading: Reading) -> str:
    dice = ", ".join(f"{die.body} {die.face}" for die in reading.dice) or "no dice"
    return f"{path}: {dice}" + (f" - unsure: {reading.reason}" if reading.status == "unsure" else "")
