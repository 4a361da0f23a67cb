"""The table of Pharao: intents in, committed actions and a view out; no camera is needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from device.clock import Clock, MonotonicClock
from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.pharao_aid import PathAid, tiles_fit
from device.pharao_choices import ACTIONS, DRAFTING, MENUS
from device.pharao_draft import Draft, blank
from device.pharao_news import news
from device.pharao_tiles import load_tiles, save_tiles
from device.pharao_view import marks_of, pharao_view
from device.session import TableSession
from rules.errors import Violation
from rules.pharao.actions import Looked, PharaoAction, Placed, Pushed
from rules.pharao.board import OUTSIDE, SLOTS, Side, name_of, turned
from rules.pharao.review import TurnReview, turns
from rules.pharao.state import Setup, State
from rules.pharao.tile_set import TileSet, certain_tiles, learned
from ui.intents import Choose, Intent, Undo
from ui.pharao_view import MarkView, PharaoView
from ui.view import Tone

PUSH_MS = 900.0
"""How long a push is shown moving."""
_STEPS = 27
"""In how many pictures."""

LEAVING = "leave this game for another one? it stays in the journal, but cannot be gone on with"


@dataclass(frozen=True)
class Moving:
    """A push on its way over the screen; `began_ns` is None until the clock first ticks."""

    row: int
    side: Side
    marks: tuple[MarkView, ...]
    coming: tuple[MarkView, ...]
    began_ns: int | None = None
    step: int = 0

    @property
    def share(self) -> float:
        """How much of the way is done, 0 to 1."""
        return self.step / _STEPS


class PharaoTable(Desk):
    """One game at the table, and what was begun but not decided.

    `new_game` makes the desk that follows when people ask for another game. `tiles_file` keeps the sliding
    tiles that games teach. `message` and `tone` are the last remark, question or refusal.
    """

    def __init__(
        self,
        session: TableSession[State, PharaoAction, Setup],
        new_game: Callable[[], Desk],
        *,
        clock: Clock | None = None,
        tiles_file: Path | None = None,
    ) -> None:
        self.session = session
        self.message: str | None = None
        self.tone: Tone = "plain"
        self.aid = PathAid(clock or MonotonicClock())
        self.moving: Moving | None = None
        self.kept: str | None = None
        self._new_game = new_game
        self._tiles_file = tiles_file
        self._next: Desk | None = None
        self._review: tuple[TurnReview, ...] | None = None
        self.draft = blank(self.state)
        self.aid.follow(self.state)

    @property
    def state(self) -> State:
        """The state after the last committed action."""
        return self.session.state

    @property
    def successor(self) -> Desk | None:
        """The desk after this game, once people asked for it."""
        return self._next

    @property
    def minds_camera(self) -> bool:
        """What comes to light is told by hand: no camera is needed."""
        return False

    @property
    def turns(self) -> tuple[TurnReview, ...]:
        """The turns of the game that is over."""
        if self._review is None:
            self._review = turns(self.session.states)
        return self._review

    @property
    def begun(self) -> bool:
        """Whether something was begun that one step back takes away."""
        return self.draft != replace(blank(self.state), way=self.draft.way)

    @property
    def new_tiles(self) -> int:
        """How many sliding tiles this game taught that are not kept yet."""
        if self._tiles_file is None or self.kept is not None:
            return 0
        known = TileSet("box", self.state.setup.animals, self.state.setup.tiles)
        try:
            return len(learned(known, self.state.memory).tiles) - len(known.tiles)
        except Violation:
            return len(certain_tiles(self.state.memory))

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; what the rules forbid is refused with its reason."""
        match intent:
            case Undo():
                self._undo()
            case Choose(key):
                self._say(None)
                name, _, value = key.partition(":")
                self._choose(name, value)
        self.aid.follow(self.state)

    def on_tick(self, now_ns: int) -> bool:
        """A push moves on, and the path aid searches for the time of one slice."""
        changed = self.aid.step()
        if self.moving is not None:
            began = now_ns if self.moving.began_ns is None else self.moving.began_ns
            step = int((now_ns - began) / 1e6 / PUSH_MS * _STEPS)
            after = None if step >= _STEPS else replace(self.moving, began_ns=began, step=step)
            changed = changed or after is None or after.step != self.moving.step
            self.moving = after
        return changed

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.message, self.tone = question, "ask"

    def view(self, camera: str) -> PharaoView:
        """The whole screen; `camera` is the word on what the camera does, which this game does not need."""
        return pharao_view(self, camera)

    def _say(self, words: str | None, tone: Tone = "plain") -> None:
        self.message, self.tone = words, tone

    def _undo(self) -> None:
        self._say(None)
        if self.begun:
            self.draft = replace(blank(self.state), way=self.draft.way)
        else:
            self._undo_action()

    def _undo_action(self) -> None:
        try:
            self.session.undo()
        except JournalError as error:
            self._say(str(error), "refusal")
            return
        self.moving = self.kept = self._review = None
        self.draft = blank(self.state)

    def _choose(self, name: str, value: str) -> None:
        if name in MENUS:
            self.draft = MENUS[name](self.draft)
        elif name == "undo":
            self._undo_action()
        elif name == "new" and (self.session.over or self.draft.menu == "leave"):
            self._finish()
        elif name == "leave":
            self.draft = Draft(menu="leave")
            self.ask(LEAVING)
        elif name == "keep" and self._tiles_file is not None:
            self._keep_tiles(self._tiles_file)
        elif name in DRAFTING:
            DRAFTING[name](self, value)
        elif name in ACTIONS:
            self._try(lambda: ACTIONS[name](self, value))

    def _finish(self) -> None:
        try:
            self.session.finish()
            self._next = self._new_game()
        except DeviceError as error:
            self._say(str(error), "refusal")

    def _keep_tiles(self, file: Path) -> None:
        try:
            kept = load_tiles(file) or TileSet("our box", self.state.setup.animals)
            more = learned(kept, self.state.memory)
            save_tiles(file, more)
        except (DeviceError, Violation) as error:
            self._say(str(error), "refusal")
            return
        number = len(more.tiles)
        verb = "is" if number == 1 else "are"
        self.kept = f"{number} of {SLOTS} sliding tiles {verb} kept for the next game"
        self._say(self.kept)

    def _try(self, make: Callable[[], PharaoAction | None]) -> None:
        """Do what `make` gives; what is refused, by the rules or the disk, is said and changes nothing."""
        before = self.state
        try:
            action = make()
            if action is None:
                return
            self.session.do(action)
        except (Violation, ValueError, IndexError, JournalError) as error:
            self._say(str(error), "refusal")
        else:
            self._committed(before, action)

    def _committed(self, before: State, action: PharaoAction) -> None:
        looking, shifting = self.draft.looking, self.draft.shifting
        self.draft = blank(self.state)
        if isinstance(action, Placed) and shifting:
            # With four buttons a cover goes on step by step until it is put down.
            self.draft = replace(self.draft, picked=action.to, shifting=True)
        self._say(news(before, action, self.state))
        if isinstance(action, Pushed):
            self.moving = _moving(before, action)
        if isinstance(action, Looked) and looking in OUTSIDE:
            # Whoever tells one quarter of the tile outside goes on with the next.
            rest = (at for at in OUTSIDE if self.state.memory.sure(at) is None)
            self.draft = replace(self.draft, looking=next(rest, None))
        at = self.state.memory.forgotten
        if at is not None:
            self._say(
                f"{name_of(at)} does not show what was remembered: the rest of that tile is forgotten", "ask"
            )
        elif not tiles_fit(self.state.memory, self.state.setup.tiles) and tiles_fit(
            before.memory, before.setup.tiles
        ):
            self._say("the kept tiles do not fit what was seen: only what was seen counts now", "ask")


def _moving(before: State, action: Pushed) -> Moving:
    marks = marks_of(before)
    first = action.row * 16
    coming = marks[OUTSIDE[0] :]
    # Nobody may be shown a turn that nobody knows.
    coming = (MarkView(),) * 4 if action.turn is None else turned(coming, action.turn)
    return Moving(action.row, action.side, marks[first : first + 16], coming)
