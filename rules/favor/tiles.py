"""The tiles in the box, in the order of the rulebook's Tile Reference.

`numbers` are those in the upper left corner, by which a random game picks its tiles. Dice to roll at the
start of a turn must be used each turn, all other powers are optional (rulebook, Powers). What the powers
do stands in `powers`, by tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.favor.dice import Kind


class Timing(StrEnum):
    """When a tile's power acts, in the words of the rulebook."""

    START = "to start your turn"
    WINDOW = "after any roll"
    LOCK = "after a lock"
    ANY_TIME = "during your turn"
    ALL_LOCKED = "after locking all rolled dice"
    CLAIMED = "when claimed"
    AFTER_CLAIM = "after claiming a tile"
    AFTER_TURN = "after your turn"
    ROLL_OFF = "in the final roll-off"


@dataclass(frozen=True)
class Tile:
    """One tile by its printed name; the Herder has level 0 and no corner number.

    `power` and `timing` say what it does and when. `start_dice` and `start_tokens` are what it gives at the
    start of each turn of its owner.
    """

    name: str
    level: int
    colour: str
    numbers: tuple[int, ...]
    timing: Timing
    power: str
    start_dice: tuple[Kind, ...] = ()
    start_tokens: int = 0

    @property
    def id(self) -> str:
        """The name in the form that journals keep: "queens-favor"."""
        return self.name.lower().replace("'", "").replace(" ", "-")

    @property
    def section(self) -> str:
        """The rulebook section that tells its power."""
        return f"Level {self.level} Tiles" if self.level else "Herder"


_S, _I = Kind.STANDARD, Kind.IMMEDIATE
_START, _WINDOW, _LOCKED = Timing.START, Timing.WINDOW, Timing.ALL_LOCKED
_CLAIMED, _AFTER = Timing.CLAIMED, Timing.AFTER_TURN

