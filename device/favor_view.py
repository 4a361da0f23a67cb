"""From the state of Favor of the Pharaoh to the view model of its screen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from device.favor_commands import commands, overrules
from device.favor_dice import die_view, draft_view
from device.favor_words import announced
from rules.favor.bars import LEVELS
from rules.favor.claiming import stack_refusal, takeable
from rules.favor.court import best_roll
from rules.favor.dice import Kind, count_kinds
from rules.favor.powers.sources import source_name
from rules.favor.referee import CLAIMING
from rules.favor.setup import next_place
from rules.favor.state import Phase, Stack, State
from rules.favor.tiles import TILES
from rules.words import number_word
from ui.page_view import PageView
from ui.view import CourtView, DiceRole, DieView, FavorView, PlayerView, TileState, TileView

if TYPE_CHECKING:
    from device.favor_steps import Step
    from device.favor_table import FavorTable

_JUDGED = (Phase.LOCK, Phase.ROLL, Phase.CLAIM)
"""Phases in which people want to know what the pyramid may claim."""


def favor_view(table: FavorTable, camera: str) -> FavorView:
    """The whole screen; `camera` is the word on what the camera does."""
    state = table.state
    return FavorView(
        title=_title(state),
        message=table.message,
        tone=table.tone,
        dice=_dice(table),
        dice_role=_role(state),
        pyramid=tuple(die_view(die) for die in state.pyramid),
        bars=tuple((bar.level, bar.name) for bar in state.bars),
        tiles=_tiles(state),
        players=tuple(
            PlayerView(
                player.name,
                player.tokens.reroll,
                player.tokens.pip,
                tuple(TILES[tile].name for tile in player.tiles),
                seat == state.current,
                f"look:{seat}",
            )
            for seat, player in enumerate(state.players)
        ),
        commands=commands(table),
        can_undo=table.session.length > 0,
        camera=camera,
        court=_court(state),
    )


def page_view(table: FavorTable, step: Step, camera: str) -> PageView:
    """A step of a choice; what the table has to say stands in place of the step's hint."""
    page = step.page(table.state)
    if table.message is not None:
        page = replace(page, message=table.message, tone=table.tone)
    undo = "Back" if table.steps else "Undo"
    return replace(page, commands=(*overrules(table), *page.commands), camera=camera, undo_label=undo)


def _title(state: State) -> str:
    name = state.player.name
    match state.phase:
        case Phase.SIDES:
            level = LEVELS[-1 - len(state.sides)]
            return f"Level bar {level}: roll a die, odd = A, even = B"
        case Phase.TILES:
            where = next_place(state)
            return f"Roll a die for a {where[1].colour} level {where[0]} tile" if where else "Set-up"
        case Phase.FIRST_PLAYER:
            return "Who begins?"
        case Phase.ROLL:
            return f"{name}: roll {count_kinds(state.to_roll)}"
        case Phase.REROLL:
            power = source_name(state.rerolling or "").removeprefix("the ").removeprefix("a ")
            return f"{name}: roll {count_kinds(state.to_roll)} again ({power})"
        case Phase.LOCK:
            immediate = any(die.kind is Kind.IMMEDIATE for die in state.active)
            if immediate and state.fresh_locks:
                return f"{name}: lock every Immediate die too"
            return f"{name}: lock at least one die{' and every Immediate die' if immediate else ''}"
        case Phase.CLAIM:
            return f"{name}: claim a tile"
        case Phase.TAKE:
            assert state.grant is not None, "something is taken of what a tile brings"
            left, source = state.grant.left, TILES[state.grant.tile].name
            tiles = "a tile" if left == 1 else f"up to {number_word(left)} tiles"
            return f"{name}: take {tiles} ({source})"
        case Phase.DRAW:
            seat = state.drawer
            if seat is None:
                return f"{name}: draw a token"
            owed = state.owed[seat]
            return f"{state.players[seat].name}: draw {number_word(owed)} token{'s' if owed > 1 else ''}"
        case Phase.SKIP:
            assert state.pharaoh is not None, "there is a roll that cannot be beaten"
            return f"{name} cannot beat {announced(state.pharaoh)} any more"
        case Phase.END:
            return _end_title(state)
        case Phase.COURT:
            return _winner(state)
    return name


