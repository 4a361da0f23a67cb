"""The table of Favor of the Pharaoh: readings and intents in, committed actions and a view out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.favor_commands import LOCK_MORE, OVERRULE, POWERS, REFEREE, TRAY_IS_EMPTY, UNLOCK, action_of
from device.favor_deviations import Deviation
from device.favor_eyes import Eyes
from device.favor_looking import Borrow, LookAtPlayer, LookAtTile
from device.favor_picking import PickDice
from device.favor_powers import Powers
from device.favor_referee import Referee
from device.favor_roll import DraftDie, blank, known
from device.favor_steps import CANCEL, Enter, Remark, Step, index_of, may_be_overruled
from device.favor_view import favor_view, page_view
from device.favor_words import in_words
from device.session import TableSession
from rules.errors import Violation
from rules.favor.actions import Claimed, Corrected, FavorAction, Locked, Overruled, Rolled, Taken
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.state import Phase, Setup, State
from rules.favor.tiles import TILES
from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.page_view import PageView
from ui.view import FavorView, Tone
from vision.dice_set import FAVOR, DiceSet
from vision.reading import Reading

_ROLLS = (Phase.ROLL, Phase.REROLL)


class FavorTable(Desk):
    """One game at the table with what is said about it but not committed.

    `new_game` makes the desk that follows this one when people ask for another game. With `ask_again` they
    may do so before the first action too, to change what they answered in the lobby.
    `draft` holds the roll that is waited for until it is certain: what the camera offered and what people
    entered; `other_dice` are its kinds where people say that others were rolled than the rules foresee.
    `steps` are those of a choice that was begun, last one on the screen. `message` and `tone` are the last
    remark, question or refusal, `refused` the action that it is about, which the table may let count, and
    `came_back` says that a locked die seems to lie among those that were rolled. `leaving` says that people
    asked to leave this game and have not yet said that they mean it.
    """

    def __init__(
        self,
        session: TableSession[State, FavorAction, Setup],
        new_game: Callable[[], Desk],
        *,
        ask_again: bool = False,
    ) -> None:
        self.session = session
        self._next: Desk | None = None
        self._new_game = new_game
        self._ask_again = ask_again
        self.message: str | None = None
        self.tone: Tone = "plain"
        self.refused: FavorAction | None = None
        self.came_back = False
        self.leaving = False
        self.steps: tuple[Step, ...] = ()
        self.other_dice: tuple[Kind, ...] = ()
        self.draft: tuple[DraftDie, ...] = ()
        self._eyes = Eyes(self)
        self.refresh()

    @property
    def state(self) -> State:
        """The state after the last committed action."""
        return self.session.state

    @property
    def to_roll(self) -> tuple[Kind, ...]:
        """The dice of the roll that is waited for."""
        return self.other_dice or self.state.to_roll

    @property
    def may_ask_again(self) -> bool:
        """Whether the answers given in the lobby may still be changed."""
        return self._ask_again and not self.session.length

    @property
    def may_leave(self) -> bool:
        """Whether the game may be left for another one: between two turns, before any die is known."""
        between = self.state.phase is Phase.ROLL and not self.state.rolls
        return between and not any(die.face for die in self.draft) and not self.may_say_empty

    @property
    def may_say_empty(self) -> bool:
        """Whether the camera sees something in the tray that it cannot read, where people may see nothing."""
        return self.state.phase in _ROLLS and self._eyes.sees_what_it_cannot_read

    @property
    def step(self) -> Step | None:
        """The step of a choice that is on the screen: one that was begun, or one that has to be made."""
        if self.steps:
            return self.steps[-1]
        match self.state.phase:
            case Phase.BORROW:
                return Borrow()
            case Phase.LEAVE:
                return PickDice("leave")
        return None

    @property
    def successor(self) -> Desk | None:
        """The desk of the next game, once people asked for one."""
        return self._next

    @property
    def dice(self) -> DiceSet:
        """The eight kinds of the box."""
        return FAVOR

    def on_reading(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`; commits a roll that is certain, asks otherwise."""
        self._eyes.seen(reading)

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; a decision against the rules is refused with its reason."""
        step = self.step
        match intent:
            case Choose(key) if key == OVERRULE:
                self._overrule()
            case Undo() if self.steps:
                self.steps = self.steps[:-1]
                self.hush()
            case Undo() | Choose("by-the-rules") if self.other_dice:
                self.refresh()
            case Choose(key) if key == CANCEL and self.steps:
                self.steps = ()
                self.hush()
            case Choose(key) if step is not None and key != UNLOCK:
                self._go_on(step, key)
            case LockDice(dice):
                self.attempt(lambda: Locked(_picked(self.state.active, dice)))
            case SetFace(die, face):
                self._set_face(die, face)
            case ClaimTile(tile):
                taken = self.state.phase is Phase.TAKE
                self.attempt(lambda: Taken(tile) if taken else Claimed(tile))
            case Undo():
                self._undo()
            case Choose("accept") if self.state.phase in _ROLLS:
                self._accept()
            case Choose("new") if self.session.over or self.may_ask_again or self.leaving:
                self._finish()
            case Choose("leave") if self.may_leave:
                self.leaving = True
                self.ask(
                    "leave this game for another one? it stays in the journal, but cannot be gone on with"
                )
            case Choose("stay") if self.leaving:
                self.refresh()
            case Choose(key) if key == TRAY_IS_EMPTY and self.may_say_empty:
                self.refresh()
            case Choose(key) if (begun := self._begun(key)) is not None:
                self.steps = (begun,)
                self.hush()
            case Choose(key):
                self.attempt(lambda: action_of(key))

    def say(self, remark: str | None) -> None:
        """Put a remark on the message line."""
        self.message, self.tone, self.refused, self.came_back = remark, "plain", None, False

    def hush(self) -> None:
        """Leave the message line empty."""
        self.say(None)

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.say(question)
        self.tone = "ask"

    def refuse(self, reason: str) -> None:
        """Say why something is not done."""
        self.say(reason)
        self.tone = "refusal"

    def deviates(self, deviation: Deviation) -> None:
        """The dice lie against the rules: say so, and let the table decide."""
        self.ask(deviation.words)
        action = deviation.action
        self.refused = action if action is not None and may_be_overruled(self.state, action) else None
        self.came_back = deviation.came_back and bool(self.state.pyramid)

    def view(self, camera: str) -> FavorView | PageView:
        """The whole screen; `camera` is the word on what the camera does."""
        step = self.step
        return favor_view(self, camera) if step is None else page_view(self, step, camera)

    def refresh(self) -> None:
        """Begin anew with what the state waits for."""
        self.hush()
        self.leaving = False
        self.steps = ()
        self.other_dice = ()
        self._eyes.forget_questions()
        self.draft = blank(self.state.to_roll) if self.state.phase in _ROLLS else ()
        if self.draft and self.state.shortage:
            self.say(_lacking(self.state))

    def attempt(self, make: Callable[[], FavorAction | None]) -> None:
        """Do what `make` gives; what is refused, by the rules or the disk, is said and changes nothing."""
        before = self.state
        action: FavorAction | None = None
        try:
            action = make()
            if action is None:
                return
            self.session.do(action)
        except Violation as violation:
            self.refuse(str(violation))
            if action is not None and may_be_overruled(self.state, action):
                self.refused = action
        except (ValueError, IndexError, JournalError) as error:
            self.refuse(str(error))
        else:
            self.refresh()
            self._eyes.committed(before, action)

    def _overrule(self) -> None:
        """What was refused counts all the same."""
        action = self.refused
        if action is not None:
            self.attempt(lambda: Overruled(action))

    def _go_on(self, step: Step, key: str) -> None:
        """The choice that is on the screen goes on."""
        try:
            outcome = step.press(self.state, key)
        except ValueError as error:
            self.refuse(str(error))
            return
        match outcome:
            case None:
                return
            case str():
                self.refuse(outcome)
            case Remark(words):
                self.say(words)
            case Enter(kinds):
                self.refresh()
                self.other_dice, self.draft = kinds, blank(kinds)
                self.say("touch each die and choose what it shows, or let the camera read them")
            case _ if isinstance(outcome, FavorAction):
                self.attempt(lambda: outcome)
            case _:
                self.steps = (*self.steps, outcome)
                self.hush()

    def _begun(self, key: str) -> Step | None:
        """The first step of what a key of the screen begins."""
        seat = index_of(key, "look")
        head, _, tile = key.partition(":")
        if seat is not None and seat < len(self.state.players):
            return LookAtPlayer(seat)
        if head == "about" and tile in TILES:
            return LookAtTile(tile)
        if key == UNLOCK and self.came_back:
            return PickDice("unlock")
        if key == LOCK_MORE and self.state.phase is Phase.ROLL and self.state.active:
            return PickDice("lock")
        if key == REFEREE:
            return Referee()
        return Powers() if key == POWERS else None

    def _set_face(self, index: int, face: str) -> None:
        if self.state.phase in _ROLLS and index < len(self.draft):
            die = self.draft[index]
            if face not in KINDS[die.kind].faces:
                self.refuse(f"a {die.kind.title()} die has no such face: choose one that it shows")
                return
            self.leaving = self.came_back = False
            self.refused = None
            changed = DraftDie(die.kind, face, by_hand=True)
            self.draft = (*self.draft[:index], changed, *self.draft[index + 1 :])
            if self.tone == "refusal" or all(die.by_hand for die in self.draft):
                self.hush()
        elif self.state.phase is Phase.LOCK and index < len(self.state.active):
            was = self.state.active[index]
            self.attempt(lambda: Corrected(was, Die(was.kind, face)))

    def _accept(self) -> None:
        roll = known(self.draft)
        if roll is None:
            self.ask("a die has no face yet: touch it and choose what it shows")
        else:
            self.attempt(lambda: Rolled(roll))

    def _finish(self) -> None:
        try:
            self.session.finish()
            self._next = self._new_game()
        except DeviceError as error:
            self.refuse(str(error))

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except JournalError as error:
            self.refuse(str(error))
            return
        self.refresh()
        rolled = self._eyes.undone(undone)
        if rolled:
            # The dice still lie there: they can be put right without being rolled again.
            self.draft = tuple(DraftDie(die.kind, die.face, doubtful=True) for die in rolled)
            if Counter(die.kind for die in rolled) != Counter(self.state.to_roll):
                self.other_dice = tuple(die.kind for die in rolled)
        self.say("nothing to undo" if undone is None else f"taken back: {in_words(undone)}")


def _picked(active: Sequence[Die], indices: Sequence[int]) -> tuple[Die, ...]:
    return tuple(active[index] for index in indices)


def _lacking(state: State) -> str:
    told = " and ".join(f"{number} {kind.title()}" for kind, number in state.shortage)
    return f"the box lacks {told}: borrow dice, or roll others in their place (Play)"
