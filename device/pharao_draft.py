"""What people have begun to enter in Pharao and not yet decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.pharao.board import COLUMNS, ROWS, Side, column_of, row_of, space
from rules.pharao.pieces import HOLE, Colour
from rules.pharao.state import MemoryLevel, Phase, State

Menu: TypeAlias = Literal["menu", "look", "forget", "leave"]

DIRECTIONS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True)
class Draft:
    """Each field belongs to one phase or menu; a blank one means that nothing was begun.

    `to` is where the gap goes, `line` the direction in which a whole line will slide; `looking` the place of
    which people say what it shows, `naming` that they name the animal in the gap. `animal` and `value` are
    the card's. `row`, `side`, `turn` and `carried` (to which space the gap went along) describe a push,
    `marked` mummies that fell or base tiles left out, `picked` a cover that is being laid out, and `shifting`
    that it moves step by step. `way` is which of the path aid's ways is shown, `review` which turn of the
    game that is over.
    """

    menu: Menu | None = None
    to: int | None = None
    line: str | None = None
    looking: int | None = None
    naming: bool = False
    animal: str | None = None
    value: int | None = None
    row: int | None = None
    side: Side | None = None
    turn: int | None = 0
    carried: int | None = None
    marked: frozenset[Colour] = frozenset()
    picked: int | None = None
    shifting: bool = False
    way: int = 0
    review: int | None = None


def blank(state: State) -> Draft:
    """The draft for a phase that begins: what the memory is sure of is already marked, where it may tell."""
    tells = state.setup.memory is MemoryLevel.FULL
    if state.phase is Phase.FALLS:
        sure = [c for c in state.unsure if tells and state.memory.sure(state.base(c)) == HOLE]
        return Draft(marked=frozenset(sure))
    if state.phase is Phase.MUMMIES:
        empty = state.empty_bases
        marked = [c for c in empty if tells and state.memory.sure(state.base(c)) == HOLE]
        for colour in reversed(empty):
            if len(empty) - len(marked) > state.mummies_left and colour not in marked:
                marked.append(colour)
        return Draft(marked=frozenset(marked))
    return Draft()


def beside(at: int, direction: str) -> int | None:
    """The space beside another one, or None at the edge."""
    down, right = DIRECTIONS[direction]
    row, column = row_of(at) + down, column_of(at) + right
    return space(row, column) if 0 <= row < ROWS and 0 <= column < COLUMNS else None
