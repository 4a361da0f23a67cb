"""What the nets that read one die learn."""

from __future__ import annotations

from dataclasses import dataclass

from vision.network.outputs import (
    KINDS,
    NUMERAL_FACES,
    NUMERAL_SIDE,
    PIP_FACES,
    PIP_SIDE,
    POLY_FACES,
    POLY_SIDE,
    POSE,
    SIDES,
    TROUBLES,
)


@dataclass(frozen=True)
class Task:
    """One net's crops (px a side) and faces, the themes of rendered frames and the styles of photographs.

    `whole` tells a net that sees a whole die from one that sees its upper face, `poses` one that also says
    where the upper face is in its crop.
    """

    side: int
    faces: tuple[str, ...]
    themes: tuple[str, ...]
    styles: tuple[str, ...]
    whole: bool = True
    poses: bool = False

    @property
    def outputs(self) -> int:
        """Logits: faces, sides, kinds, troubles, pose."""
        return sum(self.heads)

    @property
    def heads(self) -> list[int]:
        """Outputs of each head."""
        heads = [len(self.faces)]
        if self.whole:
            heads += [len(SIDES), len(KINDS), len(TROUBLES)]
        return heads + ([POSE] if self.poses else [])


TASKS = {
    "pips": Task(PIP_SIDE, PIP_FACES, ("mixed", "favor", "d6"), ("pip",)),
    "polyhedra": Task(POLY_SIDE, POLY_FACES, ("poly",), ("numeral",), poses=True),
    "numerals": Task(NUMERAL_SIDE, NUMERAL_FACES, ("poly",), ("numeral",), whole=False, poses=True),
}
