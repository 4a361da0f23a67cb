"""How dice look: their colours, the faces of the eight Favor kinds, and how a die is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from vision.errors import SceneError

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

Family: TypeAlias = Literal["favor", "d6", "d8", "d10", "d12"]
Finish: TypeAlias = Literal["plain", "marbled", "speckled", "translucent"]
NumeralStyle: TypeAlias = Literal["sans", "serif", "narrow", "angular"]
Marker: TypeAlias = Literal["bar", "dot", "none"]

BODY_COLOURS: Mapping[str, Colour] = MappingProxyType(
    {
        "red": (38, 30, 196),
        "white": (226, 232, 234),
        "gold": (28, 150, 226),
        "olive": (46, 158, 150),
        "blue": (186, 74, 28),
        "green": (62, 122, 22),
        "black": (40, 36, 36),
        "purple": (142, 36, 96),
        "ivory": (196, 222, 234),
        "orange": (24, 98, 232),
        "yellow": (40, 210, 240),
        "pink": (170, 110, 236),
        "teal": (140, 136, 24),
        "grey": (128, 124, 122),
        "brown": (38, 62, 104),
    }
)

MARK_COLOURS: Mapping[str, Colour] = MappingProxyType(
    {
        "white": (240, 244, 244),
        "black": (28, 26, 26),
        "red": (36, 28, 190),
        "blue": (168, 62, 30),
        "gold": (70, 190, 236),
    }
)

FACES: tuple[str, ...] = (
    "1", "2", "3", "4", "5", "6", "star", "double-star", "reroll", "blocked", "gain", "decree",
)  # fmt: skip
"""What a cube can show."""


@dataclass(frozen=True)
class DieLook:
    """How a kind of die looks: its colours, and its faces as three pairs of opposite ones.

    `values` holds what a symbol counts as; `drawings` the drawing of a face where it differs from its name.
    """

    body: str
    mark: str
    pairs: tuple[tuple[str, str], tuple[str, str], tuple[str, str]] = (("1", "6"), ("2", "5"), ("3", "4"))
    values: Mapping[str, int] = field(default_factory=dict, hash=False)
    drawings: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def faces(self) -> tuple[str, ...]:
        """The different faces, in the order of the pairs."""
        return tuple(dict.fromkeys(face for pair in self.pairs for face in pair))


FAVOR_LOOKS: Mapping[str, DieLook] = MappingProxyType(
    {
        "standard": DieLook("red", "white"),
        "immediate": DieLook("white", "black"),
        "serf": DieLook("gold", "white", (("1", "2"), ("2", "1"), ("3", "4"))),
        "noble": DieLook("olive", "white", (("5", "6"), ("6", "5"), ("3", "4"))),
        "artisan": DieLook(
            "blue", "white", (("star", "6"), ("2", "5"), ("3", "4")), {"star": 1}, {"star": "star-and-pip"}
        ),
        "intrigue": DieLook("green", "white", (("1", "double-star"), ("2", "5"), ("3", "4"))),
        "voyage": DieLook("black", "white", (("star", "gain"), ("reroll", "blocked"), ("reroll", "blocked"))),
        "decree": DieLook("purple", "white", (("decree", "6"), ("2", "5"), ("3", "4"))),
    }
)
"""The eight dice of Favor of the Pharaoh by their body and mark colours."""

KIND_OF_COLOURS = {(look.body, look.mark): kind for kind, look in FAVOR_LOOKS.items()}


@dataclass(frozen=True)
class MarkStyle:
    """How marks are drawn: a pip's radius as a share of the face, or numerals of a style.

    `marker` tells 6 from 9; `height` is a numeral's height as a share of the largest square around the
    face's inscribed circle.
    """

    pip: float = 0.095
    numerals: NumeralStyle | None = None
    marker: Marker = "bar"
    height: float = 0.5


@dataclass(frozen=True)
class Make:
    """How a die is made, apart from its colours.

    `family` "favor" is a cube whose kind follows from its colours, "d6" a cube with pips of any colours, the
    others carry numerals. `rounding` is the radius of edges and corners as a share of the size; `finish`
    mixes the body colour with the one called `second` ("marbled", "speckled") or lets the table shine
    through ("translucent"); `grain` is the seed of such a pattern. `pip`, `numerals`, `marker` and `height`
    are those of a `MarkStyle`.
    Raises `SceneError` for anything that cannot be drawn.
    """

    family: Family = "favor"
    rounding: float = 0.13
    finish: Finish = "plain"
    second: str = "white"
    grain: int = 0
    pip: float = 0.095
    numerals: NumeralStyle = "sans"
    marker: Marker = "bar"
    height: float = 0.5

    def __post_init__(self) -> None:
        require(self.family, get_args(Family), "family of dice")
        require(self.finish, get_args(Finish), "finish")
        require(self.second, BODY_COLOURS, "body colour")
        require(self.numerals, get_args(NumeralStyle), "style of numerals")
        require(self.marker, get_args(Marker), "marker")
        if not 0.01 <= self.rounding <= 0.3:
            raise SceneError(f"A rounding of {self.rounding} cannot be drawn: give 0.01 to 0.3.")

    @property
    def is_cube(self) -> bool:
        """Whether the die has six faces."""
        return self.family in ("favor", "d6")

    @property
    def marks(self) -> MarkStyle:
        """The part that decides how its faces are drawn."""
        if self.is_cube:
            return MarkStyle(self.pip)
        return MarkStyle(0.0, self.numerals, self.marker, self.height)


FAMILY_FACES: Mapping[Family, tuple[str, ...]] = MappingProxyType(
    {
        "d6": tuple(str(face) for face in range(1, 7)),
        "d8": tuple(str(face) for face in range(1, 9)),
        "d10": tuple(str(face) for face in range(10)),
        "d12": tuple(str(face) for face in range(1, 13)),
    }
)
"""The faces of the dice that carry numbers alone."""


def require(name: str, known: Mapping[str, object] | tuple[str, ...], what: str) -> None:
    """Raise SceneError, with what there is, unless `name` is known."""
    if name not in known:
        raise SceneError(f"There is no {what} called {name!r}: take one of {', '.join(known)}.")
