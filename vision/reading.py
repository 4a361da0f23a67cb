"""What the camera saw, as data: one `Reading` a frame, one `DieReading` a die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Frame: TypeAlias = NDArray[np.uint8]
"""A picture as OpenCV hands it over: (height, width, 3), uint8, blue-green-red."""

Status: TypeAlias = Literal["ok", "unsure"]


@dataclass(frozen=True)
class DieReading:
    """One die as it lies.

    `box` is x, y, width, height in px of the frame, around the visible die. `confidence` is 0 to 1.
    `body` is the body colour's plain name ("red", "white", …). `value` is None for a face without one.
    """

    die: str
    sides: int
    face: str
    value: int | None
    confidence: float
    box: tuple[float, float, float, float]
    body: str

    def to_json(self) -> dict[str, Any]:
        """The die as `pharaoh read --json` prints it."""
        return {
            "die": self.die,
            "sides": self.sides,
            "face": self.face,
            "value": self.value,
            "confidence": round(self.confidence, 3),
            "box": [round(float(side), 1) for side in self.box],
            "body": self.body,
        }


@dataclass(frozen=True)
class Reading:
    """All dice of one frame, or the best guess and why it is not to be trusted.

    `status` is "unsure" exactly when `reason` is a sentence for the people at the table. `ms` is the time
    that the reading alone took.
    """

    status: Status
    reason: str | None
    dice: tuple[DieReading, ...]
    ms: float

    def to_json(self, image: str) -> dict[str, Any]:
        """The reading as `pharaoh read --json` prints it for the picture called `image`."""
        return {
            "image": image,
            "status": self.status,
            "reason": self.reason,
            "ms": round(self.ms, 2),
            "dice": [die.to_json() for die in self.dice],
        }
