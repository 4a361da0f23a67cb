"""Players who walk a game through its states: some by chance, some after many dice of one value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.favor import actions as a
from rules.favor.actions import FavorAction
from rules.favor.dice import Die, Kind

from .box import TILES, pips
from .moves import thrown
from .state import Table

DECREE_FACE = Die(Kind.DECREE, "decree")


class Walker:
    """Chooses the next action among those that the oracle allows."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.borrows = rng.random() < 0.5
        self.wanted: int | None = None

    def choose(self, table: Table, allowed: Sequence[FavorAction], kinds: list[str] | None) -> FavorAction:
        """One of `allowed`, or a roll of `kinds` where dice may be rolled."""
        rng, turn = self.rng, table.turn
        by_sort: dict[str, list[FavorAction]] = {}
        for action in allowed:
            by_sort.setdefault(sort_of(action), []).append(action)
        if table.stage != "turn" or turn is None or any(table.owed):
            return rng.choice(by_sort[rng.choice(sorted(by_sort))])
        if turn.rolls <= 1 and not turn.locks:
            self.wanted = None if rng.random() < 0.4 else commonest(table)
        if kinds is not None and (turn.in_the_air or not turn.rolls) and (rng.random() < 0.8 or not allowed):
            return thrown(kinds, rng)
        if self.wanted is not None and rng.random() < 0.93:
            purposeful = self.purposeful(by_sort, kinds)
            if purposeful is not None:
                return purposeful
        sorts = [*sorted(by_sort), *(["Rolled"] if kinds is not None else [])]
        sort = rng.choice(sorts)
        if sort == "Ended" and "Claimed" in sorts and rng.random() < 0.9:
            sort = "Claimed"
        if sort == "Rolled" and kinds is not None:
            return thrown(kinds, rng)
        return rng.choice(by_sort[sort])

    def purposeful(
        self, by_sort: dict[str, list[FavorAction]], kinds: list[str] | None
    ) -> FavorAction | None:
        """What brings more dice of the wanted value, or None where nothing does better than chance."""
        rng = self.rng
        best = max(
            (action for actions in by_sort.values() for action in actions),
            key=lambda action: (self.worth(action), rng.random()),
            default=None,
        )
        if best is not None and self.worth(best) > 0:
            return best
        if kinds is not None:
            return thrown(kinds, rng)
        return None

    def worth(self, action: FavorAction) -> float:
        match action:
            case a.Adjusted(_, changes):
                gained = sum(self.fits(change.now) - self.fits(change.was) for change in changes)
                return 10 * gained
            case a.Locked(dice):
                fitting = sum(self.fits(die) for die in dice)
                must = sum(die.kind.value == "immediate" for die in dice)
                loan = 6 if self.borrows and DECREE_FACE in dice else 0
                return loan + 1 + fitting - 0.5 * (len(dice) - fitting) + (0.6 * must)
            case a.Brought(tile, die):
                return 20 if self.fits(die) else (0.4 if tile in ("queen", "estate-overseer") else 5)
            case a.Rerolled(_, dice):
                return 4 - sum(4 * self.fits(die) for die in dice)
            case a.Used(tile):
                return 30 if tile not in ("bad-omen", "pharaohs-gift") else 0.3
            case a.Claimed(tile) | a.Taken(tile):
                return 40 + TILES[tile].level
            case a.Borrowed() | a.Divided():
                return 35
            case a.Ended():
                return 0.2
            case a.Replaced():
                return 0.3
        return 0

    def fits(self, die: Die) -> int:
        return int(die.value == self.wanted)


def sort_of(action: FavorAction) -> str:
    """Sorts of actions that are chosen alike, so that seldom ones come up among many locks."""
    name = type(action).__name__
    return f"{name} {action.source}" if isinstance(action, a.Adjusted | a.Rerolled) else name


def commonest(table: Table) -> int | None:
    turn = table.turn
    values = Counter(value for die in (turn.active if turn else []) if (value := pips(die)) is not None)
    return max(values, key=lambda value: (values[value], value), default=None)
