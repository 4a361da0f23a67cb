"""`pharaoh claims`: what locked dice may claim in Favor of the Pharaoh, and why not the rest."""

from __future__ import annotations

import argparse
import json
from typing import Any

from device.errors import UsageError
from rules.favor.bars import Place, parse_bars
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.dice import Die, parse_die


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
