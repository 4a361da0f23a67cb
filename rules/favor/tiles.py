"""The tiles in the box, in the order of the rulebook's Tile Reference.

`numbers` are those in the upper left corner, by which a random game picks its tiles. `start_dice` are what
the tile adds to the dice rolled at the start of its owner's turn (rulebook, Play and Powers: these must be
used each turn).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.favor.dice import Kind


@dataclass(frozen=True)
class Tile:
    """One tile by its printed name; the Herder has level 0 and no corner number."""

    name: str
    level: int
    colour: str
    numbers: tuple[int, ...] = ()
    start_dice: tuple[Kind, ...] = ()

    @property
    def id(self) -> str:
        """The name in the form that journals keep: "queens-favor"."""
        return self.name.lower().replace("'", "").replace(" ", "-")


HERDER = Tile("Herder", 0, "yellow")
QUEEN = Tile("Queen", 7, "yellow", (1, 2, 3, 4, 5, 6))

TILES: dict[str, Tile] = {
    tile.id: tile
    for tile in (
        HERDER,
        # Level 3
        Tile("Farmer", 3, "yellow", (1,), (Kind.STANDARD,)),
        Tile("Guard", 3, "yellow", (2,)),
        Tile("Indentured Worker", 3, "yellow", (3,), (Kind.IMMEDIATE,)),
        Tile("Serf", 3, "yellow", (4,), (Kind.SERF,)),
        Tile("Worker", 3, "yellow", (5,)),
        Tile("Beggar", 3, "blue", (1, 2)),
        Tile("Servant", 3, "blue", (3, 4)),
        Tile("Soothsayer", 3, "blue", (5, 6)),
        Tile("Ankh", 3, "red", (3, 4)),
        Tile("Omen", 3, "red", (5, 6)),
        Tile("Ancestral Guidance", 3, "red", (1, 2)),
        # Level 4
        Tile("Artisan", 4, "yellow", (1,), (Kind.ARTISAN,)),
        Tile("Builder", 4, "yellow", (2,), (Kind.IMMEDIATE,)),
        Tile("Noble Adoption", 4, "yellow", (3,), (Kind.NOBLE,)),
        Tile("Palace Servants", 4, "yellow", (4,), (Kind.IMMEDIATE, Kind.IMMEDIATE)),
        Tile("Soldier", 4, "yellow", (5,)),
        Tile("Grain Merchant", 4, "blue", (3, 4)),
        Tile("Entertainer", 4, "blue", (1, 2)),
        Tile("Matchmaker", 4, "blue", (5, 6)),
        Tile("Good Omen", 4, "red", (1, 2)),
        Tile("Palace Key", 4, "red", (3, 4)),
        Tile("Spirit of the Dead", 4, "red", (5, 6)),
        # Level 5
        Tile("Charioteer", 5, "yellow", (1,)),
        Tile("Conspirator", 5, "yellow", (2,), (Kind.INTRIGUE,)),
        Tile("Overseer", 5, "yellow", (3,)),
        Tile("Ship Captain", 5, "yellow", (4,), (Kind.VOYAGE,)),
        Tile("Tomb Builder", 5, "yellow", (5,), (Kind.STANDARD,)),
        Tile("Head Servant", 5, "blue", (1, 2)),
        Tile("Master Artisan", 5, "blue", (3, 4)),
        Tile("Priest", 5, "blue", (5, 6)),
        Tile("Bad Omen", 5, "red", (1, 2)),
        Tile("Burial Mask", 5, "red", (3, 4)),
        Tile("Royal Decree", 5, "red", (5, 6)),
        # Level 6
        Tile("Embalmer", 6, "yellow", (1,)),
        Tile("Estate Overseer", 6, "yellow", (2,)),
        Tile("Grain Trader", 6, "yellow", (3,), (Kind.STANDARD,)),
        Tile("Priest of the Dead", 6, "yellow", (4,)),
        Tile("Royal Attendants", 6, "yellow", (5,), (Kind.STANDARD, Kind.IMMEDIATE)),
        Tile("Astrologer", 6, "blue", (1, 2)),
        Tile("Priestess", 6, "blue", (3, 4)),
        Tile("Surveyor", 6, "blue", (5, 6)),
        Tile("Pharaoh's Gift", 6, "red", (1, 2)),
        Tile("Secret Passage", 6, "red", (3, 4)),
        Tile("Treasure", 6, "red", (5, 6)),
        # Level 7
        QUEEN,
        Tile("General", 7, "yellow", (1, 2), (Kind.STANDARD, Kind.STANDARD)),
        Tile("Grand Vizier", 7, "yellow", (5, 6), (Kind.DECREE,)),
        Tile("Granary Master", 7, "yellow", (3, 4), (Kind.STANDARD,)),
        Tile("Heir", 7, "blue", (1, 2)),
        Tile("Royal Astrologer", 7, "blue", (3, 4)),
        Tile("Royal Mother", 7, "blue", (5, 6)),
        Tile("Queen's Favor", 7, "red", (1, 2)),
        Tile("Royal Death", 7, "red", (3, 4)),
        Tile("Royal Power", 7, "red", (5, 6)),
    )
}

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
