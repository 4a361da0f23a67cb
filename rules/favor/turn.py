"""The turn: roll, lock, roll again, claim, draw tokens, pass on (rulebook, Play and Claiming Tiles)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TypeVar

from rules.codec import shown
from rules.errors import Violation
from rules.favor.actions import Claimed, Corrected, Ended, Locked, Rolled, TokenDrawn
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.dice import Die, Kind, count_kinds
from rules.favor.requirements import shown_values
from rules.favor.state import TOKENS_OF_A_KIND, Announced, Phase, Stack, State
from rules.favor.tiles import HERDER, QUEEN, START_DICE, TILES
from rules.words import number_word

T = TypeVar("T")

PLAY = "Play"
CLAIMING = "Claiming Tiles"
SCARABS = "Scarab Tokens"

CLAIM_TOKENS = {"yellow": 0, "blue": 1, "red": 2}
"""Tokens gained whenever a tile of the colour is claimed (rulebook, Claiming Tiles)."""
TOKENS_FOR_NOTHING = 2
"""Tokens where a Herder's owner can claim no tile (rulebook, Claiming Tiles; ruling 13)."""


def start_dice(state: State, seat: int) -> tuple[Kind, ...]:
    """The dice that a seat rolls to start a turn: three Standard and what its tiles add."""
    extra = [kind for tile in state.players[seat].tiles for kind in TILES[tile].start_dice]
    return (*START_DICE, *extra)


def start_turn(state: State, seat: int) -> State:
    """The dice pass to `seat`."""
    return replace(
        state,
        phase=Phase.ROLL,
        current=seat,
        turns=state.turns + 1,
        to_roll=start_dice(state, seat),
        active=(),
        locked=(),
        claimed=None,
    )


def roll(state: State, action: Rolled) -> State:
    """The dice show faces and become active; raises Violation for other dice than are to be rolled."""
    rolled = tuple(die.kind for die in action.dice)
    if Counter(rolled) != Counter(state.to_roll):
        raise Violation(f"to be rolled are {count_kinds(state.to_roll)}, not {count_kinds(rolled)}", PLAY)
    return replace(state, phase=Phase.LOCK, to_roll=(), active=action.dice)


def correct(state: State, action: Corrected) -> State:
    """One active die gets the face that people say it shows."""
    _check_active(state, (action.was,))
    if action.was.kind is not action.now.kind:
        was, now = action.was.kind.title(), action.now.kind.title()
        raise Violation(f"{was} dice cannot become {now} dice", PLAY)
    index = state.active.index(action.was)
    return replace(state, active=(*state.active[:index], action.now, *state.active[index + 1 :]))


def lock(state: State, action: Locked) -> State:
    """Active dice go into the pyramid; the rest is rolled again, or a tile may be claimed.

    Raises Violation where no die is locked, a die is not active, or an Immediate die is left.
    """
    if not action.dice:
        raise Violation("at least one active die must be locked after each roll", PLAY)
    _check_active(state, action.dice)
    left = list(state.active)
    for die in action.dice:
        left.remove(die)
    immediate = sum(die.kind is Kind.IMMEDIATE for die in left)
    if immediate:
        dice = "die" if immediate == 1 else "dice"
        raise Violation(
            f"every Immediate die must be locked; {number_word(immediate)} Immediate {dice} left", PLAY
        )
    state = replace(state, active=(), locked=(*state.locked, action.dice))
    if left:
        return replace(state, phase=Phase.ROLL, to_roll=tuple(die.kind for die in left))
    return _all_locked(state)


def lock_choices(state: State) -> Iterator[tuple[Die, ...]]:
    """Every set of active dice that may be locked now, dice of one kind and face counted once."""
    counts = sorted(Counter(state.active).items())
    must = [n if die.kind is Kind.IMMEDIATE else 0 for die, n in counts]
    for take in product(*(range(least, n + 1) for least, (_, n) in zip(must, counts, strict=True))):
        if any(take):
            yield tuple(die for n, (die, _) in zip(take, counts, strict=True) for _ in range(n))


