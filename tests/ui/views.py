"""Views of the Favor screen as a table session shows them in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ui.view import Command, DiceRole, DieView, FavorView, PlayerView, TileState, TileView, Tone

SIZES = [(800, 480), (480, 320)]

PIPS = ("1", "2", "3", "4", "5", "6")
KINDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "standard": ("red", "white", PIPS),
    "immediate": ("white", "black", PIPS),
    "serf": ("orange", "white", ("1", "2", "3", "4")),
    "noble": ("olive", "white", ("3", "4", "5", "6")),
    "artisan": ("blue", "white", ("star", "2", "3", "4", "5", "6")),
    "intrigue": ("green", "white", ("1", "2", "3", "4", "5", "double-star")),
    "voyage": ("black", "white", ("star", "gain", "reroll", "blocked")),
    "decree": ("purple", "white", ("decree", "2", "3", "4", "5", "6")),
}

GRID: Sequence[tuple[int, Sequence[tuple[str, str]]]] = (
    (7, (
        ("Queen", "Seven of a Kind"), ("General", "Three of a Kind & Two Pairs"),
        ("Heir", "Three of a Kind & Four of a Kind"), ("Queen's Favor", "40+"),
    )),
    (6, (
        ("Priest of the Dead", "Six of a Kind"), ("Royal Attendants", "Three Pairs"),
        ("Surveyor", "Pair & Four of a Kind"), ("Secret Passage", "30+"),
    )),
    (5, (
        ("Charioteer", "Five of a Kind"), ("Conspirator", "12345 / 23456"),
        ("Master Artisan", "Three 6's & Pair of 1's"), ("Burial Mask", "All Different"),
    )),
    (4, (
        ("Palace Servants", "Four of a Kind"), ("Noble Adoption", "1234 / 2345 / 3456"),
        ("Grain Merchant", "Pair of 6's & Pair of 1's"), ("Spirit of the Dead", "20+"),
    )),
    (3, (
        ("Indentured Worker", "Three of a Kind"), ("Farmer", "Pair"),
        ("Servant", "All Even"), ("Ancestral Guidance", "10+"),
    )),
)  # fmt: skip
PLACES = (("yellow1", "yellow"), ("yellow2", "yellow"), ("blue", "blue"), ("red", "red"))


def die(kind: str, face: str | None, *, doubtful: bool = False) -> DieView:
    body, mark, faces = KINDS[kind]
    likeliest_first = tuple(sorted(faces, key=lambda one: one != face))
    return DieView(kind, body, mark, face, likeliest_first, doubtful)


def standard(*faces: str) -> tuple[DieView, ...]:
    return tuple(die("standard", face) for face in faces)


def tiles(
    states: Mapping[str, tuple[TileState, str | None]], other: TileState = "waiting"
) -> tuple[TileView, ...]:
    found = []
    for level, row in GRID:
        for (name, requirement), (place, colour) in zip(row, PLACES, strict=True):
            state, reason = states.get(name, (other, f"needs {requirement.lower()}, you have two 4s"))
            reason = None if state in ("claimable", "waiting") else reason
            left = 0 if state == "empty" else max(1, 6 - level)
            found.append(TileView(_id(name), name, level, place, colour, requirement, left, state, reason))
    state, reason = states.get("Herder", (other, None))
    found.append(TileView("herder", "Herder", 0, "yellow1", "yellow", "Any Roll", 3, state, reason))
    return tuple(found)


def _id(name: str) -> str:
    return name.lower().replace(" ", "-").replace("'", "")


PLAYERS = (
    PlayerView("Clara", 2, 1, ("Guard", "Soothsayer", "Builder", "Artisan"), True),
    PlayerView("Nefertiti", 0, 12, ("Farmer",), False),
    PlayerView("Bo", 3, 0, (), False),
    PlayerView("Maximilian the Elder", 1, 1, ("Farmer", "Herder"), False),
)
BARS = ((7, "7A"), (6, "6A"), (5, "5B"), (4, "4B"), (3, "3A"))


def view(
    *,
    title: str = "Clara",
    message: str | None = None,
    tone: Tone = "plain",
    dice: tuple[DieView, ...] = (),
    dice_role: DiceRole = "watch",
    pyramid: tuple[DieView, ...] = (),
    bars: tuple[tuple[int, str], ...] = BARS,
    on_grid: tuple[TileView, ...] | None = None,
    players: tuple[PlayerView, ...] = PLAYERS,
    commands: tuple[Command, ...] = (),
    can_undo: bool = True,
    camera: str = "still",
) -> FavorView:
    return FavorView(
        title, message, tone, dice, dice_role, pyramid, bars, tiles({}) if on_grid is None else on_grid,
        players, commands, can_undo, camera,
    )  # fmt: skip


LOCK = view(
    title="Clara: lock dice",
    message="an Immediate die must be locked before the next roll: lock the Immediate 2 as well (Play)",
    tone="refusal",
    dice=(
        *standard("4", "4", "1"),
        die("immediate", "2"),
        die("serf", "3"),
        die("noble", "6"),
        die("artisan", "star"),
        die("intrigue", "double-star", doubtful=True),
        die("voyage", "gain"),
    ),
    dice_role="lock",
    pyramid=(*standard("4", "5"), die("decree", "decree")),
)

CLAIM = view(
    title="Clara: claim a tile",
    message="All dice are locked. Which tile does Clara claim?",
    tone="ask",
    pyramid=(
        *standard("4", "4", "4", "4", "2"),
        die("immediate", "4"),
        die("voyage", "blocked"),
        die("artisan", "star"),
    ),
    on_grid=tiles(
        {
            "Palace Servants": ("claimable", None),
            "Indentured Worker": ("claimable", None),
            "Farmer": ("owned", "Clara has a Farmer already"),
            "Spirit of the Dead": ("claimable", None),
            "Charioteer": ("claimable", None),
            "Secret Passage": ("empty", "no Secret Passage is left"),
            "Noble Adoption": ("refused", "needs 1-2-3-4 or 2-3-4-5 or 3-4-5-6, you lack a 3 and a 5"),
            "Herder": ("claimable", None),
        },
        other="refused",
    ),
    commands=(Command("end", "End without a claim"),),
)

ENTER = view(
    title="Clara: check the roll",
    message="Two dice are hard to read. Are these faces right?",
    tone="ask",
    dice=(
        *standard("6", "6"),
        die("standard", "3", doubtful=True),
        die("voyage", None, doubtful=True),
        die("decree", "decree"),
    ),
    dice_role="enter",
    commands=(Command("confirm", "The roll is right", main=True), Command("again", "Look again")),
    camera="unsure",
)

SETUP = view(
    title="Level 5, first yellow place",
    message="Roll a die for this place: which number does it show?",
    tone="plain",
    bars=((3, "3A"), (4, "4B")),
    on_grid=tuple(tile for tile in tiles({}) if tile.level <= 4),
    commands=tuple(Command(f"number-{n}", str(n)) for n in range(1, 7)),
    camera="empty",
)

COURT = view(
    title="Final roll-off: Bo must beat Seven 5s",
    message="Bo holds the Pharaoh with Eight 4s",
    dice=(),
    pyramid=standard(*"444444446655332"),
    on_grid=tiles({}, other="refused"),
    players=PLAYERS[:3],
    commands=(
        Command("announce", "Announce Eight 4s", main=True),
        Command("reroll", "Use a reroll token"),
        Command("pip", "Use a +1 pip token"),
        Command("end", "End the turn"),
    ),
)

FULL = view(
    title="Maximilian the Elder: lock dice",
    message="Lock at least one die",
    dice=(*standard(*"123456123456"), die("immediate", "5"), die("immediate", "6"), die("serf", "1")),
    dice_role="lock",
    players=PLAYERS,
    commands=(Command("lock-all", "Lock all", main=True),),
    can_undo=False,
)

VIEWS: dict[str, FavorView] = {
    "lock": LOCK, "claim": CLAIM, "enter": ENTER, "setup": SETUP, "court": COURT, "full": FULL,
}  # fmt: skip
