"""What lies in the tray and was counted already: tells a new roll from dice that nobody rolled.

After a lock the other dice still lie there, hands push them about, and after a restart nobody knows what lies
there. A roll is taken without a question only where none of that can be what the camera sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from vision.reading import DieReading, Reading

SAME_PLACE = 0.5
"""How far a die may shift, in its own sizes, and still count as not taken up."""

DIE_MM = 16.0
"""Edge of the usual die, for places on the mat."""

NEW_ROLL = "are these dice the new roll?"
ONE_LIES = "was every die rolled? one lies where it lay before"
SAME_FACES = "was every die rolled? they show what they showed before"


class Tray:
    """The memory of one tray.

    `seen` is the last reading. `strange` says that the dice in it may be of any moment, as after a restart.
    """

    def __init__(self, *, strange: bool) -> None:
        self.seen: Reading | None = None
        self._strange = strange
        # What of it was counted: as it lay, and the faces of dice that are to be rolled again, which a hand
        # may have pushed about.
        self._counted: Reading | None = None
        self._left: Counter[str] = Counter()
        # Whether a power had dice turned, brought in or changed for others since the last roll.
        self._turned = False
        # The faces of the dice of the last roll that are not locked, wherever they are, where it was seen.
        self._unlocked: Counter[str] | None = None

    def see(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`."""
        before, self.seen = self.seen, reading
        if is_empty(reading):
            self._counted, self._strange = reading, False
            self._left.clear()
        elif before is not None and _rolled_between(before, reading):
            self._strange = False

    def count(self) -> None:
        """What was seen last has been counted, as a roll or as what lay there before one."""
        self._counted, self._strange = self.seen, False

    def count_roll(self) -> None:
        """What was seen last has been counted as a roll."""
        self.count()
        self._turned = False
        self._unlocked = Counter() if self.seen is not None and self.seen.dice else None

    def turn(self, faces: Iterable[str]) -> None:
        """A power changed what lies there: hands will make it these faces, which is no roll."""
        self.leave(faces)
        self._turned = True

    def was_turned(self, reading: Reading) -> bool:
        """Whether hands did what a power says, which is counted: a die lies as before, and all faces fit."""
        done = self._turned and _faces(reading) == self._left and bool(in_place(self._counted, reading))
        if done:
            self._counted = reading
        return done

    def leave(self, faces: Iterable[str]) -> None:
        """Dice with these faces lie there and are no roll, wherever they are pushed."""
        self._left = Counter(faces)
        if self._unlocked is not None:
            self._unlocked = Counter(self._left)

    def leave_all(self) -> None:
        """All dice that were counted lie there and are no roll, wherever they are pushed."""
        self._left = Counter() if self._counted is None else _faces(self._counted)

    def take_back(self, faces: Iterable[str]) -> None:
        """A roll with these faces was undone; its dice still lie where they were seen."""
        self._counted = self.seen
        self.leave(faces)

    def is_untouched(self, reading: Reading) -> bool:
        """Whether `reading` shows nothing but dice that were counted."""
        return untouched(self._counted, reading)

    def question(self, reading: Reading) -> str | None:
        """Why the dice of `reading` may not have been rolled, as a question to the table, or None."""
        return NEW_ROLL if self._strange else self._lay_before(reading)

    def is_early_roll(self, reading: Reading) -> bool:
        """Whether these dice, seen before, may be a roll that nobody waited for yet."""
        return bool(reading.dice) and self._lay_before(reading) is None

    def early_roll(self) -> Reading | None:
        """What was seen last, where it may be a roll that nobody waited for yet."""
        return self.seen if self.seen is not None and self.is_early_roll(self.seen) else None

    def is_thrown(self, reading: Reading) -> bool:
        """Whether dice that lay in sight were taken up and fell anew, and were not only pushed or turned."""
        known = self._unlocked
        if known is None or self._strange or self._turned or reading.status != "ok":
            return False
        return not in_place(self._counted, reading) and bool(_faces(reading) - known)

    def lies_as(self, reading: Reading, faces: Iterable[str]) -> bool:
        """Whether `reading` shows just these faces, or nothing but dice in the places of those counted."""
        places = in_place(self._counted, reading)
        return _faces(reading) == Counter(faces) or len(places) == len(reading.dice)

    def _lay_before(self, reading: Reading) -> str | None:
        if in_place(self._counted, reading):
            return ONE_LIES
        if _faces(reading) == self._left:
            return SAME_FACES
        # Dice that were taken up and lie as they lay may have been put back.
        stale = replace(reading, dice=tuple(replace(die, fresh=None) for die in reading.dice))
        return SAME_FACES if untouched(self._counted, stale) else None


def is_empty(reading: Reading) -> bool:
    """Whether nothing lies in the tray, for sure."""
    return not reading.dice and reading.status == "ok"


def untouched(before: Reading | None, now: Reading) -> bool:
    """Whether `now` shows nothing but dice that lay there `before`: they were not rolled."""
    pairs = in_place(before, now)
    return bool(pairs) and len(pairs) == len(now.dice) and all(old.face == die.face for old, die in pairs)


def in_place(before: Reading | None, now: Reading) -> tuple[tuple[DieReading, DieReading], ...]:
    """The dice of `now` that lie where one lay `before`, each behind that one; their faces may differ.

    A die whose place was seen bare in between has come there anew.
    """
    left = [] if before is None else list(before.dice)
    pairs = []
    for die in now.dice:
        near = [] if die.fresh else [old for old in left if _near(old, die)]
        if near:
            old = next((old for old in near if old.face == die.face), near[0])
            left.remove(old)
            pairs.append((old, die))
    return tuple(pairs)


def _rolled_between(before: Reading, now: Reading) -> bool:
    """Whether dice that were surely seen before show another roll now, and were not only pushed about."""
    sure = before.status == "ok" and bool(before.dice)
    return sure and not in_place(before, now) and _faces(before) != _faces(now)


def _faces(reading: Reading) -> Counter[str]:
    return Counter(die.face for die in reading.dice)


def _near(a: DieReading, b: DieReading) -> bool:
    if a.place_mm is not None and b.place_mm is not None:
        # On the mat a bumped camera changes no place.
        return max(abs(x - y) for x, y in zip(a.place_mm, b.place_mm, strict=True)) <= SAME_PLACE * DIE_MM
    ax, ay, aw, ah = a.box
    bx, by, bw, bh = b.box
    reach = SAME_PLACE * max(aw, ah, bw, bh)
    return abs(ax + aw / 2 - bx - bw / 2) <= reach and abs(ay + ah / 2 - by - bh / 2) <= reach
