"""From a reading of the tray to the roll that the rules wait for: which die is which, and what is in doubt.

The reader tells kinds, faces and body colours; the rules tell which kinds were to be rolled. Together they
name the dice, or say what does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rules.favor.dice import KINDS, Die, Kind, count_kinds
from rules.words import number_word
from vision.reading import DieReading, Reading

LOOKS_LIKE: dict[Kind, frozenset[str]] = {
    Kind.STANDARD: frozenset({"red", "pink", "brown"}),
    Kind.IMMEDIATE: frozenset({"white", "grey"}),
    Kind.SERF: frozenset({"orange", "yellow"}),
    Kind.NOBLE: frozenset({"olive", "yellow", "green"}),
    Kind.ARTISAN: frozenset({"blue"}),
    Kind.INTRIGUE: frozenset({"green"}),
    Kind.VOYAGE: frozenset({"black", "grey"}),
    Kind.DECREE: frozenset({"purple", "pink"}),
}
"""Body colours' plain names under which each kind may be seen, lamps and shadows allowed for."""


@dataclass(frozen=True)
class DraftDie:
    """One die of a roll that is not committed yet; `face` is None while nobody knows it.

    `doubtful` marks a face that the camera offers without being sure, `by_hand` one that a person set.
    """

    kind: Kind
    face: str | None = None
    doubtful: bool = False
    by_hand: bool = False


@dataclass(frozen=True)
class Match:
    """A reading held against the dice that are to be rolled.

    `doubt` is None exactly when every die is known for sure; otherwise it is the question to the table.
    """

    dice: tuple[DraftDie, ...]
    doubt: str | None

    @property
    def roll(self) -> tuple[Die, ...] | None:
        """The roll, where nothing is in doubt."""
        return None if self.doubt else known(self.dice)


def blank(kinds: Sequence[Kind]) -> tuple[DraftDie, ...]:
    """A roll of which nothing is known yet."""
    return tuple(DraftDie(kind) for kind in kinds)


def known(dice: Sequence[DraftDie]) -> tuple[Die, ...] | None:
    """The dice, where every face is known, or None."""
    faces = [die.face for die in dice]
    return tuple(Die(die.kind, die.face) for die in dice if die.face) if None not in faces else None


def match_roll(reading: Reading, kinds: Sequence[Kind], shortage: Sequence[tuple[Kind, int]] = ()) -> Match:
    """Which of `kinds` each die of `reading` is, and what the table must be asked.

    Of a kind that the box lacks so many dice of (`shortage`), dice of any colour stand in for these.
    """
    fits = [[position for position, kind in enumerate(kinds) if _is(die, kind)] for die in reading.dice]
    if not all(fits):
        # Under a coloured lamp kinds are taken for each other: the roll tells which it can be.
        fits = [
            fit or [position for position, kind in enumerate(kinds) if _may_be(die, kind)]
            for fit, die in zip(fits, reading.dice, strict=True)
        ]
    for kind, lacking in shortage:
        strange = [seen for seen, fit in enumerate(fits) if not fit]
        for seen in strange[:lacking]:
            fits[seen] = [
                position
                for position, due in enumerate(kinds)
                if due is kind and reading.dice[seen].face in KINDS[kind].faces
            ]
    if len(set(kinds)) == 1 and len({die.body for die in reading.dice}) == 1:
        # One kind is to be rolled and all dice look alike: borrowed dice of another colour serve as well.
        fits = [
            [position for position, kind in enumerate(kinds) if die.face in KINDS[kind].faces]
            for die in reading.dice
        ]
    # Of too many dice nobody can say which ones count: nothing is offered then.
    seen_at = _assign(fits) if len(reading.dice) <= len(kinds) else {}
    dice = tuple(
        DraftDie(kind, reading.dice[seen_at[position]].face, doubtful=reading.status == "unsure")
        if position in seen_at
        else DraftDie(kind)
        for position, kind in enumerate(kinds)
    )
    return Match(dice, _doubt(reading, kinds, fits, seen_at))


