"""Powers that put active dice away for others: Surveyor and Royal Mother, and those that roll some again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.errors import Violation
from rules.favor.actions import REROLL_TOKEN, VOYAGE_REROLL, Replaced, Rerolled
from rules.favor.dice import Die, Kind, with_value
from rules.favor.powers.adjusting import check_active
from rules.favor.powers.sources import check_ready, section_of, source_name, spend, without_kinds
from rules.favor.referee import POWERS, Refuse
from rules.favor.state import State, changed
from rules.words import number_word

SURVEYOR = "surveyor"
ROYAL_MOTHER = "royal-mother"
GRAIN_MERCHANT = "grain-merchant"
REPLACING = (SURVEYOR, ROYAL_MOTHER)
"""Every tile of a `Replaced` (rulebook, Level 6 and Level 7 Tiles)."""
_PUT_AWAY = (Kind.IMMEDIATE, Kind.SERF)


@dataclass(frozen=True)
class Rerolling:
    """One power that throws active dice again: at most how many, and the tokens that it gives for that."""

    most: int | None = 1
    tokens: int = 0


REROLLING: dict[str, Rerolling] = {
    REROLL_TOKEN: Rerolling(),
    VOYAGE_REROLL: Rerolling(),
    GRAIN_MERCHANT: Rerolling(most=None, tokens=1),
}
"""Every source of a `Rerolled` (rulebook, Scarab Tokens, Dice and Level 4 Tiles)."""


def replace_dice(state: State, action: Replaced, refuse: Refuse) -> State:
    """Dice are put away: the Surveyor's Immediate dice become active, the Royal Mother's join the next
    roll.
    """
    if action.tile not in REPLACING:
        raise Violation(f"{source_name(action.tile)} replaces no dice", POWERS)
    check_active(state, action.dice)
    check_ready(state, action.tile, refuse)
    refusal = _refusal(action)
    if refusal is not None:
        refuse(refusal, section_of(action.tile))
    state = spend(_taken_up(state, action.dice), action.tile)
    if action.tile == SURVEYOR:
        return changed(state, active=(*state.active, *action.by))
    number = len(action.dice)
    owed = tuple(n + number * (seat == state.current) for seat, n in enumerate(state.owed))
    return changed(state, gained=(*state.gained, *(Kind.STANDARD,) * number), owed=owed)


def reroll(state: State, action: Rerolled, refuse: Refuse) -> State:
    """The dice are taken up to be thrown again."""
    power = REROLLING.get(action.source)
    if power is None:
        raise Violation(f"{source_name(action.source)} rerolls no dice", POWERS)
    if not action.dice:
        raise Violation("at least one die is to be rerolled", section_of(action.source))
    check_active(state, action.dice)
    check_ready(state, action.source, refuse)
    if power.most is not None and len(action.dice) > power.most:
        dice = number_word(len(action.dice))
        refuse(f"{source_name(action.source)} rerolls one active die, not {dice}", section_of(action.source))
    state = spend(_taken_up(state, action.dice), action.source)
    return changed(state, to_roll=tuple(die.kind for die in action.dice), rerolling=action.source)


def replacements(state: State, tile: str) -> Iterator[Replaced]:
    """Every `Replaced` of this tile that the active dice allow, each once."""
    if tile == SURVEYOR:
        for die in sorted(set(state.active)):
            for low in range(1, (die.value or 0) // 2 + 1):
                yield Replaced(tile, (die,), _pair(low, (die.value or 0) - low))
        return
    for dice in subsets([die for die in state.active if die.kind in _PUT_AWAY]):
        yield Replaced(tile, dice)


def rerolls(state: State, source: str) -> Iterator[Rerolled]:
    """Every `Rerolled` of this source that the active dice allow, each once."""
    if REROLLING[source].most == 1:
        for die in sorted(set(state.active)):
            yield Rerolled(source, (die,))
        return
    for dice in subsets(state.active):
        yield Rerolled(source, dice)


def subsets(dice: tuple[Die, ...] | list[Die]) -> Iterator[tuple[Die, ...]]:
    """Every choice of at least one of the dice, each multiset once, sorted."""
    counts = sorted(Counter(dice).items())
    for take in product(*(range(number + 1) for _, number in counts)):
        if any(take):
            yield tuple(die for n, (die, _) in zip(take, counts, strict=True) for _ in range(n))


def _taken_up(state: State, dice: tuple[Die, ...]) -> State:
    active = list(state.active)
    for die in dice:
        active.remove(die)
    return changed(state, active=tuple(active), awake=without_kinds(state.awake, dice))


def _refusal(action: Replaced) -> str | None:
    """Ruling 22."""
    if action.tile == ROYAL_MOTHER:
        return _mothers_refusal(action)
    if len(action.dice) != 1:
        return f"the Surveyor replaces one active die, not {number_word(len(action.dice))}"
    if [die.kind for die in action.by] != [Kind.IMMEDIATE, Kind.IMMEDIATE]:
        return "the Surveyor brings two Immediate dice"
    pips, total = action.dice[0].value, sum(die.value or 0 for die in action.by)
    if pips is None:
        return f"{action.dice[0].article} has no pips that two dice could sum to"
    if pips != total:
        return f"the two Immediate dice must sum to {pips}, not {total}"
    return None


def _mothers_refusal(action: Replaced) -> str | None:
    if action.by:
        return "the Royal Mother's Standard dice join the next roll and show nothing yet"
    if not action.dice:
        return "the Royal Mother replaces at least one die"
    other = next((die for die in action.dice if die.kind not in _PUT_AWAY), None)
    return (
        None if other is None else f"the Royal Mother replaces Immediate and Serf dice, not {other.article}"
    )


def _pair(low: int, high: int) -> tuple[Die, ...]:
    pair = (with_value(Kind.IMMEDIATE, low), with_value(Kind.IMMEDIATE, high))
    return tuple(sorted(die for die in pair if die is not None))