def stack_refusal(state: State, stack: Stack) -> str | None:
    """Why the current player may not claim from `stack` with the locked dice, or None."""
    if stack.tile in state.player.tiles:
        return f"{state.player.name} already has it"
    if not stack.left:
        return "none is left"
    if stack.tile == HERDER.id:
        return herder_refusal(state.pyramid)
    return claim_refusal(state.bar(stack.level), stack.place, state.pyramid)


def claimable(state: State) -> tuple[Stack, ...]:
    """The stacks that the current player's locked dice may claim from."""
    return tuple(stack for stack in state.stacks if stack_refusal(state, stack) is None)


def claim(state: State, action: Claimed) -> State:
    """The tile goes to the current player, who is owed its tokens; the Queen brings the Pharaoh."""
    stack = state.stack(action.tile)
    if stack is None:
        known = ", ".join(stack.tile for stack in state.stacks)
        raise Violation(f"no tile {shown(action.tile)} is in this game; it has {known}", CLAIMING)
    refusal = stack_refusal(state, stack)
    if refusal is not None:
        raise Violation(f"{TILES[stack.tile].name}: {refusal}", CLAIMING)
    player = replace(state.player, tiles=(*state.player.tiles, stack.tile))
    state = replace(
        state,
        players=_replaced(state.players, state.current, player),
        stacks=_replaced(state.stacks, state.stacks.index(stack), replace(stack, left=stack.left - 1)),
        claimed=stack.tile,
    )
    if stack.tile == QUEEN.id:
        return replace(state, phase=Phase.COURT, pharaoh=_announced(state))
    return _owe(state, CLAIM_TOKENS[TILES[stack.tile].colour])


def draw(state: State, action: TokenDrawn) -> State:
    """The token goes from the supply to the seat whose turn it is to draw."""
    seat = state.drawer
    assert seat is not None, "the phase ends with the last token owed"
    if not state.supply.of(action.token):
        words = f"all {TOKENS_OF_A_KIND} {action.token.words}s are out; the token must be of the other kind"
        raise Violation(words, SCARABS)
    player = state.players[seat]
    player = replace(player, tokens=player.tokens.plus(action.token))
    state = replace(
        state,
        players=_replaced(state.players, seat, player),
        supply=state.supply.plus(action.token, -1),
        owed=_replaced(state.owed, seat, state.owed[seat] - 1),
    )
    return _after_draw(state)


def end(state: State, action: Ended) -> State:
    """The pyramid is emptied and the next player clockwise begins a turn."""
    return start_turn(state, (state.current + 1) % len(state.players))


def _all_locked(state: State) -> State:
    if claimable(state):
        return replace(state, phase=Phase.CLAIM)
    if HERDER.id in state.player.tiles:
        return _owe(state, TOKENS_FOR_NOTHING)
    return replace(state, phase=Phase.END)


def _owe(state: State, number: int) -> State:
    owed = _replaced(state.owed, state.current, state.owed[state.current] + number)
    return _after_draw(replace(state, owed=owed))


def _after_draw(state: State) -> State:
    """Where the table goes once tokens were owed or drawn; an empty supply ends the draw."""
    if state.drawer is not None and state.supply.total:
        return replace(state, phase=Phase.DRAW)
    state = replace(state, owed=(0,) * len(state.players))
    return replace(state, phase=Phase.END) if state.turns else start_turn(state, state.current)


def _announced(state: State) -> Announced:
    count, value = max((n, value) for value, n in Counter(shown_values(state.pyramid)).items())
    return Announced(state.current, count, value)


def _check_active(state: State, dice: tuple[Die, ...]) -> None:
    lacking = Counter(dice) - Counter(state.active)
    if lacking:
        die = next(iter(lacking))
        have = state.active.count(die)
        some = "no" if not have else f"only {number_word(have)}"
        raise Violation(f"the active dice have {some} {die}", PLAY)


def _replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
