"""What comes next: falls, seals, the gap's ground, the outcome of a slide, the next card, the next player."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rules.pharao.pieces import COLOURS, OTHER, PASSAGE, PLAIN, Card, Colour
from rules.pharao.state import Phase, Player, State, Then

T = TypeVar("T")


def settle(state: State) -> State:
    """The state that waits for the first thing still open: falls, a seal, the gap's ground, what follows."""
    if state.unsure:
        return replace(state, phase=Phase.FALLS)
    while state.fallen:
        colour = state.fallen[0]
        if state.supply(colour):
            state = give_seal(state, colour)
        elif victims(state, colour):
            return replace(state, phase=Phase.SEAL)
        state = replace(state, fallen=state.fallen[1:])
    if state.shows is None:
        return replace(state, phase=Phase.GROUND)
    match state.then:
        case Then.BEGIN:
            return first_card(state) if state.solo else replace(state, phase=Phase.FIRST_PLAYER)
        case Then.OUTCOME:
            return _outcome(state)
        case Then.PUSHED:
            return after_push(state)
        case Then.REVEAL:
            return to_reveal(state)


def give_seal(state: State, colour: Colour, number: int = 1) -> State:
    """The current player gets (negative: loses) seals of a colour."""
    return replace(
        state, players=replaced(state.players, state.current, with_seals(state.player, colour, number))
    )


def with_seals(player: Player, colour: Colour, number: int) -> Player:
    """The player with `number` more seals of a colour."""
    black, grey, white, brown = (
        held + number * (other is colour) for held, other in zip(player.seals, COLOURS, strict=True)
    )
    return replace(player, seals=(black, grey, white, brown))


def victims(state: State, colour: Colour) -> tuple[int, ...]:
    """The seats from which the current player may steal a seal of a colour."""
    return tuple(
        seat
        for seat, player in enumerate(state.players)
        if seat != state.current and player.loose(colour) > 0
    )


def may_slide_a_line(state: State) -> bool:
    """Whether the gap shows a secret passage that the last slide uncovered (ruling 3)."""
    return state.shows == PASSAGE and (state.slid or state.setup.passage_at_start)


def first_card(state: State) -> State:
    """The very first card is turned over; in the advanced variant a push may precede it (ruling 4)."""
    if state.setup.advanced and state.setup.push_before_first:
        return replace(state, phase=Phase.PUSH, then=Then.PUSHED)
    return replace(state, phase=Phase.REVEAL)


def won(state: State, card: Card) -> State:
    """The current player takes a search card; the next player prepares the next one, or the game ends."""
    player = replace(state.player, cards=(*state.player.cards, card))
    state = replace(state, players=replaced(state.players, state.current, player), sought=None)
    return _next_card(state)


def after_push(state: State) -> State:
    """What follows the push, or a card's back without one: mummies, then the next card."""
    if state.mummies_due and state.empty_bases and state.mummies_left:
        return replace(state, phase=Phase.MUMMIES)
    return to_reveal(state)


def to_reveal(state: State) -> State:
    """The next card is turned over, once the animal in the gap has a name to compare it with."""
    state = replace(state, mummies_due=False, then=Then.REVEAL)
    return replace(state, phase=Phase.GROUND if state.shows == OTHER else Phase.REVEAL)


def start_turn(state: State) -> State:
    """The current player starts to search."""
    return replace(state, phase=Phase.SLIDE, slid=False)


def _outcome(state: State) -> State:
    """One of the four outcomes of a slide (rulebook, Course of Play)."""
    card = state.sought
    assert card is not None, "covers are slid while a card is sought"
    if state.shows == card.animal:
        return won(state, card)
    if state.shows in PLAIN:
        return replace(state, phase=Phase.SLIDE, slid=True)
    if state.solo:
        return _next_card(replace(state, sought=None, aside=(*state.aside, card)))
    return start_turn(_pass_on(state))


def _next_card(state: State) -> State:
    if not state.deck:
        return replace(state, phase=Phase.END, slid=False)
    return replace(_pass_on(state), phase=Phase.BACK)


def _pass_on(state: State) -> State:
    following = (state.current + 1) % len(state.players)
    return replace(state, current=following, turns=state.turns + 1, slid=False)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The items with another one at `index`."""
    return (*items[:index], item, *items[index + 1 :])
