"""Which tiles the locked dice may claim, and why not the others (rulebook, Claiming Tiles)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.favor.bars import LevelBar, Place
from rules.favor.dice import Die


def claim_refusal(bar: LevelBar, place: Place, dice: Sequence[Die]) -> str | None:
    """Why `dice` do not meet what the bar asks at `place`, or None where they do."""
    return bar.requirement(place).refusal(dice, bar.level)


def herder_refusal(dice: Sequence[Die]) -> str | None:
    """Why `dice` cannot claim a Herder (any roll of at least one die), or None."""
    return None if dice else "needs any roll of at least one locked die, you have none"