def _is(die: DieReading, kind: Kind) -> bool:
    return die.die == kind.value and die.face in KINDS[kind].faces


def _may_be(die: DieReading, kind: Kind) -> bool:
    return die.body in LOOKS_LIKE[kind] and die.face in KINDS[kind].faces


def _doubt(
    reading: Reading, kinds: Sequence[Kind], fits: list[list[int]], seen_at: dict[int, int]
) -> str | None:
    wanted = f"{count_kinds(tuple(kinds))} {'is' if len(kinds) == 1 else 'are'} to be rolled"
    if reading.status == "unsure":
        return reading.reason
    if len(reading.dice) != len(kinds):
        dice = "die" if len(reading.dice) == 1 else "dice"
        return f"I see {number_word(len(reading.dice))} {dice}, but {wanted}"
    if len(seen_at) < len(kinds):
        return f"{wanted}; a die's colour or face does not fit"
    for a, b in combinations(seen_at, 2):
        # Where two dice could change places, their colours do not tell which is which.
        alike = reading.dice[seen_at[a]].face == reading.dice[seen_at[b]].face or kinds[a] is kinds[b]
        if not alike and b in fits[seen_at[a]] and a in fits[seen_at[b]]:
            return f"which die is the {kinds[a].title()} one and which the {kinds[b].title()}?"
    return None


def rerolled_part(reading: Reading, active: Sequence[Die], kinds: Sequence[Kind]) -> Reading:
    """The dice of `reading` that were thrown again, where the other `active` ones may still lie there.

    Where the numbers leave open which ones they are, the reading is unsure.
    """
    left = list(reading.dice)
    if len(left) == len(kinds) or not active:
        return reading
    for die in active:
        same = [seen for seen in left if seen.face == die.face and _is(seen, die.kind)]
        same = same or [seen for seen in left if seen.face == die.face and _may_be(seen, die.kind)]
        if same:
            # One that lies where it lay is rather the die that stayed.
            stayed = next((seen for seen in same if not seen.fresh), same[0])
            left.remove(stayed)
    rest = replace(reading, dice=tuple(left))
    if len(reading.dice) == len(active) + len(kinds) or reading.status == "unsure":
        return rest
    reason = f"which dice were thrown again? enter {count_kinds(tuple(kinds))} below"
    return replace(rest, status="unsure", reason=reason)


def _assign(fits: list[list[int]]) -> dict[int, int]:
    """Position → seen die, as many as can be paired when seen die i may take the positions `fits[i]`.

    Augmenting paths of a bipartite matching: a die that fits two kinds gives way to one that fits only one.
    """
    seen_at: dict[int, int] = {}

    def place(die: int, tried: set[int]) -> bool:
        # Free positions first: dice of one kind then stay in the order in which they lie.
        for position in sorted(fits[die], key=seen_at.__contains__):
            if position not in tried:
                tried.add(position)
                if position not in seen_at or place(seen_at[position], tried):
                    seen_at[position] = die
                    return True
        return False

    for die in range(len(fits)):
        place(die, set())
    return seen_at


def filled_in(mine: Sequence[DraftDie], seen: Sequence[DraftDie]) -> tuple[DraftDie, ...]:
    """The draft `mine`, with what was `seen` of the same roll for every die that nobody entered by hand.

    A die that was entered takes its place from the seen one of its kind with that face, if there is one.
    """
    rest = list(seen)
    by_hand = [position for position, die in enumerate(mine) if die.by_hand]
    free = [position for position, die in enumerate(mine) if not die.by_hand]
    for position in by_hand:
        wanted = (mine[position].kind, mine[position].face)
        if (rest[position].kind, rest[position].face) == wanted:
            continue
        for other in free:
            if (rest[other].kind, rest[other].face) == wanted:
                rest[position], rest[other] = rest[other], rest[position]
                break
    return tuple(
        die if die.by_hand else replace(other, doubtful=other.face is not None)
        for die, other in zip(mine, rest, strict=True)
    )
