"""The table of Favor of the Pharaoh: readings and intents in, committed actions and a view out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from device.desk import Desk
from device.errors import DeviceError, JournalError
from device.favor_fields import NOT_ASIDE, NOT_LOCKED, STRAY, Fields, LockField, Move, by_field
from device.favor_roll import DraftDie, blank, filled_in, known, match_roll
from device.favor_tray import NEW_ROLL, Tray, is_empty, untouched
from device.favor_view import ROLLING, TRAY_IS_EMPTY, favor_view, offered
from device.favor_words import in_words
from device.session import TableSession
from rules.errors import Violation
from rules.favor.actions import (
    Begins,
    Claimed,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Rolled,
    SideRolled,
    TileRolled,
    Token,
    TokenDrawn,
)
from rules.favor.dice import KINDS, Die, Kind
from rules.favor.state import Phase, Setup, State
from ui.intents import Choose, ClaimTile, Intent, LockDice, SetFace, Undo
from ui.view import FavorView, Tone
from vision.dice_set import FAVOR, DiceSet
from vision.reading import Reading


class FavorTable(Desk):
    """One game at the table with what is said about it but not committed.

    `new_game` makes the desk that follows this one when people ask for another game. With `ask_again` they
    may do so before the first action too, to change what they answered in the lobby.
    `draft` holds the roll that is waited for until it is certain: what the camera offered and what people
    entered. `message` and `tone` are the last remark, question or refusal. `leaving` says that people asked
    to leave this game and have not yet said that they mean it.
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
        self.leaving = False
        self._asked_about_fields = False
        self.draft: tuple[DraftDie, ...] = ()
        self._tray = Tray(strange=session.length > 0)
        self._fields = Fields(Reading("ok", None, (), 0.0))
        self._lock_field = LockField()
        # The state from which the last lock was made, while its dice may still be joined by others.
        self._unlocked: State | None = None
        # What the draft offers, and the draft before that.
        self._offered: Reading | None = None
        self._before_offer: tuple[DraftDie, ...] = ()
        self._refresh()

    @property
    def state(self) -> State:
        """The state after the last committed action."""
        return self.session.state

    @property
    def may_ask_again(self) -> bool:
        """Whether the answers given in the lobby may still be changed."""
        return self._ask_again and not self.session.length

    @property
    def may_leave(self) -> bool:
        """Whether the game may be left for another one: between two turns, before any die is known."""
        between = self.state.phase is Phase.ROLL and not self.state.pyramid
        return between and not any(die.face for die in self.draft)

    @property
    def may_say_empty(self) -> bool:
        """Whether the camera sees something in the tray that it cannot read, where people may see nothing."""
        offered = self._offered
        return self.state.phase is Phase.ROLL and offered is not None and not offered.dice

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
        self._fields = by_field(reading)
        rolled = self._fields.rolled
        self._tray.see(rolled)
        match self.state.phase:
            case Phase.LOCK:
                self._on_lock(self._fields)
            case Phase.ROLL if not self._locks_more(self._fields) and not is_empty(rolled):
                self._on_roll(rolled)
            case Phase.REROLL if not is_empty(rolled):
                self._on_roll(rolled)
            case Phase.SIDES | Phase.TILES if not is_empty(rolled):
                self._on_set_up_die(rolled)

    def on_intent(self, intent: Intent) -> None:
        """People decided something on the screen; a decision against the rules is refused with its reason."""
        match intent:
            case LockDice(dice):
                self._try(lambda: Locked(_picked(self.state.active, dice)))
            case SetFace(die, face):
                self._set_face(die, face)
            case ClaimTile(tile):
                self._try(lambda: Claimed(tile))
            case Undo():
                self._undo()
            case Choose("accept"):
                self._accept()
            case Choose("new") if self.session.over or self.may_ask_again or self.leaving:
                self._finish()
            case Choose("leave") if self.may_leave:
                self.leaving = True
                self.ask(
                    "leave this game for another one? it stays in the journal, but cannot be gone on with"
                )
            case Choose("stay") if self.leaving:
                self._refresh()
            case Choose(key) if key == TRAY_IS_EMPTY and self.may_say_empty:
                self._refresh()
            case Choose(key):
                self._try(lambda: _chosen(self.state, key))

    def ask(self, question: str) -> None:
        """Put a question on the message line."""
        self.message, self.tone = question, "ask"

    def view(self, camera: str) -> FavorView:
        """The whole screen; `camera` is the word on what the camera does."""
        return favor_view(self, camera)

    def _on_roll(self, reading: Reading) -> None:
        by_hand = any(die.by_hand for die in self.draft)
        fields_question = None if by_hand else self._field_question()
        if self._tray.is_untouched(reading):
            if self._ask_about_fields(fields_question):
                return
            # Locked dice were taken out; the others still lie there and wait to be rolled. A hand that
            # was still in the picture may have made them a question before.
            if self._offered is not None and not by_hand:
                self.draft, self._offered = self._before_offer, None
                self.message, self.tone = None, "plain"
            return
        if len(reading.dice) < len(self.draft) and untouched(self._offered, reading):
            # People take dice out of a roll that they have not answered for.
            return
        found = match_roll(reading, self.state.to_roll)
        if by_hand:
            # A person is entering this roll: the camera may fill gaps but never overrules.
            self.draft = filled_in(self.draft, found.dice)
            self.ask(found.doubt or "is this the roll? the camera filled in what was missing")
        elif (question := fields_question or found.doubt or self._tray.question(reading)) is not None:
            self._offer(reading, found.dice, question)
        elif (roll := found.roll) is not None:
            # Where the disk refuses it, it stays on the screen to be taken later.
            self.draft, self._offered = found.dice, reading
            self._try(lambda: Rolled(roll))

    def _on_lock(self, fields: Fields) -> None:
        """The dice of the roll lie there; those that were moved into the lock field are locked."""
        state = self.state
        move = self._lock_field.move(fields, state.active, state.pyramid) if fields.mat else Move()
        if _immediate(state.active) > _immediate(move.dice) and move.dice:
            # People are still moving dice, or forgot these; who means to lock in steps does so on the screen.
            self._refuse("every Immediate die must be locked before the next roll: move them all (Play)")
            return
        if move.dice:
            self._try(lambda: Locked(move.dice))
            if self.state is not state:
                self.message = f"{in_words(Locked(move.dice))}: so they lie in the lock field"
            return
        self._ask_about_fields(move.question or (STRAY if fields.stray else None))
        if len(fields.rolled.dice) >= len(state.active):
            # The roll itself, seen after people had entered it; fewer dice may be the next one.
            self._tray.count()

    def _locks_more(self, fields: Fields) -> bool:
        """Whether more dice of the roll were moved behind those that are locked: then they are one lock."""
        before = self._unlocked
        if before is None or not fields.aside:
            return False
        move = self._lock_field.move(fields, before.active, before.pyramid)
        more = Counter(move.dice) - Counter(self.state.locked[-1])
        if not more or Counter(self.state.locked[-1]) - Counter(move.dice):
            return False
        try:
            self.session.undo()
        except JournalError as error:
            self._refuse(str(error))
            return True
        self._refresh()
        self._on_lock(fields)
        return True

    def _ask_about_fields(self, question: str | None) -> bool:
        """Ask a question about the mat's fields, or take back the last one; True where one is open."""
        if question is not None:
            self.ask(question)
        elif self._asked_about_fields:
            self.message, self.tone = None, "plain"
        self._asked_about_fields = question is not None
        return self._asked_about_fields

    def _field_question(self) -> str | None:
        """What is to be asked about the mat's fields before a roll is taken."""
        fields, state = self._fields, self.state
        if fields.stray:
            return STRAY
        if not fields.mat or not state.pyramid:
            return None
        if fields.aside and self._lock_field.is_other(fields, state.locked[-1], _flat(state.locked[:-1])):
            return NOT_LOCKED
        if len(fields.rolled.dice) > len(state.to_roll) and not self._tray.is_untouched(fields.rolled):
            return NOT_ASIDE
        return None

    def _offer(self, reading: Reading, dice: tuple[DraftDie, ...], question: str) -> None:
        if self._offered is None:
            self._before_offer = self.draft
        self.draft = tuple(replace(die, doubtful=die.face is not None) for die in dice)
        self._offered = reading
        self.leaving = False
        self.ask(question)

    def _on_set_up_die(self, reading: Reading) -> None:
        if self._tray.is_untouched(reading):
            return
        number = reading.dice[0].value if len(reading.dice) == 1 and reading.status == "ok" else None
        if self._tray.question(reading) is not None or number is None:
            self.ask("roll one die, or choose its number on the screen")
            return
        self._try(lambda: SideRolled(number) if self.state.phase is Phase.SIDES else TileRolled(number))

    def _set_face(self, index: int, face: str) -> None:
        if self.state.phase in ROLLING and index < len(self.draft):
            die = self.draft[index]
            if face not in KINDS[die.kind].faces:
                self._refuse(f"a {die.kind.title()} die has no such face: choose one that it shows")
                return
            self.leaving = False
            changed = DraftDie(die.kind, face, by_hand=True)
            self.draft = (*self.draft[:index], changed, *self.draft[index + 1 :])
            if self.tone == "refusal" or all(die.by_hand for die in self.draft):
                self.message, self.tone = None, "plain"
        elif self.state.phase is Phase.LOCK and index < len(self.state.active):
            was = self.state.active[index]
            self._try(lambda: Corrected(was, Die(was.kind, face)))

    def _accept(self) -> None:
        roll = known(self.draft)
        if roll is None:
            self.ask("a die has no face yet: touch it and choose what it shows")
        else:
            self._try(lambda: Rolled(roll))

    def _finish(self) -> None:
        try:
            self.session.finish()
            self._next = self._new_game()
        except DeviceError as error:
            self._refuse(str(error))

    def _undo(self) -> None:
        try:
            undone = self.session.undo()
        except JournalError as error:
            self._refuse(str(error))
            return
        self._refresh()
        self._unlocked = None
        if isinstance(undone, Locked):
            self._lock_field.lock_taken_back(self._fields.aside)
        elif not isinstance(undone, Corrected):
            self._lock_field.forget()
        rolled = undone.dice if isinstance(undone, Rolled) else ()
        self._tray.take_back(die.face for die in rolled)
        if rolled:
            # The dice still lie there: they can be put right without being rolled again.
            self.draft = tuple(DraftDie(die.kind, die.face, doubtful=True) for die in rolled)
        self.message = "nothing to undo" if undone is None else f"taken back: {in_words(undone)}"

    def _try(self, make: Callable[[], FavorAction | None]) -> None:
        """Do what `make` gives; what is refused, by the rules or the disk, is said and changes nothing."""
        before = self.state
        try:
            action = make()
            if action is None:
                return
            self.session.do(action)
        except Violation as violation:
            self._refuse(str(violation))
        except (ValueError, IndexError, JournalError) as error:
            self._refuse(str(error))
        else:
            self._committed(before, action)

    def _committed(self, before: State, action: FavorAction) -> None:
        self._refresh()
        left = list(before.active) if isinstance(action, Locked) else []
        if isinstance(action, Locked):
            for die in action.dice:
                left.remove(die)
        if isinstance(action, Ended):
            self._tray.leave_all()
        else:
            self._tray.leave(die.face for die in left)
        self._unlocked = before if isinstance(action, Locked) and self.state.phase is Phase.ROLL else None
        if isinstance(action, Rolled):
            self._lock_field.roll_counted(self._fields.aside)
        if isinstance(action, Rolled | SideRolled | TileRolled):
            self._tray.count()
        elif self.state.phase is Phase.ROLL and self._tray.seen is not None:
            early = self._tray.early_roll()
            self._tray.count()
            if early is not None:
                self._offer_early(early)

    def _offer_early(self, reading: Reading) -> None:
        """Quick hands rolled while the table still waited for the decision before."""
        found = match_roll(reading, self.state.to_roll)
        if found.doubt is None:
            self._offer(reading, found.dice, NEW_ROLL)
            # Nothing but another roll takes this question back.
            self._offered = None

    def _refresh(self) -> None:
        self.message, self.tone = None, "plain"
        self.leaving = False
        self._asked_about_fields = False
        self._offered = None
        self.draft = blank(self.state.to_roll) if self.state.phase in ROLLING else ()

    def _refuse(self, reason: str) -> None:
        self.message, self.tone = reason, "refusal"


def _flat(locks: Sequence[tuple[Die, ...]]) -> tuple[Die, ...]:
    return tuple(die for lock in locks for die in lock)


def _immediate(dice: Sequence[Die]) -> int:
    return sum(die.kind is Kind.IMMEDIATE for die in dice)


def _picked(active: Sequence[Die], indices: Sequence[int]) -> tuple[Die, ...]:
    return tuple(active[index] for index in indices)


def _chosen(state: State, key: str) -> FavorAction | None:
    """The action of a command's key, or None for a key that is not the game's."""
    name, _, value = key.partition(":")
    match name:
        case "end":
            return Ended()
        case "do":
            return offered(state)[int(value)].action
        case "begin":
            return Begins(int(value))
        case "token":
            return TokenDrawn(Token(value))
        case "side":
            return SideRolled(int(value))
        case "tile":
            return TileRolled(int(value))
    return None
