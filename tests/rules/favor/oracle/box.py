"""What is in the box, typed from the rulebook's pages: dice, tiles, what lies under which bar.

Nothing here comes from the engine. A die is a pair (kind, face), both strings; a tile is the name that
journals keep. Every tile carries its sentence from the Tile Reference, to be checked by eye and by test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

D = tuple[str, str]
"""A die as it lies: (kind, face)."""

# Rulebook, Dice; rules-facts, Dice: three pairs of opposite faces each.
OPPOSITES: dict[str, list[tuple[str, str]]] = {
    "standard": [("1", "6"), ("2", "5"), ("3", "4")],
    "immediate": [("1", "6"), ("2", "5"), ("3", "4")],
    "serf": [("1", "2"), ("2", "1"), ("3", "4")],
    "noble": [("5", "6"), ("6", "5"), ("3", "4")],
    "artisan": [("star", "6"), ("2", "5"), ("3", "4")],
    "intrigue": [("1", "double-star"), ("2", "5"), ("3", "4")],
    "voyage": [("star", "gain"), ("reroll", "blocked"), ("reroll", "blocked")],
    "decree": [("decree", "6"), ("2", "5"), ("3", "4")],
}

FACES: dict[str, list[str]] = {
    kind: sorted({face for pair in pairs for face in pair}) for kind, pairs in OPPOSITES.items()
}
SIDES: dict[str, list[str]] = {kind: [f for pair in pairs for f in pair] for kind, pairs in OPPOSITES.items()}

# The faces on which something may be done when they come up (rulebook, Dice): how many dice may be adjusted.
ADJUSTING_FACES: dict[D, int] = {
    ("artisan", "star"): 1,
    ("intrigue", "double-star"): 2,
    ("voyage", "star"): 1,
    ("decree", "decree"): 1,
}
REROLLING_FACE: D = ("voyage", "reroll")


def pips(die: D) -> int | None:
    """What the face counts; None for a face that has no value (rules-facts, Dice)."""
    kind, face = die
    if (kind, face) == ("artisan", "star"):
        return 1
    return int(face) if face in "123456" else None


def among(wanted: Sequence[D], dice: Sequence[D]) -> bool:
    """Whether all wanted dice are there, as many times as they are wanted."""
    return all(wanted.count(die) <= dice.count(die) for die in wanted)


def upside_down(die: D) -> D:
    kind, face = die
    for one, other in OPPOSITES[kind]:
        if face == one:
            return kind, other
        if face == other:
            return kind, one
    raise AssertionError(die)


def other_faces(die: D) -> list[D]:
    """Adjust to any other face: what the die could show instead."""
    return [(die[0], face) for face in FACES[die[0]] if face != die[1]]


def with_pips(die: D, number: int) -> D | None:
    """The same die showing this many pips, or None where it has no such face."""
    for face in FACES[die[0]]:
        if pips((die[0], face)) == number:
            return die[0], face
    return None


class TileText(NamedTuple):
    """One entry of the Tile Reference: what stands in the corner, and the sentence."""

    level: int
    colour: str
    corner: tuple[int, ...]
    sentence: str


def _y(level: int, corner: Sequence[int], sentence: str) -> TileText:
    return TileText(level, "yellow", tuple(corner), sentence)


def _b(level: int, corner: Sequence[int], sentence: str) -> TileText:
    return TileText(level, "blue", tuple(corner), sentence)


def _r(level: int, corner: Sequence[int], sentence: str) -> TileText:
    return TileText(level, "red", tuple(corner), sentence)


TILES: dict[str, TileText] = {
    "herder": _y(
        0,
        [],
        "Once per turn, after locking 2 or more matching dice on one roll, gain +1 Standard die to "
        "roll for the rest of this turn, starting with your next roll.",
    ),
    "farmer": _y(3, [1], "Roll +1 Standard die to start your turn."),
    "guard": _y(3, [2], 'After any roll, may bring 1 Standard die into play as a "2".'),
    "indentured-worker": _y(
        3,
        [3],
        "When claimed, gain 1 token. Roll +1 Immediate die to start your turn.",
    ),
    "serf": _y(3, [4], "Roll +1 Serf die to start your turn. (See the Dice section for details.)"),
    "worker": _y(3, [5], 'After a roll, may bring 1 Standard die into play as a "1".'),
    "beggar": _b(3, [1, 2], "Each turn, gain 1 token before your first roll."),
    "servant": _b(3, [3, 4], "Add 1, 2, or 3 pips to an active die."),
    "soothsayer": _b(3, [5, 6], "Move any number of pips between two active dice."),
    "ankh": _r(3, [3, 4], "Gain tokens equal to the number of tokens you have."),
    "omen": _r(
        3,
        [5, 6],
        "After claiming this tile, immediately take another turn with one fewer Standard die, rolling"
        " 1 Standard die fewer than normal to start it.",
    ),
    "ancestral-guidance": _r(
        3,
        [1, 2],
        "Gain 2 tokens immediately when used and +1 Standard die to roll for the rest of this turn, "
        "starting with your next roll.",
    ),
    "artisan": _y(
        4,
        [1],
        "Roll +1 Artisan die to start your turn. (See the Dice section for details.)",
    ),
    "builder": _y(
        4,
        [2],
        "Each turn, gain 1 token before your first roll. Roll +1 Immediate die to start your turn.",
    ),
    "noble-adoption": _y(
        4,
        [3],
        "Roll +1 Noble die to start your turn. (See the Dice section for details.)",
    ),
    "palace-servants": _y(4, [4], "Roll +2 Immediate dice to start your turn."),
    "soldier": _y(4, [5], 'After any roll, may bring 1 Standard die into play as a "3".'),
    "grain-merchant": _b(4, [3, 4], "Reroll 1+ active dice to gain 1 token."),
    "entertainer": _b(
        4,
        [1, 2],
        "Flip any number of dice, including Custom dice, upside down. Example: you could flip two "
        '"1s" and one "3" to become two "6s" and one "4".',
    ),
    "matchmaker": _b(4, [5, 6], "Adjust 1 active die to match any locked die."),
    "good-omen": _r(4, [1, 2], "After claiming this tile, immediately take another turn."),
    "palace-key": _r(4, [3, 4], "Roll +2 Standard dice to start your turn."),
    "spirit-of-the-dead": _r(
        4,
        [5, 6],
        "After locking all rolled dice, gain +1 Standard die, adjust it to any face, and lock it.",
    ),
    "charioteer": _y(5, [1], 'After any roll, may bring 1 Standard die into play as a "5".'),
    "conspirator": _y(
        5,
        [2],
        "Roll +1 Intrigue die to start your turn. (See the Dice section for details.)",
    ),
    "overseer": _y(5, [3], 'After any roll, may bring 1 Standard die into play as a "4".'),
    "ship-captain": _y(
        5,
        [4],
        "Roll +1 Voyage die to start your turn. (See the Dice section for details.)",
    ),
    "tomb-builder": _y(
        5,
        [5],
        "Each turn, gain 1 token before your first roll. Roll +1 Standard die to start your turn.",
    ),
    "head-servant": _b(5, [1, 2], "Adjust any number of active Immediate dice to any face(s)."),
    "master-artisan": _b(5, [3, 4], "Adjust 1 active die to any other face."),
    "priest": _b(5, [5, 6], "Add 1 pip to any number of active dice."),
    "bad-omen": _r(
        5,
        [1, 2],
        "Each other player rolls 2 fewer dice (of their choice) to start their next turn, unless it "
        "is during the final roll-off. Roll +1 Standard die to start your next turn.",
    ),
    "burial-mask": _r(5, [3, 4], "Gain 5 tokens."),
    "royal-decree": _r(5, [5, 6], "Roll +3 Immediate dice to start your final roll-off turn."),
    "embalmer": _y(6, [1], 'After any roll, may bring 1 Standard die into play as a "6".'),
    "estate-overseer": _y(
        6,
        [2],
        "Each turn, gain 1 token and put a Standard die on this tile with value 1. After each roll, "
        "you may bring this die into play. If not, increase its value by 1 and leave it on this tile "
        "until after your next roll.",
    ),
    "grain-trader": _y(
        6,
        [3],
        "Each turn, gain 2 tokens before your first roll. Roll +1 Standard die to start your turn.",
    ),
    "priest-of-the-dead": _y(
        6,
        [4],
        "After locking all rolled dice, gain +1 Standard die, adjust it to any face, and lock it.",
    ),
    "royal-attendants": _y(6, [5], "Roll +1 Standard die and +1 Immediate die to start your turn."),
    "astrologer": _b(6, [1, 2], "Move any number of pips among up to three active dice."),
    "priestess": _b(6, [3, 4], "Add exactly 2 pips to any number of active dice."),
    "surveyor": _b(
        6,
        [5, 6],
        "Replace 1 active die with 2 Immediate dice, whose pips must sum to the number of pips of the"
        " die being replaced. These dice may be adjusted but must be locked before your next roll.",
    ),
    "pharaohs-gift": _r(
        6,
        [1, 2],
        "Redo your final roll-off turn. After your final roll-off turn, redo your final roll-off. Do "
        "not regain any tokens or Artifacts spent on your previous roll-off turn.",
    ),
    "secret-passage": _r(6, [3, 4], "Claim up to two level 3 tiles that you don't already have."),
    "treasure": _r(
        6,
        [5, 6],
        "Divide locked into groups to claim. Use after claiming a tile (including possibly this one)."
        " Divide your locked dice into two groups. With each group, claim one yellow or blue tile "
        "that you don't already have.",
    ),
    "queen": _y(
        7,
        [1, 2, 3, 4, 5, 6],
        "When claimed, take the Pharaoh token. After any roll, may bring 1 Standard die of any value "
        "into play.",
    ),
    "general": _y(7, [1, 2], "Roll +2 Standard dice to start your turn."),
    "grand-vizier": _y(
        7,
        [5, 6],
        "Roll +1 Decree die to start your turn. (See the Dice section for details.)",
    ),
    "granary-master": _y(
        7,
        [3, 4],
        "Roll +1 Standard die to start your turn and put a Standard die on this tile with value 1. "
        "After each roll, you may bring this die into play. If not, increase its value by 1 and leave"
        " it on this tile until after your next roll.",
    ),
    "heir": _b(
        7,
        [1, 2],
        "Add 1 or 2 pips to any number of active dice. You may add 1 pip to some dice and 2 pips to "
        "other dice.",
    ),
    "royal-astrologer": _b(
        7,
        [3, 4],
        "Adjust any number of active custom and Immediate dice to any other face(s).",
    ),
    "royal-mother": _b(
        7,
        [5, 6],
        "Swap for. Replace any number of active Immediate dice and/or a Serf die with an equal number"
        " of tokens and Standard die to roll for the rest of this turn, starting with your next roll.",
    ),
    "queens-favor": _r(
        7,
        [1, 2],
        "Play immediately. Claim any yellow or blue tile of level 6 or lower that you don't already "
        "have and then immediately take another turn.",
    ),
    "royal-death": _r(
        7,
        [3, 4],
        "Play immediately. Give +1 die token to any player who did not get a turn this round. You "
        "begin the final roll-off, rolling +2 Immediate dice. Players must beat seven 1s to claim the"
        " Pharaoh (and, once it has been claimed, players must beat the current high roll normally).",
    ),
    "royal-power": _r(
        7,
        [5, 6],
        "Claim up to two blue tiles of level 6 or lower that you don't already have.",
    ),
}

# What each tile adds to the dice that start its owner's turn.
START_DICE: dict[str, list[str]] = {
    "farmer": ["standard"],
    "indentured-worker": ["immediate"],
    "serf": ["serf"],
    "artisan": ["artisan"],
    "builder": ["immediate"],
    "noble-adoption": ["noble"],
    "palace-servants": ["immediate", "immediate"],
    "conspirator": ["intrigue"],
    "ship-captain": ["voyage"],
    "tomb-builder": ["standard"],
    "grain-trader": ["standard"],
    "royal-attendants": ["standard", "immediate"],
    "general": ["standard", "standard"],
    "grand-vizier": ["decree"],
    "granary-master": ["standard"],
}
# Red tiles that are spent to roll more dice to start a turn.
START_ARTIFACTS: dict[str, list[str]] = {
    "palace-key": ["standard", "standard"],
    "royal-decree": ["immediate", "immediate", "immediate"],
}
# Tokens before the first roll of each turn.
START_TOKENS: dict[str, int] = {
    "beggar": 1,
    "builder": 1,
    "tomb-builder": 1,
    "estate-overseer": 1,
    "grain-trader": 2,
}
# A Standard die of this value may enter play after a roll.
BRINGS: dict[str, str] = {
    "guard": "2",
    "worker": "1",
    "soldier": "3",
    "charioteer": "5",
    "overseer": "4",
    "embalmer": "6",
}
BRINGS_ANY = "queen"
GROWS = ("estate-overseer", "granary-master")
LAST_DIE = ("spirit-of-the-dead", "priest-of-the-dead")

# Tiles of the first game, level 3 first; places yellow, yellow, blue, red (rulebook, First Game Setup).
FIRST_GAME: dict[int, list[str]] = {
    3: ["worker", "farmer", "servant", "omen"],
    4: ["artisan", "builder", "entertainer", "palace-key"],
    5: ["charioteer", "conspirator", "master-artisan", "burial-mask"],
    6: ["embalmer", "royal-attendants", "surveyor", "treasure"],
    7: ["queen", "general", "heir", "queens-favor"],
}
PLACES = ["yellow1", "yellow2", "blue", "red"]


def copies(level: int, players: int) -> int:
    """Tiles per stack (rulebook, First Game Setup)."""
    if level == 7:
        return 1
    if level in (5, 6):
        return max(1, players - 2)
    if level == 4:
        return players - 1
    return players
