"""The view model of Pharao: all that its screen shows, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ui.intents import Button
from ui.view import Command, Tone

Cover: TypeAlias = Literal["pyramid", "crack", "base", "gap"]
"""What lies on a space; "gap" for nothing."""

MarkKind: TypeAlias = Literal["none", "seen", "sand", "hole", "passage", "animal"]
"""What the table shows of the ground below: "seen" without telling what, "none" where nothing is known."""

COLUMNS, ROWS = 8, 6


@dataclass(frozen=True)
class MarkView:
    """What is remembered of one place.

    `label` is the animal's name, "?" for one that nobody named. `age` is how many turns ago it was seen,
    None for never. `followed` marks what is certain though nobody saw it there.
    """

    kind: MarkKind = "none"
    label: str = ""
    age: int | None = None
    followed: bool = False


@dataclass(frozen=True)
class SpaceView:
    """One space: its cover, with colour and mummy of a base tile, and the mark of the ground below.

    `key` is what touching it chooses, None where that means nothing. `chosen` marks what was picked but is
    not yet done; `step` numbers the spaces of the way that the path aid shows.
    """

    cover: Cover
    mark: MarkView = MarkView()
    colour: str | None = None
    mummy: bool = False
    key: str | None = None
    chosen: bool = False
    step: int | None = None


@dataclass(frozen=True)
class PushView:
    """A tile row that moves: `share` of the way is done, 0 to 1, towards the right or the left.

    `marks` are those of the row's two lines of spaces before the push, `coming` the four of the tile that
    goes in.
    """

    row: int
    to_the_right: bool
    share: float
    marks: tuple[MarkView, ...]
    coming: tuple[MarkView, ...]


@dataclass(frozen=True)
class SeatView:
    """One player: points so far, search cards, and seals in the order black, grey, white, brown."""

    name: str
    points: int
    cards: int
    seals: tuple[int, int, int, int]
    current: bool


@dataclass(frozen=True)
class Steering:
    """What one of the four buttons does at once, without a focus; `label` says it."""

    button: Button
    key: str
    label: str


@dataclass(frozen=True)
class PharaoView:
    """The whole Pharao screen.

    `spaces` are the 48 of the board row by row, `outside` the quarters of the tile outside. `rows` says for
    each tile row the sides from which it may be pushed, left and right. `sought` is the face-up card as
    animal and value, `deck` how many lie face down and `back` the number on the next one's back. `supply`
    are the seals left, in the colours' order. `steering`, where there is any, is what the four buttons do
    instead of moving the focus. `searching` says that the path aid has not finished.
    """

    title: str
    message: str | None
    tone: Tone
    spaces: tuple[SpaceView, ...]
    outside: tuple[MarkView, ...]
    outside_keys: tuple[str | None, ...]
    rows: tuple[tuple[bool, bool], ...]
    sought: tuple[str, int] | None
    deck: int
    back: int | None
    players: tuple[SeatView, ...]
    supply: tuple[int, int, int, int]
    mummies: int
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    steering: tuple[Steering, ...] = ()
    push: PushView | None = None
    searching: bool = False
