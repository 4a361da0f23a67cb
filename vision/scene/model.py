"""What lies in a tray, under which light and before which camera, as frozen data.

Places are px of the frame at the height of the tray's floor, x to the right and y down; heights above the
floor are px too, so that a die of size 48 is 48 px high.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from vision.errors import SceneError
from vision.scene.looks import (
    BODY_COLOURS,
    FACES,
    FAMILY_FACES,
    FAVOR_LOOKS,
    KIND_OF_COLOURS,
    MARK_COLOURS,
    Colour,
    DieLook,
    Make,
    require,
)

Surface: TypeAlias = Literal["felt", "wood", "paper", "cloth", "stripes", "carpet"]

ClutterKind: TypeAlias = Literal["coin", "pen", "button", "dots"]


@dataclass(frozen=True)
class Glare:
    """The lamp's mirror image on a die's upper face.

    `place` is its middle and `reach` its half width and height, in halves of the square that the face's
    marks are drawn in, along the mark's own right and foot; `turn` is in degrees, `strength` 0 to 1.
    """

    place: tuple[float, float] = (0.0, 0.0)
    reach: tuple[float, float] = (0.6, 0.4)
    turn: float = 0.0
    strength: float = 1.0


@dataclass(frozen=True)
class SceneDie:
    """A die in the tray, with `face` on top.

    `body` and `mark` name colours of `BODY_COLOURS` and `MARK_COLOURS`, `face` one of the faces of its
    `make`'s family (a d10 shows "0" to "9"). `centre` is the place of the die's middle (px), `angle` its turn
    on the table (degrees, clockwise), `size` its height as it lies, between two opposite faces (px): a cube's
    edge. A die that is not at rest has a `tumble` (rotation vector in the table's plane, degrees: the way it
    leans or rolls), a `lift` above its resting height (px), and a `velocity` (px during one exposure) that
    blurs it. `glare` hides marks of its upper face.
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
    make: Make = field(default_factory=Make)
    glare: Glare | None = None

    def __post_init__(self) -> None:
        require(self.body, BODY_COLOURS, "body colour")
        require(self.mark, MARK_COLOURS, "mark colour")
        require(self.face, FAMILY_FACES.get(self.make.family, FACES), "face")
        if not self.size >= 4:
            raise SceneError(f"A die of {self.size} px is too small to draw: give at least 4 px.")

    @property
    def kind(self) -> str:
        """The Favor die with these colours, else the family: "d6" for a cube of colours that none has."""
        if self.make.family != "favor":
            return self.make.family
        return KIND_OF_COLOURS.get((self.body, self.mark), "d6")

    @property
    def look(self) -> DieLook:
        """A cube's faces: those that belong to its kind, plain pips where it is no Favor die."""
        return FAVOR_LOOKS.get(self.kind) or DieLook(self.body, self.mark)

    @property
    def value(self) -> int | None:
        """What the top face counts as (a d10's 0 is ten), or None for a symbol without a value."""
        if self.make.family == "d10" and self.face == "0":
            return 10
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
    """A camera over the tray.

    Without a `tilt` its sensor is parallel to the floor: `height` is its distance to it in frame widths,
    `nadir` the point right below it (shares of width and height), and dice away from that point show their
    sides. With a `tilt` it looks at the frame's middle from `height` frame widths away, that many degrees off
    the vertical, from the side on which `nadir` lies; the floor's far part is smaller then. `vignette` is the
    darkening in the corners (0 to 1), `noise` the sensor noise's standard deviation (of 255), `defocus` the
    blur's standard deviation (px).
    """

    height: float = 1.7
    nadir: tuple[float, float] = (0.5, 0.85)
    vignette: float = 0.22
    noise: float = 2.0
    defocus: float = 0.55
    tilt: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.tilt <= 45:
            raise SceneError(f"A camera tilted by {self.tilt} degrees cannot be drawn: give 0 to 45.")


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
class Clutter:
    """Something flat in the tray that is no die: a coin, a pen, a button, or dots printed on the cloth.

    `centre` is its middle and `size` its largest measure (px), `angle` its turn (degrees, clockwise), `tone`
    its colour, `seed` what varies among things of one kind.
    """

    kind: ClutterKind
    centre: tuple[float, float]
    size: float
    angle: float = 0.0
    tone: Colour = (60, 140, 190)
    seed: int = 0

    def __post_init__(self) -> None:
        require(self.kind, get_args(ClutterKind), "clutter")


@dataclass(frozen=True)
class Scene:
    """A tray with dice.

    `size` is width and height in px, `walls` the width of the tray's wall at the frame's edge as a share of
    the height (0 for none), `texture` the seed of the surface's grain, `dye` the surface's colour instead of
    its usual one. `clutter` lies under the dice.
    """

    dice: tuple[SceneDie, ...] = ()
    surface: Surface = "felt"
    light: Light = Light()
    camera: Camera = Camera()
    hand: Hand | None = None
    size: tuple[int, int] = (640, 480)
    walls: float = 0.04
    texture: int = 0
    dye: Colour | None = None
    clutter: tuple[Clutter, ...] = ()

    def __post_init__(self) -> None:
        require(self.surface, get_args(Surface), "surface")
        if min(self.size) < 32:
            raise SceneError(f"A frame of {self.size[0]} x {self.size[1]} px is too small: give 32 x 32 px.")
