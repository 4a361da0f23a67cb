"""Picking dice, one after the other, for what a power or the rules ask of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from device.favor_dice import die_view, kind_view
from device.favor_steps import DONE, GAME, Outcome, capital, index_of, page, source_title, toggled
from rules.favor.actions import FavorAction, LeftOut, Locked, Replaced, Rerolled, Unlocked
from rules.favor.dice import Die
from rules.favor.powers.replacing import REROLLING
from rules.favor.state import State
from rules.words import number_word
from ui.page_view import PageDie, PageMark, PageView
from ui.view import Command


@dataclass(frozen=True)
class _Picking:
    """How dice are picked for one purpose: from which, in which words, and what comes of it."""

    title: str
    verb: str
    pool: Callable[[State], Sequence[Any]]
    action: Callable[[str, tuple[Any, ...]], FavorAction]


_PICKING: dict[str, _Picking] = {
    "lock": _Picking("lock which dice?", "lock", lambda state: state.active, lambda _, dice: Locked(dice)),
    "reroll": _Picking("reroll which dice?", "reroll", lambda state: state.active, Rerolled),
    "replace": _Picking("replace which dice?", "replace", lambda state: state.active, Replaced),
    "leave": _Picking(
        "leave which dice out?", "leave out", lambda state: state.gained, lambda _, kinds: LeftOut(kinds)
    ),
    "unlock": _Picking(
        "which locked dice come back?",
        "bring back",
        lambda state: state.pyramid,
        lambda _, dice: Unlocked(dice),
    ),
}


@dataclass(frozen=True)
class PickDice:
    """Dice are picked for what `purpose` says, `picks` by index; `source` is the power that asks for them."""

    purpose: str
    source: str = ""
    picks: tuple[int, ...] = ()

    def page(self, state: State) -> PageView:
        """All dice that there are for it."""
        picking = _PICKING[self.purpose]
        pool = picking.pool(state)
        dice = []
        for index, die in enumerate(pool):
            may = self._may(state, die)
            view = die_view(die) if isinstance(die, Die) else kind_view(die)
            mark: PageMark = "picked" if index in self.picks else "plain" if may else "faint"
            dice.append(PageDie(view, f"die:{index}" if may else None, mark))
        commands = []
        if not self._is_single:
            number = len(self.picks)
            label = f"{capital(picking.verb)} {number} {'die' if number == 1 else 'dice'}"
            ready = bool(self.picks) and GAME.explain(state, self._action(state)) is None
            commands = [Command(DONE, label, main=ready)]
        who = source_title(self.source) if self.source else state.player.name
        forced = self.purpose == "leave"
        hint = f"{number_word(state.leave)} for a Bad Omen" if forced else None
        return page(
            f"{who}: {picking.title}",
            hint,
            dice=dice,
            commands=commands,
            leave=None if forced else "Never mind",
        )

    def press(self, state: State, key: str) -> Outcome:
        """One die in or out, or all of them taken."""
        index = index_of(key, "die")
        if index is not None and index < len(_PICKING[self.purpose].pool(state)):
            made = replace(self, picks=toggled(self.picks, index))
            return made._action(state) if self._is_single else made
        if key != DONE:
            return None
        return self._action(state) if self.picks else "touch the dice first"

    @property
    def _is_single(self) -> bool:
        return self.purpose == "reroll" and REROLLING[self.source].most == 1

    def _may(self, state: State, die: Any) -> bool:
        """Whether this die alone may be picked; of dice to leave out or bring back any may."""
        if self.purpose in ("leave", "unlock", "lock"):
            return True
        action = _PICKING[self.purpose].action(self.source, (die,))
        return GAME.explain(state, action) is None

    def _action(self, state: State) -> FavorAction:
        picking = _PICKING[self.purpose]
        pool = picking.pool(state)
        return picking.action(self.source, tuple(sorted(pool[index] for index in self.picks)))
