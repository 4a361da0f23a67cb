"""View model of a page: a choice made in steps, or something to read, over the whole screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ui.view import Command, DieView, Tone

PageMark: TypeAlias = Literal["plain", "picked", "faint"]
"""How a die of a page stands there: as it is, chosen, or out of the question."""


@dataclass(frozen=True)
class PageDie:
    """One die of a page; choosing it sends `key`, and one without a key is only shown.

    Among the faces it stands over its `label`, or else over the name of its face.
    """

    die: DieView
    key: str | None = None
    mark: PageMark = "plain"
    label: str = ""


@dataclass(frozen=True)
class Entry:
    """One line of a page: `title` in large, what it is about in `words`, and a short `tag` to the right.

    `colour` is a tile's, or empty. One without a key is only shown; `dim` draws it as a tile that lies face
    down.
    """

    key: str | None
    title: str
    words: str = ""
    colour: str = ""
    tag: str = ""
    dim: bool = False


@dataclass(frozen=True)
class PageView:
    """A page. `dice` stand in rows above, `faces` below them, larger, then the `entries`, a line each.

    `undo_label` says what the undo key does here: one step back, as a rule.
    """

    title: str
    message: str | None
    tone: Tone
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    dice: tuple[PageDie, ...] = ()
    faces: tuple[PageDie, ...] = ()
    entries: tuple[Entry, ...] = ()
    undo_label: str = "Back"
