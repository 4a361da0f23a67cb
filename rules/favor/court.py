"""The final roll-off: the Pharaoh taken, who has a turn when, rolls compared, the winner.

Rulebook, Final Roll-Off; rulings 11, 12 and 28.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.errors import Violation
from rules.favor.actions import Contested, Skipped
from rules.favor.dice import Die, Kind
from rules.favor.hope import cannot_beat
from rules.favor.referee import ROLL_OFF, Refuse
from rules.favor.requirements import shown_values
from rules.favor.starting import emptied, start_turn
from rules.favor.state import Announced, Phase, State, changed

ROYAL_DEATH_ROLL = (7, 1)
"""Count and value that Royal Death sets: seven 1s (rulebook, Level 7 Tiles)."""
ROYAL_DEATH_DICE = (Kind.IMMEDIATE, Kind.IMMEDIATE)


def best_roll(seat: int, dice: Sequence[Die]) -> Announced | None:
    """The roll that a player announces: the highest of the most matching dice, or None without values."""
    counts = Counter(shown_values(dice))
    if not counts:
        return None
    count, value = max((number, value) for value, number in counts.items())
    return Announced(seat, count, value)


def beats(roll: Announced, other: Announced) -> bool:
    """More matching dice, or as many of a higher value."""
    return (roll.count, roll.value) > (other.count, other.value)


def take_the_pharaoh(state: State) -> State:
    """The Queen is claimed: her owner announces the roll, the others are to beat it, the owner comes last."""
    roll = best_roll(state.current, state.pyramid)
    if roll is None:
        # Only where the table overruled: a Queen claimed with dice that show no value.
        roll = Announced(state.current, 0, 0)
    others = _others(state)
    return _hold_court(changed(state, pharaoh=roll, queen=state.current, court=(*others, state.current)))


def royal_death(state: State) -> State:
    """Royal Death is claimed: its owner opens the roll-off, in which seven 1s are to be beaten."""
    count, value = ROYAL_DEATH_ROLL
    court = (state.current, *_others(state))
    return _hold_court(changed(state, pharaoh=Announced(None, count, value), court=court))


def compare(state: State) -> State:
    """The current player's locked dice against the Pharaoh's roll: who beats it takes the Pharaoh."""
    assert state.pharaoh is not None, "the roll-off has a roll to beat"
    roll = best_roll(state.current, state.pyramid)
    if roll is None:
        return state
    if state.best is None or beats(roll, state.best):
        state = changed(state, best=roll)
    assert state.pharaoh is not None
    return changed(state, pharaoh=roll) if beats(roll, state.pharaoh) else state


def next_in_court(state: State) -> State:
    """The next player's turn of the roll-off, or its end."""
    assert state.court is not None and state.pharaoh is not None, "the roll-off has begun"
    opens = ROYAL_DEATH_DICE if state.claimed == "royal-death" else ()
    if not state.court or state.court[0] == state.queen == state.pharaoh.seat:
        return _over(state)
    seat, rest = state.court[0], state.court[1:]
    state = changed(state, court=rest)
    if state.rulings.skip_hopeless and cannot_beat(state, seat, opens):
        return changed(emptied(state), current=seat, phase=Phase.SKIP)
    return start_turn(state, seat, extra=opens)


def skip(state: State, action: Skipped, refuse: Refuse) -> State:
    """A player who cannot beat the Pharaoh's roll is out of the game."""
    if state.court is None:
        raise Violation("players are skipped in the final roll-off alone", ROLL_OFF)
    if state.phase is not Phase.SKIP:
        refuse(f"{state.player.name} may still beat the roll", ROLL_OFF)
    return next_in_court(state)


def contest(state: State, action: Contested, refuse: Refuse) -> State:
    """The player who was to be skipped rolls all the same."""
    opens = state.queen is None and len(state.court or ()) == len(state.players) - 1
    return start_turn(state, state.current, extra=ROYAL_DEATH_DICE if opens else ())


def _others(state: State) -> tuple[int, ...]:
    seats = len(state.players)
    return tuple((state.current + step) % seats for step in range(1, seats))


def _hold_court(state: State) -> State:
    """+1 Die tokens for who had no turn this round; an extra turn and Bad Omen are over (rulings 23, 24)."""
    seats = len(state.players)
    had_turn = (state.current - state.first) % seats
    players = tuple(
        changed(player, fewer=0, die_tokens=int((seat - state.first) % seats > had_turn))
        for seat, player in enumerate(state.players)
    )
    return changed(state, players=players, again=None)


def _over(state: State) -> State:
    assert state.pharaoh is not None
    if state.pharaoh.seat is None and state.rulings.best_wins_royal_death and state.best is not None:
        state = changed(state, pharaoh=state.best)
    return changed(emptied(state), phase=Phase.COURT, court=())
