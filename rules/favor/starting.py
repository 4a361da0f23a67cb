"""The start of a turn: dice and tokens that tiles give, Omen and Bad Omen, the growing dice.

Rulebook, Play, Powers and Tile Reference.
"""

from __future__ import annotations

from rules.errors import Violation
from rules.favor.actions import LeftOut
from rules.favor.dice import Kind, count_kinds
from rules.favor.referee import Refuse
from rules.favor.state import Growing, Phase, State, changed
from rules.favor.tiles import START_DICE, TILES
from rules.words import number_word

GROWING_TILES = ("estate-overseer", "granary-master")
"""The tiles on which a Standard die grows (rulebook, Level 6 and Level 7 Tiles)."""
BAD_OMEN = "bad-omen"


def start_dice(state: State, seat: int) -> tuple[Kind, ...]:
    """The dice that a seat rolls to start a turn: three Standard and what its tiles add."""
    extra = [kind for tile in state.players[seat].tiles for kind in TILES[tile].start_dice]
    return (*START_DICE, *extra)


def start_turn(state: State, seat: int, *, extra: tuple[Kind, ...] = (), fewer_standard: int = 0) -> State:
    """The dice pass to `seat`, with `extra` dice and with fewer Standard ones than its tiles give.

    Tokens that its tiles give are drawn, not offered (ruling 16). What earlier turns left to this one (Bad
    Omen, +1 Die tokens) is used up here (rulings 23 and 28).
    """
    player = state.players[seat]
    in_roll_off = state.court is not None
    more = player.more + (player.die_tokens if in_roll_off else 0)
    dice = [*start_dice(state, seat), *(Kind.STANDARD,) * more, *extra]
    for _ in range(fewer_standard):
        dice.remove(Kind.STANDARD)
    tokens = sum(TILES[tile].start_tokens for tile in player.tiles)
    begun = changed(player, fewer=0, more=0, die_tokens=0)
    return changed(
        emptied(state),
        phase=Phase.ROLL,
        players=(*state.players[:seat], begun, *state.players[seat + 1 :]),
        owed=tuple(owed + tokens * (at == seat) for at, owed in enumerate(state.owed)),
        current=seat,
        turns=state.turns + 1,
        gained=tuple(dice),
        growing=tuple(Growing(tile, 1) for tile in player.tiles if tile in GROWING_TILES),
        leave=0 if in_roll_off else min(player.fewer, len(dice) - 1),
    )


def emptied(state: State) -> State:
    """The table without anything of the last turn: no dice, no marks, nothing claimed or still to come."""
    return changed(
        state,
        to_roll=(),
        active=(),
        gained=(),
        locked=(),
        fresh_locks=0,
        rolls=0,
        awake=(),
        growing=(),
        used=(),
        borrowed=None,
        leave=0,
        rerolling=None,
        claimed=None,
        done=False,
        effects=(),
        grant=None,
        borrowing=False,
        again=None,
    )


def leave_out(state: State, action: LeftOut, refuse: Refuse) -> State:
    """The dice of the player's choice stay out of the first roll; one at least is rolled (ruling 23)."""
    left = list(state.gained)
    for kind in action.kinds:
        if kind not in left:
            raise Violation(f"to be rolled are {count_kinds(state.gained)}: leave out some of these", BAD)
        left.remove(kind)
    if len(action.kinds) != state.leave:
        dice = "die is" if state.leave == 1 else "dice are"
        refuse(f"{number_word(state.leave)} {dice} to be left out for a Bad Omen", BAD)
    if not left:
        raise Violation("one die at least stays to be rolled", BAD)
    return changed(state, gained=tuple(left), leave=0)


BAD = TILES[BAD_OMEN].section
