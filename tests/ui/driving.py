"""Works the screen as people do, and says what a view lets them decide."""

from __future__ import annotations

from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.layout import Widget, widgets
from ui.screen import FavorScreen
from ui.view import FavorView
from ui.widgets import focused


def showing(view: FavorView, size: tuple[int, int]) -> FavorScreen:
    screen = FavorScreen(size)
    screen.show(view)
    return screen


def on_screen(screen: FavorScreen) -> dict[str, Widget]:
    assert screen.view is not None
    return {widget.key: widget for widget in widgets(screen.view, screen.state, screen.size)}


def touch(screen: FavorScreen, key: str) -> Intent | None:
    return screen.touch(*on_screen(screen)[key].rect.centre)


def focus_of(screen: FavorScreen) -> str | None:
    found = focused(on_screen(screen).values(), screen.state.focus)
    return found.key if found else None


def go_to(screen: FavorScreen, key: str) -> None:
    """Press down until this widget has the focus."""
    for _ in on_screen(screen):
        if focus_of(screen) == key:
            return
        assert screen.press("down") is None
    raise AssertionError(f"down never reaches {key}")


def single_intents(view: FavorView) -> set[Intent]:
    """All that the view lets people decide, of LockDice only those of one die."""
    found: set[Intent] = {Choose(command.key) for command in view.commands}
    found |= {ClaimTile(tile.id) for tile in view.tiles if tile.state == "claimable"}
    for index, die in enumerate(view.dice):
        if view.dice_role == "lock":
            found.add(LockDice((index,)))
        if view.dice_role != "watch":
            found |= {SetFace(index, face) for face in die.faces if face != die.face or die.doubtful}
    if view.can_undo:
        found.add(Undo())
    return found


def permits(view: FavorView, intent: Intent) -> bool:
    if isinstance(intent, LockDice) and view.dice_role == "lock":
        indices = list(intent.dice)
        return (
            bool(indices) and indices == sorted(set(indices)) and set(indices) <= set(range(len(view.dice)))
        )
    return intent in single_intents(view)
