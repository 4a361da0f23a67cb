"""Claims: what the locked dice may claim, the tokens, and what a tile does when it is claimed.

Rulebook, Claiming Tiles; rulings 9, 10, 13, 24 to 26 and 29.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rules.codec import shown
from rules.errors import Violation
from rules.favor.actions import Claimed, Declined, Divided, Share, Taken
from rules.favor.claims import claim_refusal, herder_refusal
from rules.favor.court import royal_death, take_the_pharaoh
from rules.favor.dice import Die, Kind, with_value
from rules.favor.powers.replacing import subsets
from rules.favor.powers.sources import check_ready, spend, with_player
from rules.favor.powers.using import gains
from rules.favor.referee import CLAIMING, ROLL_OFF, Refuse
from rules.favor.requirements import shown_values
from rules.favor.state import Grant, Phase, Stack, State, changed
from rules.favor.tiles import HERDER, TILES, Tile, Timing

CLAIM_TOKENS = {"yellow": 0, "blue": 1, "red": 2}
"""Tokens gained whenever a tile of the colour is claimed (rulebook, Claiming Tiles)."""
TREASURE = "treasure"
_NO_VALUE = Die(Kind.VOYAGE, "blocked")


def stack_refusal(state: State, stack: Stack, dice: Sequence[Die] | None = None) -> str | None:
    """Why the current player may not claim from `stack` with the dice (all locked ones), or None."""
    if stack.tile in state.player.tiles:
        return f"{state.player.name} already has it"
    if not stack.left:
        return "none is left"
    dice = state.pyramid if dice is None else dice
    if stack.tile == HERDER.id:
        return herder_refusal(dice)
    return claim_refusal(state.bar(stack.level), stack.place, dice)


def claimable(state: State, dice: Sequence[Die] | None = None) -> tuple[Stack, ...]:
    """The stacks that the current player may claim from with the dice (all locked ones)."""
    dice = state.pyramid if dice is None else dice
    if not dice:
        return ()
    values, number, mine = shown_values(dice), len(dice), state.player.tiles
    return tuple(
        stack
        for stack in state.stacks
        if stack.left
        and stack.tile not in mine
        and (
            not stack.level
            or state.bar(stack.level).requirement(stack.place).is_met(values, number, stack.level)
        )
    )


def claim(state: State, action: Claimed, refuse: Refuse) -> State:
    """The tile goes to the current player, who is owed its tokens."""
    if state.in_roll_off:
        raise Violation("no tiles are claimed during the final roll-off", ROLL_OFF)
    if state.done:
        refuse("only one tile may be claimed each turn", CLAIMING)
    stack = _stack(state, action.tile)
    _check_there(state, stack)
    refusal = stack_refusal(state, stack)
    if refusal is not None:
        refuse(f"{TILES[stack.tile].name}: {refusal}", CLAIMING)
    # Dice that lie there still only where the table overruled are out.
    return _gain(changed(state, claimed=stack.tile, done=True, active=(), gained=(), awake=()), stack)


def take(state: State, action: Taken, refuse: Refuse) -> State:
    """A claimed tile brings a further one, which needs no requirement (rulings 10 and 25)."""
    assert state.grant is not None, "the phase ends with the grant"
    source = TILES[state.grant.tile]
    stack = _stack(state, action.tile)
    _check_there(state, stack)
    if not _GRANTS[source.id](TILES[stack.tile]):
        refuse(f"{TILES[stack.tile].name}: the {source.name} does not bring it", source.section)
    left = state.grant.left - 1
    return _gain(changed(state, grant=Grant(source.id, left) if left else None), stack)


def decline(state: State, action: Declined, refuse: Refuse) -> State:
    """Nothing more is taken of what a tile brings, or nothing is borrowed."""
    return changed(state, grant=None, borrowing=False)


def takeable(state: State) -> Iterator[Taken]:
    """Every tile that the claimed tile may bring now."""
    if state.grant is not None:
        for stack in state.stacks:
            there = stack.left and stack.tile not in state.player.tiles
            if there and _GRANTS[state.grant.tile](TILES[stack.tile]):
                yield Taken(stack.tile)


def divide(state: State, action: Divided, refuse: Refuse) -> State:
    """The Treasure: the locked dice in two groups claim a tile each (ruling 26)."""
    section = TILES[TREASURE].section
    check_ready(state, TREASURE, refuse)
    refusal = treasure_refusal(state)
    if refusal is not None:
        refuse(refusal, section)
    dice = Counter(die for share in action.shares for die in share.dice)
    if dice != Counter(state.pyramid):
        raise Violation("the two groups must be all the locked dice", section)
    if len(action.shares) != 2 or not all(share.dice for share in action.shares):
        raise Violation("the locked dice are divided into two groups", section)
    if not any(share.tile for share in action.shares):
        raise Violation("one of the two groups at least claims a tile", section)
    state = spend(state, TREASURE)
    for share in action.shares:
        if share.tile is not None:
            state = _claim_share(state, share, refuse)
    return state


def treasure_refusal(state: State) -> str | None:
    """Why the Treasure cannot be used now by its owner, or None."""
    if state.claimed is None or state.phase is not Phase.END:
        return "the Treasure is used after claiming a tile"
    if state.claimed == "royal-death":
        return "Royal Death is played at once: only the end of the turn is left"
    return None


@lru_cache(maxsize=64)
def may_divide(state: State) -> bool:
    """Whether the locked dice allow any `Divided`; for a claim dice of one value are alike."""
    if treasure_refusal(state) is not None:
        return False
    alike = [with_value(Kind.STANDARD, die.value) if die.value else None for die in state.pyramid]
    dice = [_NO_VALUE if die is None else die for die in alike]
    return any(len(first) < len(dice) and _treasures(state, first) for first in subsets(dice))


def divisions(state: State) -> Iterator[Divided]:
    """Every `Divided` that the locked dice allow, each once."""
    if treasure_refusal(state) is not None:
        return
    for first in subsets(state.pyramid):
        second = tuple(sorted((Counter(state.pyramid) - Counter(first)).elements()))
        if not second:
            continue
        mine = _treasures(state, first)
        if not mine:
            continue
        for tile in mine:
            for other in _treasures(state, second):
                # The mirror image comes with the other group as the first.
                if tile < other:
                    yield Divided((Share(first, tile), Share(second, other)))
            yield Divided((Share(first, tile), Share(second, None)))


def _treasures(state: State, dice: tuple[Die, ...]) -> list[str]:
    return [stack.tile for stack in claimable(state, dice) if TILES[stack.tile].colour != "red"]


def _claim_share(state: State, share: Share, refuse: Refuse) -> State:
    assert share.tile is not None
    stack = _stack(state, share.tile)
    _check_there(state, stack)
    tile = TILES[stack.tile]
    if tile.colour == "red":
        refuse(f"{tile.name}: the Treasure claims yellow and blue tiles", TILES[TREASURE].section)
    refusal = stack_refusal(state, stack, share.dice)
    if refusal is not None:
        refuse(f"{tile.name}: this group {refusal}", CLAIMING)
    return _gain(state, stack)


def _stack(state: State, tile: str) -> Stack:
    stack = state.stack(tile)
    if stack is None:
        known = ", ".join(stack.tile for stack in state.stacks)
        raise Violation(f"no tile {shown(tile)} is in this game; it has {known}", CLAIMING)
    return stack


def _check_there(state: State, stack: Stack) -> None:
    name = TILES[stack.tile].name
    if stack.tile in state.player.tiles:
        raise Violation(f"{name}: {state.player.name} already has it", CLAIMING)
    if not stack.left:
        raise Violation(f"{name}: none is left", CLAIMING)


def _gain(state: State, stack: Stack) -> State:
    """The top tile of the stack goes to the current player, with its tokens and its effect to follow."""
    tile = TILES[stack.tile]
    player = state.player
    ankh_first = tile.id == "ankh" and not state.rulings.ankh_counts_own_tokens
    acts = tile.colour == "red" and tile.timing is Timing.CLAIMED
    state = with_player(
        state,
        state.current,
        tiles=(*player.tiles, tile.id),
        spent=(*player.spent, tile.id) if acts else player.spent,
    )
    index = state.stacks.index(stack)
    stacks = (*state.stacks[:index], changed(stack, left=stack.left - 1), *state.stacks[index + 1 :])
    effects = (*state.effects, tile.id) if tile.id in EFFECTS and not ankh_first else state.effects
    tokens = CLAIM_TOKENS[tile.colour] + (player.tokens.total if ankh_first else 0)
    return gains(tokens=tokens)(changed(state, stacks=stacks, effects=effects))


def _ankh(state: State) -> State:
    return gains(tokens=state.player.tokens.total)(state)


def _extra_turn(tile: str) -> Callable[[State], State]:
    return lambda state: changed(state, again=tile)


def _grants(tile: str, number: int) -> Callable[[State], State]:
    return lambda state: changed(state, grant=Grant(tile, number))


EFFECTS: dict[str, Callable[[State], State]] = {
    "indentured-worker": gains(tokens=1),
    "ankh": _ankh,
    "omen": _extra_turn("omen"),
    "good-omen": _extra_turn("good-omen"),
    "queens-favor": lambda state: _extra_turn("queens-favor")(_grants("queens-favor", 1)(state)),
    "secret-passage": _grants("secret-passage", 2),
    "royal-power": _grants("royal-power", 2),
    "royal-death": royal_death,
    "queen": take_the_pharaoh,
}
"""What tiles do when claimed, once the tokens of the claim are drawn (rulebook, Tile Reference; ruling 9)."""

_GRANTS: dict[str, Callable[[Tile], bool]] = {
    "secret-passage": lambda tile: tile.level == 3,
    "royal-power": lambda tile: tile.colour == "blue" and tile.level <= 6,
    "queens-favor": lambda tile: tile.colour in ("yellow", "blue") and tile.level <= 6,
}
"""The tiles that a claimed tile may bring (rulebook, Level 6 and Level 7 Tiles; ruling 10)."""
