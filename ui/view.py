"""View models: all that a screen shows, as plain data without a game's logic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

DiceRole: TypeAlias = Literal["lock", "enter", "watch"]
"""What people may do with the view's dice: lock some (and correct a misread one), enter or confirm the faces
of a roll that the camera could not read for sure, or only watch."""

TileState: TypeAlias = Literal["claimable", "refused", "owned", "empty", "waiting"]
"""Whether the locked dice may claim a tile; "waiting" while nobody is about to claim."""

Tone: TypeAlias = Literal["plain", "ask", "refusal"]
"""How the message line speaks: a remark, a question to the table, or a rule that says no."""


@dataclass(frozen=True)
class DieView:
    """One die to draw.

    `face` is None where nobody knows it yet. `faces` are those the die has, each once, likeliest first; the
    face picker offers them in this order. `doubtful` marks a face that the camera is not sure of.
    """

    kind: str
    body: str
    mark: str
    face: str | None
    faces: tuple[str, ...] = ()
    doubtful: bool = False


@dataclass(frozen=True)
class TileView:
    """One stack of the tile grid; level 0 is the Herder. `reason` says why it cannot be claimed.

    `power` is what the tile says; `about` is the key of a command that shows it in full, or None.
    """

    id: str
    name: str
    level: int
    place: str
    colour: str
    requirement: str
    left: int
    state: TileState
    reason: str | None = None
    power: str = ""
    about: str | None = None


@dataclass(frozen=True)
class PlayerView:
    """One player's line: tokens, tiles by name, and whether it is their turn.

    `key` is that of a command that shows the tiles, or None.
    """

    name: str
    reroll_tokens: int
    pip_tokens: int
    tiles: tuple[str, ...]
    current: bool
    key: str | None = None


@dataclass(frozen=True)
class Command:
    """One thing to decide beside dice and tiles: a large key with a label; choosing it sends `key`.

    `main` marks the one that people will most likely want; it has the focus when the view appears.
    """

    key: str
    label: str
    main: bool = False


class View(Protocol):
    """What the view of every game and question has; the screen that draws it is found by its type.

    `title` says who is to do what; `message` is the remark, question or refusal below it, or None. `camera`
    is one short word on what the camera does.
    """

    @property
    def title(self) -> str: ...  # noqa: D102

    @property
    def message(self) -> str | None: ...  # noqa: D102

    @property
    def tone(self) -> Tone: ...  # noqa: D102

    @property
    def commands(self) -> tuple[Command, ...]: ...  # noqa: D102

    @property
    def can_undo(self) -> bool: ...  # noqa: D102

    @property
    def camera(self) -> str: ...  # noqa: D102


@dataclass(frozen=True)
class MenuView:
    """A question with its answers as large keys; `names` are the players, where known."""

    title: str
    message: str | None
    tone: Tone
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class CourtView:
    """The final roll-off: the roll to beat, in words and as `count` dice of a `value`.

    `holder` has rolled it, or nobody has, and it is that of Royal Death.
    `own` says what the current player has locked so far; `waiting` are those who still get a turn.
    """

    holder: str | None
    count: int
    value: int
    roll: str
    own: str | None = None
    waiting: tuple[str, ...] = ()
    over: bool = False


@dataclass(frozen=True)
class FavorView:
    """The whole Favor screen.

    `title` says who is to do what; `message` is the remark, question or refusal below it, or None. `dice` are
    the active dice (or the roll to enter), `pyramid` the locked ones in the order locked. `bars` are the
    names of the level bars by level, where known. `camera` is one short word on what the camera does.
    `court` stands in place of the tile grid in the final roll-off.
    """

    title: str
    message: str | None
    tone: Tone
    dice: tuple[DieView, ...]
    dice_role: DiceRole
    pyramid: tuple[DieView, ...]
    bars: tuple[tuple[int, str], ...]
    tiles: tuple[TileView, ...]
    players: tuple[PlayerView, ...]
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    court: CourtView | None = None
