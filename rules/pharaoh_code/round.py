"""One round: the roll, tiles taken, the sand, equations and what becomes of the tiles.

Rulebook, Game Play and Variant for Experienced Players.
"""

from __future__ import annotations

from dataclasses import replace

from rules.codec import shown
from rules.errors import Violation
from rules.pharaoh_code.actions import (
    Corrected,
    Counted,
    Judged,
    Passed,
    Rolled,
    Stated,
    Taken,
    TimeUp,
)
from rules.pharaoh_code.dice import Roll
from rules.pharaoh_code.equations import EquationError, work_out
from rules.pharaoh_code.laying import END, end_phase, shortage
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import PastRound, Phase, Player, State, Take
from rules.pharaoh_code.tiles import Tile
from rules.words import listing, number_word

ROLLING = "Game Play 1"
TAKING = "Game Play 2"
SAND = "Game Play 4"
STATING = "Game Play 5"
NEXT = "Game Play 7"
VARIANT = "Variant for Experienced Players"


def roll(state: State, action: Rolled) -> State:
    """The dice are known and the round begins."""
    _check_roll(state, action.roll)
    return replace(state, phase=Phase.THINK, roll=action.roll)


def correct(state: State, action: Corrected) -> State:
    """The dice show something else; what was already judged by them is open again."""
    _check_roll(state, action.roll)
    takes = tuple(replace(take, right=None, equation=None) for take in state.takes)
    return replace(state, roll=action.roll, takes=takes)


def take(state: State, action: Taken) -> State:
    """A player takes a tile; with the first one the sand begins to run."""
    _check_seat(state, action.seat)
    if action.after_ms < 0:
        raise Violation(f"a tile is taken after the roll, not {shown(action.after_ms)} ms after it", TAKING)
    tile = _tile_on(state, action.space)
    name = state.players[action.seat].name
    before = state.takes_of(action.seat)
    if before and not state.setup.unlimited:
        raise Violation(f"{name} has already taken {before[0].tile.number}: one tile a round", TAKING)
    taken = Take(action.seat, action.space, tile, action.after_ms)
    board = (*state.board[: action.space], None, *state.board[action.space + 1 :])
    return replace(state, phase=Phase.SAND, board=board, takes=(*state.takes, taken))


def space_of(state: State, number: int) -> int:
    """The space whose tile shows `number`; raises Violation where none does, or more than one."""
    spaces = [space for space, tile in enumerate(state.board) if tile is not None and tile.number == number]
    if len(spaces) > 1:
        raise Violation(f"{number} lies on {len(spaces)} spaces: touch the one that is taken", TAKING)
    if spaces:
        return spaces[0]
    gone = next((take for take in state.takes if take.tile.number == number), None)
    if gone is not None:
        raise Violation(f"{number} was already taken by {state.players[gone.seat].name}", TAKING)
    raise Violation(f"{shown(number)} is not on the pyramid", TAKING)


def pass_on(state: State, action: Passed) -> State:
    """Nobody takes a tile; the next player rolls."""
    return _ended(state)


def end_sand(state: State, action: TimeUp) -> State:
    """The sand has run out; those who took tiles state their equations."""
    return replace(state, phase=Phase.STATE)


def state_equation(state: State, action: Stated) -> State:
    """The table works the equation out: right, or a penalty (rulebook, Game Play 5 and 6).

    What is no equation with these dice is refused, and may be stated again.
    """
    taken = _open_take(state, action.space)
    try:
        form = work_out(action.equation, _known(state).values, state.setup.arithmetic)
    except EquationError as error:
        raise Violation(str(error), TAKING) from error
    return _with_verdict(state, taken, form.value == taken.tile.number, form.text)


def judge(state: State, action: Judged) -> State:
    """The table's own verdict on an equation that was said aloud, or on none."""
    taken = _open_take(state, action.space)
    number, dice = taken.tile.number, _known(state)
    if action.right and number not in solve(dice.values, state.setup.arithmetic):
        raise Violation(
            f"no equation makes {number} from {dice}: correct the dice or the tile if they were misread",
            STATING,
        )
    return _with_verdict(state, taken, action.right, None)


