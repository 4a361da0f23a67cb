"""`pharaoh read`: read the dice in pictures."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2

from vision.dice_set import parse_dice
from vision.enrolment import EnrolledDice
from vision.errors import DiceSetError, VisionError
from vision.images import load_image
from vision.reader import read
from vision.reading import Reading


def run(args: argparse.Namespace) -> int:
    """Read every picture that can be read; 1 where one could not be opened, 2 for dice that nobody knows."""
    try:
        dice = parse_dice(args.dice)
    except DiceSetError as error:
        print(f"pharaoh read: {error}", file=sys.stderr)
        return 2
    known = EnrolledDice.load_all(args.enrolled) if args.enrolled else None
    for fault in known.faults if known else ():
        print(f"pharaoh read: {fault}", file=sys.stderr)
    # A reading is timed on one thread, and a Pi's other cores have the screen and the rules to serve.
    cv2.setNumThreads(1)
    code = 0
    for path in args.images:
        try:
            reading = read(load_image(path), dice, known)
        except VisionError as error:
            print(f"pharaoh read: {error}", file=sys.stderr)
            code = 1
            continue
        print(json.dumps(reading.to_json(str(path))) if args.json else _line(path, reading), flush=True)
    return code


def _line(path: Path, reading: Reading) -> str:
    dice = ", ".join(f"{die.body} {die.die} {die.face}" for die in reading.dice) or "no dice"
    return f"{path}: {dice}" + (f" - unsure: {reading.reason}" if reading.status == "unsure" else "")
