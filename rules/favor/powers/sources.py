"""Whether a power is there to be used, and what using it costs: tiles, tokens, the faces of custom dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.codec import shown
from rules.errors import Violation
from rules.favor.actions import (
    ARTISAN_STAR,
    DECREE_FACE,
    INTRIGUE_STARS,
    PIP_TOKEN,
    REROLL_TOKEN,
    VOYAGE_REROLL,
    VOYAGE_STAR,
    Token,
)
from rules.favor.dice import Die, Kind
from rules.favor.referee import DICE, POWERS, SCARABS, Refuse
from rules.favor.state import Player, State, changed
from rules.favor.tiles import TILES

FACES: dict[str, Die] = {
    ARTISAN_STAR: Die(Kind.ARTISAN, "star"),
    INTRIGUE_STARS: Die(Kind.INTRIGUE, "double-star"),
    VOYAGE_STAR: Die(Kind.VOYAGE, "star"),
    VOYAGE_REROLL: Die(Kind.VOYAGE, "reroll"),
    DECREE_FACE: Die(Kind.DECREE, "decree"),
}
"""The faces whose power is used while they show (rulebook, Dice; ruling 19)."""

TOKENS: dict[str, Token] = {PIP_TOKEN: Token.PIP, REROLL_TOKEN: Token.REROLL}

_POWER_FACES = frozenset(FACES.values())
_SOURCE_OF = {die: source for source, die in FACES.items()}


def source_name(source: str) -> str:
    """A source in the words of a sentence: "the Servant", "a +1 Pip token", "the Artisan die"."""
    if source in TOKENS:
        return f"a {TOKENS[source].words}"
    if source in FACES:
        return f"the {FACES[source].kind.title()} die"
    return f"the {TILES[source].name}" if source in TILES else shown(source)


def section_of(source: str) -> str:
    """The rulebook section that tells a source's power."""
    if source in TOKENS:
        return SCARABS
    return TILES[source].section if source in TILES else DICE


def is_ready(state: State, source: str) -> bool:
    """Whether the current player has this source and has not used it up."""
    if source in TOKENS:
        return state.player.tokens.of(TOKENS[source]) > 0
    if source in FACES:
        die = FACES[source]
        return die.kind in state.awake and die in state.active
    if source in state.used:
        return False
    return source == state.borrowed or (source in state.player.tiles and source not in state.player.spent)


def ready_sources(state: State) -> list[str]:
    """All sources that are ready, tiles first in the order claimed."""
    player, used = state.player, state.used
    ready = [tile for tile in player.tiles if tile not in used and tile not in player.spent]
    if state.borrowed is not None and state.borrowed not in used:
        ready.append(state.borrowed)
    if player.tokens.pip:
        ready.append(PIP_TOKEN)
    if player.tokens.reroll:
        ready.append(REROLL_TOKEN)
    if state.awake:
        ready += [face for face, die in FACES.items() if die.kind in state.awake and die in state.active]
    return ready


def check_ready(state: State, source: str, refuse: Refuse) -> None:
    """Refuse a source that is used up; raises Violation for one that the current player does not have."""
    name = state.player.name
    if source in TOKENS:
        if not state.player.tokens.of(TOKENS[source]):
            raise Violation(f"{name} has no {TOKENS[source].words}", SCARABS)
    elif source in FACES:
        die = FACES[source]
        if die not in state.active:
            raise Violation(f"no active die shows {die}", DICE)
        if die.kind not in state.awake:
            refuse(f"the {die} was used already since it came to show", DICE)
    else:
        _check_tile(state, source, refuse)


def _check_tile(state: State, tile: str, refuse: Refuse) -> None:
    name = TILES[tile].name if tile in TILES else shown(tile)
    if tile != state.borrowed and tile not in state.player.tiles:
        raise Violation(f"{state.player.name} does not have the {name}", POWERS)
    if tile != state.borrowed and tile in state.player.spent:
        refuse(f"the {name} lies face down: a red tile is used once a game", POWERS)
    if tile in state.used:
        refuse(f"the {name} was used already this turn", POWERS)


def spend(state: State, source: str) -> State:
    """The state with the source used up: a token discarded, a tile turned, a face asleep."""
    if source in TOKENS:
        token = TOKENS[source]
        state = with_player(state, state.current, tokens=state.player.tokens.plus(token, -1))
        return changed(state, discarded=state.discarded.plus(token))
    if source in FACES:
        kind = FACES[source].kind
        return changed(state, awake=tuple(other for other in state.awake if other is not kind))
    if source != state.borrowed and TILES[source].colour == "red":
        spent = state.player.spent
        return state if source in spent else with_player(state, state.current, spent=(*spent, source))
    return state if source in state.used else changed(state, used=(*state.used, source))


def woken(dice: Iterable[Die]) -> tuple[Kind, ...]:
    """The custom kinds among the dice that show a face whose power may now be used."""
    return tuple(die.kind for die in dice if die in _POWER_FACES)


def without_kinds(awake: tuple[Kind, ...], dice: Iterable[Die]) -> tuple[Kind, ...]:
    """The kinds still awake once these dice have left or changed."""
    gone = {die.kind for die in dice}
    return tuple(kind for kind in awake if kind not in gone)


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with fields of one player changed."""
    player: Player = changed(state.players[seat], **changes)
    return changed(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
