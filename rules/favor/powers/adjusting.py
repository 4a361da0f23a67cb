"""Powers that change faces: what each source may make of one die, of how many dice, and with which total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from rules.errors import Violation
from rules.favor.actions import (
    ARTISAN_STAR,
    DECREE_FACE,
    INTRIGUE_STARS,
    PIP_TOKEN,
    VOYAGE_STAR,
    Adjusted,
    Change,
)
from rules.favor.dice import CUSTOM, Die, Kind, faces_of, with_value
from rules.favor.powers.sources import check_ready, section_of, source_name, spend, without_kinds, woken
from rules.favor.referee import PLAY, POWERS, Refuse
from rules.favor.state import State, changed
from rules.words import number_word


@dataclass(frozen=True)
class Adjusting:
    """One power over faces.

    `becomes` are the dice that one die may be made, given the values of the locked dice; from `least` to
    `most` dice change, and with `moves` the pips keep their total (ruling 21). `words` say what it does.
    """

    words: str
    becomes: Callable[[Die, frozenset[int]], tuple[Die, ...]]
    least: int = 1
    most: int | None = 1
    moves: bool = False


def _plus(*pips: int) -> Callable[[Die, frozenset[int]], tuple[Die, ...]]:
    """Exactly one of these numbers of pips more; only to a value that this very die has (ruling 3)."""

    @cache
    def becomes(die: Die, _: frozenset[int]) -> tuple[Die, ...]:
        if die.value is None:
            return ()
        more = (with_value(die.kind, die.value + number) for number in pips)
        return tuple(made for made in more if made is not None)

    return becomes


@cache
def _any_other_face(die: Die, _: frozenset[int]) -> tuple[Die, ...]:
    return tuple(made for made in faces_of(die.kind) if made != die)


def _any_other_face_of(*kinds: Kind) -> Callable[[Die, frozenset[int]], tuple[Die, ...]]:
    def becomes(die: Die, locked: frozenset[int]) -> tuple[Die, ...]:
        return _any_other_face(die, locked) if die.kind in kinds else ()

    return becomes


@cache
def _any_other_value(die: Die, _: frozenset[int]) -> tuple[Die, ...]:
    """Pips gone or come: dice without a value neither give nor take any (ruling 3)."""
    if die.value is None:
        return ()
    return tuple(made for made in faces_of(die.kind) if made.value is not None and made != die)


def _upside_down(die: Die, _: frozenset[int]) -> tuple[Die, ...]:
    return (die.opposite,)


@cache
def _a_locked_value(die: Die, locked: frozenset[int]) -> tuple[Die, ...]:
    """Matched are values, not symbols (ruling 20)."""
    return tuple(made for made in faces_of(die.kind) if made.value in locked and made != die)


ADJUSTING: dict[str, Adjusting] = {
    PIP_TOKEN: Adjusting("adds 1 pip to one active die", _plus(1)),
    ARTISAN_STAR: Adjusting("adjusts one active die to any other face", _any_other_face),
    INTRIGUE_STARS: Adjusting("adjusts up to two active dice to any other face", _any_other_face, most=2),
    VOYAGE_STAR: Adjusting("adjusts one active die to any other face", _any_other_face),
    DECREE_FACE: Adjusting("adjusts one active die to any other face", _any_other_face),
    "servant": Adjusting("adds 1, 2 or 3 pips to one active die", _plus(1, 2, 3)),
    "soothsayer": Adjusting(
        "moves pips between two active dice", _any_other_value, least=2, most=2, moves=True
    ),
    "entertainer": Adjusting("flips active dice upside down", _upside_down, most=None),
    "matchmaker": Adjusting("adjusts one active die to match a locked die", _a_locked_value),
    "head-servant": Adjusting(
        "adjusts active Immediate dice to any faces", _any_other_face_of(Kind.IMMEDIATE), most=None
    ),
    "master-artisan": Adjusting("adjusts one active die to any other face", _any_other_face),
    "priest": Adjusting("adds 1 pip to any number of active dice", _plus(1), most=None),
    "astrologer": Adjusting(
        "moves pips among up to three active dice", _any_other_value, least=2, most=3, moves=True
    ),
    "priestess": Adjusting("adds exactly 2 pips to any number of active dice", _plus(2), most=None),
    "heir": Adjusting("adds 1 or 2 pips to any number of active dice", _plus(1, 2), most=None),
    "royal-astrologer": Adjusting(
        "adjusts active custom and Immediate dice to any other faces",
        _any_other_face_of(*CUSTOM, Kind.IMMEDIATE),
        most=None,
    ),
}
"""Every source of an `Adjusted` (rulebook, Tile Reference, Dice and Scarab Tokens)."""


def adjust(state: State, action: Adjusted, refuse: Refuse) -> State:
    """The named active dice show other faces, which may wake the power of a custom die (rulings 4 and 19)."""
    power = ADJUSTING.get(action.source)
    if power is None:
        raise Violation(f"{source_name(action.source)} adjusts no dice", POWERS)
    check_active(state, tuple(change.was for change in action.changes))
    check_ready(state, action.source, refuse)
    _check(state, action, power, refuse)
    state = spend(state, action.source)
    active = list(state.active)
    # Each die is looked for as it lay before the power, so that one change cannot serve another.
    places = []
    for change in action.changes:
        place = next(i for i, die in enumerate(active) if die == change.was and i not in places)
        places.append(place)
    for place, change in zip(places, action.changes, strict=True):
        active[place] = change.now
    awake = without_kinds(state.awake, (change.was for change in action.changes))
    if state.rulings.symbols_wake_when_turned:
        awake += woken(change.now for change in action.changes)
    return changed(state, active=tuple(active), awake=awake)


def adjustments(state: State, source: str) -> Iterator[Adjusted]:
    """Every `Adjusted` of this source that the active dice allow, lazily, each once."""
    power = ADJUSTING[source]
    locked = _locked_values(state)
    counts = [
        (die, number, power.becomes(die, locked)) for die, number in sorted(Counter(state.active).items())
    ]
    counts = [(die, number, becomes) for die, number, becomes in counts if becomes]
    most = len(state.active) if power.most is None else power.most
    for changes in _combined(counts, 0, most):
        if len(changes) >= power.least and (not power.moves or _moved(changes) == 0):
            yield Adjusted(source, tuple(sorted(changes)))


def may_adjust(state: State, source: str) -> bool:
    """Whether the active dice allow any `Adjusted` of this source."""
    power = ADJUSTING[source]
    if power.moves:
        # Every die's values follow each other: where any pips can be moved, one can.
        givers = [
            at for at, die in enumerate(state.active) if die.value and with_value(die.kind, die.value - 1)
        ]
        takers = [
            at for at, die in enumerate(state.active) if die.value and with_value(die.kind, die.value + 1)
        ]
        return any(giver != taker for giver in givers for taker in takers)
    locked = _locked_values(state)
    return any(power.becomes(die, locked) for die in state.active)


def check_active(state: State, dice: tuple[Die, ...]) -> None:
    """Raises Violation where these are not among the active dice."""
    left = list(state.active)
    for die in dice:
        if die not in left:
            have = state.active.count(die)
            some = "no" if not have else f"only {number_word(have)}"
            raise Violation(f"the active dice have {some} {die}", PLAY)
        left.remove(die)


def _combined(
    counts: list[tuple[Die, int, tuple[Die, ...]]], index: int, room: int
) -> Iterator[tuple[Change, ...]]:
    if index == len(counts):
        yield ()
        return
    die, number, becomes = counts[index]
    for size in range(min(number, room) + 1):
        for made in combinations_with_replacement(becomes, size):
            head = tuple(Change(die, now) for now in made)
            for tail in _combined(counts, index + 1, room - size):
                yield head + tail


def _check(state: State, action: Adjusted, power: Adjusting, refuse: Refuse) -> None:
    section, name = section_of(action.source), source_name(action.source)
    for change in action.changes:
        if change.was.kind is not change.now.kind:
            was, now = change.was.kind.title(), change.now.kind.title()
            raise Violation(f"{was} dice cannot become {now} dice", POWERS)
    changed = len(action.changes)
    if changed < power.least or (power.most is not None and changed > power.most):
        refuse(f"{name} {power.words}, not {number_word(changed)}", section)
    locked = _locked_values(state)
    for change in action.changes:
        if change.now not in power.becomes(change.was, locked):
            refuse(f"{name} {power.words}; it cannot make {change.was.article} {change.now.article}", section)
    if power.moves and _moved(action.changes):
        more = "more" if _moved(action.changes) > 0 else "fewer"
        refuse(f"{name} {power.words}: their total must stay, and this makes {more} pips", POWERS)


def _moved(changes: tuple[Change, ...]) -> int:
    return sum((change.now.value or 0) - (change.was.value or 0) for change in changes)


def _locked_values(state: State) -> frozenset[int]:
    return frozenset(die.value for lock in state.locked for die in lock if die.value is not None)
