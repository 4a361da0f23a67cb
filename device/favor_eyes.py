"""What the camera's readings mean for the game: rolls, rerolls, locks, and what goes against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from device.errors import JournalError
from device.favor_deviations import Deviation, thrown_again, wrong_dice
from device.favor_fields import NOT_ASIDE, NOT_LOCKED, STRAY, Fields, LockField, Move, by_field
from device.favor_roll import DraftDie, filled_in, match_roll, rerolled_part
from device.favor_tray import NEW_ROLL, Tray, is_empty, untouched
from device.favor_words import in_words
from rules.favor.actions import (
    Adjusted,
    Brought,
    Corrected,
    Ended,
    FavorAction,
    Locked,
    Overruled,
    Replaced,
    Rerolled,
    Rolled,
    SideRolled,
    TileRolled,
)
from rules.favor.dice import Die, Kind
from rules.favor.state import Phase, State
from vision.reading import Reading

if TYPE_CHECKING:
    from device.favor_table import FavorTable


class Eyes:
    """The memory of what the camera saw at one table.

    `seen` and `committed` are told every reading and every action. What is certain is done, everything else
    is asked.
    """

    def __init__(self, table: FavorTable) -> None:
        self._table = table
        self._asked_about_fields = False
        self._tray = Tray(strange=table.session.length > 0)
        self._fields = Fields(Reading("ok", None, (), 0.0))
        self._lock_field = LockField()
        # The state from which the last lock was made, while its dice may still be joined by others.
        self._unlocked: State | None = None
        # What the draft offers, and the draft before that.
        self.offered: Reading | None = None
        self._before_offer: tuple[DraftDie, ...] = ()

    @property
    def sees_what_it_cannot_read(self) -> bool:
        """Whether something lies in the tray that cannot be read, where people may see nothing."""
        return self.offered is not None and not self.offered.dice

    def forget_questions(self) -> None:
        """The table asks nothing any more."""
        self._asked_about_fields = False
        self.offered = None

    def seen(self, reading: Reading) -> None:
        """The tray came to rest and shows `reading`."""
        self._fields = by_field(reading)
        rolled = self._fields.rolled
        self._tray.see(rolled)
        match self._table.state.phase:
            case Phase.LOCK:
                self._on_lock(self._fields)
            case Phase.ROLL if not self._locks_more(self._fields) and not is_empty(rolled):
                if not self._tray.was_turned(rolled):
                    self._on_roll(rolled)
            case Phase.REROLL if not is_empty(rolled):
                self._on_roll(rolled)
            case Phase.SIDES | Phase.TILES if not is_empty(rolled):
                self._on_set_up_die(rolled)

    def committed(self, before: State, action: FavorAction) -> None:
        """`action` led from `before` to the table's state."""
        done = action.action if isinstance(action, Overruled) else action
        state = self._table.state
        if isinstance(done, Rolled | SideRolled | TileRolled):
            self._tray.count_roll()
        if isinstance(done, Ended):
            self._tray.leave_all()
        elif isinstance(done, Rerolled):
            self._tray.leave(die.face for die in done.dice)
        elif isinstance(done, Adjusted | Brought | Corrected | Replaced):
            self._tray.turn(die.face for die in state.active)
        else:
            self._tray.leave(die.face for die in state.active)
        self._unlocked = before if isinstance(action, Locked) and state.phase is Phase.ROLL else None
        if isinstance(done, Rolled):
            self._lock_field.roll_counted(self._fields.aside)
        if state.phase in (Phase.ROLL, Phase.REROLL) and not isinstance(done, Rolled):
            self._look_for_an_early_roll()
        elif state.phase is Phase.LOCK:
            self._mind_the_rules()

    def undone(self, action: FavorAction | None) -> tuple[Die, ...]:
        """`action` was taken back; gives the dice of a roll, which still lie there."""
        done = action.action if isinstance(action, Overruled) else action
        self._unlocked = None
        if isinstance(done, Locked):
            self._lock_field.lock_taken_back(self._fields.aside)
        elif not isinstance(done, Corrected):
            self._lock_field.forget()
        rolled = done.dice if isinstance(done, Rolled) else ()
        self._tray.take_back(die.face for die in rolled)
        if not rolled:
            self._tray.turn(die.face for die in self._table.state.active)
        return rolled

    def _on_roll(self, reading: Reading) -> None:
        table = self._table
        by_hand = any(die.by_hand for die in table.draft)
        fields_question = None if by_hand else self._field_question()
        if self._tray.is_untouched(reading):
            if self._ask_about_fields(fields_question):
                return
            # Locked dice were taken out; the others still lie there and wait to be rolled. A hand that
            # was still in the picture may have made them a question before.
            if self.offered is not None and not by_hand:
                table.draft, self.offered = self._before_offer, None
                table.hush()
            return
        if len(reading.dice) < len(table.draft) and untouched(self.offered, reading):
            # People take dice out of a roll that they have not answered for.
            return
        state = table.state
        whole = reading
        if state.phase is Phase.REROLL:
            reading = rerolled_part(reading, state.active, state.to_roll)
            if not reading.dice and reading.status == "ok":
                return
        found = match_roll(reading, table.to_roll, state.shortage)
        if by_hand:
            # A person is entering this roll: the camera may fill gaps but never overrules.
            table.draft = filled_in(table.draft, found.dice)
            table.ask(found.doubt or "is this the roll? the camera filled in what was missing")
        elif (question := fields_question or found.doubt or self._tray.question(reading)) is not None:
            deviation = None if table.other_dice else wrong_dice(state, reading)
            self._offer(whole, found.dice, question, deviation)
        elif (roll := found.roll) is not None:
            # Where the disk refuses it, it stays on the screen to be taken later.
            table.draft, self.offered = found.dice, whole
            table.attempt(lambda: Rolled(roll))

    def _on_lock(self, fields: Fields) -> None:
        """The dice of the roll lie there; those that were moved into the lock field are locked."""
        table, state = self._table, self._table.state
        move = self._lock_field.move(fields, state.active, state.pyramid) if fields.mat else Move()
        if move.dice and _immediate(state.active) > _immediate(move.dice):
            # People are still moving dice, or forgot these; who means to lock in steps does so on the screen.
            table.refuse("every Immediate die must be locked before the next roll: move them all (Play)")
            return
        if move.dice:
            table.attempt(lambda: Locked(move.dice))
            if table.state is not state:
                table.say(f"{in_words(Locked(move.dice))}: so they lie in the lock field")
            return
        if self._mind_the_rules():
            return
        self._ask_about_fields(move.question or (STRAY if fields.stray else None))
        if len(fields.rolled.dice) >= len(state.active) and self._tray.lies_as(
            fields.rolled, [die.face for die in state.active]
        ):
            # The roll itself, seen after people had entered it or with a die turned by a power.
            self._tray.count()

    def _mind_the_rules(self) -> bool:
        """Whether dice were thrown that must be locked first, which is then told with its rule."""
        seen = self._tray.seen
        if seen is None or not self._tray.is_thrown(seen):
            return False
        deviation = thrown_again(self._table.state, seen)
        if deviation is None:
            return False
        self._table.deviates(deviation)
        self._asked_about_fields = True
        return True

    def _locks_more(self, fields: Fields) -> bool:
        """Whether more dice of the roll were moved behind those that are locked: then they are one lock."""
        before = self._unlocked
        if before is None or not fields.aside:
            return False
        table = self._table
        move = self._lock_field.move(fields, before.active, before.pyramid)
        more = Counter(move.dice) - Counter(table.state.locked[-1])
        if not more or Counter(table.state.locked[-1]) - Counter(move.dice):
            return False
        try:
            table.session.undo()
        except JournalError as error:
            table.refuse(str(error))
            return True
        table.refresh()
        self._on_lock(fields)
        return True

    def _ask_about_fields(self, question: str | None) -> bool:
        """Ask a question about the mat's fields, or take back the last one; True where one is open."""
        if question is not None:
            self._table.ask(question)
        elif self._asked_about_fields:
            self._table.hush()
        self._asked_about_fields = question is not None
        return self._asked_about_fields

    def _field_question(self) -> str | None:
        """What is to be asked about the mat's fields before a roll is taken."""
        fields, state = self._fields, self._table.state
        if fields.stray:
            return STRAY
        if not fields.mat or not state.pyramid:
            return None
        if fields.aside and self._lock_field.is_other(fields, state.locked[-1], _flat(state.locked[:-1])):
            return NOT_LOCKED
        due = len(state.to_roll) + (len(state.active) if state.phase is Phase.REROLL else 0)
        if len(fields.rolled.dice) > due and not self._tray.is_untouched(fields.rolled):
            return NOT_ASIDE
        return None

    def _offer(
        self, reading: Reading, dice: tuple[DraftDie, ...], question: str, deviation: Deviation | None = None
    ) -> None:
        table = self._table
        if self.offered is None:
            self._before_offer = table.draft
        table.draft = tuple(replace(die, doubtful=die.face is not None) for die in dice)
        self.offered = reading
        table.leaving = False
        if deviation is None:
            table.ask(question)
        else:
            # What the mat's fields say is more than what the number of dice says.
            mat = question in (NOT_ASIDE, NOT_LOCKED, STRAY)
            table.deviates(replace(deviation, words=question) if mat else deviation)

    def _on_set_up_die(self, reading: Reading) -> None:
        if self._tray.is_untouched(reading):
            return
        table = self._table
        number = reading.dice[0].value if len(reading.dice) == 1 and reading.status == "ok" else None
        if self._tray.question(reading) is not None or number is None:
            table.ask("roll one die, or choose its number on the screen")
            return
        sides = table.state.phase is Phase.SIDES
        table.attempt(lambda: SideRolled(number) if sides else TileRolled(number))

    def _look_for_an_early_roll(self) -> None:
        """Quick hands may have rolled while the table still waited for the decision before."""
        tray, state = self._tray, self._table.state
        if tray.seen is None:
            return
        reading = tray.seen
        if state.phase is Phase.REROLL:
            reading = rerolled_part(reading, state.active, state.to_roll)
        early = tray.is_early_roll(reading)
        if state.phase is Phase.ROLL:
            tray.count()
        found = match_roll(reading, self._table.to_roll, state.shortage)
        if early and found.doubt is None:
            self._offer(reading, found.dice, NEW_ROLL)
            # Nothing but another roll takes this question back.
            self.offered = None
            tray.count()


def _flat(locks: Sequence[tuple[Die, ...]]) -> tuple[Die, ...]:
    return tuple(die for lock in locks for die in lock)


def _immediate(dice: Sequence[Die]) -> int:
    return sum(die.kind is Kind.IMMEDIATE for die in dice)
