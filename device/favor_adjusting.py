"""Turning dice in steps: which die, then which face; and putting right a die that was misread."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.favor_dice import die_view
from device.favor_steps import DONE, GAME, Outcome, capital, index_of, page
from rules.favor.actions import Adjusted, Change, Corrected, FavorAction
from rules.favor.dice import Die, faces_of
from rules.favor.powers.adjusting import ADJUSTING
from rules.favor.powers.sources import source_name
from rules.favor.state import State
from rules.words import number_word
from ui.page_view import PageDie, PageView
from ui.view import Command


@dataclass(frozen=True)
class Adjust:
    """Dice are turned by `source`: `turned` are those done, by index and new face; `die` is being turned."""

    source: str
    turned: tuple[tuple[int, str], ...] = ()
    die: int | None = None

    def page(self, state: State) -> PageView:
        """The active dice as they will lie, below them the faces for the chosen one."""
        now = dict(self.turned)
        dice = [
            PageDie(
                die_view(Die(die.kind, now.get(index, die.face))),
                f"die:{index}" if self._faces(state, index) else None,
                "picked"
                if index in now or index == self.die
                else "plain"
                if self._faces(state, index)
                else "faint",
            )
            for index, die in enumerate(state.active)
        ]
        faces = []
        if self.die is not None:
            was = state.active[self.die]
            shown = (*((was,) if self.die in now else ()), *self._faces(state, self.die))
            faces = [PageDie(die_view(face), f"face:{face.face}") for face in shown]
        commands = []
        if not self._is_single:
            ready = GAME.explain(state, self._action(state)) is None
            number = len(self.turned)
            label = f"Done: {number} {'die' if number == 1 else 'dice'}"
            commands = [Command(DONE, label, main=ready and self.die is None)]
        title = f"{capital(source_name(self.source))} {ADJUSTING[self.source].words}"
        return page(title, self._hint(state), dice=dice, faces=faces, commands=commands)

    def press(self, state: State, key: str) -> Outcome:
        """A die that can only be turned one way is turned at once, else its faces are offered."""
        index = index_of(key, "die")
        head, _, face = key.partition(":")
        if index is not None and index < len(state.active):
            faces = self._faces(state, index)
            if len(faces) == 1:
                was = index in dict(self.turned)
                return self._with(state, index, state.active[index].face if was else faces[0].face)
            return replace(self, die=index) if faces else None
        if head == "face" and self.die is not None:
            return self._with(state, self.die, face)
        return self._action(state) if key == DONE else None

    @property
    def _is_single(self) -> bool:
        return ADJUSTING[self.source].most == 1

    def _faces(self, state: State, index: int) -> tuple[Die, ...]:
        locked = frozenset(die.value for die in state.pyramid if die.value is not None)
        return ADJUSTING[self.source].becomes(state.active[index], locked)

    def _with(self, state: State, index: int, face: str) -> Adjust | FavorAction:
        """One die more turned, or turned back; where one is all that may change, that is it."""
        left = tuple((other, shows) for other, shows in self.turned if other != index)
        if face != state.active[index].face:
            left = (*left, (index, face))
        made = Adjust(self.source, left)
        return made._action(state) if self._is_single and left else made

    def _action(self, state: State) -> Adjusted:
        changes = (Change(state.active[i], Die(state.active[i].kind, face)) for i, face in self.turned)
        return Adjusted(self.source, tuple(sorted(changes)))

    def _hint(self, state: State) -> str:
        if self.die is not None:
            return f"which face does the {state.active[self.die]} get?"
        if ADJUSTING[self.source].moves and self.turned:
            moved = sum(
                (change.now.value or 0) - (change.was.value or 0) for change in self._action(state).changes
            )
            if moved:
                pips = "pip" if abs(moved) == 1 else "pips"
                more = "too many: take as many from another die" if moved > 0 else "still to be put on a die"
                return f"{number_word(abs(moved))} {pips} {more}"
        return "touch the die" if self._is_single else "touch the dice one after the other, then Done"


@dataclass(frozen=True)
class Correct:
    """A die was misread: `die` is chosen, then the face that it shows."""

    die: int | None = None

    def page(self, state: State) -> PageView:
        """The active dice, and the other faces of the chosen one."""
        dice = [
            PageDie(die_view(die), f"die:{index}", "picked" if index == self.die else "plain")
            for index, die in enumerate(state.active)
        ]
        faces = []
        if self.die is not None:
            was = state.active[self.die]
            faces = [PageDie(die_view(now), f"face:{now.face}") for now in faces_of(was.kind) if now != was]
        hint = "touch it" if self.die is None else f"what does the {state.active[self.die]} show?"
        return page("Which die was misread?", hint, dice=dice, faces=faces)

    def press(self, state: State, key: str) -> Outcome:
        """The die, then its face."""
        index = index_of(key, "die")
        head, _, face = key.partition(":")
        if index is not None and index < len(state.active):
            return replace(self, die=index)
        if head == "face" and self.die is not None:
            was = state.active[self.die]
            return Corrected(was, Die(was.kind, face))
        return None
