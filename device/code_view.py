"""From the state of Pharaoh Code to the view model of its screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.code_entries import open_take
from device.code_pad import pad_view
from device.code_roll import DraftDie, as_draft
from device.code_statistics import missed_in_all, missed_in_round, statistics_lines
from rules.pharaoh_code.laying import shortage
from rules.pharaoh_code.scores import scores, winners
from rules.pharaoh_code.solver import solve
from rules.pharaoh_code.state import Phase
from rules.pharaoh_code.tiles import SPACES
from rules.words import listing
from ui.code_view import (
    CodeView,
    ContenderView,
    NumberDieView,
    PlayerState,
    SandState,
    SandView,
    SpaceView,
)
from ui.view import Command

if TYPE_CHECKING:
    from device.code_table import CodeTable

STEP_MS = 100
"""The sand is shown in steps of so many ms: finer ones nobody sees, and each costs a drawing."""


def code_view(table: CodeTable, camera: str) -> CodeView:
    """The whole screen; `camera` is the word on what the camera does."""
    return CodeView(
        title=_title(table),
        message=table.message,
        tone=table.tone,
        spaces=_spaces(table),
        dice=_dice(table),
        players=_players(table),
        commands=_commands(table),
        can_undo=table.session.length > 0 or table.pad is not None or table.leaving,
        camera=camera,
        sand=_sand(table),
        pad=None if table.pad is None else pad_view(table.pad, table.state.roll),
        sheet=_sheet(table),
        notes=_notes(table),
    )


def _title(table: CodeTable) -> str:
    state = table.state
    match state.phase:
        case Phase.LAY:
            return "Lay tiles on the empty spaces"
        case Phase.ROLL:
            return f"{state.players[state.roller].name}: roll all three dice"
        case Phase.THINK | Phase.SAND:
            return _racing_title(table)
        case Phase.STATE if (take := open_take(state)) is not None:
            return f"{state.players[take.seat].name}: which equation makes {take.tile.number}?"
        case Phase.COUNT if table.pad is not None and table.pad.kind == "stack":
            return "Is the game over?"
        case Phase.COUNT if table.pad is not None:
            return f"{state.players[table.pad.index].name}: count your scarabs"
    names = listing([state.players[seat].name for seat in winners(state)])
    return f"{names} {'share the victory' if len(winners(state)) > 1 else 'wins'}"


def _racing_title(table: CodeTable) -> str:
    state, claims = table.state, table.race.claims
    if claims.floor is not None:
        over = "The sand has run out – " if table.race.sand.timer.standing == "expired" else ""
        return f"{over}{state.players[claims.floor.player].name}: which number?"
    if claims.tied:
        return f"Who was first: {' or '.join(state.players[seat].name for seat in claims.tied)}?"
    if table.race.picked is not None:
        tile = state.board[table.race.picked]
        return f"Who takes {tile.number}?" if tile else "Who takes it?"
    if table.race.stands:
        return "The sand stands still"
    if state.phase is Phase.THINK:
        return "Who has an equation? The sand runs from the first tile"
    return "Who has another equation?"


def _spaces(table: CodeTable) -> tuple[SpaceView, ...]:
    state = table.state
    found = []
    for space, colour in enumerate(SPACES):
        tile, taken = state.board[space], state.take_from(space)
        may_press = _may_press_space(table, lies=tile is not None, taken=taken is not None)
        press = f"space:{space}" if may_press else None
        if tile is not None:
            found.append(SpaceView(colour.value, tile.number, "lying", press=press))
        elif taken is not None:
            owner = state.players[taken.seat].name
            found.append(SpaceView(colour.value, taken.tile.number, "taken", owner, press))
        else:
            found.append(SpaceView(colour.value, None, "empty", press=press))
    return tuple(found)


def _may_press_space(table: CodeTable, *, lies: bool, taken: bool) -> bool:
    if table.state.phase in (Phase.LAY, Phase.ROLL):
        return True
    if table.correcting:
        return lies or taken
    return table.race.on and lies and table.pad is None and not table.race.stands


def _dice(table: CodeTable) -> tuple[NumberDieView, ...]:
    state = table.state
    if state.phase in (Phase.LAY, Phase.COUNT, Phase.OVER):
        return ()
    draft: tuple[DraftDie, ...] = table.rolling.draft if state.roll is None else as_draft(state.roll)
    # While people race, a die touched by mistake must not cover the sand.
    locked = state.phase is Phase.SAND and not (table.race.stands or table.correcting)
    return tuple(
        NumberDieView(die.die, die.value, die.doubtful, None if locked else f"die:{die.die}") for die in draft
    )


def _players(table: CodeTable) -> tuple[ContenderView, ...]:
    state = table.state
    return tuple(
        ContenderView(
            player.name,
            score.points,
            len(player.up),
            len(player.down),
            seat == state.roller,
            _player_state(table, seat),
            f"claim:{seat}" if _may_press_player(table, seat) else None,
        )
        for seat, (player, score) in enumerate(zip(state.players, scores(state), strict=True))
    )


def _player_state(table: CodeTable, seat: int) -> PlayerState:
    claims = table.race.claims
    if not table.race.on:
        return "plain"
    if claims.floor is not None and claims.floor.player == seat:
        return "has-the-floor"
    if seat in claims.waiting:
        return "waits"
    return "may-claim" if table.race.may_claim(seat) else "served"


def _may_press_player(table: CodeTable, seat: int) -> bool:
    if not table.race.on or table.race.stands:
        return False
    if table.race.claims.tied:
        return seat in table.race.claims.tied
    return table.race.may_claim(seat) and _player_state(table, seat) == "may-claim"


def _sand(table: CodeTable) -> SandView | None:
    timer = table.race.sand.timer
    if table.state.phase is not Phase.SAND or timer.standing == "idle":
        return None
    steps = -(-timer.left_ms // STEP_MS)
    # Whoever is to choose a tile must see them.
    chooses = table.race.claims.open or table.correcting or table.race.stands
    states: dict[str, SandState] = {"running": "running", "paused": "paused", "expired": "expired"}
    return SandView(
        round(steps * STEP_MS),
        round(timer.total_ms),
        states[timer.standing],
        large=table.race.large and not chooses,
    )


def _commands(table: CodeTable) -> tuple[Command, ...]:
    state = table.state
    if table.leaving:
        return (
            Command("leave:stay", "Go on", main=True),
            Command("leave:go", "Leave this game"),
        )
    match state.phase:
        case Phase.LAY:
            first: tuple[Command, ...] = ()
            if state.setup.tiles:
                first = (Command("deal", "Deal the tiles", main=True),)
            elif state.rounds:
                first = (Command("none-left", f"No {SPACES[state.empty[0]]} tile is left"),)
            return (*first, *_pages(table), *_leaving(table))
        case Phase.ROLL:
            whole = all(die.value is not None for die in table.rolling.draft)
            accept = (Command("accept", "Take this roll", main=True),) if whole else ()
            return (*accept, *_pages(table), *(() if whole else _leaving(table)))
        case Phase.THINK | Phase.SAND:
            return _racing_commands(table)
        case Phase.STATE:
            return (
                Command("judge:right", "Said aloud: right"),
                Command("judge:wrong", "Wrong or none"),
                Command("sheet:equations", "Hide" if table.sheet else "Equations"),
                _correct(table),
            )
        case Phase.COUNT if table.pad is not None and table.pad.kind == "stack":
            return ()
        case Phase.COUNT:
            colour = shortage(state)[0]
            return (Command("stack", f"More {colour} tiles are left"), *_pages(table))
    return (Command("leave:go", "New game", main=True), *_pages(table))


def _racing_commands(table: CodeTable) -> tuple[Command, ...]:
    if table.race.claims.floor is not None:
        typed = () if table.pad is not None else (Command("name", "Type the number"),)
        return (*typed, Command("withdraw", "No tile after all"))
    if table.race.picked is not None:
        return (Command("withdraw", "No tile after all"),)
    if table.state.phase is Phase.THINK:
        return (Command("nobody", "Nobody has one"), _correct(table))
    if table.race.stands:
        left = table.race.sand.timer.standing == "paused"
        go_on = (Command("sand:go-on", "Go on", main=True),) if left else ()
        return (
            *go_on,
            Command("sand:more", "10 s more"),
            Command("sand:end", "End the round"),
            _correct(table),
        )
    if not any(table.race.may_claim(seat) for seat in range(len(table.state.players))):
        return (Command("sand:end", "End the round", main=True), Command("sand:pause", "Pause"))
    return (Command("sand:pause", "Pause"), Command("large", "Pyramid" if table.race.large else "Hourglass"))


def _correct(table: CodeTable) -> Command:
    return Command("correct", "Back" if table.correcting else "Correct")


def _pages(table: CodeTable) -> tuple[Command, ...]:
    if not table.state.rounds:
        return ()
    return (
        Command("sheet:missed", "Back" if table.sheet == "missed" else "What was missed"),
        Command("sheet:points", "Back" if table.sheet == "points" else "Points"),
    )


def _leaving(table: CodeTable) -> tuple[Command, ...]:
    return (Command("leave:ask", "Another game"),)


def _sheet(table: CodeTable) -> tuple[str, ...]:
    state = table.state
    match table.sheet:
        case "missed" if state.phase is Phase.OVER:
            return missed_in_all(state)
        case "missed":
            return missed_in_round(state.rounds[-1], state)
        case "points":
            return statistics_lines(state)
        case "equations" if (take := open_take(state)) is not None and state.roll is not None:
            number = take.tile.number
            made = solve(state.roll.values, state.setup.arithmetic).get(number, ())
            return (f"{number} from {state.roll}:", *(made or ("no equation",)))
    return statistics_lines(state) if state.phase is Phase.OVER else ()


def _notes(table: CodeTable) -> tuple[str, ...]:
    """Whose tiles were judged how in this round, or in the last one."""
    state = table.state
    if state.phase in (Phase.LAY, Phase.ROLL) and state.rounds:
        takes = state.rounds[-1].takes
    elif state.phase is Phase.STATE:
        takes = state.takes
    else:
        return ()
    words = {True: "right", False: "face down", None: "…"}
    return tuple(
        f"{state.players[take.seat].name}: "
        + (f"{take.tile.number} = {take.equation}" if take.right and take.equation else str(take.tile.number))
        + f", {words[take.right]}"
        for take in takes
    )
