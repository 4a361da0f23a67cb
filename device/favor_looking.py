"""Looking at tiles: those of a player, and one by itself; and borrowing one for the Decree die."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.favor_reasons import why_not
from device.favor_steps import (
    GAME,
    MORE,
    Outcome,
    Remark,
    die_on,
    index_of,
    may_be_overruled,
    next_part,
    page,
    part_of,
    tile_entry,
)
from rules.favor.actions import Borrowed, Claimed, Declined
from rules.favor.state import State
from rules.favor.tiles import TILES
from rules.words import listing, number_word
from ui.page_view import Entry, PageView
from ui.view import Command


@dataclass(frozen=True)
class LookAtPlayer:
    """The tiles of the player at `seat`, from the one `first` on."""

    seat: int
    first: int = 0

    def page(self, state: State) -> PageView:
        """Each tile in its own words; used red ones lie face down."""
        player = state.players[self.seat]
        entries = []
        for tile in player.tiles:
            down = tile in player.spent
            used = self.seat == state.current and tile in state.used
            grown = die_on(state, tile) if self.seat == state.current else ""
            tag = "face down: used" if down else "used this turn" if used else grown
            key = f"why:{tile}" if self.seat == state.current else None
            entries.append(tile_entry(tile, key, tag=tag, dim=down))
        if self.seat == state.current and state.borrowed is not None:
            used = state.borrowed in state.used
            entries.append(
                tile_entry(state.borrowed, None, tag="borrowed, used" if used else "borrowed", dim=used)
            )
        shown, more = part_of(entries, self.first)
        others = [
            Command(f"seat:{seat}", other.name)
            for seat, other in enumerate(state.players)
            if seat != self.seat
        ]
        return page(
            f"{player.name}'s tiles",
            self._hint(state),
            entries=shown,
            commands=(*more, *others),
            leave="Close",
        )

    def press(self, state: State, key: str) -> Outcome:
        """Another player, more of these tiles, or why one cannot be used now."""
        head, _, tile = key.partition(":")
        if head == "why" and tile in state.player.tiles:
            return Remark(why_not(state, tile))
        seat = index_of(key, "seat")
        if seat is not None and seat < len(state.players):
            return LookAtPlayer(seat)
        if key == MORE:
            player = state.players[self.seat]
            borrowed = self.seat == state.current and state.borrowed is not None
            return replace(self, first=next_part(self.first, len(player.tiles) + borrowed))
        return None

    def _hint(self, state: State) -> str:
        player = state.players[self.seat]
        parts = []
        for number, name in ((player.tokens.reroll, "Reroll token"), (player.tokens.pip, "+1 Pip token")):
            parts.append(f"{number_word(number)} {name}{'' if number == 1 else 's'}")
        if player.die_tokens:
            parts.append("a +1 Die token")
        told = listing(parts)
        if player.fewer:
            told += f"; rolls {number_word(player.fewer)} dice fewer next turn (Bad Omen)"
        if player.more:
            told += f"; rolls {number_word(player.more)} Standard more next turn"
        return told if player.tiles else f"no tiles yet; {told}"


@dataclass(frozen=True)
class LookAtTile:
    """One tile by itself: what it does, what it asks for, who has it."""

    tile: str

    def page(self, state: State) -> PageView:
        """The tile in its own words."""
        stack = state.stack(self.tile)
        entries = [tile_entry(self.tile, None)]
        if stack is not None:
            known = {bar.level: bar for bar in state.bars}
            asks = known[stack.level].requirement(stack.place).name if stack.level in known else "any roll"
            entries.append(Entry(None, f"Asks for {asks}", f"{number_word(stack.left)} left in the stack"))
        owners = listing([player.name for player in state.players if self.tile in player.tiles])
        entries.append(Entry(None, f"Owned by {owners or 'nobody'}"))
        level = TILES[self.tile].level
        commands = []
        if may_be_overruled(state, Claimed(self.tile)):
            commands = [Command("claim", f"Claim the {TILES[self.tile].name}")]
        return page(
            f"Level {level} tile" if level else "Below the level bars",
            None,
            entries=entries,
            commands=commands,
            leave="Close",
        )

    def press(self, state: State, key: str) -> Outcome:
        """A claim that the rules refuse: they say why, and the table may overrule them."""
        return Claimed(self.tile) if key == "claim" else None


@dataclass(frozen=True)
class Borrow:
    """The Decree die was locked with its power face: a tile of another player may be borrowed."""

    first: int = 0

    def page(self, state: State) -> PageView:
        """The tiles that may be borrowed, each with its owner."""
        shown, more = part_of(self._entries(state), self.first)
        return page(
            f"{state.player.name}: borrow which tile for the Decree die?",
            "it may be used once more this turn",
            entries=shown,
            commands=more,
            leave=None,
        )

    def press(self, state: State, key: str) -> Outcome:
        """The tile, or none."""
        if key == MORE:
            return replace(self, first=next_part(self.first, len(self._entries(state))))
        if key == "nothing":
            return Declined()
        head, _, rest = key.partition(":")
        seat, _, tile = rest.partition(":")
        return Borrowed(tile, int(seat)) if head == "borrow" else None

    def _entries(self, state: State) -> list[Entry]:
        moves = [move for move in GAME.moves(state) if isinstance(move, Borrowed)]
        entries = [
            tile_entry(move.tile, f"borrow:{move.seat}:{move.tile}", tag=state.players[move.seat].name)
            for move in moves
        ]
        return [*entries, Entry("nothing", "Nothing", "no tile is borrowed")]
