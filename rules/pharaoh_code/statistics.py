"""What a game tells about its players and about the numbers that nobody saw."""

from __future__ import annotations

from dataclasses import dataclass

from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import PastRound, Setup, State


@dataclass(frozen=True)
class Speed:
    """How fast a player took tiles, in ms after the roll: the fastest, and the mean; None without a tile."""

    seat: int
    tiles: int
    fastest_ms: int | None
    mean_ms: int | None


@dataclass(frozen=True)
class Missed:
    """A number that lay on the pyramid to the end of a round, and the equations that nobody saw."""

    number: int
    equations: tuple[str, ...]


def speeds(state: State) -> tuple[Speed, ...]:
    """Every player's speed over the rounds played, by seat."""
    found = []
    for seat in range(len(state.players)):
        times = [take.after_ms for past in state.rounds for take in past.takes if take.seat == seat]
        fastest = min(times, default=None)
        found.append(Speed(seat, len(times), fastest, sum(times) // len(times) if times else None))
    return tuple(found)


def missed(past: PastRound, setup: Setup) -> tuple[Missed, ...]:
    """What could have been taken in a round and was not, hardest first."""
    made = solve(past.roll.values, setup.arithmetic)
    taken = {take.space for take in past.takes}
    return tuple(
        Missed(tile.number, made[tile.number])
        for space, tile in enumerate(past.pyramid)
        if space not in taken and tile.number in made
    )
