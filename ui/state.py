"""What the screen itself remembers between presses, and how a press or a new view changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ui.intents import Intent, SetFace
from ui.view import FavorView


@dataclass(frozen=True)
class ScreenState:
    """Focus and choices that are not yet intents.

    `focus` is the key of the widget that the buttons act on, or None for the first in order. `picker` is the
    die whose face picker is open, `marked` the dice marked for locking, both as indices into the view's
    dice. `selected` is the id of the tile that the reason line speaks of.
    """

    focus: str | None = None
    picker: int | None = None
    marked: frozenset[int] = frozenset()
    selected: str | None = None


@dataclass(frozen=True)
class Mark:
    """Mark this die for locking, or unmark it."""

    die: int


@dataclass(frozen=True)
class OpenPicker:
    """Open the face picker of this die with the focus on `face`."""

    die: int
    face: str


@dataclass(frozen=True)
class ClosePicker:
    """Leave the face picker without a choice."""


@dataclass(frozen=True)
class SelectTile:
    """Let the reason line speak of this tile."""

    tile: str


Press: TypeAlias = Mark | OpenPicker | ClosePicker | SelectTile | Intent
"""What pressing a widget does: change the screen's own state, or decide something for the table."""


def die_key(index: int) -> str:
    """Key of the widget of a die."""
    return f"die:{index}"


def face_key(face: str) -> str:
    """Key of the widget of a face in the picker."""
    return f"face:{face}"


def after_press(state: ScreenState, press: Press) -> tuple[ScreenState, Intent | None]:
    """The state after a press, and the intent that it amounts to, if any.

    Marks and selection outlive an intent: when the table refuses it, people go on from where they were;
    when it is accepted, `after_view` drops what no longer means anything.
    """
    match press:
        case Mark(die):
            return replace(state, marked=state.marked ^ {die}), None
        case OpenPicker(die, face):
            return replace(state, picker=die, focus=face_key(face)), None
        case ClosePicker():
            return closed(state), None
        case SelectTile(tile):
            return replace(state, selected=tile), None
        case SetFace():
            return closed(state), press
        case _:
            return state, press


def closed(state: ScreenState) -> ScreenState:
    """The state without a face picker, the focus back on the die it was for."""
    if state.picker is None:
        return state
    return replace(state, picker=None, focus=die_key(state.picker))


def after_view(state: ScreenState, old: FavorView, new: FavorView) -> ScreenState:
    """What is still meaningful of the state when `new` takes the place of `old`."""
    focus = state.focus if _situation(old) == _situation(new) else None
    picker = state.picker
    if picker is not None and (
        old.dice_role != new.dice_role or _shown(old) != _shown(new) or not new.dice[picker].faces
    ):
        picker, focus = None, None
    return ScreenState(focus, picker, _kept_marks(state, old, new), _kept_selection(state, old, new))


def _shown(view: FavorView) -> list[tuple[str, str | None]]:
    return [(die.kind, die.face) for die in view.dice]


def _situation(view: FavorView) -> tuple[object, ...]:
    """What the focus depends on; a corrected face, a message or the camera's word leaves it alone."""
    return (
        view.dice_role,
        [die.kind for die in view.dice],
        len(view.pyramid),
        [command.key for command in view.commands],
        [(tile.id, tile.state) for tile in view.tiles],
        [player.current for player in view.players],
    )


def _kept_marks(state: ScreenState, old: FavorView, new: FavorView) -> frozenset[int]:
    """The marks where these are still the same dice, less the one that was corrected or rerolled."""
    if (old.dice_role, new.dice_role) != ("lock", "lock"):
        return frozenset()
    if [die.kind for die in old.dice] != [die.kind for die in new.dice]:
        return frozenset()
    changed = {index for index, (a, b) in enumerate(zip(old.dice, new.dice, strict=True)) if a.face != b.face}
    return state.marked - changed if len(changed) <= 1 else frozenset()


def _kept_selection(state: ScreenState, old: FavorView, new: FavorView) -> str | None:
    """The selection unless its tile is gone or has just been taken."""
    before = {tile.id: tile.state for tile in old.tiles}
    for tile in new.tiles:
        if tile.id == state.selected:
            unchanged = before.get(tile.id) == tile.state
            return tile.id if unchanged or tile.state in ("claimable", "refused") else None
    return None
