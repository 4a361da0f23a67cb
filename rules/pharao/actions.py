"""What people do and see in Pharao, as data. Spaces and places are those of `rules.pharao.board`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.pharao.board import Side
from rules.pharao.pieces import Colour, Symbol
from rules.table import ActionCodec


@dataclass(frozen=True)
class Laid:
    """The covers lie: gap, crack tiles, base tiles black, grey, white, brown; pyramids elsewhere."""

    gap: int
    cracks: tuple[int, ...]
    bases: tuple[int, int, int, int]


@dataclass(frozen=True)
class Placed:
    """While covers are laid out: what lies on `start`, no pyramid, changes places with what lies on `to`."""

    start: int
    to: int


@dataclass(frozen=True)
class CrackTiles:
    """While covers are laid out: so many crack tiles are used, pyramids instead of the others."""

    number: int


@dataclass(frozen=True)
class Looked:
    """A place in sight shows this: gap, space under a crack tile or empty base tile, tile outside."""

    place: int
    shows: str


@dataclass(frozen=True)
class Forgot:
    """What was remembered of the tile at this place is wrong: all of it is forgotten."""

    place: int


@dataclass(frozen=True)
class Begins:
    """The seat begins of who most recently fell into a hole."""

    seat: int


@dataclass(frozen=True)
class Turned:
    """The next search card's back shows this symbol."""

    symbol: Symbol


@dataclass(frozen=True)
class Pushed:
    """The tile outside went into a tile row from a side, turned by quarter-turns clockwise.

    `turn` is None where nobody can say how it was turned. `gap` is where the gap was carried to, None where
    it stayed.
    """

    row: int
    side: Side
    turn: int | None = 0
    gap: int | None = None


@dataclass(frozen=True)
class Fell:
    """Of the mummies that were moved onto unseen ground these fell into a hole, and the others did not."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True)
class Stole:
    """The seal that the supply lacks is taken from this seat, or from nobody."""

    seat: int | None


@dataclass(frozen=True)
class MummiesSet:
    """The empty base tiles were filled, but for these, where the mummy would fall into a hole."""

    left_out: tuple[Colour, ...]


@dataclass(frozen=True)
class Revealed:
    """A search card was turned over; `outside` says that its animal is visible on the tile outside."""

    animal: str
    value: int
    outside: bool


@dataclass(frozen=True)
class Slid:
    """The gap came to `to`, whose ground shows `shows`: one cover slid, or a whole line of them."""

    to: int
    shows: str


PharaoAction: TypeAlias = (
    Laid
    | Placed
    | CrackTiles
    | Looked
    | Forgot
    | Begins
    | Turned
    | Pushed
    | Fell
    | Stole
    | MummiesSet
    | Revealed
    | Slid
)

CODEC: ActionCodec[PharaoAction] = ActionCodec(
    (
        Laid,
        Placed,
        CrackTiles,
        Looked,
        Forgot,
        Begins,
        Turned,
        Pushed,
        Fell,
        Stole,
        MummiesSet,
        Revealed,
        Slid,
    )
)
