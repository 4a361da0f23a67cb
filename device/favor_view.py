"""From the state of Favor of the Pharaoh to the view model of its screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.favor_roll import DraftDie
from device.favor_words import in_words
from rules.favor import turn
from rules.favor.actions import (
    Begins,
    Claimed,
    Ended,
    FavorAction,
    LeftOut,
    SideRolled,
    TileRolled,
    Token,
    TokenDrawn,
)
from rules.favor.bars import LEVELS
from rules.favor.dice import KINDS, Die, Kind, count_kinds
from rules.favor.game import FavorGame
from rules.favor.setup import next_place
from rules.favor.state import Phase, Stack, State
from rules.favor.tiles import TILES
from rules.table import Option
from rules.words import number_word
from ui.view import Command, DiceRole, DieView, FavorView, PlayerView, TileState, TileView

if TYPE_CHECKING:
    from device.favor_table import FavorTable

_JUDGED = (Phase.LOCK, Phase.ROLL, Phase.CLAIM)
"""Phases in which people want to know what the pyramid may claim."""

TRAY_IS_EMPTY = "tray-is-empty"
"""Key of the command that has the camera learn the empty tray anew."""

ROLLING = (Phase.ROLL, Phase.REROLL)
"""Phases in which dice are thrown."""

GAME = FavorGame()

_LOBBY = (Command("new", "Other players or set-up"),)


def favor_view(table: FavorTable, camera: str) -> FavorView:
    """The whole screen; `camera` is the word on what the camera does."""
    state = table.state
    return FavorView(
        title=_title(state),
        message=table.message,
        tone=table.tone,
        dice=_dice(table),
        dice_role=_role(state),
        pyramid=tuple(_die(die) for die in state.pyramid),
        bars=tuple((bar.level, bar.name) for bar in state.bars),
        tiles=tuple(_tile(state, stack) for stack in state.stacks),
        players=tuple(
            PlayerView(
                player.name,
                player.tokens.reroll,
                player.tokens.pip,
                tuple(TILES[tile].name for tile in player.tiles),
                seat == state.current,
            )
            for seat, player in enumerate(state.players)
        ),
        commands=_commands(table) + (_LOBBY if table.may_ask_again else ()),
        can_undo=table.session.length > 0,
        camera=camera,
    )


def _title(state: State) -> str:
    name = state.player.name
    match state.phase:
        case Phase.SIDES:
            level = LEVELS[-1 - len(state.sides)]
            return f"Level bar {level}: roll a die, odd = A, even = B"
        case Phase.TILES:
            where = next_place(state)
            return f"Roll a die for a {where[1].colour} level {where[0]} tile" if where else "Set-up"
        case Phase.FIRST_PLAYER:
            return "Who begins?"
        case Phase.ROLL:
            return f"{name}: roll {count_kinds(state.to_roll)}"
        case Phase.REROLL:
            return f"{name}: roll {count_kinds(state.to_roll)} again"
        case Phase.LOCK:
            immediate = any(die.kind is Kind.IMMEDIATE for die in state.active)
            if state.fresh_locks:
                return f"{name}: lock every Immediate die"
            return f"{name}: lock at least one die{' and every Immediate die' if immediate else ''}"
        case Phase.LEAVE:
            return f"{name}: leave out {number_word(state.leave)} dice for a Bad Omen"
        case Phase.BORROW:
            return f"{name}: borrow a tile for the Decree die"
        case Phase.TAKE:
            return f"{name}: take a further tile"
        case Phase.SKIP:
            return f"{name} cannot beat the Pharaoh's roll"
        case Phase.CLAIM:
            return f"{name}: claim a tile"
        case Phase.DRAW:
            seat = state.drawer
            if seat is None:
                return f"{name}: draw a token"
            owed = state.owed[seat]
            return f"{state.players[seat].name}: draw {number_word(owed)} token{'s' if owed > 1 else ''}"
        case Phase.END:
            return f"{name}: remove the dice and pass them on"
        case Phase.COURT:
            held = state.pharaoh
            assert held is not None, "a game is over once the Pharaoh's favour is decided"
            roll = f"{number_word(held.count).title()} {held.value}s"
            if held.seat is None:
                return f"Nobody has beaten {roll}: the Pharaoh favours nobody"
            return f"The Pharaoh's favour goes to {state.players[held.seat].name}: {roll}"
    raise AssertionError("every phase has its title")


def _role(state: State) -> DiceRole:
    if state.phase is Phase.LOCK:
        return "lock"
    return "enter" if state.phase in ROLLING else "watch"


def _dice(table: FavorTable) -> tuple[DieView, ...]:
    if table.state.phase in ROLLING:
        return tuple(_draft_die(die) for die in table.draft)
    return tuple(_die(die) for die in table.state.active)


def _die(die: Die) -> DieView:
    return DieView(
        die.kind.value, KINDS[die.kind].body, KINDS[die.kind].mark, die.face, _faces(die.kind, die.face)
    )


def _draft_die(die: DraftDie) -> DieView:
    kind = KINDS[die.kind]
    return DieView(
        die.kind.value, kind.body, kind.mark, die.face, _faces(die.kind, die.face), doubtful=die.doubtful
    )


def _faces(kind: Kind, shown: str | None) -> tuple[str, ...]:
    """The faces once each, those that a reader most easily takes for `shown` first: one pip more or less."""
    faces = list(dict.fromkeys(KINDS[kind].faces))
    if shown is not None and shown.isdecimal():
        faces.sort(key=lambda face: abs(int(face) - int(shown)) if face.isdecimal() else len(faces))
    else:
        faces.sort()
    return tuple(faces)


def _tile(state: State, stack: Stack) -> TileView:
    tile = TILES[stack.tile]
    known = {bar.level: bar for bar in state.bars}
    requirement = known[stack.level].requirement(stack.place).name if stack.level in known else "Any Roll"
    status, reason = _tile_state(state, stack)
    return TileView(
        tile.id,
        tile.name,
        tile.level,
        stack.place.value,
        tile.colour,
        requirement,
        stack.left,
        status,
        reason,
    )


def _tile_state(state: State, stack: Stack) -> tuple[TileState, str | None]:
    judged = state.phase in _JUDGED and state.pyramid
    refusal = turn.stack_refusal(state, stack)
    if stack.tile in state.player.tiles:
        return "owned", refusal
    if not stack.left:
        return "empty", refusal
    if not judged:
        return "waiting", None
    if refusal is not None:
        return "refused", f"{refusal} ({turn.CLAIMING})"
    if state.phase is Phase.CLAIM:
        return "claimable", None
    return "waiting", "the dice locked so far would do"


def offered(state: State) -> tuple[Option[FavorAction], ...]:
    """What is offered as a key of its own, beside dice, tiles and tokens: all that leaves no choice."""
    if state.phase is Phase.LEAVE:
        found = GAME.moves(state)
        return tuple(Option(LeftOut, in_words(action), action) for action in found)
    plain = (TokenDrawn, SideRolled, TileRolled, Begins, Claimed, Ended)
    return tuple(option for option in GAME.legal(state) if option.action and option.kind not in plain)


def _commands(table: FavorTable) -> tuple[Command, ...]:
    offers = tuple(
        Command(f"do:{index}", option.words.partition(":")[0][:40])
        for index, option in enumerate(offered(table.state))
    )
    return _phase_commands(table) + offers


def _phase_commands(table: FavorTable) -> tuple[Command, ...]:
    state = table.state
    match state.phase:
        case Phase.SIDES:
            return tuple(Command(f"side:{number}", str(number)) for number in range(1, 7))
        case Phase.TILES:
            return tuple(Command(f"tile:{number}", str(number)) for number in range(1, 7))
        case Phase.FIRST_PLAYER:
            return tuple(Command(f"begin:{seat}", player.name) for seat, player in enumerate(state.players))
        case Phase.ROLL | Phase.REROLL if all(die.face for die in table.draft):
            return (Command("accept", "Take this roll", main=True),)
        case Phase.ROLL if table.may_say_empty:
            return (Command(TRAY_IS_EMPTY, "The tray is empty"),)
        case Phase.ROLL if table.leaving:
            return (Command("stay", "Go on", main=True), Command("new", "Leave this game"))
        case Phase.ROLL if table.may_leave:
            return (Command("leave", "Another game"),)
        case Phase.CLAIM:
            return (Command("end", "No claim: end turn"),)
        case Phase.DRAW:
            return tuple(
                Command(f"token:{token.value}", token.words) for token in Token if state.supply.of(token)
            )
        case Phase.END:
            return (Command("end", "End turn", main=True),)
        case Phase.COURT:
            return (Command("new", "New game"),)
    return ()
