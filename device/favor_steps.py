"""What all choices in steps share: a step shows a page, and a press on it is the next step or an action.

Steps are frozen data. The table keeps those that were taken, so that going back is dropping the last one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from rules.favor.actions import FavorAction, Overruled
from rules.favor.dice import Kind
from rules.favor.game import FavorGame
from rules.favor.powers.sources import source_name
from rules.favor.state import State
from rules.favor.tiles import TILES
from ui.page_view import Entry, PageDie, PageView
from ui.view import Command

GAME = FavorGame()

CANCEL = "cancel"
"""Key of the command that leaves a choice with all its steps."""
DONE = "done"
MORE = "more"

LINES = 5
"""How many entries one page shows: so many can be touched on the smallest screen."""


class Step(Protocol):
    """One step of a choice."""

    def page(self, state: State) -> PageView:
        """What the step shows; its message is a hint."""
        ...

    def press(self, state: State, key: str) -> Outcome:
        """What choosing this key of the page leads to."""
        ...


@dataclass(frozen=True)
class Enter:
    """These dice were rolled, whatever the rules say: what they show is still to be entered or read."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Remark:
    """Something to say, and nothing to do."""

    words: str


Outcome: TypeAlias = Step | FavorAction | Enter | Remark | str | None
"""The next step, the finished action, a roll to be entered, a remark, why it does not go on, or nothing for a
key that is not the step's."""


def page(
    title: str,
    hint: str | None,
    *,
    dice: Sequence[PageDie] = (),
    faces: Sequence[PageDie] = (),
    entries: Sequence[Entry] = (),
    commands: Sequence[Command] = (),
    leave: str | None = "Never mind",
) -> PageView:
    """A step's page; its last command leaves the whole choice, unless it has to be made."""
    last = () if leave is None else (Command(CANCEL, leave),)
    return PageView(
        title, hint, "plain", (*commands, *last), True, "", tuple(dice), tuple(faces), tuple(entries)
    )


def part_of(entries: Sequence[Entry], first: int) -> tuple[tuple[Entry, ...], tuple[Command, ...]]:
    """The entries from `first` that fit on one page, and the command that turns to the next ones."""
    if len(entries) <= LINES:
        return tuple(entries), ()
    pages = -(-len(entries) // LINES)
    label = f"More ({first // LINES + 1} of {pages})"
    return tuple(entries[first : first + LINES]), (Command(MORE, label),)


def next_part(first: int, number: int) -> int:
    """Where the page behind the one from `first` begins, around the end of `number` entries."""
    return first + LINES if first + LINES < number else 0


def tile_entry(tile: str, key: str | None, *, tag: str = "", dim: bool = False) -> Entry:
    """A tile in the words that are printed on it."""
    known = TILES[tile]
    return Entry(key, known.name, known.power, known.colour, tag, dim)


def die_on(state: State, tile: str) -> str:
    """What the die shows that grows on this tile of the current player, for a tag; empty without one."""
    return next((f"its die is a {die.value} now" for die in state.growing if die.tile == tile), "")


def may_be_overruled(state: State, action: FavorAction) -> bool:
    """Whether the rules refuse `action`, and the table may let it count."""
    return GAME.explain(state, action) is not None and GAME.explain(state, Overruled(action)) is None


def index_of(key: str, name: str) -> int | None:
    """The number behind a key's name: 3 for "die:3"; None for another key."""
    head, _, tail = key.partition(":")
    return int(tail) if head == name and tail.isdecimal() else None


def toggled(indices: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The indices with this one in or out, ascending."""
    return tuple(sorted(set(indices) ^ {index}))


def source_title(source: str) -> str:
    """A source as a heading: "Servant", "+1 Pip token"."""
    name = source_name(source)
    for article in ("the ", "a "):
        name = name.removeprefix(article)
    return name


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[0].upper() + text[1:]
