"""Views of Pharao that show everything its screen can show."""

from __future__ import annotations

from dataclasses import replace

from ui.pharao_view import (
    MarkKind,
    MarkView,
    PharaoView,
    PushView,
    SeatView,
    SpaceView,
    Steering,
)
from ui.view import Command

KINDS: tuple[MarkKind, ...] = ("none", "seen", "sand", "hole", "passage", "animal")
BASES = {17: "black", 29: "grey", 42: "white", 44: "brown"}
CRACKS = (9, 14, 33, 46)
GAP = 35
LONGEST = "hippopotamus"
ANIMALS = ("cat", "dog", LONGEST, "snake", "scarab", "ibis", "falcon", "crocodile",
           "baboon", "camel", "scorpion", "lion")  # fmt: skip


def mark(kind: MarkKind, age: int | None = 2, *, followed: bool = False) -> MarkView:
    return MarkView(kind, LONGEST if kind == "animal" else "", age, followed)


def space(at: int) -> SpaceView:
    kind = KINDS[at % len(KINDS)]
    if at == GAP:
        return SpaceView("gap", mark("sand", 0))
    if at in CRACKS:
        return SpaceView("crack", mark(kind), key=f"look:{at}")
    if at in BASES:
        return SpaceView("base", mark(kind), BASES[at], mummy=at % 2 == 0)
    key = f"go:{at}" if at in (27, 34, 36, 43) else None
    step = {27: 1, 26: 2, 25: 3}.get(at)
    return SpaceView(
        "pyramid", mark(kind, at % 20, followed=at % 5 == 0), key=key, chosen=at == 10, step=step
    )


STEERING = (
    Steering("up", "go:27", "up"),
    Steering("down", "go:43", "down"),
    Steering("back", "go:34", "back"),
    Steering("ok", "go:36", "ok"),
)
FIVE = tuple(
    Command(f"shows:{key}", label, main=key == "hole")
    for key, label in (
        ("sand", "sand"), ("hole", "hole"), ("passage", "passage"), ("cat", f"the {LONGEST}"),
        ("other", "another animal"),
    )
)  # fmt: skip
SEATS = tuple(
    SeatView(name, points, 3, (1, 5, 0, 2), name == "Ann")
    for name, points in (("Ann", 12), ("Bartholomew Long", 105), ("Cem", 0), ("Dia", 7))
)

PLAYING = PharaoView(
    title="Bartholomew Long: slide one cover or a whole line, to the crocodile",
    message=None,
    tone="plain",
    spaces=tuple(space(at) for at in range(48)),
    outside=(mark("animal"), mark("sand"), MarkView(), mark("hole")),
    outside_keys=("look:48", "look:49", "look:50", "look:51"),
    rows=((True, False), (False, True), (True, True)),
    sought=("crocodile", 4),
    deck=14,
    back=None,
    players=SEATS,
    supply=(5, 4, 0, 1),
    mummies=12,
    commands=(Command("way", "12 slides by passage, sinks black and grey"), Command("menu", "More…")),
    can_undo=True,
    camera="",
    steering=STEERING,
)
CHOOSING = replace(PLAYING, steering=(), commands=(*FIVE, Command("menu", "More…")))
CARDS = replace(
    PLAYING,
    steering=(),
    sought=None,
    back=2,
    commands=(*(Command(f"card:{name}", name) for name in ANIMALS), Command("menu", "More…")),
)
GROUND = replace(
    CARDS, commands=tuple(Command(f"shows:{n}", n) for n in ("sand", "hole", "passage", *ANIMALS))
)
PUSHING = replace(
    PLAYING,
    steering=(),
    push=PushView(1, True, 0.4, tuple(mark(KINDS[at % 6]) for at in range(16)), (mark("animal"),) * 4),
)
ALONE = replace(CHOOSING, players=(SeatView("Ann", 9, 3, (1, 0, 0, 1), False),), searching=True)
VIEWS = {
    "playing": PLAYING,
    "choosing": CHOOSING,
    "cards": CARDS,
    "ground": GROUND,
    "pushing": PUSHING,
    "alone": ALONE,
}