def count(state: State, action: Counted) -> State:
    """A player's scarabs are known; once all are, the game is over."""
    _check_seat(state, action.seat)
    player = state.players[action.seat]
    for scarabs, tiles, where in ((action.won, player.up, "up"), (action.lost, player.down, "down")):
        if scarabs < len(tiles):
            raise Violation(
                f"{player.name} has {_tiles(len(tiles))} face {where}, so at least as many scarabs", END
            )
        if scarabs and not tiles:
            raise Violation(f"{player.name} has no tile face {where}, so no scarabs there", END)
    players = _with_player(state, action.seat, replace(player, counted=(action.won, action.lost)))
    return replace(state, players=players, phase=end_phase(players))


def _with_verdict(state: State, taken: Take, right: bool, equation: str | None) -> State:
    judged = replace(taken, right=right, equation=equation)
    takes = tuple(judged if take is taken else take for take in state.takes)
    state = replace(state, takes=takes)
    return state if any(take.right is None for take in takes) else _ended(state)


def _ended(state: State) -> State:
    """The tiles go to their players and the dice to the left; the game ends where a stack runs short."""
    players = list(state.players)
    for taken in state.takes:
        player = players[taken.seat]
        players[taken.seat] = (
            replace(player, up=(*player.up, taken.tile))
            if taken.right
            else replace(player, down=(*player.down, taken.tile))
        )
    past = PastRound(state.roller, _known(state), pyramid(state), state.takes)
    after = replace(
        state,
        players=tuple(players),
        roller=(state.roller + 1) % len(players),
        roll=None,
        takes=(),
        rounds=(*state.rounds, past),
    )
    if not after.empty:
        return replace(after, phase=Phase.ROLL)
    if not shortage(after):
        return replace(after, phase=Phase.LAY)
    return replace(after, phase=end_phase(after.players))


def pyramid(state: State) -> tuple[Tile, ...]:
    """The ten tiles as they were rolled for, those that were taken since in their places."""
    tiles = [tile or _taken_from(state, space) for space, tile in enumerate(state.board)]
    return tuple(tiles)


def _taken_from(state: State, space: int) -> Tile:
    taken = state.take_from(space)
    assert taken is not None, "the dice are rolled for a full pyramid"
    return taken.tile


def _tiles(number: int) -> str:
    return "one tile" if number == 1 else f"{number_word(number)} tiles"


def _known(state: State) -> Roll:
    assert state.roll is not None, "no phase after the roll is without it"
    return state.roll


def _check_roll(state: State, rolled: Roll) -> None:
    wrong = 0 if state.setup.zero_is_ten else 10
    if rolled.d10 == wrong:
        right = 10 - wrong
        raise Violation(f"a 0 of the ten-sided die counts as {right} at this table", ROLLING)


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise Violation(
            f"there is no seat {shown(seat)}; the seats are 0 to {len(state.players) - 1}", TAKING
        )


def _tile_on(state: State, space: int) -> Tile:
    if not 0 <= space < len(state.board):
        raise Violation(f"the pyramid has spaces 0 to {len(state.board) - 1}, not {shown(space)}", TAKING)
    tile = state.board[space]
    if tile is None:
        gone = state.take_from(space)
        assert gone is not None, "the dice are rolled for a full pyramid"
        name = state.players[gone.seat].name
        raise Violation(f"{gone.tile.number} was already taken by {name}", TAKING)
    return tile


def _open_take(state: State, space: int) -> Take:
    taken = state.take_from(space)
    if taken is None:
        numbers = listing([str(take.tile.number) for take in state.takes])
        raise Violation(f"no tile was taken from that space, only {numbers}", STATING)
    if taken.right is not None:
        raise Violation(f"the equation for {taken.tile.number} is already judged", STATING)
    return taken


def _with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])
