"""What an action of Pharao brought about, in one sentence for the message line."""

from __future__ import annotations

from rules.pharao.actions import MummiesSet, PharaoAction, Revealed, Slid
from rules.pharao.pieces import COLOURS, PLAIN
from rules.pharao.state import Phase, Player, State
from rules.words import listing


def news(before: State, action: PharaoAction, after: State) -> str | None:
    """Cards won, seals gained and lost, turns that end; None where nothing of that kind happened."""
    parts = [
        *_cards(before, action, after),
        *_seals(before, after),
        *_card_put_back(before, action, after),
        *_turn_over(action, after),
        *_short_of_mummies(before, action),
    ]
    return "; ".join(parts) or None


def _cards(before: State, action: PharaoAction, after: State) -> list[str]:
    told = []
    for was, now in zip(before.players, after.players, strict=True):
        for card in now.cards[len(was.cards) :]:
            how = "gets the card as a gift" if isinstance(action, Revealed) else "found it"
            told.append(f"the {card.animal} lies in the gap: {now.name} {how}")
    told += [f"the {card.animal}'s card leaves the game" for card in after.aside[len(before.aside) :]]
    return told


def _seals(before: State, after: State) -> list[str]:
    told = []
    for was, now in zip(before.players, after.players, strict=True):
        gained = _more(was, now)
        if gained:
            told.append(f"{now.name} gets {listing(gained)}")
        if lost := _more(now, was):
            told.append(f"{now.name} loses {listing(lost)}")
        if now.sets > was.sets:
            told.append("a set is complete")
    return told


def _more(was: Player, now: Player) -> list[str]:
    return [f"a {colour.value} seal" for colour in COLOURS for _ in range(now.of(colour) - was.of(colour))]


def _card_put_back(before: State, action: PharaoAction, after: State) -> list[str]:
    if not isinstance(action, Revealed) or not action.outside:
        return []
    told = [f"the {action.animal} lies outside: its card goes under the pile"]
    if after.phase is Phase.PUSH:
        told.append("all cards left were put back, so the tile outside goes in")
    return told


def _turn_over(action: PharaoAction, after: State) -> list[str]:
    if isinstance(action, Slid) and after.phase is Phase.SLIDE and action.shows not in PLAIN:
        return [f"another animal: now it is {after.player.name}'s turn"]
    return []


def _short_of_mummies(before: State, action: PharaoAction) -> list[str]:
    short = len(before.empty_bases) > before.mummies_left
    return ["no more mummies are left"] if isinstance(action, MummiesSet) and short else []
