"""`pharaoh claims`: what locked dice may claim in Favor of the Pharaoh, and why not the rest."""

from __future__ import annotations

import argparse
import json
from typing import Any

from device.errors import UsageError
from rules.favor.bars import Place, parse_bars
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.dice import Die, parse_die


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command to the parser."""
    parser = commands.add_parser("claims", help="what locked dice may claim, and why not")
    parser.add_argument("--bars", required=True, help="the level bars on the table: 7A,6B,5A,4B,3A")
    parser.add_argument("--dice", required=True, help="the locked dice: 4,4,immediate:2,artisan:star")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the verdict on every place; UsageError names a bar, kind or face that does not exist."""
    try:
        bars = parse_bars(args.bars)
        dice = tuple(parse_die(word) for word in args.dice.split(",") if word.strip())
    except ValueError as error:
        raise UsageError(str(error)) from error
    verdicts: dict[str, Any] = {
        bar.name: {place.value: _verdict(claim_refusal(bar, place, dice)) for place in Place} for bar in bars
    }
    verdicts["herder"] = _verdict(herder_refusal(dice))
    if args.json:
        print(json.dumps(verdicts))
        return 0
    print(f"Locked: {_words(dice)}")
    for bar in bars:
        for place in Place:
            name = f"{bar.name} {place.value}"
            print(_line(name, bar.requirement(place).name, verdicts[bar.name][place.value]))
    print(_line("Herder", "Any Roll", verdicts["herder"]))
    return 0


def _verdict(reason: str | None) -> dict[str, object]:
    return {"claimable": reason is None, "reason": reason}


def _line(name: str, requirement: str, verdict: dict[str, object]) -> str:
    return f"{name:10} {requirement:34} {'yes' if verdict['claimable'] else verdict['reason']}"


def _words(dice: tuple[Die, ...]) -> str:
    return ", ".join(map(str, dice)) or "none"