# name, level, colour, corner numbers, timing, power, dice and tokens at the start of each turn
_BOX = (
    Tile("Herder", 0, "yellow", (), Timing.LOCK,
         "Once per turn, after locking 2 or more matching dice on one roll, gain +1 Standard die "
         "to roll for the rest of this turn, starting with your next roll."),
    Tile("Farmer", 3, "yellow", (1,), _START, "Roll +1 Standard die to start your turn.", (_S,)),
    Tile("Guard", 3, "yellow", (2,), _WINDOW,
         "After any roll, may bring 1 Standard die into play as a 2."),
    Tile("Indentured Worker", 3, "yellow", (3,), _START,
         "When claimed, gain 1 token. Roll +1 Immediate die to start your turn.", (_I,)),
    Tile("Serf", 3, "yellow", (4,), _START, "Roll +1 Serf die to start your turn.", (Kind.SERF,)),
    Tile("Worker", 3, "yellow", (5,), _WINDOW,
         "After a roll, may bring 1 Standard die into play as a 1."),
    Tile("Beggar", 3, "blue", (1, 2), _START, "Each turn, gain 1 token before your first roll.", (), 1),
    Tile("Servant", 3, "blue", (3, 4), _WINDOW, "Add 1, 2, or 3 pips to an active die."),
    Tile("Soothsayer", 3, "blue", (5, 6), _WINDOW, "Move any number of pips between two active dice."),
    Tile("Ankh", 3, "red", (3, 4), _CLAIMED,
         "When claimed, gain tokens equal to the number of tokens you have."),
    Tile("Omen", 3, "red", (5, 6), _CLAIMED,
         "After claiming this tile, immediately take another turn, rolling 1 Standard die fewer "
         "than normal to start it."),
    Tile("Ancestral Guidance", 3, "red", (1, 2), Timing.ANY_TIME,
         "Gain 2 tokens and +1 Standard die to roll for the rest of this turn, starting with your "
         "next roll."),
    Tile("Artisan", 4, "yellow", (1,), _START,
         "Roll +1 Artisan die to start your turn.", (Kind.ARTISAN,)),
    Tile("Builder", 4, "yellow", (2,), _START,
         "Each turn, gain 1 token before your first roll. Roll +1 Immediate die to start your "
         "turn.", (_I,), 1),
    Tile("Noble Adoption", 4, "yellow", (3,), _START,
         "Roll +1 Noble die to start your turn.", (Kind.NOBLE,)),
    Tile("Palace Servants", 4, "yellow", (4,), _START,
         "Roll +2 Immediate dice to start your turn.", (_I, _I)),
    Tile("Soldier", 4, "yellow", (5,), _WINDOW,
         "After any roll, may bring 1 Standard die into play as a 3."),
    Tile("Grain Merchant", 4, "blue", (3, 4), _WINDOW, "Reroll 1+ active dice to gain 1 token."),
    Tile("Entertainer", 4, "blue", (1, 2), _WINDOW,
         "Flip any number of dice, including Custom dice, upside down."),
    Tile("Matchmaker", 4, "blue", (5, 6), _WINDOW, "Adjust 1 active die to match any locked die."),
    Tile("Good Omen", 4, "red", (1, 2), _CLAIMED,
         "After claiming this tile, immediately take another turn."),
    Tile("Palace Key", 4, "red", (3, 4), _START, "Roll +2 Standard dice to start your turn."),
    Tile("Spirit of the Dead", 4, "red", (5, 6), _LOCKED,
         "After locking all rolled dice, gain +1 Standard die, adjust it to any face, and lock it."),
    Tile("Charioteer", 5, "yellow", (1,), _WINDOW,
         "After any roll, may bring 1 Standard die into play as a 5."),
    Tile("Conspirator", 5, "yellow", (2,), _START,
         "Roll +1 Intrigue die to start your turn.", (Kind.INTRIGUE,)),
    Tile("Overseer", 5, "yellow", (3,), _WINDOW,
         "After any roll, may bring 1 Standard die into play as a 4."),
    Tile("Ship Captain", 5, "yellow", (4,), _START,
         "Roll +1 Voyage die to start your turn.", (Kind.VOYAGE,)),
    Tile("Tomb Builder", 5, "yellow", (5,), _START,
         "Each turn, gain 1 token before your first roll. Roll +1 Standard die to start your turn.",
         (_S,), 1),
    Tile("Head Servant", 5, "blue", (1, 2), _WINDOW,
         "Adjust any number of active Immediate dice to any face(s)."),
    Tile("Master Artisan", 5, "blue", (3, 4), _WINDOW, "Adjust 1 active die to any other face."),
    Tile("Priest", 5, "blue", (5, 6), _WINDOW, "Add 1 pip to any number of active dice."),
    Tile("Bad Omen", 5, "red", (1, 2), _AFTER,
         "Each other player rolls 2 fewer dice (of their choice) to start their next turn, unless "
         "it is during the final roll-off. Roll +1 Standard die to start your next turn."),
    Tile("Burial Mask", 5, "red", (3, 4), Timing.ANY_TIME, "Gain 5 tokens."),
    Tile("Royal Decree", 5, "red", (5, 6), Timing.ROLL_OFF,
         "Roll +3 Immediate dice to start your final roll-off turn."),
    Tile("Embalmer", 6, "yellow", (1,), _WINDOW,
         "After any roll, may bring 1 Standard die into play as a 6."),
    Tile("Estate Overseer", 6, "yellow", (2,), _START,
         "Each turn, gain 1 token and put a Standard die on this tile with value 1. After each "
         "roll, you may bring this die into play. If not, increase its value by 1 and leave it on "
         "this tile until after your next roll.", (), 1),
    Tile("Grain Trader", 6, "yellow", (3,), _START,
         "Each turn, gain 2 tokens before your first roll. Roll +1 Standard die to start your "
         "turn.", (_S,), 2),
    Tile("Priest of the Dead", 6, "yellow", (4,), _LOCKED,
         "After locking all rolled dice, gain +1 Standard die, adjust it to any face, and lock it."),
    Tile("Royal Attendants", 6, "yellow", (5,), _START,
         "Roll +1 Standard die and +1 Immediate die to start your turn.", (_S, _I)),
    Tile("Astrologer", 6, "blue", (1, 2), _WINDOW,
         "Move any number of pips among up to three active dice."),
    Tile("Priestess", 6, "blue", (3, 4), _WINDOW, "Add exactly 2 pips to any number of active dice."),
    Tile("Surveyor", 6, "blue", (5, 6), _WINDOW,
         "Replace 1 active die with 2 Immediate dice, whose pips must sum to the number of pips of "
         "the die being replaced."),
    Tile("Pharaoh's Gift", 6, "red", (1, 2), Timing.ROLL_OFF, "Redo your final roll-off turn."),
    Tile("Secret Passage", 6, "red", (3, 4), _CLAIMED,
         "Claim up to two level 3 tiles that you don't already have."),
    Tile("Treasure", 6, "red", (5, 6), Timing.AFTER_CLAIM,
         "Use after claiming a tile (including possibly this one). Divide your locked dice into "
         "two groups. With each group, claim one yellow or blue tile that you don't already have."),
    Tile("Queen", 7, "yellow", (1, 2, 3, 4, 5, 6), _WINDOW,
         "When claimed, take the Pharaoh token. After any roll, may bring 1 Standard die of any "
         "value into play."),
    Tile("General", 7, "yellow", (1, 2), _START, "Roll +2 Standard dice to start your turn.", (_S, _S)),
    Tile("Grand Vizier", 7, "yellow", (5, 6), _START,
         "Roll +1 Decree die to start your turn.", (Kind.DECREE,)),
    Tile("Granary Master", 7, "yellow", (3, 4), _START,
         "Roll +1 Standard die to start your turn and put a Standard die on this tile with value "
         "1. After each roll, you may bring this die into play. If not, increase its value by 1 "
         "and leave it on this tile until after your next roll.", (_S,)),
    Tile("Heir", 7, "blue", (1, 2), _WINDOW, "Add 1 or 2 pips to any number of active dice."),
    Tile("Royal Astrologer", 7, "blue", (3, 4), _WINDOW,
         "Adjust any number of active custom and Immediate dice to any other face(s)."),
    Tile("Royal Mother", 7, "blue", (5, 6), _WINDOW,
         "Replace any number of active Immediate dice and/or a Serf die with an equal number of "
         "tokens and Standard dice to roll for the rest of this turn, starting with your next "
         "roll."),
    Tile("Queen's Favor", 7, "red", (1, 2), _CLAIMED,
         "Play immediately. Claim any yellow or blue tile of level 6 or lower that you don't "
         "already have and then immediately take another turn."),
    Tile("Royal Death", 7, "red", (3, 4), _CLAIMED,
         "Play immediately. You begin the final roll-off, rolling +2 Immediate dice. Players must "
         "beat seven 1s to claim the Pharaoh."),
    Tile("Royal Power", 7, "red", (5, 6), _CLAIMED,
         "Claim up to two blue tiles of level 6 or lower that you don't already have."),
)  # fmt: skip

