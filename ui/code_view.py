"""The view model of Pharaoh Code's screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ui.view import Command, Tone

SpaceState: TypeAlias = Literal["empty", "lying", "taken"]

PlayerState: TypeAlias = Literal["plain", "may-claim", "waits", "has-the-floor", "served"]
"""Whether a player may claim a tile now, stands in the line, is to name a number, or may take no more."""

SandState: TypeAlias = Literal["running", "paused", "expired"]


@dataclass(frozen=True)
class SpaceView:
    """One space of the pyramid; `owner` has taken its tile, `press` is what touching it chooses."""

    colour: str
    number: int | None
    state: SpaceState
    owner: str | None = None
    press: str | None = None


@dataclass(frozen=True)
class NumberDieView:
    """A die with numerals; `value` is None while nobody knows it."""

    name: str
    value: int | None
    doubtful: bool = False
    press: str | None = None


@dataclass(frozen=True)
class ContenderView:
    """One player: points, None where nobody knows them yet, and tiles face up and face down."""

    name: str
    points: int | None
    face_up: int
    face_down: int
    roller: bool
    state: PlayerState = "plain"
    press: str | None = None


@dataclass(frozen=True)
class SandView:
    """The sand timer: what is left of how much, in ms; `large` lets it fill the screen."""

    left_ms: int
    total_ms: int
    state: SandState
    large: bool = False


@dataclass(frozen=True)
class PadKey:
    """One key of a pad: choosing it sends `key`; without one it cannot be pressed now."""

    label: str
    key: str | None
    main: bool = False


@dataclass(frozen=True)
class PadView:
    """Large keys to enter a number or an equation: `text` is entered so far, `hint` says what is asked."""

    text: str
    hint: str
    keys: tuple[PadKey, ...]
    columns: int


@dataclass(frozen=True)
class CodeView:
    """The whole screen of Pharaoh Code.

    `sheet` are lines to read in place of the pyramid, where there are any; `notes` are lines beside it. Where
    a `pad` is open it stands there instead, and else the `sand` while it runs.
    """

    title: str
    message: str | None
    tone: Tone
    spaces: tuple[SpaceView, ...]
    dice: tuple[NumberDieView, ...]
    players: tuple[ContenderView, ...]
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    sand: SandView | None = None
    pad: PadView | None = None
    sheet: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellView:
    """One tile of the set, or the place for the next one where `number` is None."""

    number: int | None
    scarabs: int | None
    press: str | None
    chosen: bool = False


@dataclass(frozen=True)
class TileSetView:
    """The set of tiles while it is entered: a row for each colour, from the pyramid's top."""

    title: str
    message: str | None
    tone: Tone
    commands: tuple[Command, ...]
    can_undo: bool
    camera: str
    rows: tuple[tuple[str, tuple[CellView, ...]], ...]
    pad: PadView | None = None


def offered(view: CodeView | TileSetView) -> frozenset[str]:
    """The keys of all that may be chosen: a touch that was meant for an earlier view chooses nothing."""
    keys = [command.key for command in view.commands]
    if isinstance(view, CodeView):
        pressed = [one.press for part in (view.spaces, view.dice, view.players) for one in part]
    else:
        pressed = [cell.press for _, cells in view.rows for cell in cells]
    pad = [] if view.pad is None else [key.key for key in view.pad.keys]
    return frozenset(key for key in (*keys, *pressed, *pad) if key is not None)
