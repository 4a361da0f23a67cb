"""The steps of a turn: roll, correct, lock, draw tokens, end (rulebook, Play, Scarab Tokens, Claiming Tiles).

These leave `State.phase` as it was; `flow.settle` then finds what the table waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.errors import Violation
from rules.favor.actions import Corrected, Ended, Locked, Rolled, TokenDrawn, Unlocked
from rules.favor.claiming import claimable
from rules.favor.court import compare, next_in_court
from rules.favor.dice import Die, Kind, count_kinds
from rules.favor.powers.adjusting import check_active
from rules.favor.powers.borrowing import DECREE, borrowables
from rules.favor.powers.replacing import REROLLING, subsets
from rules.favor.powers.sources import with_player, without_kinds, woken
from rules.favor.powers.using import gains
from rules.favor.referee import PLAY, SCARABS, Refuse
from rules.favor.starting import start_turn
from rules.favor.state import TOKENS_OF_A_KIND, Growing, State, changed
from rules.favor.tiles import HERDER

TOKENS_FOR_NOTHING = 2
"""Tokens where a Herder's owner can claim no tile (rulebook, Claiming Tiles; ruling 13)."""
GAIN = Die(Kind.VOYAGE, "gain")
GAINED_BY_VOYAGE = (Kind.STANDARD, Kind.STANDARD)
HIGHEST_GROWN = 6


def roll(state: State, action: Rolled, refuse: Refuse) -> State:
    """The dice show faces and become active; refused are other dice than are to be rolled."""
    rolled = tuple(die.kind for die in action.dice)
    if sorted(rolled) != sorted(state.to_roll):
        refuse(f"to be rolled are {count_kinds(state.to_roll)}, not {count_kinds(rolled)}", PLAY)
    if state.rerolling is not None:
        tokens = REROLLING[state.rerolling].tokens
        awake = state.awake + woken(action.dice)
        state = changed(state, active=(*state.active, *action.dice), awake=awake, rerolling=None, to_roll=())
        return gains(tokens=tokens)(state)
    growing = state.growing
    if state.rolls:
        growing = tuple(Growing(die.tile, min(die.value + 1, HIGHEST_GROWN)) for die in growing)
    return changed(
        state,
        to_roll=(),
        gained=(),
        active=action.dice,
        fresh_locks=0,
        rolls=state.rolls + 1,
        awake=woken(action.dice),
        growing=growing,
    )


def correct(state: State, action: Corrected, refuse: Refuse) -> State:
    """One active die gets the face that people say it shows; a power face that it shows now is awake."""
    check_active(state, (action.was,))
    if action.was.kind is not action.now.kind:
        was, now = action.was.kind.title(), action.now.kind.title()
        raise Violation(f"{was} dice cannot become {now} dice", PLAY)
    index = state.active.index(action.was)
    return changed(
        state,
        active=(*state.active[:index], action.now, *state.active[index + 1 :]),
        awake=without_kinds(state.awake, (action.was,)) + woken((action.now,)),
    )


def lock(state: State, action: Locked, refuse: Refuse) -> State:
    """Active dice go into the pyramid, at least one; the others stay active until the next roll (ruling 15).

    The Voyage die's dice for "gain" are not optional (ruling 19); for the Decree die a tile may be borrowed.
    """
    if not action.dice:
        refuse("at least one active die must be locked after each roll", PLAY)
        return changed(state, fresh_locks=state.fresh_locks + 1)
    check_active(state, action.dice)
    left = list(state.active)
    for die in action.dice:
        left.remove(die)
    state = changed(
        state,
        active=tuple(left),
        locked=(*state.locked, action.dice),
        fresh_locks=state.fresh_locks + 1,
        awake=without_kinds(state.awake, action.dice),
    )
    gained = GAINED_BY_VOYAGE * action.dice.count(GAIN)
    borrowing = DECREE in action.dice and next(borrowables(state), None) is not None
    return changed(state, gained=(*state.gained, *gained), borrowing=borrowing)


def unlock(state: State, action: Unlocked, refuse: Refuse) -> State:
    """Locked dice come back: never by the rules."""
    lacking = Counter(action.dice) - Counter(state.pyramid)
    if lacking or not action.dice:
        die = next(iter(lacking), "such die")
        raise Violation(f"the pyramid has no {die} to take back", PLAY)
    refuse("locked dice may not be brought back into play", PLAY)
    back = Counter(action.dice)
    locked = []
    for dice in reversed(state.locked):
        stays = []
        for die in dice:
            if back[die]:
                back[die] -= 1
            else:
                stays.append(die)
        locked.append(tuple(stays))
    locks = tuple(dice for dice in reversed(locked) if dice)
    fresh = max(0, state.fresh_locks - (len(state.locked) - len(locks)))
    return changed(state, active=(*state.active, *action.dice), locked=locks, fresh_locks=fresh)


def lock_choices(state: State) -> Iterator[tuple[Die, ...]]:
    """Every set of active dice that may be locked now, dice of one kind and face counted once."""
    return subsets(state.active)


def immediates_left(state: State) -> int:
    """Active Immediate dice: they are locked before the next roll (rulebook, Play; ruling 6)."""
    return sum(die.kind is Kind.IMMEDIATE for die in state.active)


def draw(state: State, action: TokenDrawn, refuse: Refuse) -> State:
    """The token goes from the supply to the seat whose turn it is to draw."""
    seat = state.drawer
    assert seat is not None, "the phase ends with the last token owed"
    if not state.supply.of(action.token):
        words = f"all {TOKENS_OF_A_KIND} {action.token.words}s are out; the token must be of the other kind"
        raise Violation(words, SCARABS)
    owed = tuple(n - (at == seat) for at, n in enumerate(state.owed))
    state = with_player(state, seat, tokens=state.players[seat].tokens.plus(action.token))
    return changed(state, supply=state.supply.plus(action.token, -1), owed=owed)


def end(state: State, action: Ended, refuse: Refuse) -> State:
    """The claim is forgone, or the turn is over and the dice pass on, extra turns first (ruling 24)."""
    if not state.done and (state.active or state.gained or state.leave):
        refuse("all dice are to be rolled and locked before the turn ends", PLAY)
    if state.in_roll_off:
        return next_in_court(compare(state))
    if not state.done and is_empty_handed(state):
        return take_tokens_for_nothing(state)
    if state.court is not None:
        return next_in_court(state)
    if state.again is not None:
        return start_turn(state, state.current, fewer_standard=int(state.again == "omen"))
    return start_turn(state, (state.current + 1) % len(state.players))


def is_empty_handed(state: State) -> bool:
    """Whether the current player gets tokens for a Herder and no tile to claim (rulings 13 and 30)."""
    return HERDER.id in state.player.tiles and not state.in_roll_off and not claimable(state)


def take_tokens_for_nothing(state: State) -> State:
    """The tokens in place of a claim; nothing is claimed or rolled any more."""
    # Dice that lie there still only where the table overruled are out.
    out = changed(state, done=True, active=(), gained=(), awake=(), leave=0)
    return gains(tokens=TOKENS_FOR_NOTHING)(out)
