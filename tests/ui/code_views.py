"""Views of Pharaoh Code's screen, for tests."""

from __future__ import annotations

from dataclasses import replace

from ui.code_view import (
    CellView,
    CodeView,
    ContenderView,
    NumberDieView,
    PadKey,
    PadView,
    PlayerState,
    SandView,
    SpaceView,
    TileSetView,
)
from ui.view import Command

COLOURS = ("black", "red", "red", "blue", "blue", "blue", "yellow", "yellow", "yellow", "yellow")
NUMBERS = (960, 33, 45, 22, 18, 20, 3, 4, 5, 6)

SPACES = tuple(
    SpaceView(colour, number, "lying", press=f"space:{index}")
    for index, (colour, number) in enumerate(zip(COLOURS, NUMBERS, strict=True))
)
DICE = tuple(
    NumberDieView(name, value, press=f"die:{name}") for name, value in (("d8", 2), ("d10", 5), ("d12", 11))
)
EQUATION = PadView(
    "(5 - 2) × 11",
    "Ann: 33 = ?",
    (
        *(PadKey(label, f"pad:{label}") for label in ("2", "5", "11", "+", "-", "×", "÷", "(", ")")),
        PadKey("Delete", "pad:delete"),
        PadKey("Done", None, main=True),
    ),
    3,
)
TWELVE = PadView(
    "",
    "What does the d12 show?",
    (*(PadKey(str(n), f"pad:{n}") for n in range(1, 13)), PadKey("Close", "pad:close")),
    4,
)


def players(count: int, states: tuple[PlayerState, ...] = ()) -> tuple[ContenderView, ...]:
    return tuple(
        ContenderView(
            f"Nebuchadnezzar {seat}"[:16],
            None if seat == 1 else 23,
            12,
            4,
            seat == 0,
            states[seat] if seat < len(states) else "may-claim",
            None if seat < len(states) else f"claim:{seat}",
        )
        for seat in range(count)
    )


def commands(count: int) -> tuple[Command, ...]:
    return tuple(Command(f"command-{n}", f"Command number {n}", main=n == 0) for n in range(count))


THINKING = CodeView(
    "Who has an equation?", None, "plain", SPACES, DICE, players(5), commands(2), True, "still"
)
RUNNING = replace(THINKING, sand=SandView(22_300, 30_000, "running"), message="Ann takes 33")
LARGE = replace(THINKING, sand=SandView(4_300, 30_000, "running", large=True), message="Ann takes 33")
FLOOR = replace(RUNNING, players=players(4, ("has-the-floor", "waits", "served")))
STATING = replace(THINKING, pad=EQUATION, players=players(2, ("plain", "plain")), commands=commands(4))
ENTERING = replace(THINKING, pad=TWELVE, tone="ask", message="Is it a 6 or a 9?")
READING = replace(
    THINKING,
    sheet=("Nobody saw, with 2, 5 and 11:", *(f"{n} = 5 × (11 - 2) = 2 + 5 × 11" for n in range(10))),
    notes=("Ann: 33 = (5 - 2) × 11, right", "Bob: 20, face down"),
)
LAYING = replace(
    THINKING,
    spaces=(
        *(replace(space, number=None, state="empty") for space in SPACES[:4]),
        replace(SPACES[4], state="taken", owner="Nebuchadnezzar", press=None),
        *SPACES[5:],
    ),
    dice=(),
    players=players(3, ("plain",) * 3),
)
VIEWS = {
    "thinking": THINKING,
    "running": RUNNING,
    "large": LARGE,
    "floor": FLOOR,
    "stating": STATING,
    "entering": ENTERING,
    "reading": READING,
    "laying": LAYING,
}

CELLS = tuple(CellView(n, 3, f"cell:red:{n}") for n in range(20, 32))
TILE_SET = TileSetView(
    "The set of tiles: 30 of 48",
    None,
    "plain",
    commands(2),
    True,
    "",
    (
        ("black", (*CELLS, CellView(None, None, "cell:black:12"))),
        ("red", CELLS[:5]),
        ("blue", (CellView(None, None, "cell:blue:0", chosen=True),)),
        ("yellow", CELLS),
    ),
)
TILE_PAD = replace(
    TILE_SET,
    pad=TWELVE,
    commands=commands(1),
    rows=tuple((colour, tuple(replace(c, press=None) for c in cells)) for colour, cells in TILE_SET.rows),
)
SETS = {"set": TILE_SET, "set with pad": TILE_PAD}