def _end_title(state: State) -> str:
    name = state.player.name
    if state.in_roll_off:
        roll = best_roll(state.current, state.pyramid)
        return f"{name} has {'nothing to announce' if roll is None else announced(roll)}"
    if state.again is not None:
        return f"{name}: end the turn, then take another one ({TILES[state.again].name})"
    return f"{name}: remove the dice and pass them on"


def _winner(state: State) -> str:
    held = state.pharaoh
    assert held is not None, "court is held once the Pharaoh is taken"
    if held.seat is not None:
        return f"The Pharaoh's favour goes to {state.players[held.seat].name}: {announced(held)}"
    if state.best is None or state.best.seat is None:
        return f"Nobody beat {announced(held)}: nobody wins the Pharaoh's favour"
    name = state.players[state.best.seat].name
    return f"Nobody beat {announced(held)}: nobody wins; the best roll is {name}'s {announced(state.best)}"


def _court(state: State) -> CourtView | None:
    """The roll-off in place of the tile grid, once nothing is claimed any more."""
    if state.pharaoh is None or not (state.in_roll_off or state.phase is Phase.COURT):
        return None
    held = state.pharaoh
    over = state.phase is Phase.COURT
    mine = None if over else best_roll(state.current, state.pyramid)
    names = [player.name for player in state.players]
    return CourtView(
        holder=None if held.seat is None else names[held.seat],
        count=held.count,
        value=held.value,
        roll=announced(held),
        own=None if mine is None else f"{state.player.name} has locked {announced(mine)}",
        waiting=tuple(names[seat] for seat in state.court or () if not over),
        over=over,
    )


def _role(state: State) -> DiceRole:
    if state.phase is Phase.LOCK:
        return "lock"
    return "enter" if state.phase in (Phase.ROLL, Phase.REROLL) else "watch"


def _dice(table: FavorTable) -> tuple[DieView, ...]:
    if table.state.phase in (Phase.ROLL, Phase.REROLL):
        return tuple(draft_view(die) for die in table.draft)
    return tuple(die_view(die) for die in table.state.active)


@lru_cache(maxsize=4)
def _tiles(state: State) -> tuple[TileView, ...]:
    """The grid, which is asked for again with every press though only actions change it."""
    return tuple(_tile(state, stack) for stack in state.stacks)


def _tile(state: State, stack: Stack) -> TileView:
    tile = TILES[stack.tile]
    known = {bar.level: bar for bar in state.bars}
    requirement = known[stack.level].requirement(stack.place).name if stack.level in known else "Any Roll"
    status, reason = _tile_state(state, stack)
    return TileView(
        tile.id,
        tile.name,
        tile.level,
        stack.place.value,
        tile.colour,
        requirement,
        stack.left,
        status,
        reason,
        tile.power,
        f"about:{tile.id}",
    )


def _tile_state(state: State, stack: Stack) -> tuple[TileState, str | None]:
    judged = state.phase in _JUDGED and state.pyramid
    refusal = stack_refusal(state, stack)
    if stack.tile in state.player.tiles:
        return "owned", refusal
    if not stack.left:
        return "empty", refusal
    if state.phase is Phase.TAKE:
        may = any(taken.tile == stack.tile for taken in takeable(state))
        return ("claimable", None) if may else ("waiting", None)
    if not judged:
        return "waiting", None
    if refusal is not None:
        return "refused", f"{refusal} ({CLAIMING})"
    if state.phase is Phase.CLAIM:
        return "claimable", None
    return "waiting", "the dice locked so far would do"
