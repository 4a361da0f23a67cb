"""The keys below the Favor screen: which there are at a moment, and the action that each stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.favor_powers import powers
from device.favor_referee import overrules_for
from rules.favor.actions import (
    Begins,
    Contested,
    Declined,
    Ended,
    FavorAction,
    SideRolled,
    Skipped,
    TileRolled,
    Token,
    TokenDrawn,
)
from rules.favor.state import Phase
from ui.view import Command

if TYPE_CHECKING:
    from device.favor_table import FavorTable

TRAY_IS_EMPTY = "tray-is-empty"
"""Key of the command that has the camera learn the empty tray anew."""

OVERRULE = "overrule"
LOCK_MORE = "lock-more"
POWERS = "powers"
REFEREE = "referee"
UNLOCK = "unlock"

LOBBY = Command("new", "Other players or set-up")


def commands(table: FavorTable) -> tuple[Command, ...]:
    """The keys of this moment, those of a refusal first."""
    state = table.state
    found = list(overrules(table))
    if table.leaving:
        return (Command("stay", "Go on", main=True), Command("new", "Leave this game"))
    found += _of_the_phase(table)
    if table.other_dice:
        found.append(Command("by-the-rules", "Roll as the rules say"))
    ready = powers(state) if state.phase in (Phase.LOCK, Phase.ROLL, Phase.CLAIM, Phase.END) else ()
    if ready:
        found.append(Command(POWERS, f"Use a power ({len(ready)})"))
    if state.phase is Phase.ROLL and state.active:
        found.append(Command(LOCK_MORE, "Lock more dice"))
    if overrules_for(state):
        found.append(Command(REFEREE, "Referee"))
    if table.may_leave:
        found.append(Command("leave", "Another game"))
    return (*found, *((LOBBY,) if table.may_ask_again else ()))


def overrules(table: FavorTable) -> tuple[Command, ...]:
    """What the table may say to a refusal."""
    if table.refused is None:
        return ()
    came_back = (Command(UNLOCK, "A locked die came back"),) if table.came_back else ()
    return (*came_back, Command(OVERRULE, "It counts all the same"))


def _of_the_phase(table: FavorTable) -> tuple[Command, ...]:
    state = table.state
    match state.phase:
        case Phase.SIDES:
            return tuple(Command(f"side:{number}", str(number)) for number in range(1, 7))
        case Phase.TILES:
            return tuple(Command(f"tile:{number}", str(number)) for number in range(1, 7))
        case Phase.FIRST_PLAYER:
            return tuple(Command(f"begin:{seat}", player.name) for seat, player in enumerate(state.players))
        case Phase.ROLL | Phase.REROLL if table.draft and all(die.face for die in table.draft):
            return (Command("accept", "Take this roll", main=True),)
        case Phase.ROLL | Phase.REROLL if table.may_say_empty:
            return (Command(TRAY_IS_EMPTY, "The tray is empty"),)
        case Phase.CLAIM:
            return (Command("end", "No claim: end turn"),)
        case Phase.TAKE:
            return (Command("decline", "Take nothing more"),)
        case Phase.DRAW:
            return tuple(
                Command(f"token:{token.value}", token.words) for token in Token if state.supply.of(token)
            )
        case Phase.SKIP:
            name = state.player.name
            return (
                Command("skip", f"Skip {name}", main=True),
                Command("contest", f"{name} rolls all the same"),
            )
        case Phase.END:
            return (Command("end", "Announce it" if state.in_roll_off else "End turn", main=True),)
        case Phase.COURT:
            return (Command("new", "New game"),)
    return ()


def action_of(key: str) -> FavorAction | None:
    """The action of a command's key, or None for a key that is not the game's."""
    name, _, value = key.partition(":")
    match name:
        case "end":
            return Ended()
        case "skip":
            return Skipped()
        case "contest":
            return Contested()
        case "decline":
            return Declined()
        case "begin":
            return Begins(int(value))
        case "token":
            return TokenDrawn(Token(value))
        case "side":
            return SideRolled(int(value))
        case "tile":
            return TileRolled(int(value))
    return None
