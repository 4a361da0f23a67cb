"""Where the rulebook can be read in two ways: the engine's reading, and which of them a table may change.

The numbers 1 to 14 are those of rules-facts, Favor, Rulings. Those below them are further ones; code and
refusals name them by number.

15. A roll and all that follows until the next roll is one window. In it dice may be locked in several
    steps, and what is not locked stays active: powers and tokens may still be used on it (a Matchmaker
    may match the die that was locked a moment ago). At least one die is locked before the next roll,
    unless powers have left no active die, and every active Immediate die is. Dice brought in after all
    others were locked may be locked or rolled.
16. Tokens that a tile gives before the first roll are taken, not offered.
17. A power that needs a roll (a die brought in "after a roll") may be used in every window, also when all
    dice are locked. Ancestral Guidance may be used from the start of the turn until the claim; when all
    dice are locked its die, like the Herder's, is rolled alone. Burial Mask may be used at any time of
    its owner's turn while nothing else is waited for (no draw, no reroll, no tile to be taken or
    borrowed, no dice to be left out); Bad Omen when all dice are locked, before or after the claim, also
    in the turn that claimed it.
18. Herder: usable in the window of the lock that showed two of a value (ruling 5).
19. A die that comes to show a power face by a roll, an adjustment, a flip, or a shift of pips (the
    Artisan star is a 1) lets the power be used once while that face shows and the die is active. The
    Voyage die's two dice for "gain" are not optional (a yellow tile's dice to roll must be used); its
    reroll is.
20. Pips and "match" go by values: a pip token makes an Artisan star a 2, taking a pip from an Artisan 2
    makes it a star, and the Matchmaker may turn the Artisan die to its star to match a locked 1. A face
    without a value is matched by nothing.
21. Moving pips changes both dice (all the dice named, at least two, for the Astrologer); adding pips
    changes every die named.
22. Surveyor: the die must show pips, 2 or more. The replaced die is out until the end of the turn.
23. Bad Omen: two of them take 4 dice; one die at least stays to be rolled. It does not touch a turn of
    the roll-off and is over with it. The die for its owner's next turn is rolled in the roll-off too.
24. Omen and Bad Omen change the first roll of one turn only. The tile's extra turn follows the `Ended` of
    this turn; it is a turn of the same round. Once the Queen or Royal Death is claimed it is lost.
25. Secret Passage, Royal Power and Queen's Favor: what they bring needs no requirement, one tile after
    the other, each with its tokens and its own effect before the next is taken. The Herder is below level
    3: Queen's Favor may bring it, and Treasure may claim it; the Secret Passage may not take it.
26. Treasure: after a claim of this turn, once; each group must meet its tile's requirement by itself, at
    any level. One of the groups may claim nothing.
27. Decree: borrowed at the lock and usable from then on. Not to be borrowed: what acts at the start of a
    turn, when claimed, after all dice are locked, after a claim, or after a turn (so neither Estate
    Overseer nor Granary Master). What the borrower may have used up before is no matter; a red tile's
    owner keeps its use.
28. Final roll-off: a +1 Die token is one more Standard die in the first roll of that player's next turn,
    not optional. It, Royal Death's dice and a Bad Omen's die are not had again when Pharaoh's Gift redoes
    the turn; dice and tokens that tiles give at the start of every turn are. Pharaoh's Gift is used when
    all dice are locked, in place of the comparison; the first result then counts for nothing.
29. Royal Death is played when claimed: after its two tokens nothing else is done in that turn but to end it.
30. With a Herder and nothing to claim, the two tokens come as soon as nothing more could bring dice into
    play, or when the player says `Ended`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rulings:
    """The rulings that a table may set otherwise; the defaults are those of rules-facts.

    `herder_joins_locks`: the Herder looks at all dice locked since the roll, not at one lock (ruling 5).
    `symbols_wake_when_turned`: a power face that shows by an adjustment, a flip or pips acts, as a rolled
    one does (rulings 4 and 19).
    `ankh_counts_own_tokens`: the Ankh doubles the two tokens of its own claim as well (ruling 9).
    `best_wins_royal_death`: where nobody beats Royal Death's seven 1s, the best roll wins (ruling 12).
    `skip_hopeless`: who provably cannot beat the Pharaoh's roll is skipped (ruling 11).
    """

    herder_joins_locks: bool = False
    symbols_wake_when_turned: bool = True
    ankh_counts_own_tokens: bool = True
    best_wins_royal_death: bool = False
    skip_hopeless: bool = True


DEFAULT_RULINGS = Rulings()
