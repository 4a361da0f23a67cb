"""What the table may do though the rules do not foresee it, each named with its rule before it counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from device.favor_adjusting import Correct
from device.favor_dice import kind_view
from device.favor_picking import PickDice
from device.favor_steps import DONE, GAME, Enter, Outcome, index_of, may_be_overruled, page
from rules.favor.actions import Ended, FavorAction, Skipped, Unlocked
from rules.favor.dice import Kind, count_kinds
from rules.favor.referee import PLAY
from rules.favor.state import Phase, State
from ui.page_view import Entry, PageDie, PageView
from ui.view import Command

_OVERRULES: tuple[tuple[str, str, FavorAction], ...] = (
    ("end", "The turn ends here", Ended()),
    ("skip", "This player is skipped", Skipped()),
)


@lru_cache(maxsize=4)
def overrules_for(state: State) -> tuple[Entry, ...]:
    """One entry for each thing that the table may do; none where there is nothing to put right."""
    found = []
    if state.phase in (Phase.ROLL, Phase.REROLL):
        words = f"the rules say {count_kinds(state.to_roll)} ({PLAY})"
        found.append(Entry("dice", "Other dice were rolled", words))
    if state.phase is Phase.ROLL and state.active:
        words = "put right what one of the active dice shows"
        found.append(Entry("correct", "A die was misread", words))
    if state.pyramid and may_be_overruled(state, Unlocked(state.pyramid[:1])):
        refused = GAME.explain(state, Unlocked(state.pyramid[:1]))
        found.append(Entry("unlock", "A locked die comes back", str(refused)))
    for key, title, action in _OVERRULES if state.in_roll_off else _OVERRULES[:1]:
        if may_be_overruled(state, action):
            found.append(Entry(key, title, str(GAME.explain(state, action))))
    return tuple(found)


@dataclass(frozen=True)
class Referee:
    """The list of all that the table may do now."""

    def page(self, state: State) -> PageView:
        """Each with the rule that it goes against."""
        hint = "the table may overrule the rules; it is written down"
        return page("The table is the referee", hint, entries=overrules_for(state), leave="Close")

    def press(self, state: State, key: str) -> Outcome:
        """The next step, or the action, which the rules refuse at first."""
        match key:
            case "dice":
                return OtherDice(state.to_roll)
            case "correct":
                return Correct()
            case "unlock":
                return PickDice("unlock")
        return next((action for name, _, action in _OVERRULES if name == key), None)


@dataclass(frozen=True)
class OtherDice:
    """Other dice than the rules say were rolled: `kinds`."""

    kinds: tuple[Kind, ...]

    def page(self, state: State) -> PageView:
        """The dice, each to be taken out, and the eight kinds to be put in."""
        dice = [PageDie(kind_view(kind), f"die:{index}") for index, kind in enumerate(self.kinds)]
        kinds = [PageDie(kind_view(kind), f"kind:{kind.value}", label=kind.title()) for kind in Kind]
        commands = [Command(DONE, f"Rolled: {count_kinds(self.kinds)}", main=False)]
        return page(
            "Which dice were rolled?",
            "touch a die above to take it out, a kind below to put one in",
            dice=dice,
            faces=kinds,
            commands=commands,
        )

    def press(self, state: State, key: str) -> Outcome:
        """One die more or fewer, or these it were."""
        index = index_of(key, "die")
        head, _, kind = key.partition(":")
        if index is not None and index < len(self.kinds):
            return replace(self, kinds=(*self.kinds[:index], *self.kinds[index + 1 :]))
        if head == "kind":
            return replace(self, kinds=tuple(sorted((*self.kinds, Kind(kind)), key=list(Kind).index)))
        if key == DONE:
            return Enter(self.kinds) if self.kinds else "put in the dice that were rolled"
        return None
