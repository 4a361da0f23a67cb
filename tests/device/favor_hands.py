"""Hands at the table: they press what the screen offers, and throw dice where the game waits for a roll."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from device.desk import current
from device.favor_table import FavorTable
from rules.favor.dice import KINDS, Die, Kind, parse_die
from rules.favor.state import Phase, State, Tokens
from ui.page_view import PageView
from ui.screens import Screens
from ui.view import FavorView
from ui.widgets import Widget, focused
from vision.reading import DieReading, Reading, Zone


class Hands:
    """One pair of hands for all players, on a screen of `size` px, by its four buttons or by touch."""

    def __init__(
        self, table: FavorTable, size: tuple[int, int] = (480, 320), *, by_touch: bool = False
    ) -> None:
        self.table = table
        self.by_touch = by_touch
        self.screen = Screens(size)
        self.show()

    def show(self) -> None:
        """The screen shows what the table has to say."""
        desk = current(self.table)
        self.screen.show(desk.view("still"))

    @property
    def offers(self) -> dict[str, Widget[Any]]:
        """All that can be pressed, by key of the widget."""
        return {widget.key: widget for widget in self.screen.found if widget.press is not None}

    def do(self, *names: str) -> None:
        """Press one thing after the other, each by its key or by what it is called."""
        for name in names:
            key = name if name in self.offers else self.label_key(name)
            self.touch(key) if self.by_touch else self.press(key)

    def label_key(self, label: str) -> str:
        """The key of the widget that bears this label, or that shows an entry of this title."""
        for key, widget in sorted(self.offers.items()):
            if self._name(widget) == label:
                return key
        raise AssertionError(f"nothing is called {label!r}: {sorted(self.offers)}, {self.table.message}")

    def _name(self, widget: Widget[Any]) -> str | None:
        view = self.screen.view
        if isinstance(view, PageView) and widget.kind == "entry":
            return view.entries[widget.index].title
        if isinstance(view, PageView) and widget.kind == "face":
            face = view.faces[widget.index]
            return face.label or face.die.face
        return widget.label

    def touch(self, key: str) -> None:
        """Touch the widget of this key in its middle."""
        assert key in self.offers, f"no {key!r} among {sorted(self.offers)}; {self.table.message}"
        intent = self.screen.touch(*self.offers[key].rect.centre)
        if intent is not None:
            self.table.on_intent(intent)
        self.show()

    def press(self, key: str) -> None:
        """Reach the widget by the four buttons and press it."""
        assert key in self.offers, f"no {key!r} among {sorted(self.offers)}; {self.table.message}"
        for _ in self.offers:
            found = focused(self.screen.found, self._focus)
            if found is not None and found.key == key:
                break
            assert self.screen.press("down") is None
        else:
            raise AssertionError(f"down never reaches {key}")
        intent = self.screen.press("ok")
        if intent is not None:
            self.table.on_intent(intent)
        self.show()

    def throw(self, kinds: Sequence[Kind], faces: Sequence[str], place: float) -> None:
        """These dice come to rest in the tray, in a row at `place` px."""
        self.table.on_reading(Reading("ok", None, (), 1.0))
        self.table.on_reading(thrown(kinds, faces, place))
        self.show()

    @property
    def picking(self) -> bool:
        """Whether the face picker lies over the rest of the screen."""
        return getattr(self.screen.state, "picker", None) is not None

    @property
    def _focus(self) -> str | None:
        state = self.screen.state
        return state if isinstance(state, str) or state is None else getattr(state, "focus", None)


def thrown(kinds: Sequence[Kind], faces: Sequence[str], place: float = 0.0) -> Reading:
    """A sure reading of these dice."""
    dice = []
    for index, (kind, face) in enumerate(zip(kinds, faces, strict=True)):
        value = int(face) if face.isdecimal() else None
        box = (100.0 * index, place, 40.0, 40.0)
        dice.append(DieReading(kind.value, 6, face, value, 0.99, box, KINDS[kind].body))
    return Reading("ok", None, tuple(dice), 5.0)


def dice(text: str) -> tuple[Die, ...]:
    return tuple(map(parse_die, text.split()))


def owning(state: State, seat: int, *tiles: str, tokens: Tokens | None = None) -> State:
    player = replace(state.players[seat], tiles=tiles, tokens=tokens or Tokens())
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)


def put(table: FavorTable, state: State) -> Hands:
    """The table stands in this state; gives the hands at it."""
    table.session._states[-1] = state
    table.refresh()
    return Hands(table)


def locking(
    table: FavorTable, active: str, *tiles: str, tokens: Tokens | None = None, locked: str = "", **rest: Any
) -> Hands:
    """Ann has these tiles and has just rolled the active dice."""
    state = owning(table.state, 0, *tiles, tokens=tokens)
    locks = (dice(locked),) if locked else ()
    awake = tuple(die.kind for die in dice(active) if die.face in ("star", "double-star", "reroll", "decree"))
    state = replace(
        state,
        phase=Phase.LOCK,
        to_roll=(),
        gained=(),
        active=dice(active),
        locked=locks,
        rolls=1,
        awake=awake,
    )
    return put(table, replace(state, **rest))


_SHY = ("undo", "command:leave", "command:referee")
_RARE = ("command:overrule", "command:unlock")


class Child(Hands):
    """Hands that press anything, more or less: what brings the game on more often than what does not."""

    def __init__(self, table: FavorTable, rng: random.Random, size: tuple[int, int] = (480, 320)) -> None:
        super().__init__(table, size, by_touch=True)
        self.rng = rng
        self.luck = 0.9
        self.throws = 0

    def go(self) -> None:
        """One press, or one throw."""
        rng, state = self.rng, self.table.state
        if state.phase in (Phase.ROLL, Phase.REROLL) and self.table.step is None and rng.random() < 0.7:
            self.throws += 1
            wanted = str(3 + state.turns % 4)
            kinds = self.table.to_roll
            faces = [self._face(kind, wanted) for kind in kinds]
            self.throw(kinds, faces, 60.0 * self.throws)
            return
        keys = sorted(self.offers)
        weights = [self._weight(key) for key in keys]
        self.touch(rng.choices(keys, weights)[0])

    def _face(self, kind: Kind, wanted: str) -> str:
        """Mostly the wanted one: with fair dice a game of chance goes on for hours."""
        faces = KINDS[kind].faces
        return wanted if wanted in faces and self.rng.random() < self.luck else self.rng.choice(faces)

    def _weight(self, key: str) -> float:
        view = self.screen.view
        assert view is not None
        if any(command.main and key == f"command:{command.key}" for command in view.commands):
            return 20.0
        if key in ("lock", "claim"):
            return 12.0
        if key == "command:new":
            return 0.0
        if key in _SHY:
            return 0.1
        if key in _RARE:
            return 0.05
        if key == "command:cancel":
            return 1.0 if isinstance(view, PageView) and view.entries else 0.2
        if key.startswith("command:seat"):
            return 0.1
        kind, _, name = key.partition(":")
        if kind == "tile" and isinstance(view, FavorView):
            return 8.0 if any(tile.id == name and tile.state == "claimable" for tile in view.tiles) else 0.03
        return {"die": 2.0, "pencil": 0.03, "player": 0.03, "face": 3.0, "entry": 3.0}.get(kind, 1.0)


class Toddler(Child):
    """Hands that press anything at all, and throw any dice anywhere, seen well or not."""

    def go(self) -> None:
        """One press, or whatever the camera may see."""
        if self.rng.random() < 0.12:
            self.table.on_reading(self._sight())
            self.show()
        else:
            super().go()

    def _sight(self) -> Reading:
        rng, state = self.rng, self.table.state
        lying = [*state.active, *state.pyramid]
        if lying and rng.random() < 0.3:
            some = rng.sample(lying, rng.randint(1, len(lying)))
            kinds, faces = [die.kind for die in some], [die.face for die in some]
        else:
            kinds = (
                list(self.table.to_roll)
                if rng.random() < 0.5
                else rng.choices(list(Kind)[:3], k=rng.randint(0, 6))
            )
            faces = [rng.choice(KINDS[kind].faces) for kind in kinds]
        reading = thrown(kinds, faces, rng.choice((0.0, 5.0, 60.0, 200.0)))
        if rng.random() < 0.4:
            zones: list[Zone | None] = ["roll", "lock", "lock", None]
            placed = (
                replace(die, zone=rng.choice(zones), place_mm=(die.box[0] * 0.4, die.box[1] * 0.4))
                for die in reading.dice
            )
            reading = replace(reading, dice=tuple(placed))
        return Reading("unsure", "Glare hides a pip.", reading.dice, 1.0) if rng.random() < 0.15 else reading

    def _weight(self, key: str) -> float:
        leaving = ("undo", "command:new", "command:leave")
        return 0.1 if key in leaving else 0.3 * super()._weight(key) + 0.7
