"""Points at the end, and how the solo player is buried (rulebook, End of the Game and Solo Rule)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.pharao.state import Player, State

SET_BONUS = 3
"""For each set of the four colours (rulebook, Mummies and Pharaoh Seals)."""
SOLO_SET_BONUS = 1
"""For each set in the solo game (rulebook, Solo Rule)."""

BURIALS: tuple[tuple[int, str], ...] = (
    (24, "In a gold sarcophagus"),
    (22, "In a silver sarcophagus"),
    (20, "In a marble sarcophagus"),
    (18, "In a sandstone sarcophagus"),
    (15, "In a wooden sarcophagus"),
    (12, "Wrapped in papyrus"),
    (9, "Squeezed into an old clay pot"),
    (6, "Weighted down with stones and thrown into the Nile"),
    (3, "Buried in the camel cemetery"),
    (0, "Thrown to the beetles as food"),
)
"""The fewest points for each burial, best first (rulebook, Solo Rule)."""


@dataclass(frozen=True)
class Score:
    """One player's points by where they come from."""

    cards: int
    seals: int
    sets: int

    @property
    def total(self) -> int:
        """All points."""
        return self.cards + self.seals + self.sets


def score(player: Player, *, solo: bool) -> Score:
    """What cards, seals and sets are worth; in the solo game a card is worth 1 and a set 1 more."""
    cards = len(player.cards) if solo else sum(card.value for card in player.cards)
    return Score(cards, sum(player.seals), player.sets * (SOLO_SET_BONUS if solo else SET_BONUS))


def winners(state: State) -> tuple[int, ...]:
    """The seats with the most points; the rulebook knows no tie-break, so several may have won."""
    totals = [score(player, solo=state.solo).total for player in state.players]
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def burial(points: int) -> str:
    """How the mummy of a solo player with so many points would have been buried; ValueError below 0."""
    for least, words in BURIALS:
        if points >= least:
            return words
    raise ValueError(f"nobody has {points} points")
