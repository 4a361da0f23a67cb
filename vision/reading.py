"""What the camera saw, as data: one `Reading` a frame, one `DieReading` a die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Frame: TypeAlias = NDArray[np.uint8]
"""A picture as OpenCV hands it over: (height, width, 3), uint8, blue-green-red."""

Status: TypeAlias = Literal["ok", "unsure"]

Zone: TypeAlias = Literal["roll", "lock"]
"""Where on the mat a die lies: dice are rolled in one field and set aside in the other."""


@dataclass(frozen=True)
class DieReading:
    """One die as it lies.

    `box` is x, y, width, height in px of the frame, around the visible die. `confidence` is 0 to 1.
    `body` is the body colour's plain name ("red", "white", …). `value` is None for a face without one.
    `place_mm` is where it stands on the printed mat, x and y in mm from the sheet's upper left corner, and
    `zone` the field it stands in; both are None without a mat, `zone` also outside both fields.
    `fresh` says of a die that lies where one lay at the reading before whether that place was seen bare in
    between; None where it was not watched, as in a single picture.
    """

    die: str
    sides: int
    face: str
    value: int | None
    confidence: float
    box: tuple[float, float, float, float]
    body: str
    place_mm: tuple[float, float] | None = None
    zone: Zone | None = None
    fresh: bool | None = None

    def to_json(self) -> dict[str, Any]:
        """The die as `pharaoh read --json` prints it; place and zone only where they are known."""
        fields: dict[str, Any] = {
            "die": self.die,
            "sides": self.sides,
            "face": self.face,
            "value": self.value,
            "confidence": round(self.confidence, 3),
            "box": [round(float(side), 1) for side in self.box],
            "body": self.body,
        }
        if self.place_mm is not None:
            fields["place_mm"] = [round(float(side), 1) for side in self.place_mm]
        if self.zone is not None:
            fields["zone"] = self.zone
        return fields


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
