"""`pharaoh code`: the numbers that three dice of Pharaoh Code make, and how."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

from device.errors import UsageError
from rules.pharaoh_code.arithmetic import Arithmetic
from rules.pharaoh_code.dice import as_roll
from rules.pharaoh_code.solver import solve

LONGEST = 18
"""Digits of the longest number that is read."""


def run(args: argparse.Namespace) -> int:
    """Print the equations; 1 where a number that was asked for cannot be made; UsageError for other dice."""
    try:
        roll = as_roll([_number(word) for word in args.dice])
        targets = [_number(word) for word in args.targets]
        if 0 in targets:
            raise ValueError("0 lies on no tile; ask for a number from 1 on")
    except ValueError as error:
        raise UsageError(str(error)) from error
    made = solve(roll.values, Arithmetic(uneven=args.uneven, negative=not args.no_negative))
    asked = {target: made.get(target, ()) for target in targets} if targets else dict(made)
    if args.json:
        print(json.dumps({str(number): equations for number, equations in asked.items()}))
    else:
        _print_lines(asked, roll.values)
    return 0 if all(asked.values()) else 1


def _print_lines(asked: Mapping[int, Sequence[str]], dice: Sequence[int]) -> None:
    for number, equations in asked.items():
        if equations:
            print(f"{number:4} = {' = '.join(equations)}")
        else:
            print(f"{number:4}   cannot be made from {', '.join(map(str, dice))}")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= LONGEST):
        raise ValueError(f"{word[:20]!r} is not a whole number; write 'pharaoh code 2 5 11 33'")
    return int(word)
