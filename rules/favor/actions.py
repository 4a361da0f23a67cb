"""What people and dice do in Favor of the Pharaoh, as data.

How a game is told in these actions:

Set-up: `SideRolled` and `TileRolled` (later games only), `Begins`, then a `TokenDrawn` for each token owed.

A turn:
1. `TokenDrawn` for each token that the player's tiles give before the first roll.
2. `LeftOut` where a Bad Omen takes dice from the player.
3. `Rolled`: all dice of `State.to_roll` at once, as they lie. It opens a *window* that lasts until the
   next roll. In the window, in any order and as often as the rules allow: `Adjusted`, `Rerolled` (then
   `Rolled` once more for the dice that are thrown again, which opens no new window), `Brought`,
   `Replaced`, `Used`, `Locked`, and a `Borrowed` or `Declined` where the Decree die was locked with its
   power face. What gives tokens is followed by `TokenDrawn` for each of them before anything else.
4. Again from 3. while dice are left to roll.
5. All dice locked and none to be rolled: `Claimed`, or `Ended` where the claim is forgone. A claim is
   followed by its `TokenDrawn`, then by what the tile does when claimed: more `TokenDrawn`, or `Taken`
   and `Declined` for the tiles that it brings. Then `Divided` (the Treasure), `Used`, and `Ended`.

The final roll-off has the same turns without claims; `Skipped` or `Contested` stands in place of the turn
of a player who cannot win any more. `Corrected` mends what was misread, `Overruled` is the table's last
word.

Dice are told by kind and face alone, so an action names dice as a multiset: the order of its dice or
changes means nothing, and a die is named as it shows at that moment. `FavorGame.moves` lists each such
action once, with dice sorted, changes sorted, and the shares of a `Divided` by the ids of their tiles,
one without a tile last.

`FavorGame.legal` is what people are shown: every action that leaves no choice, and for each power, token
or lock with a choice of dice one option without its action. `FavorGame.moves` has, lazily, every action
that is allowed, but for those that wait for chance or people's eyes (`Rolled`, `Corrected`) or go against
the rules (`Unlocked`, `Overruled`). `FavorGame.explain` decides on any action.

Nothing here says when an action is allowed: that is for the rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from rules.favor.dice import Die, Kind
from rules.table import ActionCodec

PIP_TOKEN = "pip-token"
"""Source of an `Adjusted`: a +1 Pip token, which is then discarded (rulebook, Scarab Tokens)."""
REROLL_TOKEN = "reroll-token"
"""Source of a `Rerolled`: a Reroll token, which is then discarded (rulebook, Scarab Tokens)."""
ARTISAN_STAR = "artisan:star"
"""Source of an `Adjusted` of one die: the Artisan die shows its star (rulebook, Dice)."""
INTRIGUE_STARS = "intrigue:double-star"
"""Source of an `Adjusted` of one or two dice: the Intrigue die shows its stars (rulebook, Dice)."""
VOYAGE_STAR = "voyage:star"
"""Source of an `Adjusted` of one die: the Voyage die shows its star (rulebook, Dice)."""
VOYAGE_REROLL = "voyage:reroll"
"""Source of a `Rerolled` of one die: the Voyage die shows its reroll symbol (rulebook, Dice)."""
DECREE_FACE = "decree:decree"
"""Source of an `Adjusted` of one die: the Decree die shows its power face (rulebook, Dice)."""


class Token(StrEnum):
    """The two kinds of Scarab tokens (rulebook, Scarab Tokens)."""

    REROLL = "reroll"
    PIP = "pip"

    @property
    def words(self) -> str:
        """The token's name for the table."""
        return "Reroll token" if self is Token.REROLL else "+1 Pip token"


@dataclass(frozen=True)
class SideRolled:
    """A die decided a level bar's side, level 3 first: odd = A, even = B (rulebook, Later Games)."""

    number: int


@dataclass(frozen=True)
class TileRolled:
    """A die chose the tile for the next free place by its corner number (rulebook, Later Games)."""

    number: int


@dataclass(frozen=True)
class Begins:
    """The player who was drawn to begin, by seat (rulebook, Player Setup)."""

    seat: int


@dataclass(frozen=True)
class TokenDrawn:
    """The player who is owed tokens (`State.drawer`) drew one of this kind (rulebook, Scarab Tokens)."""

    token: Token


@dataclass(frozen=True)
class LeftOut:
    """The dice that the current player leaves out of the first roll for a Bad Omen (rulebook, Level 5
    Tiles).
    """

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class Rolled:
    """The dice that were to be rolled (`State.to_roll`) show these faces (rulebook, Play)."""

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Corrected:
    """One active die was misread: it shows `now`, not `was`. People's word beats the camera's."""

    was: Die
    now: Die


@dataclass(frozen=True, order=True)
class Change:
    """One active die that shows `was` is turned to show `now`, another face of the same die."""

    was: Die
    now: Die


