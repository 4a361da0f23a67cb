"""Powers that leave nothing to choose: dice for the next roll, tokens, Bad Omen, Pharaoh's Gift."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rules.errors import Violation
from rules.favor.actions import Used
from rules.favor.dice import Kind
from rules.favor.powers.sources import check_ready, section_of, source_name, spend, with_player
from rules.favor.referee import POWERS, Refuse
from rules.favor.starting import start_turn
from rules.favor.state import Phase, State, changed

HERDER = "herder"
ANCESTRAL_GUIDANCE = "ancestral-guidance"
PHARAOHS_GIFT = "pharaohs-gift"
BAD_OMEN_DICE = 2
_S, _I = Kind.STANDARD, Kind.IMMEDIATE


@dataclass(frozen=True)
class Using:
    """One power: why it cannot be used now, or None, and what it does once used."""

    refusal: Callable[[State], str | None]
    effect: Callable[[State], State]


def gains(*kinds: Kind, tokens: int = 0) -> Callable[[State], State]:
    """The dice join the next roll, the tokens are to be drawn."""

    def effect(state: State) -> State:
        if not kinds and not tokens:
            return state
        owed = tuple(n + tokens * (seat == state.current) for seat, n in enumerate(state.owed))
        return changed(state, gained=(*state.gained, *kinds), owed=owed)

    return effect


def _before_the_claim(state: State) -> str | None:
    """Ruling 17."""
    return "nothing is rolled any more this turn" if state.done else None


def _after_a_matching_lock(state: State) -> str | None:
    """Rulings 5 and 18."""
    if state.done:
        return "nothing is rolled any more this turn"
    fresh = state.locked[len(state.locked) - state.fresh_locks :] if state.fresh_locks else ()
    if state.rulings.herder_joins_locks:
        fresh = (tuple(die for lock in fresh for die in lock),)
    for lock in fresh:
        values = [die.value for die in lock if die.value is not None]
        if len(set(values)) < len(values):
            return None
    return "the Herder needs two dice of one value locked together since the last roll"


def _before_the_first_roll(state: State) -> str | None:
    return "it gives dice to start the turn, before the first roll" if state.rolls or state.done else None


def _before_the_roll_offs_first_roll(state: State) -> str | None:
    if not state.in_roll_off:
        return "it gives dice to start the turn of the final roll-off"
    return _before_the_first_roll(state)


def _any_time(state: State) -> str | None:
    return None


def _when_all_is_locked(state: State) -> str | None:
    if state.phase in (Phase.CLAIM, Phase.END):
        return None
    return "it is played after the turn, when all dice are locked"


def _after_the_roll_offs_turn(state: State) -> str | None:
    if state.in_roll_off and state.phase is Phase.END:
        return None
    return "it redoes a turn of the final roll-off, when all its dice are locked"


def _bad_omen(state: State) -> State:
    for seat, player in enumerate(state.players):
        if seat == state.current:
            state = with_player(state, seat, more=player.more + 1)
        else:
            state = with_player(state, seat, fewer=player.fewer + BAD_OMEN_DICE)
    return state


def _again(state: State) -> State:
    """Ruling 28."""
    return start_turn(state, state.current)


USING: dict[str, Using] = {
    HERDER: Using(_after_a_matching_lock, gains(_S)),
    ANCESTRAL_GUIDANCE: Using(_before_the_claim, gains(_S, tokens=2)),
    "burial-mask": Using(_any_time, gains(tokens=5)),
    "palace-key": Using(_before_the_first_roll, gains(_S, _S)),
    "royal-decree": Using(_before_the_roll_offs_first_roll, gains(_I, _I, _I)),
    "bad-omen": Using(_when_all_is_locked, _bad_omen),
    PHARAOHS_GIFT: Using(_after_the_roll_offs_turn, _again),
}
"""Every tile of a `Used` (rulebook, Tile Reference)."""


def use(state: State, action: Used, refuse: Refuse) -> State:
    """The tile is turned and does what it says."""
    power = USING.get(action.tile)
    if power is None:
        raise Violation(f"{source_name(action.tile)} is not a tile that is simply used", POWERS)
    check_ready(state, action.tile, refuse)
    refusal = use_refusal(state, action.tile)
    if refusal is not None:
        refuse(refusal, section_of(action.tile))
    return power.effect(spend(state, action.tile))


def use_refusal(state: State, tile: str) -> str | None:
    """Why a tile that is ready cannot be used now, or None; Royal Death leaves nothing to do (ruling 29)."""
    if state.claimed == "royal-death":
        return "Royal Death is played at once: only the end of the turn is left"
    return USING[tile].refusal(state)


def may_gain_dice(state: State) -> bool:
    """Whether Herder or Ancestral Guidance could still add a die to roll."""
    tiles = (*state.player.tiles, *([state.borrowed] if state.borrowed else []))
    return any(
        tile in tiles
        and tile not in state.used
        and (tile == state.borrowed or tile not in state.player.spent)
        and use_refusal(state, tile) is None
        for tile in (HERDER, ANCESTRAL_GUIDANCE)
    )
