"""Tiles on the pyramid: laid out at the start and before each round, until a stack runs short.

Rulebook, Setup, Game Play 7 and End of the Game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules.codec import shown
from rules.errors import Violation
from rules.pharaoh_code.actions import Laid, Laying, Relaid, Restocked
from rules.pharaoh_code.state import Phase, Player, State
from rules.pharaoh_code.tiles import HIGHEST, SPACES, TILES_IN_THE_BOX, Colour, Tile

SETUP = "Setup"
END = "End of the Game"


def lay(state: State, action: Laid) -> State:
    """Tiles come onto empty spaces; once all are filled the dice are rolled."""
    if not action.tiles:
        raise Violation("no tile was laid", SETUP)
    for laying in action.tiles:
        state = _with_tile(state, laying)
    return state if state.empty else replace(state, phase=Phase.ROLL)


def relay(state: State, action: Relaid) -> State:
    """The tile of a space, lying or taken, is another one; the one that was named goes back to its stack."""
    space = action.tile.space
    _check_space(space)
    taken = state.take_from(space)
    was = state.board[space] if taken is None else taken.tile
    if was is None:
        raise Violation("no tile lies there", SETUP)
    without = replace(
        state,
        board=_put(state.board, space, None),
        stacks=_changed(state, was.colour, 1),
        unseen=(*state.unseen, was) if state.setup.tiles else (),
    )
    after = _with_tile(without, action.tile)
    tile = after.board[space]
    if taken is None or tile is None:
        return after
    again = replace(taken, tile=tile, right=None, equation=None)
    takes = tuple(again if take is taken else take for take in state.takes)
    return replace(after, board=_put(after.board, space, None), takes=takes)


def restock(state: State, action: Restocked) -> State:
    """A stack holds another number of tiles: a game that seemed over may go on, or one is over earlier."""
    if state.setup.tiles:
        raise Violation("the set of tiles says how many are left in each stack", END)
    if not 0 <= action.left <= TILES_IN_THE_BOX:
        raise Violation(f"a stack holds 0 to {TILES_IN_THE_BOX} tiles, not {shown(action.left)}", END)
    state = replace(state, stacks=_changed(state, action.colour, action.left - state.left(action.colour)))
    if shortage(state):
        return replace(state, phase=end_phase(state.players))
    if state.phase is not Phase.COUNT:
        return state
    players = tuple(replace(player, counted=None) for player in state.players)
    return replace(state, phase=Phase.LAY, players=players)


def shortage(state: State) -> tuple[Colour, ...]:
    """The colours whose stack cannot fill the empty spaces: with one of them the game is finished."""
    needed = Counter(SPACES[space] for space in state.empty)
    return tuple(colour for colour in Colour if state.left(colour) < needed[colour])


def end_phase(players: tuple[Player, ...]) -> Phase:
    """What is left to do at the end: nothing, once every scarab is known."""
    known = all(
        player.counted is not None or all(tile.scarabs is not None for tile in (*player.up, *player.down))
        for player in players
    )
    return Phase.OVER if known else Phase.COUNT


def _with_tile(state: State, laying: Laying) -> State:
    _check_space(laying.space)
    there = state.board[laying.space]
    if there is not None:
        raise Violation(f"the {there} lies on that space already", SETUP)
    colour = SPACES[laying.space]
    tile = _tile(state, laying, colour)
    unseen = list(state.unseen)
    if state.setup.tiles:
        unseen.remove(tile)
    board = _put(state.board, laying.space, tile)
    return replace(state, board=board, stacks=_changed(state, colour, -1), unseen=tuple(unseen))


def _tile(state: State, laying: Laying, colour: Colour) -> Tile:
    """The tile that is meant: one of the set's that is still in its stack, or one with unknown scarabs."""
    if not 1 <= laying.number <= HIGHEST:
        raise Violation(f"the dice make 1 to {HIGHEST}, so no tile shows {shown(laying.number)}", SETUP)
    if not state.setup.tiles:
        if laying.scarabs is not None:
            raise Violation("without the set of tiles nobody knows a tile's scarabs", SETUP)
        return Tile(laying.number, colour)
    named = Tile(laying.number, colour)
    fitting = {
        tile
        for tile in state.unseen
        if (tile.number, tile.colour) == (laying.number, colour) and laying.scarabs in (None, tile.scarabs)
    }
    if len(fitting) > 1:
        scarabs = " or ".join(sorted(str(tile.scarabs) for tile in fitting))
        raise Violation(f"two {named} tiles are left: has this one {scarabs} scarabs?", SETUP)
    if not fitting:
        raise Violation(f"no {named} is left in the {colour} stack; check its number and its colour", SETUP)
    return fitting.pop()


def _check_space(space: int) -> None:
    if not 0 <= space < len(SPACES):
        raise Violation(f"the pyramid has spaces 0 to {len(SPACES) - 1}, not {shown(space)}", SETUP)


def _put(board: tuple[Tile | None, ...], space: int, tile: Tile | None) -> tuple[Tile | None, ...]:
    return (*board[:space], tile, *board[space + 1 :])


def _changed(state: State, colour: Colour, by: int) -> tuple[int, ...]:
    at = list(Colour).index(colour)
    return (*state.stacks[:at], state.stacks[at] + by, *state.stacks[at + 1 :])