@dataclass(frozen=True)
class Adjusted:
    """A tile, a +1 Pip token or a die's power face changed the faces of active dice.

    `source` is the tile's id or one of the sources named above. `changes` has each die that changes,
    once, and no die that stays as it is. Tiles: Servant, Soothsayer, Entertainer, Matchmaker, Head
    Servant, Master Artisan, Priest, Astrologer, Priestess, Heir, Royal Astrologer.
    """

    source: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Rerolled:
    """A tile (Grain Merchant), a Reroll token or the Voyage die had these active dice thrown again.

    They leave the active dice for `State.to_roll`; a `Rolled` of just these dice follows at once, then
    the Grain Merchant's token.
    """

    source: str
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Brought:
    """A tile brought a Standard die with this face into play.

    Worker, Guard, Soldier, Overseer, Charioteer, Embalmer, Queen, and the growing die of Estate Overseer
    and Granary Master: it becomes active. Spirit of the Dead and Priest of the Dead: it is locked at
    once.
    """

    tile: str
    die: Die


@dataclass(frozen=True)
class Replaced:
    """Active dice were put away for others.

    Surveyor: one die, `by` two Immediate dice, which become active. Royal Mother: any dice that it may
    replace; `by` is empty, the same number of tokens is drawn and of Standard dice joins the next roll.
    """

    tile: str
    dice: tuple[Die, ...]
    by: tuple[Die, ...] = ()


@dataclass(frozen=True)
class Used:
    """The power of a tile that leaves nothing to choose was used.

    Herder and Ancestral Guidance (a Standard die joins the next roll; the latter gives 2 tokens too),
    Burial Mask (5 tokens), Palace Key (2 more Standard dice in the first roll), Royal Decree (3 more
    Immediate dice in the first roll of a roll-off turn), Bad Omen, Pharaoh's Gift (the roll-off turn just
    played is played anew, from its start).
    """

    tile: str


@dataclass(frozen=True)
class Locked:
    """These active dice were set aside in the pyramid together (rulebook, Play)."""

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Unlocked:
    """Locked dice were moved back among the active ones. The rules never allow it; the table may overrule
    them.
    """

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Borrowed:
    """The Decree die was locked with its power face: the current player took this tile of the player at
    `seat`.
    """

    tile: str
    seat: int


@dataclass(frozen=True)
class Claimed:
    """The current player takes the top tile of this tile's stack for the locked dice (rulebook, Claiming
    Tiles).
    """

    tile: str


@dataclass(frozen=True)
class Taken:
    """A claimed tile brings this further tile: Secret Passage, Royal Power, Queen's Favor (`State.grant`)."""

    tile: str


@dataclass(frozen=True)
class Declined:
    """Nothing (more) is taken of what a claimed tile brings, or nothing is borrowed for the Decree die."""


@dataclass(frozen=True)
class Share:
    """One of the two groups of locked dice, and the tile claimed with it, or None for none."""

    dice: tuple[Die, ...]
    tile: str | None


@dataclass(frozen=True)
class Divided:
    """The Treasure: all locked dice in two groups that each claim a tile (rulebook, Level 6 Tiles).

    Two shares, each with at least one die; at most one of them is without a tile.
    """

    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Ended:
    """The current player has done with the turn (rulebook, Claiming Tiles).

    With dice that could still be brought in, or a tile that could still be claimed, it says that neither
    is wanted. The dice leave the pyramid and pass on, unless tokens for an empty-handed Herder's owner
    come first; then `Ended` is said once more after them. In the roll-off the locked dice are compared
    with the Pharaoh's roll.
    """


@dataclass(frozen=True)
class Skipped:
    """The player whose roll-off turn it would be (`State.current`) cannot beat the Pharaoh's roll and is
    out.
    """


@dataclass(frozen=True)
class Contested:
    """The table lets that player (see `Skipped`) try all the same."""


@dataclass(frozen=True)
class Overruled:
    """The table lets `action` count though the rules refuse it; what cannot be done at all is still
    refused.
    """

    action: FavorAction


FavorAction: TypeAlias = (
    SideRolled | TileRolled | Begins | TokenDrawn | LeftOut | Rolled | Corrected | Adjusted | Rerolled
    | Brought | Replaced | Used | Locked | Unlocked | Borrowed | Claimed | Taken | Declined | Divided | Ended
    | Skipped | Contested | Overruled
)  # fmt: skip

CODEC: ActionCodec[FavorAction] = ActionCodec(
    (
        SideRolled, TileRolled, Begins, TokenDrawn, LeftOut, Rolled, Corrected, Adjusted, Rerolled,
        Brought, Replaced, Used, Locked, Unlocked, Borrowed, Claimed, Taken, Declined, Divided, Ended,
        Skipped, Contested, Overruled,
    ),
    wrappers=(Overruled,),
)  # fmt: skip
