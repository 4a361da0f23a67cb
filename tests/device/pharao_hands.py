"""People at the Pharao table: they play on the screen alone, by the four buttons or by touch."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from device.clock import HandClock
from device.config import Config, GameConfig, JournalConfig, PharaoConfig
from device.desk import Desk, current
from device.journal import Journal
from device.opening import open_table
from device.pharao_table import PharaoTable
from rules.pharao.actions import (
    Begins,
    Fell,
    Laid,
    Looked,
    MummiesSet,
    PharaoAction,
    Pushed,
    Revealed,
    Slid,
    Stole,
    Turned,
)
from rules.pharao.board import line
from rules.pharao.pieces import OTHER, PLAIN, Colour
from rules.pharao.state import State
from ui.intents import Button, Choose, Undo
from ui.pharao_drawing import SMALL_LETTERS
from ui.pharao_layout import key_room
from ui.pharao_view import PharaoView
from ui.screens import Screens
from ui.text import fitted
from ui.view import View
from ui.widgets import focused

SIZE = (480, 320)
Way = Literal["buttons", "touch"]


def configured(folder: Path, animals: tuple[str, ...], players: tuple[str, ...] | None = None) -> Config:
    """A table that plays Pharao with these animals."""
    return Config(
        JournalConfig(folder / "journal.sqlite"),
        GameConfig(players=players, name="pharao"),
        pharao=PharaoConfig(animals),
    )


class Hands:
    """What people press; `presses` counts every press of a button and every touch."""

    def __init__(self, desk: Desk, way: Way = "touch", size: tuple[int, int] = SIZE) -> None:
        self.desk = current(desk)
        self.way = way
        self.presses = 0
        self.clock = HandClock()
        self.screens = Screens(size)
        self._refresh()

    @property
    def table(self) -> PharaoTable:
        assert isinstance(self.desk, PharaoTable)
        return self.desk

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def view(self) -> View:
        return self.desk.view("")

    def _refresh(self) -> None:
        self.desk = current(self.desk)
        view = self.desk.view("")
        self.screens.show(view)
        self.check_texts(view)

    def check_texts(self, view: View) -> None:
        """Fail where the title, a remark or a key's words do not fit the smaller screen."""
        for widget in self.screens.found:
            box = widget.rect
            if widget.kind == "title":
                assert fitted((view.title,), box.w, box.h, box.h // 2, 10, 2).whole, view.title
            elif widget.kind == "message" and view.message:
                assert fitted((view.message,), box.w - 40, box.h, box.h // 2, 9, 2).whole, view.message
            elif widget.kind == "command" and isinstance(view, PharaoView):
                room = key_room(box, self.screens.size)
                assert fitted((widget.label,), room.w, room.h, box.h, SMALL_LETTERS, 2).whole, widget.label

    def press(self, button: Button) -> None:
        self.presses += 1
        intent = self.screens.press(button)
        if intent is not None:
            self.desk.on_intent(intent)
        self._refresh()

    def offered(self) -> set[str]:
        """The keys that the screen lets people choose."""
        keys = {w.press.key for w in self.screens.found if isinstance(w.press, Choose)}
        view = self.view
        if isinstance(view, PharaoView):
            keys |= {steering.key for steering in view.steering}
        return keys

    def choose(self, key: str) -> None:
        """Reach this key and press it."""
        assert key in self.offered(), f"{key} is not on the screen: {sorted(self.offered())}"
        if self.way == "touch":
            widget = next(w for w in self.screens.found if w.press == Choose(key))
            self.presses += 1
            intent = self.screens.touch(*widget.rect.centre)
            assert intent == Choose(key)
            self.desk.on_intent(intent)
            self._refresh()
            return
        view = self.view
        for steering in view.steering if isinstance(view, PharaoView) else ():
            if steering.key == key:
                self.press(steering.button)
                return
        assert not (isinstance(view, PharaoView) and view.steering), f"the buttons do not lead to {key}"
        for _ in self.screens.found:
            focus = focused(self.screens.found, self.screens.current.state)  # type: ignore[union-attr, arg-type]
            if focus is not None and focus.press == Choose(key):
                self.press("ok")
                return
            self.press("down")
        raise AssertionError(f"down never reaches {key}")

    def back(self) -> None:
        """One step back."""
        if self.way == "buttons":
            self.press("back")
        else:
            self.presses += 1
            undo = next(w for w in self.screens.found if w.press == Undo())
            assert self.screens.touch(*undo.rect.centre) == Undo()
            self.desk.on_intent(Undo())
            self._refresh()

    def menu(self) -> None:
        """Open the menu, which with buttons alone is behind any direction."""
        if "menu" not in self.offered() or self.way == "buttons":
            view = self.view
            if isinstance(view, PharaoView) and view.steering:
                self.press("up")
        if self.table.draft.menu is None:
            if self.table.draft.line is not None:
                self.choose(next(key for key in self.offered() if key.startswith("to:")))
            self.choose("menu")

    def do(self, action: PharaoAction) -> None:
        """Press what it takes for this action to be committed."""
        before = self.table.session.length
        match action:
            case Laid():
                self._lay(action)
            case Begins(seat):
                self.choose(f"begin:{seat}")
            case Turned(symbol):
                self.choose(f"back:{symbol.value}")
            case Pushed():
                self._push(action)
            case Fell(colours):
                self._mark(colours)
                self.choose("fell")
            case MummiesSet(left_out):
                self._mark(left_out)
                self.choose("filled")
            case Stole(seat):
                self.choose("steal:none" if seat is None else f"steal:{seat}")
            case Revealed(animal, value, outside):
                self.choose(f"card:{animal}")
                self.choose(f"value:{value}")
                if self.table.session.length == before:
                    self.choose(f"outside:{'yes' if outside else 'no'}")
            case Slid(to, shows):
                self._slide(to, shows)
            case Looked(place, shows):
                self._look(place, shows)
            case _:
                raise AssertionError(f"no hand does {action}")
        assert self.table.session.length > before, self.table.message

    def _lay(self, laid: Laid) -> None:
        while len(self.state.layout.cracks) != len(laid.cracks):
            self.choose("cracks")
        wanted = (laid.gap, *laid.cracks, *laid.bases)
        for number, to in enumerate(wanted):
            layout = self.state.layout
            now = (layout.gap, *layout.cracks, *layout.bases)[number]
            if now != to:
                self.choose(f"pick:{now}")
                self.choose(f"put:{to}")
        self.choose("lay")

    def _push(self, push: Pushed) -> None:
        self.choose(f"row:{push.row}:{push.side.value}")
        if push.turn is None:
            self.choose("turn:unknown")
        for _ in range(push.turn or 0):
            self.choose("turn")
        while self.table.draft.carried != push.gap:
            self.choose("carry")
        self.choose("push")

    def _mark(self, colours: tuple[Colour, ...]) -> None:
        for colour in sorted(self.table.draft.marked ^ set(colours)):
            self.choose(f"mark:{colour.value}")

    def _slide(self, to: int, shows: str) -> None:
        state = self.state
        gap = state.gap
        if self.way == "touch" or f"go:{to}" in self._steered():
            self.choose(f"go:{to}")
        else:
            step = line(gap, to)[0]
            names = {-8: "up", 8: "down", -1: "left", 1: "right"}
            self.choose(f"line:{names[step - gap]}")
            self.choose(f"to:{to}")
        card = state.sought
        assert card is not None
        if shows in (*PLAIN, card.animal, OTHER):
            self.choose(f"shows:{shows}")
        else:
            self.choose("shows:other")
            if "name" in self.offered() and self.way == "touch":
                self.choose("name")
                self.choose(f"shows:{shows}")

    def _steered(self) -> set[str]:
        view = self.view
        return {steering.key for steering in view.steering} if isinstance(view, PharaoView) else set()

    def _look(self, place: int, shows: str) -> None:
        if f"shows:{shows}" not in self.offered():
            self.menu()
            self.choose("looks")
            self.choose(f"look:{place}")
        self.choose(f"shows:{shows}")


def begin(hands: Hands, players: int, *terms: str) -> None:
    """Answer the lobby's questions."""
    hands.choose(f"players:{players}")
    for term in terms:
        hands.choose(term)
    hands.choose("begin")


def table_of(journal: Journal, config: Config, way: Way = "touch") -> Hands:
    """The hands at a table that is opened."""
    return Hands(open_table(journal, config), way)
