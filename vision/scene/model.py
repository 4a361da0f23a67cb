"""What lies in a tray, under which light and before which camera, as frozen data.

Places are px of the frame at the height of the tray's floor, x to the right and y down; heights above the
floor are px too, so that a die of size 48 is 48 px high.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from vision.errors import SceneError

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

Surface: TypeAlias = Literal["felt", "wood", "paper", "cloth"]

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
    }
)

MARK_COLOURS: Mapping[str, Colour] = MappingProxyType({"white": (240, 244, 244), "black": (28, 26, 26)})

FACES: tuple[str, ...] = (
    "1", "2", "3", "4", "5", "6", "star", "double-star", "reroll", "blocked", "gain", "decree",
)  # fmt: skip


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

_KIND_OF_COLOURS = {(look.body, look.mark): kind for kind, look in FAVOR_LOOKS.items()}


@dataclass(frozen=True)
class SceneDie:
    """A six-sided die in the tray, with `face` on top.

    `body` and `mark` name colours of `BODY_COLOURS` and `MARK_COLOURS`, `face` one of `FACES`. `centre` is
    the place of the die's middle (px), `angle` its turn on the table (degrees, clockwise), `size` its edge
    (px). A die that is not at rest has a `tumble` (rotation vector in the table's plane, degrees: the way it
    leans or rolls), a `lift` above its resting height (px), and a `velocity` (px during one exposure) that
    blurs it.
    Raises `SceneError` for a colour, face or size that cannot be drawn.
    """

    body: str
    mark: str
    face: str
    centre: tuple[float, float]
    angle: float = 0.0
    size: float = 48.0
    tumble: tuple[float, float] = (0.0, 0.0)
    lift: float = 0.0
    velocity: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        _require(self.body, BODY_COLOURS, "body colour")
        _require(self.mark, MARK_COLOURS, "mark colour")
        _require(self.face, FACES, "face")
        if not self.size >= 4:
            raise SceneError(f"A die of {self.size} px is too small to draw: give at least 4 px.")

    @property
    def kind(self) -> str:
        """The Favor die with these colours, or "d6"."""
        return _KIND_OF_COLOURS.get((self.body, self.mark), "d6")

    @property
    def look(self) -> DieLook:
        """The faces that belong to these colours; plain pips for colours that no Favor die has."""
        return FAVOR_LOOKS.get(self.kind) or DieLook(self.body, self.mark)

    @property
    def value(self) -> int | None:
        """What the top face counts as, or None for a symbol without a value."""
        return int(self.face) if self.face.isdecimal() else self.look.values.get(self.face)


@dataclass(frozen=True)
class Light:
    """One lamp or window.

    `azimuth` is where it stands seen from the middle (degrees clockwise from the right), `elevation` its
    height above the horizon (degrees, 10 to 90). `strength` scales the whole exposure, `ambient` (0 to 1) is
    the share that comes from all sides, `softness` (in die sizes) blurs the shadows' edges, `warmth` (-1 to
    1) goes from a cold to a warm tint.
    """

    azimuth: float = 215.0
    elevation: float = 52.0
    strength: float = 1.0
    ambient: float = 0.45
    softness: float = 0.1
    warmth: float = 0.0

    def __post_init__(self) -> None:
        if not 10 <= self.elevation <= 90:
            raise SceneError(f"A light at {self.elevation} degrees cannot be drawn: give 10 to 90.")


@dataclass(frozen=True)
class Camera:
    """A camera that looks straight down over the tray.

    `height` is its distance to the floor in frame widths, `nadir` the point right below it (shares of width
    and height): dice away from that point show their sides. `vignette` is the darkening in the corners (0 to
    1), `noise` the sensor noise's standard deviation (of 255), `defocus` the blur's standard deviation (px).
    """

    height: float = 1.7
    nadir: tuple[float, float] = (0.5, 0.85)
    vignette: float = 0.22
    noise: float = 2.0
    defocus: float = 0.55


@dataclass(frozen=True)
class Hand:
    """A hand that reaches in: its fingertips at `tip` (px), pointing to `angle` (degrees clockwise from the
    right), `breadth` across the palm (px), `tone` its colour.
    """

    tip: tuple[float, float]
    angle: float = -90.0
    breadth: float = 90.0
    tone: Colour = (128, 158, 208)


@dataclass(frozen=True)
class Scene:
    """A tray with dice.

    `size` is width and height in px, `walls` the width of the tray's wall at the frame's edge as a share of
    the height (0 for none), `texture` the seed of the surface's grain.
    """

    dice: tuple[SceneDie, ...] = ()
    surface: Surface = "felt"
    light: Light = Light()
    camera: Camera = Camera()
    hand: Hand | None = None
    size: tuple[int, int] = (640, 480)
    walls: float = 0.04
    texture: int = 0

    def __post_init__(self) -> None:
        _require(self.surface, ("felt", "wood", "paper", "cloth"), "surface")
        if min(self.size) < 32:
            raise SceneError(f"A frame of {self.size[0]} x {self.size[1]} px is too small: give 32 x 32 px.")


def _require(name: str, known: Mapping[str, object] | tuple[str, ...], what: str) -> None:
    if name not in known:
        raise SceneError(f"There is no {what} called {name!r}: take one of {', '.join(known)}.")
