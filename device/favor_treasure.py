"""The Treasure in steps: the locked dice in two groups, then the tile that each of them claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.favor_dice import die_view
from device.favor_steps import DONE, MORE, Outcome, index_of, next_part, page, part_of, tile_entry, toggled
from rules.favor.actions import Divided, Share
from rules.favor.claiming import stack_refusal
from rules.favor.dice import Die
from rules.favor.state import State
from rules.favor.tiles import TILES
from rules.words import listing
from ui.page_view import Entry, PageDie, PageView
from ui.view import Command

_NOTHING = "claim:"


def _claims(state: State, dice: Sequence[Die]) -> tuple[str, ...]:
    """The yellow and blue tiles that a group may claim."""
    return tuple(
        stack.tile
        for stack in state.stacks
        if TILES[stack.tile].colour != "red" and stack_refusal(state, stack, dice) is None
    )


@dataclass(frozen=True)
class Divide:
    """The locked dice, of which `first` are in the first group, by index."""

    first: tuple[int, ...] = ()

    def page(self, state: State) -> PageView:
        """All locked dice; the hint says what each group may claim."""
        dice = [
            PageDie(die_view(die), f"die:{index}", "picked" if index in self.first else "plain")
            for index, die in enumerate(state.pyramid)
        ]
        groups = self._groups(state)
        both = all(groups)
        ready = both and any(_claims(state, group) for group in groups)
        hint = "touch the dice of the first group"
        if both:
            told = [_names(_claims(state, group)) for group in groups]
            hint = f"touched dice: {told[0]}; the others: {told[1]}"
        commands = [Command(DONE, "These two groups", main=ready)]
        return page("Treasure: divide the locked dice into two groups", hint, dice=dice, commands=commands)

    def press(self, state: State, key: str) -> Outcome:
        """A die changes its group, or the groups stand."""
        index = index_of(key, "die")
        if index is not None and index < len(state.pyramid):
            return replace(self, first=toggled(self.first, index))
        if key != DONE:
            return None
        groups = self._groups(state)
        if not all(groups):
            return "each group needs at least one die (Level 6 Tiles)"
        if not any(_claims(state, group) for group in groups):
            return "neither group can claim a tile: divide them in another way (Level 6 Tiles)"
        return ClaimWithGroups(groups)

    def _groups(self, state: State) -> tuple[tuple[Die, ...], tuple[Die, ...]]:
        dice = tuple(enumerate(state.pyramid))
        first = tuple(die for index, die in dice if index in self.first)
        return first, tuple(die for index, die in dice if index not in self.first)


@dataclass(frozen=True)
class ClaimWithGroups:
    """The groups stand; `tiles` are the answers so far, None for a group that claims nothing."""

    groups: tuple[tuple[Die, ...], tuple[Die, ...]]
    tiles: tuple[str | None, ...] = ()
    first: int = 0

    def page(self, state: State) -> PageView:
        """The tiles that this group may claim."""
        number = len(self.tiles)
        entries = self._entries(state)
        shown, more = part_of(entries, self.first)
        which = ("first", "second")[number]
        dice = ", ".join(map(str, self.groups[number]))
        return page(f"Treasure: the {which} group claims", dice, entries=shown, commands=more)

    def press(self, state: State, key: str) -> Outcome:
        """The tile of this group; with that of the second, the action."""
        entries = self._entries(state)
        if key == MORE:
            return replace(self, first=next_part(self.first, len(entries)))
        if not any(entry.key == key for entry in entries):
            return None
        tiles = (*self.tiles, key.partition(":")[2] or None)
        if len(tiles) < len(self.groups):
            return ClaimWithGroups(self.groups, tiles)
        if not any(tiles):
            return "one of the two groups at least claims a tile (Level 6 Tiles)"
        shares = [Share(tuple(sorted(group)), tile) for group, tile in zip(self.groups, tiles, strict=True)]
        return Divided(tuple(sorted(shares, key=lambda share: (share.tile is None, share.tile or ""))))

    def _entries(self, state: State) -> list[Entry]:
        claims = _claims(state, self.groups[len(self.tiles)])
        entries = [tile_entry(tile, f"claim:{tile}") for tile in claims if tile not in self.tiles]
        return [*entries, Entry(_NOTHING, "Nothing", "this group claims no tile")]


def _names(tiles: Sequence[str]) -> str:
    return listing([TILES[tile].name for tile in tiles]) or "nothing"
