"""What the two nets that read one die learn."""

from __future__ import annotations

from dataclasses import dataclass

from vision.network.outputs import (
    KINDS,
    NUMERAL_FACES,
    NUMERAL_SIDE,
    PIP_FACES,
    PIP_SIDE,
    SIDES,
    TROUBLES,
)


@dataclass(frozen=True)
class Task:
    """One net's crops (px a side) and faces, the themes of rendered frames and the styles of photographs."""

    side: int
    faces: tuple[str, ...]
    themes: tuple[str, ...]
    styles: tuple[str, ...]

    @property
    def outputs(self) -> int:
        """Logits: faces, sides, kinds, troubles."""
        return sum(self.heads)

    @property
    def heads(self) -> list[int]:
        """Logits of each head."""
        return [len(self.faces), len(SIDES), len(KINDS), len(TROUBLES)]


TASKS = {
    "pips": Task(PIP_SIDE, PIP_FACES, ("mixed", "favor", "d6"), ("pip",)),
    "numerals": Task(NUMERAL_SIDE, NUMERAL_FACES, ("poly",), ("numeral",)),
}
