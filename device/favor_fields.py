"""The mat's two fields: dice are rolled in the one, and locked by moving them into the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from device.favor_roll import LOOKS_LIKE
from rules.favor.dice import KINDS, Die, Kind
from rules.words import listing, number_word
from vision.reading import DieReading, Reading

STRAY = "a die lies outside both fields: move it into one of them"
OTHER_DICE = "the dice in the lock field are not those that were rolled: touch the ones to lock on the screen"
ALIKE = "which dice are in the lock field? some look alike: touch the ones to lock on the screen"
NOT_ASIDE = "a locked die lies in the roll field: move it into the lock field, or take the lock back (Play)"
NOT_LOCKED = "the lock field holds other dice than were locked: move them, or take the lock back"


@dataclass(frozen=True)
class Fields:
    """A reading by where its dice lie: `rolled` in the roll field, `aside` in the lock field.

    Without a `mat` all dice are `rolled`. Where a die is a `stray`, in neither field, `rolled` is unsure.
    """

    rolled: Reading
    aside: tuple[DieReading, ...] = ()
    stray: bool = False
    mat: bool = False


def by_field(reading: Reading) -> Fields:
    """Sort a reading's dice by field."""
    if all(die.zone is None and die.place_mm is None for die in reading.dice):
        return Fields(reading)
    rolled = tuple(die for die in reading.dice if die.zone == "roll")
    aside = tuple(die for die in reading.dice if die.zone == "lock")
    if len(rolled) + len(aside) == len(reading.dice):
        return Fields(replace(reading, dice=rolled), aside, mat=True)
    rest = Reading("unsure", reading.reason or STRAY, rolled, reading.ms)
    return Fields(rest, aside, stray=True, mat=True)


@dataclass(frozen=True)
class Move:
    """What moving dice into the lock field means: dice to lock, or a question; neither where none moved."""

    dice: tuple[Die, ...] = ()
    question: str | None = None


class LockField:
    """What lay in the lock field before the dice were rolled, so that those moved there since are known."""

    def __init__(self) -> None:
        self._before: tuple[DieReading, ...] | None = None
        self._taken_back: Counter[str] | None = None

    def roll_counted(self, aside: tuple[DieReading, ...]) -> None:
        """The dice were rolled while these lay in the lock field."""
        self._before, self._taken_back = aside, None

    def lock_taken_back(self, aside: tuple[DieReading, ...]) -> None:
        """People took a lock back: dice that lie in the lock field still mean nothing until one is moved."""
        self._taken_back = _faces(aside)

    def forget(self) -> None:
        """Nobody knows any more what lay there before the roll."""
        self._before = self._taken_back = None

    def move(self, fields: Fields, active: Sequence[Die], pyramid: Sequence[Die]) -> Move:
        """Which of the `active` dice were moved into the lock field since they were rolled.

        Those of the `pyramid`, locked before that roll, may have come there late.
        """
        if self._taken_back is not None and self._taken_back == _faces(fields.aside):
            return Move()
        self._taken_back = None
        since = self._since(fields.aside)
        without_old = _without(since, [(die.kind.value, die.face) for die in pyramid])
        candidates = (without_old, since) if self._before is None else (since, without_old)
        moves = [_moved(dice, fields, active) for dice in candidates]
        return next((move for move in moves if move.dice), moves[0])

    def is_other(self, fields: Fields, locked: Sequence[Die], pyramid: Sequence[Die]) -> bool:
        """Whether dice were moved there that are neither `locked` now nor in the `pyramid` of before."""
        if self._before is None:
            return False
        known = [(die.kind.value, die.face) for die in (*locked, *pyramid)]
        return bool(_without(self._since(fields.aside), known))

    def _since(self, aside: tuple[DieReading, ...]) -> tuple[DieReading, ...]:
        return _without(aside, [(die.die, die.face) for die in self._before or ()])


