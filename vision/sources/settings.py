"""What a camera can be told, whichever kind it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

ChannelOrder: TypeAlias = Literal["bgr", "rgb"]


@dataclass(frozen=True)
class CameraSettings:
    """How to set a camera up.

    `size` is the width and height in px to ask for; the camera may give another one. With `lock`, focus,
    exposure and white balance stay as they are after a warm-up, the exposure at a multiple of the period
    in which a lamp on mains of `lamp_hz` Hz brightens and dims. `order` is the order in which the camera's
    colours arrive: "rgb" only for one whose red and blue are exchanged.
    """

    size: tuple[int, int] | None = None
    lamp_hz: int = 50
    lock: bool = True
    order: ChannelOrder = "bgr"
