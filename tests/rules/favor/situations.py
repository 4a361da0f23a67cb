"""Situations at the table of Favor of the Pharaoh, set up in one call, and short ways to go on from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import Violation
from rules.favor.actions import Adjusted, Begins, Change, FavorAction, Locked, Rolled, Token, TokenDrawn
from rules.favor.dice import Die, parse_die
from rules.favor.rulings import DEFAULT_RULINGS, Rulings
from rules.favor.state import Phase, Player, Setup, State, Tokens
from rules.favor.tiles import TILES
from rules.table import Option

from .playing import GAME, NAMES

NO_TOKENS = Tokens()


def dice(text: str) -> tuple[Die, ...]:
    """The dice written as "4 immediate:2 artisan:star"."""
    return tuple(parse_die(word) for word in text.split())


def die(text: str) -> Die:
    """One die."""
    return parse_die(text)


def change(text: str) -> Change:
    """The change written as "4>6" or "artisan:star>artisan:5"."""
    was, now = text.split(">")
    return Change(parse_die(was), parse_die(now))


def adjusted(source: str, text: str) -> Adjusted:
    """An `Adjusted` with the changes written one after the other."""
    return Adjusted(source, tuple(change(word) for word in text.split()))


def after(state: State, *actions: FavorAction) -> State:
    """The state after the actions."""
    for action in actions:
        state = GAME.apply(state, action)
    return state


def refusal(state: State, action: FavorAction) -> Violation:
    """Why the action is refused; fails where it is not."""
    violation = GAME.explain(state, action)
    assert violation is not None, f"{action} is allowed"
    return violation


def allowed(state: State, action: FavorAction) -> bool:
    """Whether the action is allowed."""
    return GAME.explain(state, action) is None


def option_of(state: State, source: str) -> Option[FavorAction] | None:
    """What is offered for this tile, token or face, if anything."""
    return next((option for option in GAME.legal(state) if option.source == source), None)


def drawn(state: State, token: Token = Token.PIP) -> State:
    """All tokens that are owed are drawn, of this kind."""
    while state.phase is Phase.DRAW:
        state = after(state, TokenDrawn(token))
    return state


def table(
    *tiles: str,
    others: Sequence[str] = (),
    laid: Sequence[str] = (),
    tokens: Tokens = NO_TOKENS,
    players: int = 2,
    rulings: Rulings = DEFAULT_RULINGS,
    spent: Sequence[str] = (),
    bars: str = "AAAAA",
) -> State:
    """Ann, who has `tiles` and `tokens`, is about to begin the game; Bob has the tiles `others`.

    The first game's tiles are laid out, with `laid` in place of those of their level and colour; `bars`
    are the sides from level 3 up.
    """
    start = GAME.start(Setup(NAMES[:players], rulings=rulings))
    stacks = list(start.stacks)
    for tile in laid:
        there = {stack.tile for stack in stacks}
        if tile in there:
            continue
        for index, stack in enumerate(stacks):
            same = (stack.level, stack.place.colour) == (TILES[tile].level, TILES[tile].colour)
            if same and stack.tile not in (*laid, "queen"):
                stacks[index] = replace(stack, tile=tile)
                break
    seats = [Player("Ann", tiles, tokens, tuple(spent)), Player("Bob", tuple(others))]
    seats += [Player(name) for name in NAMES[2:players]]
    supply = Tokens(start.supply.reroll - tokens.reroll, start.supply.pip - tokens.pip)
    return replace(start, players=tuple(seats), stacks=tuple(stacks), supply=supply, sides=tuple(bars))


def begun(state: State) -> State:
    """Ann's first turn has begun: the others have drawn their tokens, she has drawn none yet."""
    state = after(state, Begins(0))
    while state.drawer not in (0, None):
        state = after(state, TokenDrawn(Token.PIP))
    return state


def lying(active: str, *tiles: str, locked: str = "", borrowed: str | None = None, **more: object) -> State:
    """Ann has just rolled the `active` dice; each of the `locked` ones was locked by itself before."""
    state = drawn(begun(table(*tiles, **more)))  # type: ignore[arg-type]
    state = replace(state, to_roll=tuple(one.kind for one in dice(active)), borrowed=borrowed)
    state = after(state, Rolled(dice(active)))
    return replace(state, locked=tuple((one,) for one in dice(locked)))


def locked(text: str, *tiles: str, **more: object) -> State:
    """Ann has locked these dice in one go, and no die is left."""
    return after(lying(text, *tiles, **more), Locked(dice(text)))  # type: ignore[arg-type]


def shows(state: State, text: str) -> bool:
    """Whether exactly these dice are active."""
    return sorted(state.active) == sorted(dice(text))