TILES: dict[str, Tile] = {tile.id: tile for tile in _BOX}
HERDER = TILES["herder"]
QUEEN = TILES["queen"]

START_DICE = (Kind.STANDARD, Kind.STANDARD, Kind.STANDARD)
"""What every Start tile gives to roll (rulebook, Play)."""

# Level: yellow, yellow, blue, red (rulebook, First Game Setup).
FIRST_GAME: dict[int, tuple[str, str, str, str]] = {
    7: ("queen", "general", "heir", "queens-favor"),
    6: ("embalmer", "royal-attendants", "surveyor", "treasure"),
    5: ("charioteer", "conspirator", "master-artisan", "burial-mask"),
    4: ("artisan", "builder", "entertainer", "palace-key"),
    3: ("worker", "farmer", "servant", "omen"),
}


def tile_by_number(level: int, colour: str, number: int) -> Tile | None:
    """The tile of this level and colour with `number` in its corner, the Queen apart, or None."""
    for tile in TILES.values():
        if (tile.level, tile.colour) == (level, colour) and number in tile.numbers and tile is not QUEEN:
            return tile
    return None


def stack_size(level: int, players: int) -> int:
    """How many tiles a stack of `level` has for 2 to 4 `players`; level 0 is the Herder.

    Rulebook, First Game Setup; rules-facts, Favor, Setup.
    """
    return {7: 1, 6: max(1, players - 2), 5: max(1, players - 2), 4: players - 1}.get(level, players)
