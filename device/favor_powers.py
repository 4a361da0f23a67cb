"""Using a power in steps: which power, then which dice, then their faces or what comes in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from device.favor_adjusting import Adjust
from device.favor_dice import die_view
from device.favor_picking import PickDice
from device.favor_steps import (
    GAME,
    MORE,
    Outcome,
    Step,
    capital,
    die_on,
    index_of,
    next_part,
    page,
    part_of,
    source_title,
    tile_entry,
)
from device.favor_treasure import Divide
from rules.favor.actions import Adjusted, Brought, Divided, FavorAction, Replaced, Rerolled, Used
from rules.favor.powers.replacing import SURVEYOR
from rules.favor.powers.sources import TOKENS, source_name
from rules.favor.state import State
from rules.favor.tiles import TILES
from rules.table import Option
from rules.words import number_word
from ui.page_view import Entry, PageDie, PageView

_POWERS = (Adjusted, Rerolled, Replaced, Brought, Used, Divided)


@lru_cache(maxsize=8)
def powers(state: State) -> tuple[Option[FavorAction], ...]:
    """What the current player may use now: tiles, tokens, faces of custom dice."""
    return tuple(option for option in GAME.legal(state) if option.kind in _POWERS)


@dataclass(frozen=True)
class Powers:
    """The list of all that may be used, from the entry `first` on."""

    first: int = 0

    def page(self, state: State) -> PageView:
        """Each tile in its own words."""
        entries = [_power_entry(state, option) for option in powers(state)]
        shown, more = part_of(entries, self.first)
        hint = None if entries else "nothing can be used now"
        return page(f"{state.player.name}: what is used?", hint, entries=shown, commands=more)

    def press(self, state: State, key: str) -> Outcome:
        """The power's action where it leaves no choice, else its next step."""
        found = powers(state)
        if key == MORE:
            return replace(self, first=next_part(self.first, len(found)))
        option = next((option for option in found if _key(option) == key), None)
        if option is None:
            return None
        return option.action or step_of(option.kind, option.source)


def step_of(kind: type[Any], source: str | None) -> Step | None:
    """The first step of a power with a choice."""
    if kind is Divided:
        return Divide()
    if source is None:
        return None
    if kind is Adjusted:
        return Adjust(source)
    if kind is Rerolled:
        return PickDice("reroll", source)
    if kind is Replaced:
        return Survey() if source == SURVEYOR else PickDice("replace", source)
    return Bring(source) if kind is Brought else None


def _key(option: Option[FavorAction]) -> str:
    return f"{option.kind.__name__.lower()}:{option.source or ''}"


def _power_entry(state: State, option: Option[FavorAction]) -> Entry:
    source = option.source
    assert source is not None, "every power has its source"
    if source in TILES:
        tag = "borrowed" if source == state.borrowed else die_on(state, source)
        red = TILES[source].colour == "red"
        return tile_entry(source, _key(option), tag=tag or ("once a game" if red else ""))
    tag = f"you have {number_word(state.player.tokens.of(TOKENS[source]))}" if source in TOKENS else ""
    words = option.words.removeprefix(source_name(source)).lstrip()
    return Entry(_key(option), source_title(source), capital(words), tag=tag)


@dataclass(frozen=True)
class Bring:
    """A tile brings in a die whose face its owner chooses."""

    tile: str

    def page(self, state: State) -> PageView:
        """The faces that it may come in with."""
        faces = [PageDie(die_view(action.die), f"face:{action.die.face}") for action in self._choices(state)]
        return page(
            f"{TILES[self.tile].name}: which face does the die come in with?",
            TILES[self.tile].power,
            dice=[PageDie(die_view(die)) for die in state.active],
            faces=faces,
        )

    def press(self, state: State, key: str) -> Outcome:
        """The die with that face."""
        return next((action for action in self._choices(state) if key == f"face:{action.die.face}"), None)

    def _choices(self, state: State) -> list[Brought]:
        option: Option[FavorAction] = Option(Brought, "", None, self.tile)
        return [action for action in GAME.choices(state, option) if isinstance(action, Brought)]


@dataclass(frozen=True)
class Survey:
    """The Surveyor: `die` is put away for two Immediate dice that sum to it."""

    die: int | None = None

    def page(self, state: State) -> PageView:
        """The active dice; then the pairs for the chosen one."""
        choices = self._choices(state)
        may = {action.dice[0] for action in choices}
        dice = [
            PageDie(
                die_view(die),
                f"die:{index}" if die in may else None,
                "picked" if index == self.die else "plain" if die in may else "faint",
            )
            for index, die in enumerate(state.active)
        ]
        entries = []
        if self.die is not None:
            pairs = [action.by for action in choices if action.dice == (state.active[self.die],)]
            entries = [
                Entry(f"pair:{n}", f"an Immediate {low.face} and an Immediate {high.face}")
                for n, (low, high) in enumerate(pairs)
            ]
        hint = TILES[SURVEYOR].power if self.die is None else "which two dice come in its place?"
        return page("Surveyor: replace which die?", hint, dice=dice, entries=entries)

    def press(self, state: State, key: str) -> Outcome:
        """The die, then the pair."""
        index, pair = index_of(key, "die"), index_of(key, "pair")
        if index is not None and index < len(state.active):
            return replace(self, die=index)
        if pair is not None and self.die is not None:
            dice = (state.active[self.die],)
            mine = [action for action in self._choices(state) if action.dice == dice]
            return mine[pair] if pair < len(mine) else None
        return None

    def _choices(self, state: State) -> list[Replaced]:
        option: Option[FavorAction] = Option(Replaced, "", None, SURVEYOR)
        return [action for action in GAME.choices(state, option) if isinstance(action, Replaced)]