def _moved(moved: tuple[DieReading, ...], fields: Fields, active: Sequence[Die]) -> Move:
    left = fields.rolled.dice
    if not moved:
        return Move()
    if fields.rolled.status == "unsure":
        return Move(question=fields.rolled.reason)
    for strict in (True, False):
        found = _choices(active, moved, left, strict=strict)
        if len(found) == 1:
            return Move(found.pop())
        if found:
            return Move(question=ALIKE)
    alone = _choices(active, moved, None, strict=False)
    if len(alone) == 1:
        names = listing([str(die) for die in alone.pop()])
        return Move(question=f"is {names} locked? the other dice do not lie as they were rolled")
    if len(moved) + len(left) != len(active):
        seen, rolled = number_word(len(moved) + len(left)), number_word(len(active))
        return Move(question=f"I see {seen} dice of this roll in both fields, but {rolled} were rolled")
    return Move(question=OTHER_DICE)


def _choices(
    active: Sequence[Die], moved: Sequence[DieReading], left: Sequence[DieReading] | None, *, strict: bool
) -> set[tuple[Die, ...]]:
    """Every set of the active dice that `moved` can be while `left` is all the others, if it is given."""
    seen = [*moved, *(left or ())]
    # Borrowed dice of another colour serve as well where there is but one kind.
    borrowed = len({die.kind for die in active}) == 1 and len({die.body for die in seen}) == 1
    choices = []
    for face in sorted({die.face for die in active} | {die.face for die in seen}):
        kinds = Counter(die.kind for die in active if die.face == face)
        there = [_may_be(die, strict, borrowed) for die in moved if die.face == face]
        here = None if left is None else [_may_be(die, strict, borrowed) for die in left if die.face == face]
        choices.append(
            [
                tuple(Die(kind, face) for kind in sorted(part.elements()))
                for part in _of_size(kinds, len(there))
                if _pair_up(there, part) and (here is None or _pair_up(here, kinds - part))
            ]
        )
    return {tuple(die for part in parts for die in part) for parts in product(*choices)}


def _of_size(kinds: Mapping[Kind, int], size: int) -> Iterator[Counter[Kind]]:
    """Every choice of `size` of these kinds."""
    for numbers in product(*(range(n + 1) for n in kinds.values())):
        if sum(numbers) == size:
            yield Counter(dict(zip(kinds, numbers, strict=True)))


def _may_be(die: DieReading, strict: bool, borrowed: bool) -> frozenset[Kind]:
    """The kinds that a die with this face may be; `strict` goes by what was read and not by its colour."""
    return frozenset(
        kind
        for kind in Kind
        if die.face in KINDS[kind].faces
        and (borrowed or die.die == kind.value or (not strict and die.body in LOOKS_LIKE[kind]))
    )


def _pair_up(dice: Sequence[frozenset[Kind]], kinds: Mapping[Kind, int]) -> bool:
    """Whether each die can be one of the kinds, all of which are to be used."""

    @cache
    def fits(index: int, left: frozenset[tuple[Kind, int]]) -> bool:
        if index == len(dice):
            return True
        numbers = dict(left)
        return any(
            fits(index + 1, frozenset({**numbers, kind: numbers[kind] - 1}.items()))
            for kind in dice[index]
            if numbers.get(kind)
        )

    return len(dice) == sum(kinds.values()) and fits(0, frozenset(kinds.items()))


def _without(dice: tuple[DieReading, ...], known: Sequence[tuple[str, str]]) -> tuple[DieReading, ...]:
    """The dice but for those that are known, by kind and face, else by face alone."""
    left = list(dice)
    unknown = []
    for kind, face in known:
        same = next((die for die in left if (die.die, die.face) == (kind, face)), None)
        unknown += [face] if same is None else []
        if same is not None:
            left.remove(same)
    for face in unknown:
        same = next((die for die in left if die.face == face), None)
        if same is not None:
            left.remove(same)
    return tuple(left)


def _faces(dice: Sequence[DieReading]) -> Counter[str]:
    return Counter(die.face for die in dice)
